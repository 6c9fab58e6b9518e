"""One pressure switch on a GPIO pin, on gpiozero's mock pins: WHEN, and an honest question WHO."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPin

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from hardware import gpio
from hardware.gpio_base import GpioBase
from hardware.movement import Movement, Watch
from hardware.ports import HardwareError, TotemBase
from hardware.protocol import Channel, Edge
from hardware.records import Armed, Edged, Gone, Ready, Record
from tests.doubles.waiting import until


class Table:
    """The totem on a switch on GPIO 5: ``stand`` and ``lift`` it."""

    def __init__(self, factory: Any) -> None:
        self.records: list[Record] = []
        self.pin = factory.pin(5)
        self.base: TotemBase = GpioBase(5, factory)
        self.stand()
        self.base.start(self.records.append)

    def stand(self) -> None:
        self.pin.drive_low()

    def lift(self) -> None:
        self.pin.drive_high()

    def edges(self, channel: Channel) -> list[Edged]:
        return [record for record in self.records if isinstance(record, Edged) and record.channel is channel]


@pytest.fixture
def table(factory: MockFactory) -> Iterator[Table]:
    factory.pin(5).drive_low()
    table = Table(factory)
    until(lambda: bool(table.records))
    yield table
    table.base.close()


def test_it_says_when(table: Table) -> None:
    assert isinstance(table.records[0], Ready)
    assert (table.base.tier, table.base.trouble) == ("T0", None)
    before = time.monotonic()
    table.lift()
    until(lambda: bool(table.edges(Channel.LIFT)))
    (edge,) = table.edges(Channel.LIFT)
    assert edge.edge is Edge.OFF
    assert edge.host is not None
    assert before - edge.host.bound <= edge.host.time <= time.monotonic() + edge.host.bound


def test_a_lift_while_the_switch_is_opened_is_told(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It happens just after the state was read."""
    read = MockPin._get_state

    def lifted_then(pin: Any) -> Any:
        state = read(pin)
        monkeypatch.undo()
        pin.drive_high()
        return state

    base = GpioBase(5, factory)
    factory.pin(5).drive_low()
    told: list[Record] = []
    monkeypatch.setattr(MockPin, "_get_state", lifted_then)
    base.start(told.append)
    until(lambda: any(isinstance(record, Edged) and record.edge is Edge.OFF for record in told))
    base.close()


def test_a_stamp_of_another_clock_is_not_believed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels before 5.7 stamp edges by the time of day."""
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", time.time)
    before = time.monotonic()
    table.lift()
    until(lambda: bool(table.edges(Channel.LIFT)))
    (edge,) = table.edges(Channel.LIFT)
    assert edge.host is not None
    assert before <= edge.host.time <= time.monotonic()


def test_a_bouncing_switch_is_one_lift_and_one_return(table: Table) -> None:
    for _ in range(5):
        table.lift()
        table.stand()
    table.lift()
    until(lambda: len(table.edges(Channel.LIFT)) == 1)
    table.stand()
    until(lambda: bool(table.edges(Channel.LOAD)))
    assert [edge.edge for edge in table.edges(Channel.LIFT)] == [Edge.OFF, Edge.ON]
    assert [edge.event for edge in table.records if isinstance(edge, Edged)] == [0, 1, 2]


def test_arming_is_confirmed(table: Table) -> None:
    table.base.arm(9)
    armed = table.records[-1]
    assert isinstance(armed, Armed)
    assert (armed.token, armed.touched, armed.lifted) == (9, frozenset(), False)
    table.base.disarm()
    assert isinstance(table.records[-1], Armed)


def test_t0_asks_who(table: Table) -> None:
    """A duel: the verdict says that something was taken, and asks by whom, whatever the times are."""
    watch, movements = Watch("T0"), list[Movement]()
    table.base.arm(1)
    table.lift()
    until(lambda: bool(table.edges(Channel.LIFT)))
    for record in table.records:
        movements += watch.feed(record, time.monotonic())
    movements += watch.poll(time.monotonic() + 1)
    (movement,) = movements
    row = movement.sensors({}, None)
    reveal = {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"}
    evidence = {**row, "reveal": reveal, "claim": "duel", "seats": ["a", "b"], "entitled": ["a", "b"]}
    assert verdict(evidence, default_budget()).split("\n")[0] == "ask who"


def test_closing_frees_the_pin_and_ends_the_thread(factory: MockFactory) -> None:
    for _ in range(2):
        base = GpioBase(5, factory)
        told: list[Record] = []
        base.start(told.append)
        base.close()
        base.close()
        assert isinstance(told[-1], Gone)


@pytest.mark.skipif(bool(list(Path("/dev").glob("gpiochip*"))), reason="this machine has a GPIO chip")
def test_lgpio_on_a_machine_without_a_chip_is_one_sentence() -> None:
    with pytest.raises(
        HardwareError, match=r"^No GPIO chip [^.]+ the switch of \[totem\], or run this on the Pi\.$"
    ):
        GpioBase(5)


def test_without_lgpio_the_pi_is_told_which_package_has_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(gpio, "_DEVICES", tmp_path)
    with pytest.raises(HardwareError, match="No GPIO chip"):
        GpioBase(5)
    (tmp_path / "gpiochip0").touch()
    with pytest.raises(HardwareError, match=r"sudo apt install python3-lgpio\.$"):
        GpioBase(5)


def test_wrong_pins_are_told_in_one_sentence(factory: MockFactory) -> None:
    with pytest.raises(HardwareError, match="GPIO 99 of the totem's switch does not exist"):
        GpioBase(99, factory)
    led = LED(6, pin_factory=factory)
    with pytest.raises(HardwareError, match="GPIO 6 of the totem's switch is already used"):
        GpioBase(6, factory)
    led.close()
