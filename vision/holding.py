"""Keeps hold of the table: registered, bumped, found again. State: the current registration and its
landmarks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.camera import CameraModel, Points
from vision.landmarks import BUMP_PX, Motion, Tracker, half
from vision.mat import Mat, spot_outline
from vision.opencv import cv2
from vision.refinding import Memory
from vision.registration import (
    Corners,
    Registration,
    cut_off,
    find_by_tags,
    from_corners,
    lens_by_tags,
    outside,
    seen_twice,
)
from vision.tuning import number, whole
from vision.types import N_, Image, Spot, SpotReading

NO_TAGS = N_(
    "The mat cannot be seen: bring at least three of its four corner tags into the picture and uncover them."
)
NO_BOARD = N_(
    "The board cannot be found in the picture: bring it back into view, or tap its four corners again."
)

OTHER_BOARD = N_(
    "Your board cannot be told from another one like it: uncover it, or bring it back to where it lay."
)

_EVERY = whole("holding.every")
"""Frames of a still picture between two looks at the landmarks."""
_CALM = number("holding.calm")
"""A picture of which at most this share moves counts as still."""
_CONFIRMED = whole("holding.confirmed")
"""A bump must show in so many looks in a row. A hand that lies on the landmarks moves between two of them."""
_JUMPED = number("holding.jumped")
"""A table whose landmarks cannot be followed has moved by at least so many pixels. With a hand in the picture
it is found less exactly."""
_TRUSTED = number("holding.trusted")
"""A table that was found in its place is not looked for again for so many seconds."""
_PATIENCE = number("holding.patience")
"""Seconds after which a bumped table that was not found again is called lost, and after which a table whose
landmarks tell nothing is given up."""
_ROUND = number("holding.round")
"""After so many still seconds the picture is looked at for other boards, once: that takes as long as finding
the table by its print, and nobody waits for it then."""

Mask = NDArray[np.uint8]


class Hold(Enum):
    """Whether the registration can be trusted for this frame."""

    FIRM = "firm"
    MOVED = "moved"
    LOST = "lost"


class Holding:
    """Finds the table and notices when it is somewhere else."""

    def __init__(self, spots: Sequence[Spot], anchor: Mat | Corners, camera: CameraModel | None) -> None:
        self._spots = tuple(spots)
        self._anchor = anchor
        self._camera = camera
        self._place: Registration | None = None
        """Where the table was when it was last held."""
        self._clear: Image | None = None
        """The last picture in which it was held and nothing moved."""
        self._others: tuple[Registration, ...] = ()
        """Boards with the same print that lay beside it."""
        self._stirred: float | None = None
        """When something moved last, if the picture was not looked at for other boards since then."""
        self._fresh_corners = isinstance(anchor, Corners)
        self._memory: Memory | None = None
        self._tracker: Tracker | None = None
        self._candidate: Registration | None = None
        self._lost_since: float | None = None
        self._stills = 0
        self._bumps = 0
        self._doubts = 0
        self._doubted = 0.0
        """When the landmarks began to tell nothing."""
        self._in_place = -np.inf
        """When the table was last found in its place while the landmarks told nothing."""
        self.registration: Registration | None = None
        self.motion: Motion | None = None

    @property
    def message(self) -> str:
        """What to do when the table is lost."""
        if self._others:
            return OTHER_BOARD
        return NO_TAGS if isinstance(self._anchor, Mat) else NO_BOARD

    def doubled(self, image: Image) -> bool:
        """Whether the picture shows the same mat twice, or the table is held beside another one like it."""
        if self.registration is None and isinstance(self._anchor, Mat):
            return bool(seen_twice(image, self._anchor))
        return bool(self._others)

    def set_corners(self, corners: Corners) -> None:
        """Four new taps, valid for the next frame."""
        self._anchor = corners
        self._fresh_corners = True
        self._memory = None
        self._let_go()
        self._place, self._others = None, ()

    def hold(self, image: Image, time: float, moved: Mask | None, hand: Mask | None) -> tuple[Hold, bool]:
        """Judge one frame: the hold, and whether the registration is new. ``moved`` and ``hand``: masks of
        the small picture, None for nothing."""
        if self.registration is not None and self.registration.size != (image.shape[1], image.shape[0]):
            self._let_go()
            self._place, self._others = None, ()
        still = moved is None or float(moved.mean()) < _CALM
        self._stills = self._stills + 1 if still else 0
        if self.registration is None:
            return self._search(image, time, still)
        if not still:
            self._doubts, self._stirred = 0, time
            return Hold.FIRM, False
        if self._looks() and self._has_moved(image, time, hand):
            self._lost_since = self._doubted if self._doubts else time
            self._note_others()
            self._let_go()
            return Hold.MOVED, False
        if self._doubts >= _CONFIRMED:
            return Hold.MOVED, False
        if not self._bumps and not self._doubts:
            self._clear = image
            if self._stirred is not None and time - self._stirred >= _ROUND:
                self._stirred = None
                self._note_others()
        return Hold.FIRM, False

    def _note_others(self) -> None:
        """Note where boards like the table lie: they are not it when it is looked for."""
        if self._memory is not None and self._clear is not None and self.registration is not None:
            self._others = tuple(self._memory.find(self._clear, self.registration))

    def _own(self, found: Sequence[Registration]) -> Registration | None:
        """Which of these is the table: the one nearest to where it lay, unless another board lay nearer."""
        place = self._place
        if place is None:
            return found[0] if found else None
        near = min(found, key=lambda one: self._apart(one, place), default=None)
        if near is None or any(self._apart(near, other) < self._apart(near, place) for other in self._others):
            return None
        return near

    def _looks(self) -> bool:
        """Whether to look at the landmarks in this still frame: at once after a movement or if something is
        to be confirmed, otherwise now and then."""
        begun = self._bumps or 0 < self._doubts < _CONFIRMED
        return bool(self._stills <= _CONFIRMED or begun or self._stills % _EVERY == 0)

    def _has_moved(self, image: Image, time: float, hand: Mask | None) -> bool:
        """Whether the table lies elsewhere than it is registered."""
        assert self._tracker is not None
        self.motion = self._tracker.follow(half(image), hand)
        self._bumps = self._bumps + 1 if self.motion is not None and self.motion.bumped else 0
        able = isinstance(self._anchor, Mat) or (self._memory is not None and self._memory.able)
        trusted = not able or time - self._in_place < _TRUSTED
        if self.motion is None or not self.motion.doubtful or trusted:
            self._doubts = 0
        else:
            self._doubted = self._doubted if self._doubts else time
            self._doubts += 1
        if self._doubts < _CONFIRMED:
            return self._bumps >= _CONFIRMED
        return self._is_elsewhere(image, time, hand)

    def _is_elsewhere(self, image: Image, time: float, hand: Mask | None) -> bool:
        """Look for a table whose landmarks tell nothing; return whether it lies elsewhere. If it still lies
        in its place it gets new landmarks, as soon as no hand lies on them."""
        assert self.registration is not None
        found = self.find(image)
        if found is None:
            return time - self._doubted >= _PATIENCE
        if self._apart(found, self.registration) > _JUMPED:
            return True
        self._in_place, self._doubts = time, 0
        if hand is None:
            self._take(self.registration, image)
        return False

    def finds(self, image: Image) -> bool:
        """Whether the table can be found in this picture. Taps tell nothing about another picture than their
        own."""
        return not self._fresh_corners and self.find(image) is not None

    def cut(self, image: Image) -> bool:
        """Whether the rim of this picture cuts off a place that is watched, or so much of the mat that the
        table is not found."""
        if self.registration is None:
            return isinstance(self._anchor, Mat) and cut_off(image, self._anchor)
        watched = [(spot.x, spot.y) for spot in self._spots if spot.reading is not SpotReading.NOTHING]
        return bool(outside(self.registration.to_picture(np.array(watched)), image).any())

    def _search(self, image: Image, time: float, still: bool) -> tuple[Hold, bool]:
        found = self.find(image) if still or self._fresh_corners else None
        # taps are meant for this picture; a table must otherwise be found twice at the same place
        if found is not None and (self._fresh_corners or self._confirmed(found)):
            self._take(found, image)
            self._lost_since, self._candidate = None, None
            return Hold.FIRM, True
        self._candidate = found
        patient = self._lost_since is not None and time - self._lost_since < _PATIENCE
        return (Hold.MOVED if found is not None or patient else Hold.LOST), False

    def _confirmed(self, found: Registration) -> bool:
        return self._candidate is not None and self._apart(found, self._candidate) < 3 * BUMP_PX

    def _apart(self, one: Registration, other: Registration) -> float:
        """By how many pixels two registrations differ at the table's corners."""
        outline = _table(self._spots)
        apart = one.to_picture(outline) - other.to_picture(outline)
        return float(np.linalg.norm(apart, axis=1).max())

    def find(self, image: Image) -> Registration | None:
        """Where the table lies in this picture, by its tags, taps or print; None if that cannot be told."""
        if isinstance(self._anchor, Mat):
            if self._camera is None:
                self._camera = lens_by_tags(image, self._anchor)
            by_tags = find_by_tags(image, self._anchor, self._camera)
            if by_tags is not None:
                return self._own([by_tags])
        elif self._fresh_corners:
            return from_corners(self._anchor, (image.shape[1], image.shape[0]), self._camera)
        return None if self._memory is None else self._own(self._memory.find(image))

    def _take(self, found: Registration, image: Image) -> None:
        self.registration = self._place = found
        self._fresh_corners, self._clear = False, image
        if self._memory is None:  # tags or taps told where the table is in this picture
            self._memory = Memory.of(image, found, self._spots)
            self._note_others()
        grey = half(image)
        self._tracker = Tracker(grey, _table_mask(found, self._spots, (grey.shape[0], grey.shape[1])))
        self.motion = None
        self._bumps = self._doubts = 0

    def _let_go(self) -> None:
        self.registration, self._tracker, self._candidate, self.motion = None, None, None, None


def _table(spots: Sequence[Spot]) -> Points:
    """Corners of the spots' bounding box in pitches."""
    points = np.array([point for spot in spots for point in spot_outline(spot)])
    (left, bottom), (right, top) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _table_mask(registration: Registration, spots: Sequence[Spot], shape: tuple[int, int]) -> Mask:
    """Half resolution mask: 1 on the table round the spots."""
    mask = np.zeros(shape, np.uint8)
    corners = registration.to_picture(_table(spots))
    cv2.fillConvexPoly(mask, np.round(corners / 2).astype(np.int32), 1)
    return np.asarray(cv2.dilate(mask, np.ones((31, 31), np.uint8)), dtype=np.uint8)
