"""Whatever breaks, during a duel and between: from the simulated chip through the real driver to the table's
session. The grab is void with the reason, nothing is invented, play goes on, and the base comes back."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.devices.totem import BaseSource
from companion.referee.events import Event, TotemMoved
from hardware.ports import Deliver
from hardware.protocol import Channel
from hardware.records import Edged, Gone, Record, Why
from hardware.serial_base import SerialBase
from tests.doubles.duel_table import DuelTable
from tests.firmware.simulated import SimulatedBase
from tests.firmware.test_link import version_two
from tests.referee.test_duel_base import FLIP

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("patient")]

GARBAGE = "a5013c00ff" * 40
VOID = "void reset\nby jungle/verdict.3"
HEADLINES = {
    "unplugged": "Void: the totem's base was unplugged.",
    "restarted": "Void: the totem's base restarted.",
    "wrong version": "Void: the totem's base runs another version of its firmware.",
    "two bases": "Void: a second totem base was plugged in.",
    "stops answering": "Void: the totem's base stopped answering.",
    "garbage": "Void: the line to the totem's base was too disturbed to tell all.",
}


class Overheard(SerialBase):
    """The shipped driver, and all it has told."""

    def start(self, deliver: Deliver) -> None:
        self.records: list[Record] = []

        def both(record: Record) -> None:
            self.records.append(record)
            deliver(record)

        super().start(both)


class Table:
    """Four people at a simulated base; s2 is about to open a card that makes a duel with s1."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self._monkeypatch = folder, monkeypatch
        self.bases = [SimulatedBase(folder)]
        self.base = self.bases[0]
        self.driver = Overheard(find=lambda: [base.port for base in self.bases if base.port])
        self.duel = DuelTable(4, FLIP)
        self.moved = 0
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.source = BaseSource(self.driver, {f"s{n + 1}": n for n in range(4)})
        self.duel.session.subscribe(self.source)
        self.source.start(self._events.put)

    def until(self, condition: Callable[[], Any]) -> None:
        """Hand events to the session until it is so; AssertionError after 60 s."""
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            self.wait(0.02)

    def wait(self, seconds: float) -> None:
        """For the next event, and hand it to the session."""
        try:
            event = self._events.get(timeout=seconds)
        except queue.Empty:
            return
        self.moved += isinstance(event, TotemMoved)
        self.duel.send(event)

    @property
    def named(self) -> bool:
        """Whether the table says that there is a base."""
        return self.duel.view.totem is not None and bool(self.duel.view.totem.name)

    @property
    def gone(self) -> list[Why]:
        return [record.why for record in self.driver.records if isinstance(record, Gone)]

    def mute(self) -> None:
        """Nothing of the base gets through; it is given up after as long as in use."""
        self._monkeypatch.setattr("hardware.link.SILENCE", 1.0)
        self.base.tell("mute 1")

    def hands_rest(self) -> None:
        """On all pads, and the driver knows the base's clock."""
        for pad in range(4):
            self.base.pad(pad, True)
        touched = [False]

        def timed() -> bool:
            touched[0] = not touched[0]
            self.base.pad(5, touched[0])  # of nobody
            return any(isinstance(r, Edged) and r.host is not None for r in self.driver.records)

        self.until(timed)

    def close(self) -> None:
        self.source.close()
        for base in self.bases:
            base.close()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    table = Table(tmp_path, monkeypatch)
    table.until(lambda: table.named)
    table.hands_rest()
    yield table
    table.close()


def _unplug(table: Table) -> None:
    table.base.unplug()


def _restart(table: Table) -> None:
    table.base.tell("at 0 reset")


def _version(table: Table) -> None:
    table.base.tell(f"noise 00{version_two().hex()}")


def _another(table: Table) -> None:
    table.bases.append(SimulatedBase(table.folder, "other"))


def _silence(table: Table) -> None:
    table.mute()


def _flash(table: Table) -> None:
    """Another board with the right firmware."""
    table.base.unplug()
    table.until(lambda: "plug it in" in str(table.driver.trouble))
    table.base.replug()


def _storm(table: Table) -> None:
    """Nothing of the base gets through any more, and garbage all the time."""
    table.mute()
    while Why.GARBLED not in table.gone:
        table.base.tell(f"noise {GARBAGE}")
        table.wait(0.05)


