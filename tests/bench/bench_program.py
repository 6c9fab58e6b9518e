"""The whole program with its window and a simulated camera: how soon it rules, and what memory it holds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.bench_hall import cpu_seconds
from tests.bench.bench_judge import yardstick
from tests.broadcast.broker import MOSQUITTO, Broker
from tests.program.ended import Program

LONGEST = 240.0
"""Seconds until it is given up."""
LOOK_EVERY = 0.2
"""Seconds between two looks: each reads what all processes are."""
PLAYED = 30.0
"""Seconds of play after the first ruling until memory is measured again."""

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
]


def family(first: int) -> dict[int, str]:
    """A process and all that it started: number to command."""
    parents: dict[int, tuple[int, str]] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text(encoding="ascii", errors="replace")
            command = (folder / "cmdline").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        parent = int(stat.rpartition(") ")[2].split()[1])
        parents[int(folder.name)] = (parent, command.replace("\0", " "))
    found = {first: parents.get(first, (0, ""))[1]}
    size = 0
    while size < len(found):
        size = len(found)
        found |= {pid: said for pid, (parent, said) in parents.items() if parent in found}
    return found


def ours(first: int) -> list[int]:
    """Without the simulated table, which no real table has."""
    return [pid for pid, command in family(first).items() if "simulate serve" not in command]


def spent(first: int) -> float:
    """Seconds of processor so far, the simulated table left out."""
    return sum(cpu_seconds(pid) for pid in ours(first))


def has_camera(first: int) -> bool:
    """Whether the process for pictures has been born: the simulated table stands by then."""
    return any("spawn_main" in command for command in family(first).values())


def megabytes(processes: list[int]) -> float:
    """What they hold together, shared pages counted once (proportional set size)."""
    total = 0
    for pid in processes:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1024


class Ear:
    """Notes when something of the table was first heard."""

    def __init__(self, port: int) -> None:
        self.heard: dict[str, float] = {}
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._note
        self._client.connect("127.0.0.1", port)
        self._client.subscribe("companion/#")
        self._client.loop_start()

    def _note(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        self.heard.setdefault(message.topic.rpartition("/")[2], time.monotonic())
        if b'"played"' in message.payload:
            self.heard.setdefault("played", time.monotonic())

    def close(self) -> None:
        self._client.loop_stop()
        self._client.disconnect()


def test_start_to_the_first_ruling_and_memory(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    broker = Broker(tmp_path).start()
    ear = Ear(broker.port)
    begin = time.monotonic()
    people = ("--players", "2", "--mistakes", "0", "--pace", "1")
    words = ("run", *people, "--broker", f"127.0.0.1:{broker.port}")
    program = Program(tmp_path, *words, DISPLAY=":0", SDL_VIDEODRIVER="offscreen")
    first = program.process.pid

    def until(condition: Callable[[], bool]) -> None:
        while not condition():
            assert time.monotonic() - begin < LONGEST, f"{sorted(ear.heard)}: {program.said}"
            time.sleep(LOOK_EVERY)

    def watch() -> None:
        until(lambda: "online" in ear.heard)
        opened, online = spent(first), ear.heard["online"]
        print(f"\nthe table is open after {online - begin:.1f} s ({opened:.1f} s of processor)")
        until(lambda: has_camera(first))
        at, before = time.monotonic(), spent(first)
        print(f"then a simulated table is set up, as no real one is ({before - opened:.1f} s of processor)")
        until(lambda: "played" in ear.heard)
        ruled, played = spent(first), ear.heard["played"]
        print(f"camera's process to first ruling: {played - at:.1f} s ({ruled - before:.1f} s of processor)")
        print(f"start to first ruling: {played - begin:.1f} s ({ruled:.1f} s of processor)")
        early = megabytes(ours(first))
        time.sleep(PLAYED)
        late = megabytes(ours(first))
        print(f"yardstick {1000 * yardstick():.1f} ms; processes waiting: {os.getloadavg()[0]:.1f}")
        print(f"memory of program and camera process: {early:.0f} MB, {PLAYED:.0f} s later {late:.0f} MB")

    try:
        benchmark.pedantic(watch, rounds=1)  # type: ignore[no-untyped-call]
    finally:
        program.signal(15)
        program.end()
        ear.close()
        broker.stop()
