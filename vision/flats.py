"""Flat pieces: cards in slots, tokens and tiles on cells. Found a little shifted and turned, never mirrored.

Way: every taught picture is compared with the spot at 7 x 7 shifts and 5 rotations in one matrix product at
half
the raster's resolution; the best few are aligned finely; look-alikes are told apart only by the pixels in
which
they differ.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.photometry import CHROMA, Features, Plane32, palette
from vision.rectify import SCALE
from vision.types import TURNED

Stack32 = NDArray[np.float32]

SHIFT = 0.1875
"""Pitches that a flat piece may lie off its place: 15 % of a pitch and what registration adds."""
ANGLES = (-10.0, -5.0, 0.0, 5.0, 10.0)
"""Degrees by which it may lie turned."""

_COARSE = 2
"""Raster pixels per pixel of the coarse search."""
_CHROMA_WEIGHT = 2.0
_FINE = 4
"""How many candidates are aligned finely."""
_FAINT = 0.04
"""Contrast (in L) below which a patch counts as blank, so that noise is not taken for print."""
_SLOPE, _HALF = 24.0, 0.66
"""Log-likelihood ratio = slope (similarity - half): see ``tests/vision/test_flats.py``."""
_STRANGE = 16.0
"""Nats a square pitch that does not look as taught."""
_STRANGE_PIXEL = np.array([0.6, 0.25, 0.25])
"""Change of L, a, b from which on a pixel does not look as taught."""
_LITTLE = np.array([_FAINT, 0.15, 0.15])
"""Spread of L, a, b that is no print."""
_ALIKE = 0.08
"""Square difference, in all but ``_PRINT`` of the pixels, of two pictures that show nothing to tell them
apart by. Measured: 0.12 to 0.6 where cards differ in small print only, 0.01 to 0.05 for noise of 4 %."""
_PRINT = 0.02
_NEAR = 2
"""Raster pixels by which what is seen is still moved to lie exactly."""
_POLISH = (
    ((-4.0, -2.0, 0.0, 2.0, 4.0), 1, _NEAR),
    ((-1.0, 0.0, 1.0), 2, 2),
    ((-0.5, 0.0, 0.5), 4, 2),
)
"""How: turns (degrees), raster pixels cut into so many, and so many of those to each side."""
_IN_DOUBT = 6.0
"""Nats behind the best from which on a candidate is left alone."""
_BEHIND = 5.0
"""Nats behind the best from which on a candidate that was only found coarsely is left alone."""
_TRUST = np.array([1.0, 0.25, 0.25])
"""Weight of L, a, b there: video keeps colour at half the resolution of brightness, so small print is in
L."""
_SLIGHT = 0.1 * _CHROMA_WEIGHT
"""Weighted change of a, b over a whole piece that is light and not print."""
_APART = 14.0
"""Nats between two look-alikes when all their differing pixels speak for one of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A flat piece as it was taught, upright: features (h x w x 4) at raster resolution and its mask (h x
    w)."""

    name: str
    patch: Features
    mask: Plane32

    def colours(self) -> Stack32:
        """The piece's palette, for where only its colours count: a token lies turned anyhow."""
        return palette(self.patch[self.mask > 0], np.ones(int((self.mask > 0).sum()), np.float32))

    def turned(self) -> Flat:
        """The same piece, turned half round."""
        patch, mask = self.patch[::-1, ::-1], self.mask[::-1, ::-1]
        return Flat(self.name + TURNED, np.ascontiguousarray(patch), np.ascontiguousarray(mask))


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a flat piece explains a spot, and how it lies there: raster pixels right and down, degrees
    clockwise, both in the upright piece's frame."""

    score: float
    similarity: float
    dx: float
    dy: float
    angle: float


def lookup(flats: Mapping[str, Flat], name: str) -> Flat:
    """The piece of that name; one that lies turned half round is made from the upright one. Raises
    KeyError."""
    if name in flats:
        return flats[name]
    return flats[name.removesuffix(TURNED)].turned()


