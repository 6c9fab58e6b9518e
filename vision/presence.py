"""Hands over the table, and how long each place has been still. Works on a picture 320 pixels wide.

State: the reference (the table without hands, pixel by pixel) and what it was before, the last frame, and
when something last moved and a hand was last seen at each pixel. What belongs to people is told by a network
that compares the frame with the reference (:mod:`vision.networks.hands`); its shadow and what it holds, which
move or differ beside it, belong to it. A pixel of the reference is renewed when it lies still and no hand
covers it, so that it follows the light, and what people put down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.curtain import CurtainSeen
from vision.networks.hands import HandsNetwork
from vision.opencv import cv2
from vision.tuning import number, row, whole
from vision.types import Homography, Image

WIDTH = whole("presence.width")
"""Pixels across of the small picture."""
_SOFT = number("presence.soft")
"""Grey levels that are added before the logarithm, because what is nearly black is mostly noise."""
_MOVES = number("presence.moves")
"""Change (ln) from one frame to the next that is motion: four times the noise of a webcam in a dim room."""
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
_DIFFERS = number("presence.differs")
"""Change (ln) against the reference that is more than a soft shadow's edge."""
_LINGERS = number("presence.lingers")
"""What is left of a hand that the network has seen, and still differs, is a hand for so many seconds: dark
fingers at the border, and its shadow."""
_MOVING = np.float32(number("presence.moving"))
"""Log-odds for people where something moves: the network does not see motion."""
_AGAIN = number("presence.again")
"""While nothing moves, the network is asked again after so many seconds only: it would say the same."""
_LEAST = whole("presence.least")
"""A smaller blob is no hand: 40 of 57 600 pixels are a finger tip."""
_NOISE = whole("presence.noise")
"""A smaller motion is noise, or comes of a video's compression."""
_REACH = whole("presence.reach")
"""A hand is widened by so many small pixels, for the blur of its motion."""
_CALM, _BEGINNING = number("presence.calm"), number("presence.beginning")
"""Seconds without motion after which a pixel without a hand belongs to the reference; and after which any
pixel does before the table was first seen."""
_RESTS = number("presence.rests")
"""After so many seconds a hand that does not move at all keeps nobody waiting; only what it covers stays
unseen."""
_STATIC = number("presence.static")
"""Of a blob that has not moved for so many seconds only what the network sees belongs to a hand: the rest is
no blur and nothing that is carried. If the blob has not come from the border of the picture, or is no larger
than a piece, it is no hand: hands come with arms."""
_MOSTLY = number("presence.mostly")
"""A blob of which the network sees this share is all arm, also when it does not move: of a sleeve that rests
over a dark board it sees a little more than half."""
LEFT_SECONDS = number("presence.left_seconds")
"""What reaches the border and has not moved for so many seconds was left there. Hands that rest do move."""
_GHOST = number("presence.ghost")
"""A blob is no hand if this share of it looks as the table looked before it last became something else: a
shadow that had become a part of the reference has left."""
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


class _Blob(NamedTuple):
    """Connected pixels: the box round them, which pixels in it are theirs, whether they reach the border of
    the picture, and how many they are."""

    box: tuple[slice, slice]
    inside: NDArray[np.bool_]
    border: bool
    area: int

    @staticmethod
    def of(number: int, stats: NDArray[np.int32], labels: NDArray[np.int32]) -> _Blob:
        """The blob of this ``number``, of which OpenCV says ``stats``."""
        x, y, w, h, area = (int(value) for value in stats)
        height, width = labels.shape
        box = np.s_[y : y + h, x : x + w]
        border = x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1
        return _Blob(box, labels[box] == number, border, area)


