"""What a camera learns of an owner's box is kept from one game to the next."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app import table
from companion.app.portraits import Portraits, box_path
from companion.commands.simulate import simulate
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.referee.view import TableView
from tests.app.sitting import Sitting
from tests.doubles.waiting import until
from tests.vision.recognition.test_box import cutting
from vision.objects import COARSE, Cutting
from vision.recognition.box import load_portraits
from vision.recognition.likeness import Likeness

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


@pytest.mark.outside
def test_the_looks_of_the_pieces_are_remembered(sit: Sit, pictures: Path) -> None:
    """Of the set-up: hunters and beasts (rulebook of *Marso*: one hunter a seat, four beasts)."""
    sitting = sit()
    watched(sitting, pictures)
    known = load_portraits(box_path(sitting.app.game("marso")))
    assert {"hunter south", "hunter north"} <= known.keys()
    sitting.open(camera=f"folder:{pictures}")
    assert sitting.app.lessons().known
    sitting.app.leave_table()


@pytest.mark.outside
def test_a_referee_that_is_still_busy_costs_nothing_that_was_learned(sit: Sit, pictures: Path) -> None:
    """It was busy with a view when its table was left, and for longer than it was waited for."""
    sitting, busy, free = sit(), threading.Event(), threading.Event()

    def reader(view: TableView) -> None:
        if view.camera.state == "trouble":
            busy.set()
            free.wait()

    try:
        sitting.open(reader, camera=f"folder:{pictures}")
        sitting.wait(busy.is_set)
        sitting.app.leave_table()
        assert [Texts("en").message(left) for left in sitting.app.left] == [
            "The referee was still at work and was not waited for; the match is kept."
        ]
        known = load_portraits(box_path(sitting.app.game("marso")))
        assert {"hunter south", "hunter north"} <= known.keys()
    finally:
        free.set()


@pytest.mark.outside
def test_a_table_that_is_not_closed_has_written_it(
    sit: Sit, pictures: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "Portraits", partial(Portraits, every=0.1))
    sitting = sit()
    sitting.open(camera=f"folder:{pictures}")
    path = box_path(sitting.app.game("marso"))
    sitting.wait(path.exists)
    sitting.wait(lambda: {"hunter south", "hunter north"} <= load_portraits(path).keys())


def counted(portraits: dict[str, list[Cutting]]) -> dict[str, int]:
    return {name: len(some) for name, some in portraits.items()}


def test_what_is_learned_is_written_while_people_play(tmp_path: Path) -> None:
    """The table is never closed: as if the power had failed."""
    likeness, path = Likeness([]), tmp_path / "box.npz"
    portraits = Portraits(path, likeness, every=0.01)
    portraits.start()
    likeness.remember({"man": cutting(COARSE)})
    until(path.exists, "a file", 60)
    before = path.stat()
    assert before.st_mode & 0o777 == 0o600, "only its owner may read it"
    time.sleep(0.2)
    assert path.stat() == before, "what is on the disk is not written again"
    likeness.remember({"man": cutting(COARSE, 1), "beast": cutting(COARSE, 2)})
    until(lambda: counted(load_portraits(path)) == {"man": 2, "beast": 1}, "what was learned next", 60)
    again = Likeness([])
    assert Portraits(path, again).known
    assert counted(again.album.portraits) == {"man": 2, "beast": 1}
    assert portraits.close() == ()


def test_a_box_that_cannot_be_written_is_told_until_it_can(tmp_path: Path) -> None:
    likeness, way = Likeness([]), tmp_path / "in the way"
    portraits = Portraits(way / "box.npz", likeness, every=0.01)
    way.write_text("")
    portraits.start()
    likeness.remember({"man": cutting(COARSE)})
    until(lambda: portraits.trouble is not None, "a sentence", 60)
    assert portraits.trouble is not None
    assert re.search(r"cannot be saved to .*Free some space there", Texts("en").message(portraits.trouble))
    way.unlink()
    until(lambda: portraits.trouble is None, "the file", 60)
    assert set(load_portraits(way / "box.npz")) == {"man"}
    assert portraits.close() == ()


def test_drawings_are_never_written(tmp_path: Path) -> None:
    likeness, path = Likeness([]), tmp_path / "box.npz"
    portraits = Portraits(path, likeness, every=0.01)
    portraits.start()
    portraits.forget()
    likeness.remember({"man": cutting(COARSE)})
    assert portraits.close() == ()
    assert not path.exists()


def test_by_touch_nothing_is_learned(sit: Sit) -> None:
    sitting = sit()
    sitting.open()
    sitting.app.leave_table()
    assert not box_path(sitting.app.game("marso")).exists()


@pytest.mark.outside
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
