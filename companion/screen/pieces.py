"""How a piece is drawn, by the words of its name. Some words mean the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion.rules import palette
from companion.rules.contract import Zone
from companion.rules.pieces import Pose, PosedPiece
from companion.screen import theme

_BACK = theme.rgb(palette.BACK)


@dataclass(frozen=True, slots=True)
class Sign:
    """``shape``: one of ``pictures.shape``, or ``card``. ``number``: the seat's, 0 for a piece of nobody.
    ``word``: what is written on it if there is no number. ``turned``: whether it lies turned half round.
    ``letters``: what is written instead of number and word; ``low``: it is written in the lower half."""

    shape: str
    colour: theme.Colour
    number: int = 0
    word: str = ""
    turned: bool = False
    letters: str = ""
    low: bool = False


def sign_of(piece: PosedPiece, seats: tuple[str, ...]) -> Sign:
    """The sign of a piece. A seat's figure shows the seat's sign, a coloured piece its colour; everything
    else is a card."""
    turned, lying = piece.pose is Pose.TURNED, piece.pose is Pose.LYING
    words = piece.name.split()
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


def kinds_apart(zones: Iterable[Zone], seats: Sequence[str], name: Callable[[str], str]) -> dict[str, str]:
    """For the kinds of men that seats have (``knight white``): the shortest beginnings of their names that
    tell the kinds apart. Empty if every seat has only one kind, which its number tells. ``name``: gives the
    name of a kind."""
    men = {piece for zone in zones for stack in zone.stacks for piece in stack}
    kinds = sorted({man.kind for man in men if man.which in seats})
    names = {kind: name(kind) for kind in kinds}
    return (
        {kind: _beginning(called, names.values()) for kind, called in names.items()} if len(kinds) > 1 else {}
    )


def _beginning(name: str, names: Iterable[str]) -> str:
    others = [other for other in names if other != name]
    lengths = range(1, len(name))
    return next((name[:n] for n in lengths if not any(other.startswith(name[:n]) for other in others)), name)


def short_name(name: str, code: str) -> str:
    """For a place that is too small for a name: its code if that is one of its words, else their initials."""
    words = [word.strip("«»") for word in name.split()]
    return code if code in words else "".join(word[:1] for word in words).upper()


def _caption(words: Sequence[str]) -> str:
    return " ".join(words[1:]) if words[0] == "card" else " ".join(words)
