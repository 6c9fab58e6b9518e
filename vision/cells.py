"""Where the cells lie in the small picture and on the raster, which of them a hand has visited, and which can
be seen.

State: for each cell, since when it can be seen, and what a hand did there since the cell was last
compared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs, Numbers
from vision.mat import spot_outline
from vision.objects import PATCH
from vision.opencv import cv2
from vision.presence import HandsSeen, Mask
from vision.raster import Plane, pixels_per_pitch
from vision.registration import Registration
from vision.tuning import number, whole
from vision.types import Image, Spot, SpotReading

STILL_FRAMES = whole("cells.still_frames")
"""So many frames in a row without a hand make a view. In a brisk game hands stay away for 0.3 seconds."""
_INNER = number("cells.inner")
"""Only changes in this part of a cell's extent count. Its rim shows its neighbours' lines and pieces."""
_EDGES = ("left", "right", "top", "bottom")
_UNSEEN = number("cells.unseen")
"""If so many seconds pass between two frames that were read, a hand may have turned something over unseen; it
takes people longer than this."""
_LEAST = number("cells.least")
"""Share of a cell that a hand must cover to have visited it."""


@dataclass(slots=True)
class _Place:
    """One cell. ``pixels``: flat indices in the small picture; ``inner``: mask on the raster, in ``window``;
    ``patch``: rows and columns on the raster; ``ground``: what of the patch is no other cell's."""

    pixels: NDArray[np.intp]
    inside: bool
    window: tuple[slice, slice]
    inner: Mask
    patch: tuple[slice, slice]
    ground: NDArray[np.bool_]
    seen: int = 0
    visited: float = 0.0
    dwell: float = 0.0
    came: float | None = None
    left: float | None = None
    covered: bool = False
    resting: bool = False
    dirty: bool = True
    hands: Numbers = frozenset()
    """The hands that were there since it was compared."""

    def note(self, before: float, now: float, share: float) -> None:
        """Note that a hand covers this ``share`` of it ``now``; ``before``: the time of the frame before."""
        unseen = now - before > _UNSEEN
        if self.came is None and (share > 0 or unseen):
            self.came = before
        if share > 0:
            self.left = None
        elif self.left is None or unseen:
            self.left = now
        self.covered = share > 0


