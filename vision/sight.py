"""What can be wrong with a camera's pictures themselves: grey, mirrored, never still, or of another size than
before."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.opencv import cv2
from vision.tuning import number, whole
from vision.types import N_, Image

GREY = N_(
    "The camera's picture is grey, as at night: switch on a light, or switch the camera's infrared mode off."
)
MIRRORED = N_("The camera's picture is mirrored: switch that off in the camera's settings.")
RESIZED = N_("The camera has changed the size of its picture: choose one fixed size in its settings.")

RESTLESS = N_(
    "The table is seen, but its picture does not come to rest: take your hands away; if a lamp flickers, use"
    " another one."
)

_SAYING = number("sight.saying")
"""A change of the size is told for so many seconds, as nobody can read it within one frame."""
_LOOK_EVERY = number("sight.look_every")
"""Seconds between two looks at the mirrored picture, each of which takes as long as finding the table."""
_RESTLESS = whole("sight.restless")
"""Looks in a row that must find a table which is lost all the while."""
_COLOURLESS = whole("sight.colourless")
"""Levels by which red, green and blue of a grey picture may differ after its compression."""
_DARK = number("sight.dark")
"""Below this mean level no colour can be seen."""


class Sight:
    """Watches a camera's pictures in order; times are the frames'."""

    def __init__(self) -> None:
        self._shape: tuple[int, ...] = ()
        self._resized: float | None = None
        self._looked = -np.inf
        self._behind = False
        self._found_looked = -np.inf
        self._found = 0
        self._coloured = False

    def trouble(self, image: Image, time: float) -> str:
        """One sentence when the picture is of another kind than before; else ""."""
        if self._shape and image.shape != self._shape:
            self._resized = time
        self._shape = image.shape
        if self._resized is not None and time - self._resized < _SAYING:
            return RESIZED
        grey = is_grey(image)
        self._coloured = self._coloured or not grey
        return GREY if grey and self._coloured and float(image[::16, ::16].mean()) >= _DARK else ""

    def mirrored(self, image: Image, time: float, finds: Callable[[Image], bool]) -> bool:
        """Whether a table that was not found is seen in the mirrored picture. Looks only now and then.
        ``finds``: whether the table is in a picture."""
        if time - self._looked >= _LOOK_EVERY:
            self._looked = time
            self._behind = finds(np.asarray(cv2.flip(image, 1), np.uint8))
        return self._behind

    def restless(self, image: Image, time: float, finds: Callable[[Image], bool]) -> bool:
        """Whether a table that is lost is found in every picture that is looked at for itself, so that only
        the unrest of the pictures keeps it from being used. Looks only now and then; after a pause it begins
        anew."""
        apart = time - self._found_looked
        if apart >= _LOOK_EVERY:
            again = apart < 2 * _LOOK_EVERY
            self._found_looked = time
            self._found = (self._found if again else 0) + 1 if finds(image) else 0
        return self._found >= _RESTLESS


def is_grey(image: Image) -> bool:
    """Whether there is no colour anywhere."""
    points = image[::8, ::8].reshape(-1, 3).astype(np.int16)
    return int((points.max(axis=1) - points.min(axis=1)).max()) <= _COLOURLESS
