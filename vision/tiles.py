"""Tiles that fill their cell and are too many to be told apart by their colours: matched by their picture, as
far as no figure hides it. Pure, but for what is kept of the taught tiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.figures import Outline
from vision.flats import Fit, Flat, cut, lookup, strangeness
from vision.guesses import LIMIT, clip
from vision.photometry import CHROMA, Features, Plane32, surface
from vision.rectify import SCALE
from vision.standing import PRICE, Known
from vision.types import Spot
from vision.windows import paint

_COARSE = 2
"""Raster pixels per pixel of the first search."""
_FINE = 5
"""How many candidates are aligned finely, and listed."""
_BEHIND = 0.25
"""Similarity by which a candidate may be behind the best one and still be aligned finely. Measured in 52
searches, two clips: fine alignment adds 0.14 at most, and never made another one the best."""
_TRIED = 2
"""How many are tried under the figures."""
_ANGLES = (-5.0, 0.0, 5.0)
_REACH = 1
"""Coarse pixels by which it may lie beside its place: it fills its cell, and its neighbours are in the way. A
wider search finds coasts in the rims of figures."""
_CHROMA_WEIGHT = 2.0
_FAINT = 0.04
_SLOPE, _HALF = 24.0, 0.66
_STRANGE = 16.0
"""As in ``vision.flats``."""
_DOUBT = 0.1
"""A tile was taught elsewhere, so its light is a guess. More would hide blue figures at sea."""
_OTHER_LIGHT = np.array([0.5, 0.1, 0.1, 0.0])
"""So much the light may be another one there, in L, a, b and grain: beside a lamp a tile is brighter."""
_LEAST = 0.25
"""Of a tile so much must be seen to say anything; from three times as much on it is as good as open."""

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Pattern:
    """Tiles of one size as rows: n x 3 x p features, at one resolution."""

    size: tuple[int, int]
    rows: Rows


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A tile as it lies. ``ratio``: how well it explains each pixel; ``under``: where it lies; ``picture``:
    what it would look like if nothing stood on it."""

    name: str
    ratio: Plane32
    under: NDArray[np.bool_]
    picture: Features


