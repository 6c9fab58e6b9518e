"""The worker process: a real one, before a network camera of the test's own."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision_sources.drawing import noisy, to_picture
from tests.vision_sources.pictures import picture, png
from tests.vision_sources.servers import serving
from tests.vision_sources.table import HEIGHT, MAT, SPOTS, VIEW, WIDTH, TableCamera, table
from tests.vision_sources.waiting import until
from vision.mat import board_corners, spot_outline
from vision.types import CameraState, Evidence, Preview, SourceError
from vision.worker import TeachStep, VisionWorker, WorkerPatience, WorkerSpec

START = 60.0
"""Seconds after which a test gives up on a process; it takes about one on a free core."""

READY = CameraState.READY
TROUBLE = CameraState.TROUBLE


class Parent:
    """Keeps what a worker tells."""

    def __init__(self, spec: WorkerSpec, patience: WorkerPatience | None = None) -> None:
        self.worker = VisionWorker(spec, patience)
        self.evidence: list[Evidence] = []
        self.previews: list[Preview] = []
        self.names: list[tuple[str, bool]] = []
        self.threads: set[int] = set()
        self.worker.start(self.note_evidence, self.previews.append, self.note_name)

    def note_evidence(self, evidence: Evidence) -> None:
        self.threads.add(threading.get_ident())
        self.evidence.append(evidence)

    def note_name(self, name: str, simulated: bool) -> None:
        self.threads.add(threading.get_ident())
        self.names.append((name, simulated))

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        until(condition, f"{what}; last evidence: {self.evidence[-1:]}", START)

    def wait_for(self, state: CameraState, words: str = "", since: int = 0) -> Evidence:
        """The first evidence after the first ``since`` ones with this state and message."""

        def found() -> list[Evidence]:
            return [e for e in self.evidence[since:] if e.state is state and words in said(e)]

        self.wait(lambda: bool(found()), f"{state} {words!r}")
        return found()[0]

    def wait_for_preview(self) -> Preview:
        """A preview with outlines, not sent yet when this is called."""
        before = len(self.previews)
        self.wait(lambda: any(p.outlines for p in self.previews[before:]), "a preview with outlines")
        return next(p for p in self.previews[before:] if p.outlines)


def said(evidence: Evidence) -> str:
    """Its sentence with its facts."""
    return evidence.message.format(**dict(evidence.facts))


@contextmanager
def watching(spec: WorkerSpec, patience: WorkerPatience | None = None) -> Iterator[Parent]:
    parent = Parent(spec, patience)
    try:
        yield parent
    finally:
        parent.worker.stop()


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera({})


@pytest.fixture
def spec(camera: TableCamera, tmp_path: Path) -> Iterator[WorkerSpec]:
    with serving(camera) as server:
        yield WorkerSpec(server.url, SPOTS, MAT, str(tmp_path / "box.npz"))


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def outlines_of(preview: Preview) -> dict[str, np.ndarray]:
    """Where the cells must be in a preview, from the view they were drawn with."""
    scale = preview.width / WIDTH
    return {s.cell: (to_picture(VIEW, spot_outline(s)) + 0.5) * scale - 0.5 for s in SPOTS}


def test_it_tells_evidence_name_and_previews(spec: WorkerSpec) -> None:
    with watching(spec) as parent:
        ready = parent.wait_for(READY)
        assert not any(cell.visible for cell in ready.cells.values()), "nothing was taught"
        assert parent.names[0] == (spec.source.removeprefix("http://"), True)
        parent.wait(lambda: len(parent.evidence) >= 10, "more evidence")
        numbers = [e.frame for e in parent.evidence]
        assert numbers == sorted(set(numbers))
        assert not parent.previews, "nobody asked for any"

        parent.worker.ask_preview(True)
        preview = parent.wait_for_preview()
        picture = cv2.imdecode(np.frombuffer(preview.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert picture.shape == (preview.height, preview.width, 3)
        assert preview.width / preview.height == pytest.approx(WIDTH / HEIGHT, rel=0.01)
        for cell, outline in outlines_of(preview).items():
            assert np.abs(np.array(preview.outlines[cell]) - outline).max() < 1.0

        full = parent.worker.capture().result(START)
        assert full.image.shape == (HEIGHT, WIDTH, 3)
        pid = parent.worker.pid
        assert pid is not None
    assert not alive(pid)
    assert parent.names[-1] == ("", False)
    assert parent.worker.pid is None
    assert len(parent.threads) == 1, "all callbacks run on one thread"
    assert threading.get_ident() not in parent.threads


def test_a_killed_process_comes_back_as_it_was(spec: WorkerSpec) -> None:
    with watching(spec, WorkerPatience(pause=0.05)) as parent:
        parent.worker.ask_preview(True)
        parent.wait_for(READY)
        for _ in range(2):
            pid = parent.worker.pid
            assert pid is not None
            count = len(parent.evidence)
            os.kill(pid, signal.SIGKILL)
            trouble = parent.wait_for(TROUBLE, "has ended", count)
            assert trouble.cells == {}
            again = parent.wait_for(READY, since=parent.evidence.index(trouble))
            assert again.frame > trouble.frame
            assert parent.worker.pid not in (None, pid)
            parent.wait_for_preview()
        numbers = [e.frame for e in parent.evidence]
        assert numbers == sorted(set(numbers))
        name = spec.source.removeprefix("http://")
        assert parent.names == [(name, True), ("", False), (name, True), ("", False), (name, True)]


def test_a_process_that_does_not_answer_is_killed(spec: WorkerSpec) -> None:
    with watching(spec, WorkerPatience(mute=4.0, pause=0.05)) as parent:
        parent.wait_for(READY)
        pid = parent.worker.pid
        assert pid is not None
        count = len(parent.evidence)
        os.kill(pid, signal.SIGSTOP)
        asked = parent.worker.capture()
        parent.wait_for(TROUBLE, "does not answer", count)
        with pytest.raises(SourceError, match="has ended"):
            asked.result(START)
        parent.wait_for(READY, since=len(parent.evidence))
        assert not alive(pid)


def test_stopping_ends_a_process_that_does_not_listen(spec: WorkerSpec) -> None:
    with watching(spec, WorkerPatience(farewell=0.2)) as parent:
        parent.wait_for(READY)
        pid = parent.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        asked = parent.worker.capture()
        parent.worker.stop()
        assert not alive(pid)
        with pytest.raises(SourceError, match="switched off"):
            asked.result(START)


def test_a_box_is_taught_and_used_and_kept(spec: WorkerSpec, camera: TableCamera) -> None:
    coins = {"b2": "coin red", "d3": "coin blue"}
    looks: list[dict[str, tuple[str, tuple[str, ...]]]] = [
        {s.cell: ("", ()) for s in SPOTS},
        {s.cell: ("", (coins[s.cell],) if s.cell in coins else ()) for s in SPOTS},
    ]
    with watching(spec) as parent:
        parent.wait_for(READY)
        first = parent.worker.teach(TeachStep(0, 2, looks[0])).result(START)
        assert (first.taken, first.ready) == (frozenset({0}), False)
        assert not Path(spec.box).exists()

        # the box lacks a piece when its second picture shows only one of the two coins
        wrong = {
            cell: ("", ()) if stack == ("coin blue",) else (base, stack)
            for cell, (base, stack) in looks[1].items()
        }
        with pytest.raises(SourceError, match="coin blue"):
            parent.worker.teach(TeachStep(1, 2, wrong)).result(START)

        count = len(parent.evidence)
        camera.show(coins)
        parent.wait(lambda: len(parent.evidence) > count + 15, "the new picture")
        second = parent.worker.teach(TeachStep(1, 2, looks[1])).result(START)
        assert (second.taken, second.ready) == (frozenset({0, 1}), True)
        assert Path(spec.box).exists()
        see(parent, "b2", ("coin red",))

    # another process finds the box; the coin lies elsewhere now
    camera.show({"c1": "coin red"})
    with watching(spec) as parent:
        see(parent, "c1", ("coin red",))
        see(parent, "b2", ())


def see(parent: Parent, cell: str, stack: tuple[str, ...]) -> None:
    """Wait until this is the best look of the cell, and better than unknown."""

    def seen() -> bool:
        found = parent.evidence[-1].cells.get(cell) if parent.evidence else None
        return (
            found is not None
            and found.visible
            and found.stacks[stack] > 0
            and max(found.stacks, key=lambda s: found.stacks[s]) == stack
        )

    parent.wait(seen, f"{stack} on {cell}")


def test_a_box_that_cannot_be_read_is_said_and_can_be_taught_again(spec: WorkerSpec) -> None:
    Path(spec.box).write_bytes(b"no box")
    with watching(spec) as parent:
        trouble = parent.wait_for(TROUBLE)
        assert trouble.message.endswith(".")
        taught = parent.worker.teach(TeachStep(0, 3, {})).result(START)
        assert taught.taken == {0}


def test_four_taps_do_instead_of_a_mat(spec: WorkerSpec) -> None:
    with watching(replace(spec, anchor=None)) as parent:
        parent.wait_for(CameraState.LOST, "tap its four corners")
        with pytest.raises(SourceError, match="tap its four corners"):
            parent.worker.teach(TeachStep(0, 1, {})).result(START)
        parent.worker.ask_preview(True)
        parent.wait(lambda: bool(parent.previews), "a preview")
        preview = parent.previews[-1]
        assert not preview.outlines
        scale = preview.width / WIDTH
        taps = (to_picture(VIEW, board_corners(SPOTS)) + 0.5) * scale - 0.5
        points = [(float(x), float(y)) for x, y in taps]

        parent.worker.set_corners([points[0], points[2], points[1], points[3]])
        parent.wait_for(TROUBLE, "clockwise")
        parent.worker.set_corners(points)
        preview = parent.wait_for_preview()
        for cell, outline in outlines_of(preview).items():
            assert np.abs(np.array(preview.outlines[cell]) - outline).max() < 2.0

        # what was tapped outlives the process
        pid = parent.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        parent.wait(lambda: parent.worker.pid not in (None, pid), "a new process")
        parent.wait_for_preview()


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("webcam", "There is no picture source webcam"),
        ("http://127.0.0.1:1/stream", "nothing takes the call"),
    ],
)
def test_a_source_that_cannot_be_used_is_said(spec: WorkerSpec, source: str, words: str) -> None:
    with watching(replace(spec, source=source)) as parent:
        first = parent.wait_for(TROUBLE, words)
        assert first.message.count(". ") == 0
        assert first.cells == {}
        with pytest.raises(SourceError, match="no picture yet"):
            parent.worker.capture().result(START)
        pid = parent.worker.pid
        parent.wait_for(TROUBLE, words, since=len(parent.evidence))
        assert parent.worker.pid == pid, "that is no reason to start the process again"


def test_the_end_of_a_recording_is_said(spec: WorkerSpec, tmp_path: Path) -> None:
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture(number))
    with watching(replace(spec, source=f"folder:{tmp_path}", fps=50)) as parent:
        parent.wait_for(TROUBLE, "recording is over")
        assert parent.names[0] == (tmp_path.name, False)


def test_a_picture_of_a_recording_that_cannot_be_read_is_named(spec: WorkerSpec, tmp_path: Path) -> None:
    (tmp_path / "0.jpg").write_bytes(b"no picture")
    with watching(replace(spec, source=f"folder:{tmp_path}"), WorkerPatience(pause=30)) as parent:
        parent.wait_for(TROUBLE, "0.jpg cannot be read")


def test_after_three_deaths_of_one_cause_it_waits_and_says_so(spec: WorkerSpec, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), picture(1))
    (tmp_path / "1.png").write_bytes(png(60000, 60000))
    patience = WorkerPatience(pause=0.05, rest=600)
    with watching(replace(spec, source=f"folder:{tmp_path}"), patience) as parent:
        parent.wait_for(TROUBLE, "three times for the same reason")
        parent.wait(lambda: "1.png is too large" in said(parent.evidence[-1]), "why")
        causes = [said(e) for e in parent.evidence if e.state is TROUBLE]
        assert [("too large" in cause) for cause in causes] == [True, True, False, True]
        assert parent.worker.pid is None


def test_a_picture_that_is_mirrored_or_grey_or_changes_its_size_is_said(tmp_path: Path) -> None:
    plain = table({"b2": "coin red"})
    small = np.asarray(cv2.resize(plain, (640, 360)), np.uint8)
    scenes = (plain, np.asarray(cv2.flip(plain, 1), np.uint8), plain, plain, small)
    for scene, image in enumerate(scenes):
        for number in range(45):
            seen = noisy(image, number)
            if scene == 2:
                grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
                seen = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
            cv2.imwrite(str(tmp_path / f"{scene * 45 + number}.jpg"), seen)
    with watching(WorkerSpec(f"folder:{tmp_path}", SPOTS, MAT, str(tmp_path / "box.npz"), fps=10)) as parent:
        parent.wait_for(TROUBLE, "recording is over")
    told = [said(e) for e in parent.evidence if e.state is TROUBLE]
    order = [word for word, _ in itertools.groupby(w for s in told for w in KINDS if w in s)]
    assert order == ["mirrored", "grey", "size"]


KINDS = ("mirrored", "grey", "size")


def test_a_braced_path_is_only_a_fact(spec: WorkerSpec, tmp_path: Path) -> None:
    with watching(replace(spec, source=f"folder:{tmp_path}/{{x")) as parent:
        trouble = parent.wait_for(TROUBLE, "{x")
        assert "{path}" in trouble.message


_SCRIPT = """
import sys, time
from pathlib import Path
from vision.worker import VisionWorker, WorkerSpec

def main():
    worker = VisionWorker(WorkerSpec("webcam", (), None, sys.argv[1]))
    worker.start(lambda evidence: print(worker.pid, flush=True), print, print)
    time.sleep(600)

if __name__ == "__main__":
    main()
"""


def test_the_process_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_SCRIPT)
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "box.npz")], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
    until(lambda: not alive(pid), "the worker process ends", START)
