"""How a finger says a move: which places and pictures it touches, in which order.

A game may say so itself (:class:`Tappable`); without that a finger says the words of the text form, and every
word that names a cell is touched on the board.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol, cast


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch. ``cell``: the place, "" for a picture beside the board. ``what``: the piece that is meant
    there (as in ``Look``), a card, or a word of the game. ``say``: a phrase of the game for it where that of
    ``what`` says too little. ``rare``: it is seldom meant and costs much, so people are asked once more."""

    cell: str = ""
    what: str = ""
    say: str = ""
    rare: bool = False

    @property
    def phrase(self) -> str:
        """What it is called: a term of the game."""
        return self.say or self.what or self.cell


class Tappable(Protocol):
    """What a game may offer beside: its moves and outcomes as touches."""

    def taps(self, state: Any, seat: str, text: str) -> tuple[Tap, ...]:
        """The touches of a move (``seat`` "": of an outcome) in its text form, legal or not; never none."""
        ...


def taps_of(game: object, state: Any, seat: str, text: str, cells: Collection[str]) -> tuple[Tap, ...]:
    """The touches of a move or outcome. ``cells``: the places of the table."""
    if hasattr(game, "taps"):  # as the protocol asks, but faster: attempts are thousands
        return cast(Tappable, game).taps(state, seat, text)
    return tuple(Tap(word) if word in cells else Tap(what=word) for word in text.split())
