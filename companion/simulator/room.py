"""Whether there is room for a wooden figure: seen from straight above, two figures must not overlap.

Lengths are pitches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.simulator.scene import Piece
from companion.simulator.solids import Solid, placed
from vision.opencv import cv2

_FAR = 1.4
"""Figures whose feet are farther apart do not touch."""


class Room:
    """Knows the figures of a box. ``solid``: gives the figure of a name, None for a flat piece."""

    def __init__(self, solid: Callable[[str], Solid | None]) -> None:
        self._solid = lru_cache(maxsize=None)(solid)

    def overlap(self, piece: Piece, others: Iterable[Piece]) -> float:
        """The area in square pitches in which the piece would overlap the others."""
        own = self._outline(piece)
        if own is None:
            return 0.0
        near = (other for other in others if np.hypot(other.x - piece.x, other.y - piece.y) <= _FAR)
        outlines = (self._outline(other) for other in near)
        return sum(float(cv2.intersectConvexConvex(own, its)[0]) for its in outlines if its is not None)

    def _outline(self, piece: Piece) -> NDArray[np.float32] | None:
        """The convex hull of the area that a figure covers, None for a flat piece."""
        solid = self._solid(piece.name)
        if solid is None:
            return None
        points = placed(solid, piece.x, piece.y, piece.z, piece.angle, piece.pose)[:, :2]
        return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float32)