class Cells:
    """All cells of one table."""

    def __init__(self, spots: Sequence[Spot], plane: Plane, size: tuple[int, int]) -> None:
        """``size``: of the picture, for which the ``plane`` was chosen."""
        self.plane = plane
        self.size = size
        self._spots = tuple(spots)
        grounds = _grounds(spots, plane)
        self._places = {spot.cell: _place(spot, plane, grounds == at) for at, spot in enumerate(spots)}
        self.crowds = {
            spot.cell: max(map(len, spot.stacks), default=0) > 1
            for spot in spots
            if spot.reading is SpotReading.PIECES
        }
        """Whether several things may stand in a cell, for those in which pieces stand."""
        self.trays = tuple(spot.cell for spot in spots if spot.reading is SpotReading.DIE)
        """Places in which a die lies."""
        self._pixels = np.zeros(0, np.intp)
        self._starts = np.zeros(0, np.intp)
        self._edges = np.zeros(4)
        self._blobs = Blobs()
        self.reached: tuple[str, ...] = ()
        """Edges of the picture over which hands reach in, in this frame."""
        self.pitch = 0.0
        """Small pixels of a pitch."""
        self._time: float | None = None
        """The time of the newest frame; None before the first one."""

    @property
    def names(self) -> tuple[str, ...]:
        """Cells that lie in the picture."""
        return tuple(name for name, place in self._places.items() if place.inside)

    def place(self, registration: Registration, shape: tuple[int, int]) -> None:
        """Find every cell in the small picture of this shape."""
        scale = shape[1] / registration.size[0]
        width, height = registration.size
        self.pitch = scale * pixels_per_pitch(self._spots, registration)
        for spot in self._spots:
            corners = registration.to_picture(np.array(spot_outline(spot)))
            mask = np.zeros(shape, np.uint8)
            cv2.fillConvexPoly(mask, np.round(corners * scale).astype(np.int32), 1)
            place = self._places[spot.cell]
            middle = corners.mean(axis=0)
            place.inside = bool((middle >= 0).all() and (middle <= (width - 1, height - 1)).all())
            place.pixels = np.flatnonzero(mask)
            place.seen = 0 if place.pixels.size else 255
            place.covered = place.resting = False
        drawn = [place.pixels for place in self._drawn()]
        self._pixels = np.concatenate([np.zeros(0, np.intp), *drawn])
        self._starts = np.cumsum([0, *map(len, drawn)])[:-1]

    def _drawn(self) -> list[_Place]:
        """The cells that lie at least partly in the picture, in the order of ``_pixels``."""
        return [place for place in self._places.values() if place.pixels.size]

    def see(
        self, seen: HandsSeen, step: float, time: float = 0.0, arms: Mapping[str, float] | None = None
    ) -> None:
        """Take in one frame of this ``time``. ``step``: seconds since the frame before, which may not have
        been read. ``arms``: over which edges they come, with weights, where a curtain tells it."""
        before, self._time = self._time, time
        places = self._drawn()
        self._blobs.see(seen.hand)
        if not places:
            return
        before = time if before is None else before
        still = np.minimum.reduceat(seen.still.ravel()[self._pixels], self._starts)
        under = self._shares(seen.hand)
        resting = self._shares(seen.resting)
        for place, quiet, share, rests in zip(places, still, under, resting, strict=True):
            place.note(before, time, share)
            place.resting = place.covered and rests > 0
            if share >= _LEAST:
                place.hands |= self._blobs.over(place.pixels)
                place.visited, place.dirty = max(place.visited, share), True
                place.dwell += step * (share > 0.5)
            place.seen = int(quiet)
        arms = _rims(seen.hand) if arms is None else arms
        self._edges += [arms.get(name, 0.0) for name in _EDGES]
        self.reached = tuple(name for name in _EDGES if arms.get(name))

    def touched(self, mask: Mask | None) -> bool:
        """Whether a mask of the small picture lies over some cell."""
        return any(self._shares(mask))

    def reaching(self, hand: Mask | None) -> Mask | None:
        """Those of the hands in a mask of the small picture that reach over some cell; None without one."""
        if hand is None:
            return None
        count, labels = cv2.connectedComponents(hand)
        over = np.zeros(count, np.uint8)
        over[np.asarray(labels).ravel()[self._pixels]] = 1
        over[0] = 0
        return np.asarray(over[labels], np.uint8)

    def _shares(self, mask: Mask | None) -> list[float]:
        """How much of each cell lies under a mask of the small picture."""
        if mask is None:
            return [0.0] * len(self._starts)
        sums = np.add.reduceat(mask.ravel()[self._pixels], self._starts, dtype=np.int64)
        sizes = np.diff(self._starts, append=len(self._pixels))
        shares: list[float] = (sums / sizes).tolist()
        return shares

    @property
    def covered(self) -> frozenset[str]:
        """Cells under a hand in this frame."""
        return frozenset(name for name, place in self._places.items() if place.covered and place.inside)

    @property
    def resting(self) -> frozenset[str]:
        """The cells under a hand that has not moved for a while."""
        return frozenset(name for name, place in self._places.items() if place.resting and place.inside)

    @property
    def dirty(self) -> frozenset[str]:
        """Cells that a hand has visited since they were compared."""
        return frozenset(name for name, place in self._places.items() if place.dirty and place.inside)

    @property
    def restless(self) -> frozenset[str]:
        """The cells in which something has just moved, or a hand been."""
        return frozenset(
            name for name, place in self._places.items() if place.inside and place.seen < STILL_FRAMES
        )

    @property
    def ready(self) -> frozenset[str]:
        """The visited cells that can be seen again."""
        return frozenset(
            name
            for name, place in self._places.items()
            if place.dirty and place.inside and place.seen >= STILL_FRAMES and not place.covered
        )

    def rested(self, time: float, seconds: float) -> frozenset[str]:
        """The visited cells that were left at least so many seconds ago by hands that are not over the table
        any more. A hand that goes on to other cells may carry a piece there."""
        there, ready = self._blobs.there, ((name, self._places[name]) for name in self.ready)
        return frozenset(
            name
            for name, place in ready
            if place.left is not None and time - place.left >= seconds and place.hands.isdisjoint(there)
        )

    @property
    def calm(self) -> frozenset[str]:
        """The cells that can be seen."""
        places = ((name, self._places[name]) for name in self.names)
        return frozenset(n for n, place in places if place.seen >= STILL_FRAMES and not place.covered)

    def visit(self, name: str) -> tuple[float, float]:
        """How much of a cell a hand covered, and for how many seconds most of it."""
        return self._places[name].visited, self._places[name].dwell

    def between(self, name: str) -> tuple[float, float] | None:
        """Two times, since the cell was last compared: of the last frame before a hand came to it (or may
        have come while nobody watched), and of the first frame since which it is free. None if no hand came,
        or if it is still there."""
        place = self._places[name]
        return None if place.came is None or place.left is None else (place.came, place.left)

    def edges(self) -> Mapping[str, float]:
        """The edges of the picture over which hands came since this was last asked, each with its share."""
        total = float(self._edges.sum())
        shares = self._edges / total if total else self._edges
        self._edges = np.zeros(4)
        return {name: float(share) for name, share in zip(_EDGES, shares, strict=True) if share}

    def clean(self, names: Iterable[str] | None) -> None:
        """Note that these cells (None: all) have been compared."""
        for name in self._places if names is None else names:
            place = self._places[name]
            place.dirty, place.visited, place.dwell = False, 0.0, 0.0
            place.came = place.left = None
            place.hands = frozenset()

    def suspect(self) -> None:
        """Note that hands may have been everywhere."""
        for place in self._places.values():
            place.dirty, place.visited = True, 1.0

    def window(self, name: str) -> tuple[Mask, slice, slice]:
        """The inner mask of a cell, its rows and columns on the raster."""
        place = self._places[name]
        return place.inner, *place.window

    def untouched(self, raster: Image) -> NDArray[np.bool_]:
        """Where on the raster cells lie over which no hand has been since they were compared."""
        where = np.zeros(raster.shape[:2], bool)
        for place in self._places.values():
            if place.inside and not (place.dirty or place.covered):
                where[place.window] |= place.inner > 0
        return where

    def with_pieces(self) -> tuple[slice, slice] | None:
        """Rows and columns of the raster that hold all cells in which pieces stand; None without one."""
        patches = [
            place.patch for name, place in self._places.items() if place.inside and name in self.crowds
        ]
        if not patches:
            return None
        rows, columns = zip(*patches, strict=True)
        return _span(rows), _span(columns)

    @property
    def usual(self) -> int:
        """Raster pixels of the inner part of a cell that is a pitch wide and high."""
        return round((_INNER * self.plane.scale) ** 2)

    def patch(self, raster: Image, name: str) -> Image:
        """The pixels of a cell and a margin round it."""
        return raster[self._places[name].patch].copy()

    def paste(self, onto: Image, raster: Image, names: Iterable[str]) -> None:
        """Put the named cells of one raster into another, in place, with what lies round them: a hand that
        covers them lies over that, too."""
        for name in names:
            place = self._places[name]
            onto[place.patch][place.ground] = raster[place.patch][place.ground]

    def lay(self, onto: Image, name: str, patch: Image) -> None:
        """Put a cell's patch from a raster of another scale into this one, in place."""
        place = self._places[name]
        height, width = place.ground.shape
        fitted = cv2.resize(patch, (width, height), interpolation=cv2.INTER_AREA)
        onto[place.patch][place.ground] = fitted[place.ground]


