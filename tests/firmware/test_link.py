"""The host's end of the link against the base's own C core, in virtual time: nothing lost silently, nothing
twice, nothing invented, whatever the line and the cable do."""

from __future__ import annotations

from random import Random

import pytest

from hardware.base_messages import Hello, Pong, State
from hardware.framing import FrameReader, crc16, encode
from hardware.link import BaseLink
from hardware.protocol import MESSAGES, Channel, Edge, Fault, Setting
from hardware.records import Armed, BaseRefusal, Edged, Gone, Missing, Ready, Record, StatusTold, Whole, Why
from tests.firmware.build import FIRMWARE
from tests.firmware.core import Bench

pytestmark = pytest.mark.outside


def edges(records: list[Record]) -> list[Edged]:
    return [record for record in records if isinstance(record, Edged)]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.step(100)
    assert isinstance(bench.delivered[0], Ready)
    return bench


def test_a_base_is_found_and_says_who_it_is(bench: Bench) -> None:
    ready = bench.delivered[0]
    assert isinstance(ready, Ready)
    assert (ready.board, ready.firmware, ready.pads, ready.tick_hz) == (7, 0x12345678, 10, 16_000_000)
    status = [record for record in bench.step(1500) if isinstance(record, StatusTold)]
    assert status
    assert status[-1].link.broken == status[-1].link.skipped == 0
    assert status[-1].clock is not None
    assert status[-1].clock.bound < 0.0011  # the bench looks once a millisecond


def test_an_event_arrives_with_its_tick_and_its_host_time(bench: Bench) -> None:
    bench.step(1000)
    at, tick = bench.now, bench.base.tick(bench.now)
    bench.press(3)
    (edge,) = edges(bench.step(10))
    assert (edge.channel, edge.index, edge.edge, edge.tick) == (Channel.PAD, 3, Edge.OFF, tick)
    assert edge.host is not None
    assert abs(edge.host.time - at) <= edge.host.bound <= 0.0011


def test_an_event_comes_once_until_it_is_written_down_and_then_no_more(bench: Bench) -> None:
    bench.press(1)
    (edge,) = edges(bench.step(500))
    assert bench.link.counts.duplicates >= 3  # the base asks for its acknowledgement ten times a second
    bench.link.journaled(edge.boot, edge.event)
    bench.step(20)
    before = bench.link.counts.duplicates
    assert not edges(bench.step(500))
    assert bench.link.counts.duplicates == before


def test_a_wrong_acknowledgement_changes_nothing(bench: Bench) -> None:
    event = bench.press(1)
    bench.step(20)
    bench.link.journaled(bench.base.boot + 1, event)
    bench.link.journaled(bench.base.boot, event + 1)
    before = bench.link.counts.duplicates
    bench.step(300)
    assert bench.link.counts.duplicates > before


def test_too_many_events_at_once_are_counted_exactly(bench: Bench) -> None:
    for n in range(100):
        bench.press(n % 10)
    records = bench.step(400)
    assert [edge.event for edge in edges(records)] == list(range(64))
    bench.link.journaled(bench.base.boot, 63)
    (missing,) = [record for record in records if isinstance(record, Missing)]
    assert (missing.first, missing.count) == (64, 36)
    bench.step(5)
    bench.press(5)
    (edge,) = edges(bench.step(50))
    assert edge.event == 100


def test_arming_is_confirmed_and_reported_with_the_hands_on_the_pads(bench: Bench) -> None:
    bench.link.arm(99, bench.now)
    (armed,) = [record for record in bench.step(20) if isinstance(record, Armed)]
    assert (armed.token, armed.touched, armed.lifted) == (99, frozenset(), False)
    assert bench.base.armed == 99
    bench.link.disarm(bench.now)
    (armed,) = [record for record in bench.step(20) if isinstance(record, Armed)]
    assert armed.token == bench.base.armed == 0


def test_a_restart_while_armed_is_told_with_the_duel_it_voids(bench: Bench) -> None:
    bench.link.arm(99, bench.now)
    bench.step(20)
    bench.base.restart(bench.now)
    records = bench.step(300)
    assert [(r.why, r.armed) for r in records if isinstance(r, Gone)] == [(Why.RESTARTED, 99)]
    assert [r.boot for r in records if isinstance(r, Ready)] == [bench.base.boot]
    assert bench.base.armed == 0


