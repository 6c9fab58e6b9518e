"""How unlike two cuttings (:mod:`vision.objects`) are. Pure functions.

They are laid on each other by the middle of their masks, one of them turned in steps of ten degrees, because
people put pieces down as they like; a card is turned only by as much as it may lie askew in its slot. The
distance is 0 for the same and 1 for nothing in common."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.objects import CARD, COARSE, DIE, TILTS, Cutting
from vision.opencv import cv2
from vision.tuning import number, row, whole
from vision.types import Image

_TURNS = whole("comparing.turns")
_RIM = number("comparing.rim")
"""Part of a card's shorter side that is left out at each side of its middle, because the card may lie so far
off its place."""
_DIE_TILTS = row("comparing.die_tilts")
"""Degrees by which a die may have been laid less than straight."""
_SPOT = whole("comparing.spot")
"""Pixels across of the smallest spot by which prints of cards are told apart: a twentieth of a card."""
_TINTED = whole("comparing.tinted")
"""The same for spots of another colour."""
_LEAST_CONTRAST, _MOST_CONTRAST = number("comparing.least_contrast"), number("comparing.most_contrast")
"""Bounds of the contrast of one print against another of the same face, under other light and of another
sharpness."""
_FAINT = number("comparing.faint")
"""A print weaker than so many steps is noise."""
_UNLIKE = number("comparing.unlike")
"""Two prints whose correlation at half their size is below this have nothing in common."""
_SMALL_TILTS = whole("comparing.small_tilts")
"""At half the size only every so many-th tilt of a card is tried."""
_CLOSELY = whole("comparing.closely")
"""So many cuttings of one name are compared in full size."""
_FLAT = number("comparing.flat")
"""A window that differs by fewer steps has no print."""
_WORTH_FITTING = number("comparing.worth_fitting")
"""Two prints are laid on each other more finely if their correlation is at least this."""
_FITTING = (whole("comparing.fitting_steps"), number("comparing.fitting_gain"))
"""The finer laying ends after so many steps, or when one gains less than this correlation."""
_CAP = number("comparing.cap")
"""Two pixels that are so many steps apart have nothing in common: 55 % of brightness or colour."""


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A cutting in all its turns: ``pixels`` turns x size x size x 3, ``masks`` turns x size x size;
    ``small``: the pixels at half the size, of cards in every second turn."""

    pixels: NDArray[np.int16]
    masks: NDArray[np.bool_]
    small: tuple[Image, ...]


def turned(cutting: Cutting) -> Turned:
    """All turns of a cutting. For a card, only those in which it may lie in its slot."""
    size = cutting.size
    middle = (size / 2 - 0.5, size / 2 - 0.5)
    pixels, masks = [], []
    for turn in _ways(size):
        matrix = cv2.getRotationMatrix2D(middle, turn, 1.0)
        pixels.append(cv2.warpAffine(cutting.pixels, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE))
        masks.append(cv2.warpAffine(cutting.mask, matrix, (size, size), flags=cv2.INTER_NEAREST))
    every = _SMALL_TILTS if size == CARD else 1
    small = tuple(_halved(np.asarray(picture, np.uint8)) for picture in pixels[::every])
    return Turned(np.asarray(pixels, np.int16), np.asarray(masks) > 0, small)


def _ways(size: int) -> Sequence[float]:
    """Degrees by which a cutting of this size is turned: a card lies askew in its slot, a die on one of its
    four sides."""
    if size == CARD:
        return TILTS
    if size == DIE:
        return [quarter + tilt for quarter in (0.0, 90.0, 180.0, 270.0) for tilt in _DIE_TILTS]
    return [360.0 * step / _TURNS for step in range(_TURNS)]


def nearest(one: Cutting, turns: Turned, others: Sequence[Cutting]) -> float:
    """How unlike a cutting in all its ``turns`` is to the likest of ``others`` of the same size, 0 to 1; 1 if
    there are none. Colours and shape count half each. Of a card or die only the print counts, because white
    cards all have one colour. Only the tiles and cards that are likest at half their size are compared
    closely."""
    if not others:
        return 1.0
    if one.size == DIE:
        return min(_face(turns, other, range(len(turns.pixels))) for other in others)
    if one.size == COARSE:
        return min(_both(one, other, _shape(turns, other)) for other in others)
    roughly = [_roughly(turns, other) for other in others]
    if one.size == CARD:
        closest = sorted(zip(roughly, others, strict=True), key=lambda pair: -pair[0][0])[:_CLOSELY]
        return min(_print(turns, other, *rough) for rough, other in closest)
    guesses = [
        (_both(one, other, (1.0 - alike) / 2), number)
        for number, (other, (alike, _)) in enumerate(zip(others, roughly, strict=True))
    ]
    return min(
        _both(one, others[number], _face(turns, others[number], roughly[number][1]))
        for _, number in sorted(guesses)[:_CLOSELY]
    )


def _both(one: Cutting, other: Cutting, shape: float) -> float:
    return 0.5 * float(np.abs(one.colours - other.colours).sum() / 2) + 0.5 * shape


def _shape(one: Turned, other: Cutting) -> float:
    """How unlike they are in the turn that suits them best, 0 to 1."""
    mask = other.mask > 0
    both, either = one.masks & mask, one.masks | mask
    unlike = _largest(np.abs(one.pixels - other.pixels.astype(np.int16))).astype(np.float32)
    cost = np.where(both, np.minimum(unlike / _CAP, 1.0), either).sum(axis=(1, 2))
    return float((cost / np.maximum(either.sum(axis=(1, 2)), 1)).min())


