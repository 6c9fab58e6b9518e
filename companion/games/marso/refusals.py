"""Which moves and outcomes are allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

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
from companion.rules.refusals import Broken, Finding, ask, told

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


Test = Callable[[Box, State, int, Any], Finding]


def broken(box: Box, state: State, seat: int, move: Move) -> Iterable[Broken]:
    """All clauses that a move breaks."""
    early, alone = _turn(state, seat, move)
    if early and (alone or not isinstance(move, Jump)):
        return early
    return *early, *ask(TESTS[type(move)], box, state, seat, move)


def _turn(state: State, seat: int, move: Move) -> tuple[tuple[Broken, ...], bool]:
    """The TURN clauses broken, and whether nothing else is tested even for a jump."""
    stage, turn, running = state.phase.stage, state.phase.seat, isinstance(move, Run)
    if stage in TURN_STAGES:
        here, whose = state.hunters[turn], SIDES[state.terms.sides[turn]]
        if running:
            return told("turn.3", here, seat=whose), True
        if seat != turn:
            return told("turn.2", here, seat=whose), False
        if isinstance(move, OFFERED[stage]):
            return (), False
        wrong = told("turn.5", here, seat=whose, stage=stage.value)
        stays = isinstance(move, Stay)
        return ((*wrong, *told("card.5", here, seat=whose)) if stays else wrong), stays
    if stage is Stage.OVER:
        return told("end.4"), True
    if stage is Stage.BEASTS and running:
        return (), False
    return told("turn.1", stage=stage.value), True


# play


def way(box: Box, state: State, seat: int, path: str) -> tuple[int, ...]:
    """The cells that the seat's hunter would come onto along a path; none for a card without one."""
    return box.walks[state.terms.sides[seat], path][state.hunters[seat]] if path else ()


def _other_hunters(state: State, seat: int) -> list[int]:
    return [cell for other, cell in enumerate(state.hunters) if other != seat]


def _way_is_free(box: Box, state: State, seat: int, path: str) -> bool:
    here, hunters = state.hunters[seat], state.hunters
    for cell in way(box, state, seat, path):
        if cell == box.trap or (cell in hunters and cell != here):
            return False
    return True


def _has_path(kind: CardKind, clause: str) -> Test:
    return lambda box, _, __, move: (
        (card := box.cards[move.card]).kind is kind
        and move.path not in card.paths
        and told(clause, card=card.name, path=move.path)
    )


def _meets(box: Box, state: State, seat: int, move: Play) -> Finding:
    others = _other_hunters(state, seat)
    met = [cell for cell in way(box, state, seat, move.path) if cell in others]
    return bool(met) and told("walk.3", *met, path=move.path)


def _teleports(box: Box, state: State, seat: int, move: Play) -> Finding:
    here = state.hunters[seat]
    if box.cards[move.card].kind is not CardKind.TELEPORT:
        return False
    if token_at(state, here) == NOBODY:
        return told("teleport.1", here)
    if reachable_tokens(box, state, seat, any_colour=True):
        return False
    return told("teleport.3", *_other_tokens(state, here))


def _other_tokens(state: State, here: int) -> list[int]:
    return [cell for cell, _ in state.tokens if cell != here]


def awake(box: Box, state: State) -> list[int]:
    return [
        beast for beast, cell in enumerate(state.beasts) if cell != box.trap and beast not in state.asleep
    ]


PLAY: Final[tuple[Test, ...]] = (
    lambda _, state, seat, move: (
        move.card not in (hand := state.hands[seat])
        and UNKNOWN not in hand
        and told("card.1", card=move.card)
    ),
    lambda box, state, seat, move: (
        move.card not in (hand := state.hands[seat])
        and UNKNOWN in hand
        and unaccounted(box, state, move.card) <= 0
        and told("card.2", card=move.card)
    ),
    _has_path(CardKind.ARROWS, "card.3"),
    _meets,
    lambda box, state, seat, move: (
        box.trap in way(box, state, seat, move.path) and told("walk.4", box.trap, path=move.path)
    ),
    lambda box, state, seat, move: (
        len(move.path) > 1
        and not _way_is_free(box, state, seat, move.path)
        and told("walk.6", *way(box, state, seat, move.path), path=move.path)
    ),
    _has_path(CardKind.SKATE, "skate.1"),
    _has_path(CardKind.FLASH, "flash.1"),
    _teleports,
    lambda box, state, _, move: (
        box.cards[move.card].kind is CardKind.DART
        and not awake(box, state)
        and told("dart.1", *sorted(set(state.beasts)))
    ),
)

# discard


def _holds(box: Box, state: State, seat: int, move: Discard) -> Finding:
    hand, unseen = state.hands[seat], taken_unseen(state, seat, move.cards)
    if len(hand) != len(move.cards) or unseen.total() != hand.count(UNKNOWN):
        return told("card.1", cards=" ".join(move.cards))
    short = [card for card, count in unseen.items() if count > unaccounted(box, state, card)]
    return bool(short) and told("card.2", card=" ".join(short))


def _is_stuck(box: Box, state: State, seat: int, move: Discard) -> Finding:
    for card in dict.fromkeys(move.cards):
        for play in ways_to_carry_out(box, state, seat, card):
            return told("card.6", card=card, **({"path": play.path} if play.path else {}))
    return False


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


