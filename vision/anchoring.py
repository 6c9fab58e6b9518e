"""Keeping hold of the table: registered, bumped, found again. State: the current registration and its
landmarks."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.camera import CameraModel, Points
from vision.mat import Mat, spot_outline
from vision.photometry import features
from vision.rectify import SCALE, Rectifier, plane_of
from vision.refinding import Memory
from vision.registration import Corners, Registration, find_by_tags, from_corners, lens_by_tags
from vision.tracking import BUMP_PX, Motion, Tracker, half
from vision.types import N_, Image, Spot

NO_TAGS = N_(
    "The mat cannot be seen: bring at least three of its four corner tags into the picture and uncover them."
)
NO_BOARD = N_(
    "The board cannot be found in the picture: bring it back into view, or tap its four corners again."
)

_EVERY = 5
"""Frames between two looks at the landmarks when nothing moves."""
_PATIENCE = 2.0
"""Seconds after which a table that was bumped and not found again is called lost."""
_MOST = 0.5
"""Share of the landmarks that must be followed for their shift to be believed at once."""
_SAME_PLACE = 3.0
"""Pixels between two registrations of a table that has not moved, at its corners."""
_CALM = 0.02
"""Share of the picture that may change between two frames while the table is being found again."""

Mask = NDArray[np.uint8]


class Hold(Enum):
    """Whether the registration can be trusted in this frame."""

    FIRM = "firm"
    MOVED = "moved"
    LOST = "lost"


class Anchoring:
    """Finds the table and notices when it is somewhere else."""

    def __init__(
        self, spots: Sequence[Spot], anchor: Mat | Corners, box: Box | None, camera: CameraModel | None
    ) -> None:
        self._spots = tuple(spots)
        self._anchor = anchor
        self._box = box
        self._camera = camera
        self._taught = None if box is None else Memory.of_raster(box.picture, box.plane, camera)
        self._memory: Memory | None = None
        self._tracker: Tracker | None = None
        self._candidate: Registration | None = None
        self._fresh_corners = isinstance(anchor, Corners)
        self._lost_since: float | None = None
        self._age = 0
        self.registration: Registration | None = None
        self.motion: Motion | None = None

    @property
    def message(self) -> str:
        """What to do when the table is lost."""
        return NO_TAGS if isinstance(self._anchor, Mat) else NO_BOARD

    def set_corners(self, corners: Corners) -> None:
        """Four new taps, valid for the next frame."""
        self._anchor = corners
        self._fresh_corners = True
        self._memory = None
        self._let_go()

    def hold(self, image: Image, time: float, moved: Mask | None, hand: Mask | None) -> tuple[Hold, bool]:
        """Judge one frame: the hold, and whether the registration is new. ``moved`` and ``hand`` as of the
        gate."""
        self._age += 1
        if self.registration is not None and self.registration.size != (image.shape[1], image.shape[0]):
            self._let_go()
        if self.registration is not None:
            if moved is None and hand is None and self._age % _EVERY:
                return Hold.FIRM, False
            if not self._bumped(image, hand):
                return Hold.FIRM, False
            self._let_go()
            self._lost_since = time
            return Hold.MOVED, False
        return self._search(image, time, moved)

    def _bumped(self, image: Image, hand: Mask | None) -> bool:
        assert self._tracker is not None
        self.motion = self._tracker.follow(half(image), hand)
        if self.motion is None or not self.motion.bumped:
            return False
        return self.motion.followed > _MOST or not self._still_there(image)

    def _still_there(self, image: Image) -> bool:
        """A second look when most landmarks cannot be followed: a lamp may have changed them past knowing."""
        found = self._find(image)
        if found is None or self.registration is None:
            return False
        outline = _table(self._spots)
        apart = found.to_picture(outline) - self.registration.to_picture(outline)
        return float(np.linalg.norm(apart, axis=1).max()) < _SAME_PLACE

    def _search(self, image: Image, time: float, moved: Mask | None) -> tuple[Hold, bool]:
        found = None
        if moved is None or float(moved.mean()) < _CALM or self._fresh_corners:
            found = self._find(image)
        if found is not None and (self._sure or self._confirmed(found)):
            self._take(found, image)
            self._lost_since, self._candidate = None, None
            return Hold.FIRM, True
        self._candidate = found
        patient = self._lost_since is not None and time - self._lost_since < _PATIENCE
        return (Hold.MOVED if found is not None or patient else Hold.LOST), False

    @property
    def _sure(self) -> bool:
        """Taps are meant for this very picture; anything else must be found twice at the same place."""
        return self._fresh_corners

    def _confirmed(self, found: Registration) -> bool:
        if self._candidate is None:
            return False
        outline = _table(self._spots)
        apart = found.to_picture(outline) - self._candidate.to_picture(outline)
        return float(np.linalg.norm(apart, axis=1).max()) < 2 * BUMP_PX

    def _find(self, image: Image) -> Registration | None:
        if isinstance(self._anchor, Mat):
            if self._camera is None:
                self._camera = lens_by_tags(image, self._anchor)
            by_tags = find_by_tags(image, self._anchor, self._camera)
            if by_tags is not None:
                return by_tags
            return self._by_print(image, self._memory)
        if self._fresh_corners:
            tapped = from_corners(self._anchor, (image.shape[1], image.shape[0]), self._camera)
            return None if tapped is None else self._polished(image, tapped)
        return self._by_print(image, self._memory) or self._by_print(image, self._taught)

    def _polished(self, image: Image, tapped: Registration) -> Registration:
        """Taps are off by some pixels; what is printed on the taught board lies more exactly, if it is near
        them."""
        better = self._by_print(image, self._taught)
        if better is None:
            return tapped
        outline = _table(self._spots)
        apart = np.linalg.norm(better.to_picture(outline) - tapped.to_picture(outline), axis=1)
        size = np.linalg.norm(np.ptp(tapped.to_picture(outline), axis=0))
        return better if float(apart.max()) < 0.03 * float(size) else tapped

    def _by_print(self, image: Image, memory: Memory | None) -> Registration | None:
        if memory is None:
            return None
        found = memory.find(image)
        if found is None or (self._box is not None and not fits_the_grid(image, found, self._box)):
            return None
        return found

    def _take(self, found: Registration, image: Image) -> None:
        self.registration = found
        self._fresh_corners = False
        self._memory = Memory.of(image, found, self._spots)
        grey = half(image)
        shape = (grey.shape[0], grey.shape[1])
        cells, table = _masks(found, self._spots, shape)
        fixed = _tags(found, self._anchor, shape) if isinstance(self._anchor, Mat) else table & ~cells & 1
        self._tracker = Tracker(grey, np.asarray(fixed, dtype=np.uint8), table)
        self.motion = None

    def _let_go(self) -> None:
        self.registration, self._tracker, self._candidate, self.motion = None, None, None, None


def fits_the_grid(image: Image, registration: Registration, box: Box) -> bool:
    """Whether the board looks more like the taught one where it was found than one or two cells beside it or
    turned.

    Being off by a cell is the worst error a registration can make.
    """
    raster = Rectifier(box.plane, registration)(image)
    step = SCALE // 8
    size = (raster.shape[1] // step, raster.shape[0] // step)
    seen, taught = (
        _print(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA)))
        for picture in (raster, box.picture)
    )
    cell = SCALE // step
    here = _correlation(seen, taught, 0, 0)
    shifts = [
        (dx * cell, dy * cell) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if (dx, dy) != (0, 0)
    ]
    beside = max(_correlation(seen, taught, dx, dy) for dx, dy in shifts)
    turned = _correlation(np.ascontiguousarray(seen[::-1, ::-1]), taught, 0, 0)
    return here > max(beside, turned) and here > 0.2


def _print(picture: Image) -> NDArray[np.float32]:
    """Brightness and chroma without what changes slowly."""
    values = features(np.asarray(picture, dtype=np.uint8))
    slow = np.asarray(cv2.GaussianBlur(values, (0, 0), 8.0), dtype=np.float32)
    return np.asarray(np.clip(values - slow, -0.5, 0.5), dtype=np.float32)


def _correlation(one: NDArray[np.float32], two: NDArray[np.float32], dx: int, dy: int) -> float:
    """Cosine of the overlap when ``one`` is shifted by whole pixels."""
    height, width = one.shape[:2]
    a = one[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)]
    b = two[max(0, -dy) : height + min(0, -dy), max(0, -dx) : width + min(0, -dx)]
    return float((a * b).sum() / (np.sqrt(float((a * a).sum()) * float((b * b).sum())) + 1e-6))


def _table(spots: Sequence[Spot]) -> Points:
    """Corners of the spots' bounding box in pitches."""
    points = np.array([point for spot in spots for point in spot_outline(spot)])
    (left, bottom), (right, top) = points.min(axis=0), points.max(axis=0)
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _tags(registration: Registration, mat: Mat, shape: tuple[int, int]) -> Mask:
    """Half resolution mask of the mat's tags: black on white, all round the table. Beside the cells there are
    but thin lines, which the shadow of an arm seems to shift."""
    mask = np.zeros(shape, np.uint8)
    for tag in mat.tags:
        corners = registration.to_picture(np.array(tag.corners))
        cv2.fillConvexPoly(mask, np.round(corners / 2).astype(np.int32), 1)
    return np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), dtype=np.uint8)


def _masks(registration: Registration, spots: Sequence[Spot], shape: tuple[int, int]) -> tuple[Mask, Mask]:
    """Half resolution masks: the spots with some room round them, and the table with its surroundings."""
    cells, table = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for spot in spots:
        corners = registration.to_picture(np.array(spot_outline(spot)))
        cv2.fillConvexPoly(cells, np.round(corners / 2).astype(np.int32), 1)
    plane = plane_of(spots)
    frame = np.array([[0.0, 0.0], [plane.width, 0.0], [plane.width, plane.height], [0.0, plane.height]])
    corners = registration.to_picture(plane.to_plane(frame))
    cv2.fillConvexPoly(table, np.round(corners / 2).astype(np.int32), 1)
    return np.asarray(cv2.dilate(cells, np.ones((9, 9), np.uint8)), dtype=np.uint8), table
