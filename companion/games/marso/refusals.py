"""Which moves and outcomes are allowed: the clause tests, one ordered tuple a verb.

Each test returns the breach of one clause, or None when the move keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games.marso.beasts import Chain, run_chain
from companion.games.marso.box import Box
from companion.games.marso.cards import taken_unseen, unaccounted
from companion.games.marso.moves import Discard, Fly, Jump, Move, Play, Run, Shift, Sleep, Stay, Walk
from companion.games.marso.state import (
    NOBODY,
    TURN_STAGES,
    Stage,
    State,
    has_room,
    reachable_tokens,
    token_at,
)
from companion.games.marso.words import BEASTS, DIRECTIONS, SIDES, UNKNOWN, CardKind
from companion.rules.contract import Breach, ClauseId, Facts

OFFERED: dict[Stage, tuple[type[Move], ...]] = {
    Stage.CARD: (Play, Discard),
    Stage.WALK: (Walk,),
    Stage.FLY: (Fly,),
    Stage.SLEEP: (Sleep,),
    Stage.TELEPORT: (Jump,),
    Stage.SHIFT: (Shift,),
    Stage.PORTAL: (Jump, Stay),
}
"""The verbs of each stage of a hunter's turn (turn.5)."""


def breach_of(box: Box, clause: str, cells: tuple[int, ...] = (), facts: Facts = ()) -> Breach:
    there = tuple(box.names[cell] for cell in cells if cell < len(box.names))
    return Breach(ClauseId(f"marso/{clause}"), there, facts)


def why_illegal(box: Box, state: State, seat: int, move: Move) -> tuple[Breach, ...]:
    """All clauses that the move breaks, in the order of the list."""
    early, alone = _turn_breaches(box, state, seat, move)
    if early and (alone or not isinstance(move, Jump)):
        return early
    if isinstance(move, Run):
        return _why_not_run(box, state, move)
    found = [test(box, state, seat, move) for test in TESTS[type(move)]]
    return early + tuple(one for one in found if one is not None)


def _turn_breaches(box: Box, state: State, seat: int, move: Move) -> tuple[tuple[Breach, ...], bool]:
    """The TURN clauses broken, and whether nothing else is tested even for a jump."""
    stage, turn = state.phase.stage, state.phase.seat
    running = isinstance(move, Run)
    if stage in TURN_STAGES:
        if running:
            return (breach_of(box, "turn.3", (state.hunters[turn],), _whose(state)),), True
        if seat != turn:
            return (breach_of(box, "turn.2", (state.hunters[turn],), _whose(state)),), False
        if isinstance(move, OFFERED[stage]):
            return (), False
        facts: Facts = (*_whose(state), ("stage", stage.value))
        wrong = breach_of(box, "turn.5", (state.hunters[turn],), facts)
        if isinstance(move, Stay):
            return (wrong, breach_of(box, "card.5", (state.hunters[turn],), _whose(state))), True
        return (wrong,), False
    if stage is Stage.OVER:
        return (breach_of(box, "end.4"),), True
    if stage is Stage.BEASTS and running:
        return (), False
    return (breach_of(box, "turn.1", (), (("stage", stage.value),)),), True


def _whose(state: State) -> Facts:
    return (("seat", SIDES[state.terms.sides[state.phase.seat]]),)


# play -----------------------------------------------------------------------------------------------


