"""The shipped driver and the shipped .elf, joined by a pseudo terminal: cables, restarts, garbage, silence,
two bases."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from hardware.framing import encode
from hardware.host_messages import Ask
from hardware.link import UNSET
from hardware.movement import Reveal, Watch
from hardware.protocol import Asked, Channel, Edge
from hardware.records import Armed, Edged, Gone, Ready, Record, StatusTold, Why
from hardware.serial_base import SerialBase
from tests.firmware.simulated import Host, SimulatedBase
from tests.firmware.test_link import version_two

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("patient")]


def lift(record: Edged) -> bool:
    return (record.channel, record.edge) == (Channel.LIFT, Edge.OFF)


def test_a_duel_over_the_whole_chain(base: SimulatedBase) -> None:
    """Hands on pads, armed, one leaves, the totem is lifted; the order and the clock are those of the
    base."""
    with Host(base) as host:
        ready = host.wait(Ready)
        assert ready.board not in (0, UNSET)  # a new board was given a number
        assert host.driver.trouble is None
        base.pad(2, True)
        base.pad(7, True)
        host.wait(Edged, lambda e: e.index == 7)
        host.driver.arm(41)
        armed = host.wait(Armed, lambda told: told.token == 41)
        assert (armed.token, armed.touched, armed.lifted) == (41, frozenset({2, 7}), False)
        base.tell("at 0 load 0 2500")  # settled loads need 400 ms: wait for a status that shows them
        host.wait(StatusTold, lambda told: min(told.status.rests) > 400)
        base.pad(7, False)
        off = host.wait(Edged, lambda e: (e.channel, e.index, e.edge) == (Channel.PAD, 7, Edge.OFF))
        base.load(100)
        up = host.wait(Edged, lift)
        assert armed.tick < off.tick < up.tick
        assert up.host is not None
        assert up.host.bound < 0.5
        for n in range(4):
            host.wait(Edged, lambda e: (e.channel, e.index, e.edge) == (Channel.SEGMENT, n, Edge.PEAK))  # noqa: B023
        host.driver.journaled(up.boot, up.event)
        seen = len(host.records)
        host.driver.disarm()
        host.wait(Armed, lambda told: told.token == 0, after=seen)


def test_unplugged_while_armed_and_back_again(base: SimulatedBase) -> None:
    with Host(base) as host:
        first = host.wait(Ready)
        host.driver.arm(5)
        host.wait(Armed, lambda told: told.token == 5)
        base.unplug()
        gone = host.wait(Gone)
        assert (gone.why, gone.armed) == (Why.UNPLUGGED, 5)
        host.until(lambda: host.driver.trouble is not None)
        assert "plug it in" in str(host.driver.trouble)
        seen = len(host.records)
        base.replug()
        again = host.wait(Ready, after=seen)
        assert again.board == first.board
        assert again.boot != first.boot
        assert host.driver.trouble is None


def test_restarted_while_armed(base: SimulatedBase) -> None:
    with Host(base) as host:
        first = host.wait(Ready)
        host.driver.arm(6)
        host.wait(Armed, lambda told: told.token == 6)
        base.tell("at 0 reset")
        gone = host.wait(Gone)
        assert (gone.why, gone.armed) == (Why.RESTARTED, 6)
        again = host.wait(Ready, after=host.records.index(gone))
        assert (again.board, again.boot) == (first.board, first.boot + 1)


def test_garbage_on_the_line_is_survived_and_counted(base: SimulatedBase) -> None:
    with Host(base) as host:
        host.wait(Ready)
        base.tell("noise " + "a5013c00ff" * 40)
        told = host.wait(StatusTold, lambda told: told.link.broken > 0)
        assert told.link.frames > 0
        assert not [record for record in host.records if isinstance(record, Edged | Gone)]


def test_a_base_that_stops_answering(base: SimulatedBase, monkeypatch: pytest.MonkeyPatch) -> None:
    with Host(base) as host:
        host.wait(Ready)
        host.driver.arm(7)
        host.wait(Armed, lambda told: told.token == 7)
        monkeypatch.setattr("hardware.link.SILENCE", 1.0)
        base.tell("mute 1")
        gone = host.wait(Gone)
        assert (gone.why, gone.armed) == (Why.SILENT, 7)
        seen = len(host.records)
        base.tell("mute 0")
        host.wait(Ready, after=seen)


def test_a_base_that_is_plugged_in_beside_another_ends_what_that_one_watched(
    base: SimulatedBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.serial_base.SEARCH_BESIDE", 0.2)
    bases = [base]
    with Host(find=lambda: [one.port for one in bases if one.port]) as host:
        host.wait(Ready)
        host.driver.arm(3)
        host.wait(Armed)
        bases.append(SimulatedBase(tmp_path, "other"))
        gone = host.wait(Gone)
        assert (gone.why, gone.armed) == (Why.SEVERAL, 3)
        seen = len(host.records)
        base.unplug()
        again = host.wait(Ready, after=seen)
        assert again.board != host.wait(Ready).board
    bases[1].close()


def test_two_bases_are_named_and_none_is_used_until_one_is_left(base: SimulatedBase, tmp_path: Path) -> None:
    other = SimulatedBase(tmp_path, "other")
    with Host(base, other) as host:
        host.until(lambda: "2 totem bases answer" in str(host.driver.trouble))
        seen = len(host.records)
        other.unplug()
        host.wait(Ready, after=seen)
        host.until(lambda: host.driver.trouble is None)
    other.close()


def test_a_port_on_which_nobody_answers_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a port restarts an Arduino: somebody's printer must not be restarted every few seconds."""
    monkeypatch.setattr("hardware.link.FIRST_ANSWER", 0.1)
    master, slave = os.openpty()
    opened: list[str] = []

    def find() -> list[str]:
        opened.append("looked")
        return [os.ttyname(slave)]

    driver = SerialBase(find=find)
    told: list[Record] = []
    driver.start(told.append)
    end = time.monotonic() + 10
    while len(opened) < 6:
        assert time.monotonic() < end
        time.sleep(0.01)
    driver.close()
    asked = os.read(master, 65536).count(encode(Ask(Asked.HELLO), 0))
    os.close(master)
    os.close(slave)
    assert asked == 1  # every opening asks with sequence number 0
    assert told == []
    assert "No totem base answers" in str(driver.trouble)


