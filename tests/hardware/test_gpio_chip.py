"""Switch, lamps and strip on a Linux GPIO chip through lgpio, as on a Raspberry Pi; not on mock pins.

The chip is the kernel's simulator gpio-sim: writing ``pull`` of a line does what a wire does to it, ``value``
is its level (kernel documentation, admin-guide/gpio/gpio-sim.rst). ``make test-gpio`` starts a virtual
machine with one and runs this file there. One thing differs from copper: opening an input with a pull-up
lifts the simulated wire as well, so a test closes the switch after it was opened.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from hardware.gpio_base import BOUND, STEADY, GpioBase
from hardware.lamps import GpiozeroLamps
from hardware.movement import Movement, Watch
from hardware.ports import HardwareError, LampSignal, RowSignal
from hardware.protocol import Channel, Edge
from hardware.records import Armed, Edged, Ready, Record
from hardware.strip import GpiozeroStrip
from tests.doubles.waiting import until

CHIPS = sorted(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))
PIN = 5
LAMPS = [(17, 27, 22), (23, 24, 25), (16, 20, 21), (12, 13, 26)]
ORANGE = LampSignal(1.0, 0.5, 0.0, "steady", True)
EDGES = 200
PATIENCE = 120.0
"""Seconds; the machine is slow."""
LIFTED, DOWN = b"pull-up", b"pull-down"

if not CHIPS:
    pytest.skip(
        "no simulated GPIO chip here; make test-gpio starts a machine with one (Debian's qemu-system-x86)",
        allow_module_level=True,
    )


def level(pin: int) -> bool:
    return (CHIPS[0] / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


def duty(pin: int) -> float:
    """The part of the time for which a pin is high."""
    seen = []
    for _ in range(300):
        seen.append(level(pin))
        time.sleep(0.0013)  # no part of the 10 ms of its cycle
    return sum(seen) / len(seen)


class Table:
    """The totem on a switch on GPIO 5, of this machine's own chip."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.came: list[float] = []
        self._wire = os.open(CHIPS[0] / f"sim_gpio{PIN}" / "pull", os.O_WRONLY)
        self.base = GpioBase(PIN)
        self.base.start(self._deliver)
        self.stand()

    def _deliver(self, record: Record) -> None:
        self.came.append(time.monotonic())
        self.records.append(record)

    def wire(self, what: bytes) -> tuple[float, float]:
        """Between which two moments the wire was switched."""
        before = time.monotonic()
        os.pwrite(self._wire, what, 0)
        return before, time.monotonic()

    def lift(self) -> Edged:
        told = len(self.edges())
        self.wire(LIFTED)
        until(lambda: len(self.edges()) > told)
        return self.edges()[-1]

    def stand(self) -> None:
        told = len(self.records)
        self.wire(DOWN)
        until(lambda: any(isinstance(r, Edged) and r.channel is Channel.LOAD for r in self.records[told:]))

    def edges(self) -> list[Edged]:
        return [r for r in self.records if isinstance(r, Edged) and r.channel is Channel.LIFT]

    def close(self) -> None:
        self.base.close()
        os.close(self._wire)


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def in_another_process(what: str) -> subprocess.Popen[str]:
    """Python that has the rooms of the hardware at hand."""
    head = (
        "import os; os.chdir('/tmp'); import gpiozero.pins.lgpio; from hardware.gpio_base import GpioBase; "
    )
    return subprocess.Popen(
        [sys.executable, "-c", head + what],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )


