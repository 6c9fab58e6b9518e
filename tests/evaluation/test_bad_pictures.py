"""What goes wrong with the camera in the middle of a recorded clip is told as at an open table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.watch import watch_command
from companion.evaluation.clips import FRAMES
from companion.simulator.camera import SIZES
from companion.simulator.clips import Recording, Taught, write_clip
from companion.simulator.habits import Habits
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from vision.sight import GREY, SOFT
from vision.types import Image

pytestmark = pytest.mark.slow

FPS = 5.0
Worsen = Callable[[Image], Image]


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clips") / "short"
    setting, habits = setting_of("marso", 2, {}), Habits(mistakes=(), limit=2)
    easy = PROFILES["easy"]
    small = replace(easy, view=replace(easy.view, size=SIZES["640x480"]))
    recording = Recording(
        setting, small, 7, habits, FPS, electronic=True, pictures=True, shown=Taught.NOTHING
    )
    write_clip(folder, recording)
    return folder


def grey(image: Image) -> Image:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def soft(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)


def told(folder: Path) -> list[tuple[float, str]]:
    """When each sentence about the camera was said first."""
    done = CliRunner().invoke(watch_command, [str(folder)])
    assert done.exit_code == 0, done.output
    said: dict[str, float] = {}
    for row in map(json.loads, done.stdout.splitlines()):
        said.setdefault(row["message"], row["t"])
    return [(time, message) for message, time in said.items() if message]


@pytest.mark.parametrize(("worsen", "sentence", "within"), [(grey, GREY, 0.2), (soft, SOFT, 4.0)])
def test_pictures_that_become_worse_are_told(
    clip: Path, tmp_path: Path, worsen: Worsen, sentence: str, within: float
) -> None:
    """After three seconds of good pictures."""
    folder = tmp_path / "clip"
    shutil.copytree(clip, folder)
    for picture in sorted((folder / FRAMES).iterdir())[round(3 * FPS) :]:
        cv2.imwrite(str(picture), worsen(np.asarray(cv2.imread(str(picture)), np.uint8)))
    [(time, message)] = told(folder)
    assert message == sentence
    assert 3.0 <= time <= 3.0 + within
