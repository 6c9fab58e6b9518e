"""What is known of the things of one box: portraits of them, and cards that were learned before.

State: the portraits, and what was compared in the newest view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vision.objects import CARD, SPUN, Cutting, half_round
from vision.recognition.cards import CardBox
from vision.recognition.comparing import Turned
from vision.recognition.spun import deck_of, joined
from vision.tuning import whole
from vision.types import Spot

KEPT = whole("album.kept")
"""So many portraits of one name are kept: pieces look a little different from every side and in every corner
of the table."""


class Album:
    """``portraits``: cuttings by name; ``cards``: cards of the box that were learned before. Of the newest
    view: ``gone``: cells, the pieces that seem to have left them, and how those looked there; ``cuttings``,
    ``distances``, ``read``: what readers worked out."""

    def __init__(
        self, spots: Sequence[Spot], portraits: Mapping[str, Sequence[Cutting]], cards: CardBox | None
    ) -> None:
        self._upright = {name: face for spot in spots for name, face in spot.turned}
        self.portraits = {name: list(some) for name, some in portraits.items()}
        self.cards = cards
        self._deck: CardBox | None = None
        self.begin()

    def begin(self) -> None:
        """Begin a new view."""
        self.gone: list[tuple[str, str, Cutting]] = []
        self.cuttings: dict[tuple[str, bool, int], tuple[Cutting, Turned] | None] = {}
        self.distances: dict[tuple[str, str, int], float | None] = {}
        self.read: dict[tuple[str, int], Mapping[str, float]] = {}

    def face(self, name: str) -> str:
        """The name of the piece, without how it lies."""
        return self._upright.get(name, name)

    def of(self, name: str) -> list[Cutting]:
        """The portraits of a piece, however it lies."""
        return self.portraits.get(self.face(name), [])

    def upright(self, name: str) -> list[Cutting]:
        """The portraits of a piece, as a card lies that means this and not its turned self."""
        return [half_round(kept) for kept in self.of(name)] if name in self._upright else self.of(name)

    def keep(self, name: str, cutting: Cutting | None) -> None:
        """Keep a portrait, if there is one."""
        if cutting is None:
            return
        if cutting.size == SPUN:
            if self.has_symbol(name):
                return  # its symbol tells it; another portrait would only take time
            self._deck = None
        if cutting.size == CARD and name in self._upright:
            name, cutting = self.face(name), half_round(cutting)
        kept = self.portraits.setdefault(name, [])
        kept.append(cutting)
        del kept[:-KEPT]

    def has_symbol(self, name: str) -> bool:
        """Whether the card is known in places where cards lie turned by any angle."""
        learned = self.cards is not None and name in self.cards.names
        return learned or any(kept.size == SPUN for kept in self.portraits.get(name, ()))

    @property
    def deck(self) -> CardBox | None:
        """All cards that are known there."""
        self._deck = self._deck or joined(deck_of(self.portraits), self.cards)
        return self._deck

    def known(self, possible: frozenset[str]) -> list[str]:
        """Those of the ``possible`` names that something is known of."""
        known = {
            *self.portraits,
            *(self.cards.names if self.cards else ()),
            *(one for _, one, _ in self.gone),
        }
        return sorted(name for name in possible if self.face(name) in known or name in known)
