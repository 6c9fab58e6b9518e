"""What a camera learns of an owner's box is kept from one game to the next."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app import box_path
from companion.commands.simulate import simulate
from companion.config import Config
from companion.locale import Texts
from tests.app.sitting import Sitting
from vision.box import load_portraits

Sit = Callable[..., Sitting]
PICTURES = 60
"""Four seconds of a table that lies still; after two of them a camera that sends the same is told of."""


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures that show the set-up of a game for two; no stream says that they are drawn."""
    folder = tmp_path_factory.mktemp("pictures")
    first = folder / "000000.png"
    done = CliRunner().invoke(simulate, ["frame", "--game", "marso", "--seats", "2", str(first)])
    assert done.exit_code == 0, done.output
    for number in range(1, PICTURES):
        shutil.copy(first, folder / f"{number:06}.png")
    return folder


def watched(sitting: Sitting, pictures: Path) -> None:
    """A table is watched until the camera has seen it, and left."""
    sitting.open(camera=f"folder:{pictures}")
    sitting.wait(lambda: sitting.view.camera.state == "ready")
    sitting.wait(lambda: sitting.view.camera.state == "trouble")
    sitting.app.leave_table()


def test_the_looks_of_the_pieces_are_remembered(sit: Sit, pictures: Path) -> None:
    """Of the set-up: hunters and beasts (rulebook of *Marso*: one hunter a seat, four beasts)."""
    sitting = sit()
    watched(sitting, pictures)
    known = load_portraits(box_path(sitting.app.game("marso")))
    assert {"hunter south", "hunter north"} <= known.keys()
    sitting.open(camera=f"folder:{pictures}")
    assert sitting.app.lessons().known
    sitting.app.leave_table()


def test_by_touch_nothing_is_learned(sit: Sit) -> None:
    sitting = sit()
    sitting.open()
    sitting.app.leave_table()
    assert not box_path(sitting.app.game("marso")).exists()


def test_a_file_that_cannot_be_read_is_said_and_stays(sit: Sit, pictures: Path) -> None:
    sitting = sit(Config())
    path = box_path(sitting.app.game("marso"))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"a shopping list")
    sitting.open(camera=f"folder:{pictures}")
    said = [Texts("en").message(trouble) for trouble in sitting.app.troubles()]
    assert any("take it away" in sentence and str(path) in sentence for sentence in said)
    sitting.wait(lambda: sitting.view.camera.state == "ready")
    sitting.app.leave_table()
    assert path.read_bytes() == b"a shopping list"
