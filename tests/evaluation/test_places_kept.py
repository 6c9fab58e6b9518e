"""A place that its owner does not keep does not stop the referee: it follows the same game, or asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evaluation.clips import Clip, load_clip
from companion.evaluation.playback import Playback
from companion.referee.places import Places
from companion.rules.match import AnyMatch
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clip:
    folder = tmp_path_factory.mktemp("clips") / "arctica"
    habits = Habits(mistakes=(), limit=6)
    write_clip(folder, Recording(setting_of("arctica", 2, {}), PROFILES["easy"], 7, habits, 10.0))
    return load_clip(folder)


def committed(clip: Clip, places: Places) -> AnyMatch:
    clip = replace(clip, spec=replace(clip.spec, places=places))
    watching = Playback(clip, taught=False)
    for _ in watching.steps():
        pass
    return watching.session.match


@pytest.mark.soak
def test_without_a_discard_pile_the_same_game_is_followed(clip: Clip) -> None:
    """The last two floes drift between two views: nobody can tell which one first."""
    assert clip.truth is not None
    without = committed(clip, Places({"discard": None}))
    count = len(without.entries)
    assert count >= 5
    assert [played.state for played in without.line[:4]] == [played.state for played in clip.truth.line[:4]]
    assert without.state == clip.truth.line[count - 1].state
