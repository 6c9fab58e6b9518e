"""What a camera does badly is said, while its table is followed all the same."""

from __future__ import annotations

from multiprocessing import Pipe

import pytest

from tests.vision.sources.drawing import noisy
from tests.vision.sources.table import MAT, SPOTS, table
from vision.process import worker_process
from vision.process.messages import FrameReport, WorkerSpec
from vision.process.worker_process import ReportQueue, WorkerState
from vision.seeing import Glance
from vision.types import CameraState, Frame

NOTE = "The camera's lens is dirty."


class Noting:
    """A still table at ten pictures a second; after ``since`` pictures each has the note."""

    name, simulated, trouble = "noting", False, ""

    def __init__(self, since: int) -> None:
        self.since, self.number = since, 0
        self.plain = table({})

    def read(self, timeout: float) -> Frame | None:
        del timeout
        self.number += 1
        note = NOTE if self.number > self.since else ""
        return Frame(self.number, self.number / 10, noisy(self.plain, self.number), note=note)

    def close(self) -> None:
        pass


def told(monkeypatch: pytest.MonkeyPatch, since: int, count: int) -> list[Glance]:
    source = Noting(since)
    monkeypatch.setattr(worker_process, "open_source", lambda *_, **__: source)
    ours, theirs = Pipe(duplex=False)
    outbox = ReportQueue(theirs)
    watch = WorkerState(WorkerSpec("noting", SPOTS, MAT), outbox)
    found: list[Glance] = []
    while source.number < count:
        watch.step()
        while ours.poll(0.02):
            report = ours.recv()
            if isinstance(report, FrameReport):
                found.append(report.glance)
    outbox.close(1.0)
    ours.close()
    return found


@pytest.mark.slow
def test_a_note_is_said_and_the_table_is_seen_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    glances = told(monkeypatch, since=0, count=9)
    assert {glance.message for glance in glances if glance.state is CameraState.TROUBLE} == {NOTE}
    assert any(glance.view is not None and glance.state is CameraState.READY for glance in glances)


def test_without_a_note_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(glance.message for glance in told(monkeypatch, since=99, count=9))
