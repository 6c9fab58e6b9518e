"""Lamps on gpiozero's mock pins: colours, rhythms, wrong pins and switching off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.gpio import no_chip
from hardware.lamps import BEATS, GpiozeroLamps, brightness, lamps_from
from hardware.ports import HardwareError, Lamps, LampSignal
from tests.doubles.waiting import until

PINS = [(17, 27, 22), (23, 24, 25), (16, 20, 21), (12, 13, 26)]
RED = LampSignal(1.0, 0.0, 0.0, "steady", True)
OFF = (0.0, 0.0, 0.0)


@pytest.fixture
def lamps(factory: MockFactory) -> Iterator[GpiozeroLamps]:
    lamps = GpiozeroLamps(PINS, pin_factory=factory)
    yield lamps
    lamps.close()


def lit(factory: Any, lamp: int) -> tuple[float, float, float]:
    red, green, blue = (factory.pin(pin).state for pin in PINS[lamp])
    return red, green, blue


def test_each_lamp_shows_its_own_colour(factory: MockFactory, lamps: Lamps) -> None:
    lamps.show([RED, LampSignal(1.0, 0.6, 0.0, "steady", False)])
    until(lambda: lit(factory, 1) != OFF)
    assert lit(factory, 0) == (1.0, 0.0, 0.0)
    assert lit(factory, 1) == pytest.approx((0.25, 0.15, 0.0))
    assert lit(factory, 2) == lit(factory, 3) == OFF
    assert (lamps.count, lamps.trouble) == (4, None)


def test_a_shorter_row_leaves_the_rest_dark(factory: MockFactory, lamps: Lamps) -> None:
    lamps.show([RED] * 4)
    until(lambda: lit(factory, 3) == (1.0, 0.0, 0.0))
    lamps.show([RED])
    until(lambda: lit(factory, 3) == OFF)
    assert lit(factory, 0) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize(("pattern", "flashes"), [("up", 1), ("right", 2), ("down", 3), ("left", 4)])
@pytest.mark.parametrize("due", [True, False])
def test_directions_are_counted_clockwise_from_up(pattern: str, flashes: int, due: bool) -> None:
    """One cycle is that many flashes with gaps between, and a longer rest to begin counting from."""
    levels = [brightness(LampSignal(0.0, 0.0, 1.0, pattern, due), beat) for beat in range(BEATS)]
    bright = [level == max(levels) for level in levels]
    assert bright[: 2 * flashes] == [True, False] * flashes
    assert not any(bright[2 * flashes :])
    assert BEATS - 2 * flashes >= 4
    assert 0 < min(levels) < max(levels) / 4  # it glows between flashes, so that its colour can be read


def test_the_lamp_that_is_due_is_brighter_at_every_beat() -> None:
    for pattern in ("steady", "up", "right", "down", "left"):
        for beat in range(BEATS):
            due, other = (brightness(LampSignal(0.0, 1.0, 0.0, pattern, d), beat) for d in (True, False))
            assert due >= 2 * other


def test_a_rhythm_runs_by_itself(factory: MockFactory, lamps: Lamps) -> None:
    pin = factory.pin(17)
    lamps.show([LampSignal(1.0, 0.0, 0.0, "down", True)])
    until(lambda: len(pin.states) > 12)  # two cycles of three flashes
    assert {round(state, 2) for _, state in pin.states[1:]} == {1.0, 0.12}
    levels = [state > 0.5 for _, state in pin.states[1:]]
    assert levels == [True, False] * (len(levels) // 2) + [True] * (len(levels) % 2)


def test_steady_lamps_need_no_work(factory: MockFactory, lamps: Lamps) -> None:
    lamps.show([RED])
    until(lambda: lit(factory, 0) != OFF)
    changes = len(factory.pin(17).states)
    lamps.show([RED])
    lamps.show([RED, LampSignal(0.0, 0.0, 1.0, "steady", True)])
    until(lambda: lit(factory, 1) != OFF)
    assert len(factory.pin(17).states) == changes


def test_common_anode_lights_with_a_low_pin(factory: MockFactory) -> None:
    lamps = lamps_from({"pins": [list(PINS[0])], "common_anode": True}, factory)
    assert lit(factory, 0) == (1.0, 1.0, 1.0)
    lamps.show([RED])
    until(lambda: lit(factory, 0) == (0.0, 1.0, 1.0))
    lamps.close()


def test_closing_switches_off_and_frees_the_pins(factory: MockFactory) -> None:
    for _ in range(2):
        lamps = GpiozeroLamps(PINS, pin_factory=factory)
        lamps.show([LampSignal(1.0, 1.0, 1.0, "left", True)] * 4)
        until(lambda: lit(factory, 3) != OFF)
        lamps.close()
        lamps.close()
        assert [lit(factory, lamp) for lamp in range(4)] == [OFF] * 4
    assert "lamps" not in [thread.name for thread in threading.enumerate()]


def test_what_cannot_be_shown_is_a_mistake_of_the_caller(lamps: Lamps) -> None:
    with pytest.raises(ValueError, match="4 lamps cannot show"):
        lamps.show([RED] * 5)
    with pytest.raises(ValueError, match="cannot show"):
        lamps.show([LampSignal(1.0, 0.0, 0.0, "sideways", False)])


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"pins": [[17, 27, 99]]}, "GPIO 99 of lamp 1 does not exist"),
        ({"pins": [[17, 27, 22], [23, 24, 17]]}, "GPIO 17 of lamp 1 is already used"),
        ({"pins": [[5, 6, 18]]}, "GPIO 18 of lamp 1 is already used"),
        ({"pins": [[17, 27]]}, "lists of three GPIO numbers"),
        ({"pins": [[17, 27, True]]}, "lists of three GPIO numbers"),
        ({"pins": [17, 27, 22]}, "lists of three GPIO numbers"),
        ({"pins": []}, "lists of three GPIO numbers"),
        ({"pins": "all"}, "lists of three GPIO numbers"),
        ({}, "lists of three GPIO numbers"),
        ({"pins": [[17, 27, 22]], "common_anode": "no"}, "common_anode in [lamps] must be true or false"),
        ({"pins": [[17, 27, 22]], "pin": 3}, "[lamps] has no key pin"),
    ],
)
def test_a_wrong_section_is_told_in_one_sentence(
    factory: MockFactory, section: dict[str, object], words: str
) -> None:
    button = LED(18, pin_factory=factory)
    with pytest.raises(HardwareError) as caught:
        lamps_from(section, factory)
    assert words in str(caught.value)
    assert str(caught.value) == caught.value.key.format(**dict(caught.value.facts))
    lamps_from({"pins": [[17, 27, 22], [23, 24, 25], [5, 6, 7]]}, factory).close()  # nothing stayed reserved
    button.close()


def test_pins_that_cannot_be_dimmed() -> None:
    with pytest.raises(HardwareError, match="GPIO 17 of lamp 1 cannot be dimmed"):
        GpiozeroLamps(PINS, pin_factory=MockFactory(pin_class=MockPin))


@pytest.mark.skipif(bool(list(Path("/dev").glob("gpiochip*"))), reason="this machine has a GPIO chip")
def test_a_machine_without_a_chip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HardwareError, match="No GPIO chip"):
        GpiozeroLamps(PINS)
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []  # lgpio leaves a named pipe where it is imported


def test_a_chip_that_may_not_be_opened() -> None:
    assert "group gpio" in str(no_chip([Path("/dev/gpiochip0")]))


def test_a_pin_that_fails_in_use_is_told_and_does_not_raise(factory: MockFactory) -> None:
    lamps = GpiozeroLamps(PINS, pin_factory=factory)
    factory.pin(23).function = "input"  # somebody else took the pin: writing it raises PinSetInput
    lamps.show([RED, RED])
    until(lambda: lamps.trouble is not None)
    assert str(lamps.trouble).startswith("Lamp 2 cannot be lit (")
    lamps.show([RED])
    lamps.close()