def _largest(picture: NDArray[Any]) -> NDArray[Any]:
    """The largest channel of each pixel: four times as quick as numpy's ``max`` over an axis of three."""
    return np.asarray(np.maximum(np.maximum(picture[..., 0], picture[..., 1]), picture[..., 2]))


def _face(one: Turned, other: Cutting, turns: Sequence[int]) -> float:
    """How unlike two tiles are. The middle of one is looked for in the other by the correlation of their
    print, in these turns and a little beside."""
    middle = _middle(other)
    return (1.0 - max(_found(one.pixels[turn], middle)[0] for turn in turns)) / 2


def _print(one: Turned, other: Cutting, roughly: float, turns: Sequence[int]) -> float:
    """How unlike the prints of two cards are: the largest spot that only one of them has, against the darkest
    spot of either. Cards of one set often differ in one small thing. ``roughly``: their correlation at half
    their size, in about these ``turns``."""
    if roughly < _UNLIKE:
        return 1.0
    middle = _middle(other)
    pictures = [one.pixels[turn] for turn in turns]
    (alike, at), picture = max(
        ((_found(picture, middle), picture) for picture in pictures), key=lambda found: found[0][0]
    )
    laid = _laid_on(middle, np.asarray(picture, np.uint8), at, alike > _WORTH_FITTING)
    mine, yours = _from_paper(laid), _from_paper(middle)
    yours *= np.clip(
        (mine * yours).sum() / max(float((yours * yours).sum()), 1.0), _LEAST_CONTRAST, _MOST_CONTRAST
    )
    darkest = np.maximum(_spots(mine), _spots(yours))
    return min(1.0, float(_spots(mine - yours).max()) / max(float(np.percentile(darkest, 97)), _FAINT))


def _laid_on(middle: Image, picture: Image, at: tuple[int, int], finely: bool) -> Image:
    """The part of the picture that lies under a middle ``at`` this place, or still better near it."""
    matrix = np.array([[1, 0, at[0]], [0, 1, at[1]]], np.float32)
    if finely:
        with contextlib.suppress(cv2.error):  # it finds nothing better
            everywhere = np.ones(picture.shape[:2], np.uint8)
            until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, *_FITTING)
            fine = cv2.findTransformECC(
                _ink(middle), _ink(picture), matrix.copy(), cv2.MOTION_EUCLIDEAN, until, everywhere, 3
            )
            matrix = np.asarray(fine[1], np.float32)
    flags, size = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, (middle.shape[1], middle.shape[0])
    laid = cv2.warpAffine(picture, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(laid, np.uint8)


def _roughly(one: Turned, other: Cutting) -> tuple[float, list[int]]:
    """The best correlation of the two at half their size, and the turn in which they are most alike, with the
    turns beside it."""
    small = _halved(_middle(other))
    windows = _windows(one, *small.shape[:2])
    print_ = small.astype(np.float32).transpose(2, 0, 1)
    print_ -= print_.mean(axis=(1, 2), keepdims=True)
    found = windows @ (print_.ravel() / max(float(np.linalg.norm(print_)), _FLAT))
    found = found.reshape(len(one.small), -1).max(axis=1)
    best, every = int(np.argmax(found)), len(one.pixels) // len(one.small)
    turns = [turn % len(one.pixels) for turn in range(every * best - 1, every * best + 2)]
    return float(found[best]), turns


@lru_cache(maxsize=4)
def _windows(one: Turned, height: int, width: int) -> NDArray[np.float32]:
    """Every window of this size in every small turn, with its mean colour taken off and of length 1, a row
    each. Kept, because one cutting is compared with hundreds of others."""
    windows = np.lib.stride_tricks.sliding_window_view(
        np.asarray(one.small, np.float32), (height, width), axis=(1, 2)
    )
    flat = np.ascontiguousarray(windows).reshape(-1, 3, height * width)
    rows = (flat - flat.mean(axis=2, keepdims=True)).reshape(-1, 3 * height * width)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _FLAT), np.float32)


def _halved(picture: Image) -> Image:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


@lru_cache(maxsize=1024)
def _middle(card: Cutting) -> Image:
    ys, xs = np.nonzero(card.mask)
    height, width = int(np.ptp(ys)) + 1, int(np.ptp(xs)) + 1
    rim = _RIM * min(height, width)
    top, left = int(ys.min() + rim), int(xs.min() + rim)
    return card.pixels[top : top + round(height - 2 * rim), left : left + round(width - 2 * rim)]


def _found(picture: NDArray[Any], middle: Image) -> tuple[float, tuple[int, int]]:
    """How well a middle fits into a picture, and where."""
    _, best, _, at = cv2.minMaxLoc(cv2.matchTemplate(picture.astype(np.uint8), middle, cv2.TM_CCOEFF_NORMED))
    return best, (int(at[0]), int(at[1]))


def _ink(picture: Image) -> NDArray[np.float32]:
    """How dark the darkest channel is, so that print of any colour counts."""
    return -np.asarray(picture.min(axis=2), np.float32)


def _from_paper(picture: Image) -> NDArray[np.float32]:
    """The picture less the colour of its paper."""
    return np.asarray(picture - np.median(picture, axis=(0, 1)), np.float32)


def _spots(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """How strong the print is, in spots and not in single pixels: by brightness, or by colour, of which video
    keeps only half the pixels."""
    brightness = cv2.transform(picture, np.full((1, 3), 1 / 3, np.float32))
    colour = np.abs(cv2.blur(picture - brightness[..., None], (_TINTED, _TINTED)))
    return np.asarray(np.maximum(np.abs(cv2.blur(brightness, (_SPOT, _SPOT))), _largest(colour)), np.float32)
