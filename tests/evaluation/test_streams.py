"""One table through many cameras: other sizes of the picture, other rates, pictures lost and sent twice."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.watch import watch_command
from companion.evaluation.clips import FRAMES
from companion.simulator.camera import SIZES
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.kit import MistakeKind
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of

pytestmark = pytest.mark.slow

EASY = PROFILES["easy"]
PLAYED = ["play ur r", "step e3", "play jet", "fly e4"]
REFUSED = ["run red a5"]


Film = Callable[[str, float], Path]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """Films the first entries of a game, the last but one a mistake; once for each size and rate. Nothing
    tells what lens the camera has."""

    @cache
    def filmed(size: str, fps: float) -> Path:
        folder = tmp_path_factory.mktemp("clips") / "clip"
        mistakes = (MistakeKind.WRONG_CELL,)
        habits = Habits(pace=2.5, together=1.0, peeks=0.0, rests=0.0, mistakes=mistakes, limit=7)
        profile = replace(EASY, view=replace(EASY.view, size=SIZES[size]))
        setting = setting_of("marso", ("south", "north"), {})
        recording = Recording(setting, profile, 7, habits, fps, electronic=True, pictures=True, lens=False)
        write_clip(folder, recording)
        return folder

    return filmed


def rulings(clip: Path) -> tuple[list[str], list[str]]:
    """The moves that were played, and those that were refused."""
    done = CliRunner().invoke(watch_command, [str(clip)])
    assert done.exit_code == 0, done.output
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = ("played", "refused")
    played, refused = ([row["move"] for row in rows if row["kind"] == kind] for kind in kinds)
    return [move for line in played for move in line.split("; ")], refused


@pytest.mark.soak
@pytest.mark.parametrize(
    ("size", "fps"),
    [("640x480", 20.0), ("1280x720", 10.0), ("1280x720", 30.0), ("1920x1080", 15.0)],
)
def test_the_game_is_the_same_at_every_size_and_rate(film: Film, size: str, fps: float) -> None:
    assert rulings(film(size, fps)) == (PLAYED, REFUSED)


def lose(pictures: list[Path]) -> None:
    """Lose every fifth picture, and 0.4 seconds in every three: numbers are missing, time has gone on."""
    for number, picture in enumerate(pictures):
        if number % 5 == 4 or number % 60 < 8:
            picture.unlink()


def send_again(pictures: list[Path]) -> None:
    """Send the picture before for every second one, and every three seconds one picture five times."""
    for number, picture in enumerate(pictures):
        if number and (number % 2 or number % 60 < 5):
            shutil.copy(pictures[number - 1], picture)


def one_then_the_other(pictures: list[Path]) -> None:
    """Lose pictures in the first half, send pictures again in the second one."""
    half = len(pictures) // 2
    lose(pictures[:half])
    send_again(pictures[half:])


@pytest.mark.parametrize(
    "spoil", [one_then_the_other, *(pytest.param(one, marks=pytest.mark.soak) for one in (lose, send_again))]
)
def test_lost_and_repeated_pictures_change_nothing(
    film: Film, tmp_path: Path, spoil: Callable[[list[Path]], None]
) -> None:
    """In small pictures, 20 a second. ``tests/vision/test_two_sizes.py`` looks at large ones."""
    clip = tmp_path / "clip"
    shutil.copytree(film("640x480", 20.0), clip)
    spoil(sorted((clip / FRAMES).iterdir()))
    assert rulings(clip) == (PLAYED, REFUSED)
