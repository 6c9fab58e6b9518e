"""Vision in a process of its own: it starts, dies, comes back, stops, and names a bad source."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.doubles.waiting import until
from tests.vision.sources.drawing import noisy, to_picture
from tests.vision.sources.pictures import picture, png
from tests.vision.sources.table import HEIGHT, MAT, SPOTS, VIEW, WIDTH, TableCamera, table
from tests.vision.sources.watched import READY, START, TROUBLE, outlines_of, said, views, watching
from vision.mat import Mat, board_corners
from vision.process.messages import WorkerSpec
from vision.process.worker import SPARED, WorkerPatience
from vision.registration import Corners
from vision.types import Image, SourceError

pytestmark = pytest.mark.outside

_TAPS = to_picture(VIEW, board_corners(SPOTS))
TAPPED = Corners(tuple((float(x), float(y)) for x, y in _TAPS), board_corners(SPOTS))


def decorated() -> Image:
    """A board with a print that looks another way round in a mirror."""
    rng, image = np.random.default_rng(4), table({})
    for x, y in rng.uniform((150, 100), (WIDTH - 150, HEIGHT - 100), (90, 2)):
        dx, dy = rng.uniform(-24, 24, 2)
        colour = tuple(map(float, rng.uniform(30, 220, 3)))
        begin, end = (int(x), int(y)), (int(x + dx), int(y + dy))
        cv2.line(image, begin, end, colour, int(rng.integers(3, 9)), cv2.LINE_AA)
    return image


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_it_tells_glances_name_and_previews(spec: WorkerSpec) -> None:
    with watching(spec) as parent:
        parent.wait_for(READY)
        assert parent.names[0] == (spec.source.removeprefix("http://"), True)
        parent.wait(lambda: len(parent.glances) >= 10, "more glances")
        numbers = [e.frame for e in parent.glances]
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
            count = len(parent.glances)
            os.kill(pid, signal.SIGKILL)
            trouble = parent.wait_for(TROUBLE, "has ended", count)
            assert trouble.view is None
            again = parent.wait_for(READY, since=parent.glances.index(trouble))
            assert again.frame > trouble.frame
            assert parent.worker.pid not in (None, pid)
            parent.wait_for_preview()
        numbers = [e.frame for e in parent.glances]
        assert numbers == sorted(set(numbers))
        name = spec.source.removeprefix("http://")
        assert parent.names == [(name, True), ("", False), (name, True), ("", False), (name, True)]


def test_a_process_that_does_not_answer_is_killed(spec: WorkerSpec) -> None:
    with watching(spec, WorkerPatience(mute=4.0, pause=0.05)) as parent:
        parent.wait_for(READY)
        pid = parent.worker.pid
        assert pid is not None
        count = len(parent.glances)
        os.kill(pid, signal.SIGSTOP)
        asked = (parent.worker.capture(), parent.worker.photograph())
        parent.wait_for(TROUBLE, "does not answer", count)
        for answer in asked:
            with pytest.raises(SourceError, match="has ended"):
                answer.result(START)
        parent.wait_for(READY, since=len(parent.glances))
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


def test_questions_between_two_processes_are_answered_at_once(spec: WorkerSpec) -> None:
    with watching(spec, WorkerPatience(pause=600)) as parent:
        parent.wait_for(READY)
        pid = parent.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        parent.wait(lambda: parent.worker.pid is None, "nobody watches")
        for asked in (parent.worker.photograph(), parent.worker.capture()):
            assert asked.done()
            with pytest.raises(SourceError, match="has ended"):
                asked.result()


def test_signals_for_the_whole_group_do_not_end_the_process(spec: WorkerSpec) -> None:
    """Neither while it begins nor while it watches: it is its parent that ends it."""
    with watching(spec) as parent:
        parent.wait(lambda: parent.worker.pid is not None, "a process")
        pid = parent.worker.pid
        assert pid is not None
        for number in SPARED:
            os.kill(pid, number)
        parent.wait_for(READY)
        for number in SPARED:
            os.kill(pid, number)
        count = len(parent.glances)
        parent.wait(lambda: len(parent.glances) >= count + 5, "more glances")
        assert parent.worker.pid == pid
        assert not any(glance.state is TROUBLE for glance in parent.glances)
    assert not alive(pid)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("webcam", "There is no picture source webcam"),
        ("http://127.0.0.1:1/stream", "refuses the connection"),
    ],
)
def test_a_source_that_cannot_be_used_is_said(spec: WorkerSpec, source: str, words: str) -> None:
    with watching(replace(spec, source=source)) as parent:
        first = parent.wait_for(TROUBLE, words)
        assert first.message.count(". ") == 0
        assert first.view is None
        for asked in (parent.worker.capture(), parent.worker.photograph()):
            with pytest.raises(SourceError, match="no picture yet"):
                asked.result(START)
        pid = parent.worker.pid
        parent.wait_for(TROUBLE, words, since=len(parent.glances))
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
        parent.wait(lambda: "1.png is too large" in said(parent.glances[-1]), "why")
        causes = [said(e) for e in parent.glances if e.state is TROUBLE]
        assert [("too large" in cause) for cause in causes] == [True, True, False, True]
        assert parent.worker.pid is None


def test_a_picture_that_is_mirrored_or_grey_or_changes_its_size_is_said(tmp_path: Path) -> None:
    plain = table({"b2": "coin red"})
    small = np.asarray(cv2.resize(plain, (640, 360)), np.uint8)
    scenes = (np.asarray(cv2.flip(plain, 1), np.uint8), plain, plain, plain, small)
    for scene, image in enumerate(scenes):
        for number in range(45):
            seen = noisy(image, number)
            if scene == 2:
                grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
                seen = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
            cv2.imwrite(str(tmp_path / f"{scene * 45 + number}.jpg"), seen)
    with watching(WorkerSpec(f"folder:{tmp_path}", SPOTS, MAT, fps=10)) as parent:
        parent.wait_for(TROUBLE, "recording is over")
    told = [said(e) for e in parent.glances if e.state is TROUBLE]
    order = [word for word, _ in itertools.groupby(w for s in told for w in KINDS if w in s)]
    assert order == ["mirrored", "grey", "size"]


KINDS = ("mirrored", "grey", "size")


@pytest.mark.parametrize("anchor", [MAT, TAPPED], ids=["mat", "taps"])
def test_a_picture_that_is_mirrored_from_now_on_is_said(
    spec: WorkerSpec, camera: TableCamera, anchor: Mat | Corners
) -> None:
    """Somebody touches the camera's settings in mid-game."""
    plain = decorated()
    camera.send(plain)
    with watching(replace(spec, anchor=anchor)) as parent:
        parent.wait(lambda: bool(views(parent)), "the first view")
        camera.send(np.asarray(cv2.flip(plain, 1), np.uint8))
        parent.wait_for(TROUBLE, "mirrored")
        camera.send(plain)
        parent.wait_for(READY, since=len(parent.glances))


def test_a_braced_path_is_only_a_fact(spec: WorkerSpec, tmp_path: Path) -> None:
    with watching(replace(spec, source=f"folder:{tmp_path}/{{x")) as parent:
        trouble = parent.wait_for(TROUBLE, "{x")
        assert "{path}" in trouble.message


_SCRIPT = """
import sys, time
from pathlib import Path
from vision.process.messages import WorkerSpec
from vision.process.worker import SPARED, VisionWorker

def main():
    worker = VisionWorker(WorkerSpec("webcam", (), None))
    worker.start(lambda _: print(worker.pid, flush=True), print, print)
    time.sleep(600)

if __name__ == "__main__":
    main()
"""


def test_the_process_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(_SCRIPT)
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
    until(lambda: not alive(pid), "the worker process ends", START)
