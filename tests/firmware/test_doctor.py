"""``companion doctor`` at the shipped .elf: what it shows, and how it is walked through."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.bench_base import bench_base_command
from companion.commands.doctor import doctor_command
from companion.devices.totem import certificate_path, valid_certificate
from companion.doctor import base as doctor_room
from companion.doctor.base import BaseListener, Doctor
from companion.locale import Texts
from hardware.bench import Certificate
from hardware.ports import HardwareError
from hardware.protocol import TICK_HZ
from hardware.records import Ready
from hardware.serial_base import SerialBase
from tests.firmware.chip import MS
from tests.firmware.simulated import SimulatedBase

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("patient")]


class Visit:
    """A doctor who does not wait at the keyboard: ``hands`` are called one after the other when asked for."""

    def __init__(self, base: SimulatedBase) -> None:
        self.said: list[str] = []
        self.hands: list[Callable[[], None]] = []
        self.driver = SerialBase(find=lambda: [base.port])
        self.doctor = Doctor(BaseListener(self.driver), Texts("en"), self.said.append, self._ask)

    def _ask(self, sentence: str) -> None:
        self.said.append(sentence)
        start = self.doctor.listener.status().status.tick
        self.hands.pop(0)()
        while self.doctor.listener.status().status.tick - start < 0.8 * TICK_HZ:
            time.sleep(0.05)


@pytest.fixture
def visit(base: SimulatedBase, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visit]:
    monkeypatch.setattr(doctor_room, "LISTENING", 0.5)
    monkeypatch.setattr(doctor_room, "FINDING", 30.0)  # the simulator may have to wait for a processor
    monkeypatch.setattr(doctor_room, "ANSWERING", 30.0)
    visit = Visit(base)
    yield visit
    visit.driver.close()


def test_it_shows_firmware_clock_losses_and_load(visit: Visit, base: SimulatedBase) -> None:
    base.pad(4, True)
    visit.doctor.look()
    text = "\n".join(visit.said)
    assert "10 pads" in text
    assert "every tick known to" in text
    assert "0 broken" in text
    assert "511 511 511 511" in text  # 2500 of 5000 mV
    assert "Touched pads: 5." in text


def test_it_sets_the_thresholds_to_the_totem(visit: Visit, base: SimulatedBase) -> None:
    def blows() -> None:
        for n, millivolts in enumerate((2000, 3000, 1500)):
            base.tell(f"at +{n * 200 * MS} piezo {millivolts}", f"at +{(n * 200 + 100) * MS} piezo 0")

    visit.hands = [lambda: base.load(2000), lambda: base.load(200), blows]
    visit.doctor.look()
    visit.doctor.set_load()
    status = visit.doctor.listener.status().status
    assert status.threshold == round((2000 + 200) / 2 / 5000 * 255)
    assert status.knock == 1500 * 1023 // 5000 // 2  # half of the weakest


def test_a_totem_that_is_hardly_felt_is_said(visit: Visit, base: SimulatedBase) -> None:
    visit.hands = [lambda: base.load(300), lambda: base.load(200)]
    visit.doctor.look()
    with pytest.raises(HardwareError, match="hardly feels the totem"):
        visit.doctor.set_load()


def test_it_finds_out_whose_pad_is_whose(visit: Visit, base: SimulatedBase) -> None:
    def press(pad: int) -> None:
        base.tell(f"at +0 pad {pad} 1", f"at +{50 * MS} pad {pad} 0")

    visit.hands = [lambda: press(6), lambda: press(0), lambda: press(9)]
    visit.doctor.look()
    assert visit.doctor.set_pads(3) == [6, 0, 9]
    assert visit.said[-1].endswith("pads = [7, 1, 10]")
    visit.hands = [lambda: press(6), lambda: press(6)]
    with pytest.raises(HardwareError, match="Seat 2: 0 pads"):
        visit.doctor.set_pads(3)


def test_without_a_base_it_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_room, "FINDING", 0.5)
    told = CliRunner().invoke(doctor_command, ["--port", "/dev/there-is-none"])
    assert told.exit_code == 1
    assert "There is no port /dev/there-is-none; plug the totem base in" in told.output
    assert "Traceback" not in told.output


def test_the_bench_without_gaps_writes_nothing(
    base: SimulatedBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.bench_base._QUIET", 0.5)
    output = tmp_path / "certificate.toml"
    told = CliRunner().invoke(bench_base_command, ["--port", base.port, "--rounds", "6", "-o", str(output)])
    assert told.exit_code == 1
    assert "Only 0 of 60 gaps were recognised" in told.output
    assert not output.exists()


def test_a_certificate_counts_for_its_board_and_firmware_only(
    visit: Visit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    visit.doctor.look()
    assert any("No bench certificate" in line for line in visit.said)
    ready = visit.doctor.listener.wait(Ready, 1)
    assert ready is not None
    path = certificate_path(ready.board)
    path.parent.mkdir(parents=True)
    found = Certificate(ready.board, ready.firmware, 240, 1.0, 2.5, 3.5, 7.0)
    path.write_text(found.text(), encoding="utf-8")
    assert valid_certificate(ready) == found
    visit.doctor.look()
    assert any("a pad edge is known to 2.5 us, a lift to 3.5 us" in line for line in visit.said)
    assert valid_certificate(replace(ready, firmware=ready.firmware ^ 1)) is None
    for nonsense in ("nonsense", "board = " + "[" * 1500):
        path.write_text(nonsense, encoding="utf-8")
        assert valid_certificate(ready) is None
