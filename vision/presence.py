"""Hands over the table, and how long each place has been still. Works on a picture 320 pixels wide.

State: the reference (the table as last seen without a hand), the frame before, where something has moved
since then, and for how many frames each pixel has been still. Something is a *hand* if it differs from the
reference and either moves or reaches the picture's border. What lies still and apart from the border is a
piece that somebody put there or took away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.tuning import number, row, whole
from vision.types import Image

WIDTH = whole("presence.width")
"""Pixels across of the small picture."""
_SOFT = number("presence.soft")
"""Grey levels that are added before the logarithm, because what is nearly black is mostly noise."""
_MOVES = number("presence.moves")
"""Change (ln) from one frame to the next that is motion: four times the noise of a webcam in a dim room."""
_DIFFERS = number("presence.differs")
"""Change (ln) against the reference that is more than a soft shadow's edge."""
_NOISE_BINS, _TIMES = whole("presence.noise_bins"), number("presence.times")
"""Grey values in a bin, and the multiple of a bin's median noise that a change must exceed: dark values are
noisy in a dim room."""
_SHAKES, _SHAKEN, _EDGE = number("presence.shakes"), number("presence.shaken"), number("presence.edge")
"""A trembling camera changes pixels at edges, by a share of the difference between their neighbours. A change
must exceed the median of that share the first number of times, but never a greater share than the second
value. A greater difference (ln) than the third value is an edge."""
_NEAR = np.ones((3, 3), np.uint8)
_SAMPLES = whole("presence.samples")
"""A median needs so many pixels of one brightness."""
_NOISIEST = number("presence.noisiest")
"""No noise has more grey levels than this. Four times the median came to 22 on a dim simulated table, in the
darkest values."""
_STEADY = number("presence.steady")
"""Share of what is known of the noise that each frame keeps."""
_LEAST = whole("presence.least")
"""A smaller blob is no hand: 40 of 57 600 pixels are a finger tip."""
_NOISE = whole("presence.noise")
"""A smaller motion is noise, or comes of a video's compression."""
_REACH = whole("presence.reach")
"""A hand is widened by so many small pixels, for the blur of its motion and for its shadow."""
_STIRRED = number("presence.stirred")
"""Something must have moved in this share of a hand. What only became brighter when a lamp was switched on is
no hand."""
_RESTS = number("presence.rests")
"""After so many seconds a hand that does not move at all keeps nobody waiting; only what it covers stays
unseen."""
_LARGEST_PIECE = number("presence.largest_piece")
"""What covers more small pixels is no piece, however near the camera hangs. An arm covers more."""
_LEFT_PIECE = number("presence.left_piece")
"""A piece at the border must lie still for so many seconds."""
LEFT_SECONDS = number("presence.left_seconds")
"""What reaches the border and has not moved for so many seconds was left there. Hands that rest do move."""
_LIGHT_STEP = number("presence.light_step")
"""Change (ln) that is a change of light if most of the picture shows it."""
_MOST_OF = row("presence.most_of")
"""Most of the picture shows a change of light if all between these quantiles of its pixels changed by more
than ``_LIGHT_STEP``, in one direction."""

_SPAN = 8.0
"""More than any change (ln)."""
_FOUR_OF_NINE = 99
"""The mean of nine pixels, each 0 or 255, exceeds this if at least four of them are 255."""

_Value = TypeVar("_Value", np.uint8, np.float32)
Mask = NDArray[np.uint8]
Logs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HandsSeen:
    """What one frame shows of hands. ``hand``: 1 under a hand (widened), None without one; ``resting``: 1
    under those hands that have not moved for a while, None without; ``moved``: 1 where something moves, None
    where nothing does; ``still``: for how many frames each pixel has been still and free of hands, up to 255;
    ``light``: whether the whole picture has just become brighter or darker."""

    hand: Mask | None
    resting: Mask | None
    moved: Mask | None
    still: Mask
    light: bool


