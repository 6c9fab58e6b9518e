"""Devices tried from the screen: what is asked and measured, and what the support bundle says of it."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from gpiozero.pins.mock import MockFactory

from companion.app.trials import Trials, read_trials
from companion.doctor.bundle import write
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.rules.registry import find_game
from tests.app.sitting import PATIENCE
from tests.doubles.pins import factory as factory
from tests.doubles.waiting import until

EN = Texts("en")
LAMPS = {"pins": [[17, 27, 22], [23, 24, 25]]}


class Screen:
    """Trials of one machine, and who waits for their news."""

    def __init__(self, config: Config, pins: Any = None, at_table: bool = False) -> None:
        self._news = threading.Condition()
        self.samples = 0
        marso = find_game("marso")
        self.trials = Trials(
            lambda: config, lambda: marso, lambda: at_table, self._sample, self._tell, pins=pins
        )

    def _sample(self) -> None:
        self.samples += 1

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()

    def until(self, said: str) -> None:
        def told() -> bool:
            now = self.trials.now
            return said in (*now.lines, now.ask) or (said == "over" and now.over)

        with self._news:
            assert self._news.wait_for(told, PATIENCE), self.trials.now


def shining(factory: MockFactory, lit: list[int]) -> bool:
    return [round(factory.pin(number).state) for number in LAMPS["pins"][1]] == lit


def test_lamps_shine_in_each_colour_and_are_let_go_of(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.trials._HURRIED", 0.0)
    screen = Screen(Config(lamps=LAMPS), factory)
    screen.trials.begin("lamps", EN)
    for colour, lit in (("red", [1, 0, 0]), ("green", [0, 1, 0]), ("blue", [0, 0, 1])):
        screen.until(f"All lamps shine {colour}. Touch Done to go on.")
        until(partial(shining, factory, lit), colour)
        screen.trials.answer()
    screen.until("over")
    screen.trials.begin("lamps", EN)
    screen.until("All lamps shine red. Touch Done to go on.")
    screen.trials.leave()
    screen.trials.begin("lamps", EN)  # the pins are free again
    screen.until("All lamps shine red. Touch Done to go on.")
    screen.trials.leave()


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("lamps", "There is no section [lamps] in your configuration; see hardware/README.md."),
        ("buttons", "There is no section [buttons] with pins in your configuration; see hardware/README.md."),
        ("pads", "No totem base is configured: set it up first."),
        ("sound", "Sounds and voice are off in the settings of the screen."),
        ("camera", "No camera is configured."),
    ],
)
def test_a_device_that_is_not_there_is_told_in_one_sentence(part: str, said: str) -> None:
    screen = Screen(Config())
    screen.trials.begin(part, EN)
    screen.until("over")
    assert screen.trials.now.lines == (said,)


def test_an_open_table_keeps_its_devices() -> None:
    screen = Screen(Config(lamps=LAMPS), at_table=True)
    screen.trials.begin("lamps", EN)
    assert screen.trials.now.lines == ("A table is open and uses the devices: leave it first.",)


def test_what_the_owner_says_goes_into_the_support_bundle(tmp_path: Path) -> None:
    screen = Screen(Config())
    screen.trials.rule("camera", False, ("http://anna:hush@10.0.0.9 gives no picture.",))
    screen.trials.rule("lamps", True, ())
    assert screen.trials.results() == {"camera": False, "lamps": True}
    assert set(read_trials()) == {"camera", "lamps"}
    write(tmp_path / "help.zip", [], Config(), None, EN)
    with ZipFile(tmp_path / "help.zip") as bundle:
        told = bundle.read("trials.json").decode()
    assert '"works": false' in told
    assert "hush" not in told