def test_a_port_that_cannot_be_opened_is_told_in_one_sentence() -> None:
    driver = SerialBase("/dev/there-is-no-such-port")
    told: list[Record] = []
    driver.start(told.append)
    end = time.monotonic() + 10
    while "There is no port" not in str(driver.trouble):
        assert time.monotonic() < end, driver.trouble
        time.sleep(0.01)
    driver.close()
    driver.close()
    assert told == []


FAULTS = {"unplugged": "unplug", "restarted": "at 0 reset", "stops answering": "mute 1"}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_breaks_during_a_duel_makes_it_void_and_nothing_is_invented(
    base: SimulatedBase, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Host(base) as host:
        host.wait(Ready)
        host.driver.arm(8)
        host.wait(Armed, lambda told: told.token == 8)
        monkeypatch.setattr("hardware.link.SILENCE", 1.0)
        base.tell(FAULTS[fault])
        host.wait(Gone)
        watch = Watch("T1")
        (movement,) = [m for record in list(host.records) for m in watch.feed(record, 0.0)]
    reveal = Reveal(0, 5, 2, "device")
    evidence = movement.sensors({"a": 0, "b": 1}, reveal)
    assert "base" not in evidence
    whole = {**evidence, "claim": "duel", "seats": ["a", "b"], "entitled": ["a", "b"]}
    assert verdict(whole, default_budget()) == "void reset\nby jungle/verdict.3"


def test_another_firmware_version_is_named_until_the_right_one_was_written(
    base: SimulatedBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cable may stay where it is: the port is asked again after a while."""
    monkeypatch.setattr("hardware.serial_base.STRANGER", 1.0)
    with Host(base) as host:
        host.wait(Ready)
        base.tell(f"noise 00{version_two().hex()}")
        assert host.wait(Gone).version == 2
        seen = len(host.records)
        host.until(lambda: "runs another version (2)" in str(host.driver.trouble))
        host.wait(Ready, after=seen)
        host.until(lambda: host.driver.trouble is None)