def cut(seen: Features, centre: Points, angle: float, width: int, height: int) -> Features:
    """Features of ``height`` x ``width`` raster pixels round ``centre`` (x, y), turned back by ``angle``
    degrees."""
    turn = np.deg2rad(angle)
    cos, sin = np.cos(turn), np.sin(turn)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    linear = np.array([[cos, -sin], [sin, cos]])
    affine = np.column_stack([linear, np.asarray(centre).ravel() - linear @ middle])
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(seen, affine, (width, height), flags=way, borderMode=cv2.BORDER_REPLICATE),
        dtype=np.float32,
    )


class Matcher:
    """Compares one spot with a fixed list of flat pieces. ``turn``: the spot's quarter turns clockwise."""

    def __init__(self, pieces: Sequence[Flat], turn: int) -> None:
        self.pieces = tuple(pieces)
        self._turn = 90.0 * turn
        self._pairs: dict[tuple[int, int], Features] = {}
        shapes = {piece.mask.shape for piece in pieces}
        self._groups = tuple(
            _Group([i for i, p in enumerate(pieces) if p.mask.shape == s], pieces) for s in shapes
        )

    def __call__(self, seen: Features, centre: Points) -> tuple[Fit, ...]:
        """One fit for each piece, in their order. ``seen``: normalised features; ``centre``: of the spot (x,
        y)."""
        fits: list[Fit | None] = [None] * len(self.pieces)
        for group in self._groups:
            for index, fit in group.search(seen, centre, self._turn):
                fits[index] = fit
        coarse = [fit for fit in fits if fit is not None]
        order = sorted(range(len(coarse)), key=lambda i: -coarse[i].similarity)[:_FINE]
        fine = {i: self._refine(seen, centre, self.pieces[i], coarse[i]) for i in order}
        result = [fine.get(i, fit) for i, fit in enumerate(coarse)]
        if len(order) > 1:
            self._look_alikes(seen, centre, result, order)
        return tuple(result)

    def aligned(self, seen: Features, centre: Points, piece: Flat, fit: Fit) -> Features:
        """What is seen where ``fit`` says the piece lies, in the piece's own frame."""
        height, width = piece.mask.shape
        turn = np.deg2rad(self._turn + fit.angle)
        step = np.array(
            [np.cos(turn) * fit.dx - np.sin(turn) * fit.dy, np.sin(turn) * fit.dx + np.cos(turn) * fit.dy]
        )
        return cut(seen, centre + step, self._turn + fit.angle, width, height)

    def _refine(self, seen: Features, centre: Points, piece: Flat, coarse: Fit) -> Fit:
        height, width = piece.mask.shape
        best = coarse
        flat = _flat_rows(piece.patch[None], piece.mask[None])
        for angle in (coarse.angle - 2.5, coarse.angle, coarse.angle + 2.5):
            start = Fit(0.0, 0.0, coarse.dx, coarse.dy, angle)
            wide = Flat(
                "",
                np.zeros((height + 4, width + 4, 4), np.float32),
                np.zeros((height + 4, width + 4), np.float32),
            )
            windows = _windows(self.aligned(seen, centre, wide, start), height, width)
            like = _similarity(windows, *flat)[:, 0]
            at = int(np.argmax(like))
            if like[at] > best.similarity or best is coarse:
                best = Fit(0.0, float(like[at]), coarse.dx + at % 5 - 2, coarse.dy + at // 5 - 2, angle)
        there = self.aligned(seen, centre, piece, best)
        strange = strangeness(there, piece)
        score = float(np.clip(_SLOPE * (best.similarity - _HALF) - _STRANGE * strange, -12, 12))
        return Fit(score, best.similarity, best.dx, best.dy, best.angle)

    def _look_alikes(self, seen: Features, centre: Points, fits: list[Fit], rivals: Sequence[int]) -> None:
        """Separate whichever is the best from all that come near it, by the pixels in which they differ."""
        there: dict[int, Features] = {}
        compared: set[frozenset[int]] = set()
        while True:
            best = max(rivals, key=lambda i: fits[i].score)
            near = [i for i in rivals if i != best and fits[best].score - fits[i].score < _IN_DOUBT]
            other = next((i for i in near if self._comparable(best, i, compared)), None)
            if other is None:
                self._keep_behind(seen, centre, fits, best, rivals)
                return
            for i in {best, other} - there.keys():
                there[i] = polished(self.aligned(seen, centre, self.pieces[i], fits[i]), self.pieces[i].patch)
            apart = difference(there[best], self.pieces[best], self._laid_on(other, best))
            if _lie_alike(fits[best], fits[other]):  # each favours the piece in whose frame it looks
                away = difference(there[other], self.pieces[other], self._laid_on(best, other))
                apart = (apart - away) / 2
            lead = fits[best].score - fits[other].score + _APART * apart
            low, high = (other, best) if lead >= 0 else (best, other)
            bound = max(fits[high].score - abs(lead), -12.0)
            if fits[low].score > bound:
                fits[low] = Fit(bound, *_pose(fits[low]))
            compared.add(frozenset((best, other)))

    def _keep_behind(
        self, seen: Features, centre: Points, fits: list[Fit], best: int, rivals: Collection[int]
    ) -> None:
        """Of those that were only found coarsely, put off each that comes near the best one but for the
        pixels in which they differ."""
        there: Features | None = None
        for other, fit in enumerate(fits):
            behind = fits[best].score - fit.score
            if other in rivals or behind >= _BEHIND or not self._comparable(best, other, ()):
                continue
            if there is None:
                aligned = self.aligned(seen, centre, self.pieces[best], fits[best])
                there = polished(aligned, self.pieces[best].patch)
            apart = difference(there, self.pieces[best], self._laid_on(other, best))
            if apart > 0:
                fits[other] = Fit(max(fit.score - _APART * apart, -12.0), *_pose(fit))

    def _comparable(self, one: int, two: int, compared: Collection[frozenset[int]]) -> bool:
        same_size = self.pieces[one].mask.shape == self.pieces[two].mask.shape
        return same_size and frozenset((one, two)) not in compared

    def _laid_on(self, other: int, one: int) -> Features:
        """A piece's picture laid exactly on another's of its size."""
        if (other, one) not in self._pairs:
            self._pairs[other, one] = polished(self.pieces[other].patch, self.pieces[one].patch)
        return self._pairs[other, one]


def polished(there: Features, template: Features) -> Features:
    """What is seen, turned by up to 5.5 degrees and moved by up to 3 pixels, a quarter pixel fine, until it
    lies exactly on the template."""
    pose = (0.0, 0.0, 0.0)
    for turns, zoom, near in _POLISH:
        pose = _best_pose(there, template, pose, turns, zoom, near)
    height, width = template.shape[:2]
    return _moved(there, *pose, (width, height))


def _best_pose(
    there: Features,
    template: Features,
    start: tuple[float, float, float],
    turns: Sequence[float],
    zoom: int,
    near: int,
) -> tuple[float, float, float]:
    """Angle and shift (pixels) near ``start`` under which what is seen correlates best with the template;
    ``near``: steps of 1 / ``zoom`` pixel."""
    height, width = template.shape[:2]
    larger = cv2.resize(template, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    wanted = _weighed(np.asarray(larger, dtype=np.float32))
    angle, dx, dy = start
    best = (-np.inf, *start)
    for turn in turns:
        size = (zoom * width + 2 * near, zoom * height + 2 * near)
        shown = _weighed(_moved(there, angle + turn, dx, dy, size, zoom))
        found = np.asarray(cv2.matchTemplate(shown, wanted, cv2.TM_CCOEFF_NORMED))
        row, column = np.unravel_index(int(np.argmax(found)), found.shape)
        if found[row, column] > best[0]:
            # the window is turned, so are the steps in it
            step = _rotation(angle + turn) @ np.array([column - near, row - near]) / zoom
            best = (float(found[row, column]), angle + turn, dx + step[0], dy + step[1])
    return best[1:]


def _moved(
    there: Features, angle: float, dx: float, dy: float, size: tuple[int, int], zoom: int = 1
) -> Features:
    """What is seen, (dx, dy) off its middle and turned back by ``angle`` degrees, on ``size`` (width, height)
    pixels ``zoom`` times as fine."""
    linear = _rotation(angle)
    middle = np.array([(there.shape[1] - 1) / 2, (there.shape[0] - 1) / 2])
    centre = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
    start = middle + np.array([dx, dy]) - linear @ centre / zoom
    affine = np.column_stack([linear / zoom, start])
    way = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(there, affine, size, flags=way, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def _rotation(degrees: float) -> NDArray[np.float64]:
    turn = np.deg2rad(degrees)
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _weighed(image: Features) -> Features:
    return np.ascontiguousarray(image[..., :3]) * np.array([1.0, _CHROMA_WEIGHT, _CHROMA_WEIGHT], np.float32)


def strangeness(there: Features, piece: Flat) -> float:
    """Square pitches of the piece that do not look as taught, small misalignments and even light aside."""
    soft = (
        cv2.GaussianBlur(np.ascontiguousarray(image[..., :3]), (0, 0), 1.0) for image in (there, piece.patch)
    )
    seen, taught = (np.asarray(image, dtype=np.float32) for image in soft)
    known = piece.mask > 0
    shift = np.clip(np.median((seen - taught)[known], axis=0), (-0.5, -0.15, -0.15), (0.5, 0.15, 0.15))
    seen = seen - shift.astype(np.float32)
    around = np.ones((3, 3), np.uint8)  # print may lie a pixel off
    low, high = np.asarray(cv2.erode(taught, around)), np.asarray(cv2.dilate(taught, around))
    apart = np.maximum(seen - high, low - seen)[known]
    return float((apart > _STRANGE_PIXEL).any(axis=1).sum()) / SCALE**2


def difference(there: Features, one: Flat, two: Features) -> float:
    """-1 .. 1: whether what is seen looks like ``one`` (1) or ``two`` (-1), all laid on one another.

    What is seen is projected on the line from one to the other, so all that they have in common, and what
    lies a little off in both, says nothing.
    """
    known = np.asarray(cv2.erode(one.mask, np.ones((5, 5), np.uint8), borderValue=0.0)) > 0
    if not known.any():
        return 0.0
    seen, first, second = (_contrast(image, known) for image in (there, one.patch, two))
    apart = first - second
    square = (apart**2 * _TRUST).sum(axis=1)
    if np.quantile(square, 1 - _PRINT) < _ALIKE:
        return 0.0
    return float(np.clip(((2 * seen - first - second) * apart * _TRUST).sum() / square.sum(), -1, 1))


def _contrast(image: Features, known: NDArray[np.bool_]) -> Features:
    """L, a and b of the known pixels, slightly blurred, as multiples of their spread: a card far from the
    camera is paler than a near one, and softer."""
    soft = np.asarray(cv2.GaussianBlur(np.ascontiguousarray(image[..., :3]), (0, 0), 1.0))[known]
    return np.asarray((soft - soft.mean(axis=0)) / (soft.std(axis=0) + _LITTLE), dtype=np.float32)


def _lie_alike(one: Fit, two: Fit) -> bool:
    """Whether two pieces were found at the same place; a line further on much may look alike by chance."""
    return max(abs(one.dx - two.dx), abs(one.dy - two.dy)) <= _NEAR + 1


def _pose(fit: Fit) -> tuple[float, float, float, float]:
    return fit.similarity, fit.dx, fit.dy, fit.angle


class _Group:
    """Pieces of one size, stacked for the coarse search."""

    def __init__(self, members: list[int], pieces: Sequence[Flat]) -> None:
        self._members = members
        self._height, self._width = pieces[members[0]].mask.shape
        self._size = (max(2, self._width // _COARSE), max(2, self._height // _COARSE))
        patches = [cv2.resize(pieces[i].patch, self._size, interpolation=cv2.INTER_AREA) for i in members]
        masks = [cv2.resize(pieces[i].mask, self._size, interpolation=cv2.INTER_AREA) for i in members]
        self._flat = _flat_rows(np.array(patches, dtype=np.float32), np.array(masks, dtype=np.float32))
        self._reach = round(SHIFT * SCALE / _COARSE)

    def search(self, seen: Features, centre: Points, turn: float) -> list[tuple[int, Fit]]:
        width, height = self._size
        around = 2 * self._reach
        size = (width + around, height + around)
        found = []
        for angle in ANGLES:
            wide = cut(seen, centre, turn + angle, size[0] * _COARSE, size[1] * _COARSE)
            small = np.asarray(cv2.resize(wide, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
            found.append(_similarity(_windows(small, height, width), *self._flat))
        like = np.concatenate(found)
        side = around + 1
        fits = []
        for column, index in enumerate(self._members):
            at = int(np.argmax(like[:, column]))
            angle, at = ANGLES[at // side**2], at % side**2
            best = float(like[:, column].max())
            score = float(np.clip(_SLOPE * (best - _HALF), -12, 12))
            dx, dy = (at % side - self._reach) * _COARSE, (at // side - self._reach) * _COARSE
            fits.append((index, Fit(score, best, float(dx), float(dy), angle)))
        return fits


def _windows(image: Features, height: int, width: int) -> Stack32:
    """Every ``height`` x ``width`` window: count x 3 x (height width)."""
    view = np.lib.stride_tricks.sliding_window_view(image[..., :3], (height, width), axis=(0, 1))
    return np.ascontiguousarray(view).reshape(-1, 3, height * width)


def _flat_rows(patches: Stack32, masks: Stack32) -> tuple[Stack32, Stack32]:
    """Pieces as rows: n x 3 x p masked features, L without its mean; and n x p masks."""
    count = len(patches)
    mask = masks.reshape(count, 1, -1)
    rows = patches[..., :3].reshape(count, -1, 3).transpose(0, 2, 1).copy()
    rows[:, 1:] = np.clip(rows[:, 1:], -CHROMA, CHROMA) * _CHROMA_WEIGHT
    rows[:, :1] -= (rows[:, :1] * mask).sum(axis=2, keepdims=True) / np.maximum(
        mask.sum(axis=2, keepdims=True), 1e-6
    )
    return np.asarray(rows * mask, dtype=np.float32), np.asarray(mask[:, 0], dtype=np.float32)


def _similarity(windows: Stack32, rows: Stack32, masks: Stack32) -> Stack32:
    """Cosine between every window (k x 3 x p) and piece (n x 3 x p) under the piece's mask, a slight cast
    taken out: k x n."""
    seen = windows.copy()
    seen[:, 1:] = np.clip(seen[:, 1:], -CHROMA, CHROMA) * _CHROMA_WEIGHT
    seen[:, 0] -= seen[:, 0].mean(axis=1, keepdims=True)
    count = masks.sum(axis=1)
    mean = seen[:, 0] @ masks.T / count
    energy = (seen**2).sum(axis=1) @ masks.T - mean**2 * count + count * _FAINT**2
    taught = (rows**2).sum(axis=(1, 2)) + count * _FAINT**2
    product = seen.reshape(len(seen), -1) @ rows.reshape(len(rows), -1).T
    for chroma in (1, 2):
        was, own = seen[:, chroma] @ masks.T, rows[:, chroma].sum(axis=1)
        cast = np.clip((was - own) / count, -_SLIGHT, _SLIGHT)
        product -= cast * own
        energy -= cast * (2 * was - cast * count)
    return np.asarray(product / np.sqrt(np.maximum(energy, 1e-9) * taught), dtype=np.float32)
