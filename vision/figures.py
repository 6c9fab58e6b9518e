"""Figures that stand on the table or lie on it: their shape, how they lean, where they may stand. Pure
functions.

Seen from a camera at height H above the point n of the table, what stands at b and is z high appears in the
table plane at b + (b - n) z / (H - z), enlarged by H / (H - z). So a figure, taken for a cone cut off with an
oval
foot, covers the hull of a few rings there, whether it stands or lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.photometry import shares_of
from vision.rectify import SCALE, Plane
from vision.types import Spot

LYING = " lying"
TALLEST = 1.1
"""Pitches: no figure is taller."""
WIDEST = 0.45
"""Pitches: no figure's radius is larger."""
DIRECTIONS = 8
"""In which a figure that is not round is tried, over half a turn."""
_ROUND = np.column_stack([np.cos(np.linspace(0, 2 * np.pi, 25)), np.sin(np.linspace(0, 2 * np.pi, 25))])
_BLUNT = np.sign(_ROUND) * np.abs(_ROUND) ** 0.5
"""A superellipse with exponent 4: what is not round is mostly cut from a board."""
_SUBPIXEL = 4
_STRIP = 2
"""Raster pixels: so wide are the strips of a profile."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A solid as a cone cut off, on a round or blunt oval foot. ``long``, ``short``: half axes of the foot;
    ``crown``: size of the top
    against the foot; ``height``. Pitches."""

    long: float
    short: float
    crown: float
    height: float

    @property
    def is_round(self) -> bool:
        """Whether it looks the same from every side."""
        return self.long - self.short < 0.05


@dataclass(frozen=True, eq=False)  # no slots: what is turned once is kept
class Figure:
    """A piece that stands or lies, as it was taught. ``colours``: a table of
    :func:`vision.photometry.palette`, and
    ``typical`` what it says of the figure's own pixels on average: a black figure with white highlights is
    still no
    white one;
    ``stamp``: 0/1 mask of what a lying one touches, in some direction; 0 x 0 for a standing one.
    ``profile``: of a standing one that is cut from a board, seen from the side, 0 x 0 for any other; then
    ``shape.short`` is half the board. ``portrait``: of a small one how it looks from above, see
    :mod:`vision.portraits`; 0 x 0 x 2 for any other."""

    name: str
    colours: NDArray[np.float32]
    typical: float
    shape: Shape
    stamp: NDArray[np.float32]
    profile: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    portrait: NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0, 2), np.float32))

    @cached_property
    def boards(self) -> Points:
        """The profile in upright strips: n x 4, left and right of the middle, from and to which height
        (pitches)."""
        return strips(self.profile)

    @cached_property
    def mixture(self) -> NDArray[np.float64]:
        """In which shares its colours occur; adds up to 1."""
        return shares_of(self.colours)

    @cached_property
    def ways(self) -> tuple[tuple[bool, float], ...]:
        """How it may lie or stand: turned over or not, and turned by so many radians; coarsely."""
        whole = tuple(np.pi * turn / DIRECTIONS for turn in range(2 * DIRECTIONS))
        if self.stamp.size:
            return tuple((over, angle) for over in (False, True) for angle in whole)
        if self.profile.size:
            return tuple((False, angle) for angle in whole)
        return tuple((False, angle) for angle in whole[: 1 if self.shape.is_round else DIRECTIONS])

    def near(self, way: tuple[bool, float]) -> tuple[tuple[bool, float], ...]:
        """The ways between this one and its neighbours, finely."""
        over, angle = way
        if len(self.ways) == 1:
            return (way,)
        return tuple((over, angle + np.pi / DIRECTIONS * part) for part in (-0.5, -0.25, 0.0, 0.25, 0.5))

    def mark(self, way: tuple[bool, float]) -> NDArray[np.uint8]:
        """The stamp of a lying one, turned."""
        over, angle = way
        return _turned(np.ascontiguousarray(self.stamp[:, ::-1]) if over else self.stamp, np.degrees(angle))


