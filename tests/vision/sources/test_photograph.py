"""A photograph that cannot be taken now says why. The worker's state is asked frame by frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.plain import plain
from tests.vision.sources.drawing import noisy
from tests.vision.sources.table import HEIGHT, MAT, SPOTS, WIDTH, table
from vision.process.messages import Answer, FrameReport, FrameRequest, Report, WorkerSpec
from vision.process.worker_process import ReportQueue, WorkerState
from vision.seeing import View
from vision.types import CameraState, Image, SourceError

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")
BEFORE, AFTER = 30, 240
"""Pictures of the table as it was, and of what comes then."""


def as_it_was(image: Image) -> Image:
    return image


def pushed(image: Image) -> Image:
    shift = np.array([[1, 0, 9.0], [0, 1, 6.0]])
    return np.asarray(
        cv2.warpAffine(image, shift, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def brighter(image: Image) -> Image:
    return np.asarray(cv2.convertScaleAbs(image, alpha=1.25), np.uint8)


def under_an_arm(image: Image) -> Image:
    result = image.copy()
    cv2.line(result, (460, HEIGHT // 2), (520, HEIGHT + 20), (110, 140, 200), 160)
    return result


def gone(image: Image) -> Image:
    return np.full_like(image, (60, 120, 90))


@pytest.fixture
def pipe() -> Iterator[tuple[Connection, Connection]]:
    ours, theirs = Pipe(duplex=False)
    yield ours, theirs
    theirs.close()
    ours.close()


class Asked:
    """A worker without its process, which looks at pictures of a folder."""

    def __init__(self, folder: Path, pipe: tuple[Connection, Connection]) -> None:
        self._reports, theirs = pipe
        self._watch = WorkerState(WorkerSpec(f"folder:{folder}", SPOTS, MAT, fps=15.0), ReportQueue(theirs))

    def until(self, state: CameraState, after: int) -> None:
        """Look on until the table is in this state, in a picture of number ``after`` or later."""
        while True:
            self._watch.step()
            for report in self._told():
                if not isinstance(report, FrameReport):
                    continue
                glance = report.glance
                assert "recording is over" not in glance.message
                if glance.state is state and glance.frame >= after:
                    return

    def photograph(self) -> View:
        self._watch.obey(FrameRequest(1, True))
        while True:
            for report in self._told():
                if isinstance(report, Answer):
                    if report.error is not None:
                        raise report.error
                    assert isinstance(report.value, View)
                    return report.value
            self._watch.step()

    def close(self) -> None:
        self._watch.close()

    def _told(self) -> Iterator[Report]:
        while self._reports.poll(0.02):
            yield self._reports.recv()


def film(folder: Path, then: Callable[[Image], Image]) -> None:
    """Six noises in turn, each picture stored once."""
    bare = table({})
    for begin, end, make in ((0, BEFORE, as_it_was), (BEFORE, BEFORE + AFTER, then)):
        for number in range(begin, end):
            path = folder / f"{number}.jpg"
            if number < begin + 6:
                cv2.imwrite(str(path), noisy(make(bare), number % 6))
            else:
                path.hardlink_to(folder / f"{number - 6}.jpg")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("then", "state", "words"),
    [
        (under_an_arm, CameraState.HAND, "take your hands away"),
        (brighter, CameraState.LIGHT, "light has just changed"),
        (pushed, CameraState.MOVED, "was moved"),
        (gone, CameraState.LOST, "mat cannot be seen"),
        (np.zeros_like, CameraState.TROUBLE, "picture is black"),
    ],
)
def test_why_no_photograph_is_taken(
    tmp_path: Path,
    pipe: tuple[Connection, Connection],
    then: Callable[[Image], Image],
    state: CameraState,
    words: str,
) -> None:
    film(tmp_path, then)
    asked = Asked(tmp_path, pipe)
    try:
        asked.until(CameraState.READY, 5)
        assert asked.photograph().first
        asked.until(state, BEFORE)
        with pytest.raises(SourceError, match=words):
            asked.photograph()
    finally:
        asked.close()
