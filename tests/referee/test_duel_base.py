"""A table with a fake base: records as a driver delivers them, movements as they are judged."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from typing import Any

import pytest

from companion.devices.totem import BaseSource, base_from
from companion.referee.events import Event, TotemMoved, TotemNamed
from companion.referee.view import CaseStage
from hardware.ports import Deliver, HardwareError
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Armed, Edged, Gone, Ready, Record, Whole, Why
from tests.doubles.duel_table import DUEL, DuelTable

BOOT = 77


class FakeBase:
    """A :class:`hardware.ports.TotemBase` in the test's hands."""

    def __init__(self, tier: str = "T1") -> None:
        self.tier = tier
        self.trouble: HardwareError | None = None
        self.armed: list[int] = []
        self.acknowledged: list[tuple[int, int]] = []
        self.closed = False
        self._deliver: Deliver | None = None

    def start(self, deliver: Deliver) -> None:
        self._deliver = deliver

    def arm(self, token: int) -> None:
        self.armed.append(token)

    def disarm(self) -> None:
        pass

    def journaled(self, boot: int, event: int) -> None:
        self.acknowledged.append((boot, event))

    def show(self, rgb: Sequence[int]) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def tell(self, record: Record) -> None:
        assert self._deliver is not None
        self._deliver(record)


def tick(ms: float) -> int:
    return round(ms * TICK_HZ / 1000)


def edge(event: int, ms: float, channel: Channel, kind: Edge, index: int = 0) -> Edged:
    return Edged(BOOT, event, channel, index, kind, 0, tick(ms), None)


class Bench:
    """A table with a fake base; the time of both clocks is in the test's hands."""

    def __init__(self, lines: str, tier: str = "T1") -> None:
        self.table = DuelTable(4, lines)
        self.base = FakeBase(tier)
        self.now = 0.0
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.source = BaseSource(self.base, {f"s{n + 1}": n for n in range(4)}, lambda: self.now)
        self.table.session.subscribe(self.source)
        self.source.start(self.events.put)

    def ready(self) -> None:
        self.base.tell(Ready(0xBEEF, BOOT, 0, 4, TICK_HZ, self.now))
        self.pump(TotemNamed)
        self.base.tell(Armed(BOOT, self.base.armed[-1], tick(1000), frozenset(range(4)), False))

    def lift(self, event: int = 1, ms: float = 2000, pad: int = 2) -> None:
        """A hand leaves its pad 300 ms before the lift; 0.6 s later the movement is complete."""
        self.base.tell(edge(event, ms - 300, Channel.PAD, Edge.OFF, pad))
        self.base.tell(edge(event + 1, ms, Channel.LIFT, Edge.OFF))
        self.now += 0.6
        self.base.tell(Whole(BOOT, tick(ms + 600)))

    def pump(self, kind: type[Event]) -> Any:
        """Hand the next event of the base to the session."""
        event = self.events.get(timeout=10)
        assert isinstance(event, kind)
        self.table.send(event)
        return event


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Any:
    found = Bench(getattr(request, "param", DUEL))
    yield found
    found.source.close()
    assert found.base.closed


FLIP = DUEL.replace("phase claim", "phase flip").replace("turn s3", "turn s2").replace("star-blue", "")


def test_a_base_is_named_and_armed(bench: Bench) -> None:
    bench.ready()
    totem = bench.table.view.totem
    assert totem is not None
    assert (totem.name, totem.tier, totem.simulated) == ("beef", "T1", False)
    assert bench.base.armed == [1]


def test_as_long_as_the_clock_is_not_known_a_claim_is_not_measured_but_the_hands_are_told(
    bench: Bench,
) -> None:
    bench.ready()
    bench.lift()
    moved = bench.pump(TotemMoved)
    assert moved.record.sensors["base"]["lift"] == [2_000_000, 1]
    assert bench.table.case.stage is CaseStage.UNMEASURED
    assert bench.table.game_lines == []
    left = [dict(m.facts) for m in bench.table.case.evidence if "before the lift" in m.key]
    assert left == [{"seat": "s3", "ms": "300"}]


def test_what_is_journaled_is_acknowledged_and_the_base_armed_again(bench: Bench) -> None:
    bench.ready()
    bench.lift()
    assert bench.base.acknowledged == []
    bench.pump(TotemMoved)
    assert bench.base.acknowledged == [(BOOT, 2)]
    assert bench.base.armed == [1, 2]


def test_what_could_not_be_stored_is_not_acknowledged(bench: Bench) -> None:
    bench.ready()
    bench.table.pages.full = True
    bench.lift()
    bench.pump(TotemMoved)
    assert bench.base.acknowledged == []


@pytest.mark.parametrize("bench", [FLIP], indirect=True)
def test_a_grab_for_nothing_is_judged_from_the_pads(bench: Bench) -> None:
    bench.ready()
    bench.lift(pad=3)
    bench.pump(TotemMoved)
    assert bench.table.case.stage is CaseStage.HELD
    bench.table.says("judge")
    # the three others rest: 1 / (1 + exp(-3.5)) = 0.97 (verdict.12, verdict.31)
    assert bench.table.case.verdict.startswith("provisional s4 - - 0.97 pads\n")
    assert bench.table.game_lines == ["* grab s4"]


def test_a_base_that_is_lost_while_armed_makes_the_grab_void(bench: Bench) -> None:
    bench.ready()
    bench.base.tell(Gone(Why.UNPLUGGED, 1, bench.now))
    bench.pump(TotemNamed)
    moved = bench.pump(TotemMoved)
    assert moved.record.sensors["health"]["reset"] is True
    assert moved.record.cause == "unplugged"
    totem = bench.table.view.totem
    assert totem is not None
    assert totem.name == ""
    assert bench.table.game_lines == []


@pytest.mark.parametrize("bench", [FLIP], indirect=True)
def test_a_base_that_is_lost_between_grabs_is_no_case(bench: Bench) -> None:
    bench.ready()
    bench.base.tell(Gone(Why.UNPLUGGED, 1, bench.now))
    bench.pump(TotemNamed)
    bench.pump(TotemMoved)
    assert not bench.table.has_case


def test_why_there_is_no_base_is_told(bench: Bench) -> None:
    assert bench.source.trouble is None
    bench.base.trouble = HardwareError("No totem base answers; plug it in, or run companion doctor.")
    assert bench.source.trouble is not None


@pytest.mark.parametrize(
    ("section", "key"),
    [
        ({"tty": "x"}, "[totem] has no key"),
        ({"port": 3}, "The setting port"),
        ({"pads": "0 1"}, "The setting pads"),
        ({"pads": [1, 1, 2, 3]}, "The setting pads"),
        ({"pads": [0, 1, 2, 3]}, "The setting pads"),
        ({"pads": [1, 2]}, "[totem] names {count} pads"),
        ({"switch": "17"}, "The setting switch"),
        ({"switch": 17, "port": "/dev/ttyUSB0"}, "The setting switch"),
    ],
)
def test_a_section_that_cannot_be_used_is_told(section: dict[str, object], key: str) -> None:
    with pytest.raises(HardwareError) as error:
        base_from(section, ("s1", "s2", "s3", "s4"))
    assert error.value.key.startswith(key)