def _card_1(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    hand = state.hands[seat]
    if move.card in hand or UNKNOWN in hand:
        return None
    return breach_of(box, "card.1", (), (("card", move.card),))


def _card_2(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    hand = state.hands[seat]
    if move.card in hand or UNKNOWN not in hand or unaccounted(box, state, move.card) > 0:
        return None
    return breach_of(box, "card.2", (), (("card", move.card),))


_PATH_CLAUSE = {CardKind.ARROWS: "card.3", CardKind.SKATE: "skate.1", CardKind.FLASH: "flash.1"}


def _path_of(kind: CardKind) -> Callable[[Box, State, int, Play], Breach | None]:
    clause = _PATH_CLAUSE[kind]

    def test(box: Box, _state: State, _seat: int, move: Play) -> Breach | None:
        card = box.cards[move.card]
        if card.kind is not kind or move.path in card.paths:
            return None
        return breach_of(box, clause, (), (("card", card.name), ("path", move.path)))

    return test


def way(box: Box, state: State, seat: int, path: str) -> tuple[int, ...]:
    """The cells that the seat's hunter would come onto along a path; none for a card without one."""
    return box.walks[state.terms.sides[seat], path][state.hunters[seat]] if path else ()


def _other_hunters(state: State, seat: int) -> list[int]:
    return [cell for other, cell in enumerate(state.hunters) if other != seat]


def _play_walk_3(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    others = _other_hunters(state, seat)
    met = [cell for cell in way(box, state, seat, move.path) if cell in others]
    return breach_of(box, "walk.3", tuple(met), (("path", move.path),)) if met else None


def _play_walk_4(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    if box.trap not in way(box, state, seat, move.path):
        return None
    return breach_of(box, "walk.4", (box.trap,), (("path", move.path),))


def _way_is_free(box: Box, state: State, seat: int, path: str) -> bool:
    here, hunters = state.hunters[seat], state.hunters
    for cell in way(box, state, seat, path):
        if cell == box.trap or (cell in hunters and cell != here):
            return False
    return True


def _walk_6(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    if len(move.path) < 2 or _way_is_free(box, state, seat, move.path):
        return None
    return breach_of(box, "walk.6", way(box, state, seat, move.path), (("path", move.path),))


def _teleport_1(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    if box.cards[move.card].kind is not CardKind.TELEPORT or token_at(state, state.hunters[seat]) != NOBODY:
        return None
    return breach_of(box, "teleport.1", (state.hunters[seat],))


def _teleport_3(box: Box, state: State, seat: int, move: Play) -> Breach | None:
    here = state.hunters[seat]
    if box.cards[move.card].kind is not CardKind.TELEPORT or token_at(state, here) == NOBODY:
        return None
    if reachable_tokens(box, state, seat, any_colour=True):
        return None
    return breach_of(box, "teleport.3", tuple(cell for cell, _ in state.tokens if cell != here))


def awake(box: Box, state: State) -> list[int]:
    return [
        beast for beast, cell in enumerate(state.beasts) if cell != box.trap and beast not in state.asleep
    ]


def _play_dart_1(box: Box, state: State, _seat: int, move: Play) -> Breach | None:
    if box.cards[move.card].kind is not CardKind.DART or awake(box, state):
        return None
    return breach_of(box, "dart.1", tuple(sorted(set(state.beasts))))


# discard --------------------------------------------------------------------------------------------


def _discard_card_1(box: Box, state: State, seat: int, move: Discard) -> Breach | None:
    hand = state.hands[seat]
    unseen = taken_unseen(state, seat, move.cards)
    if len(hand) == len(move.cards) and unseen.total() == hand.count(UNKNOWN):
        return None
    return breach_of(box, "card.1", (), (("cards", " ".join(move.cards)),))


def _discard_card_2(box: Box, state: State, seat: int, move: Discard) -> Breach | None:
    if _discard_card_1(box, state, seat, move):
        return None
    unseen = taken_unseen(state, seat, move.cards)
    short = [card for card, count in unseen.items() if count > unaccounted(box, state, card)]
    return breach_of(box, "card.2", (), (("card", " ".join(short)),)) if short else None


def _card_6(box: Box, state: State, seat: int, move: Discard) -> Breach | None:
    for card in dict.fromkeys(move.cards):
        for play in ways_to_carry_out(box, state, seat, card):
            facts = (("card", card), ("path", play.path)) if play.path else (("card", card),)
            return breach_of(box, "card.6", (), facts)
    return None


def ways_to_carry_out(box: Box, state: State, seat: int, card: str) -> Iterator[Play]:
    """The ways to lay a card that can be carried out now, whoever holds it (all but card.1 and card.2)."""
    kind = box.cards[card].kind
    match kind:
        case CardKind.ARROWS | CardKind.SKATE | CardKind.FLASH:
            for path in box.cards[card].paths:
                if _way_is_free(box, state, seat, path):
                    yield Play(card, path)
        case CardKind.TELEPORT:
            if token_at(state, state.hunters[seat]) != NOBODY and reachable_tokens(
                box, state, seat, any_colour=True
            ):
                yield Play(card)
        case CardKind.DART:
            if awake(box, state):
                yield Play(card)
        case CardKind.STILL | CardKind.JET:
            yield Play(card)


# step, fly, shift, sleep, jump ----------------------------------------------------------------------


def _walk_1(box: Box, state: State, seat: int, move: Walk) -> Breach | None:
    right = way(box, state, seat, state.phase.path[0])
    if move.cell in right:
        return None
    return breach_of(box, "walk.1", right, (("cell", box.names[right[0]]),))


def _walk_2(box: Box, state: State, seat: int, move: Walk) -> Breach | None:
    here = state.hunters[seat]
    return None if move.cell in box.next[here] else breach_of(box, "walk.2", (here, move.cell))


def _walk_3(box: Box, state: State, seat: int, move: Walk | Fly | Jump) -> Breach | None:
    return breach_of(box, "walk.3", (move.cell,)) if move.cell in _other_hunters(state, seat) else None


def _walk_4(box: Box, _state: State, _seat: int, move: Walk | Fly) -> Breach | None:
    return breach_of(box, "walk.4", (box.trap,)) if move.cell == box.trap else None


def _jet_1(box: Box, state: State, _seat: int, move: Fly) -> Breach | None:
    free = move.cell != box.trap and move.cell not in state.hunters and move.cell not in state.beasts
    if free and move.cell < len(box.names):
        return None
    return breach_of(box, "jet.1", (move.cell,))


def _shift_1(box: Box, state: State, _seat: int, move: Shift) -> Breach | None:
    due = state.phase.beast
    return None if move.beast == due else breach_of(box, "shift.1", (state.beasts[due],), _beast(due))


def _shift_2(box: Box, state: State, seat: int, move: Shift) -> Breach | None:
    near = box.next[state.hunters[seat]]
    return None if move.cell in near else breach_of(box, "shift.2", near, _beast(move.beast))


def _shift_3(box: Box, state: State, _seat: int, move: Shift) -> Breach | None:
    if move.cell == box.trap or (move.cell not in state.hunters and move.cell not in state.beasts):
        return None
    return breach_of(box, "shift.3", (move.cell,), _beast(move.beast))


def _beast(beast: int) -> Facts:
    return (("beast", BEASTS[beast]),)


def _dart_1(box: Box, state: State, _seat: int, move: Sleep) -> Breach | None:
    if move.beast in awake(box, state):
        return None
    return breach_of(box, "dart.1", (state.beasts[move.beast],), _beast(move.beast))


def _teleporting(state: State, seat: int) -> bool:
    return state.phase.stage is Stage.TELEPORT and state.phase.seat == seat


def _portal_1(box: Box, state: State, seat: int, _move: Jump) -> Breach | None:
    if state.phase.stage in (Stage.PORTAL, Stage.TELEPORT) and state.phase.seat == seat:
        return None
    return breach_of(box, "portal.1", (state.hunters[seat],))


def _portal_2(box: Box, state: State, seat: int, move: Jump) -> Breach | None:
    here = state.hunters[seat]
    colour = token_at(state, here)
    if _teleporting(state, seat) or (
        colour != NOBODY and move.cell != here and token_at(state, move.cell) == colour
    ):
        return None
    return breach_of(box, "portal.2", (here, move.cell))


def _portal_3(box: Box, state: State, seat: int, _move: Jump) -> Breach | None:
    if seat not in state.stayed or _teleporting(state, seat):
        return None
    return breach_of(box, "portal.3", (state.hunters[seat],))


def _portal_8(box: Box, state: State, seat: int, move: Jump) -> Breach | None:
    free = state.terms.young or move.cell not in state.beasts or has_room(box, state, move.cell, seat)
    return None if free else breach_of(box, "portal.8", (move.cell, *box.next[move.cell]))


def _teleport_2(box: Box, state: State, seat: int, move: Jump) -> Breach | None:
    here = state.hunters[seat]
    if not _teleporting(state, seat) or (move.cell != here and token_at(state, move.cell) != NOBODY):
        return None
    return breach_of(box, "teleport.2", tuple(cell for cell, _ in state.tokens if cell != here))


Test = Callable[[Box, State, int, Any], Breach | None]

TESTS: dict[type[Move], tuple[Test, ...]] = {
    Play: (
        _card_1,
        _card_2,
        _path_of(CardKind.ARROWS),
        _play_walk_3,
        _play_walk_4,
        _walk_6,
        _path_of(CardKind.SKATE),
        _path_of(CardKind.FLASH),
        _teleport_1,
        _teleport_3,
        _play_dart_1,
    ),
    Discard: (_discard_card_1, _discard_card_2, _card_6),
    Walk: (_walk_1, _walk_2, _walk_3, _walk_4),
    Fly: (_walk_3, _walk_4, _jet_1),
    Shift: (_shift_1, _shift_2, _shift_3),
    Sleep: (_dart_1,),
    Jump: (_walk_3, _portal_1, _portal_2, _portal_3, _portal_8, _teleport_2),
    Stay: (),
}
"""The tests of each verb, in the order of the clause list."""


# run ------------------------------------------------------------------------------------------------


def line_due(box: Box, state: State) -> tuple[int, int]:
    """(beast, direction) of the line that is due in the beasts' step."""
    return box.edition.beast_cards[state.open - 1][state.phase.line - 1]


def chain_due(box: Box, state: State) -> Chain:
    """The chain of the line that is due."""
    return run_chain(box, state, *line_due(box, state))


def _why_not_run(box: Box, state: State, move: Run) -> tuple[Breach, ...]:
    beast, direction = line_due(box, state)
    if move.beast != beast:
        return tuple(_wrong_beast(box, state, move.beast, beast))
    chain = chain_due(box, state)
    end = chain.beasts[beast]
    if move.cell == end:
        return ()
    facts = (*_beast(beast), ("direction", DIRECTIONS[direction]), ("cell", box.names[end]))
    return tuple(Breach(clause, (box.names[end],), facts) for clause in chain.clauses)


def _wrong_beast(box: Box, state: State, beast: int, due: int) -> Iterator[Breach]:
    yield breach_of(box, "turn.4", (state.beasts[due],), _beast(due))
    here = (state.beasts[beast],)
    if beast in state.asleep:
        yield breach_of(box, "dart.2", here, _beast(beast))
    if beast not in [one for one, _ in box.edition.beast_cards[state.open - 1]]:
        yield breach_of(box, "beasts.2", here, _beast(beast))
    if state.beasts[beast] == box.trap:
        yield breach_of(box, "beasts.3", here, _beast(beast))