def test_it_says_when(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """The kernel stamps the edge while the wire is being switched; that stamp is what is told."""
    assert isinstance(table.records[0], Ready)
    after_switching, until_told = [], []
    for _ in range(EDGES):
        told = len(table.records)
        before, after = table.wire(LIFTED)
        until(lambda: len(table.records) > told)  # noqa: B023 - at once
        edge = table.records[told]
        assert isinstance(edge, Edged)
        assert (edge.channel, edge.edge) == (Channel.LIFT, Edge.OFF)
        assert edge.host is not None
        assert before <= edge.host.time <= after + BOUND
        after_switching.append(edge.host.time - before)
        until_told.append(table.came[told] - edge.host.time)
        table.stand()
    with capsys.disabled():
        for what, times in (("switched to stamp", after_switching), ("stamp to told", until_told)):
            times.sort()
            p95 = times[len(times) * 95 // 100]
            print(f"\n{what}, ms, {EDGES}: p50 {1e3 * median(times):.2f} p95 {1e3 * p95:.2f}", end="")
            print(f" max {1e3 * times[-1]:.2f}")


def test_a_bouncing_switch_is_one_lift_and_one_return(table: Table) -> None:
    told = len(table.edges())
    for _ in range(5):
        table.wire(LIFTED)
        table.wire(DOWN)
    table.wire(LIFTED)
    until(lambda: len(table.edges()) == told + 1)
    for _ in range(5):
        table.wire(DOWN)
        table.wire(LIFTED)
    closed, _ = table.wire(DOWN)
    until(lambda: len(table.edges()) == told + 2)
    time.sleep(3 * STEADY)
    off, on = table.edges()[told:]
    assert (off.edge, on.edge) == (Edge.OFF, Edge.ON)
    assert on.host is not None
    assert on.host.time >= closed


def test_arming_and_a_duel_that_asks_who(table: Table) -> None:
    """When it was lifted is known, by whom is asked."""
    watch, movements = Watch("T0"), list[Movement]()
    table.base.arm(1)
    armed = table.records[-1]
    assert isinstance(armed, Armed)
    assert (armed.token, armed.lifted) == (1, False)
    lifted = table.lift()
    for record in table.records:
        movements += watch.feed(record, time.monotonic())
    movements += watch.poll(time.monotonic() + 1)
    movement = movements[-1]
    assert movement.lift_us == pytest.approx(lifted.tick / 16, abs=1)
    reveal = {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"}
    evidence = {"reveal": reveal, "claim": "duel", "seats": ["a", "b"], "entitled": ["a", "b"]}
    judged = verdict({**movement.sensors({}, None), **evidence}, default_budget())
    assert judged.split("\n")[0] == "ask who"
    table.base.disarm()
    disarmed = table.records[-1]
    assert isinstance(disarmed, Armed)
    assert (disarmed.token, disarmed.lifted) == (0, True)


@pytest.mark.outside
def test_the_referee_asks_who_and_says_when(tmp_path: Path) -> None:
    """The whole program in its own process: a duel of `jungle`, grabbed at the switch."""
    settings = tmp_path / "companion.toml"
    settings.write_text(f'camera = "none"\n[totem]\nswitch = {PIN}\n', encoding="utf-8")
    options = ["--config", str(settings), "--game", "jungle", "--players", "4"]
    said = tmp_path / "said"
    with said.open("w") as paper:
        referee = subprocess.Popen(
            [sys.executable, "-m", "companion", "referee", *options],
            stdin=subprocess.PIPE,
            stdout=paper,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"},
        )
    assert referee.stdin is not None
    wire = CHIPS[0] / f"sim_gpio{PIN}" / "pull"

    def tell(line: str, answer: str) -> None:
        assert referee.stdin is not None
        referee.stdin.write(line + "\n")
        referee.stdin.flush()
        until(lambda: answer in said.read_text())

    try:
        until(lambda: "-> player 1 opens" in said.read_text())
        time.sleep(2)  # the switch is opened after that was said
        wire.write_bytes(DOWN)
        time.sleep(1)
        tell("* flip s1 star-red", "-> player 2 opens")
        tell("* flip s2 star-blue", "-> player 3 opens")
        wire.write_bytes(LIFTED)
        until(lambda: "Who took the totem?" in said.read_text())
        until(lambda: "before the lift, and was open by then." in said.read_text())
        assert "jungle/verdict.22: " in said.read_text()
        tell("s1 names s2\ns2 names s2", "player 2 grabs the totem")
        assert "Traceback" not in said.read_text()
    finally:
        referee.kill()
        referee.wait()
        print(said.read_text())


def test_colours_are_mixed_on_the_pins_of_the_lamps() -> None:
    lamps = GpiozeroLamps(LAMPS)
    waiting = LampSignal(1.0, 0.0, 0.0, "steady", False)
    lamps.show([ORANGE, waiting])
    until(lambda: level(17))
    time.sleep(0.5)
    assert lamps.trouble is None
    assert duty(17) == 1.0
    assert duty(27) == pytest.approx(0.5, abs=0.15)
    assert duty(22) == 0.0
    assert duty(23) == pytest.approx(0.25, abs=0.15)
    assert not any(duty(pin) for lamp in LAMPS[2:] for pin in lamp)
    lamps.show([])
    time.sleep(1)
    assert not any(duty(pin) for lamp in LAMPS[:2] for pin in lamp)
    lamps.show([LampSignal(0.0, 0.0, 1.0, "left", True)])
    until(lambda: level(22))
    lamps.close()
    assert not any(duty(pin) for pin in LAMPS[0])


def test_closing_the_strip_leaves_lamps_and_switch_alone(table: Table) -> None:
    """One chip for all of them: gpiozero's factories close each other's pins."""
    lamps = GpiozeroLamps(LAMPS[:1])
    lamps.show([ORANGE])
    strip = GpiozeroStrip([4, 18])
    strip.show([RowSignal.LIT])
    until(lambda: level(4))
    assert not level(18)
    strip.close()
    assert not level(4)
    assert (duty(17), duty(22)) == (1.0, 0.0)
    assert lamps.trouble is None
    table.lift()
    table.stand()
    lamps.close()
    table.lift()


def test_pins_in_use_are_told_in_one_sentence(table: Table) -> None:
    with pytest.raises(HardwareError, match=r"^GPIO 5 of the totem's switch is already used; "):
        GpioBase(PIN)
    with pytest.raises(HardwareError, match=r"^GPIO 5 of lamp 1 is already used; "):
        GpiozeroStrip([PIN])
    with pytest.raises(HardwareError, match=r"^GPIO 99 of the totem's switch does not exist; "):
        GpioBase(99)
    table.lift()  # the switch that is in use noticed nothing


@pytest.mark.outside
def test_pins_in_use_by_another_program(table: Table) -> None:
    """The kernel gives a line to one program (EBUSY); when that ends, it is free."""
    other = in_another_process("base = GpioBase(6); print('has it', flush=True); input(); base.close()")
    assert other.stdout is not None
    assert other.stdout.readline() == "has it\n"
    with pytest.raises(HardwareError, match=r"^GPIO 6 of the totem's switch is already used; "):
        GpioBase(6)
    with pytest.raises(HardwareError, match=r"^GPIO 6 of lamp 2 is already used; "):
        GpiozeroStrip([4, 6])
    _, trouble = other.communicate("\n", timeout=PATIENCE)
    assert (other.returncode, trouble) == (0, "")
    GpioBase(6).close()
    table.lift()


@pytest.mark.outside
def test_closing_frees_the_pins_for_another_program() -> None:
    base = GpioBase(6)
    base.close()
    other = in_another_process("GpioBase(6).close()")
    _, trouble = other.communicate(timeout=PATIENCE)
    assert (other.returncode, trouble) == (0, "")


@pytest.mark.outside
@pytest.mark.parametrize(
    ("first", "words"),
    [
        ("os.setuid(65534)", "The GPIO chip cannot be opened; add your user to the group gpio"),
        ("os.system('umount /proc/cpuinfo')", "No GPIO chip of a Raspberry Pi was found here"),
    ],
    ids=["no permission", "a chip, but no Pi"],
)
def test_a_chip_that_cannot_be_used_is_told_in_one_sentence(first: str, words: str) -> None:
    """As a user outside the group gpio, and on a PC, which may well have a GPIO chip."""
    other = in_another_process(
        f"import ctypes; ctypes.CDLL(None).unshare(0x20000); {first}\n"  # CLONE_NEWNS: its own mounts
        "try: GpioBase(5)\nexcept Exception as error: print(type(error).__name__, error)"
    )
    said, trouble = other.communicate(timeout=PATIENCE)
    assert trouble == ""
    assert said.startswith(f"HardwareError {words}")


VANISHING = """
import time
from hardware.lamps import GpiozeroLamps, LampSignal
records = []
base = GpioBase(5)
base.start(records.append)
lamps = GpiozeroLamps([(17, 27, 22)])
print("ready", flush=True)
os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # lgpio fills it
input()
before = list(records)
lamps.show([LampSignal(1.0, 0.5, 0.0, "steady", True)])
time.sleep(1)
print(records == before)
lamps.close()
base.close()
print(records[-1], flush=True)
"""


@pytest.mark.outside
def test_a_chip_that_vanishes_invents_nothing() -> None:
    """A Pi's chip is part of its processor and cannot go. If one went, lgpio would tell nobody; what is
    promised is that no lift is invented and that closing does not fail."""
    program = in_another_process(VANISHING)
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    driver = Path("/sys/bus/platform/drivers/gpio-sim")
    (driver / "unbind").write_text("gpio-sim.0")
    try:
        said, _ = program.communicate("\n", timeout=PATIENCE)
        unchanged, gone = said.splitlines()
        assert unchanged == "True"
        assert gone.startswith("Gone(")
        assert program.returncode == 0
    finally:
        program.kill()
        program.wait()
        (driver / "bind").write_text("gpio-sim.0")
