"""Hands over the table, and how long each place has been still. Works on a picture 320 pixels wide.

State: the reference (the table as last seen without a hand), the frame before, where something has moved
since, and for how many frames each pixel has been still. Something is a *hand* when it differs from the
reference and either moves or reaches the picture's border. What lies still and apart from the border is a
piece that somebody put there, or took away."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

WIDTH = 320
"""Pixels across of the small picture."""
_SOFT = 40.0
"""Grey levels added before the logarithm: what is nearly black is mostly noise."""
_MOVES = 0.10
"""Change (ln) from one frame to the next that is motion: four times the noise of a webcam in a dim room."""
_DIFFERS = 0.16
"""Change (ln) against the reference that is more than a soft shadow's edge."""
_NOISE_BINS, _TIMES = 16, 4.0
"""Values a bin, and times its median by which a change must exceed the noise of values as bright: dark ones
are noisy in a dim room."""
_SHAKES, _SHAKEN, _EDGE = 5.0, 0.4, 0.25
"""Times its median by which a change, as a share of the difference between a pixel's neighbours, must exceed
what a trembling camera makes of edges; at most this share; and the difference (ln) that is an edge."""
_NEAR = np.ones((3, 3), np.uint8)
_SAMPLES = 8
"""Pixels that must be as bright for a median."""
_NOISIEST = 0.16
"""Change (ln) that is no noise anywhere."""
_STEADY = 0.8
"""Share of what was known of the noise that each frame keeps."""
_LEAST = 40
"""A blob smaller than this is no hand: 40 of 57 600 pixels are a finger tip."""
_NOISE = 12
"""A motion smaller than this is noise, or what a video's compression leaves of it."""
_REACH = 4
"""Small pixels by which a hand is widened: blur of its motion and its contact shadow."""
_STIRRED = 0.2
"""Share of a hand in which something has moved: what only became brighter when a lamp was switched on is
none."""
_RESTS = 1.5
"""Seconds after which a hand that does not move at all keeps nobody waiting: only what it covers stays
unseen."""
_LARGEST_PIECE = 700.0
"""Small pixels beyond which nothing is a piece, however near the camera hangs: an arm covers more."""
_LEFT_PIECE = 0.15
"""Seconds for which a piece at the border must lie still."""
LEFT_SECONDS = 20.0
"""What reaches the border and has not moved at all for so long was left there; hands that rest do move."""
_LIGHT_STEP = 0.04
"""Change (ln) that is a change of light ..."""
_MOST_OF = (0.35, 0.65)
"""... if what lies between these quantiles of the picture's pixels changed by more, all in one direction."""

