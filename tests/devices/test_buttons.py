"""*My turn is done* by button and by pad, from the contact to the ruling and back to the lamp."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion.app.companion import Companion
from companion.commands.doctor import doctor_command
from companion.devices.buttons import (
    COLOURS,
    ButtonSource,
    PadButtons,
    buttons_from,
    for_all,
    presses_from,
    ring,
    signals,
)
from companion.doctor.buttons import try_buttons
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.events import Event, TurnDone
from companion.referee.view import DoneStage, DoneView
from hardware.buttons import STEADY
from hardware.clock import HostTime
from hardware.ports import HardwareError, TurnSignal
from hardware.protocol import LAMPS, TICK_HZ, Channel, Edge
from hardware.records import Edged, Gone, Ready, Why
from tests.doubles.pins import factory as factory
from tests.doubles.waiting import until
from tests.referee.test_done import Watched, placed
from tests.referee.test_duel_base import FakeBase
from vision.types import CameraState

PINS, LEDS = [5, 6, 4, 18], [9, 10, 11, 19]


def press(factory: MockFactory, pin: int) -> None:
    factory.pin(pin).drive_low()
    time.sleep(3 * STEADY)
    factory.pin(pin).drive_high()
    time.sleep(3 * STEADY)


class Wired:
    """A table with a camera and buttons; presses are taken in when the test says so."""

    def __init__(self, factory: MockFactory, section: dict[str, object]) -> None:
        self.table, self.text, self.seen = placed()
        self.seats = self.table.view.setup.seats
        self.queue: list[Event] = []
        self.source: ButtonSource = buttons_from(section, self.seats, factory)
        self.source.start(self.queue.append)
        self.table.session.subscribe(self.source)

    def take(self, count: int) -> None:
        until(lambda: len(self.queue) == count)
        for event in self.queue:
            self.table.time += 0.01
            self.table.session.handle(event)


def test_a_button_a_seat_and_its_lamp(factory: MockFactory) -> None:
    wired = Wired(factory, {"pins": PINS, "lamps": LEDS})
    whose = wired.seats.index(wired.table.whose)
    wired.table.frames(view=wired.seen)
    press(factory, PINS[whose])
    wired.take(1)
    assert wired.queue == [TurnDone(wired.seats[whose], "button")]
    until(lambda: len(factory.pin(LEDS[whose]).states) > 2)  # short flashes
    wired.table.frames()
    assert wired.table.view.history[-1].text == wired.text
    until(lambda: factory.pin(LEDS[whose]).state == 1.0)
    assert factory.pin(LEDS[1 - whose]).state == 0.0
    wired.table.frames(3, state=CameraState.HAND)
    until(lambda: factory.pin(LEDS[whose]).state == 0.0)
    wired.source.close()


def test_one_button_and_one_lamp_for_all(factory: MockFactory) -> None:
    wired = Wired(factory, {"pins": [5], "lamps": [9]})
    press(factory, 5)
    wired.take(1)
    assert wired.queue == [TurnDone("", "button")]
    wired.table.frames()
    assert wired.table.is_at(DoneStage.RULED), "what was played before is ruled"
    until(lambda: factory.pin(9).state == 1.0)
    wired.table.time += 2.0
    press(factory, 5)
    until(lambda: len(wired.queue) == 2)
    wired.table.session.handle(wired.queue[1])
    wired.table.frames()
    assert wired.table.is_at(DoneStage.NOTHING)
    until(lambda: len(factory.pin(9).states) > 4)
    wired.source.close()


def test_buttons_of_seats_that_nobody_sits_on_are_not_opened(factory: MockFactory) -> None:
    wired = Wired(factory, {"pins": PINS})
    press(factory, PINS[2])
    press(factory, PINS[0])
    wired.take(1)
    assert wired.queue == [TurnDone(wired.seats[0], "button")]
    wired.source.close()


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({}, "pins in [buttons] must be a list of different GPIO numbers"),
        ({"pins": []}, "pins in [buttons] must be"),
        ({"pins": 5}, "pins in [buttons] must be"),
        ({"pins": [5, True]}, "pins in [buttons] must be"),
        ({"pins": ["5"]}, "pins in [buttons] must be"),
        ({"pins": [5, 5, 6]}, "pins in [buttons] must be"),
        ({"pins": [5, 6]}, "[buttons] names 2 pins, but 3 seats play"),
        ({"pins": [5], "lamps": [9, 10]}, "[buttons] names 2 lamps, but 3 seats play"),
        ({"pins": [5], "lamps": "all"}, "lamps in [buttons] must be"),
        ({"pins": [5], "pin": 5}, "[buttons] has no key pin; it knows pins and lamps"),
        ({"pins": [99]}, "GPIO 99 of button 1 does not exist"),
        ({"pins": [5], "lamps": [5]}, "GPIO 5 of lamp 1 is already used"),
    ],
)
def test_a_wrong_section_is_one_sentence(
    factory: MockFactory, section: dict[str, object], words: str
) -> None:
    with pytest.raises(HardwareError) as caught:
        buttons_from(section, ("a", "b", "c"), factory)
    assert words in str(caught.value)
    buttons_from({"pins": [5, 6, 4], "lamps": [9]}, ("a", "b", "c"), factory).close()


@pytest.mark.skipif(bool(list(Path("/dev").glob("gpiochip*"))), reason="this machine has a GPIO chip")
def test_buttons_that_cannot_be_used_are_told_at_the_table_and_play_goes_on(tmp_path: Path) -> None:
    """In use, or no chip at all: here there is none."""
    config = Config(camera="none", journal=tmp_path / "j.sqlite", buttons={"pins": [5, 6, 4, 18]})
    app = Companion(config)
    app.open_table(TableChoice("arctica", ("bear", "orca"), {}))
    try:
        assert any("GPIO" in str(trouble.key) for trouble in app.troubles())
        app.send(TurnDone("", "screen"))
        until(lambda: (view := app.view()) is not None and view.done is not None)
    finally:
        app.close()


def test_what_the_lamps_say() -> None:
    table = Watched(placed()[0].session.match)
    seats = len(table.view.setup.seats)
    dark = (TurnSignal.DARK,) * seats
    assert signals(table.view) == dark
    told = {}
    for stage in DoneStage:
        first = replace(table.view, done=DoneView(1, table.view.setup.seats[0], stage))
        told[stage] = signals(first)[0]
        assert signals(first)[1:] == dark[1:]
        assert for_all(signals(first)) == told[stage]
        assert signals(replace(first, done=DoneView(1, "", stage))) == (told[stage],) * seats
    assert told[DoneStage.RULED] is TurnSignal.RULED
    assert told[DoneStage.ASKED] is TurnSignal.ASKED
    assert TurnSignal.DARK not in told.values()


# -- the pads of a base


class Shining(FakeBase):
    """Remembers what its lamps showed."""

    def __init__(self) -> None:
        super().__init__()
        self.lamps: list[tuple[int, ...]] = []

    def show(self, rgb: Sequence[int]) -> None:
        self.lamps.append(tuple(rgb))

    def tap(self, pad: int, at: float, number: int = 0, long: float = 0.1) -> None:
        for event, (edge, moment) in enumerate(((Edge.ON, at), (Edge.OFF, at + long))):
            host = HostTime(moment, 0.001)
            tick = round(moment * TICK_HZ)
            self.tell(Edged(1, 2 * number + event, Channel.PAD, pad, edge, 0, tick, host))


class Padded:
    """A table with a camera and a base whose pads 3 and 1 belong to its two seats."""

    def __init__(self) -> None:
        self.table, self.text, self.seen = placed()
        self.seats = self.table.view.setup.seats
        self.queue: list[Event] = []
        self.base = Shining()
        self.now = 50.0
        pads = dict(zip(self.seats, (2, 0), strict=False))
        self.source = PadButtons(self.base, pads, lambda: self.now)
        self.source.start(self.queue.append)
        self.table.session.subscribe(self.source)
        self.base.tell(Ready(7, 1, 0, 10, TICK_HZ, 50.0))


@pytest.fixture
def padded() -> Iterator[Padded]:
    padded = Padded()
    yield padded
    padded.source.close()
    assert padded.base.closed


def test_a_tap_on_the_seats_pad(padded: Padded) -> None:
    table = padded.table
    table.frames(view=padded.seen)
    whose = padded.seats.index(table.whose)
    padded.base.tap((2, 0)[whose], 50.0)
    assert padded.queue == [TurnDone(padded.seats[whose], "pad")]
    assert padded.base.acknowledged == [(1, 0), (1, 1)], "the base has room for 64 events"
    table.session.handle(padded.queue[0])
    table.frames()
    assert table.view.history[-1].text == padded.text
    green = ring(tuple(TurnSignal.RULED if n == whose else TurnSignal.DARK for n in range(2)), 0)
    until(lambda: padded.base.lamps[-1] == green)
    padded.source.close()
    assert padded.base.lamps[-1] == ()


def test_a_pad_that_belongs_to_nobody_and_a_resting_hand_say_nothing(padded: Padded) -> None:
    padded.base.tap(5, 50.0)
    padded.base.tap(2, 51.0, 1, long=5.0)
    assert padded.queue == []


def test_the_lamps_of_a_base_blink_while_a_question_waits(padded: Padded) -> None:
    padded.source(replace(padded.table.view, done=DoneView(1, padded.seats[1], DoneStage.ASKED)))
    until(lambda: len(padded.base.lamps) > 8)
    amber = COLOURS[TurnSignal.ASKED]
    lit = [lamps[3 * (LAMPS // 2) : 3 * (LAMPS // 2) + 3] == amber for lamps in padded.base.lamps[1:9]]
    assert lit in ([True, True, False, False] * 2, [False, True, True, False] * 2)


def test_a_base_that_never_came_is_not_missed_and_one_that_went_is() -> None:
    base = Shining()
    base.trouble = HardwareError("No totem base answers; plug it in, or run companion doctor.")
    source = PadButtons(base, {"a": 0})
    source.start(lambda _event: None)
    assert source.trouble is None
    base.tell(Ready(7, 1, 0, 10, TICK_HZ, 0.0))
    base.tell(Gone(Why.UNPLUGGED, 0, 1.0))
    assert source.trouble is not None
    source.close()


def test_lamps_lie_evenly_round_the_rim() -> None:
    every = ring((TurnSignal.RULED,) * 4, 0)
    assert [n for n in range(LAMPS) if every[3 * n + 1]] == [0, 3, 6, 9]
    assert max(every) <= 127, "twelve lamps at full white are more than a port gives"


def test_a_base_with_fewer_pads_than_seats_serves_those_it_has() -> None:
    sources, missing = presses_from(None, {"pads": [3]}, ("a", "b"))
    assert (len(sources), missing) == (1, ())
    sources[0].close()


@pytest.mark.parametrize("totem", [{"pads": [0]}, {"pads": [1, 1]}, {"port": 3}, {"ports": "x"}])
def test_a_wrong_totem_section_is_told(totem: dict[str, object]) -> None:
    sources, missing = presses_from(None, totem, ("a", "b"))
    assert sources == ()
    assert missing[0].trouble is not None


def test_a_mere_switch_has_no_pads() -> None:
    assert presses_from(None, {"switch": 5}, ("a",)) == ((), ())


# -- companion doctor --buttons


def test_doctor_says_which_button_was_felt_and_which_not(factory: MockFactory) -> None:
    said: list[str] = []

    def people(sentence: str) -> None:
        assert sentence == "Press every button once, then Enter."
        press(factory, 6)
        factory.pin(18).drive_low()
        until(lambda: len(said) == 2)

    try_buttons(PINS, Texts("en"), said.append, people, factory)
    assert said == [
        "Button 2 on GPIO 6 was pressed.",
        "Button 4 on GPIO 18 was pressed.",
        "Button 1 on GPIO 5 was not felt; check its wires to the pin and to ground.",
        "Button 3 on GPIO 4 was not felt; check its wires to the pin and to ground.",
        "Button 4 on GPIO 18 stays pressed; check that its wires do not touch.",
    ]


@pytest.mark.parametrize("text", ["", "[buttons]", "[buttons]\npins = 5", '[buttons]\npins = ["5"]'])
def test_doctor_without_buttons_in_the_configuration(tmp_path: Path, text: str) -> None:
    path = tmp_path / "companion.toml"
    path.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(doctor_command, ["--buttons", "--config", str(path)])
    assert result.exit_code == 1
    assert "There is no section [buttons] with pins" in result.output


def test_doctor_with_a_configuration_that_is_none(tmp_path: Path) -> None:
    result = CliRunner().invoke(doctor_command, ["--buttons", "--config", str(tmp_path / "none.toml")])
    assert result.exit_code == 1
    assert "There is no such file" in result.output
