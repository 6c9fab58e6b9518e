"""F6 to its end: from the end of a movement's window to the verdict in the journal. ``make bench-firmware``
prints it.

In two parts, because behind a chip simulator that shares this machine a clock on the wall measures the
simulator: how long it takes until the movement is told, in simulated time; and what driver, session and a
journal on a disk need from there, by the clock. ``GRABS``: how many (40).
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from companion.devices.totem import BaseSource
from companion.journal import open_journal
from companion.judge.judge import Judge
from companion.referee.events import Event, OutcomeEntered, TotemMoved, TotemNamed
from companion.referee.session import Session
from companion.referee.session_thread import SessionThread
from companion.referee.view import TableView
from companion.rules.match import format_match
from hardware.movement import WINDOW
from hardware.records import Record, StatusTold
from tests.doubles.duel_table import DuelTable
from tests.doubles.waiting import until
from tests.firmware.hands import Kind
from tests.firmware.simulated import SimulatedBase
from tests.firmware.test_faults import Overheard
from tests.firmware.virtual import VirtualTable
from tests.referee.test_duel_base import FLIP

GRABS = int(os.environ.get("GRABS", "40"))


class Counted(Session):
    """Counts what comes of a movement, verdict and journal: seconds of the processor, and on the wall."""

    cpu = wall = 0.0

    def handle(self, event: Event) -> None:
        cpu, wall = time.thread_time(), time.perf_counter()
        super().handle(event)
        if isinstance(event, TotemMoved):
            self.cpu, self.wall = time.thread_time() - cpu, time.perf_counter() - wall


def line(name: str, seconds: list[float]) -> None:
    ordered = [1000 * s for s in sorted(seconds)]
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    told = "  ".join(f"{key} {ordered[round(at * (len(ordered) - 1))]:.2f}" for key, at in shares.items())
    print(f"F6 {name:48} n={len(ordered):4} {told} ms")


def test_f6_until_a_movement_is_told(tmp_path: Path) -> None:
    """From 0.55 s after the lift. The driver wakes when bytes come: here every 2 ms."""
    table = VirtualTable(tmp_path, ["s1", "s2", "s3"], 6, wakes_ms=2)
    late = []
    for _ in range(GRABS):
        movement = table.grab(Kind.CLEAR, ["s1", "s2"]).movement
        assert movement.lift_us is not None
        lifted = table.link.clock.host_time(movement.lift_us * 16).time
        late.append(table.told_at[-1] - lifted - WINDOW)
    table.close()
    print()
    line("window closed -> movement told (simulated time)", late)
    assert max(late) <= 0.020


class RealTable:
    """The shipped driver at a simulated chip, and a journal on a disk; a new match for every grab."""

    def __init__(self, folder: Path) -> None:
        self.base, self.book = SimulatedBase(folder), open_journal(folder / "journal.sqlite")
        self.driver = Overheard(find=lambda: [self.base.port])
        self.source = BaseSource(self.driver, {f"s{n + 1}": n for n in range(4)})
        self._thread: SessionThread | None = None
        self.source.start(self._send)

    def _send(self, event: Event) -> None:
        if self._thread is not None:
            self._thread.send(event)

    def grab(self) -> Counted:
        match = DuelTable(4, FLIP).match
        journal = self.book.create(format_match(match))
        session = Counted("kitchen", "1", match, journal, Judge(match), (), time.monotonic)
        session.subscribe(self.source)
        self._thread = SessionThread(session, time.monotonic)
        self._thread.start()
        self._thread.send(TotemNamed("base 1", "T1", False))
        self.base.load(2500)
        for pad in range(4):
            self.base.pad(pad, True)
        place = len(self.driver.records)
        until(lambda: any(map(_rested, self.driver.records[place:])))
        self._thread.send(OutcomeEntered("flip s2 star-blue"))
        time.sleep(0.3)
        self.base.pad(0, False)
        time.sleep(0.3)
        self.base.load(100)
        until(lambda: _judged(session.view))
        self._thread.stop()
        return session

    def close(self) -> None:
        self.source.close()
        self.base.close()
        self.book.close()


def test_f6_from_the_movement_to_the_verdict(tmp_path: Path) -> None:
    table = RealTable(tmp_path)
    sessions = [table.grab() for _ in range(GRABS)]
    table.close()
    cpu = [session.cpu for session in sessions]
    print()
    line("movement -> verdict in the journal (wall)", [session.wall for session in sessions])
    line("of this the processor", cpu)
    assert sorted(cpu)[round(0.95 * (GRABS - 1))] <= 0.010


def _rested(record: Record) -> bool:
    return isinstance(record, StatusTold) and record.clock is not None and min(record.status.rests) > 400


def _judged(view: TableView) -> bool:
    return view.totem is not None and view.totem.case is not None and bool(view.totem.case.verdict)
