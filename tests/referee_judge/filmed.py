"""A table that is drawn, read and judged: the real reader and the real session, frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from companion.referee.events import Seen
from companion.referee.session import Session
from companion.referee.spots import lesson_looks, spots_of
from companion.referee.view import RulingKind
from companion.referee.watcher import Watcher
from companion.referee.watching import MemoryJournal
from companion.rules.contract import CellId, Look
from companion.rules.match import Match
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Hand, Scene, scene_of
from companion.simulator.setting import Setting
from vision.camera import CameraModel
from vision.reader import TableReader
from vision.teaching import Lesson, teach
from vision.types import CameraState, Evidence, Frame, Spot

QUIET = 20
"""Frames, ten a second, after which everything has been read and judged."""

Ruled = tuple[RulingKind, str, tuple[str, ...]]


class Filmed:
    """A game at one position under a camera that watches some spots. ``rulings``: what the session said,
    with the clauses; ``states``: the camera's, frame by frame; ``last``: what was read last."""

    def __init__(self, setting: Setting, spots: Sequence[Spot], start: Any, lessons: Collection[int]) -> None:
        """``lessons``: the numbers of the pictures that teach the box."""
        self._setting, self._game = setting, setting.game
        self._renderer = setting.renderer(PROFILES["easy"], 11)
        lens = CameraModel(np.array(self._renderer.camera.k), np.array(self._renderer.camera.dist))
        watched = {spot.cell for spot in spots}
        placer = setting.placer(Random(12))
        taught = [
            Lesson(
                self._renderer.frame(scene_of(self._game.looks(state), placer)),
                {cell: look for cell, look in self._looks(state).items() if cell in watched},
            )
            for number, state in enumerate(self._game.teaching(setting.setup))
            if number in lessons
        ]
        self._reader = TableReader(spots, setting.mat, teach(spots, setting.mat, taught, lens), lens)
        self._frames = 0
        self._place = {zone.cell: (zone.x, zone.y) for zone in setting.zones}
        self.session = Session(
            table="t",
            match_name="m",
            match=Match.begin(self._game, setting.setup, start),
            journal=MemoryJournal(),
            watcher=Watcher(self._game),
            sources=[],
            clock=lambda: self._frames / 10,
        )
        self.rulings: list[Ruled] = []
        self.states: list[CameraState] = []
        self.last: Evidence

    def _looks(self, state: Any) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        return lesson_looks(self._game, self._setting.setup, state)

    def scene(self, looks: Mapping[CellId, Look]) -> Scene:
        """The table that looks so."""
        return scene_of(looks, self._setting.placer(Random(3)))

    def show(self, scene: Scene, frames: int = QUIET) -> None:
        """Some frames of a scene."""
        image = self._renderer.frame(scene)
        for _ in range(frames):
            self.last = self._reader.read(Frame(self._frames, self._frames / 10, image))
            self.states.append(self.last.state)
            heard = self.session.view.ruling
            self.session.handle(Seen(self.last))
            ruling = self.session.view.ruling
            if ruling is not None and ruling is not heard:
                broken = tuple(str(breach.clause) for breach in ruling.breaches)
                self.rulings.append((ruling.kind, ruling.move, broken))
            self._frames += 1

    def act(self, before: Scene, after: Scene, cells: Iterable[str]) -> None:
        """A hand goes over the cells, with which the table changes, and away."""
        for scene in (before, after):
            for cell in cells:
                x, y = self._place[CellId(cell)]
                self.show(replace(scene, hand=Hand(x, y, 0.3, x - 30.0, y)), 2)
        self.show(after)


def spots(setting: Setting, keep: Callable[[str], bool]) -> tuple[Spot, ...]:
    """The watched spots with such names."""
    return tuple(spot for spot in spots_of(setting.zones) if keep(spot.cell))
