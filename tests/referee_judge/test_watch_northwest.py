"""The sun disc of *Northwest Passage* from rendered pictures to rulings: the real reader, the real session.

Only the arc, the tracks, the crew areas and the berths are watched, so that few pictures teach them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np

from companion.referee.events import Seen
from companion.referee.session import Session
from companion.referee.spots import lesson_looks, spots_of
from companion.referee.view import RulingKind
from companion.referee.watcher import Watcher
from companion.referee.watching import MemoryJournal
from companion.rules.match import Match
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Hand, Placer, Scene, scene_of
from companion.simulator.setting import setting_of
from vision.camera import CameraModel
from vision.reader import TableReader
from vision.teaching import Lesson, teach
from vision.types import CameraState, Frame

LESSONS = 3
"""The set-up, and the pictures in which crewmen lie in other areas each time."""
QUIET = 14
SUN_DUE = """
seats red blue
edition sketch
round 3
phase sun
passed blue red
crew red 0 7 0 0
crew blue 0 7 0 0
"""


def test_a_disc_moved_too_far_is_refused_and_the_next_place_accepted() -> None:
    """sun.2 while it lies two places further; put back, all is well; then one place on is the sun's move."""
    setting = setting_of("northwest", 2, {"edition": "sketch"})
    game, renderer = setting.game, setting.renderer(PROFILES["easy"], 11)
    lens = CameraModel(np.array(renderer.camera.k), np.array(renderer.camera.dist))
    flat = ("sun", "first", "second", "red:", "blue:")
    spots = tuple(spot for spot in spots_of(setting.zones) if spot.cell.startswith(flat))
    watched = {spot.cell for spot in spots}
    lessons = [
        Lesson(
            image,
            {
                cell: look
                for cell, look in lesson_looks(game, setting.setup, game.parse_position(text)).items()
                if cell in watched
            },
        )
        for image, text in islice(setting.lessons(renderer, 12), LESSONS)
    ]
    reader = TableReader(spots, setting.mat, teach(spots, setting.mat, lessons, lens), lens)

    start = game.parse_position(SUN_DUE)
    now = 0.0
    session = Session(
        table="t",
        match_name="m",
        match=Match.begin(game, setting.setup, start),
        journal=MemoryJournal(),
        watcher=Watcher(game),
        sources=[],
        clock=lambda: now,
    )
    number = 0
    rulings: list[tuple[RulingKind, str, tuple[str, ...]]] = []
    states: list[CameraState] = []

    def table(place: int) -> Scene:
        return scene_of(game.looks(replace(start, sun=place)), Placer(setting.zones, Random(3)))

    def show(scene: Scene, frames: int) -> None:
        nonlocal now, number
        image = renderer.frame(scene)
        for _ in range(frames):
            now = number / 10
            evidence = reader.read(Frame(number, now, image))
            states.append(evidence.state)
            heard = session.view.ruling
            session.handle(Seen(evidence))
            ruling = session.view.ruling
            if ruling is not None and ruling is not heard:
                broken = tuple(str(breach.clause) for breach in ruling.breaches)
                rulings.append((ruling.kind, ruling.move, broken))
            number += 1

    at = {str(zone.cell): (zone.x, zone.y) for zone in setting.zones}
    show(table(3), QUIET)
    for before, after in ((3, 5), (5, 3), (3, 4)):
        for place, frames in ((before, 2), (after, 2)):
            x, y = at[f"sun{place}"]
            show(replace(table(place), hand=Hand(x, y, 0.3, x - 30.0, y)), frames)
        show(table(after), QUIET)

    assert states.count(CameraState.HAND) >= 6
    assert rulings == [
        (RulingKind.REFUSED, "sun 5", ("northwest/sun.2",)),
        (RulingKind.RESTORED, "sun 5", ()),
        (RulingKind.PLAYED, "sun 4", ()),
    ]
    assert session.match.state.sun == 4
