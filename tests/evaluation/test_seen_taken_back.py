"""An act that is shown as *seen* and then taken back by the same hand: a drawn table, the watcher, the judge
and the session of every table."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.judge.judge import Judge
from companion.referee.events import Seen
from companion.referee.spots import spots_of
from companion.referee.view import RulingKind, TableView
from companion.rules.contract import CellId
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Hand, Scene, scene_of
from companion.simulator.setting import setting_of
from tests.doubles.table import SessionTable
from tests.judge.matches import somewhere
from vision.recognition.likeness import Likeness
from vision.types import Frame, Image
from vision.watching import TableWatcher

pytestmark = pytest.mark.slow

FPS = 8
SEAL, LAND, OTHER = CellId("i2"), CellId("g4"), CellId("i4")
"""A seal that may move from the first cell to the second or the third, both of them empty."""


class DrawnTable:
    """A table of *arctica* in mid-game, where a card need not be played first."""

    def __init__(self) -> None:
        self.match = somewhere("arctica", 1, 6)
        setting = setting_of("arctica", 2, {})
        spots = spots_of(setting.zones)
        self._zones = {zone.cell: zone for zone in setting.zones}
        self._renderer = setting.renderer(PROFILES["easy"], 1)
        self._watcher = TableWatcher(spots, setting.mat)
        self._session = SessionTable(self.match, Judge(self.match, likeness=Likeness(spots)))
        noise = np.random.default_rng(0).integers(-1, 2, (3, 720, 1280, 3), np.int16)
        self._noise = list(noise)
        self._frame = 0
        self.scene = scene_of(setting.game.looks(self.match.state), setting.placer(Random(1)))

    def carry(self, start: CellId, end: CellId) -> TableView:
        """A hand takes the piece of a cell to another one, and leaves."""
        self.show(0.5, over=start)
        self.scene = self._moved(start, end)
        self.show(0.5, over=end)
        return self.show(0.7)

    def _moved(self, start: CellId, end: CellId) -> Scene:
        one, other = self._zones[start], self._zones[end]
        pieces = [
            replace(piece, x=piece.x + other.x - one.x, y=piece.y + other.y - one.y)
            if max(abs(piece.x - one.x), abs(piece.y - one.y)) < 0.4
            else piece
            for piece in self.scene.pieces
        ]
        assert pieces != list(self.scene.pieces)
        return replace(self.scene, pieces=tuple(pieces))

    def show(self, seconds: float, over: CellId | None = None, fps: float = FPS) -> TableView:
        hand = None
        if over is not None:
            zone = self._zones[over]
            hand = Hand(zone.x, zone.y, 0.3, zone.x, -6.0)
        picture = self._renderer.frame(replace(self.scene, hand=hand))
        for _ in range(round(seconds * fps)):
            self._frame += 1
            self._session.time += 1 / fps
            noise = self._noise[self._frame % 3]
            noisy: Image = np.asarray(cv2.add(picture, noise, dtype=cv2.CV_8U), np.uint8)
            self._session.send(Seen(self._watcher.read(Frame(self._frame, self._session.time, noisy))))
        return self._session.view

    @property
    def entries(self) -> int:
        return len(self._session.session.match.entries) - len(self.match.entries)


def seen(view: TableView) -> str:
    return "" if view.seen is None else dict(view.seen.facts)["move"]


def test_an_act_that_is_taken_back_while_it_is_only_seen_asks_nothing_of_people() -> None:
    table = DrawnTable()
    table.show(1.0)
    assert seen(table.carry(SEAL, LAND)) == "orca: move seal i2 g4"
    assert seen(table.carry(LAND, SEAL)) == ""
    view = table.show(12.0, fps=2)
    assert (view.question, view.trouble, view.to_do, view.ruling) == (None, None, (), None)
    assert table.entries == 0
    view = table.carry(SEAL, OTHER)
    assert view.ruling is not None, "play goes on"
    assert (view.ruling.kind, view.ruling.move, table.entries) == (RulingKind.PLAYED, "move seal i2 i4", 1)
