"""Frames in, evidence out. Deterministic and single-threaded; all state of one table's camera lives here.

A frame passes: health (black, frozen) -> gate (hand, light, what moved) -> anchoring (bumped, found again) ->
the
spots that changed and are quiet are scored, at most ``_PER_FRAME`` a frame, the others keep what was last
seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.anchoring import Anchoring, Hold
from vision.box import Box, BoxError
from vision.camera import CameraModel, Points
from vision.evidence import Scorer
from vision.figures import Shape, silhouette
from vision.gate import STILL_FRAMES, Gate, Seen, small
from vision.health import Health
from vision.mat import Mat, spot_outline
from vision.rectify import Plane, Rectifier, plane_of
from vision.registration import Corners, Registration
from vision.standing import Scores
from vision.types import N_, TURNED, CameraState, CellEvidence, Evidence, Frame, Image, Spot
from vision.view import View
from vision.windows import is_flat, pieces_of

_PER_FRAME = 8
"""Spots scored in one frame at most; a card costs as much as two."""
_REFRESH = 5
"""Frames between two looks at a spot in which nothing moved."""
_TALL = 0.8
"""Pitches: where hands and motion hide a figure of this height, its cell is hidden."""

_ALL_ALIKE: Mapping[tuple[str, ...], float] = {(): 0.0}
"""What is said of stacks where nothing was looked at."""

OTHER_BOX = N_("The taught box belongs to another table or other seats: teach this one.")


@dataclass(slots=True)
class _Watch:
    """What is known of one spot. ``dirty``: something moved there since it was scored."""

    spot: Spot
    pixels: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))
    inside: bool = False
    quiet: int = 0
    covered: bool = False
    dirty: bool = True
    scores: Scores | None = None

    @property
    def clear(self) -> bool:
        """Nothing over it, and still for long enough."""
        return self.inside and not self.covered and self.quiet >= STILL_FRAMES


class TableReader:
    """Reads one table. Without a box it registers, shows outlines and notices hands, but scores nothing.

    Raises BoxError when the box was taught for other spots.
    """

    def __init__(
        self,
        spots: Sequence[Spot],
        anchor: Mat | Corners,
        box: Box | None,
        camera: CameraModel | None = None,
    ) -> None:
        self._spots = tuple(spots)
        self._plane = plane_of(spots)
        if box is not None:
            _check(box, self._spots, self._plane)
            box = replace(box, ground=box.ground.copy(), doubt=box.doubt.copy())  # both adapt
        self._box = box
        self._anchoring = Anchoring(spots, anchor, box, camera)
        self._gate = Gate()
        self._health = Health()
        self._watched = {spot.cell: _Watch(spot) for spot in spots}
        self._order: list[str] = []
        self._rectifier: Rectifier | None = None
        self._scorer: Scorer | None = None
        self._turn = 0
        self._recent: deque[Image] = deque(maxlen=STILL_FRAMES)
        """The last pictures of one registration in one light: all show alike what a clear spot shows."""

    def set_corners(self, corners: Corners) -> None:
        """Take four taps on the picture; they count for the next frame."""
        self._anchoring.set_corners(corners)

    def outlines(self) -> Mapping[str, tuple[tuple[float, float], ...]]:
        """The spots' outlines in pixels of the picture; empty while the table is not registered."""
        registration = self._anchoring.registration
        if registration is None:
            return {}
        corners = {spot.cell: registration.to_picture(np.array(spot_outline(spot))) for spot in self._spots}
        return {cell: tuple((float(x), float(y)) for x, y in points) for cell, points in corners.items()}

    def read(self, frame: Frame) -> Evidence:
        """The evidence of one frame."""
        picture = small(frame.image)
        trouble = self._health.trouble(picture, frame.time)
        if trouble:
            return self._unread(frame, CameraState.TROUBLE, message=trouble)
        seen = self._gate.see(picture, frame.time)
        hold, new = self._anchoring.hold(frame.image, frame.time, seen.moved, seen.hand)
        if hold is Hold.MOVED:
            return self._unread(frame, CameraState.MOVED)
        registration = self._anchoring.registration
        if registration is None:
            return self._unread(frame, CameraState.LOST, message=self._anchoring.message)
        if new:
            seen = self._start(frame, registration)
        self._watch(seen)
        if seen.light:
            return self._unread(frame, CameraState.LIGHT, self._residual(registration))
        self._recent.append(frame.image)
        self._score(frame.number)
        state = CameraState.READY if seen.hand is None else CameraState.HAND
        return Evidence(frame.number, frame.time, state, self._cells(), self._residual(registration))

    def _unread(
        self, frame: Frame, state: CameraState, residual: float | None = None, message: str = ""
    ) -> Evidence:
        """What is said of a frame in which no spot can be looked at."""
        self._recent.clear()
        return Evidence(frame.number, frame.time, state, {}, residual, message)

    # --- per frame ----------------------------------------------------------------------------------------

    def _start(self, frame: Frame, registration: Registration) -> Seen:
        """A new registration: where every spot lies in the picture, and a gate that begins anew."""
        self._rectifier = Rectifier(self._plane, registration)
        self._recent.clear()
        picture = small(frame.image)
        shape = (picture.shape[0], picture.shape[1])
        for watch in self._watched.values():
            watch.pixels, watch.inside = _gate_pixels(watch.spot, self._plane, registration, shape)
            watch.dirty, watch.quiet = True, 0
        if self._box is not None:
            self._scorer = Scorer(self._box, self._spots, registration.place)
            self._order = self._scorer.order(self._watched)
            ground, table = _ground_in_picture(self._box, self._spots, registration, shape)
            self._gate.reset(ground, table, self._watched_pixels(shape))
        else:
            self._gate.reset(watched=self._watched_pixels(shape))
        return self._gate.see(picture, frame.time)

    def _watched_pixels(self, shape: tuple[int, int]) -> NDArray[np.uint8]:
        """1 where a hand would hide some spot, or a figure in it."""
        mask = np.zeros(shape, np.uint8)
        for watch in self._watched.values():
            mask.ravel()[watch.pixels] = 1
        return mask

    def _watch(self, seen: Seen) -> None:
        """Bring every spot's quiet time, hand and dirt up to date."""
        still = seen.still.ravel()
        moved = None if seen.moved is None else seen.moved.ravel()
        hand = None if seen.hand is None else seen.hand.ravel()
        for watch in self._watched.values():
            if moved is None:
                watch.quiet += 1
            else:
                watch.quiet = int(still[watch.pixels].min(initial=255))
            watch.dirty = watch.dirty or watch.quiet == 0
            watch.covered = hand is not None and bool(hand[watch.pixels].any())

    def _score(self, number: int) -> None:
        """Score the spots that changed; when none did, now and then one of the others."""
        if self._box is None or self._scorer is None or self._rectifier is None:
            return
        due = [cell for cell in self._order if self._watched[cell].dirty and self._watched[cell].clear]
        if not due:
            if number % _REFRESH:
                return
            self._turn = (self._turn + 1) % len(self._order)
            due = [cell for cell in self._order[self._turn : self._turn + 1] if self._watched[cell].clear]
            if not due:
                return
        view = View([*map(self._rectifier, self._recent)], self._rectifier.inside, self._box)
        left = _PER_FRAME
        for cell in due:
            watch = self._watched[cell]
            cost = 2 if is_flat(watch.spot) else 1
            if left < cost:
                break
            left -= cost
            changed = self._scorer.score(cell, view, self._is_clear)
            if watch.scores is not None and _best(changed) != _best(watch.scores):
                for other in self._scorer.behind(cell):
                    self._watched[other].dirty = True
            for other in self._scorer.stale(cell):
                self._watched[other].dirty = True
            watch.scores, watch.dirty = changed, False
            if watch.quiet > 3 * STILL_FRAMES:
                self._scorer.adapt(cell, view, changed)

    def _is_clear(self, cell: str) -> bool:
        return self._watched[cell].clear

    def _cells(self) -> dict[str, CellEvidence]:
        """Every cell; one that was never scored is not visible."""
        cells = {}
        for cell, watch in self._watched.items():
            scores = watch.scores
            visible = scores is not None and watch.clear and not watch.dirty
            bases = dict.fromkeys(watch.spot.bases, 0.0) if scores is None else scores.bases
            stacks = _ALL_ALIKE if scores is None else scores.stacks
            cells[cell] = CellEvidence(cell, visible, bases, stacks)
        return cells

    def _residual(self, registration: Registration) -> float:
        motion = self._anchoring.motion
        return registration.residual_px if motion is None else motion.residual


