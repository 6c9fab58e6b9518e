"""How a finger says a move: which places and pictures it touches, in which order.

A game may say so itself (:class:`Tappable`); without that a finger says the words of the text form, and every
word that names a cell is touched on the board.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch. ``cell``: the place, "" for a picture beside the board. ``what``: the piece that is meant
    there (as in ``Look``), a card, or a word of the game. ``say``: a phrase of the game for it where that of
    ``what`` says too little."""

    cell: str = ""
    what: str = ""
    say: str = ""

    @property
    def phrase(self) -> str:
        """What it is called: a term of the game."""
        return self.say or self.what or self.cell


@runtime_checkable
class Tappable(Protocol):
    """What a game may offer beside: its moves and outcomes as touches."""

    def taps(self, state: Any, seat: str, text: str) -> tuple[Tap, ...]:
        """The touches of a move (``seat`` "": of an outcome) in its text form, legal or not; never none."""
        ...


def taps_of(game: object, state: Any, seat: str, text: str, cells: Collection[str]) -> tuple[Tap, ...]:
    """The touches of a move or outcome. ``cells``: the places of the table."""
    own = _own_taps(type(game))  # type: ignore[arg-type] # mypy: a type is no Hashable
    if own is not None:
        taps: tuple[Tap, ...] = own(game, state, seat, text)
        return taps
    return tuple(Tap(word) if word in cells else Tap(what=word) for word in text.split())


@lru_cache(maxsize=64)
def _own_taps(kind: Hashable) -> Any:
    """A game's own method, looked for once: attempts are thousands, and a protocol is slow to check."""
    return kind.taps if isinstance(kind, type) and issubclass(kind, Tappable) else None