FAULTS: dict[str, tuple[Why, Callable[[Table], None], str, Callable[[Table], None]]] = {
    "unplugged": (Why.UNPLUGGED, _unplug, "plug it in", lambda table: table.base.replug()),
    "restarted": (Why.RESTARTED, _restart, "", lambda _: None),
    "wrong version": (Why.VERSION, _version, "runs another version (2)", _flash),
    "two bases": (Why.SEVERAL, _another, "2 totem bases answer", lambda table: table.bases[1].unplug()),
    "stops answering": (Why.SILENT, _silence, "answer", lambda table: table.base.tell("mute 0")),
    "garbage": (Why.GARBLED, _storm, "", lambda table: table.base.tell("mute 0")),
}
"""Why it is gone, what happens, what people are told meanwhile, and what they do about it."""


def _break(table: Table, fault: str) -> None:
    why, happens, told, _ = FAULTS[fault]
    happens(table)
    table.until(lambda: why in table.gone and table.moved)
    if told:
        table.until(lambda: told in str(table.driver.trouble))
        assert table.source.trouble is not None
        table.until(lambda: not table.named)


def _comes_back(table: Table, fault: str) -> None:
    FAULTS[fault][3](table)
    table.until(lambda: table.named and table.source.trouble is None)


@pytest.mark.parametrize("fault", FAULTS)
def test_during_a_duel_it_is_void_and_play_goes_on(table: Table, fault: str) -> None:
    table.duel.told("flip s2 star-blue")
    _break(table, fault)
    table.until(lambda: table.duel.has_case)
    assert table.duel.case.verdict == VOID
    assert table.duel.case.headline.key == HEADLINES[fault]
    assert table.duel.case.applied == ()
    assert table.duel.game_lines == ["* flip s2 star-blue"]  # nothing is invented
    table.duel.told("grab s1")  # the table says who it was
    assert table.duel.game_lines == ["* flip s2 star-blue", "* grab s1"]
    _comes_back(table, fault)


@pytest.mark.parametrize("fault", FAULTS)
def test_between_duels_nothing_happens_and_play_goes_on(table: Table, fault: str) -> None:
    _break(table, fault)
    table.duel.told("flip s2 star-blue")
    _comes_back(table, fault)
    assert not table.duel.has_case
    assert table.duel.game_lines == ["* flip s2 star-blue"]


def test_a_disturbance_after_the_lift_that_hides_the_rest_of_it_is_void(table: Table) -> None:
    """The lift itself has come. Whether the totem struck the table was never told: that must not be taken for
    a clean grab, however short the storm is."""
    table.duel.told("flip s2 star-blue")
    table.base.pad(1, False)
    table.base.load(100)
    table.until(lambda: any(isinstance(r, Edged) and r.channel is Channel.LIFT for r in table.driver.records))
    _storm(table)
    table.until(lambda: table.duel.has_case and table.duel.case.verdict)
    assert table.duel.case.verdict.splitlines()[0] in ("void reset", "void lost-events")
    assert table.duel.case.headline.key == HEADLINES["garbage"]
    assert table.duel.game_lines == ["* flip s2 star-blue"]
    table.duel.told("grab s1")
    table.base.load(2500)
    _comes_back(table, "garbage")
    assert table.duel.game_lines == ["* flip s2 star-blue", "* grab s1"]


def test_a_lift_that_the_line_brings_after_it_was_given_up_is_no_second_grab(table: Table) -> None:
    """The base keeps it until it was heard; by then the table has said who it was."""
    table.duel.told("flip s2 star-blue")
    table.mute()
    table.base.pad(1, False)
    table.base.load(100)
    table.until(lambda: Why.SILENT in table.gone and table.duel.has_case)
    assert table.duel.case.headline.key == HEADLINES["stops answering"]
    table.duel.told("grab s1")
    moved = table.moved
    table.base.tell("mute 0")
    table.until(lambda: table.moved > moved)
    assert not table.duel.has_case
    assert table.duel.view.trouble is None
    assert table.duel.game_lines == ["* flip s2 star-blue", "* grab s1"]


@pytest.mark.parametrize("duel", [True, False])
def test_garbage_on_the_line_voids_nothing_and_invents_nothing(table: Table, duel: bool) -> None:
    """The link asks again for what the garbage has hit: an edge that is lifted out of it is a real one."""
    if duel:
        table.duel.told("flip s2 star-blue")
    table.base.tell(f"noise {GARBAGE}")
    table.base.pad(1, False)
    table.base.tell(f"noise {GARBAGE}")
    table.base.load(100)
    table.until(lambda: table.duel.has_case)
    assert table.gone == []
    assert "reset" not in table.duel.case.verdict
    edges = [r for r in table.driver.records if isinstance(r, Edged)]
    assert [edge.event for edge in edges] == list(range(len(edges)))
    if not duel:
        assert table.duel.case.verdict == ""  # held: was a card opened?
        table.duel.told("flip s2 star-blue")
    assert table.duel.game_lines[0] == "* flip s2 star-blue"
