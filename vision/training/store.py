"""Made pictures on disk, in the order of their numbers, so that a training that was stopped goes on with the
same ones.

Picture number ``n`` of seed ``s`` depends on nothing else. A file holds 64 of them and is written whole or
not at all."""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.shapes import Mask, Points, Random
from vision.training.textures import Bank
from vision.types import Image

GROUP = 64
"""Pictures of one file."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One example, compressed. ``masks``: what is to be found, as a PNG of half the size, one map above the
    other; 128 means that either answer is right. ``middles``: of the cells, for those that have a board."""

    now: bytes
    other: bytes
    masks: bytes
    maps: int
    pitch: float
    middles: Points = field(compare=False)

    def pictures(self) -> tuple[Image, Image]:
        """The picture of now and the other one."""
        return _decoded(self.now, cv2.IMREAD_COLOR), _decoded(self.other, cv2.IMREAD_COLOR)

    def targets(self) -> Mask:
        """Maps x half height x half width."""
        flat = _decoded(self.masks, cv2.IMREAD_GRAYSCALE)
        return flat.reshape(self.maps, -1, flat.shape[1])


Maker = Callable[[Random, Bank], Sample]


def _decoded(content: bytes, flag: int) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(content, np.uint8), flag), np.uint8)


def packed(now: bytes, other: bytes, masks: Mask, pitch: float, middles: Points) -> Sample:
    """An example of two JPEG pictures and masks of maps x height x width."""
    maps, height, width = masks.shape
    small = [cv2.resize(mask, (width // 2, height // 2), interpolation=cv2.INTER_AREA) for mask in masks]
    png = bytes(cv2.imencode(".png", np.vstack(small))[1])
    return Sample(now, other, png, maps, pitch, middles)


def made(make: Maker, bank: Bank, seed: int, number: int) -> Sample:
    """Picture ``number`` of a seed."""
    return make(np.random.default_rng((seed, number)), bank)


class Store:
    """The pictures of one seed in a folder."""

    def __init__(self, folder: Path, make: Maker, seed: int) -> None:
        self._folder, self._make, self._seed = folder, make, seed
        self._groups: dict[int, list[Sample]] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def _path(self, group: int) -> Path:
        return self._folder / f"{group:05d}.pictures"

    def fill(self, count: int, wanted: Callable[[], bool] = lambda: True) -> None:
        """Make the pictures up to this count that are not there yet, while ``wanted()``."""
        bank = None
        for group in range(-(-count // GROUP)):
            if self._path(group).exists():
                continue
            if not wanted():
                return
            bank = bank or Bank()
            samples = [made(self._make, bank, self._seed, group * GROUP + i) for i in range(GROUP)]
            unfinished = self._path(group).with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(pickle.dumps(samples))
            unfinished.replace(self._path(group))

    def demand_same(self, bank: Bank) -> None:
        """Raise LookupError if the pictures that are there were made by other code."""
        if self._path(0).exists() and self.sample(0) != made(self._make, bank, self._seed, 0):
            raise LookupError(f"The pictures in {self._folder} were made by other code: remove that folder.")

    def sample(self, number: int, alive: Callable[[], bool] = lambda: False) -> Sample:
        """Picture ``number``; waits for it while ``alive()``. Raises LookupError if nobody makes it any
        more."""
        group = number // GROUP
        while group not in self._groups:
            if self._path(group).exists():
                self._groups[group] = pickle.loads(self._path(group).read_bytes())
            elif alive():
                time.sleep(0.1)
            else:
                raise LookupError(f"Picture {number} is not there and nobody makes it: {self._path(group)}")
        return self._groups[group][number % GROUP]
