"""How near arms come to a place for which hands race, measured for each other place round it.

An arm covers the table without a gap on a straight way from the other place towards the one in the middle. So
an arm that reaches in over a place is told from a hand that turns a card there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.presence import Mask
from vision.registration import Registration
from vision.tuning import number, row
from vision.types import Spot

_STEP = number("arms.step")
"""Pitches between two points of a way. At each of them a hand is looked for."""
_NEAREST = number("arms.nearest")
"""Pitches from the middle at which the way ends."""
_SIDEWAYS = np.radians(row("arms.sideways"))
"""Directions of the ways from one place, as people do not reach in quite straight."""


class ArmTracker:
    """The arms over one table. Without a place for which hands race there are none."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        self._middle = next((spot for spot in spots if spot.raced), None)
        self._others = tuple(spot for spot in spots if not spot.raced)
        self._ways: dict[str, tuple[NDArray[np.float64], NDArray[np.intp]]] = {}
        """For each place the distances of the points of its ways (pitches), outermost first, and their flat
        indices in the small picture (ways x points; -1 outside of it)."""

    def place(self, registration: Registration, shape: tuple[int, int]) -> None:
        """Find all ways in the small picture of this shape."""
        self._ways.clear()
        if self._middle is None:
            return
        middle = np.array([self._middle.x, self._middle.y])
        for spot in self._others:
            beside = np.array([spot.x, spot.y]) - middle
            distances = np.arange(float(np.hypot(*beside)), _NEAREST, -_STEP)
            angles = float(np.arctan2(beside[1], beside[0])) + _SIDEWAYS
            towards = np.stack([np.cos(angles), np.sin(angles)], axis=1)
            points = middle + distances[None, :, None] * towards[:, None, :]
            self._ways[spot.cell] = distances, _indices(points, registration, shape)

    def near(self, hand: Mask | None) -> Mapping[str, float]:
        """How near an arm comes to the place (pitches), by the cell over which it reaches in. ``hand``: 1
        under hands."""
        if hand is None:
            return {}
        covered = np.append(hand.ravel() > 0, False)  # the last one: outside of the picture
        found = {}
        for cell, (distances, pixels) in self._ways.items():
            lengths = np.logical_and.accumulate(covered[pixels], axis=1).sum(axis=1)
            if lengths.size and (longest := int(lengths.max())):
                found[cell] = round(float(distances[longest - 1]), 3)
        return found


def _indices(
    points: NDArray[np.float64], registration: Registration, shape: tuple[int, int]
) -> NDArray[np.intp]:
    """Flat indices in the small picture of points of the table (ways x points x 2)."""
    scale = shape[1] / registration.size[0]
    flat = np.round(registration.to_picture(points.reshape(-1, 2)) * scale).astype(np.intp)
    inside = ((flat >= 0) & (flat < (shape[1], shape[0]))).all(axis=1)
    pixels = np.where(inside, flat[:, 1] * shape[1] + flat[:, 0], -1)
    return np.asarray(pixels.reshape(points.shape[:2]), np.intp)
