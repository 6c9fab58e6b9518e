"""From stored pictures to what the network is trained with: turns, flips and small changes of light that keep
the answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.networks.colours import fitted
from vision.networks.inputs import Tensor, brightened, logs, tensor
from vision.opencv import cv2
from vision.training.shapes import Mask, Random, chance, floats
from vision.training.store import Sample
from vision.types import Image

EITHER = 128
"""The value of a mask where either answer is right."""


@dataclass(frozen=True, slots=True)
class Example:
    """``values``: the network's input; ``targets``: maps x half height x half width."""

    values: Tensor
    targets: Mask


def plain(name: str, sample: Sample) -> Example:
    """An example as it is at run time."""
    now, other = sample.pictures()
    return Example(_inputs(name, now, other), sample.targets())


def _inputs(name: str, now: Image, other: Image) -> Tensor:
    one, two = logs(now), logs(other)
    return tensor(one, fitted(one, two) if name == "change" else brightened(one, two))


def varied(name: str, random: Random, sample: Sample) -> Example:
    """An example that was turned, mirrored and lit otherwise."""
    now, other = sample.pictures()
    masks = sample.targets()
    if name == "change" and chance(random, 0.5):
        now, other = other, now
    if name == "hands" and chance(random, 0.35):
        other = _pushed(random, other)
    if name == "change" and chance(random, 0.4):
        other = _coloured(random, other)
    if name == "change" and chance(random, 0.25):
        now, other, masks = _cut_off(random, now, other, masks)
    values, targets = _turned(random, _inputs(name, now, other), masks, quarters=name == "change")
    both = floats(random.normal(0, 0.25) + random.normal(0, 0.05, (3, 1, 1)))
    values[:3] += both
    values[3:] += both + floats(random.normal(0, 0.04, (3, 1, 1)))
    values *= floats(np.exp(random.normal(0, 0.1)))
    return Example(values, targets)


def _turned(random: Random, values: Tensor, masks: Mask, quarters: bool) -> tuple[Tensor, Mask]:
    turns = int(random.integers(4)) if quarters else 2 * int(random.integers(2))
    values, masks = np.rot90(values, turns, (1, 2)), np.rot90(masks, turns, (1, 2))
    if chance(random, 0.5):
        values, masks = values[..., ::-1], masks[..., ::-1]
    return np.ascontiguousarray(values), np.ascontiguousarray(masks)


def _pushed(random: Random, picture: Image) -> Image:
    """The table, or the camera, was bumped since."""
    height, width = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), random.normal(0, 1.2), 1 + random.normal(0, 0.01))
    way = np.asarray(turn, np.float64)
    way[:, 2] += random.normal(0, random.choice([1, 6]), 2)
    return np.asarray(cv2.warpAffine(picture, way, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _coloured(random: Random, picture: Image) -> Image:
    """A camera that turned up, or down, its colours until some are as pure as a picture can hold."""
    values = picture * np.exp(random.normal(0, 0.15, 3))
    grey = values.mean(-1, keepdims=True)
    pure = grey + (values - grey) * np.exp(random.normal(0, 0.35))
    return np.asarray(np.clip(pure, 0, 255), np.uint8)


def _cut_off(random: Random, now: Image, other: Image, masks: Mask) -> tuple[Image, Image, Mask]:
    """A board that the rim of the camera's picture cuts off: what lies outside repeats the last pixels."""
    height, width = now.shape[:2]
    top, below, left, right = (2 * int(v) for v in random.integers(0, 12, 4) * (random.random(4) < 0.5))

    def cut(view: Image) -> Image:
        inside = view[top : height - below, left : width - right]
        return np.asarray(cv2.copyMakeBorder(inside, top, below, left, right, cv2.BORDER_REPLICATE), np.uint8)

    unseen = np.full_like(masks, EITHER)
    rows, columns = slice(top // 2, (height - below) // 2), slice(left // 2, (width - right) // 2)
    unseen[:, rows, columns] = masks[:, rows, columns]
    return cut(now), cut(other), unseen


def weights_of(targets: NDArray[np.uint8]) -> NDArray[np.float32]:
    """1 where the answer counts, 0 where either is right."""
    return np.asarray(targets != EITHER, np.float32)
