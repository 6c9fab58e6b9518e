"""From the name of a piece to how it is drawn: names are words, and some words are known to everybody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.screen import theme

_BACK = theme.rgb("4b5f8a")


@dataclass(frozen=True, slots=True)
class Sign:
    """``shape``: one of ``pictures.shape`` or ``card``. ``number``: the seat's, 0 for a piece of nobody.
    ``word``: what is written on it when there is no number. ``turned``: lies turned half round."""

    shape: str
    colour: theme.Colour
    number: int = 0
    word: str = ""
    turned: bool = False


@lru_cache(maxsize=512)
def sign_of(piece: str, seats: tuple[str, ...]) -> Sign:
    """A seat's figure shows the seat's sign, a coloured one its colour, everything else is a card."""
    words = piece.split()
    turned = words[-1] == "turned"
    lying = words[-1] == "lying"
    if turned or lying:
        words = words[:-1]
    name = words[-1]
    if words[0] == "card" or len(words) == 1 or words[-1] == "card":
        colour = _BACK if name == "back" else theme.CARD
        word = "" if name == "back" else _caption(words)
        return Sign("card", colour, word=word, turned=turned)
    if name in seats:
        sign = theme.seat_sign(name, seats)
        return Sign("lying" if lying else sign.shape, sign.colour, number=sign.number)
    if name in theme.COLOURS:
        return Sign("lying" if lying else "beast", theme.COLOURS[name], word=name)
    return Sign("card", theme.CARD, word=piece, turned=turned)


def short_name(name: str, code: str) -> str:
    """For a place that is too small for a name: its code if that is one of its words, else their initials."""
    words = [word.strip("«»") for word in name.split()]
    return code if code in words else "".join(word[:1] for word in words).upper()


def _caption(words: Sequence[str]) -> str:
    return " ".join(words[1:]) if words[0] == "card" else " ".join(words)