def test_a_base_that_stops_answering_is_given_up_after_a_second(bench: Bench) -> None:
    bench.link.arm(5, bench.now)
    bench.step(50)
    bench.base_silent = True
    records = bench.step(1200)
    assert [(r.why, r.armed) for r in records if isinstance(r, Gone)] == [(Why.SILENT, 5)]


def test_a_line_on_which_only_garbage_comes_is_given_up_as_such(bench: Bench) -> None:
    bench.link.arm(5, bench.now)
    bench.step(50)
    bench.base_silent = True
    for _ in range(120):
        bench.babble(b"\xa5\x01\x3c\x00\xff")
        bench.step(10)
    assert [(r.why, r.armed) for r in bench.gone()] == [(Why.GARBLED, 5)]


def test_everything_has_come_only_when_it_has(bench: Bench) -> None:
    """A pong that knows of an event that has not arrived says nothing; the next one with all of them does."""
    bench.step(200)
    bench.press(1)
    at = bench.base.tick(bench.now)
    bench.lose(20)
    late = bench.step(30)
    assert not edges(late)
    assert all(whole.tick <= at for whole in late if isinstance(whole, Whole))
    records = bench.step(300)
    (edge,) = edges(records)
    wholes = [record for record in records if isinstance(record, Whole)]
    assert wholes[-1].tick > at
    assert records.index(edge) < min(records.index(whole) for whole in wholes if whole.tick > at)


def test_pulling_the_cable_without_a_restart_repeats_nothing_and_loses_nothing(bench: Bench) -> None:
    first = bench.press(1)
    bench.step(20)
    second = bench.press(2)
    bench.unplug(restart=False)
    bench.step(300)
    assert [edge.event for edge in edges(bench.delivered)] == [first, second]


def test_events_of_an_earlier_start_are_not_mixed_with_those_of_a_new_one(bench: Bench) -> None:
    bench.press(1)
    bench.step(20)
    old = bench.base.boot
    bench.unplug(restart=True)
    bench.step(300)
    bench.press(2)
    bench.step(50)
    assert [(edge.boot, edge.event, edge.index) for edge in edges(bench.delivered)] == [
        (old, 0, 1),
        (old + 1, 0, 2),
    ]


def test_another_firmware_version_is_named_and_nothing_of_it_believed() -> None:
    link = BaseLink(0.0)
    link.feed(version_two(), 0.1)
    (gone,) = link.take_records()
    assert isinstance(gone, Gone)
    assert (gone.why, gone.version) == (Why.VERSION, 2)


def version_two() -> bytes:
    """A frame of version 2 without payload: this program cannot write one."""
    content = bytes((0, 0x23, 1))
    content += crc16(content).to_bytes(2, "little")
    return b"".join(bytes((len(block) + 1,)) + block for block in content.split(b"\0")) + b"\0"


def test_a_base_that_offers_other_versions_only() -> None:
    link = BaseLink(0.0)
    hello = Hello(1, 2, 4, 0, 7, 10, 4, 12, 16_000_000, 0)
    link.feed(encode(hello, 0), 0.1)
    (gone,) = link.take_records()
    assert isinstance(gone, Gone)
    assert (gone.why, gone.version) == (Why.VERSION, 4)


def test_garbage_is_counted_and_never_a_record() -> None:
    random = Random(3)
    link = BaseLink(0.0)
    for n in range(200):
        link.feed(random.randbytes(500), 0.001 * n)
    assert link.take_records() == []
    assert link.counts.broken > 100


def test_answers_of_a_stranger_are_not_believed_before_it_said_who_it_is() -> None:
    link = BaseLink(0.0)
    link.feed(encode(Pong(1, 1, 5, 0, 9), 0) + encode(State(1, 3, 5, 1, 0, 0), 1), 0.1)
    assert link.take_records() == []


def test_an_event_that_is_not_understood_is_told_as_missing(bench: Bench) -> None:
    event = bench.base.happen(77, Edge.OFF, 0, bench.now)
    known = bench.press(4)
    records = bench.step(20)
    assert [(r.first, r.count) for r in records if isinstance(r, Missing)] == [(event, 1)]
    assert [edge.event for edge in edges(records)] == [known]


def test_a_setting_out_of_range_is_refused_by_the_base(bench: Bench) -> None:
    bench.link.configure(Setting.KNOCK, 2000)
    refused = [record for record in bench.step(30) if isinstance(record, BaseRefusal)]
    assert [record.fault for record in refused] == [Fault.BAD_VALUE]


