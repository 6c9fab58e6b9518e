"""The fast generator of legal moves, which the tests prove equal to the clause tests of ``refusals``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.games.marso.box import Box
from companion.games.marso.cards import unaccounted
from companion.games.marso.moves import Discard, Fly, Jump, Move, Run, Shift, Sleep, Stay, Walk
from companion.games.marso.refusals import awake, chain_due, line_due, way, ways_to_carry_out
from companion.games.marso.state import Stage, State, reachable_tokens
from companion.games.marso.words import UNKNOWN


def legal_moves(box: Box, state: State, seat: int) -> tuple[Move, ...]:
    """Every legal move of the seat: cards in the order of cards, cells by number."""
    phase = state.phase
    if phase.stage is Stage.BEASTS:
        beast = line_due(box, state)[0]
        return (Run(beast, chain_due(box, state).beasts[beast]),)
    if phase.seat != seat:
        return ()
    match phase.stage:
        case Stage.CARD:
            return tuple(_legal_cards(box, state, seat))
        case Stage.WALK:
            return tuple(
                Walk(cell)
                for cell in way(box, state, seat, phase.path[0])
                if cell != box.trap and cell not in state.hunters
            )
        case Stage.FLY:
            taken = {box.trap, *state.hunters, *state.beasts}
            return tuple(Fly(cell) for cell in range(len(box.names)) if cell not in taken)
        case Stage.SLEEP:
            return tuple(map(Sleep, awake(box, state)))
        case Stage.SHIFT:
            return tuple(_legal_shifts(box, state, seat))
        case Stage.TELEPORT:
            return tuple(map(Jump, reachable_tokens(box, state, seat, any_colour=True)))
        case Stage.PORTAL:
            banned = seat in state.stayed
            reached = [] if banned else reachable_tokens(box, state, seat, any_colour=False)
            return (Stay(), *map(Jump, reached))
    return ()


def _legal_cards(box: Box, state: State, seat: int) -> Iterator[Move]:
    """What can be laid; then, of cards that cannot be carried out, the hands that may be thrown away."""
    hand = state.hands[seat]
    stuck: dict[str, int] = {}
    unseen = hand.count(UNKNOWN)
    for card in box.cards:
        left = unaccounted(box, state, card) if unseen else 0
        if left <= 0 and card not in hand:
            continue
        ways = list(ways_to_carry_out(box, state, seat, card))
        yield from ways
        if not ways:
            stuck[card] = left
    named = Counter(card for card in hand if card != UNKNOWN)
    if not set(named) <= set(stuck):
        return
    for others in combinations_with_replacement(stuck, unseen):
        if all(count <= stuck[card] for card, count in Counter(others).items()):
            yield Discard(tuple(sorted((*named.elements(), *others), key=box.order.__getitem__)))


def _legal_shifts(box: Box, state: State, seat: int) -> Iterator[Move]:
    for cell in sorted(set(box.next[state.hunters[seat]])):
        if cell == box.trap or (cell not in state.beasts and cell not in state.hunters):
            yield Shift(state.phase.beast, cell)