@dataclass(frozen=True, slots=True)
class Outline:
    """A silhouette: 0/1 mask and the raster pixel (x, y) of its top left corner; ``way``: how its figure is
    turned (see :attr:`Figure.ways`)."""

    mask: NDArray[np.float32]
    x: int
    y: int
    way: tuple[bool, float] = (False, 0.0)


def silhouette(
    plane: Plane, place: Points, at: tuple[float, float], shape: Shape, angle: float = 0.0
) -> Outline:
    """What a solid covers whose foot has its middle at ``at`` (pitches), its long axis turned by
    ``angle``."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    outline = _ROUND if shape.is_round else _BLUNT
    foot = (outline * (shape.long, shape.short)) @ turn.T
    rings = [
        _ring(place, at, foot * (1 + part * (shape.crown - 1)), part * shape.height) for part in (0, 0.5, 1)
    ]
    return _fill(plane.to_raster(np.concatenate(rings)))


def silhouettes(plane: Plane, place: Points, at: tuple[float, float], shape: Shape) -> tuple[Outline, ...]:
    """Every silhouette the solid may have at ``at``: one when it is round, else one for each direction."""
    turns = 1 if shape.is_round else DIRECTIONS
    return tuple(silhouette(plane, place, at, shape, np.pi * turn / turns) for turn in range(turns))


def lean(place: Points, at: tuple[float, float], height: float) -> Points:
    """How far, in pitches, the top of something ``height`` high appears from its foot."""
    return np.asarray((np.array(at) - place[:2]) * height / (place[2] - height))


def outlines(figure: Figure, plane: Plane, place: Points, at: tuple[float, float]) -> tuple[Outline, ...]:
    """The silhouettes of the figure at ``at``, one for each of its ways."""
    return tuple(outline_of(figure, way, plane, place, at) for way in figure.ways)


def outline_of(
    figure: Figure, way: tuple[bool, float], plane: Plane, place: Points, at: tuple[float, float]
) -> Outline:
    """The figure's silhouette at ``at`` (pitches), turned that way: a lying one is its stamp, drawn along
    its height."""
    if figure.profile.size:
        found = _standing_board(figure.boards, figure.shape.short, way[1], plane, place, at)
    elif figure.stamp.size:
        x, y = plane.to_raster(np.array([at]))[0]
        up = lean(place, at, figure.shape.height) * (SCALE, -SCALE)
        found = _drawn(figure.mark(way), up, (float(x), float(y)))
    else:
        found = silhouette(plane, place, at, figure.shape, way[1])
    return replace(found, way=way)


def strips(profile: NDArray[np.float32]) -> Points:
    """See :attr:`Figure.boards`."""
    height, width = profile.shape
    found = []
    for left in range(0, width, _STRIP):
        solid = np.concatenate([[0], (profile[:, left : left + _STRIP].mean(axis=1) > 0.5).astype(int), [0]])
        begins, ends = np.flatnonzero(np.diff(solid) > 0), np.flatnonzero(np.diff(solid) < 0)
        for top, bottom in zip(begins, ends, strict=True):
            found.append(
                (left - width / 2, min(left + _STRIP, width) - width / 2, height - bottom, height - top)
            )
    return np.array(found, dtype=np.float64).reshape(-1, 4) / SCALE


def _standing_board(
    boards: Points, half: float, angle: float, plane: Plane, place: Points, at: tuple[float, float]
) -> Outline:
    """The silhouette of a board that stands at ``at``: its strips, ``half`` a board thick to each side."""
    across, up, deep = boards[:, [0, 0, 1, 1] * 2], boards[:, [2, 3] * 4], np.repeat([-half, half], 4)
    cos, sin = np.cos(angle), np.sin(angle)
    foot = np.stack([across * cos - deep * sin, across * sin + deep * cos], axis=2) + at
    seen = foot + (foot - place[:2]) * (up / (place[2] - up))[:, :, None]
    points = plane.to_raster(seen.reshape(-1, 2)).reshape(*up.shape, 2)
    low = np.floor(points.min(axis=(0, 1))).astype(int) - 1
    high = np.ceil(points.max(axis=(0, 1))).astype(int) + 2
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
    for corners in points - low:
        hull = np.asarray(cv2.convexHull(corners.astype(np.float32))).reshape(-1, 2)
        fixed = np.round(hull * (1 << _SUBPIXEL)).astype(np.int32)
        cv2.fillConvexPoly(mask, fixed, 1, cv2.LINE_8, _SUBPIXEL)
    return Outline(mask.astype(np.float32), int(low[0]), int(low[1]))


def turned_by(stamp: NDArray[np.float32], degrees: float) -> NDArray[np.float32]:
    """The stamp turned, as a mask that is no larger than it."""
    square = _turned(stamp, degrees)
    ys, xs = np.nonzero(square)
    return square[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].astype(np.float32)


def _turned(stamp: NDArray[np.float32], degrees: float) -> NDArray[np.uint8]:
    """The stamp turned about its middle; a square of 0 and 1 with an odd side."""
    size = int(np.ceil(np.hypot(*stamp.shape))) | 1
    middle = np.array([(stamp.shape[1] - 1) / 2, (stamp.shape[0] - 1) / 2])
    turn = np.asarray(cv2.getRotationMatrix2D((middle[0], middle[1]), degrees, 1.0), dtype=np.float64)
    turn[:, 2] += (size - 1) / 2 - middle
    return (np.asarray(cv2.warpAffine(stamp, turn, (size, size), flags=cv2.INTER_LINEAR)) > 0.5).astype(
        np.uint8
    )


def _drawn(turned: NDArray[np.uint8], way: Points, at: tuple[float, float]) -> Outline:
    """The turned stamp, its middle at the raster pixel ``at``, drawn along ``way`` (pixels)."""
    steps = np.round(np.outer(np.linspace(0.0, 1.0, 4), way)).astype(int)
    low, span = steps.min(axis=0), np.ptp(steps, axis=0)
    side = turned.shape[0]
    mask = np.zeros((side + span[1], side + span[0]), np.uint8)
    for x, y in steps - low:
        mask[y : y + side, x : x + side] |= turned
    left, top = np.round(at).astype(int) - side // 2 + low
    return Outline(mask.astype(np.float32), int(left), int(top))


def reach(plane: Plane, place: Points, spot: Spot, tall: float = TALLEST, wide: float = WIDEST) -> Outline:
    """Everything that figures standing anywhere in the spot may cover."""
    spread = 0.5 * max(spot.width, spot.height) - 0.2
    foot = spread + wide * 0.5
    return silhouette(plane, place, (spot.x, spot.y), Shape(foot, foot, (spread * 0.5 + wide) / foot, tall))


def distance(place: Points, spot: Spot) -> float:
    """From the point below the camera, in pitches: nearer figures stand in front of farther ones."""
    return float(np.hypot(spot.x - place[0], spot.y - place[1]))


def _ring(place: Points, at: tuple[float, float], ring: Points, height: float) -> Points:
    enlarged = place[2] / (place[2] - height)
    centre = np.array(at) + (np.array(at) - place[:2]) * (enlarged - 1)
    return np.asarray(centre + ring * enlarged)


def _fill(points: Points) -> Outline:
    hull = np.asarray(cv2.convexHull(points.astype(np.float32)), dtype=np.float64).reshape(-1, 2)
    low = np.floor(hull.min(axis=0)).astype(int) - 1
    high = np.ceil(hull.max(axis=0)).astype(int) + 2
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), dtype=np.uint8)
    fixed = np.round((hull - low) * (1 << _SUBPIXEL)).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 1, cv2.LINE_8, _SUBPIXEL)
    return Outline(mask.astype(np.float32), int(low[0]), int(low[1]))