class Tiles:
    """A fixed list of tiles of one size. ``turn``: clockwise quarter turns of the spot."""

    def __init__(self, tiles: Sequence[Flat], turn: int) -> None:
        self.tiles = tuple(tiles)
        self._turn = 90.0 * turn
        height, width = tiles[0].mask.shape
        self._coarse = _pattern(tiles, (width // _COARSE, height // _COARSE))
        self._fine = _pattern(tiles, (width, height))

    def fits(self, seen: Features, weight: Plane32, centre: Points) -> dict[int, Fit]:
        """The best few tiles by their number. ``weight``: 0 where the tile is hidden; ``centre``: x, y."""
        starts = [(angle, 0.0, 0.0) for angle in _ANGLES]
        found = self._search(seen, weight, centre, self._coarse, _COARSE, _REACH, starts)
        order = sorted(found, key=lambda number: -found[number].similarity)[:_FINE]
        least = found[order[0]].similarity - _BEHIND
        result = {}
        for number in order:
            rough = found[number]
            if rough.similarity < least:
                result[number] = self._judged(seen, weight, centre, self.tiles[number], rough)
                continue
            starts = [(rough.angle + turn, rough.dx, rough.dy) for turn in (-2.5, 0.0, 2.5)]
            one = _Pattern(self._fine.size, self._fine.rows[number : number + 1])
            fit = self._search(seen, weight, centre, one, 1, _COARSE, starts)[0]
            result[number] = self._judged(seen, weight, centre, self.tiles[number], fit)
        return result

    def _search(
        self,
        seen: Features,
        weight: Plane32,
        centre: Points,
        pattern: _Pattern,
        scale: int,
        reach: int,
        starts: Sequence[tuple[float, float, float]],
    ) -> dict[int, Fit]:
        """For each tile the best fit up to ``reach`` pixels (of ``scale`` raster pixels) from the starts
        (angle, dx, dy)."""
        width, height = pattern.size
        size = (width + 2 * reach, height + 2 * reach)
        side = 2 * reach + 1
        best = {number: Fit(0.0, -1.0, 0.0, 0.0, 0.0) for number in range(len(pattern.rows))}
        for angle, dx, dy in starts:
            at = centre + _turned(self._turn + angle) @ np.array([dx, dy])
            frame = [
                cut(image, at, self._turn + angle, size[0] * scale, size[1] * scale)
                for image in (seen, weight)
            ]
            small = [cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in frame]
            windows = _windows(np.asarray(small[0], np.float32)[..., :3], height, width)
            free = _windows(np.asarray(small[1], np.float32)[..., None], height, width)[:, 0]
            like = _similarity(windows, free, pattern.rows)
            for number in best:
                place = int(np.argmax(like[:, number]))
                if like[place, number] > best[number].similarity:
                    x, y = (place % side - reach) * scale, (place // side - reach) * scale
                    best[number] = Fit(0.0, float(like[place, number]), dx + x, dy + y, angle)
        return best

    def _judged(self, seen: Features, weight: Plane32, centre: Points, tile: Flat, fit: Fit) -> Fit:
        there, free = (self._there(image, centre, tile, fit) for image in (seen, weight))
        shown = Flat(tile.name, tile.patch, np.where(free > 0.5, tile.mask, 0).astype(np.float32))
        strange = strangeness(there, shown) if shown.mask.any() else 0.0
        score = _SLOPE * (fit.similarity - _HALF) - _STRANGE * strange
        return Fit(clip(score), fit.similarity, fit.dx, fit.dy, fit.angle)

    def _there(self, image: NDArray[np.float32], centre: Points, tile: Flat, fit: Fit) -> NDArray[np.float32]:
        height, width = tile.mask.shape
        at = centre + _turned(self._turn + fit.angle) @ np.array([fit.dx, fit.dy])
        return cut(image, at, self._turn + fit.angle, width, height)

    def surface(self, number: int, fit: Fit, seen: Features, centre: Points, doubt: float = _DOUBT) -> Laid:
        """A tile as it lies. Its print may lie a pixel off: what is between the lowest and the highest of a
        pixel's neighbours is right; noise beyond that is not excused, it would hide blue figures at sea."""
        picture, mask = self._laid(self.tiles[number], fit, centre, seen.shape[:2])
        picture = picture + _light(seen, picture, mask)
        around = np.ones((3, 3), np.uint8)
        low, high = np.asarray(cv2.erode(picture, around)), np.asarray(cv2.dilate(picture, around))
        nearest = np.asarray(np.clip(seen, low, high), dtype=np.float32)
        ratio = surface(seen, nearest, np.full(mask.shape, doubt, np.float32))
        return Laid(self.tiles[number].name, ratio, mask > 0.5, picture)

    def _laid(self, tile: Flat, fit: Fit, centre: Points, shape: tuple[int, int]) -> tuple[Features, Plane32]:
        """The tile's picture and mask as it lies, on ``shape`` (height, width) pixels."""
        height, width = tile.mask.shape
        linear = _turned(self._turn + fit.angle)
        at = centre + linear @ np.array([fit.dx, fit.dy])
        affine = np.column_stack([linear, at - linear @ np.array([(width - 1) / 2, (height - 1) / 2])])
        picture = cv2.warpAffine(tile.patch, affine, (shape[1], shape[0]), flags=cv2.INTER_LINEAR)
        mask = cv2.warpAffine(tile.mask, affine, (shape[1], shape[0]), flags=cv2.INTER_NEAREST)
        return np.asarray(picture, dtype=np.float32), np.asarray(mask, dtype=np.float32)


class TiledGround:
    """The tiles of one cell in one frame."""

    def __init__(self, known: Known, spot: Spot, seen: Features, weight: Plane32) -> None:
        self._seen = seen
        self._frame = known.windows[spot.cell]
        self._weight = weight * self._frame.own
        names = tuple(filter(None, spot.bases))
        self._tiles = _tiles(tuple(lookup(known.box.flats, name) for name in names), spot.turn)
        self._centre = known.centre(spot) - (self._frame.columns.start, self._frame.rows.start)
        self.lay()

    def lay(self, figures: Sequence[Outline] = ()) -> None:
        """Lay the likeliest tiles. ``figures``: what is thought to stand there, so that no tile is laid by
        it."""
        fits = self._fits(self._free(figures)) if figures else self._open
        likely = sorted(fits, key=lambda number: -fits[number].score)[:_TRIED]
        self._laid = [
            self._tiles.surface(number, fits[number], self._seen, self._centre) for number in likely
        ]

    def surfaces(self, bare: Plane32) -> dict[str, Plane32]:
        """How well the tiles explain each pixel, figures included that hide them. Nothing is known of what
        lies beside a tile: there it explains as much as any other."""
        best = np.maximum.reduce(
            [np.maximum(bare, 0), *(np.where(tile.under, tile.ratio, 0) for tile in self._laid)]
        )
        return {tile.name: np.where(tile.under, tile.ratio, best).astype(np.float32) for tile in self._laid}

    def picture(self, bare: Features) -> Features:
        """What the cell would look like if nothing stood on it. ``bare``: the same without a tile."""
        tile = self._laid[0]
        return np.where(tile.under[:, :, None], tile.picture, bare)

    def leads(self, bare: Plane32) -> dict[str, float]:
        """Nats by which each tile explains the pixels under it better than the bare cell does."""
        return {
            tile.name: clip(PRICE * float(((tile.ratio - bare) * self._weight * tile.under).sum()) / SCALE**2)
            for tile in self._laid
        }

    def bases(self, figures: Sequence[Outline]) -> dict[str, float]:
        """The likeliest tiles, by what the figures leave visible."""
        free = self._free(figures)
        share = float(free.sum() / max(self._frame.own.sum(), 1.0))
        trust = float(np.clip((share - _LEAST) / (2 * _LEAST), 0, 1))
        fits = self._fits(free) if figures else self._open
        return {
            self._tiles.tiles[number].name: clip(trust * fit.score)
            for number, fit in fits.items()
            if fit.score > -LIMIT
        }

    @cached_property
    def _open(self) -> Mapping[int, Fit]:
        """The fits where nothing stands."""
        return self._fits(self._weight)

    def _fits(self, weight: Plane32) -> Mapping[int, Fit]:
        return self._tiles.fits(self._seen, weight, self._centre)

    def _free(self, figures: Sequence[Outline]) -> Plane32:
        """The cell's pixels that no figure hides."""
        free = self._weight.copy()
        for outline in figures:
            paint(free, self._frame, outline, 0.0, grow=2)
        return free


def apart_from(tile: Flat, turn: int, seen: Features, centre: Points) -> tuple[Plane32, NDArray[np.bool_]]:
    """How well a tile that is known explains each pixel round ``centre`` (x, y) where it fits best, and where
    it lies."""
    tiles = _tiles((tile,), turn)
    fit = tiles.fits(seen, np.ones(seen.shape[:2], np.float32), centre)[0]
    laid = tiles.surface(0, fit, seen, centre, doubt=0.0)
    return laid.ratio, laid.under


@lru_cache(maxsize=16)
def _tiles(tiles: tuple[Flat, ...], turn: int) -> Tiles:
    return Tiles(tiles, turn)


def _pattern(tiles: Sequence[Flat], size: tuple[int, int]) -> _Pattern:
    patches = [np.asarray(cv2.resize(tile.patch, size, interpolation=cv2.INTER_AREA)) for tile in tiles]
    rows = np.array(patches, dtype=np.float32)[..., :3].reshape(len(tiles), -1, 3).transpose(0, 2, 1).copy()
    rows[:, 1:] = np.clip(rows[:, 1:], -CHROMA, CHROMA) * _CHROMA_WEIGHT
    return _Pattern(size, rows)


def _windows(image: NDArray[np.float32], height: int, width: int) -> Rows:
    """Every ``height`` x ``width`` window: count x channels x (height width)."""
    view = np.lib.stride_tricks.sliding_window_view(image, (height, width), axis=(0, 1))
    return np.ascontiguousarray(view).reshape(-1, image.shape[2], height * width)


def _similarity(windows: Rows, weight: Rows, rows: Rows) -> Rows:
    """Cosine between every window (k x 3 x p) and tile (n x 3 x p), L without its mean, each pixel of a
    window with its weight (k x p): k x n."""
    seen = windows.copy()
    seen[:, 1:] = np.clip(seen[:, 1:], -CHROMA, CHROMA) * _CHROMA_WEIGHT
    mass = np.maximum(weight.sum(axis=1, keepdims=True), 1e-6)
    faint = mass * _FAINT**2
    product, energy, taught = (
        np.zeros((len(seen), len(rows))),
        faint.copy(),
        np.repeat(faint, len(rows), axis=1),
    )
    for channel in range(3):
        own, other = seen[:, channel] * weight, rows[:, channel].T
        product += own @ other
        energy += (own * seen[:, channel]).sum(axis=1, keepdims=True)
        taught += weight @ other**2
        if channel == 0:
            mean, means = own.sum(axis=1, keepdims=True) / mass, weight @ other / mass
            product -= mass * mean * means
            energy -= mass * mean**2
            taught -= mass * means**2
    return np.asarray(product / np.sqrt(np.maximum(energy * taught, 1e-12)), dtype=np.float32)


def _light(seen: Features, taught: Features, mask: Plane32) -> Features:
    """What another light than where the tile was taught has added to L, a and b; nothing to the grain. The
    median, for a figure may hide nearly half of the tile."""
    change = np.median((seen - taught)[mask > 0.5], axis=0) if mask.any() else np.zeros(4)
    return np.clip(change, -_OTHER_LIGHT, _OTHER_LIGHT).astype(np.float32)


def _turned(degrees: float) -> NDArray[np.float64]:
    turn = np.deg2rad(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
