"""The whole app with a totem base: shipped firmware in the chip simulator, driver, clock, touches, verdict.

Long, because the chip runs by the clock on the wall; what hands do is scheduled in its cycles.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.app.companion import Companion
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.events import OutcomeEntered, TotemSaid
from companion.referee.view import CaseStage, CaseView, TableView
from tests.app.duel import SEATS, case_of, until
from tests.firmware.simulated import SimulatedBase

MS = 16_000
"""Cycles of the chip."""
SOON = 2000 * MS
LIFT = [(420, f"load {segment} 100") for segment in range(4)]
"""The totem is taken 420 ms after the first hand has set out."""
PAD_EDGE = 25
"""Microseconds at most from a pad's edge to its stamp (F2)."""

pytestmark = pytest.mark.soak


class Chip(SimulatedBase):
    """A base whose hands are scheduled. ``cycle``: when the last input happened."""

    cycle = 0

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            match line.split():
                case ["pty", port]:
                    self._ports.put(port)
                case ["done", _, cycle, *_]:
                    self.cycle = int(cycle)

    def happens(self, inputs: Sequence[tuple[float, str]]) -> None:
        """Inputs at milliseconds from soon on."""
        before = self.cycle
        self.tell("at 0 piezo 0")
        while self.cycle == before:
            time.sleep(0.01)
        start = self.cycle + SOON
        self.tell(*(f"at {start + int(ms * MS)} {what}" for ms, what in inputs))


class Room:
    """A table of four at a base with pads 1 to 4."""

    def __init__(self, folder: Path) -> None:
        self.chip = Chip(folder)
        self.app = Companion(Config(journal=folder / "journal.sqlite", totem={"port": self.chip.port}))
        self.app.open_table(TableChoice("jungle", SEATS, {}, ""))
        until(self.app, lambda view: view.totem is not None and view.totem.name)
        self.rest()

    def rest(self) -> None:
        """All hands on their pads, the totem back; a load needs 0.4 s to count as settled."""
        for pad in range(4):
            self.chip.pad(pad, True)
        self.chip.load(2500)
        time.sleep(2)

    def told(self, *outcomes: str) -> None:
        for outcome in outcomes:
            view = self.app.view()
            assert view is not None
            self.app.send(OutcomeEntered(outcome))
            until(self.app, _longer_than(view.entries))

    def case(self, stage: CaseStage) -> CaseView:
        """The case, once it has come so far."""

        def there(view: TableView) -> bool:
            case = case_of(view)
            return case is not None and case.stage is stage

        until(self.app, there)
        case = case_of(self.app.view())
        assert case is not None
        return case


def _longer_than(entries: int) -> Callable[[TableView], bool]:
    return lambda view: view.entries > entries


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    yield found
    found.app.close()
    found.chip.close()


def test_two_hands_after_the_card_was_told_are_put_in_order(room: Room) -> None:
    room.told("flip s1 star-red", "flip s2 star-blue")
    room.chip.happens([(0, "pad 0 0"), (200, "pad 1 0"), *LIFT])
    # 200 ms between two pads, the two others rest (worked out in tests/referee/test_duel.py)
    first, *_ = room.case(CaseStage.JUDGED).verdict.splitlines()
    word, seat, gap, *others = first.split()
    assert (word, seat, others) == ("provisional", "s1", ["49498", "0.94", "pads"])
    assert int(gap) == pytest.approx(200_000, abs=2 * PAD_EDGE)
    room.app.send(TotemSaid(1, "s2", "names s1"))
    until(room.app, lambda view: (case := case_of(view)) and case.verdict.startswith("decided s1"))


def test_a_race_with_whoever_opened_the_card_is_put_to_the_table(room: Room) -> None:
    room.told("flip s1 star-red")
    room.chip.happens([(0, "pad 1 0"), (200, "pad 0 0"), *LIFT])
    room.case(CaseStage.HELD)
    room.told("flip s2 star-blue")
    case = room.case(CaseStage.JUDGED)
    assert case.verdict.startswith("too-close s1 s2\n")
    assert case.applied == ()
