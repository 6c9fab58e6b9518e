"""What a camera does badly is said, while its table is followed all the same; and why it is not found."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from multiprocessing import Pipe
from multiprocessing.connection import Connection

import cv2
import numpy as np
import pytest

from tests.vision.sources.drawing import noisy
from tests.vision.sources.table import HEIGHT, MAT, SPOTS, WIDTH, table
from vision.holding import NO_TAGS
from vision.process import worker_process
from vision.process.messages import FrameReport, WorkerSpec
from vision.process.worker_process import ReportQueue, WorkerState
from vision.seeing import Glance
from vision.sight import CUT, FLICKERS, GREY, MIRRORED, RESTLESS, SOFT, TWO_MATS
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


def glances(reports: Connection, patience: float) -> list[Glance]:
    """What has come, or comes within so many seconds."""
    come: list[Glance] = []
    while reports.poll(0.0 if come else patience):
        report = reports.recv()
        come += [report.glance] if isinstance(report, FrameReport) else []
    return come


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
        found += glances(ours, 0.0)
    while found[-1].frame < count and (last := glances(ours, 10.0)):
        found += last
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
@pytest.mark.parametrize("share", [pytest.param(0.12, marks=pytest.mark.soak), 0.3])
def test_a_table_under_a_lamp_that_flickers_is_followed(
    monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    glances = told(monkeypatch, since=999, count=30, lit=lamp(share))
    assert any(glance.view is not None for glance in glances)
    assert glances[-1].state is CameraState.READY
    assert FLICKERS not in {glance.message for glance in glances}


@pytest.mark.slow
@pytest.mark.parametrize("share", [pytest.param(0.6, marks=pytest.mark.soak), 0.9])
def test_a_lamp_that_flickers_too_strongly_is_said_as_long_as_it_does(
    monkeypatch: pytest.MonkeyPatch, share: float
) -> None:
    """From the start, when the table has not been found yet."""
    said = [glance.message for glance in told(monkeypatch, since=999, count=60, lit=lamp(share))]
    assert set(said[:30]) <= {"", NO_TAGS, FLICKERS}
    assert set(said[30:]) == {FLICKERS}


@pytest.mark.slow
def test_a_lamp_that_begins_to_flicker_too_strongly_is_said_until_it_is_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the table is followed: from the 30th to the 60th picture."""
    swinging = lamp(0.6)

    def lit(image: Image, number: int) -> Image:
        return swinging(image, number) if 30 <= number < 60 else image

    said = [glance.message for glance in told(monkeypatch, since=999, count=100, lit=lit)]
    assert set(said[:30]) == {""}
    assert set(said[42:58]) == {FLICKERS}
    assert set(said[75:]) == {""}


def halves(image: Image, number: int) -> Image:
    """Two lamps that are switched on and off in turn, one on each side."""
    result = image.copy()
    half = image.shape[1] // 2
    part = np.s_[:, :half] if number % 2 else np.s_[:, half:]
    result[part] = image[part] // 2
    return result


def mirrored(image: Image, number: int) -> Image:
    del number
    return np.asarray(cv2.flip(image, 1), np.uint8)


def soft(image: Image, number: int) -> Image:
    """A lens that spreads a point over 5 pixels on each side of it."""
    return noisy(np.asarray(cv2.GaussianBlur(image, (0, 0), 5), np.uint8), number)


def moved(image: Image, right: int, down: int) -> Image:
    way = np.array([[1, 0, right], [0, 1, down]], np.float64)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.warpAffine(image, way, size, borderValue=(190, 190, 190)), np.uint8)


def past_the_right_rim(image: Image, number: int) -> Image:
    """Two tags of four, the left ones, are in the picture."""
    return noisy(moved(image, WIDTH // 3, 0), number)


def two_mats(image: Image, number: int) -> Image:
    """Two tables stand side by side."""
    half = np.asarray(cv2.resize(image, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA), np.uint8)
    both = np.full_like(image, 190)
    both[HEIGHT // 4 : HEIGHT // 4 + HEIGHT // 2] = cv2.hconcat([half, half])
    return noisy(both, number)


def past_a_corner(image: Image, number: int) -> Image:
    """Only the tag in the upper left is in the picture."""
    return noisy(moved(image, WIDTH // 3, HEIGHT // 3), number)


REASONS: dict[Callable[[Image, int], Image], str] = {
    halves: RESTLESS,
    mirrored: MIRRORED,
    soft: SOFT,
    past_the_right_rim: CUT,
    past_a_corner: CUT,
    two_mats: TWO_MATS,
}


@pytest.mark.slow
@pytest.mark.parametrize("lit", REASONS)
def test_why_the_table_is_not_found_is_said_and_said_once(
    monkeypatch: pytest.MonkeyPatch, lit: Callable[[Image, int], Image]
) -> None:
    said = [glance.message for glance in told(monkeypatch, since=999, count=45, lit=lit, pace=0.25)]
    changes = [one for before, one in pairwise(["", *said]) if one != before]
    assert changes[-1] == REASONS[lit]
    assert len(changes) == len(set(changes)) <= 2  # at most what is said before anything is known


def below_the_rim(image: Image, number: int) -> Image:
    """Three tags tell where the table is; seven of its cells lie beyond the rim."""
    del number
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), -20, 1.0)
    turn[1, 2] += 120
    return np.asarray(cv2.warpAffine(image, turn, (width, height), borderValue=(190, 190, 190)), np.uint8)


def at_night(image: Image, number: int) -> Image:
    """Infrared light: no colours."""
    del number
    return np.asarray(cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def soft_in_mid_game(image: Image, number: int) -> Image:
    """Somebody has touched the lens."""
    return soft(image, number) if number > 10 else image


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lit", "reason"), [(below_the_rim, CUT), (at_night, GREY), (soft_in_mid_game, SOFT)]
)
def test_what_is_seen_badly_is_said_for_a_while_and_followed_all_the_same(
    monkeypatch: pytest.MonkeyPatch, lit: Callable[[Image, int], Image], reason: str
) -> None:
    glances = told(monkeypatch, since=999, count=60, lit=lit, pace=0.25)
    said = [number for number, glance in enumerate(glances) if glance.message == reason]
    assert said
    assert said[-1] - said[0] < 8.0 / 0.25
    assert any(glance.view is not None for glance in glances)
    assert glances[-1].state is CameraState.READY


@pytest.mark.slow
def test_a_table_without_tags_is_not_said_to_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def empty(image: Image, number: int) -> Image:
        return noisy(np.full_like(image, 90), number)

    glances = told(monkeypatch, since=999, count=45, lit=empty, pace=0.25)
    assert {glance.message for glance in glances} <= {NO_TAGS, ""}
