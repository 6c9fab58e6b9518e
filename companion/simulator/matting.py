"""The painting of the table plane: mat with tags and slots, printed boards, flat pieces on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, cos, floor, radians, sin

import numpy as np
from numpy.typing import NDArray

from companion.rules.contract import Reading, Zone
from companion.simulator import tuning
from companion.simulator.art import DENSITY, Painting, Print, Sheet, TableArt, clouds, slots_of
from companion.simulator.camera import Floats
from companion.simulator.scene import Piece
from vision.mat import Mat, Point, Tag, draw_tag
from vision.opencv import cv2

Rectangle = tuple[float, float, float, float]
"""x0, y0, x1, y1 in pitches."""

_PAPER = (214, 222, 224)
_FINE = 8
_MODULES = 8
_INK = 15
_LINE = (150, 150, 146)
_TRAY = (112, 114, 114)
_ROOM = tuning.number("matting.room")
"""Without a mat, the painting reaches so many pitches beyond the outermost zones."""


class PlanePainting:
    """``painting``: BGRA, :data:`DENSITY` pixels a pitch, transparent where the table is bare.

    ``outline``: corners of the whole in pitches, clockwise from the top left.
    """

    def __init__(self, art: TableArt, zones: Sequence[Zone], mat: Mat | None, seed: int) -> None:
        self.art = art
        self.outline = mat.outline if mat else _bounds(art.ground(), zones)
        (left, top), (right, bottom) = self.outline[0], self.outline[2]
        # whole pixels from the middle of a1, so that cells are drawn where they are
        self.x0, self.y0 = floor(left * DENSITY) / DENSITY, floor(bottom * DENSITY) / DENSITY
        self.x1, self.y1 = ceil(right * DENSITY) / DENSITY, ceil(top * DENSITY) / DENSITY
        self.centre = (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2
        width, height = round((self.x1 - self.x0) * DENSITY), round((self.y1 - self.y0) * DENSITY)
        self._bare = np.zeros((height, width, 4), np.uint8)
        if mat:
            self._draw_mat(mat, zones, seed)
        for ground in art.ground():
            self._draw_ground(ground)
        self.painting: Painting = self._bare.copy()
        self._flats: tuple[Piece, ...] = ()

    def pixel(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Columns and rows of the painting for points of the plane."""
        return (x - self.x0) * DENSITY - 0.5, (self.y1 - y) * DENSITY - 0.5

    def sheet(self, name: str) -> Sheet:
        """The flat piece of that name. Raises KeyError."""
        found = self.art.sheet(name)
        if found is None:
            raise KeyError(name)
        return found

    def corners(self, piece: Piece) -> Floats:
        """4 x 3: a flat piece's corners on the table, clockwise from its top left."""
        sheet = self.sheet(piece.name)
        c, s = cos(radians(piece.angle)), sin(radians(piece.angle))
        half = ((-1, 1), (1, 1), (1, -1), (-1, -1))
        rows = []
        for sx, sy in half:
            x, y = sx * sheet.width / 2, sy * sheet.height / 2
            rows.append((piece.x + c * x - s * y, piece.y + s * x + c * y, piece.z))
        return np.array(rows)

    def draw(self, flats: tuple[Piece, ...]) -> list[Rectangle]:
        """Show these flat pieces, later ones on top. Gives the rectangles that changed."""
        before, after = Counter(self._flats), Counter(flats)
        changed = [self._extent(piece) for piece in (before - after) + (after - before)]
        for rectangle in changed:
            self._erase(rectangle)
        for piece in flats:
            if any(_overlap(self._extent(piece), rectangle) for rectangle in changed):
                self._stamp(piece, changed)
        self._flats = flats
        return changed

    def _extent(self, piece: Piece) -> Rectangle:
        corners = self.corners(piece)
        low, high = corners.min(axis=0) - 0.05, corners.max(axis=0) + 0.05
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def _slices(self, rectangle: Rectangle) -> tuple[slice, slice]:
        x0, y0, x1, y1 = rectangle
        height, width = self._bare.shape[:2]
        rows = slice(max(0, int((self.y1 - y1) * DENSITY)), min(height, ceil((self.y1 - y0) * DENSITY)))
        columns = slice(max(0, int((x0 - self.x0) * DENSITY)), min(width, ceil((x1 - self.x0) * DENSITY)))
        return rows, columns

    def _erase(self, rectangle: Rectangle) -> None:
        area = self._slices(rectangle)
        self.painting[area] = self._bare[area]

    def _stamp(self, piece: Piece, changed: Iterable[Rectangle]) -> None:
        """Paint a flat piece (with a thin shadow of its edge) inside the changed rectangles."""
        rows, columns = self._slices(self._extent(piece))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return
        painting = self.sheet(piece.name).painting
        h, w = painting.shape[:2]
        source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5)], np.float32)
        corners = self.corners(piece)
        px, py = self.pixel(corners[:3, 0], corners[:3, 1])
        target = np.column_stack([px - columns.start, py - rows.start]).astype(np.float32)
        warp = cv2.getAffineTransform(source, target)
        size = (columns.stop - columns.start, rows.stop - rows.start)
        seen = np.asarray(cv2.warpAffine(painting, warp, size, flags=cv2.INTER_LINEAR), dtype=np.uint8)
        over = seen[:, :, 3].astype(np.float32) / np.float32(255)
        rim = np.asarray(cv2.GaussianBlur(over, (0, 0), 2.5) * 0.45 * (1 - over), dtype=np.float32)
        keep = np.zeros(over.shape, np.float32)
        for rectangle in changed:
            keep[self._within(rectangle, rows, columns)] = 1
        self._blend(rows, columns, seen, np.multiply(over, keep), np.multiply(rim, keep))

    def _within(self, rectangle: Rectangle, rows: slice, columns: slice) -> tuple[slice, slice]:
        r, c = self._slices(rectangle)
        return (
            slice(max(0, r.start - rows.start), max(0, r.stop - rows.start)),
            slice(max(0, c.start - columns.start), max(0, c.stop - columns.start)),
        )

    def _blend(
        self, rows: slice, columns: slice, seen: Painting, over: NDArray[np.float32], rim: NDArray[np.float32]
    ) -> None:
        area = self.painting[rows, columns]
        part = over[:, :, None]
        below = area[:, :, :3] * (1 - rim[:, :, None])
        area[:, :, :3] = (below * (1 - part) + seen[:, :, :3] * part).astype(np.uint8)
        area[:, :, 3] = np.maximum(area[:, :, 3], np.maximum(over, rim) * 255).astype(np.uint8)

    def _draw_mat(self, mat: Mat, zones: Sequence[Zone], seed: int) -> None:
        height, width = self._bare.shape[:2]
        paper = 1 + 0.03 * clouds(height, width, seed, coarsest=8, octaves=6)[:, :, None]
        self._bare[:, :, :3] = np.clip(np.array(_PAPER) * paper, 0, 255).astype(np.uint8)
        self._bare[:, :, 3] = 255
        for zone in slots_of(zones):
            w, h = (zone.height, zone.width) if zone.turn % 2 else (zone.width, zone.height)
            corner = [self._spot(zone.x - w / 2, zone.y + h / 2), self._spot(zone.x + w / 2, zone.y - h / 2)]
            if zone.reading is Reading.DIE:
                cv2.rectangle(self._bare, corner[0], corner[1], (*_TRAY, 255), cv2.FILLED)
            cv2.rectangle(self._bare, corner[0], corner[1], (*_LINE, 255), 2, cv2.LINE_AA)
        for tag in mat.tags:
            self._draw_tag(tag)
        for segment in mat.curtain:
            for field in segment.black:
                self._draw_field(*field)

    def _draw_tag(self, tag: Tag) -> None:
        """Draw a tag exact to a sixteenth of a pixel, because tests measure registration by it."""
        left, top = (tag.corners[0][0] - self.x0) * DENSITY, (self.y1 - tag.corners[0][1]) * DENSITY
        side = round((tag.corners[1][0] - tag.corners[0][0]) * DENSITY * _FINE)
        column, row = int(left), int(top)
        cells = -(-side // _FINE) + 1
        x, y = round((left - column) * _FINE), round((top - row) * _FINE)
        fine = np.full((cells * _FINE, cells * _FINE), 255, np.uint8)
        fine[y : y + side, x : x + side] = cv2.resize(
            draw_tag(tag.id, _MODULES), (side, side), interpolation=cv2.INTER_NEAREST
        )
        white = (
            cv2.resize(fine, (cells, cells), interpolation=cv2.INTER_AREA).astype(np.float32)[:, :, None]
            / 255
        )
        area = self._bare[row : row + cells, column : column + cells, :3]
        area[:] = (area * white + _INK * (1 - white)).astype(np.uint8)

    def _draw_field(self, corner: Point, other: Point) -> None:
        """Draw black fields of the curtain; their borders go through pixels."""
        rows, columns = self._bare.shape[:2]
        x0, x1 = (corner[0] - self.x0) * DENSITY, (other[0] - self.x0) * DENSITY
        y0, y1 = (self.y1 - corner[1]) * DENSITY, (self.y1 - other[1]) * DENSITY
        left, top = max(0, floor(x0)), max(0, floor(y0))
        right, bottom = min(columns, ceil(x1)), min(rows, ceil(y1))
        across = _covered(np.arange(left, right), x0, x1)
        down = _covered(np.arange(top, bottom), y0, y1)
        black = (down[:, None] * across)[:, :, None]
        area = self._bare[top:bottom, left:right, :3]
        area[:] = np.round(area * (1 - black) + _INK * black).astype(np.uint8)

    def _spot(self, x: float, y: float) -> tuple[int, int]:
        return round((x - self.x0) * DENSITY), round((self.y1 - y) * DENSITY)

    def _draw_ground(self, ground: Print) -> None:
        """Draw a printed board; cut off what reaches beyond the painting."""
        left, top = self._spot(ground.x0, ground.y1)
        right, bottom = self._spot(ground.x1, ground.y0)
        seen = cv2.resize(ground.painting, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        height, width = self._bare.shape[:2]
        seen = seen[max(0, -top) : height - top, max(0, -left) : width - left]
        area = self._bare[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
        part = seen[:, :, 3:].astype(np.float32) / 255
        area[:, :, :3] = (area[:, :, :3] * (1 - part) + seen[:, :, :3] * part).astype(np.uint8)
        area[:, :, 3] = np.maximum(area[:, :, 3], seen[:, :, 3])


def _bounds(grounds: Sequence[Print], zones: Sequence[Zone]) -> tuple[tuple[float, float], ...]:
    xs = [zone.x for zone in zones] + [x for ground in grounds for x in (ground.x0, ground.x1)]
    ys = [zone.y for zone in zones] + [y for ground in grounds for y in (ground.y0, ground.y1)]
    left, right, bottom, top = min(xs) - _ROOM, max(xs) + _ROOM, min(ys) - _ROOM, max(ys) + _ROOM
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _covered(pixels: NDArray[np.int_], begin: float, end: float) -> NDArray[np.float64]:
    """How much of each pixel lies between two places."""
    return np.asarray(np.clip(np.minimum(pixels + 1, end) - np.maximum(pixels, begin), 0, 1), np.float64)


def _overlap(a: Rectangle, b: Rectangle) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
