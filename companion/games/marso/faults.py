"""Why a position cannot be: one English sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.marso.box import Box
from companion.games.marso.cards import unaccounted
from companion.games.marso.state import HAND_SIZE, NOBODY, TURN_STAGES, Stage, State, token_at
from companion.games.marso.turn import passed_over
from companion.games.marso.words import BEASTS, SIDES


def faults(box: Box, state: State) -> tuple[str, ...]:
    """Empty when the position is possible."""
    return (
        *_figures(box, state),
        *_cards(box, state),
        *_turn(state),
        *_beast_step(box, state),
        *_score_cards(state),
    )


def _figures(box: Box, state: State) -> Iterator[str]:
    phase = state.phase
    if len(set(state.hunters)) < len(state.hunters):
        yield "two hunters stand on one cell"
    if box.trap in state.hunters:
        yield "a hunter stands in the Trap"
    free = [cell for cell in state.beasts if cell != box.trap]
    if len(set(free)) < len(free):
        yield "two beasts stand on one cell outside the Trap"
    for beast, cell in enumerate(state.beasts):
        due = phase.stage is Stage.SHIFT and phase.beast == beast
        if cell in state.hunters and not (due and state.hunters[phase.seat] == cell):
            yield f"the {BEASTS[beast]} beast and a hunter stand on one cell"
        if due and state.hunters[phase.seat] != cell:
            yield f"the {BEASTS[beast]} beast is to be put aside but no hunter has stepped on it"
    for seat in sorted(state.stayed):
        if token_at(state, state.hunters[seat]) == NOBODY:
            yield f"the hunter {_side(state, seat)} declined a jump but stands on no token"


def _cards(box: Box, state: State) -> Iterator[str]:
    laid = sum(card is not None for card in state.laid)
    count = state.deck + sum(map(len, state.hands)) + laid + sum(state.discard)
    if count != box.cards_in_all:
        yield f"there are {count} hunter cards instead of {box.cards_in_all}"
    for seat, card_laid in enumerate(state.laid):
        if card_laid is not None and card_laid.path not in (box.cards[card_laid.card].paths or ("",)):
            yield f"{_side(state, seat)} has laid {card_laid.card}, which does not show {card_laid.path}"
    for card in box.cards:
        if unaccounted(box, state, card) < 0:
            yield f"there are more {card} cards than the box has"
    for seat, hand in enumerate(state.hands):
        if len(hand) + (state.laid[seat] is not None) != HAND_SIZE:
            yield f"{_side(state, seat)} has not {HAND_SIZE} cards in hand and laid"
    if state.open in state.spent:
        yield f"beast card b{state.open} is open and spent at once"


def _turn(state: State) -> Iterator[str]:
    phase = state.phase
    seats = len(state.terms.sides)
    in_turn = phase.stage in TURN_STAGES
    had = (phase.seat - state.start) % seats + (phase.stage is not Stage.CARD) if in_turn else 0
    may = {(state.start + i) % seats for i in range(had)}
    for seat, laid in enumerate(state.laid):
        if laid is not None and seat not in may:
            yield f"{_side(state, seat)} has a card laid before its turn"
    if phase.stage is Stage.WALK or (phase.stage is Stage.SHIFT and phase.path):
        laid = state.laid[phase.seat]
        if laid is None or not laid.path.endswith(phase.path):
            yield f"the path {phase.path} is not the end of a path of the card laid"


def _beast_step(box: Box, state: State) -> Iterator[str]:
    phase = state.phase
    if phase.stage is not Stage.BEASTS:
        return
    lines = box.edition.beast_cards[state.open - 1]
    if not 1 <= phase.line <= len(lines):
        yield f"beast card b{state.open} has no line {phase.line}"
    elif passed_over(box, state, lines[phase.line - 1][0]):
        yield f"line {phase.line} of beast card b{state.open} is passed over"


def _score_cards(state: State) -> Iterator[str]:
    shown = [card for card in state.secrets if card]
    if len(set(shown)) < len(shown):
        yield "two seats have the same score card"
    if state.phase.stage is Stage.SCORES and len(shown) == len(state.secrets):
        yield "all score cards are known, so the scores are no longer awaited"


def _side(state: State, seat: int) -> str:
    return SIDES[state.terms.sides[seat]]
