"""Whether pieces came to a cell, left it or stayed, without a portrait of them: by how the cell looked when
it was bare, and by what stands out from what surrounds it.

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
cells 0.00 (16 of 17 on three ray-traced clips, once 0.11), with one piece 0.05 to 0.38 ..."""
_COVER, _NOTHING, _SOMETHING = number("coming.cover"), number("coming.nothing"), number("coming.something")
"""... nats for a share of 1; and at most for nothing, and for something: a neighbour's head leans in, too."""
_DIRECTION, _DIRECTED = number("coming.direction"), number("coming.directed")
"""Nats for a piece that surely came, and at most: on three ray-traced and three simulated clips 142 of 153
changes went the way that their cells say."""
_REPLACED = number("coming.replaced")
"""Where a piece came to a bare cell, or left one bare, it is as likely that one piece replaced another."""
_REMAINS = number("coming.remains")
"""Nats for the share of what lay in a cell that looks as before when a piece has come to it. On four clips
0.7 and more of it does in 16 of 24 changes where all stayed, below 0.3 in 25 of 27 where none did."""
_EXTENTS, _BASE, _PIECE = row("coming.extents"), row("coming.base"), row("coming.piece")
"""Shares of a cell that have changed; nats for another base at each of them, which changes the cell from rim
to rim, and for a piece that came or went, which does not. Of 390 changes of a base on two ray-traced and five
simulated clips 95 % changed 0.63 of a cell or more, of 1090 of a piece 95 % changed 0.6 or less."""


class Coming:
    """Of one table. ``came``, ``bare``, ``extent``: whether it is asked whether a piece came, left or stayed,
    whether a cell looks as it did when it was bare, and how much of it has changed; False to see what that is
    worth."""

    def __init__(self, came: bool = True, bare: bool = True, extent: bool = True) -> None:
        self._asks_came, self._asks_bare, self._asks_extent = came, bare, extent
        self.bare: dict[str, tuple[str, Image]] = {}
        """How each cell looked when it was last seen without pieces, and its base."""
        self._covered: dict[str, float] = {}
        self._appeared: dict[str, float] = {}
        self._remained: dict[str, float] = {}

    def begin(self) -> None:
        """There is a new view."""
        self._covered, self._appeared, self._remained = {}, {}, {}

    def occupied(self, seen: CellView, now: CellLook) -> float:
        """Nats for something in a cell, or nothing, by how it looked when it was bare."""
        bare = self._bare_of(seen, now.base) if self._asks_bare else None
        if bare is None:
            return 0.0
        if seen.cell not in self._covered:
            self._covered[seen.cell] = covered(seen.now, bare)
        nats = max(-_NOTHING, min(_SOMETHING, _COVER * (self._covered[seen.cell] - _FREE)))
        return nats if now.pieces else -nats

    def extent(self, seen: CellView, before: CellLook, now: CellLook) -> float:
        """Nats for another base, or for none, by how much of a cell has changed that may have several."""
        if not self._asks_extent:
            return 0.0
        nats = _PIECE if before.base == now.base else _BASE
        return float(np.interp(seen.change, _EXTENTS, nats))

    def changed(self, seen: CellView, before: CellLook, now: CellLook, scale: float) -> float:
        """Nats for these pieces having come, left and stayed, given that the cell changed. ``scale``: pixels
        a pitch. 0 where its base changed, or nothing came or left."""
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
        """``moved``: 1 when what differs came, -1 when it left."""
        more = len(now.pieces) - len(before.pieces)
        if not more:
            return 0.0
        alone = not before.pieces or not now.pieces
        nats = _DIRECTION * ((moved if more > 0 else -moved) - _REPLACED * alone)
        return max(-_DIRECTED, min(_DIRECTED, nats))

    def _stays(self, seen: CellView, before: CellLook, now: CellLook, scale: float) -> float:
        """What lay in a cell is still there beside what has come, or has gone."""
        there, after = Counter(before.pieces), Counter(now.pieces)
        stayed = there & after
        bare = self._bare_of(seen, now.base)
        if not there or not after - there or stayed not in (Counter(), there) or bare is None:
            return 0.0  # of several that some stayed says nothing: nobody knows how much they cover
        if seen.cell not in self._remained:
            assert seen.before is not None
            self._remained[seen.cell] = remained(seen.before, seen.now, bare, scale)
        nats = _REMAINS * (self._remained[seen.cell] - 0.5)
        return nats if stayed else -nats

    def _bare_of(self, seen: CellView, base: str) -> Image | None:
        """How a cell looked when it was bare, if that was on this base, and in as large a patch."""
        lay, bare = self.bare.get(seen.cell, ("", None))
        return bare if bare is not None and lay == base and bare.shape == seen.now.shape else None
