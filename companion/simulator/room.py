"""How much room pieces take: what is flat, and where two figures would overlap, seen from straight above.

Lengths are pitches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import hypot

import numpy as np
from numpy.typing import NDArray

from companion.rules.pieces import Pose
from companion.simulator.scene import Piece
from companion.simulator.solids import Solid, placed
from vision.opencv import cv2


class Room:
    """Implements :class:`companion.simulator.scene.Space` for a box. ``solid``: gives the figure of a name,
    None for a flat piece."""

    def __init__(self, solid: Callable[[str], Solid | None]) -> None:
        self._solid = lru_cache(maxsize=None)(solid)
        self._reach = lru_cache(maxsize=None)(self._farthest)

    def is_flat(self, name: str) -> bool:
        return self._solid(name) is None

    def overlap(self, piece: Piece, others: Iterable[Piece]) -> float:
        own = self._outline(piece)
        if own is None:
            return 0.0
        outlines = (self._outline(other) for other in others if self._near(piece, other))
        return sum(float(cv2.intersectConvexConvex(own, its)[0]) for its in outlines if its is not None)

    def _near(self, one: Piece, other: Piece) -> bool:
        """Whether their feet are so near that they may touch."""
        reach = self._reach(one.name, one.pose) + self._reach(other.name, other.pose)
        return hypot(one.x - other.x, one.y - other.y) <= reach

    def _farthest(self, name: str, pose: Pose) -> float:
        """Seen from above, how far from its foot a figure reaches; 0 for a flat piece."""
        solid = self._solid(name)
        if solid is None:
            return 0.0
        return float(np.hypot(*placed(solid, 0.0, 0.0, 0.0, 0.0, pose)[:, :2].T).max())

    def _outline(self, piece: Piece) -> NDArray[np.float32] | None:
        """The convex hull of the area that a figure covers, None for a flat piece."""
        solid = self._solid(piece.name)
        if solid is None:
            return None
        points = placed(solid, piece.x, piece.y, piece.z, piece.angle, piece.pose)[:, :2]
        return np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float32)
