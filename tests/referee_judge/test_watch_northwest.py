"""The sun disc of *Northwest Passage* from rendered pictures to rulings.

Only the arc, the tracks, the crew areas and the berths are watched, so that few pictures teach them.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.view import RulingKind
from companion.simulator.scene import Scene
from companion.simulator.setting import setting_of
from tests.referee_judge.filmed import Filmed, spots
from vision.types import CameraState

LESSONS = range(3)
"""The set-up, and the pictures in which crewmen lie in other areas each time."""
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
    start = setting.game.parse_position(SUN_DUE)
    flat = ("sun", "first", "second", "red:", "blue:")
    watched = spots(setting, lambda cell: cell.startswith(flat))
    filmed = Filmed(setting, watched, start, LESSONS)

    def table(place: int) -> Scene:
        return filmed.scene(setting.game.looks(replace(start, sun=place)))

    filmed.show(table(3))
    for before, after in ((3, 5), (5, 3), (3, 4)):
        filmed.act(table(before), table(after), (f"sun{before}", f"sun{after}"))

    assert filmed.states.count(CameraState.HAND) >= 6
    assert filmed.rulings == [
        (RulingKind.REFUSED, "sun 5", ("northwest/sun.2",)),
        (RulingKind.RESTORED, "sun 5", ()),
        (RulingKind.PLAYED, "sun 4", ()),
    ]
    assert filmed.session.match.state.sun == 4