# step, fly, shift, sleep, jump


def _walk_1(box: Box, state: State, seat: int, move: Walk) -> Finding:
    right = way(box, state, seat, state.phase.path[0])
    return move.cell not in right and told("walk.1", *right, cell=box.names[right[0]])


def _walk_3(_: Box, state: State, seat: int, move: Walk | Fly | Jump) -> Finding:
    return move.cell in _other_hunters(state, seat) and told("walk.3", move.cell)


def _walk_4(box: Box, _: State, __: int, move: Walk | Fly) -> Finding:
    return move.cell == box.trap and told("walk.4", box.trap)


def _jet_1(box: Box, state: State, _: int, move: Fly) -> Finding:
    taken = move.cell == box.trap or move.cell in state.hunters or move.cell in state.beasts
    return (taken or move.cell >= len(box.names)) and told("jet.1", move.cell)


def _may_use(state: State, seat: int, *stages: Stage) -> bool:
    return state.phase.stage in stages and state.phase.seat == seat


def _portal_2(_: Box, state: State, seat: int, move: Jump) -> Finding:
    here = state.hunters[seat]
    colour = token_at(state, here)
    same = colour != NOBODY and move.cell != here and token_at(state, move.cell) == colour
    return not same and not _may_use(state, seat, Stage.TELEPORT) and told("portal.2", here, move.cell)


def _portal_8(box: Box, state: State, seat: int, move: Jump) -> Finding:
    free = state.terms.young or move.cell not in state.beasts or has_room(box, state, move.cell, seat)
    return not free and told("portal.8", move.cell, *box.next[move.cell])


def _teleport_2(_: Box, state: State, seat: int, move: Jump) -> Finding:
    here = state.hunters[seat]
    wrong = move.cell == here or token_at(state, move.cell) == NOBODY
    teleporting = _may_use(state, seat, Stage.TELEPORT)
    return teleporting and wrong and told("teleport.2", *_other_tokens(state, here))


# run


def line_due(box: Box, state: State) -> tuple[int, int]:
    """(beast, direction) of the line that is due in the beasts' step."""
    return box.edition.beast_cards[state.open - 1][state.phase.line - 1]


def chain_due(box: Box, state: State) -> Chain:
    """The chain of the line that is due."""
    return run_chain(box, state, *line_due(box, state))


def _runs(box: Box, state: State, _: int, move: Run) -> Iterator[Broken]:
    beast, direction = line_due(box, state)
    if move.beast != beast:
        yield from _wrong_beast(box, state, move.beast, beast)
        return
    chain = chain_due(box, state)
    end = chain.beasts[beast]
    if move.cell != end:
        facts = (("beast", BEASTS[beast]), ("direction", DIRECTIONS[direction]), ("cell", box.names[end]))
        yield from ((clause, (end,), facts) for clause in chain.clauses)


def _wrong_beast(box: Box, state: State, beast: int, due: int) -> Iterator[Broken]:
    yield from told("turn.4", state.beasts[due], beast=BEASTS[due])
    here, name = state.beasts[beast], BEASTS[beast]
    if beast in state.asleep:
        yield from told("dart.2", here, beast=name)
    if beast not in [one for one, _ in box.edition.beast_cards[state.open - 1]]:
        yield from told("beasts.2", here, beast=name)
    if here == box.trap:
        yield from told("beasts.3", here, beast=name)


TESTS: Final[Mapping[type[Move], tuple[Test, ...]]] = {
    Play: PLAY,
    Discard: (_holds, _is_stuck),
    Walk: (
        _walk_1,
        lambda box, state, seat, move: (
            move.cell not in box.next[here := state.hunters[seat]] and told("walk.2", here, move.cell)
        ),
        _walk_3,
        _walk_4,
    ),
    Fly: (_walk_3, _walk_4, _jet_1),
    Shift: (
        lambda _, state, __, move: (
            move.beast != (due := state.phase.beast) and told("shift.1", state.beasts[due], beast=BEASTS[due])
        ),
        lambda box, state, seat, move: (
            move.cell not in (near := box.next[state.hunters[seat]])
            and told("shift.2", *near, beast=BEASTS[move.beast])
        ),
        lambda box, state, _, move: (
            move.cell != box.trap
            and (move.cell in state.hunters or move.cell in state.beasts)
            and told("shift.3", move.cell, beast=BEASTS[move.beast])
        ),
    ),
    Sleep: (
        lambda box, state, _, move: (
            move.beast not in awake(box, state)
            and told("dart.1", state.beasts[move.beast], beast=BEASTS[move.beast])
        ),
    ),
    Jump: (
        _walk_3,
        lambda _, state, seat, __: (
            not _may_use(state, seat, Stage.PORTAL, Stage.TELEPORT) and told("portal.1", state.hunters[seat])
        ),
        _portal_2,
        lambda _, state, seat, __: (
            seat in state.stayed
            and not _may_use(state, seat, Stage.TELEPORT)
            and told("portal.3", state.hunters[seat])
        ),
        _portal_8,
        _teleport_2,
    ),
    Stay: (),
    Run: (_runs,),
}
"""The tests of each verb."""
