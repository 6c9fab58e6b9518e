"""What teaching starts from: labelled pictures, and the same laid on the raster. Values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.photometry import Features, Plane32
from vision.types import Image

STRANGE = 0.0
"""A pixel that the bare table explains worse than this belongs to a piece."""


class TeachingError(Exception):
    """Pictures from which the box cannot be learned; one sentence that says what to do (see
    ``SourceError``)."""

    def __init__(self, key: str, **facts: str) -> None:
        self.key = key
        self.facts = tuple(facts.items())
        super().__init__(key.format(**facts) if facts else key)


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A labelled picture. ``looks``: cell -> (base, stack bottom to top); cells left out are not learned
    from."""

    image: Image
    looks: Mapping[str, tuple[str, tuple[str, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One lesson on the raster: its picture, features, pixel weights, registration and labels. ``noise``:
    grey levels by which a dark channel differs from the bare table's only by noise (see ``surface``)."""

    raster: Image
    seen: Features
    weight: Plane32
    place: NDArray[np.float64]
    looks: Mapping[str, tuple[str, tuple[str, ...]]]
    noise: float = 0.0
