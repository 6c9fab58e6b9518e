"""What happens in the picture: a hand, a change of light, something that moved. On a picture 320 pixels wide.

State: the picture as it last was without hands, the frame before, and for how many frames each pixel has been
still.
A change is a *hand* when it reaches the picture's border and is more than a change of brightness; light that
changes
keeps colours and print and is smooth. A hand is never taken into the reference, however long it rests.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

WIDTH = 320
"""Pixels across of the gate's picture."""
STILL_FRAMES = 4
"""A pixel counts as quiet after so many frames without a change."""
_ABSORB_FRAMES = 6
"""After so many the reference takes it over, unless it belongs to a hand."""
_LEFT_SECONDS = 60.0
"""What reaches the border and has not moved at all for so long was left there; hands that rest do move."""
_CHANGE = (6.0, 0.05, 5.0)
"""A change is more than this many grey levels, this share of the reference on top, and this many times the
noise."""
_NOISE_BINS = 16
_NOISE_PACE = 0.2
"""Share by which one frame corrects what is known of the noise."""
_HAND_PIXELS = 60
"""A blob smaller than this is no hand: 60 of 57 600 pixels are a finger tip."""
_HAND_SHARE = 0.12
"""Share of a blob that must be more than a change of brightness."""
_BIG_BLOB = 0.05
"""A change of this share of the picture hides the table like a hand, wherever it comes from."""
_BARE = 0.6
"""Where the picture is so much nearer to the taught table than the reference, the hand was in the
reference."""
_REACH = 4
"""Gate pixels by which a hand is widened: blur of its motion and its contact shadow."""
_SHADOW = 40
"""Gate pixels round a hand in which nothing is taken into the reference: the edge of its shadow, once taken
in,
would stay behind as a thin hand when it has left."""
_LIGHT_STEP = 0.05
"""Change of brightness (in ln) from one frame to the next that counts as a change of light."""
_LIGHT_SHARE = 0.2

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One frame's verdict, in gate pixels. ``hand``: widened mask, None without one; ``moved``: what changed
    since the
    frame before; ``still``: frames for which each pixel has been still (up to 255); ``light``: the light is
    changing."""

    hand: Mask | None
    moved: Mask | None
    still: Mask
    light: bool


class Gate:
    """Judges frames one after the other."""

    def __init__(self) -> None:
        self._reference: Image | None = None
        self._ground: Image | None = None
        self._table: Mask | None = None
        self._watched: Mask | None = None
        self._before: Image | None = None
        self._still: Mask | None = None
        self._hand: Mask | None = None
        self._hand_since = 0.0
        self._noise = _Noise()

    def reset(
        self, ground: Image | None = None, table: Mask | None = None, watched: Mask | None = None
    ) -> None:
        """Forget everything. ``ground``: the bare table as it was taught, where ``table`` is 1; without it a
        hand that was there from the first frame on leaves a hole that is taken for a hand until it has been
        still long. ``watched``: 1 where anything matters; a hand that touches nothing there is none."""
        self._ground, self._table, self._watched = ground, table, watched
        self._reference, self._before, self._still, self._hand = None, None, None, None

    def see(self, picture: Image, time: float) -> Seen:
        """Judge the next frame; ``picture`` as :func:`small` makes it, ``time`` in seconds."""
        seen = self._judge(picture)
        if self._hand is None or (seen.moved is not None and (seen.moved & self._hand).any()):
            self._hand_since = time
        elif time - self._hand_since > _LEFT_SECONDS:
            self._hand, self._reference = None, picture.copy()
        return seen

    def _judge(self, picture: Image) -> Seen:
        if self._before is None or self._still is None or self._before.shape != picture.shape:
            return self._begin(picture)
        step = _log_gain(picture, self._before)
        self._noise.learn(picture, self._before)
        moved = self._noise.changes(picture, self._before, step)
        light = float(np.abs(step).max()) > _LIGHT_STEP
        if moved is None and not light and self._hand is None:
            self._still = _older(self._still)
            self._before = picture
            self._absorb(picture)
            return Seen(None, None, self._still, False)
        self._still = _older(self._still)
        if moved is not None:
            self._still[moved > 0] = 0
            light = light or self._is_light(picture, self._before, step, moved)
        self._before = picture
        self._hand = self._find_hand(picture)
        self._absorb(picture)
        return Seen(self._hand if self._reaches(self._hand) else None, moved, self._still, light)

    def _begin(self, picture: Image) -> Seen:
        self._reference = picture.copy()
        self._before = picture
        self._still = np.zeros(picture.shape[:2], np.uint8)
        self._hand = None
        if self._watched is not None and self._watched.shape != picture.shape[:2]:
            self._watched = None  # another camera; it will be registered anew
        return Seen(None, None, self._still, False)

    def _find_hand(self, picture: Image) -> Mask | None:
        reference = self._reference
        assert reference is not None
        gain = _log_gain(picture, reference)
        changed = self._noise.changes(picture, reference, gain)
        if changed is None:
            return None
        solid = changed & ~_light_like(picture, reference, gain)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(changed)
        if count < 2:
            return None
        substance = np.bincount(labels.ravel(), weights=solid.ravel(), minlength=count)
        height, width = changed.shape
        hands = np.zeros(count, dtype=bool)
        for blob in range(1, count):
            x, y, w, h, area = (int(v) for v in stats[blob])
            border = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
            large = area > _BIG_BLOB * changed.size
            if (border or large) and substance[blob] >= max(_HAND_PIXELS, _HAND_SHARE * area):
                hands[blob] = not self._uncovered(picture, labels == blob)
        if not hands.any():
            return None
        size = 2 * _REACH + 1
        return np.asarray(
            cv2.dilate(hands[labels].astype(np.uint8), np.ones((size, size), np.uint8)), dtype=np.uint8
        )

    def _reaches(self, hand: Mask | None) -> bool:
        """Whether a hand touches anything that matters. One that waits beside it is none yet, but it is not
        taken into the reference either: it would stay behind as a hand when it has gone."""
        if hand is None or self._watched is None:
            return hand is not None
        return cv2.countNonZero(cv2.bitwise_and(hand, self._watched)) > 0

    def _uncovered(self, picture: Image, blob: NDArray[np.bool_]) -> bool:
        """Whether a hand has gone rather than come: then the picture, not the reference, shows the bare
        table."""
        if self._ground is None or self._table is None or self._reference is None:
            return False
        where = blob & (self._table > 0)
        if self._ground.shape != picture.shape or int(where.sum()) < _HAND_PIXELS:
            return False
        # the light of the whole table: that of the blob alone would make any hand look like a table in its
        # light
        light = _log_gain(picture, np.where(self._table[:, :, None] > 0, self._ground, picture))
        expected = (self._ground[where].astype(np.float32) + 4) * np.exp(light) - 4
        now, before = picture[where].astype(np.float32), self._reference[where].astype(np.float32)
        return float(np.abs(now - expected).mean()) < _BARE * float(np.abs(before - expected).mean())

    def _is_light(self, picture: Image, before: Image, step: NDArray[np.float32], moved: Mask) -> bool:
        least = _LIGHT_SHARE * moved.size
        if cv2.countNonZero(moved) <= least:
            return False
        return cv2.countNonZero(moved & _light_like(picture, before, step)) > least

    def _absorb(self, picture: Image) -> None:
        """Take what is still and no hand into the reference."""
        if self._still is None or self._reference is None:
            return
        ready = self._still >= _ABSORB_FRAMES
        if self._hand is not None:
            ready &= cv2.dilate(self._hand, np.ones((2 * _SHADOW + 1, 2 * _SHADOW + 1), np.uint8)) == 0
        cv2.copyTo(picture, ready.astype(np.uint8), self._reference)


def small(image: Image) -> Image:
    """The gate's picture of a frame."""
    height = round(image.shape[0] * WIDTH / image.shape[1])
    return np.asarray(cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _log_gain(picture: Image, reference: Image) -> NDArray[np.float32]:
    """Logarithm of the median brightness ratio of each channel."""
    seen = picture[3::7, 3::7].reshape(-1, 3).astype(np.float32)
    was = reference[3::7, 3::7].reshape(-1, 3).astype(np.float32)
    usable = ((was > 12) & (was < 245) & (seen < 250)).all(axis=1)
    if usable.sum() < 50:
        return np.zeros(3, np.float32)
    return np.asarray(np.median(np.log((seen[usable] + 4) / (was[usable] + 4)), axis=0), dtype=np.float32)


class _Noise:
    """How much a pixel of each brightness and channel flickers by itself: dark ones most, after gamma and
    gain."""

    def __init__(self) -> None:
        self._levels = np.full((_NOISE_BINS, 3), 0.8)

    def learn(self, picture: Image, before: Image) -> None:
        """Correct the noise by one more pair of frames; what moves is cut off at three times the noise known
        so far."""
        seen, was = (image[1::3, 1::3].reshape(-1, 3) for image in (picture, before))
        bins = was // (256 // _NOISE_BINS)
        for channel in range(3):
            levels = self._levels[:, channel]
            level = bins[:, channel]
            apart = np.abs(seen[:, channel].astype(np.float64) - was[:, channel])
            count = np.bincount(level, minlength=_NOISE_BINS)
            total = np.bincount(level, np.minimum(apart, 3 * levels[level] + 0.3), _NOISE_BINS)
            known = count >= 4
            levels[known] += _NOISE_PACE * (total[known] / count[known] - levels[known])

    def changes(self, picture: Image, reference: Image, gain: NDArray[np.float32]) -> Mask | None:
        """1 where the picture differs from the reference by more than noise; None when nowhere."""
        levels = np.arange(256, dtype=np.float32)[:, None]
        expected_of = np.clip((levels + 4) * np.exp(gain) - 4, 0, 255).round().astype(np.uint8)
        least, share, times = _CHANGE
        noise = np.repeat(self._levels, 256 // _NOISE_BINS, axis=0)
        limit_of = np.clip(least + share * levels + times * noise, 0, 255).astype(np.uint8)
        expected = np.asarray(cv2.LUT(reference, expected_of.reshape(256, 1, 3)))
        limit = np.asarray(cv2.LUT(expected, limit_of.reshape(256, 1, 3)))
        over = np.asarray(cv2.compare(np.asarray(cv2.absdiff(picture, expected)), limit, cv2.CMP_GT))
        blue, green, red = cv2.split(over)
        mask = np.asarray(cv2.bitwise_or(cv2.bitwise_or(blue, green), red))
        if cv2.countNonZero(mask) == 0:
            return None
        # a lone pixel is noise, so is a thin line: at least four of nine neighbours must agree
        votes = np.asarray(cv2.boxFilter(mask, cv2.CV_16S, (3, 3), normalize=False))
        solid = (votes >= 4 * 255).astype(np.uint8)
        if cv2.countNonZero(solid) == 0:
            return None
        return np.asarray(cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), dtype=np.uint8)


def _older(still: Mask) -> Mask:
    """One frame more everywhere, up to 255."""
    return np.asarray(still + (still < 255), dtype=np.uint8)


_EVEN_LOGS = np.log(np.arange(256, dtype=np.float32) + 8)
_COLOUR_NOISE = (0.10 + 4.0 / (np.arange(256, dtype=np.float32) + 8)).astype(np.float32)
"""Noise of a ratio of two channels, by the darkest channel's grey level ..."""
_ROUGHNESS = ((0.08 + 1.0 / (np.arange(256, dtype=np.float32) + 8)) ** 2).astype(np.float32)
"""... and variance of the logarithm of brightness in something smooth, by the mean grey level."""


def _light_like(picture: Image, reference: Image, gain: NDArray[np.float32]) -> Mask:
    """1 where colour is kept and brightness changes smoothly."""
    expected = np.asarray(cv2.LUT(reference, _EVEN_LOGS[:, None, None] + gain))
    ratio = np.asarray(cv2.subtract(np.asarray(cv2.LUT(picture, _EVEN_LOGS)), expected))
    blue, green, red = cv2.split(ratio)
    darkest = cv2.min(cv2.min(*cv2.split(picture)[:2]), cv2.split(picture)[2])
    colour = cv2.compare(
        cv2.max(cv2.absdiff(red, green), cv2.absdiff(blue, green)),
        cv2.LUT(darkest, _COLOUR_NOISE),
        cv2.CMP_LT,
    )
    brightness = cv2.transform(ratio, _MEAN_OF_THREE)
    mean = cv2.blur(brightness, (5, 5))
    rough = cv2.subtract(cv2.blur(cv2.multiply(brightness, brightness), (5, 5)), cv2.multiply(mean, mean))
    grey = cv2.transform(picture, _MEAN_OF_THREE)
    smooth = cv2.compare(rough, cv2.LUT(grey, _ROUGHNESS), cv2.CMP_LT)
    even = cv2.bitwise_and(cv2.bitwise_and(colour, smooth), cv2.inRange(mean, -1.4, 1.0))
    # the edge of a shadow is not smooth, but it keeps the colour and lies beside what is
    beside = cv2.dilate(even, np.ones((7, 7), np.uint8))
    return np.asarray(cv2.bitwise_and(beside, colour) // 255, dtype=np.uint8)


_MEAN_OF_THREE = np.full((1, 3), 1 / 3, np.float32)
