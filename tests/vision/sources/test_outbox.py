"""Reports that wait for a slow parent: bounded, newest wins, what was dropped is counted."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from tests.doubles.waiting import until
from vision.process.messages import FrameReport, Named, Report
from vision.process.worker_process import ReportQueue
from vision.seeing import Glance, View
from vision.types import CameraState, Preview

LIMIT = 8
PADDING = "x" * 20_000
"""Makes a pipe (64 kB) full after three."""


def seen(number: int) -> Glance:
    return Glance(number, float(number), CameraState.LOST, message=PADDING)


def settled(number: int) -> Glance:
    return Glance(number, float(number), CameraState.READY, View(0.0, 0.0, {}), message=PADDING)


@pytest.fixture
def pipe() -> Iterator[tuple[Connection, Connection]]:
    receiving, sending = multiprocessing.Pipe(duplex=False)
    yield receiving, sending
    receiving.close()
    sending.close()


def received(connection: Connection) -> list[Report]:
    reports = []
    while connection.poll(0.5):
        reports.append(connection.recv())
    return reports


def test_a_parent_that_reads_gets_everything_in_order(pipe: tuple[Connection, Connection]) -> None:
    receiving, sending = pipe
    outbox = ReportQueue(sending, LIMIT)
    for number in range(30):
        outbox.put(seen(number))
        assert receiving.poll(5)
        told = receiving.recv()
        assert isinstance(told, FrameReport)
        assert (told.glance.frame, told.dropped) == (number, 0)
    outbox.close(5)


def test_a_parent_that_does_not_read_costs_old_glances_and_no_time(
    pipe: tuple[Connection, Connection],
) -> None:
    receiving, sending = pipe
    outbox = ReportQueue(sending, LIMIT)
    for number in range(100):
        outbox.put(seen(number))
        outbox.put(Preview(bytes([number]), 1, 1, {}))
    outbox.put(Named("camera", False))
    reports = received(receiving)
    told = [report for report in reports if isinstance(report, FrameReport)]
    numbers = [report.glance.frame for report in told]
    assert numbers == sorted(numbers)
    assert numbers[-LIMIT:] == list(range(100 - LIMIT, 100)), "the newest are kept"
    assert len(numbers) <= LIMIT + 5, "no more than the pipe and the outbox hold"
    assert told[-1].dropped == 100 - len(numbers), "what is missing is counted"
    previews = [report for report in reports if isinstance(report, Preview)]
    assert previews[-1].jpeg == bytes([99])
    assert len(previews) <= 5
    assert Named("camera", False) in reports
    outbox.close(5)


def test_no_view_is_ever_dropped(pipe: tuple[Connection, Connection]) -> None:
    """What has settled is told once, so a slow parent gets all of it, however much waits."""
    receiving, sending = pipe
    outbox = ReportQueue(sending, LIMIT)
    for number in range(100):
        outbox.put(settled(number) if number % 5 == 0 else seen(number))
    told = [report.glance for report in received(receiving) if isinstance(report, FrameReport)]
    assert [glance.frame for glance in told if glance.view is not None] == list(range(0, 100, 5))
    assert [glance.frame for glance in told] == sorted(glance.frame for glance in told)
    outbox.close(5)


def test_closing_sends_what_is_waiting(pipe: tuple[Connection, Connection]) -> None:
    receiving, sending = pipe
    outbox = ReportQueue(sending, LIMIT)
    outbox.put(Named("camera", True))
    outbox.close(5)
    assert received(receiving) == [Named("camera", True)]


def test_a_parent_that_is_gone_does_no_harm(pipe: tuple[Connection, Connection]) -> None:
    receiving, sending = pipe
    outbox = ReportQueue(sending, LIMIT)
    receiving.close()
    for number in range(20):
        outbox.put(seen(number))
    outbox.close(5)


def test_idle_counts_from_the_last_report(pipe: tuple[Connection, Connection]) -> None:
    outbox = ReportQueue(pipe[1], LIMIT)
    until(lambda: outbox.idle() > 0.05, "some time without a report")
    outbox.put(Named("camera", False))
    assert outbox.idle() < 0.05
    outbox.close(5)
