"""The printed mat: four tags in its corners that tie the picture to the table plane. Pure geometry.

Tags are AprilTag 36h11 (Wang and Olson 2016): 587 ids, at least 11 differing bits, so that a false one is
rare. They stand beside the watched spots or above and below them, whichever comes closer to a 16:9 picture.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.types import Spot

Point = tuple[float, float]

TAG_DICTIONARY = 20
"""AprilTag 36h11 (``cv2.aruco.DICT_APRILTAG_36h11``); 8 x 8 modules with their black border."""

_MODULES = 8
_TAGS_PER_MAT = 4
_MATS = 587 // _TAGS_PER_MAT
_PICTURE_ASPECT = 16 / 9
_TAG_SHARE = 12.0
"""The longest side of the spots is this many tags: with the mat filling 1280 x 720 a tag's module
is then at least 6 pixels wide, and still 4 in the far corners of a camera tilted by 35 degrees."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag. ``corners``: of its black square in pitches, in the detector's order (top left, top right,
    bottom right, bottom left of the upright tag; y is up)."""

    id: int
    corners: tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of the curtain: a rectangle of black and white fields. ``left`` to ``bottom``: in pitches; y is
    up. ``code``: its rows from the top, each field from the left, True for a black one. ``side``: of the mat
    (``left right top bottom``)."""

    left: float
    top: float
    right: float
    bottom: float
    code: tuple[tuple[bool, ...], ...]
    side: str

    @property
    def black(self) -> tuple[tuple[Point, Point], ...]:
        """The top left and the bottom right corner of each run of black fields in a row, in pitches."""
        wide = (self.right - self.left) / len(self.code[0])
        high = (self.top - self.bottom) / len(self.code)
        runs = []
        for row, fields in enumerate(self.code):
            column = 0
            for black, run in groupby(fields):
                end = column + len(list(run))
                if black:
                    corner = self.left + column * wide, self.top - row * high
                    runs.append((corner, (self.left + end * wide, self.top - (row + 1) * high)))
                column = end
        return tuple(runs)


@dataclass(frozen=True, slots=True)
class Mat:
    """A mat: its name, four tags clockwise from the top left, its outline in pitches, likewise clockwise, and
    the segments of the curtain printed along it, clockwise, if any (:mod:`vision.curtain`).

    The outline encloses every tag with a quiet zone of two modules, which must stay white and uncovered.
    """

    name: str
    tags: tuple[Tag, Tag, Tag, Tag]
    outline: tuple[Point, Point, Point, Point]
    curtain: tuple[Segment, ...] = ()

    @property
    def size(self) -> Point:
        """Width and height in pitches."""
        (left, top), (right, bottom) = self.outline[0], self.outline[2]
        return right - left, top - bottom


def spot_outline(spot: Spot) -> tuple[Point, ...]:
    """The outline of a spot in pitches, clockwise on the map from its top left (a hexagon: from one of its
    topmost corners). A hexagon stands on a corner when it is higher than wide, else on a side."""
    width, height = (spot.height, spot.width) if spot.turn % 2 else (spot.width, spot.height)
    shape: tuple[Point, ...]
    if spot.kind != "hex":
        shape = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
    elif height > width:
        shape = ((0.0, 0.5), (0.5, 0.25), (0.5, -0.25), (0.0, -0.5), (-0.5, -0.25), (-0.5, 0.25))
    else:
        shape = ((-0.25, 0.5), (0.25, 0.5), (0.5, 0.0), (0.25, -0.5), (-0.25, -0.5), (-0.5, 0.0))
    return tuple((spot.x + x * width, spot.y + y * height) for x, y in shape)


def mat_of(name: str, spots: Sequence[Spot]) -> Mat:
    """The mat for these spots. The same name and spots always give the same mat.

    The four tag ids follow from the name and the extent of the spots, so a mat that was printed for another
    game or for other seats is not found at all, instead of being taken for this one.
    Raises ValueError when there is nothing to watch.
    """
    left, bottom, right, top = _extent(spots)
    extent = f"{name} {left:.3f} {bottom:.3f} {right:.3f} {top:.3f}"
    first = zlib.crc32(extent.encode()) % _MATS * _TAGS_PER_MAT

    side = max(right - left, top - bottom) / _TAG_SHARE
    quiet = side * 2 / _MODULES
    beyond = side + quiet
    if (right - left) / (top - bottom) < _PICTURE_ASPECT:
        left, right = left - beyond, right + beyond
    else:
        bottom, top = bottom - beyond, top + beyond
    tags = (
        Tag(first, _square(left, top, side)),
        Tag(first + 1, _square(right - side, top, side)),
        Tag(first + 2, _square(right - side, bottom + side, side)),
        Tag(first + 3, _square(left, bottom + side, side)),
    )
    left, right, bottom, top = left - quiet, right + quiet, bottom - quiet, top + quiet
    return Mat(name, tags, ((left, top), (right, top), (right, bottom), (left, bottom)))


def board_corners(spots: Sequence[Spot]) -> tuple[Point, Point, Point, Point]:
    """The corners (pitches) that a person taps when there is no mat: of the smallest rectangle round all
    spots but slots, which lie beside the board (round all when there are only slots); clockwise from the
    top left."""
    left, bottom, right, top = _extent([spot for spot in spots if spot.kind != "slot"] or spots)
    return (left, top), (right, top), (right, bottom), (left, bottom)


def draw_tag(tag: int, pixels: int) -> NDArray[np.uint8]:
    """The tag's black square, ``pixels`` x ``pixels`` grey, without quiet zone.

    Raises ValueError for an id outside 0..586 or less than one pixel a module.
    """
    dictionary = cv2.aruco.getPredefinedDictionary(TAG_DICTIONARY)
    if not 0 <= tag < len(dictionary.bytesList) or pixels < _MODULES:
        raise ValueError(f"no tag {tag} with {pixels} pixels")
    return np.asarray(cv2.aruco.generateImageMarker(dictionary, tag, pixels), dtype=np.uint8)


def _extent(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of all spots. Raises ValueError when there are none."""
    if not spots:
        raise ValueError("there is no spot to watch")
    points = [point for spot in spots for point in spot_outline(spot)]
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )


def _square(left: float, top: float, side: float) -> tuple[Point, Point, Point, Point]:
    return (left, top), (left + side, top), (left + side, top - side), (left, top - side)