class Presence:
    """Judges frames one after the other."""

    def __init__(self) -> None:
        """Raises NetworkError if the network cannot be used."""
        self._network = HandsNetwork()
        self._reference: Image | None = None
        self._former: Image | None = None
        """What each pixel of the reference was before it last became something else."""
        self._differs: Mask | None = None
        """Where the last picture differs from the reference."""
        self._arms: NDArray[np.bool_] = np.zeros((1, 1), bool)
        """Hands in the last picture that came from its border. If only a hand is left that the network sees,
        because its sleeve is taken for the table, it is still an arm."""
        self._before = self._limit = np.zeros((1, 1, 3), np.float32)
        """The last picture (ln), and what must be exceeded where it differs from another one."""
        self._still: Mask = np.zeros((1, 1), np.uint8)
        self._moved_at: NDArray[np.float64] = np.zeros((1, 1))
        self._people: Mask = np.zeros((1, 1), np.uint8)
        self._asked_at = 0.0
        """Where the network saw people when it was last asked, and when that was."""
        self._seen_at: NDArray[np.float64] = np.zeros((1, 1))
        """When the network last saw a hand that reached so far."""
        self._people_at: NDArray[np.float64] = np.zeros((1, 1))
        """When it last saw people at each pixel."""
        self._noise = np.full(256 // _NOISE_BINS, np.inf, np.float32)
        """Usual change (ln) from one frame to the next, by value; infinite while it is not known."""
        self._trembling = 0.0
        """The usual change at edges, as a share of the difference there."""
        self.largest = 0.0
        """Small pixels that the largest piece covers."""

    def see(self, picture: Image, time: float, curtain: CurtainSeen | None = None) -> HandsSeen:
        """Judge the next frame. ``picture``: as :func:`small` makes it; ``time``: in seconds; ``curtain``:
        what the frame shows of the mat's curtain, if anything."""
        logs = _logs(picture)
        if self._reference is None or self._reference.shape != picture.shape:
            self._reference, self._before = picture.copy(), logs
            self._former, self._differs = picture.copy(), None
            self._arms = np.zeros(picture.shape[:2], bool)
            self._still = np.zeros(picture.shape[:2], np.uint8)
            self._moved_at = np.full(picture.shape[:2], time)
            self._seen_at = np.full(picture.shape[:2], -np.inf)
            self._people_at = np.full(picture.shape[:2], -np.inf)
            self._asked_at = -np.inf
            return HandsSeen(None, None, None, self._still, False)
        edges = _range(picture)
        moved, light = self._motion(picture, logs, edges)
        self._before, self._limit = logs, self._limits(picture, edges, _DIFFERS)
        if moved is not None and not light:
            self._moved_at[moved > 0] = time
        self._differs = self._differing(self._reference)
        if moved is not None or light or time - self._asked_at >= _AGAIN:
            odds = self._network.hands(picture, self._reference)
            if moved is not None and not light:
                odds += _MOVING * moved
            self._people = (odds > 0).astype(np.uint8)
            self._asked_at = time
        hand, resting = self._hands(moved, time, curtain)
        self._still = np.asarray(np.minimum(self._still, 254) + 1, np.uint8)
        for mask in (moved, hand):
            if mask is not None:
                self._still[mask > 0] = 0
        return HandsSeen(hand, resting, moved, self._still, light)

    def renew(self, picture: Image, seen: HandsSeen, time: float, begun: bool = True) -> None:
        """Take what lies still in the frame that was seen last, and not under a hand, into the reference.
        ``begun``: whether the table has been seen without hands."""
        assert self._reference is not None
        assert self._former is not None
        new = time - self._moved_at >= (_CALM if begun else _BEGINNING)
        if begun and seen.hand is not None:
            new &= seen.hand == 0
        if not begun:
            self._former = _copied(picture, new, self._former)
        elif self._differs is not None:
            self._former = _copied(self._reference, new & (self._differs > 0), self._former)
        self._reference = _copied(picture, new, self._reference)

    def move(self, way: Homography) -> None:
        """The table lies elsewhere in the picture. ``way``: 3 x 3, from small pixels where it lay to small
        pixels where it lies now."""
        if self._reference is None or self._former is None:
            return
        size = (self._reference.shape[1], self._reference.shape[0])
        self._reference, self._former = (
            np.asarray(cv2.warpPerspective(look, way, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
            for look in (self._reference, self._former)
        )

    def _motion(self, picture: Image, logs: Logs, edges: Logs) -> tuple[Mask | None, bool]:
        """Where something has moved since the frame before, and whether the light has changed."""
        apart = _sampled(logs, self._before)
        step = _medians(apart)
        self._learn_noise(picture, np.abs(apart - step))
        self._learn_trembling(edges, logs, self._before, step)
        moved = _larger(_votes(logs, self._before, step, self._limits(picture, edges, _MOVES)))
        return moved, _is_light(apart)

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

    def _belonging(self, curtain: CurtainSeen | None) -> Mask:
        """Where people are, by the network and the curtain: what hides it is an arm, and nobody reaches in
        while nothing hides it."""
        if curtain is None:
            return self._people
        people = self._people | curtain.hidden
        if curtain.clear is not None:
            people[curtain.clear > 0] = 0
        return people

    def _hands(
        self, moved: Mask | None, time: float, curtain: CurtainSeen | None
    ) -> tuple[Mask | None, Mask | None]:
        """What is a hand, and what of it rests."""
        belongs = self._belonging(curtain)
        self._people_at[belongs > 0] = time
        if not cv2.hasNonZero(belongs) and float(self._seen_at.max()) <= time - _LINGERS:
            return None, None
        whole, ghosts = self._apart(belongs, moved)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
        people = np.bincount(labels[belongs > 0], minlength=count)
        moving = np.bincount(labels[moved > 0], minlength=count) if moved is not None else np.zeros(count)
        ghostly = np.bincount(labels[ghosts > 0], minlength=count) if ghosts is not None else np.zeros(count)
        hands, arms, static, rests = (np.zeros(count, bool) for _ in range(4))
        for index in range(1, count):
            blob = _Blob.of(index, stats[index], np.asarray(labels))
            still = time - float(self._moved_at[blob.box][blob.inside].max())
            static[index] = still >= _STATIC and people[index] < _MOSTLY * blob.area
            rests[index] = still >= _RESTS
            came = people[index] > self.largest and bool(self._arms[blob.box][blob.inside].any())
            arm = blob.area > self.largest and (blob.border or came)
            sure = bool(people[index] >= _LEAST)
            if ghostly[index] <= _GHOST * blob.area:
                hands[index] = self._is_hand(blob, arm, sure, bool(moving[index]), still, time)
            arms[index] = arm and hands[index]
        self._arms = arms[labels]
        hand = hands[labels] & ((time - self._people_at <= _LINGERS) | ~static[labels])
        return _widened(hand), _widened(hand & rests[labels])

    def _is_hand(self, blob: _Blob, arm: bool, sure: bool, moving: bool, still: float, time: float) -> bool:
        """Whether a blob is a hand. ``arm``: whether it came from the border; ``sure``: whether the network
        sees it; ``moving``: whether it moves; ``still``: for how many seconds nothing of it has moved."""
        if sure:
            self._seen_at[blob.box][blob.inside] = time
            return still < (LEFT_SECONDS if arm else _STATIC)
        if blob.area < _LEAST or not (arm or moving):
            return False
        return time - float(self._seen_at[blob.box][blob.inside].max()) < _LINGERS

    def _differing(self, before: Image) -> Mask | None:
        """Where the picture that was seen last differs from an earlier one."""
        then = _logs(before)
        return _votes(self._before, then, _medians(_sampled(self._before, then)), self._limit)

    def _apart(self, belongs: Mask, moved: Mask | None) -> tuple[Mask, Mask | None]:
        """What belongs to people, and what moves or differs from the reference beside it: blur, shadows, what
        they hold. And what differs from the reference, but not from how the table looked before."""
        assert self._former is not None
        differs = self._differs
        ghosts: Mask | None = None
        if differs is not None:
            former = self._differing(self._former)
            ghosts = differs if former is None else np.asarray(cv2.subtract(differs, former), np.uint8)
        whole: NDArray[Any] = belongs
        for mask in (differs, moved):
            whole = whole if mask is None else cv2.bitwise_or(whole, mask)
        closed = cv2.morphologyEx(whole, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        return np.asarray(closed, np.uint8), ghosts


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


def _copied(picture: Image, where: NDArray[np.bool_], onto: Image) -> Image:
    """Another picture onto which some pixels were copied. Four times as quick as numpy's ``copyto``."""
    return np.asarray(cv2.copyTo(picture, where.view(np.uint8), onto), np.uint8)


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