def test_lamps_that_cannot_be_are_a_mistake_of_the_caller(bench: Bench) -> None:
    with pytest.raises(ValueError, match="12 lamps cannot show"):
        bench.link.show((256, 0, 0), bench.now)
    with pytest.raises(ValueError, match="12 lamps cannot show"):
        bench.link.show((0,) * 37, bench.now)


def run_f5(events: int, unplugs: int, restarts: int, seed: int) -> dict[str, int]:
    """Events over a bad line; what became of them. An event of a start that ended before it was written
    down may be lost with that start, which is told; everything else must arrive once, or be told as
    missing."""
    random = Random(seed)
    bench = Bench(seed, hurt=1e-3, lost=2e-4)
    bench.step(50)
    truth: dict[tuple[int, int], tuple[int, int]] = {}
    faults = sorted(random.sample(range(events), unplugs + restarts))
    kinds = ["unplug"] * unplugs + ["restart"] * restarts
    random.shuffle(kinds)
    kind_at = dict(zip(faults, kinds, strict=True))
    seen, at = 0, 0
    for n in range(events):
        value = random.randrange(1024)
        event = bench.press(n % 10, Edge.PEAK, value)
        truth[bench.base.boot, event] = (n % 10, value)
        if n in kind_at:
            if kind_at[n] == "restart":
                bench.link.arm(n + 1, bench.now)
                bench.step(40)
                bench.base.restart(bench.now)
                bench.step(400)
            else:
                bench.unplug(restart=random.random() < 0.5)
                bench.step(60)
        bench.step(2)
        for record in bench.delivered[at:]:
            if isinstance(record, Edged):
                seen = record.event
                bench.link.journaled(record.boot, seen)
        at = len(bench.delivered)
    bench.step(2000)
    return _judge(bench, truth)


def _judge(bench: Bench, truth: dict[tuple[int, int], tuple[int, int]]) -> dict[str, int]:
    got: dict[tuple[int, int], tuple[int, int]] = {}
    told_missing: set[tuple[int, int]] = set()
    duplicated = corrupt = 0
    for record in bench.delivered:
        if isinstance(record, Edged):
            key = (record.boot, record.event)
            duplicated += key in got
            got[key] = (record.index, record.value)
            corrupt += truth.get(key) != got[key]
        elif isinstance(record, Missing):
            told_missing |= {(record.boot, record.first + n) for n in range(record.count)}
    last = dict.fromkeys((boot for boot, _ in truth), -1)
    for boot, event in got:
        last[boot] = max(event, last.get(boot, -1))
    silent = [
        key
        for key in truth
        if key not in got
        and key not in told_missing
        and not (key[0] != bench.base.boot and key[1] > last[key[0]])
    ]
    return {
        "events": len(truth),
        "arrived": len(got),
        "told missing": len(told_missing & truth.keys()),
        "lost with an ended start": len(truth) - len(got) - len(told_missing & truth.keys()) - len(silent),
        "silently lost": len(silent),
        "duplicated": duplicated,
        "corrupt accepted": corrupt,
        "restarts while armed told": sum(
            1 for gone in bench.gone() if gone.why is Why.RESTARTED and gone.armed
        ),
        "restarts": len({record.boot for record in bench.delivered if isinstance(record, Ready)}),
    }


def test_f5_in_small() -> None:
    found = run_f5(4000, unplugs=10, restarts=5, seed=11)
    assert found["silently lost"] == found["duplicated"] == found["corrupt accepted"] == 0
    assert found["restarts while armed told"] == 5
    assert found["arrived"] > 3900, found


def test_every_frame_of_the_vectors_is_read_and_written_alike() -> None:
    lines = (FIRMWARE / "tests" / "vectors.txt").read_text(encoding="utf-8").splitlines()
    for line in (line for line in lines if not line.startswith("#")):
        kind, seq, payload, frame = line.split()
        message = MESSAGES[int(kind, 16)].unpack(bytes.fromhex(payload.replace("-", "")))
        assert encode(message, int(seq, 16)).hex() == frame
        (read,) = FrameReader().feed(bytes.fromhex(frame))
        assert (read.message, read.seq, read.version) == (message, int(seq, 16), 1)
    assert {int(line.split()[0], 16) for line in lines if not line.startswith("#")} == set(MESSAGES)