def _rims(hand: Mask | None) -> Mapping[str, float]:
    """How much of each edge of the picture lies under hands."""
    if hand is None:
        return {}
    edges = (hand[:, :2], hand[:, -2:], hand[:2], hand[-2:])
    return {name: float(edge.mean()) for name, edge in zip(_EDGES, edges, strict=True)}


def _grounds(spots: Sequence[Spot], plane: Plane) -> NDArray[np.int32]:
    """For each point of the raster, the number of the spot in which it lies, or round which; -1 elsewhere."""
    ground = np.full((plane.height, plane.width), -1, np.int32)
    for part in (PATCH, 1.0):
        for at, spot in enumerate(spots):
            window, mask = _mask(_corners(spot, part, plane), plane)
            ground[window][mask > 0] = at
    return ground


def _place(spot: Spot, plane: Plane, ground: NDArray[np.bool_]) -> _Place:
    patch = _box(_corners(spot, PATCH, plane), plane)
    inner = _mask(_corners(spot, _INNER, plane), plane)
    return _Place(np.zeros(0, np.intp), False, *inner, patch, ground[patch])


def _corners(spot: Spot, part: float, plane: Plane) -> NDArray[np.float64]:
    """The outline of a spot on the raster, made larger or smaller by this factor."""
    outline, middle = np.array(spot_outline(spot)), np.array([spot.x, spot.y])
    return plane.to_raster(middle + (outline - middle) * part)


def _mask(corners: NDArray[np.float64], plane: Plane) -> tuple[tuple[slice, slice], Mask]:
    """The rows and columns of the raster that hold a polygon, and 1 in it."""
    rows, columns = _box(corners, plane)
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    inside = np.round((corners - (columns.start, rows.start)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, inside, 1, cv2.LINE_8, 4)
    return (rows, columns), mask


def _span(parts: Sequence[slice]) -> slice:
    """The slice that holds all of them."""
    return slice(min(part.start for part in parts), max(part.stop for part in parts))


def _box(points: NDArray[np.float64], plane: Plane) -> tuple[slice, slice]:
    """Rows and columns of the raster that hold the points."""
    low = np.maximum(np.floor(points.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, (plane.width, plane.height))
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))
