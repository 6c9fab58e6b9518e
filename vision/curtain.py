"""The light curtain of a mat: a printed frame of black and white fields round everything. A shadow keeps
the fields, an arm hides them; so arms, and the sides they come from, are read without any network.

The frame is divided into segments. One is clear if the picture correlates with what is printed there. Whether
there is a curtain at all is seen: without one, nothing correlates."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from vision.mat import Mat, Segment
from vision.opencv import cv2
from vision.registration import Registration
from vision.tuning import number, whole
from vision.types import Image

_FIELDS = 6
"""Fields along the side of a tag: at 1280 x 720 a field is then at least 5 pixels high."""
_LONG, _DEEP = 4, 3
"""Fields of a segment, along the frame and across it. An arm is wider than a segment is long."""
_SAMPLES = 3
"""Points in a row of a field at which the picture is read, and such rows."""
_CLEAR, _HIDDEN = number("curtain.clear"), number("curtain.hidden")
"""A segment is seen if its correlation is at least the first number, and then hidden if it falls below the
second."""
_MOST = number("curtain.most")
"""There is a curtain if at least this share of the segments in the picture is seen at once. If more than this
share is hidden, the table was bumped or it is dark, and the curtain tells nothing."""
_LOOKS = whole("curtain.looks")
"""Frames in which a curtain is looked for after the table was found."""

Mask = NDArray[np.uint8]


# -- what is printed

_ROWS = tuple(tuple(at in pair for at in range(_LONG)) for pair in combinations(range(_LONG), 2))
_CODES = tuple(
    rows
    for rows in product(_ROWS, repeat=_DEEP)
    if sum(at for row in rows for at, black in enumerate(row) if black) * 2 == _DEEP * 2 * (_LONG - 1)
)
"""Half of each row is black, and the black is no nearer to one end, so that light which falls off looks like
no code."""


def with_curtain(mat: Mat) -> Mat:
    """The mat with a curtain round it. The same mat always gets the same one, because it is printed."""
    if mat.curtain:
        return mat
    (left, top), (right, bottom) = mat.outline[0], mat.outline[2]
    field = (mat.tags[0].corners[1][0] - mat.tags[0].corners[0][0]) / _FIELDS
    deep = field * _DEEP
    x0, x1, y0, y1 = left - deep, right + deep, bottom - deep, top + deep
    seed = mat.tags[0].id
    segments = (
        *_segments(seed, "top", x0, y1, x1, top, field),
        *_segments(seed, "right", right, top, x1, bottom, field),
        *reversed(tuple(_segments(seed, "bottom", x0, bottom, x1, y0, field))),
        *reversed(tuple(_segments(seed, "left", x0, top, left, bottom, field))),
    )
    return replace(mat, outline=((x0, y1), (x1, y1), (x1, y0), (x0, y0)), curtain=segments)


def _segments(
    seed: int, side: str, left: float, top: float, right: float, bottom: float, field: float
) -> Iterator[Segment]:
    """The strip along one side, cut into segments whose fields are as nearly square as it allows."""
    across = side in ("top", "bottom")
    count = round((right - left if across else top - bottom) / (field * _LONG))
    wide, high = (right - left) / count, (top - bottom) / count
    for at in range(count):
        code = _CODES[zlib.crc32(f"{seed} {side} {at}".encode()) % len(_CODES)]
        if across:
            yield Segment(left + at * wide, top, left + (at + 1) * wide, bottom, code, side)
        else:
            turned = tuple(zip(*code, strict=True))
            yield Segment(left, top - at * high, right, top - (at + 1) * high, turned, side)


# -- what is seen


@dataclass(frozen=True, slots=True)
class CurtainSeen:
    """A curtain in one frame, as masks of the small picture. ``hidden``: 1 over the segments that something
    hides; ``clear``: 1 within the curtain if nothing at all reaches over it, None if something does or if so
    much of it cannot be seen that an arm finds room there: two neighbouring segments."""

    hidden: Mask
    clear: Mask | None


class Curtain:
    """Reads the curtain of one mat in the frames of one camera."""

    def __init__(self, mat: Mat) -> None:
        self._mat = with_curtain(mat)
        self._segments = self._mat.curtain
        codes = np.array([_expected(one) for one in self._segments])
        self._codes = (codes / np.linalg.norm(codes, axis=1, keepdims=True)).astype(np.float32)
        self._points: NDArray[np.float32] | None = None
        """Pixels at which the picture is read (segments x points x 2); None before the table was found."""
        self._inside: NDArray[np.bool_] = np.zeros(0, bool)
        self._corners: NDArray[np.int32] = np.zeros((0, 4, 2), np.int32)
        """Of each segment in the small picture."""
        self._middle: Mask = np.zeros((0, 0), np.uint8)
        self._edges: tuple[str, ...] = ()
        self._seen = np.zeros(0, bool)
        """Which segments were seen since the table was found."""
        self._hidden: tuple[int, ...] = ()
        self._looks = 0
        self.there = False
        """Whether this mat has a curtain."""

    def place(self, registration: Registration, shape: tuple[int, int]) -> None:
        """The table was found. ``shape``: of the small picture."""
        flat = np.concatenate([_grid(one) for one in self._segments])
        points = registration.to_picture(flat).astype(np.float32).reshape(len(self._segments), -1, 2)
        self._points = points
        self._inside = np.all((points >= 0) & (points <= np.array(registration.size) - 1), axis=(1, 2))
        scale = shape[1] / registration.size[0]
        corners = registration.to_picture(np.concatenate([_corners(one) for one in self._segments]))
        self._corners = np.round(corners * scale).astype(np.int32).reshape(-1, 4, 2)
        outline = registration.to_picture(np.array(self._mat.outline))
        self._middle = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(self._middle, np.round(outline * scale).astype(np.int32), 1)
        self._edges = _edges(self._segments, registration)
        self._seen = np.zeros(len(self._segments), bool)
        self._hidden = ()
        self._looks = _LOOKS

    def read(self, image: Image) -> CurtainSeen | None:
        """What one frame shows of the curtain; None if there is none, or if it tells nothing."""
        self._hidden = ()
        if self._points is None or not (self.there or self._looks):
            return None
        self._looks = max(0, self._looks - 1)
        scores = self.scores(image)
        seen = self._inside & (scores >= _CLEAR)
        self.there = self.there or bool(seen.sum() > _MOST * max(1, self._inside.sum()))
        self._seen |= seen
        hidden = self._seen & (scores < _HIDDEN)
        if not self.there or hidden.sum() > _MOST * self._seen.sum():
            return None
        self._hidden = tuple(np.flatnonzero(hidden).tolist())
        mask = np.zeros_like(self._middle)
        cv2.fillPoly(mask, list(self._corners[hidden]), 1)
        closed = bool((self._seen | np.roll(self._seen, 1)).all())
        return CurtainSeen(mask, self._middle if closed and not hidden.any() else None)

    def scores(self, image: Image) -> NDArray[np.float32]:
        """How well each segment correlates with what is printed there, -1 to 1; 0 where nothing is seen."""
        assert self._points is not None
        xs, ys = self._points[..., 0], self._points[..., 1]
        read = cv2.remap(image, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        grey = np.asarray(read, np.float32).sum(axis=2)
        grey -= grey.mean(axis=1, keepdims=True)
        return np.asarray((grey * self._codes).sum(axis=1) / (np.linalg.norm(grey, axis=1) + 1.0), np.float32)

    def arms(self, hand: Mask | None) -> Mapping[str, int]:
        """Over which sides arms reach in, in the frame that was read last: how many segments they hide on
        each, by the edge of the picture that a side lies towards. ``hand``: 1 under the hands that count;
        what else hides the curtain was left there, or only leans over it."""
        if hand is None:
            return {}
        middles = {at: self._corners[at].mean(axis=0).astype(int) for at in self._hidden}
        return Counter(self._edges[at] for at, (x, y) in middles.items() if hand[y, x])


def _expected(segment: Segment) -> NDArray[np.float64]:
    """How bright the points of a segment should be: their mean is 0."""
    white = 1.0 - 2.0 * np.array(segment.code, np.float64)
    return np.repeat(np.repeat(white, _SAMPLES, axis=0), _SAMPLES, axis=1).ravel()


def _grid(segment: Segment) -> NDArray[np.float64]:
    """The points of a segment in pitches, in the order of :func:`_expected`."""
    rows, columns = len(segment.code) * _SAMPLES, len(segment.code[0]) * _SAMPLES
    xs = segment.left + (np.arange(columns) + 0.5) / columns * (segment.right - segment.left)
    ys = segment.top - (np.arange(rows) + 0.5) / rows * (segment.top - segment.bottom)
    return np.stack([np.tile(xs, rows), np.repeat(ys, columns)], axis=1)


def _corners(segment: Segment) -> NDArray[np.float64]:
    left, top, right, bottom = segment.left, segment.top, segment.right, segment.bottom
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _edges(segments: tuple[Segment, ...], registration: Registration) -> tuple[str, ...]:
    """The edge of the picture towards which each segment's side of the mat lies."""
    middles = registration.to_picture(np.array([_corners(one).mean(axis=0) for one in segments]))
    sides = np.array([one.side for one in segments])
    centre = middles.mean(axis=0)
    named = {}
    for side in set(sides.tolist()):
        x, y = middles[sides == side].mean(axis=0) - centre
        named[side] = ("left" if x < 0 else "right") if abs(x) > abs(y) else ("top" if y < 0 else "bottom")
    return tuple(named[one.side] for one in segments)
