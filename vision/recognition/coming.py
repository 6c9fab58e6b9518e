"""Whether pieces came to a cell, left it or stayed, without portraits of them. Two things tell it: how the
cell looked when it was bare, and what stands out from what surrounds it.

State: how each cell looked when it was last seen bare, and what was measured in the newest view."""

from __future__ import annotations

from collections import Counter

import numpy as np

from vision.objects import appeared, covered, remained
from vision.seeing import CellView
from vision.tuning import number, row
from vision.types import CellLook, Image

_FREE = number("coming.free")
"""Share of a cell that does not look as when it was bare, at which it may hold something or nothing: of bare
cells 0.00 (16 of 17 on three ray-traced clips, once 0.11), with one piece 0.05 to 0.38."""
_COVER, _NOTHING, _SOMETHING = number("coming.cover"), number("coming.nothing"), number("coming.something")
"""Nats for a share of 1, and most nats for an empty cell and for an occupied one. They are limited because a
neighbour's head leans in, too."""
_DIRECTION, _DIRECTED = number("coming.direction"), number("coming.directed")
"""Nats for a piece that surely came, and the most nats. On three ray-traced and three simulated clips 142 of
153 changes went the way that their cells say."""
_REPLACED = number("coming.replaced")
"""Where a piece came to a bare cell or left one bare, so much is taken off the measure of that (1: it surely
came or left), because one piece may have replaced another."""
_REMAINS = number("coming.remains")
"""Nats for the share of what lay in a cell that still looks the same after a piece has come to it. On four
clips that share is 0.7 and more in 16 of 24 changes where all pieces stayed, and below 0.3 in 25 of 27 where
none did."""
_EXTENTS, _BASE, _PIECE = row("coming.extents"), row("coming.base"), row("coming.piece")
"""Shares of a cell that have changed, and for each the nats for another base and for a piece that came or
went. Another base changes the cell from rim to rim, a piece does not: of 390 changes of a base on two
ray-traced and five simulated clips 95 % changed 0.63 of a cell or more, of 1090 of a piece 95 % changed 0.6
or less. A cell that has not changed says nothing for a piece."""


class Coming:
    """The cells of one table. ``came``: whether it is asked what came, left or stayed; ``bare``: whether it
    is asked if a cell looks as when it was bare; ``extent``: whether it is asked how much of a cell has
    changed. False leaves that out, to see what it is worth."""

    def __init__(self, came: bool = True, bare: bool = True, extent: bool = True) -> None:
        self._asks_came, self._asks_bare, self._asks_extent = came, bare, extent
        self.bare: dict[str, tuple[str, Image]] = {}
        """How each cell looked when it was last seen without pieces, and its base."""
        self._covered: dict[str, float] = {}
        self._appeared: dict[str, float] = {}
        self._remained: dict[str, float] = {}

    def begin(self) -> None:
        """Begin a new view."""
        self._covered, self._appeared, self._remained = {}, {}, {}

    def occupied(self, seen: CellView, now: CellLook) -> float:
        """Nats for something lying in a cell (or for nothing), by how the cell looked when it was bare."""
        bare = self._bare_of(seen, now.base) if self._asks_bare else None
        if bare is None:
            return 0.0
        if seen.cell not in self._covered:
            self._covered[seen.cell] = covered(seen.now, bare)
        nats = max(-_NOTHING, min(_SOMETHING, _COVER * (self._covered[seen.cell] - _FREE)))
        return nats if now.pieces else -nats

    def extent(self, seen: CellView, before: CellLook, now: CellLook) -> float:
        """Nats for another base, or for the same one, by how much has changed of a cell that may have
        several."""
        if not self._asks_extent:
            return 0.0
        nats = _PIECE if before.base == now.base else _BASE
        return float(np.interp(seen.change, _EXTENTS, nats))

    def changed(self, seen: CellView, before: CellLook, now: CellLook, scale: float) -> float:
        """Nats for these pieces having come, left and stayed, given that the cell changed; 0 if its base
        changed, or if nothing came or left. ``scale``: pixels a pitch."""
        if (
            not self._asks_came
            or seen.before is None
            or before.base != now.base
            or before.pieces == now.pieces
        ):
            return 0.0
        if seen.cell not in self._appeared:
            self._appeared[seen.cell] = appeared(seen.before, seen.now, scale)
        return self._direction(self._appeared[seen.cell], before, now) + self._stays(seen, before, now, scale)

    def _direction(self, moved: float, before: CellLook, now: CellLook) -> float:
        """Nats for the direction of the change. ``moved``: 1 if what differs came, -1 if it left."""
        more = len(now.pieces) - len(before.pieces)
        if not more:
            return 0.0
        alone = not before.pieces or not now.pieces
        nats = _DIRECTION * ((moved if more > 0 else -moved) - _REPLACED * alone)
        return max(-_DIRECTED, min(_DIRECTED, nats))

    def _stays(self, seen: CellView, before: CellLook, now: CellLook, scale: float) -> float:
        """Nats for what lay in a cell being still there, beside what has come or gone."""
        there, after = Counter(before.pieces), Counter(now.pieces)
        stayed = there & after
        bare = self._bare_of(seen, now.base)
        if not there or not after - there or stayed not in (Counter(), there) or bare is None:
            return 0.0  # if several lay there and only some stayed, nobody knows how much those cover
        if seen.cell not in self._remained:
            assert seen.before is not None
            self._remained[seen.cell] = remained(seen.before, seen.now, bare, scale)
        nats = _REMAINS * (self._remained[seen.cell] - 0.5)
        return nats if stayed else -nats

    def _bare_of(self, seen: CellView, base: str) -> Image | None:
        """How a cell looked when it was bare, if it was on this base then and its patch had the same size."""
        lay, bare = self.bare.get(seen.cell, ("", None))
        return bare if bare is not None and lay == base and bare.shape == seen.now.shape else None