Mask = NDArray[np.uint8]
Logs = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame's verdict. ``hand``: 1 under a hand (widened), None without one; ``resting``: 1 under those
    hands that have not moved for a while, None without; ``moved``: 1 where something moves, None where
    nothing does; ``still``: frames for which each pixel has been still and free of hands, up to 255;
    ``light``: the whole picture has just become brighter or darker."""

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
        self.piece = 0.0
        self.gave_up = False
        """Whether something that was taken for a hand turned out to be none, because it never moved."""
        self._moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._noise = np.full(256 // _NOISE_BINS, np.inf, np.float32)
        """Usual change (ln) from one frame to the next, by value (infinite: not known yet) ..."""
        self._trembling = 0.0
        """... and at edges, as a share of the difference there."""

    def reset(self, piece: float = 0.0) -> None:
        """Forget everything: the table lies elsewhere in the picture. ``piece``: small pixels of the largest
        piece; what is no larger and lies still at the border is one that leans out of the picture."""
        self.piece = min(piece, _LARGEST_PIECE)
        self._reference = self._before = None
        self.gave_up = False

    def see(self, picture: Image, time: float, patience: float = LEFT_SECONDS) -> Seen:
        """Judge the next frame; ``picture`` as :func:`small` makes it, ``time`` in seconds. ``patience``:
        seconds after which what has not moved at all is no hand."""
        logs = _logs(picture)
        if self._before is None or self._reference is None or self._before.shape != logs.shape:
            self._before = self._reference = logs
            self._still = np.zeros(picture.shape[:2], np.uint8)
            self._stirred = np.zeros(picture.shape[:2], np.uint8)
            self._moved_at = np.full(picture.shape[:2], time)
            return Seen(None, None, None, self._still, False)
        step = _gain(logs, self._before)
        light = _is_light(logs, self._before)
        grey = np.asarray(picture.max(axis=2), np.uint8)
        self._learn_noise(picture, logs, self._before + step)
        noisy = np.minimum(_NOISIEST, _TIMES * np.minimum.accumulate(self._noise))
        edges = _range(grey)
        self._learn_trembling(edges, logs, self._before + step)
        shaken = min(_SHAKEN, _SHAKES * self._trembling) * edges[:, :, None]
        limits = np.maximum(_limits(picture, np.maximum(_MOVES, noisy)), shaken)
        moved = _larger(_votes(logs, self._before, step, limits))
        self._before = logs
        if moved is not None and not light:
            self._stirred |= moved
            self._moved_at[moved > 0] = time
        limits = np.maximum(_limits(picture, np.maximum(_DIFFERS, noisy)), shaken)
        hand, resting = self._hand(logs, moved, limits, time, patience)
        self._still = np.asarray(self._still + (self._still < 255), np.uint8)
        for mask in (moved, hand):
            if mask is not None:
                self._still[mask > 0] = 0
        return Seen(hand, resting, moved, self._still, light)

    def settle(self, pixels: NDArray[np.intp] | None) -> None:
        """Take the last frame into the reference, at these pixels (flat indices; None: everywhere)."""
        if self._reference is None or self._before is None:
            return
        if pixels is None:
            self._reference = self._before
            self._stirred[:] = 0
            return
        self._reference = self._reference.copy()
        self._reference.reshape(-1, 3)[pixels] = self._before.reshape(-1, 3)[pixels]
        self._stirred.ravel()[pixels] = 0

    def _learn_noise(self, picture: Image, logs: Logs, before: Logs) -> None:
        """From every seventh pixel of every seventh row. Darker values are noisier, so a hand that covers
        most pixels of some brightness teaches nothing."""
        change = np.abs(logs[3::7, 3::7] - before[3::7, 3::7]).ravel()
        bins = (picture[3::7, 3::7] // _NOISE_BINS).ravel()
        for one in np.unique(bins):
            there = change[bins == one]
            if there.size >= _SAMPLES:
                known, new = self._noise[one], np.median(there)
                self._noise[one] = new if np.isinf(known) else _STEADY * known + (1 - _STEADY) * new

    def _learn_trembling(self, edges: Logs, logs: Logs, before: Logs) -> None:
        some = edges[::3, ::3] > _EDGE
        if np.count_nonzero(some) >= _SAMPLES:
            change = np.abs(logs[::3, ::3] - before[::3, ::3]).max(axis=2)[some] / edges[::3, ::3][some]
            new = float(np.median(change))
            self._trembling = _STEADY * self._trembling + (1 - _STEADY) * new if self._trembling else new

    def _hand(
        self, logs: Logs, moved: Mask | None, limits: Logs, time: float, patience: float
    ) -> tuple[Mask | None, Mask | None]:
        assert self._reference is not None
        differs = _votes(logs, self._reference, _gain(logs, self._reference), limits)
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
    """The blobs that are no noise; None without any."""
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
    """The small picture of a frame."""
    height = round(image.shape[0] * WIDTH / image.shape[1])
    return np.asarray(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


_LOG = np.log(np.arange(256, dtype=np.float32) + _SOFT)


def _logs(picture: Image) -> Logs:
    return np.asarray(cv2.LUT(picture, _LOG), np.float32)


def _gain(logs: Logs, reference: Logs) -> NDArray[np.float32]:
    """Median brightness ratio (ln) of each channel."""
    apart = logs[3::7, 3::7] - reference[3::7, 3::7]
    return np.asarray(np.median(apart.reshape(-1, 3), axis=0), np.float32)


def _range(grey: Image) -> Logs:
    """How much (ln) each pixel's neighbours differ."""
    high, low = cv2.dilate(grey, _NEAR), cv2.erode(grey, _NEAR)
    return np.asarray(cv2.subtract(cv2.LUT(high, _LOG), cv2.LUT(low, _LOG)), np.float32)


def _is_light(logs: Logs, before: Logs) -> bool:
    """Whether most of the picture became brighter, or darker, in some channel; an arm covers less."""
    apart = (logs[3::7, 3::7] - before[3::7, 3::7]).reshape(-1, 3)
    low, high = np.quantile(apart, _MOST_OF, axis=0)
    return bool((low > _LIGHT_STEP).any() or (high < -_LIGHT_STEP).any())


def _limits(picture: Image, by_value: NDArray[np.float32]) -> Logs:
    """The limit of each pixel and channel."""
    return np.asarray(cv2.LUT(picture, np.repeat(by_value, _NOISE_BINS).astype(np.float32)), np.float32)


def _votes(logs: Logs, reference: Logs, gain: NDArray[np.float32], limits: Logs) -> Mask | None:
    """1 where some channel differs by more than its limit, in at least four of nine neighbours; None when
    nowhere."""
    blue, green, red = cv2.split(cv2.subtract(cv2.absdiff(logs, reference + gain), limits))
    over = np.asarray(cv2.max(cv2.max(blue, green), red) > 0, np.uint8)
    if not over.any():
        return None
    solid = (cv2.boxFilter(over, cv2.CV_16S, (3, 3), normalize=False) >= 4).astype(np.uint8)
    return np.asarray(solid, np.uint8) if solid.any() else None
