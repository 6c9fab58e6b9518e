"""Buttons and their lamps on gpiozero's mock pins: pressed, bouncing, held, missing, in use."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from hardware import buttons as room
from hardware.buttons import STEADY, GpioButtons
from hardware.lights import BEATS
from hardware.ports import HardwareError, TurnLamps, TurnSignal
from hardware.turn_lamps import RHYTHM, GpiozeroTurnLamps
from tests.doubles.waiting import until

PINS = [5, 6, 4]


class Panel:
    """Three buttons with a finger."""

    def __init__(self, factory: MockFactory) -> None:
        self.factory = factory
        self.felt: list[int] = []
        self.buttons = GpioButtons(PINS, factory)
        self.buttons.start(self.felt.append)

    def down(self, number: int) -> None:
        self.factory.pin(PINS[number]).drive_low()

    def up(self, number: int) -> None:
        self.factory.pin(PINS[number]).drive_high()

    def press(self, number: int, seconds: float = 3 * STEADY) -> None:
        self.down(number)
        time.sleep(seconds)
        self.up(number)
        time.sleep(3 * STEADY)


@pytest.fixture
def panel(factory: MockFactory) -> Iterator[Panel]:
    panel = Panel(factory)
    yield panel
    panel.buttons.close()


def test_each_press_is_told_once_with_its_button(panel: Panel) -> None:
    for number in (1, 0, 0, 2):
        panel.press(number)
    until(lambda: len(panel.felt) == 4)
    assert panel.felt == [1, 0, 0, 2]
    assert panel.buttons.trouble is None


def test_contacts_that_bounce_are_one_press(panel: Panel) -> None:
    for _ in range(8):
        panel.down(1)
        panel.up(1)
    panel.down(1)
    until(lambda: panel.buttons.pressed(1))
    for _ in range(8):
        panel.up(1)
        panel.down(1)
    panel.up(1)
    until(lambda: not panel.buttons.pressed(1))
    assert panel.felt == [1]


def test_a_spike_on_a_long_wire_is_no_press(panel: Panel) -> None:
    long = 0  # on a busy machine a spike may last as long as a press
    for _ in range(20):
        began = time.monotonic()
        panel.down(0)
        panel.up(0)
        long += time.monotonic() - began >= STEADY
        time.sleep(0.003)
    time.sleep(3 * STEADY)
    assert len(panel.felt) <= long


def test_a_press_is_not_lost_when_the_thread_comes_late(factory: MockFactory) -> None:
    """A busy Pi: the whole press is over before anybody looks."""
    buttons = GpioButtons(PINS, factory)
    felt: list[int] = []
    awake = threading.Event()

    def slow(number: int) -> None:
        felt.append(number)
        awake.wait(10)

    buttons.start(slow)
    factory.pin(5).drive_low()
    until(lambda: felt == [0])
    factory.pin(6).drive_low()
    time.sleep(3 * STEADY)
    factory.pin(6).drive_high()
    awake.set()
    until(lambda: felt == [0, 1])
    buttons.close()


def test_two_buttons_at_once_are_both_told(panel: Panel) -> None:
    panel.down(0)
    panel.down(2)
    until(lambda: len(panel.felt) == 2)
    assert sorted(panel.felt) == [0, 2]


def test_a_button_that_is_not_plugged_in_is_never_pressed(factory: MockFactory) -> None:
    """Nothing closes its pin, which the Pi pulls up."""
    panel = Panel(factory)
    assert factory.pin(5).pull == "up"
    time.sleep(3 * STEADY)
    assert (panel.felt, panel.buttons.trouble) == ([], None)
    panel.buttons.close()


def test_a_button_that_jams_is_told_and_the_others_go_on(
    panel: Panel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "HELD", 0.1)
    panel.down(1)
    until(lambda: panel.buttons.trouble is not None)
    assert str(panel.buttons.trouble).startswith("Button 2 on GPIO 6 stays pressed")
    panel.press(0)
    assert panel.felt == [1, 0]
    panel.up(1)
    until(lambda: panel.buttons.trouble is None)


def test_what_is_down_at_the_start_was_not_pressed(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "HELD", 0.1)
    factory.pin(5).drive_low()
    felt: list[int] = []
    buttons = GpioButtons(PINS, factory)
    factory.pin(5).drive_low()
    buttons.start(felt.append)
    until(lambda: buttons.trouble is not None)
    assert felt == []
    factory.pin(5).drive_high()
    until(lambda: not buttons.pressed(0))
    factory.pin(5).drive_low()
    until(lambda: felt == [0])
    buttons.close()


@pytest.mark.parametrize(
    ("pins", "words"),
    [
        ([5, 99], "GPIO 99 of button 2 does not exist; use the numbers of the wiring page"),
        ([18], "GPIO 18 of button 1 is already used; give every button a pin of its own"),
        ([5, 5], "GPIO 5 of button 2 is already used"),
    ],
)
def test_a_wrong_pin_is_one_sentence_and_reserves_nothing(
    factory: MockFactory, pins: list[int], words: str
) -> None:
    led = LED(18, pin_factory=factory)
    with pytest.raises(HardwareError) as caught:
        GpioButtons(pins, factory)
    assert words in str(caught.value)
    GpioButtons(PINS, factory).close()
    led.close()


def test_closing_frees_the_pins_and_ends_the_thread(factory: MockFactory) -> None:
    for _ in range(2):
        panel = Panel(factory)
        panel.buttons.close()
        panel.buttons.close()
    GpioButtons(PINS, factory).close()  # one that was never started
    assert "buttons" not in [thread.name for thread in threading.enumerate()]


@pytest.mark.skipif(bool(list(Path("/dev").glob("gpiochip*"))), reason="this machine has a GPIO chip")
def test_a_machine_without_a_chip_says_so() -> None:
    with pytest.raises(HardwareError, match=r"^No GPIO chip .* leave out \[lamps\], \[buttons\] and"):
        GpioButtons(PINS)


# -- lamps


def test_the_lamps_of_seats_are_told_apart_by_their_rhythm(factory: MockFactory) -> None:
    lamps: TurnLamps = GpiozeroTurnLamps([9, 10, 11], factory)
    lamps.show([TurnSignal.RULED, TurnSignal.ASKED])
    until(lambda: factory.pin(9).state == 1.0)
    until(lambda: len(factory.pin(10).states) > 5)
    assert factory.pin(9).state == 1.0
    assert {state for _, state in factory.pin(10).states} == {0.0, 1.0}
    assert factory.pin(11).state == 0.0
    lamps.show([])
    until(lambda: factory.pin(9).state == 0.0)
    with pytest.raises(ValueError, match="3 lamps cannot show 4 seats"):
        lamps.show([TurnSignal.DARK] * 4)
    lamps.close()
    lamps.close()


def test_no_two_rhythms_look_alike_from_any_beat_on() -> None:
    def turns(signal: TurnSignal) -> set[tuple[bool, ...]]:
        beats = [beat in RHYTHM[signal] for beat in range(BEATS)]
        return {(*beats[start:], *beats[:start]) for start in range(BEATS)}

    told = [turns(signal) for signal in TurnSignal]
    assert all(one.isdisjoint(other) for n, one in enumerate(told) for other in told[n + 1 :])
