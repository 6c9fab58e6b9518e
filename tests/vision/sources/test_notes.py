"""What a camera does badly is said, while its table is followed all the same."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import Pipe

import numpy as np
import pytest

from tests.vision.sources.drawing import noisy
from tests.vision.sources.table import MAT, SPOTS, table
from vision.process import worker_process
from vision.process.messages import FrameReport, WorkerSpec
from vision.process.worker_process import ReportQueue, WorkerState
from vision.seeing import Glance
from vision.types import CameraState, Frame, Image

NOTE = "The camera's lens is dirty."


class Noting:
    """A still table; after ``since`` pictures each has the note. ``lit``: the light of a picture;
    ``pace``: seconds between two."""

    name, simulated, trouble = "noting", False, ""

    def __init__(self, since: int, lit: Callable[[Image, int], Image], pace: float) -> None:
        self.since, self.number, self.lit, self.pace = since, 0, lit, pace
        self.plain = table({})

    def read(self, timeout: float) -> Frame | None:
        del timeout
        self.number += 1
        note = NOTE if self.number > self.since else ""
        picture = self.lit(noisy(self.plain, self.number), self.number)
        return Frame(self.number, self.number * self.pace, picture, note=note)

    def close(self) -> None:
        pass


def as_it_is(image: Image, number: int) -> Image:
    del number
    return image


def told(
    monkeypatch: pytest.MonkeyPatch,
    since: int,
    count: int,
    lit: Callable[[Image, int], Image] = as_it_is,
    pace: float = 0.1,
) -> list[Glance]:
    source = Noting(since, lit, pace)
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


def lamp(share: float) -> Callable[[Image, int], Image]:
    """Light whose bands run through the picture, as of a lamp that flickers faster than the shutter."""

    def lit(image: Image, number: int) -> Image:
        rows = np.arange(len(image))[:, None, None] / len(image)
        light = 1 + share * np.sin(2 * np.pi * (2 * rows + 0.37 * number))
        return np.asarray(np.clip(image * light, 0, 255), np.uint8)

    return lit


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.12, 0.3])
def test_a_lamp_that_flickers_is_not_said_to_hide_the_tags(
    monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    glances = told(monkeypatch, since=999, count=45, lit=lamp(share), pace=0.25)
    assert "does not come to rest" in glances[-1].message


@pytest.mark.slow
def test_a_table_without_tags_is_not_said_to_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    glances = told(monkeypatch, since=999, count=45, lit=lambda image, _: np.full_like(image, 90), pace=0.25)
    assert not any("come to rest" in glance.message for glance in glances)
