"""Moves of players and outcomes of the table, and the words of which their texts are made."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.jungle.edition import NONE, Edition
from companion.games.jungle.words import HAND_PLACES, PLACE_RANK, POT
from companion.rules.grammar import Forms, Grammar, Number, Several, Word, Words


class Move(NamedTuple):
    """``duel``, ``inward`` or ``give PILE PLACE [NUMBER]``; NUMBER 0: all that is left of the pile.

    Names, not numbers: a text is read without knowing who plays.
    """

    verb: str
    pile: str = ""
    place: str = ""
    number: int = 0


class Outcome(NamedTuple):
    """What people or sensors saw: a verb, the places it is about, and the card of ``pot`` and ``flip``."""

    verb: str
    places: tuple[str, ...] = ()
    card: int = NONE


DUEL: Final = Move("duel")
INWARD: Final = Move("inward")
FALL: Final = Outcome("fall")
LAPSE: Final = Outcome("lapse")

FORMS: Final[Forms] = {"duel": "", "inward": "", "give": "PILE PLACE [NUMBER]"}
OUTCOMES: Final[Forms] = {
    "pot": "CARD",
    "flip": "places:PLACE CARD",
    "grab": "places:PLACE",
    "early": "places:PLACE",
    "fall": "[places:PLACE]",
    "tie": "places:TIED",
    "holder": "places:PLACE",
    "lapse": "",
}


def _order_fault(places: tuple[str, ...]) -> str:
    ranks = [PLACE_RANK[place] for place in places]
    right = ranks == sorted(set(ranks)) and len({place in HAND_PLACES for place in places}) == 1
    return "" if right else "tied places are different ones, told in the order of places"


_PLACE: Final = "place; places are s1 to s15, or s1r s2r s1l s2l"
PLACE: Final = Word(_PLACE, {place: place for place in PLACE_RANK})
MOVES: Final = Grammar(
    Move,
    FORMS,
    {
        "PILE": Word("pile; piles are places and the pot", {**PLACE.values, POT: POT}),
        "PLACE": PLACE,
        "NUMBER": Number("the number of cards that are given", 1),
    },
)
"""Names, not numbers: a text is read without knowing who plays."""


def words_of(edition: Edition) -> Words:
    """What may stand in outcomes, with the cards of an edition."""
    return {
        "PLACE": Word(_PLACE, {place: (place,) for place in PLACE_RANK}),
        "TIED": Several(PLACE, 2, len(PLACE_RANK), "PLACE PLACE ...", _order_fault),
        "CARD": Word("card of this edition", edition.names),
    }
