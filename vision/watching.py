"""Takes frames and gives settled views, all of them in the light of the first. Deterministic and
single-threaded; all state of one table's camera lives here.

A frame passes these steps: health (black, frozen), flicker (taken out), presence (hands, what is still),
holding (bumped, found again), which cells were visited and can be seen again, comparison with the view
before."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.arms import ArmTracker
from vision.beginning import Beginning
from vision.camera import CameraModel
from vision.cells import STILL_FRAMES, Cells
from vision.change import difference, grain_of, joined, logs, relit, shares
from vision.curtain import Curtain, CurtainSeen
from vision.evidence import by_die, by_network
from vision.flicker import Flicker
from vision.health import Exposure, Health
from vision.holding import Hold, Holding
from vision.mat import Mat, spot_outline
from vision.networks.changes import ChangeNetwork
from vision.photographs import whole_view
from vision.presence import HandsSeen, Presence, small
from vision.raster import Rectifier, finer, plane_of
from vision.registration import Corners, Registration
from vision.seeing import CellView, Glance, View
from vision.tuning import number, whole
from vision.types import CameraState, Frame, Homography, Image, Spot

_PIECE = number("watching.piece")
"""Square pitches that the largest piece covers, its shadow included; a card has 1.2."""
_IDLE = number("watching.idle")
"""Seconds between two renewals of the reference while nobody touches anything, because the light changes
slowly."""
_WANDERED = whole("watching.wandered")
"""If the light changes by so many steps (1.25 % each), the reference is renewed although nobody touched
anything."""
_STANDS_OUT = number("watching.stands_out")
"""A change of a cell of at least this size is told although no hand was seen there."""
_DOUBTFUL = number("watching.doubtful")
"""A cell that no hand was seen over is told if the network says at least so much for a change of it."""
_RUNS_ON = number("watching.runs_on")
"""A spot runs on into the next cell if it covers this share of it."""
_GRAINS = whole("watching.grains")
"""The grain of the pictures is known from so many comparisons of views."""
_RESTED = number("watching.rested")
"""Cells that hands left so many seconds ago are compared though other hands move over others; so many seconds
pass between two such comparisons."""
_UNWATCHED = number("watching.unwatched")
"""If no picture held the table for so many seconds, hands may have done anything. People in a hurry do half
an act in that time."""


class TableWatcher:
    """Watches one table. It needs no teaching: it knows where the cells lie, but not what lies in them."""

    def __init__(
        self, spots: Sequence[Spot], anchor: Mat | Corners, camera: CameraModel | None = None
    ) -> None:
        """Raises NetworkError if a network cannot be used."""
        self._spots = tuple(spots)
        self._holding = Holding(spots, anchor, camera)
        self._presence = Presence()
        self._network = ChangeNetwork()
        self._health = Health()
        self._exposure = Exposure()
        self._flicker = Flicker()
        self._cells: Cells | None = None
        self._arms = ArmTracker(spots)
        self._curtain = Curtain(anchor) if isinstance(anchor, Mat) else None
        self._rectifier: Rectifier | None = None
        self._registration: Registration | None = None
        """Where the table lay when it was last held."""
        self._recent: deque[Frame] = deque(maxlen=STILL_FRAMES)
        self._reference: Image | None = None
        self._beginning = Beginning()
        self._same: frozenset[str] = frozenset()
        """The cells that the reference shows as they were just before the light changed."""
        self._grains: deque[float] = deque(maxlen=_GRAINS)
        self._grain = 0.0
        self._bumped = False
        self._since = 0.0
        self._looked = 0.0
        self._before = 0.0
        self._watched: float | None = None
        """When the table was last watched; None before the first time."""
        self._blind = False
        """Whether hands may have done anything since the last view."""
        self.held = False
        """Whether views are held back: the next one tells everything that has changed since the last."""

    def set_corners(self, corners: Corners) -> None:
        """Take four taps on the picture; they count for the next frame."""
        self._holding.set_corners(corners)

    def finds(self, image: Image) -> bool:
        """Whether the table can be found in this picture. The picture is not kept."""
        return self._holding.finds(image)

    @property
    def flickers(self) -> bool:
        """Whether the lamps flicker too strongly for the table to be followed."""
        return self._flicker.strong

    @property
    def covered(self) -> float:
        """The share of the places that hands or heads cover in the newest picture."""
        cells = self._cells
        return len(cells.covered) / len(cells.names) if cells is not None and cells.names else 0.0

    def cut(self, image: Image) -> bool:
        """Whether the rim of this picture cuts a part of the table off."""
        return self._holding.cut(image)

    def doubled(self, image: Image) -> bool:
        """Whether this picture shows another table like it."""
        return self._holding.doubled(image)

    def place(self, spots: Sequence[Spot]) -> None:
        """Watch these places from now on. The table lies where it lay; the next view is a first one."""
        self._spots = tuple(spots)
        self._cells = None
        self._arms = ArmTracker(spots)

    def outlines(self) -> Mapping[str, tuple[tuple[float, float], ...]]:
        """The spots' outlines in pixels of the picture; empty while the table is not registered."""
        registration = self._holding.registration
        if registration is None:
            return {}
        corners = {spot.cell: registration.to_picture(np.array(spot_outline(spot))) for spot in self._spots}
        return {cell: tuple((float(x), float(y)) for x, y in points) for cell, points in corners.items()}

    def read(self, frame: Frame) -> Glance:
        """What one frame says."""
        picture = small(frame.image)
        trouble = self._health.trouble(picture, frame.time)
        if trouble:
            return self._unread(frame, CameraState.TROUBLE, trouble)
        frame, picture = self._flicker.even(frame, picture)
        self._exposure.see(picture, frame.time)
        drawn = self._curtain.read(frame.image) if self._curtain is not None else None
        seen = self._presence.see(picture, frame.time, drawn)
        hold, new = self._holding.hold(frame.image, frame.time, seen.moved, seen.hand)
        registration = self._holding.registration
        if hold is not Hold.FIRM or registration is None:
            state = CameraState.MOVED if hold is Hold.MOVED else CameraState.LOST
            return self._unread(frame, state, self._holding.message if state is CameraState.LOST else "")
        if (new or self._cells is None) and self._start(registration, frame, picture):
            seen, drawn = self._presence.see(picture, frame.time), None
        self._presence.renew(picture, seen, frame.time, self._reference is not None)
        return self._glance(frame, seen, registration, self._followed(frame, seen, drawn))

    def _followed(self, frame: Frame, seen: HandsSeen, drawn: CurtainSeen | None) -> View | None:
        """Take in where hands are in a frame that shows the table; return the view that it completes."""
        cells = self._cells
        assert cells is not None
        step, self._before = max(0.0, frame.time - self._before), frame.time
        if self._watched is not None and frame.time - self._watched > _UNWATCHED:
            self._blind = True
            cells.suspect()
        self._watched = frame.time
        view = self._before_light() if seen.light else None
        cells.see(seen, step, frame.time, self._sides(seen, drawn))
        self._same -= cells.covered
        self._recent.append(frame)
        if seen.light:
            self._recent.clear()
        return view or self._view(frame.time, seen)

    def _glance(self, frame: Frame, seen: HandsSeen, registration: Registration, view: View | None) -> Glance:
        cells, motion = self._cells, self._holding.motion
        assert cells is not None
        covered = cells.covered
        return Glance(
            frame.number,
            frame.time,
            CameraState.HAND if covered else CameraState.LIGHT if seen.light else CameraState.READY,
            view,
            covered,
            cells.reached,
            cells.dirty - covered,
            self._arms.near(seen.hand),
            registration.residual_px if motion is None else motion.residual,
        )

    def _sides(self, seen: HandsSeen, drawn: CurtainSeen | None) -> Mapping[str, float] | None:
        """Over which sides arms reach in, if a curtain tells it."""
        if drawn is None or self._curtain is None or self._cells is None:
            return None
        return self._curtain.arms(self._cells.reaching(seen.hand))

    def _unread(self, frame: Frame, state: CameraState, message: str) -> Glance:
        self._recent.clear()
        self._same = frozenset()
        self._before = frame.time
        return Glance(frame.number, frame.time, state, message=message)

    def _start(self, registration: Registration, frame: Frame, picture: Image) -> bool:
        """A new registration, or new places: where every cell lies in the picture. Return whether the table
        lies elsewhere than before."""
        fine = finer(self._spots, registration, frame)
        if self._cells is None or self._cells.size != registration.size:
            plane = plane_of(self._spots, fine)
            self._cells = Cells(self._spots, plane, registration.size)
            self._reference, self._beginning, self._same = None, Beginning(), frozenset()
        shape, before = (picture.shape[0], picture.shape[1]), self._registration
        moved = before is not None and before is not registration and before.size == registration.size
        if before is not None and moved:
            self._presence.move(_way(before, registration, shape))
        self._registration = registration
        self._cells.place(registration, shape)
        self._arms.place(registration, shape)
        if self._curtain is not None:
            self._curtain.place(registration, shape)
        self._presence.largest = _PIECE * self._cells.pitch**2
        self._rectifier = Rectifier(self._cells.plane, fine)
        self._recent.clear()
        self._bumped = self._reference is not None
        return moved

    # -- views -----------------------------------------------------------------------------------------------

    def _view(self, time: float, seen: HandsSeen) -> View | None:
        """The view that this frame completes, or None."""
        cells = self._cells
        assert cells is not None
        if cells.covered - cells.resting:
            self._since = time
        if len(self._recent) < STILL_FRAMES:
            return None
        if self._reference is None:
            return self._first(time)
        self._take_light()
        if self.held:
            return None
        if cells.restless - cells.resting:
            return self._partial(time)
        if cells.ready or self._bumped:
            return self._compare(time)
        if time - self._looked >= _IDLE and seen.moved is None:
            return self._compare(time, worth=_STANDS_OUT)
        return None

    def photograph(self, frame: Frame, spots: Sequence[Spot] = ()) -> View | None:
        """How every cell looks without hands, or every one of other ``spots`` on the table. None while the
        table is not held, or while something over it has not been still for long enough."""
        cells, registration = self._cells, self._holding.registration
        if cells is None or self._rectifier is None or registration is None:
            return None
        if len(self._recent) < STILL_FRAMES or cells.covered or cells.dirty:
            return None
        if not spots:
            return whole_view(cells, self._now(), frame.time)
        fine = finer(spots, registration, frame)
        plane = plane_of(spots, fine)
        others = Cells(spots, plane, registration.size)
        picture = small(frame.image)
        others.place(registration, (picture.shape[0], picture.shape[1]))
        return whole_view(others, logs(Rectifier(plane, fine).of(self._recent)), frame.time)

    def _first(self, time: float) -> View | None:
        """The first view; None until all cells have been seen, and the camera has found its exposure."""
        cells, beginning = self._cells, self._beginning
        assert cells is not None
        if beginning.is_due(cells, time):
            beginning.look(cells, self._now(), time)
        if beginning.picture is None or not (self._exposure.settled and beginning.is_whole(cells)):
            return None
        self._reference, self._beginning = beginning.picture, Beginning()
        self._looked = time
        return whole_view(cells, self._reference, time)

    def _partial(self, time: float) -> View | None:
        """Compare only the cells that hands have left for long, because people still move over others."""
        cells = self._cells
        assert cells is not None
        if not cells.covered or time - self._looked < _RESTED:
            return None
        return self._compare_some(cells.rested(time, _RESTED), time)

    def _compare_some(self, names: frozenset[str], time: float) -> View | None:
        """Compare only these cells. The view is given only if one of them has changed. Cells over which
        nobody was count as unchanged until nothing moves any more."""
        cells, before = self._cells, self._reference
        assert cells is not None
        assert before is not None
        if not names or self._bumped or self._blind:
            return None
        self._looked = time
        now, _ = relit(self._now(), before)
        apart = difference(now, before, self._grain)
        found = {name: shares(apart, *cells.window(name), cells.usual) for name in names}
        seen = self._seen(now, before, found)
        if not any(clearly_changed(cell) for cell in seen.values()):
            return None
        hidden = (cells.dirty | cells.covered | cells.restless) - names
        cells.paste(before, now, names)
        cells.clean(names)
        return View(time, self._since, seen, hidden, edges=cells.edges())

    def _before_light(self) -> View | None:
        """The light has just changed: the view of what hands had done in the pictures before. What could be
        seen then has not changed since, unless nobody watched or the table was moved."""
        cells = self._cells
        assert cells is not None
        if self._bumped or self._blind:
            self._same = frozenset()
            return None
        if self._reference is None or len(self._recent) < STILL_FRAMES:
            return None
        calm, done = cells.calm, cells.rested(self._recent[-1].time, 0.0)
        unknown = cells.dirty - done
        view = self._compare_some(done, self._recent[-1].time)
        self._same = calm - unknown
        return view

    def _take_light(self) -> None:
        """The picture is still again: show in the reference, in the new light, what has not changed. Where
        something still moves, more than the light may have changed."""
        cells, before = self._cells, self._reference
        assert cells is not None
        assert before is not None
        names = self._same & cells.calm
        if names:
            cells.paste(before, relit(self._now(), before)[0], names)
        self._same = frozenset()

    def _compare(self, time: float, worth: float = 0.0) -> View | None:
        """Compare all cells that can be seen with what they were. With ``worth``, give the view only if a
        cell has changed by that much."""
        cells, before = self._cells, self._reference
        assert cells is not None
        assert before is not None
        now, light = relit(self._now(), before)
        hidden = cells.covered
        apart = difference(now, before, self._measured(now, before))
        found = {n: shares(apart, *cells.window(n), cells.usual) for n in cells.names if n not in hidden}
        self._looked = time
        if worth and not any(change > worth for _, change in found.values()):
            if light > _WANDERED:
                self._keep(now, hidden)
            self._settled(time)
            return None
        seen = self._seen(now, before, found)
        changed = {name: cells.window(name) for name, cell in seen.items() if cell.change > _STANDS_OUT}
        if len(changed) > 1:
            for name, others in joined(apart, changed, round(_RUNS_ON * cells.usual)).items():
                seen[name] = replace(seen[name], touching=others)
        view = View(time, self._since, seen, hidden, False, self._bumped, cells.edges(), self._blind)
        self._keep(now, hidden)
        self._settled(time)
        return view

    def _seen(
        self, now: Image, before: Image, found: Mapping[str, tuple[float, float]]
    ) -> dict[str, CellView]:
        """The cells of a view. ``found``: the shares of each that changed (:func:`vision.change.shares`)."""
        cells = self._cells
        assert cells is not None
        throws = by_die(cells, now, before)
        evidence = {**by_network(self._network, cells, now, before), **throws}
        seen: dict[str, CellView] = {}
        for name, (shade, change) in found.items():
            if name in cells.trays and name not in throws:
                continue  # people throw the die elsewhere
            visited, dwell = cells.visit(name)
            if visited or change > _STANDS_OUT or evidence.get(name, -math.inf) > _DOUBTFUL:
                patches = cells.patch(before, name), cells.patch(now, name)
                seen[name] = CellView(
                    name, change, shade, visited, dwell, *patches, cells.between(name),
                    evidence=evidence.get(name), crowd=cells.crowds.get(name, False),
                )  # fmt: skip
        return seen

    def _measured(self, now: Image, before: Image) -> float:
        """The grain of the camera's pictures: the middle one of the newest comparisons."""
        assert self._cells is not None
        grain = grain_of(now, before, self._cells.untouched(now))
        if grain is not None:
            self._grains.append(grain)
        self._grain = float(np.median(self._grains)) if self._grains else 0.0
        return self._grain

    def _keep(self, now: Image, hidden: frozenset[str]) -> None:
        """Keep this picture for the next comparison; ``hidden`` cells stay as they were."""
        assert self._cells is not None
        if self._reference is not None:
            self._cells.paste(now, self._reference, hidden)
        self._reference = now

    def _settled(self, time: float) -> None:
        """Note that everything that can be seen has been compared."""
        assert self._cells is not None
        self._looked = time
        self._bumped = self._blind = False
        self._cells.clean(name for name in self._cells.names if name not in self._cells.covered)

    def _now(self) -> Image:
        """The log picture of the last frames' mean, on the raster."""
        assert self._rectifier is not None
        return logs(self._rectifier.of(self._recent))


def clearly_changed(cell: CellView) -> bool:
    """Whether the cell clearly changed."""
    return cell.change > _STANDS_OUT if cell.evidence is None else cell.evidence > 0


def _way(old: Registration, new: Registration, shape: tuple[int, int]) -> Homography:
    """From small pixels where the table lay to small pixels where it lies now, 3 x 3, without the lens."""
    zoom = np.diag([shape[1] / new.size[0], shape[0] / new.size[1], 1.0])
    return np.asarray(zoom @ new.homography @ np.linalg.inv(zoom @ old.homography), np.float64)