class Presence:
    """Judges frames one after the other."""

    def __init__(self) -> None:
        self._reference: Logs | None = None
        self._before: Logs | None = None
        self._still: Mask = np.zeros((1, 1), np.uint8)
        self._stirred: Mask = np.zeros((1, 1), np.uint8)
        self._touched = False
        """Whether something has moved anywhere since the reference was taken."""
        self._first = False
        """Whether the frame before was the first."""
        self.piece = 0.0
        self.gave_up = False
        """Whether something that was taken for a hand was none, because it never moved."""
        self._hand: Mask | None = None
        """1 under the hands of the last frame."""
        self._moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._noise = np.full(256 // _NOISE_BINS, np.inf, np.float32)
        """Usual change (ln) from one frame to the next, by value; infinite while it is not known."""
        self._trembling = 0.0
        """The usual change at edges, as a share of the difference there."""

    def reset(self, piece: float = 0.0) -> None:
        """Forget everything, because the table lies elsewhere in the picture. ``piece``: small pixels of the
        largest piece. What is no larger and lies still at the border is a piece that leans out of the
        picture."""
        self.piece = min(piece, _LARGEST_PIECE)
        self._reference = self._before = self._hand = None
        self.gave_up = False

    def see(self, picture: Image, time: float, patience: float = LEFT_SECONDS) -> HandsSeen:
        """Judge the next frame. ``picture``: as :func:`small` makes it; ``time``: in seconds; ``patience``:
        what has not moved at all for so many seconds is no hand."""
        logs = _logs(picture)
        if self._before is None or self._reference is None or self._before.shape != logs.shape:
            self._before = self._reference = logs
            self._still = np.zeros(picture.shape[:2], np.uint8)
            self._stirred = np.zeros(picture.shape[:2], np.uint8)
            self._touched = False
            self._moved_at = np.full(picture.shape[:2], time)
            self._first = True
            return HandsSeen(None, None, None, self._still, False)
        if self._first:  # a camera's first frame may be torn (emptyBoard001.avi): the second is the reference
            self._reference, self._first = logs, False
        apart = _sampled(logs, self._before)
        step, light = _medians(apart), _is_light(apart)
        edges = _range(picture)
        self._learn_noise(picture, np.abs(apart - step))
        self._learn_trembling(edges, logs, self._before, step)
        moved = _larger(_votes(logs, self._before, step, self._limits(picture, edges, _MOVES)))
        self._before = logs
        if moved is not None and not light:
            self._stirred |= moved
            self._touched = True
            self._moved_at[moved > 0] = time
        hand = resting = None
        if self._touched or moved is not None:  # else nothing can be a hand, whatever it looks like
            hand, resting = self._hands(logs, moved, self._limits(picture, edges, _DIFFERS), time, patience)
        self._hand = hand
        self._still = np.asarray(np.minimum(self._still, 254) + 1, np.uint8)
        for mask in (moved, hand):
            if mask is not None:
                self._still[mask > 0] = 0
        return HandsSeen(hand, resting, moved, self._still, light)

    def settle(self, pixels: NDArray[np.intp] | None) -> None:
        """Take the last frame into the reference, at these pixels (flat indices; None: everywhere but under
        hands, which may lie where no cell is)."""
        if self._reference is None or self._before is None:
            return
        if pixels is None and self._hand is not None:
            pixels = np.flatnonzero(self._hand == 0)
        if pixels is None:
            self._reference = self._before
            self._stirred[:] = 0
            self._touched = False
            return
        self._reference = self._reference.copy()
        self._reference.reshape(-1, 3)[pixels] = self._before.reshape(-1, 3)[pixels]
        self._stirred.ravel()[pixels] = 0
        self._touched = bool(self._stirred.any())

    def _learn_noise(self, picture: Image, change: Logs) -> None:
        """Measure the noise on every seventh pixel of every seventh row. Darker values are noisier, so values
        of which a hand covers most teach nothing."""
        bins = np.arange(256 // _NOISE_BINS)
        # all medians by one sort: a change is smaller than ln(256), so each bin has its own span of values
        ordered = np.sort((_every_seventh(picture) // _NOISE_BINS * _SPAN + change).ravel())
        ends = np.searchsorted(ordered, (bins + 1) * _SPAN)
        counts = np.diff(ends, prepend=0)
        begin, enough = ends - counts, counts >= _SAMPLES
        middle = [np.minimum(begin + at, ordered.size - 1) for at in ((counts - 1) // 2, counts // 2)]
        new = (ordered[middle[0]] + ordered[middle[1]]) / 2 - bins * _SPAN
        known = np.where(np.isinf(self._noise), new, _STEADY * self._noise + (1 - _STEADY) * new)
        self._noise = np.where(enough, known, self._noise).astype(np.float32)

    def _learn_trembling(self, edges: Logs, logs: Logs, before: Logs, step: Logs) -> None:
        sparse = edges[::3, ::3]
        some = sparse > _EDGE
        if np.count_nonzero(some) >= _SAMPLES:
            blue, green, red = np.abs(logs[::3, ::3][some] - before[::3, ::3][some] - step.T).T
            new = float(np.median(np.maximum(np.maximum(blue, green), red) / sparse[some]))
            self._trembling = _STEADY * self._trembling + (1 - _STEADY) * new if self._trembling else new

    def _limits(self, picture: Image, edges: Logs, least: float) -> Logs:
        """What the change of each pixel and channel must exceed: ``least``, the noise of its value, and what
        trembling makes of an edge."""
        values = _NOISE_BINS * (np.arange(self._noise.size) + 0.5)
        noisy = np.minimum(_NOISIEST / (values + _SOFT), _TIMES * np.minimum.accumulate(self._noise))
        table = np.repeat(np.maximum(least, noisy), _NOISE_BINS).astype(np.float32)
        limits = cv2.LUT(picture, table)
        if self._trembling:
            shaken = edges * np.float32(min(_SHAKEN, _SHAKES * self._trembling))
            limits = cv2.max(limits, cv2.merge([shaken, shaken, shaken]))
        return np.asarray(limits, np.float32)

    def _hands(
        self, logs: Logs, moved: Mask | None, limits: Logs, time: float, patience: float
    ) -> tuple[Mask | None, Mask | None]:
        assert self._reference is not None
        differs = _votes(logs, self._reference, _medians(_sampled(logs, self._reference)), limits)
        if differs is None and moved is None:
            return None, None
        nothing = np.zeros(logs.shape[:2], np.uint8)
        apart = (nothing if differs is None else differs) | (nothing if moved is None else moved)
        both = np.asarray(cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(both)
        height, width = both.shape
        hands, rests = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        moving = np.zeros(count, np.int64)
        if moved is not None:
            moving = np.bincount(labels[moved > 0], minlength=count)
        stirred = np.bincount(labels.ravel(), weights=self._stirred.ravel(), minlength=count)
        for blob in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[blob])
            border = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
            touched = stirred[blob] >= _STIRRED * area
            if area < _LEAST or not touched or not (border or moving[blob]):
                continue
            for_seconds = time - float(self._moved_at[labels == blob].max())
            left = area < self.piece and for_seconds >= _LEFT_PIECE
            hands[blob] = moving[blob] > 0 or (for_seconds <= patience and not left)
            self.gave_up = self.gave_up or (for_seconds > patience and not moving[blob])
            rests[blob] = hands[blob] and for_seconds >= _RESTS
        return _widened(hands[labels]), _widened(rests[labels])


def _larger(mask: Mask | None) -> Mask | None:
    """The blobs that are larger than noise; None if there are none."""
    if mask is None:
        return None
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    big = np.asarray(stats)[:, cv2.CC_STAT_AREA] >= _NOISE
    big[0] = False
    return np.asarray(big[labels], np.uint8) if big.any() else None


def _widened(mask: NDArray[np.bool_]) -> Mask | None:
    """The mask with some room round it; None for an empty one."""
    if not mask.any():
        return None
    size = 2 * _REACH + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((size, size), np.uint8)), np.uint8)


def small(image: Image) -> Image:
    """The small picture of a frame: means of its pixels."""
    while image.shape[1] >= 4 * WIDTH:  # to halve twice takes a quarter of the time
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    height = round(image.shape[0] * WIDTH / image.shape[1])
    return np.asarray(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


_LOG = np.log(np.arange(256, dtype=np.float32) + _SOFT)


def _logs(picture: Image) -> Logs:
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def _every_seventh(picture: NDArray[_Value]) -> NDArray[_Value]:
    """3 x n: the channels of every seventh pixel of every seventh row."""
    return picture[3::7, 3::7].reshape(-1, 3).T


def _sampled(logs: Logs, reference: Logs) -> Logs:
    """How much brighter (ln) some pixels are: 3 x n."""
    return _every_seventh(logs) - _every_seventh(reference)


def _medians(apart: Logs) -> Logs:
    """Median of each channel: 3 x 1."""
    return np.asarray(np.median(apart, axis=1, keepdims=True), np.float32)


def _range(picture: Image) -> Logs:
    """How much (ln) each pixel's neighbours differ in their largest channel."""
    blue, green, red = cv2.split(picture)
    grey = cv2.max(cv2.max(blue, green), red)
    high, low = cv2.dilate(grey, _NEAR), cv2.erode(grey, _NEAR)
    return np.asarray(cv2.subtract(cv2.LUT(high, _LOG), cv2.LUT(low, _LOG)), np.float32)


def _is_light(apart: Logs) -> bool:
    """Whether most of the picture became brighter, or darker, in some channel; an arm covers less."""
    low, high = np.quantile(apart, _MOST_OF, axis=1)
    return bool((low > _LIGHT_STEP).any() or (high < -_LIGHT_STEP).any())


def _votes(logs: Logs, reference: Logs, gain: Logs, limits: Logs) -> Mask | None:
    """1 where some channel differs by more than its limit, in at least four of nine neighbours; None when
    nowhere."""
    expected = cv2.add(reference, np.append(gain.ravel(), 0.0).astype(np.float64))
    blue, green, red = cv2.split(cv2.compare(cv2.absdiff(logs, expected), limits, cv2.CMP_GT))
    over = cv2.bitwise_or(cv2.bitwise_or(blue, green), red)
    _, solid = cv2.threshold(cv2.blur(over, (3, 3)), _FOUR_OF_NINE, 1, cv2.THRESH_BINARY)
    return np.asarray(solid, np.uint8) if cv2.hasNonZero(solid) else None
