"""Which clauses a move or an outcome breaks.

Each test stands for one clause and looks at the position before the move by itself; where a clause follows
from another one ("else"), its test asks that one first. The order of every tuple is that of the clause list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.atlantis import movement, plays
from companion.games.atlantis.edition import TILES
from companion.games.atlantis.ending import covered
from companion.games.atlantis.moves import BOAT, WATER, Move, Outcome
from companion.games.atlantis.state import MOVES, SETUP_PHASES, State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import LAND, OWN_TURN, SERPENT, SHARK, STEPS, WHALE, clause
from companion.rules.contract import Breach, CellId, ClauseId, Facts, Seat

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


def why_illegal(state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
    """All clauses that the move breaks, in the order of the list."""
    return tuple(_breach(state, *found) for found in _broken(state, seat, move))


def _breach(state: State, short: ClauseId, cells: tuple[int, ...] = (), facts: Facts = ()) -> Breach:
    board = state.table.edition.board
    return Breach(short, tuple(CellId(board.names[cell]) for cell in cells if board.has(cell)), facts)


Found = tuple[ClauseId, tuple[int, ...]]


def _broken(state: State, seat: Seat, move: Move) -> Iterator[Found]:
    phase = state.phase.name
    belongs = move.verb in OFFERED[phase]
    late = move.verb == "play" and phase == "act" and move.back in OWN_TURN and state.phase.moves < MOVES
    wrong_phase = clause("setup.8") if phase in SETUP_PHASES else clause("turn.2")
    if not belongs and wrong_phase == clause("setup.8"):
        yield wrong_phase, ()
    if _OFFERED_SEATS[phase] and seat not in state.deciders():
        yield clause(SEAT_CLAUSE.get(phase, "turn.1")), ()
    if (not belongs and wrong_phase == clause("turn.2")) or late:
        yield clause("turn.2"), ()
    if belongs:
        for cited, test in TESTS["fill" if phase == "fill" else move.verb]:
            cells = test(state, seat, move)
            if cells is not None:
                yield cited, cells
                if cited == clause("take.2"):
                    return


_OFFERED_SEATS: Final = {phase: bool(verbs) for phase, verbs in OFFERED.items()}

Cells = tuple[int, ...]
Test = Callable[[State, Seat, Move], Cells | None]
"""The cells to light up where the move breaks the clause, None where it keeps it."""


def _when(broken: bool, *cells: int) -> Cells | None:
    return cells if broken else None


# setting up


def _place_2(state: State, seat: Seat, move: Move) -> Cells | None:
    return _when(state.table.owner[move.colour] != seat)


def _place_3(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(not state.reserve[move.colour])


def _place_4(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(not state.terrain(move.end), move.end)


def _place_5(state: State, _: Seat, move: Move) -> Cells | None:
    taken = state.terrain(move.end) and any(state.standing(move.end))
    return _when(not state.table.crowd and bool(taken), move.end)


def _crowd_1(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(_crowded(state, move.end, coast=False, most=2), move.end)


def _crowd_2(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(_crowded(state, move.end, coast=True, most=1), move.end)


def _crowded(state: State, cell: int, *, coast: bool, most: int) -> bool:
    """Whether a tile on the coast (or inland) holds as many as challenge 1 allows."""
    if not state.table.crowd or not state.terrain(cell):
        return False
    touches = state.table.edition.board.touches_sea(state.land, cell)
    return touches == coast and sum(state.standing(cell)) >= most


def _launch_2(state: State, _: Seat, move: Move) -> Cells | None:
    near = state.table.edition.board.around[move.end]
    by_land = any(state.land[cell] for cell in near)
    return _when(bool(state.terrain(move.end)) or not by_land, move.end)


def _launch_3(state: State, _: Seat, move: Move) -> Cells | None:
    taken = state.passengers(move.end) is not None or move.end in state.creatures[SERPENT]
    return _when(taken, move.end)


# land tiles


def _take_1(state: State, _: Seat, __: Move) -> Cells | None:
    return _when(state.phase.name == "act" and any(state.land))


def _take_2(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(not state.terrain(move.end), move.end)


def _take_3(state: State, _: Seat, move: Move) -> Cells | None:
    board, terrain = state.table.edition.board, state.land[move.end]
    if board.touches_sea(state.land, move.end):
        return None
    better = [
        cell
        for cell, land in enumerate(state.land)
        if land == terrain and board.touches_sea(state.land, cell)
    ]
    return tuple(better) or None


def _take_4(state: State, _: Seat, move: Move) -> Cells | None:
    lower = [cell for cell, land in enumerate(state.land) if 0 < land < state.land[move.end]]
    return tuple(lower) or None


def _green_5(state: State, _: Seat, move: Move) -> Cells | None:
    cell = state.phase.cell
    wanted = (WATER, cell, BOAT, cell)
    return _when((move.leaves, move.start, move.enters, move.end) != wanted, cell)


# creatures


def _die_3(state: State, _: Seat, move: Move) -> Cells | None:
    return _when(move.kind != state.phase.kind, move.start)


def _too_far(kind: int) -> Test:
    def test(state: State, _: Seat, move: Move) -> Cells | None:
        if move.kind != kind:
            return None
        reach = state.table.edition.board.reach(state.land, move.start, STEPS[kind])
        return _when(move.end not in reach, move.start, move.end)

    return test


def _not_stopping(kind: int) -> Test:
    far = _too_far(kind)

    def test(state: State, seat: Seat, move: Move) -> Cells | None:
        if move.kind != kind or far(state, seat, move) is not None:
            return None
        prey = stops(state, kind)
        reach = state.table.edition.board.reach(state.land, move.start, STEPS[kind], prey)
        return _when(move.end not in reach, *sorted(prey))

    return test


def stops(state: State, kind: int) -> frozenset[int]:
    """The cells where a creature of this kind has to stop (shark.2, whale.2)."""
    piles = {SHARK: state.swimmers, WHALE: state.boats}.get(kind, ())
    return frozenset(cell for cell, counts in piles if any(counts))


CREATURE: Final = (
    (clause("piece.1"), movement.piece_1),
    (clause("die.3"), _die_3),
    (clause("serpent.1"), _too_far(SERPENT)),
    (clause("shark.1"), _too_far(SHARK)),
    (clause("shark.2"), _not_stopping(SHARK)),
    (clause("whale.1"), _too_far(WHALE)),
    (clause("whale.2"), _not_stopping(WHALE)),
)

TESTS: Final[Mapping[str, tuple[tuple[ClauseId, Test], ...]]] = {
    "place": (
        (clause("place.2"), _place_2),
        (clause("place.3"), _place_3),
        (clause("place.4"), _place_4),
        (clause("place.5"), _place_5),
        (clause("crowd.1"), _crowd_1),
        (clause("crowd.2"), _crowd_2),
    ),
    "launch": ((clause("launch.2"), _launch_2), (clause("launch.3"), _launch_3)),
    "play": plays.TESTS,
    "move": movement.MOVE,
    "sail": movement.SAIL,
    "take": (
        (clause("take.2"), _take_2),
        (clause("take.3"), _take_3),
        (clause("take.4"), _take_4),
    ),
    "end": ((clause("take.1"), _take_1),),
    "fill": ((clause("piece.1"), movement.piece_1), (clause("green.5"), _green_5)),
    "creature": CREATURE,
    "pass": (),
}
"""The tests of each verb (in phase ``fill`` those of choosing who goes aboard)."""


# outcomes


def why_impossible(state: State, outcome: Outcome) -> tuple[Breach, ...]:
    """All clauses that the outcome breaks, in the order of the list."""
    if outcome.verb != AWAITED.get(state.phase.name):
        wrong = clause("secret.1") if outcome.verb == "treasure" else clause("turn.2")
        return (_breach(state, wrong),)
    match outcome.verb:
        case "lay":
            return tuple(_lay(state, outcome))
        case "tile":
            return tuple(_tile(state, outcome))
        case "treasure":
            return tuple(_treasure(state, outcome))
    return ()


def _lay(state: State, outcome: Outcome) -> Iterator[Breach]:
    cell, terrain = outcome.cell, outcome.terrain
    free = cell in state.table.edition.board.frame and not state.land[cell]
    if not free or state.land.count(terrain) == TILES[terrain]:
        yield _breach(state, clause("setup.2"), (cell,), (("terrain", LAND[terrain]),))


def _tile(state: State, outcome: Outcome) -> Iterator[Breach]:
    phase = state.phase
    if not stock(state, phase.terrain).may_be_taken(outcome.back):
        yield _breach(state, clause("tiles.1"), (phase.cell,), (("terrain", LAND[phase.terrain]),))
    if outcome.cell != phase.cell:
        yield _breach(state, clause("take.6"), (phase.cell,))


def _treasure(state: State, outcome: Outcome) -> Iterator[Breach]:
    table, colour = state.table, outcome.colour
    facts = (("colour", table.edition.colours[colour]), ("number", str(outcome.value)))
    if covered(state)[colour] <= 0:
        yield _breach(state, clause("score.1"), (), facts)
    shown = state.treasures[colour].count(outcome.value)
    if shown >= table.edition.treasures.count(outcome.value):
        yield _breach(state, clause("score.2"), (), facts)
