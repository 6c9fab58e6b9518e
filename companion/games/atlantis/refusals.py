"""Which clauses a move or an outcome breaks, by the position before it. Where a clause follows from another
one ("else"), its test asks that one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from companion.games.atlantis import movement, plays
from companion.games.atlantis.edition import TILES
from companion.games.atlantis.ending import covered
from companion.games.atlantis.movement import Test
from companion.games.atlantis.moves import BOAT, WATER, Move, Outcome
from companion.games.atlantis.state import MOVES, SETUP_PHASES, State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import LAND, OWN_TURN, SERPENT, SHARK, STEPS, WHALE
from companion.rules.contract import Seat
from companion.rules.refusals import Broken, Finding, ask, ask_until, told

OFFERED: Final[Mapping[str, frozenset[str]]] = {
    "island": frozenset(),
    "place": frozenset({"place"}),
    "launch": frozenset({"launch"}),
    "act": frozenset({"play", "move", "sail", "take", "end"}),
    "back": frozenset(),
    "fill": frozenset({"move"}),
    "die": frozenset(),
    "creature": frozenset({"creature", "end"}),
    "defend": frozenset({"play", "pass"}),
    "treasure": frozenset(),
    "over": frozenset(),
}
"""The verbs of each phase (turn.2, setup.8)."""

AWAITED: Final = {"island": "lay", "back": "tile", "die": "die", "treasure": "treasure"}
"""The outcome that each phase of chance waits for."""

SEAT_CLAUSE: Final = {"place": "place.1", "launch": "launch.1"}
"""Which clause says whose turn it is; elsewhere turn.1."""
ENDS: Final = frozenset({"take.2"})


def broken(state: State, seat: Seat, move: Move) -> list[Broken]:
    """All clauses that a move breaks."""
    phase = state.phase.name
    belongs = move.verb in OFFERED[phase]
    tests = TESTS["fill" if phase == "fill" else move.verb] if belongs else ()
    found = ask_until(ENDS, tests, state, seat, move)
    late = move.verb == "play" and phase == "act" and move.back in OWN_TURN and state.phase.moves < MOVES
    if not belongs or late:
        found += told("setup.8" if phase in SETUP_PHASES else "turn.2")
    if OFFERED[phase] and seat not in state.deciders():
        found += told(SEAT_CLAUSE.get(phase, "turn.1"))
    return found


def _crowded(state: State, cell: int, *, coast: bool, most: int) -> bool:
    """Whether a tile on the coast (or inland) holds as many as challenge 1 allows."""
    if not state.table.crowd or not state.terrain(cell):
        return False
    touches = state.table.edition.board.touches_sea(state.land, cell)
    return touches == coast and sum(state.standing(cell)) >= most


def _coveted(state: State, _: Seat, move: Move) -> Finding:
    """Tiles on the coast before others of their terrain (take.3)."""
    board, terrain = state.table.edition.board, state.land[move.end]
    if board.touches_sea(state.land, move.end):
        return False
    better = (cell for cell, land in enumerate(state.land) if land == terrain)
    coast = [cell for cell in better if board.touches_sea(state.land, cell)]
    return bool(coast) and told("take.3", *coast)


def _lower(state: State, _: Seat, move: Move) -> Finding:
    lower = [cell for cell, land in enumerate(state.land) if 0 < land < state.land[move.end]]
    return bool(lower) and told("take.4", *lower)


def _too_far(kind: int, clause: str) -> Test:
    return lambda state, _, move: (
        move.kind == kind
        and move.end not in state.table.edition.board.reach(state.land, move.start, STEPS[kind])
        and told(clause, move.start, move.end)
    )


def _not_stopping(kind: int, clause: str) -> Test:
    far = _too_far(kind, clause)

    def test(state: State, seat: Seat, move: Move) -> Finding:
        if move.kind != kind or far(state, seat, move):
            return False
        prey = stops(state, kind)
        reach = state.table.edition.board.reach(state.land, move.start, STEPS[kind], prey)
        return move.end not in reach and told(clause, *sorted(prey))

    return test


def stops(state: State, kind: int) -> frozenset[int]:
    """The cells where a creature of this kind has to stop (shark.2, whale.2)."""
    piles = {SHARK: state.swimmers, WHALE: state.boats}.get(kind, ())
    return frozenset(cell for cell, counts in piles if any(counts))


TESTS: Final[Mapping[str, tuple[Test, ...]]] = {
    "place": (
        lambda state, seat, move: state.table.owner[move.colour] != seat and told("place.2"),
        lambda state, _, move: not state.reserve[move.colour] and told("place.3"),
        lambda state, _, move: not state.terrain(move.end) and told("place.4", move.end),
        lambda state, _, move: (
            not state.table.crowd
            and state.terrain(move.end) > 0
            and any(state.standing(move.end))
            and told("place.5", move.end)
        ),
        lambda state, _, move: _crowded(state, move.end, coast=False, most=2) and told("crowd.1", move.end),
        lambda state, _, move: _crowded(state, move.end, coast=True, most=1) and told("crowd.2", move.end),
    ),
    "launch": (
        lambda state, _, move: (
            (
                state.terrain(move.end) > 0
                or not any(state.land[cell] for cell in state.table.edition.board.around[move.end])
            )
            and told("launch.2", move.end)
        ),
        lambda state, _, move: (
            (state.passengers(move.end) is not None or move.end in state.creatures[SERPENT])
            and told("launch.3", move.end)
        ),
    ),
    "play": plays.TESTS,
    "move": movement.MOVE,
    "sail": movement.SAIL,
    "take": (
        lambda state, _, move: not state.terrain(move.end) and told("take.2", move.end),
        _coveted,
        _lower,
    ),
    "end": (lambda state, _, __: state.phase.name == "act" and any(state.land) and told("take.1"),),
    "fill": (
        movement.is_there,
        lambda state, _, move: (
            (move.leaves, move.start, move.enters, move.end)
            != (WATER, state.phase.cell, BOAT, state.phase.cell)
            and told("green.5", state.phase.cell)
        ),
    ),
    "creature": (
        movement.is_there,
        lambda state, _, move: move.kind != state.phase.kind and told("die.3", move.start),
        _too_far(SERPENT, "serpent.1"),
        _too_far(SHARK, "shark.1"),
        _not_stopping(SHARK, "shark.2"),
        _too_far(WHALE, "whale.1"),
        _not_stopping(WHALE, "whale.2"),
    ),
    "pass": (),
}
"""The tests of each verb (in phase ``fill`` those of choosing who goes aboard)."""


def impossible(state: State, outcome: Outcome) -> Iterable[Broken]:
    """All clauses that an outcome breaks."""
    if outcome.verb != AWAITED.get(state.phase.name):
        return told("secret.1" if outcome.verb == "treasure" else "turn.2")
    return ask(OUTCOMES[outcome.verb], state, outcome)


def _laid(state: State, outcome: Outcome) -> Finding:
    cell, terrain = outcome.cell, outcome.terrain
    free = cell in state.table.edition.board.frame and not state.land[cell]
    wrong = not free or state.land.count(terrain) == TILES[terrain]
    return wrong and told("setup.2", cell, terrain=LAND[terrain])


def _worth(state: State, outcome: Outcome) -> dict[str, str]:
    return {"colour": state.table.edition.colours[outcome.colour], "number": str(outcome.value)}


OUTCOMES: Final[Mapping[str, tuple[Callable[[State, Outcome], Finding], ...]]] = {
    "lay": (_laid,),
    "tile": (
        lambda state, outcome: (
            not stock(state, state.phase.terrain).may_be_taken(outcome.back)
            and told("tiles.1", state.phase.cell, terrain=LAND[state.phase.terrain])
        ),
        lambda state, outcome: outcome.cell != state.phase.cell and told("take.6", state.phase.cell),
    ),
    "die": (),
    "treasure": (
        lambda state, outcome: (
            covered(state)[outcome.colour] <= 0 and told("score.1", **_worth(state, outcome))
        ),
        lambda state, outcome: (
            state.treasures[outcome.colour].count(outcome.value)
            >= state.table.edition.treasures.count(outcome.value)
            and told("score.2", **_worth(state, outcome))
        ),
    ),
}
"""The tests of each outcome."""
