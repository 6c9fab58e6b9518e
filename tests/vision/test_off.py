"""A network that is missing, cut or of another version, or a machine too slow for it: one sentence says what
to do; nothing is read."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

import cv2
import pytest

from tests.vision.table import MAT, SPOTS, Eye, Scene, photo
from vision.networks.changes import ChangeNetwork
from vision.networks.hands import HandsNetwork
from vision.networks.model import FOLDER, VERSION, Model
from vision.process.messages import Answer, FrameReport, FrameRequest, WorkerSpec
from vision.process.worker_process import ReportQueue, WorkerState
from vision.types import CameraState, SourceError

_Kind = TypeVar("_Kind")
Worker = tuple[WorkerState, Connection]


@pytest.fixture(params=["missing", "damaged", "version"])
def word(request: pytest.FixtureRequest) -> str:
    """What is wrong with the network's file, as the sentence says it."""
    return str(request.param)


@pytest.fixture(params=["hands", "change"])
def network(
    request: pytest.FixtureRequest, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The name of the network that has this fault."""
    name = str(request.param)
    shutil.copy(FOLDER / f"{name}.toml", tmp_path)
    if word == "damaged":
        (tmp_path / f"{name}.onnx").write_bytes((FOLDER / f"{name}.onnx").read_bytes()[:100_000])
    if word == "version":
        facts = tmp_path / f"{name}.toml"
        facts.write_text(facts.read_text().replace(f"version = {VERSION}", f"version = {VERSION + 1}"))
    if name == "hands":
        monkeypatch.setattr("vision.presence.HandsNetwork", lambda: HandsNetwork(Model(name, tmp_path)))
    else:
        monkeypatch.setattr("vision.watching.ChangeNetwork", lambda: ChangeNetwork(Model(name, tmp_path)))
    return name


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Worker]:
    """The state of a worker, and its parent's end."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for number in range(3):
        cv2.imwrite(str(pictures / f"{number:06d}.png"), photo(Scene(), Eye(seed=number)))
    ours, theirs = Pipe()
    made = WorkerState(WorkerSpec(f"folder:{pictures}", SPOTS, MAT, fps=15.0), ReportQueue(theirs))
    yield made, ours
    made.close()


@pytest.fixture
def worker(network: str, request: pytest.FixtureRequest) -> Worker:
    """The state of a worker with that file."""
    assert network
    made: Worker = request.getfixturevalue("state")
    return made


def heard(state: WorkerState, ours: Connection, kind: type[_Kind]) -> _Kind:
    """The next report of this kind."""
    for _ in range(20):
        state.step()
        while ours.poll(0.1):
            report: object = ours.recv()
            if isinstance(report, kind):
                return report
    raise AssertionError(f"no {kind}")


def test_nothing_is_read_and_one_sentence_says_why(worker: Worker, word: str, network: str) -> None:
    glance = heard(*worker, FrameReport).glance
    assert (glance.state, glance.view) == (CameraState.TROUBLE, None)
    assert word in glance.message
    other = {"found": str(VERSION + 1), "needed": str(VERSION)}
    facts = {"file": f"{network}.toml", **other} if word == "version" else {"file": f"{network}.onnx"}
    assert dict(glance.facts) == facts


def test_a_photograph_is_refused_with_the_same_sentence(worker: Worker, word: str) -> None:
    state, _ = worker
    state.obey(FrameRequest(7, view=False))
    heard(*worker, FrameReport)
    state.obey(FrameRequest(8, view=True))
    for _ in range(5):
        report = heard(*worker, Answer)
        if report.number == 8:
            break
    assert report.value is None
    assert isinstance(report.error, SourceError)
    assert word in report.error.key


@pytest.fixture(params=["hands", "change"])
def slow(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that takes a second for one of the networks."""
    quick = Model.milliseconds
    wanted = Model(str(request.param)).facts

    def milliseconds(model: Model, height: int, width: int, runs: int = 5) -> float:
        return 1000.0 if model.facts == wanted else quick(model, height, width, runs)

    monkeypatch.setattr(Model, "milliseconds", milliseconds)


@pytest.mark.usefixtures("slow")
def test_a_machine_that_is_too_slow_is_told_with_figures(state: Worker) -> None:
    glance = heard(*state, FrameReport).glance
    assert (glance.state, glance.view) == (CameraState.TROUBLE, None)
    assert "use a faster one" in glance.message
    assert dict(glance.facts)["measured"] == "1000"
    assert 0 < int(dict(glance.facts)["allowed"]) < 1000


def test_a_machine_that_is_quick_enough_is_told_nothing(state: Worker) -> None:
    glance = heard(*state, FrameReport).glance
    assert glance.state is not CameraState.TROUBLE