def _best(scores: Scores) -> tuple[str, ...]:
    return max(scores.stacks, key=lambda stack: scores.stacks[stack])


def _check(box: Box, spots: Sequence[Spot], plane: Plane) -> None:
    """Raises BoxError unless the box knows this table."""
    figures = {piece for spot in spots if not is_flat(spot) for piece in pieces_of(spot)}
    flats = {base for spot in spots for base in spot.bases if base}
    flats |= {piece.removesuffix(TURNED) for spot in spots if is_flat(spot) for piece in pieces_of(spot)}
    if box.plane != plane or not figures <= set(box.figures) or not flats <= set(box.flats):
        raise BoxError(OTHER_BOX)


def _gate_pixels(
    spot: Spot, plane: Plane, registration: Registration, shape: tuple[int, int]
) -> tuple[NDArray[np.intp], bool]:
    """Flat indices of the gate's pixels that matter for a spot, and whether the spot is inside the
    picture."""
    width, height = registration.size
    scale = shape[1] / width
    corners = registration.to_picture(np.array(spot_outline(spot)))
    inside = bool((corners >= 0).all() and (corners <= (width - 1, height - 1)).all())
    mask = np.zeros(shape, np.uint8)
    hull = corners
    if not is_flat(spot):
        lean = silhouette(plane, registration.place, (spot.x, spot.y), Shape(0.4, 0.4, 0.75, _TALL))
        ys, xs = np.nonzero(lean.mask)
        points = plane.to_plane(np.column_stack([xs + lean.x, ys + lean.y]).astype(np.float64))
        hull = np.concatenate([corners, registration.to_picture(points)])
    polygon = np.asarray(cv2.convexHull((hull * scale).astype(np.float32))).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(polygon).astype(np.int32), 1)
    return np.flatnonzero(mask), inside


def _ground_in_picture(
    box: Box, spots: Sequence[Spot], registration: Registration, shape: tuple[int, int]
) -> tuple[Image, NDArray[np.uint8]]:
    """The bare table as the gate's camera would see it, and where that holds: beyond the spots the table may
    be
    another one today."""
    height, width = shape
    scale = registration.size[0] / width
    xs, ys = np.meshgrid(np.arange(width), np.arange(height))
    pixels: Points = (np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float64) + 0.5) * scale - 0.5
    places = box.plane.to_raster(registration.to_plane(pixels))
    raster = places.astype(np.float32).reshape(height, width, 2)
    blurred = cv2.blur(box.picture, (5, 5))
    ground = cv2.remap(
        blurred, raster[:, :, 0], raster[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    corners = np.concatenate([registration.to_picture(np.array(spot_outline(spot))) for spot in spots])
    table = np.zeros(shape, np.uint8)
    hull = np.asarray(cv2.convexHull((corners / scale).astype(np.float32)))
    cv2.fillConvexPoly(table, np.round(hull).astype(np.int32), 1)
    return np.asarray(ground, dtype=np.uint8), table
