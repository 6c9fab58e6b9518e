"""Reports that wait for a slow parent: bounded, newest wins, what was dropped is counted."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from multiprocessing.connection import Connection

import pytest

from tests.vision_sources.waiting import until
from vision.types import CameraState, Evidence, Preview
from vision.worker import Named, Report, Seen
from vision.worker_process import Outbox

LIMIT = 8
PADDING = "x" * 20_000
"""Makes a pipe (64 kB) full after three."""


def evidence(number: int) -> Evidence:
    return Evidence(number, float(number), CameraState.LOST, {}, None, PADDING)


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
    outbox = Outbox(sending, LIMIT)
    for number in range(30):
        outbox.put(evidence(number))
        assert receiving.poll(5)
        assert receiving.recv() == Seen(evidence(number), 0)
    outbox.close(5)


def test_a_parent_that_does_not_read_costs_old_evidence_and_no_time(
    pipe: tuple[Connection, Connection],
) -> None:
    receiving, sending = pipe
    outbox = Outbox(sending, LIMIT)
    for number in range(100):
        outbox.put(evidence(number))
        outbox.put(Preview(bytes([number]), 1, 1, {}))
    outbox.put(Named("camera", False))
    reports = received(receiving)
    seen = [report for report in reports if isinstance(report, Seen)]
    numbers = [report.evidence.frame for report in seen]
    assert numbers == sorted(numbers)
    assert numbers[-LIMIT:] == list(range(100 - LIMIT, 100)), "the newest are kept"
    assert len(numbers) <= LIMIT + 5, "no more than the pipe and the outbox hold"
    assert seen[-1].dropped == 100 - len(numbers), "what is missing is counted"
    previews = [report for report in reports if isinstance(report, Preview)]
    assert previews[-1].jpeg == bytes([99])
    assert len(previews) <= 5
    assert Named("camera", False) in reports
    outbox.close(5)


def test_closing_sends_what_is_waiting(pipe: tuple[Connection, Connection]) -> None:
    receiving, sending = pipe
    outbox = Outbox(sending, LIMIT)
    outbox.put(Named("camera", True))
    outbox.close(5)
    assert received(receiving) == [Named("camera", True)]


def test_a_parent_that_is_gone_does_no_harm(pipe: tuple[Connection, Connection]) -> None:
    receiving, sending = pipe
    outbox = Outbox(sending, LIMIT)
    receiving.close()
    for number in range(20):
        outbox.put(evidence(number))
    outbox.close(5)


def test_idle_counts_from_the_last_report(pipe: tuple[Connection, Connection]) -> None:
    outbox = Outbox(pipe[1], LIMIT)
    until(lambda: outbox.idle() > 0.05, "some time without a report")
    outbox.put(Named("camera", False))
    assert outbox.idle() < 0.05
    outbox.close(5)
