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
    ``what`` says too little. ``rare``: it is seldom meant and costs much, so it stands last, and people who
    can hardly have seen it are asked once more; ``final``: they are asked always, because to take it back
    does not bring back what it costs. ``covers``: all the places on which ``what`` is laid, each as good to
    touch as ``cell``."""

    cell: str = ""
    what: str = ""
    say: str = ""
    rare: bool = False
    final: bool = False
    covers: tuple[str, ...] = ()

    @property
    def phrase(self) -> str:
        """What it is called: a term of the game."""
        return self.say or self.what or self.cell

    @property
    def cells(self) -> tuple[str, ...]:
        """The places that say it."""
        return self.covers or ((self.cell,) if self.cell else ())


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
