"""Moves of players and outcomes of the table, and their one-line text."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.games.jungle.edition import NONE, Edition
from companion.games.jungle.words import HAND_PLACES, PLACE_RANK, POT
from companion.rules.contract import NotationError
from companion.rules.text import read_number, read_words


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

_FORMS: Final = {
    "pot": "CARD",
    "flip": "PLACE CARD",
    "grab": "PLACE",
    "early": "PLACE",
    "fall": "[PLACE]",
    "tie": "PLACE PLACE ...",
    "holder": "PLACE",
    "lapse": "",
}
_PLACES: Final = {"pot": (0, 0), "flip": (1, 1), "fall": (0, 1), "tie": (2, len(PLACE_RANK)), "lapse": (0, 0)}


def format_move(move: Move) -> str:
    """The one text of a move."""
    if move.verb != "give":
        return move.verb
    return f"give {move.pile} {move.place}" + (f" {move.number}" if move.number else "")


def parse_move(text: str) -> Move:
    """Read a move. Raises NotationError."""
    verb, *words = read_words(text)
    if verb in ("duel", "inward"):
        if words:
            raise NotationError(f"nothing stands after {verb}")
        return Move(verb)
    if verb != "give":
        raise NotationError(f"{verb!r} is no move; the moves are duel, inward, give PILE PLACE [NUMBER]")
    if len(words) not in (2, 3):
        raise NotationError("after give come a pile, a place and, for a part of the pile, a number")
    if words[0] != POT:
        check_place(words[0])
    check_place(words[1])
    number = read_number(words[2], "the number of cards") if len(words) == 3 else 0
    if len(words) == 3 and not number:
        raise NotationError("at least one card is given")
    return Move("give", words[0], words[1], number)


def format_outcome(edition: Edition, outcome: Outcome) -> str:
    """The one text of an outcome."""
    words = (outcome.verb, *outcome.places)
    return " ".join(words if outcome.card == NONE else (*words, edition.names[outcome.card]))


def parse_outcome(edition: Edition, text: str) -> Outcome:
    """Read an outcome. Raises NotationError."""
    verb, *words = read_words(text)
    if verb not in _FORMS:
        raise NotationError(f"{verb!r} is no outcome; the outcomes are {', '.join(_FORMS)}")
    card = NONE
    if verb in ("pot", "flip"):
        card = read_card(edition, words.pop() if words else "")
    least, most = _PLACES.get(verb, (1, 1))
    if not least <= len(words) <= most:
        raise NotationError(f"write it as '{verb} {_FORMS[verb]}'".replace(" '", "'"))
    for word in words:
        check_place(word)
    if verb == "tie":
        _check_order(words)
    return Outcome(verb, tuple(words), card)


def _check_order(words: list[str]) -> None:
    ranks = [PLACE_RANK[word] for word in words]
    if ranks != sorted(set(ranks)) or len({word in HAND_PLACES for word in words}) > 1:
        raise NotationError("tied places are different ones, told in the order of places")


def check_place(word: str, line: int | None = None) -> None:
    """Raises NotationError for a word that is no place of any match."""
    if word not in PLACE_RANK:
        raise NotationError(f"{word!r} is no place; places are s1 to s15, or s1r s2r s1l s2l", line)


def read_card(edition: Edition, word: str, line: int | None = None) -> int:
    """The number of a card. Raises NotationError."""
    card = edition.index.get(word)
    if card is None:
        raise NotationError(f"{word!r} is no card of this edition", line)
    return card
