"""What the table looks like, what hands change, what the lamp shows, what a camera is taught by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from companion.games.jungle.course import Course
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.state import State, Table, set_up
from companion.games.jungle.words import POT
from companion.games.jungle.zones import BACK, TOTEM, card_piece
from companion.rules.contract import CellId, Certainty, Lamp, Look, Seat
from companion.rules.pieces import PosedPiece
from companion.rules.record import replace

_BARE = Look()
_CLOSED = Look(pieces=(BACK,))
_TOTEM = Look(pieces=(TOTEM,), certainty=Certainty.ANY)
READY = frozenset({"flip", "burst", "claim", "tie"})
"""Phases in which the totem stands to be grabbed. A claim is not told apart: seeing it is the game."""


def looks(state: State) -> dict[CellId, Look]:
    """What each zone should look like. Of a stack only the top is seen, of the pot any of its cards. The
    totem is in a hand after a grab, and people put it straight at any time: where it stands tells no act."""
    found = {CellId(TOTEM): _TOTEM}
    for pile in range(state.table.pot + 1):
        look = _pile_look(state, pile)
        if look is not _BARE:
            found[_cell(state.table, pile)] = look
    for place, name in enumerate(state.table.places):
        if state.closed[place]:
            found[CellId(f"closed:{name}")] = _CLOSED
    return found


def _pile_look(state: State, pile: int) -> Look:
    cards = state.pile(pile)
    if not cards:
        return _BARE
    names = state.table.edition.names
    if pile == state.table.pot and len(cards) > 1:
        return Look(pieces=tuple(card_piece(names[card]) for card in cards), certainty=Certainty.ANY)
    return _open(card_piece(names[cards[-1]]))


@lru_cache(maxsize=256)
def _open(piece: PosedPiece) -> Look:
    """One open card. The same object each time, for whoever compares thousands of positions."""
    return Look(pieces=(piece,))


def _cell(table: Table, pile: int) -> CellId:
    return CellId(POT if pile == table.pot else f"open:{table.places[pile]}")


def handled(state: State, seat: Seat, move: Move) -> dict[CellId, Look]:
    """The zones that a gift changes, legal or not; a choice between duel and inward leaves no trace."""
    del seat
    table = state.table
    pile = table.number.get(move.pile, table.pot if move.pile == POT else -1)
    place = table.number.get(move.place, -1)
    if move.verb != "give" or pile < 0 or place < 0 or not state.pile(pile):
        return {}
    course = Course(state)
    course.give(pile, place, min(move.number, len(state.pile(pile))) or len(state.pile(pile)))
    after = course.state()
    return {
        _cell(table, pile): _pile_look(after, pile),
        CellId(f"closed:{move.place}"): _CLOSED,
    }


def mistaken(state: State) -> Iterator[tuple[Outcome, Mapping[CellId, Look]]]:
    """Cards that somebody turns over out of turn, and how the stacks look then."""
    table = state.table
    for place, closed in enumerate(state.closed if state.phase == "flip" else ()):
        if not closed or place == state.turn:
            continue
        name = table.places[place]
        left = _CLOSED if closed > 1 else _BARE
        for card, copies in enumerate(table.copies):
            if copies and state.unaccounted(card) > 0:
                face = _open(card_piece(table.edition.names[card]))
                outcome = Outcome("flip", (name,), card)
                yield outcome, {CellId(f"open:{name}"): face, CellId(f"closed:{name}"): left}


def drawn_from(outcome: Outcome) -> tuple[CellId, ...]:
    """The closed stack from which a card is turned over."""
    return (CellId(f"closed:{outcome.places[0]}"),) if outcome.verb == "flip" else ()


def lamps(state: State) -> tuple[Lamp, ...]:
    """One lamp in the totem: green while it stands ready."""
    return (Lamp("green", "steady", True) if state.phase in READY else Lamp(),)


def teaching(table: Table) -> tuple[State, ...]:
    """The set-up, then positions with an open card at every place and one under the totem: all cards once."""
    first = set_up(table)
    places = len(table.places)
    cards = [card for card, copies in enumerate(table.copies) if copies]
    taught = [first]
    for start in range(0, len(cards), places):
        shown = cards[start : start + places]
        opened = tuple((card,) for card in shown) + ((),) * (places - len(shown))
        closed, more = divmod(table.cards - len(shown), places)
        taught.append(
            replace(
                first,
                phase="flip",
                opened=opened,
                closed=tuple(closed + (place < more) for place in range(places)),
            )
        )
    return tuple(taught)
