"""The first start at a totem base: found, set and used at the shipped .elf; written into a bootloader by the
real avrdude when what answers is old or nothing."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import base_visit
from companion.app.base_visit import BaseVisit, write_firmware
from companion.doctor import base as doctor_room
from companion.locale import Message, Texts
from companion.ports.first_start import BaseNow, BaseStage
from hardware.ports import HardwareError
from tests.doubles.waiting import until
from tests.firmware.chip import MS
from tests.firmware.simulated import SimulatedBase
from tests.firmware.test_flash import ROOT, Bootloader, contents
from tests.firmware.test_link import version_two

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("patient")]


class Visitor:
    """Somebody in front of the wizard. ``ports``: what is plugged in."""

    def __init__(self) -> None:
        self.ports: list[str] = []
        self.used: list[list[int]] = []
        self.refusal: Message | None = None
        self.visit = BaseVisit(Texts("en"), lambda: None, self._use, lambda: list(self.ports))

    def _use(self, pads: list[int]) -> Message | None:
        self.used.append(pads)
        return self.refusal

    def until(self, stage: BaseStage, part: str = "") -> BaseNow:
        end = time.monotonic() + 120
        while True:
            now = self.visit.now
            if now.stage is stage and part in f"{now.ask} {now.lines} {now.trouble}":
                return now
            assert time.monotonic() < end, f"never {stage} {part}: {now}"
            time.sleep(0.05)

    def asked(self, part: str, act: Callable[[], None]) -> None:
        """Do what is asked for, give the simulated chip its time, and say that it is done."""
        self.until(BaseStage.ASKING, part)
        act()
        time.sleep(3.0)
        self.visit.answer()


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Visitor]:
    monkeypatch.setattr(doctor_room, "LISTENING", 0.5)
    monkeypatch.setattr(doctor_room, "FINDING", 20.0)
    monkeypatch.setattr(doctor_room, "ANSWERING", 30.0)
    monkeypatch.setattr(base_visit, "LOOK_EVERY", 0.1)
    visitor = Visitor()
    yield visitor
    visitor.visit.close()


def test_a_base_that_is_plugged_in_meanwhile_is_found_and_set(visitor: Visitor, base: SimulatedBase) -> None:
    visitor.until(BaseStage.NONE)
    visitor.ports = [base.port]
    visitor.until(BaseStage.FOUND, "10 pads")

    def press(pad: int) -> Callable[[], None]:
        return lambda: base.tell(f"at +0 pad {pad} 1", f"at +{50 * MS} pad {pad} 0")

    def blows() -> None:
        for n, millivolts in enumerate((2000, 3000, 1500)):
            base.tell(f"at +{n * 200 * MS} piezo {millivolts}", f"at +{(n * 200 + 100) * MS} piezo 0")

    visitor.visit.calibrate(2)
    visitor.asked("Put the totem", lambda: base.load(2000))
    visitor.asked("Take the totem off", lambda: base.load(200))
    visitor.asked("fall over", blows)
    visitor.asked("Seat 1", press(6))
    visitor.asked("Seat 2", press(0))
    now = visitor.until(BaseStage.FOUND, "The lift is seen at 56")
    assert visitor.used == [[7, 1]]
    assert now.trouble is None


def test_what_goes_wrong_while_it_is_set_is_said(visitor: Visitor, base: SimulatedBase) -> None:
    visitor.ports = [base.port]
    visitor.until(BaseStage.FOUND)
    visitor.visit.calibrate(2)
    visitor.asked("Put the totem", lambda: base.load(300))
    visitor.asked("Take the totem off", lambda: base.load(290))
    visitor.until(BaseStage.FOUND, "feels nothing")
    assert not visitor.used


def test_the_second_half_of_a_double_tap_answers_nothing(visitor: Visitor, base: SimulatedBase) -> None:
    visitor.ports = [base.port]
    visitor.until(BaseStage.FOUND)
    visitor.visit.calibrate(2)
    visitor.asked("Put the totem", lambda: base.load(2000))
    visitor.until(BaseStage.ASKING, "Take the totem off")
    visitor.visit.answer()
    time.sleep(0.5)
    assert visitor.visit.now.stage is BaseStage.ASKING
    assert "Take the totem off" in visitor.visit.now.ask


def test_two_boards_are_not_guessed_at(visitor: Visitor, base: SimulatedBase) -> None:
    visitor.ports = [base.port, "/dev/other"]
    visitor.until(BaseStage.NONE, "leave the totem base alone")


def test_nothing_is_sent_to_a_port_that_nobody_has_called_the_base_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """What hangs there sends rubbish all the time, as a radio does, and is never said to be found."""
    master, slave = pty.openpty()
    os.set_blocking(master, False)
    monkeypatch.setattr(doctor_room, "FINDING", 1.0)
    told: list[BaseNow] = []
    visits: list[BaseVisit] = []
    ports = [os.ttyname(slave)]
    visit = BaseVisit(
        Texts("en"),
        lambda: told.extend(one.now for one in visits),
        lambda _: None,
        lambda: ports,
        asks_first=True,
    )
    visits.append(visit)
    until(lambda: visit.now.stage is BaseStage.ASKING, "the question")
    assert ports[0] in visit.now.ask
    time.sleep(1.0)
    with pytest.raises(BlockingIOError):
        os.read(master, 1)
    visit.answer()
    with rubbish_from(master):
        until(lambda: visit.now.stage is BaseStage.UNFIT, "that it is no base")
        assert os.read(master, 1)
        told.clear()
        visit.calibrate(2)
        until(lambda: any(now.trouble for now in told), "that it cannot be set")
        assert {now.stage for now in told} == {BaseStage.UNFIT}
        visit.close()
    os.close(master)
    os.close(slave)


@contextlib.contextmanager
def rubbish_from(master: int) -> Iterator[None]:
    """A device that talks all the time, in words that no base says."""
    over = threading.Event()

    def talk() -> None:
        while not over.wait(0.02):
            with contextlib.suppress(BlockingIOError):
                os.write(master, b"zigbee" * 20)

    thread = threading.Thread(target=talk)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_a_base_with_an_old_firmware_is_offered_a_new_one(visitor: Visitor, base: SimulatedBase) -> None:
    base.tell(f"noise 00{version_two().hex()}", "mute 1")
    visitor.ports = [base.port]
    now = visitor.until(BaseStage.UNFIT)
    assert now.trouble is not None
    assert "no firmware of ours, or an old one" in now.trouble.key


def test_the_firmware_is_written_from_the_wizard(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("avrdude") is None:
        pytest.skip("avrdude is missing: apt-get install avrdude")
    monkeypatch.setattr(doctor_room, "FINDING", 1.0)
    board = Bootloader()
    visitor.ports = [board.port]
    visitor.until(BaseStage.UNFIT)
    visitor.visit.write_firmware()
    visitor.until(BaseStage.WRITING)
    visitor.until(BaseStage.UNFIT)  # a bootloader alone is no base
    visitor.visit.close()
    firmware = contents(ROOT / "firmware" / "base.hex")
    assert bytes(board.flash[: len(firmware)]) == firmware
    board.close()


def test_what_is_in_the_way_of_writing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: "/bin/false")
    with pytest.raises(HardwareError, match="firmware's file is missing"):
        write_firmware("/dev/none", [tmp_path / "none.hex"])
    with pytest.raises(HardwareError, match="could not be written to /dev/none"):
        write_firmware("/dev/none")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(HardwareError, match="apt install avrdude"):
        write_firmware("/dev/none")
