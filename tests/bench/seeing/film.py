"""Photos as a camera would show them: each held for a while, with a sensor's noise, and, if wanted, an arm
that is drawn in before a change and goes out after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.seeing.truth import Photo, PhotoSet
from vision.registration import from_corners
from vision.types import Frame, Image

NOISE = 1.5
"""Grey levels (standard deviation): the noise of a webcam in a lit room. Pictures without any count as
frozen."""
GRAINS = 4
"""So many pictures of noise take turns."""
SKIN, SLEEVE = (120, 150, 205), (60, 50, 45)
"""BGR."""
WIDE = 0.2
"""An arm is as wide as this part of the board: 8.5 cm of 42."""


@dataclass(frozen=True, slots=True)
class Timing:
    """``fps``; ``start``: seconds for which the first photo is held; ``hold``: seconds of each other one,
    without the arm; ``reach``: seconds in which a drawn arm goes in, and as many in which it goes out; 0
    draws none."""

    fps: float = 15.0
    start: float = 3.0
    hold: float = 1.0
    reach: float = 0.0


USUAL = Timing()


@dataclass(frozen=True, slots=True)
class Shown:
    """One frame. ``photo``: the place in the set of the photo that it shows; ``free``: without a drawn arm;
    ``last``: the last frame of this photo without one."""

    frame: Frame
    photo: int
    free: bool
    last: bool


def film(photos: PhotoSet, timing: Timing) -> Iterator[Shown]:
    """All frames in order. A set that is a video is shown as it is, at its own rate."""
    if photos.fps is not None:
        for place, photo in enumerate(photos.photos):
            yield Shown(Frame(place, place / photos.fps, photos.picture(photo.number)), place, True, True)
        return
    number, before = 0, None
    for place, photo in enumerate(photos.photos):
        picture = photos.picture(photo.number)
        for image, shows, free, last in _held(photos, place, picture, before, timing):
            yield Shown(Frame(number, number / timing.fps, with_noise(image, number)), shows, free, last)
            number += 1
        before = picture


def _held(
    photos: PhotoSet, place: int, picture: Image, before: Image | None, timing: Timing
) -> Iterator[tuple[Image, int, bool, bool]]:
    """The frames of one photo: image, place of the photo that is shown, whether it is free, whether the
    last."""
    photo = photos.photos[place]
    steps = round(timing.reach * timing.fps) if photo.changed and before is not None else 0
    if before is not None:
        for step in range(steps):
            yield arm(photos, photo, before, (step + 1) / steps, from_top(photo)), place - 1, False, False
    for step in reversed(range(steps)):
        yield arm(photos, photo, picture, (step + 1) / steps, from_top(photo)), place, False, False
    count = max(1, round((timing.hold if place else timing.start) * timing.fps))
    for step in range(count):
        yield picture, place, True, step == count - 1


def with_noise(image: Image, number: int) -> Image:
    """The image as the sensor gives it in the frame of this number."""
    return np.asarray(np.clip(image + _grain(image.shape, number % GRAINS), 0, 255), np.uint8)


_GRAINS: dict[tuple[tuple[int, ...], int], NDArray[np.float32]] = {}


def _grain(shape: tuple[int, ...], seed: int) -> NDArray[np.float32]:
    if (shape, seed) not in _GRAINS:
        if len(_GRAINS) >= 2 * GRAINS:
            _GRAINS.clear()
        _GRAINS[shape, seed] = np.random.default_rng(seed).normal(0, NOISE, shape).astype(np.float32)
    return _GRAINS[shape, seed]


def from_top(photo: Photo) -> bool:
    """Black sits at the top, everybody else at the bottom of the picture."""
    return photo.what.startswith("black ")


def arm(photos: PhotoSet, photo: Photo, image: Image, far: float, top: bool) -> Image:
    """An arm that reaches for the changed cells: ``far`` of its way (0 to 1), from the bottom or the top
    rim."""
    height, width = image.shape[:2]
    goal = _middle(photos, photo, (width, height))
    size = WIDE * float(np.linalg.norm(np.subtract(photo.corners[1], photo.corners[0])))
    root = np.array([goal[0] + size, -size if top else height + size])
    tip = root + far * (goal - root)
    along = (goal - root) / np.linalg.norm(goal - root)
    across = np.array([-along[1], along[0]]) * size / 2
    drawn = image.copy()
    _fill(drawn, [root - across, tip - 0.7 * across, tip + 0.7 * across, root + across], SKIN)
    cv2.circle(drawn, _pixel(tip), round(0.45 * size), SKIN, -1, cv2.LINE_AA)
    wrist = root + max(0.0, far - 0.35) * (goal - root)
    _fill(drawn, [root - across, wrist - across, wrist + across, root + across], SLEEVE)
    soft = cv2.GaussianBlur(drawn, (0, 0), 1.0)
    changed = cv2.dilate((drawn != image).any(axis=2).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    return np.asarray(np.where(changed[..., None], soft, image), np.uint8)


def _middle(photos: PhotoSet, photo: Photo, size: tuple[int, int]) -> NDArray[np.float64]:
    """Where the changed cells lie in the picture."""
    registration = from_corners(photos.anchor(photo), size)
    if registration is None:
        raise ValueError(f"{photos.name}, photo {photo.number}: no camera sees a board with these corners.")
    there = [(spot.x, spot.y) for spot in photos.spots if spot.cell in photo.changed]
    return np.asarray(registration.to_picture(np.array(there)).mean(axis=0), np.float64)


def _fill(image: Image, points: list[NDArray[np.float64]], colour: tuple[int, int, int]) -> None:
    cv2.fillConvexPoly(image, np.round(points).astype(np.int32), colour, cv2.LINE_AA)


def _pixel(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
