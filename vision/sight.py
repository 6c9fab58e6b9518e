"""What can be wrong with a camera's pictures themselves: grey, mirrored, cut off, not sharp, never still, of
another size than before, under lamps that flicker, or with two boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.opencv import cv2
from vision.seeing import Glance
from vision.tuning import number, whole
from vision.types import N_, CameraState, Frame, Image

GREY = N_(
    "The camera's picture is grey, as at night: switch on a light, or switch the camera's infrared mode off."
)
MIRRORED = N_("The camera's picture is mirrored: switch that off in the camera's settings.")
RESIZED = N_("The camera has changed the size of its picture: choose one fixed size in its settings.")
CUT = N_(
    "The rim of the picture cuts a part of the table off: hang the camera higher, or move it until all of the"
    " table is seen."
)
TWO_MATS = N_(
    "The picture shows two mats of this game: take the other one away, or turn the camera until it sees yours"
    " alone."
)
DOUBLED = N_(
    "The picture shows a second board like yours, or a cloth with its print: take it away, so that yours is"
    " surely found again when it is pushed."
)
SOFT = N_("The picture is not sharp: focus the lens on the board, and clean it.")
RESTLESS = N_(
    "The table is seen, but its picture does not come to rest: take your hands away, and keep the camera and"
    " the light still."
)
COVERED = N_(
    "Something has hidden a large part of the table for a minute: lean back, or take it away, so that the"
    " camera sees the board again."
)
FLICKERS = N_(
    "The lamps flicker too strongly for the table to be followed: use another lamp or daylight, or set the"
    " camera's exposure to a multiple of 10 ms."
)

_SAYING = number("sight.saying")
"""A change of the size is told for so many seconds, as nobody can read it within one frame."""
_LOOK_EVERY = number("sight.look_every")
"""Seconds between two looks at why a table is not found, each of which takes as long as finding it twice."""
_NOTED = number("sight.noted")
"""What is wrong with pictures in which the table is followed all the same is said for so many seconds."""
_HIDDEN, _COVERS = number("sight.hidden"), number("sight.covers")
"""Seconds for which at least this share of the places must be hidden before that is said."""
_LOOKS = {RESTLESS: whole("sight.restless"), SOFT: whole("sight.often")}
"""Looks in a row that must tell the same: hands stir the picture for a while, and a lens seeks its focus."""
_SOFT = number("sight.soft")
"""Pixels over which the sharpest edges rise in a picture that is not sharp."""
_CALMED = number("sight.calmed")
"""Pixels by which noise is blurred away."""
_CONTRAST = whole("sight.contrast")
"""Grey levels between the two sides of an edge that tells of sharpness."""
_ENOUGH = number("sight.enough")
"""Share of the picture round such edges without which it tells nothing."""
_AROUND = np.ones((whole("sight.around"), whole("sight.around")), np.uint8)
"""Pixels round an edge in which both of its sides are seen."""
_COLOURLESS = whole("sight.colourless")
"""Levels by which red, green and blue of a grey picture may differ after its compression."""
_DARK = number("sight.dark")
"""Below this mean level no colour can be seen."""


class Table(Protocol):
    """What is looked for in the pictures."""

    @property
    def flickers(self) -> bool:
        """Whether the lamps flicker too strongly for it to be followed."""
        ...

    def finds(self, image: Image) -> bool:
        """Whether it is in this picture."""
        ...

    def cut(self, image: Image) -> bool:
        """Whether the rim of this picture cuts a part of it off."""
        ...

    def doubled(self, image: Image) -> bool:
        """Whether this picture shows another one like it."""
        ...


class Watcher(Table, Protocol):
    """What follows the table in the pictures."""

    @property
    def covered(self) -> float:
        """The share of the places that hands or heads cover in the newest picture."""
        ...

    def read(self, frame: Frame) -> Glance:
        """What one frame says."""
        ...


class Sight:
    """Watches a camera's pictures in order; times are the frames'."""

    def __init__(self) -> None:
        self._shape: tuple[int, ...] = ()
        self._resized: float | None = None
        self._looked = -np.inf
        self._reason = ""
        self._candidate = ""
        self._looks = 0
        """Looks in a row that told the same."""
        self._noted: dict[str, float] = {}
        """When each sentence of a table that is followed was said first."""
        self._open: float | None = None
        """When the table was last seen without much over it."""
        self._coloured = False
        self._measured = -np.inf
        self._soft = 0
        """Pictures in a row, of those that were measured, that were not sharp."""

    def read(self, frame: Frame, watcher: Watcher) -> Glance:
        """What one frame says, with one sentence of what is wrong with its picture. A picture of another kind
        than before is not shown to the watcher."""
        trouble = self.trouble(frame.image, frame.time)
        if trouble:
            return Glance(frame.number, frame.time, CameraState.TROUBLE, message=trouble)
        glance = watcher.read(frame)
        if glance.state is CameraState.LOST:
            reason = self.lost(frame.image, frame.time, watcher)
        elif glance.view is not None or glance.message:
            reason = ""
        else:  # the table is followed all the while
            held = glance.state is not CameraState.MOVED
            note = self.note(frame.image, frame.time, watcher) if held else ""
            reason = frame.note or self.covered(watcher.covered, frame.time) or note
        return replace(glance, state=CameraState.TROUBLE, message=reason) if reason else glance

    def trouble(self, image: Image, time: float) -> str:
        """One sentence when the picture is of another kind than before; else ""."""
        if self._shape and image.shape != self._shape:
            self._resized = time
        self._shape = image.shape
        if self._resized is not None and time - self._resized < _SAYING:
            return RESIZED
        grey = is_grey(image)
        self._coloured = self._coloured or not grey
        return GREY if grey and self._coloured and self._is_lit(image) else ""

    def covered(self, share: float, time: float) -> str:
        """One sentence when this ``share`` of the places or so has been covered for long; else "". It is said
        once each time, for some seconds."""
        if self._open is None or share < _COVERS:
            self._open = time
        return COVERED if _HIDDEN <= time - self._open < _HIDDEN + _NOTED else ""

    def note(self, image: Image, time: float, table: Table) -> str:
        """One sentence of what keeps a table that is followed from being seen well; else "". Flicker is said
        as long as it lasts, all else once, for some seconds."""
        if table.flickers:
            return FLICKERS
        reason = self._noteworthy(image, time, table)
        since = self._noted.setdefault(reason, time) if reason else -np.inf
        return reason if time - since < _NOTED else ""

    def _noteworthy(self, image: Image, time: float, table: Table) -> str:
        if table.cut(image):
            return CUT
        if table.doubled(image):
            return DOUBLED
        if not self._coloured and self._is_lit(image):
            return GREY
        return SOFT if self._stays_soft(image, time) else ""

    def lost(self, image: Image, time: float, table: Table) -> str:
        """One sentence of why a table is not found, as far as its picture tells; else "". Looks only now and
        then; after a pause it begins anew."""
        apart = time - self._looked
        if apart < _LOOK_EVERY:
            return self._reason
        if apart >= 2 * _LOOK_EVERY:
            self._reason, self._candidate, self._looks = "", "", 0
        self._looked = time
        found = why_not(image, table)
        self._looks = self._looks + 1 if found == self._candidate else 1
        self._candidate = found
        if self._looks >= _LOOKS.get(found, 1):
            self._reason = found
        return self._reason

    def _stays_soft(self, image: Image, time: float) -> bool:
        """Whether picture after picture is not sharp; only some are measured."""
        if time - self._measured >= _LOOK_EVERY:
            self._measured = time
            self._soft = self._soft + 1 if is_soft(image) else 0
        return self._soft >= _LOOKS[SOFT]

    def _is_lit(self, image: Image) -> bool:
        return float(image[::16, ::16].mean()) >= _DARK


def why_not(image: Image, table: Table) -> str:
    """What one picture tells of why the table is not followed; "" if it tells nothing."""
    if table.flickers:
        return FLICKERS
    if table.finds(image):
        return RESTLESS
    if table.finds(np.asarray(cv2.flip(image, 1), np.uint8)):
        return MIRRORED
    if table.doubled(image):
        return TWO_MATS
    if table.cut(image):
        return CUT
    return SOFT if is_soft(image) else ""


def is_soft(image: Image) -> bool:
    """Whether even the sharpest edges are spread over many pixels. An edge between black and white that rises
    over w pixels is 1 / w as steep as it is high."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), _CALMED)
    height = np.asarray(cv2.subtract(cv2.dilate(grey, _AROUND), cv2.erode(grey, _AROUND)))
    across, down = (cv2.Sobel(grey, cv2.CV_32F, *way, scale=0.125) for way in ((1, 0), (0, 1)))
    tells = height >= _CONTRAST
    if np.count_nonzero(tells) < _ENOUGH * grey.size:
        return False
    steep = np.asarray(cv2.magnitude(across, down))[tells] / height[tells]
    return float(np.quantile(steep, 0.99)) * _SOFT < 1.0


def is_grey(image: Image) -> bool:
    """Whether there is no colour anywhere."""
    blue, green, red = cv2.split(image[::8, ::8])
    high, low = cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)
    return int(cv2.subtract(high, low).max()) <= _COLOURLESS
