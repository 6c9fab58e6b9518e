"""A table whose camera is made by hand: drawn pictures, as views of what people do at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from companion.app.companion import Companion
from companion.judge.history import BARE
from companion.referee.events import CameraNamed, Photographed, Seen
from companion.referee.spots import mat_for, spots_of, taught_looks
from companion.rules.contract import CellId, Look, Seat
from companion.simulator.profiles import PROFILES, Film
from companion.simulator.render import Renderer
from companion.simulator.scene import scene_of
from companion.simulator.setting import Setting, setting_of
from vision.photographs import photographed
from vision.seeing import Glance, View
from vision.types import CameraState


@cache
def drawn_table(game: str) -> tuple[Setting, Renderer]:
    """The table and who draws it; the first picture takes seconds, the next ones what has changed."""
    setting = setting_of(game, 2, {})
    return setting, setting.renderer(replace(PROFILES["easy"], film=Film(shot=0.0, read=0.0, jpeg=95)), 1)


@cache
def lessons(game: str) -> tuple[Photographed, ...]:
    """The box of a game, photographed."""
    setting, renderer = drawn_table(game)
    rules, spots = setting.game, spots_of(setting.zones)
    found = []
    for image, text in setting.lessons(renderer, 1):
        view = photographed(image, spots, mat_for(rules), None)
        assert view is not None
        found.append(Photographed(view, taught_looks(rules, setting.setup, rules.parse_position(text))))
    return tuple(found)


class Watched:
    """The camera of an open table for two. What lies where is what the test says; ``missing``:
    places that people forgot to lay out; ``taught``: whether the camera was shown the box before."""

    def __init__(self, app: Companion, missing: Sequence[str] = (), taught: bool = False) -> None:
        view = app.view()
        assert view is not None
        self.app = app
        self.setting, self.renderer = drawn_table(view.game)
        self.game, self.setup = self.setting.game, self.setting.setup
        self.looks: dict[CellId, Look] = dict(self.game.looks(view.state))
        self._time = 0.0
        for place in missing:
            del self.looks[CellId(place)]
        app.send(CameraNamed("by hand", False))
        if taught:
            self._teach()
        self._shown = self._picture()
        self._send(self._shown)

    def lay(self, changed: Mapping[Any, Look | None]) -> View:
        """Hands lay this (None: nothing) into these cells and leave; what the camera then tells."""
        for cell, look in changed.items():
            self.looks[CellId(cell)] = look or BARE
        before, self._shown = self._shown, self._picture()
        self._time += 2.0
        cells = {
            cell: replace(seen, change=0.4, shade=0.4, visited=1.0, dwell=0.5, before=before.cells[cell].now)
            for cell, seen in self._shown.cells.items()
            if cell in changed
        }
        view = View(self._time, self._time - 0.2, cells)
        self._send(view)
        return view

    def lawful(self) -> None:
        """In *arctica*: the bear goes into the water beside it."""
        self._act("move bear e9^ d9")

    def unlawful(self) -> Mapping[Any, Look | None]:
        """In *arctica*: somebody pushes ice that nobody may push, against a mountain; how it lay before."""
        return self._act("drift yellow c5")

    def _act(self, text: str) -> Mapping[Any, Look | None]:
        view = self.app.view()
        assert view is not None
        handled = self.game.handled(view.state, Seat(0), self.game.parse_move(text))
        before = {cell: self.looks.get(cell) for cell in handled}
        self.lay(handled)
        self.wait(6)
        return before

    def wait(self, seconds: float) -> None:
        """Nobody is at the table for a while."""
        for _ in range(int(10 * seconds)):
            self._time += 0.1
            self.app.send(Seen(Glance(0, self._time, CameraState.READY)))

    def _send(self, view: View) -> None:
        self.app.send(Seen(Glance(0, view.time, CameraState.READY, view)))

    def _picture(self) -> View:
        scene = scene_of(self.looks, self.setting.placer(Random(5)))
        spots: Any = spots_of(self.game.zones(self.setup))
        view = photographed(self.renderer.frame(scene), spots, mat_for(self.game), None)
        assert view is not None
        return view

    def _teach(self) -> None:
        """Show the box to the camera, as its owner may with contact sheets."""
        for lesson in lessons(self.game.id):
            self.app.send(lesson)
