"""Where an owner keeps piles and hands is remembered with the box, and nothing that was written is lost."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.portraits import box_path
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.ports.errors import ControllerError
from companion.referee.places import NOWHERE, Places
from tests.app.sitting import Sitting

Sit = Callable[..., Sitting]
CAMERA = "folder:/no/pictures/here"
PLACES = Places({"deck:hunter": (6.5, -2.0, 1.0, 1.4), "discard:beast": None})


def file_of(sitting: Sitting) -> Path:
    return box_path(sitting.app.game("marso")).with_suffix(".places.toml")


def said(sitting: Sitting) -> list[str]:
    return [Texts("uk").message(trouble) for trouble in sitting.app.troubles()]


@pytest.mark.outside
def test_places_are_remembered_with_the_box(sit: Sit) -> None:
    sitting = sit()
    sitting.open(camera=CAMERA)
    assert sitting.app.places() == NOWHERE
    sitting.app.set_places(PLACES)
    assert sitting.app.places() == PLACES
    sitting.app.leave_table()
    sitting.open(camera=CAMERA)
    assert sitting.app.places() == PLACES
    assert said(sitting) == []
    raw = tomllib.loads(file_of(sitting).read_text("utf-8"))
    assert raw["places"] == {"deck:hunter": [6.5, -2.0, 1.0, 1.4], "discard:beast": False}


def test_without_a_camera_they_last_as_long_as_the_table(sit: Sit) -> None:
    sitting = sit()
    sitting.open()
    sitting.app.set_places(PLACES)
    sitting.app.leave_table()
    assert not file_of(sitting).exists()


@pytest.mark.outside
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('version = 1\n[places]\n"deck:hunter" = [1, 2]\n', "deck:hunter"),
        ("version = 0\n[places]\n", "version 0"),
        ("[places]\n", "version None"),
        ("version = 1\n", "table"),
        ("a shopping list: milk", "TOML"),
        ("\x00\xff", ""),
    ],
)
def test_a_file_of_another_kind_is_one_sentence_and_is_kept(sit: Sit, text: str, reason: str) -> None:
    sitting = sit(Config())
    path = file_of(sitting)
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("latin-1"))
    sitting.open(camera=CAMERA)
    (sentence,) = [one for one in said(sitting) if str(path) in one]
    assert reason in sentence
    assert sentence.count("\n") == 0
    assert sitting.app.places() == NOWHERE
    sitting.app.set_places(PLACES)
    assert not [one for one in said(sitting) if str(path) in one]
    assert path.with_name(path.name + ".old").read_bytes() == text.encode("latin-1")
    sitting.app.leave_table()
    sitting.open(camera=CAMERA)
    assert sitting.app.places() == PLACES


@pytest.mark.outside
def test_an_older_file_that_was_kept_is_not_written_over(sit: Sit) -> None:
    sitting = sit(Config())
    path = file_of(sitting)
    path.parent.mkdir(parents=True)
    for text in ("the first", "the second"):
        path.write_text(text, "utf-8")
        sitting.open(camera=CAMERA)
        sitting.app.set_places(PLACES)
        sitting.app.leave_table()
    kept = sorted(one.read_text("utf-8") for one in path.parent.glob("*.old*"))
    assert kept == ["the first", "the second"]


@pytest.mark.outside
def test_a_disk_that_does_not_take_them_is_said_and_they_count_today(sit: Sit) -> None:
    sitting = sit(Config())
    path = file_of(sitting)
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.write_text("a file where a folder should be", "utf-8")
    sitting.open(camera=CAMERA)
    sitting.app.set_places(PLACES)
    assert sitting.app.places() == PLACES
    assert [one for one in said(sitting) if str(path) in one]


@pytest.mark.outside
def test_one_place_must_be_left_to_look_at(sit: Sit) -> None:
    sitting = sit()
    sitting.open(camera=CAMERA, game="jungle")
    zones = sitting.app.game("jungle").zones(sitting.view.setup)
    with pytest.raises(ControllerError, match="Keep one place at least"):
        sitting.app.set_places(Places({zone.cell: None for zone in zones}))
    assert sitting.app.places() == NOWHERE
