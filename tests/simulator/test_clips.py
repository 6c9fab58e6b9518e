"""Clips: what is written is what was played, and what the clip reader reads."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evaluation.clips import HEAD, ClipError, MatId, Outline, load_clip
from companion.evaluation.playback import Playback
from companion.rules.match import EntryKind, format_match
from companion.simulator.clips import MISTAKES, Recording, Taught, write_clip
from companion.simulator.habits import Habits
from companion.simulator.kit import MistakeKind
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from tests.simulator.tables import marso

FPS = 2.0


@pytest.fixture(scope="module")
def recording() -> Recording:
    habits = Habits(pace=3.0, mistakes=(MistakeKind.WRONG_CELL,), limit=12)
    return Recording(marso(2), PROFILES["easy"], 5, habits, FPS)


@pytest.fixture(scope="module")
def folder(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clips") / "game"
    write_clip(folder, recording)
    return folder


@pytest.mark.slow
def test_the_truth_is_the_match_that_was_played(recording: Recording, folder: Path) -> None:
    camera = recording.setting.renderer(recording.profile, recording.seed)
    players = People(recording.setting, recording.seed, recording.habits, sees=camera.sees)
    for _ in players.play():
        pass
    clip = load_clip(folder)
    assert clip.truth is not None
    assert format_match(clip.truth) == format_match(players.match)
    assert len(clip.truth.entries) >= 12
    assert all(entry.at is not None for entry in clip.truth.entries)


def test_there_is_a_picture_for_every_moment(folder: Path) -> None:
    clip = load_clip(folder)
    assert clip.truth is not None
    frames = list(clip.frames())
    last = clip.truth.entries[-1].at
    assert last is not None
    assert frames[0].time == 0
    assert frames[1].time == pytest.approx(1 / FPS)
    assert frames[-1].time > last + 1
    assert all(frame.image.shape == (720, 1280, 3) for frame in frames)


def test_it_is_taught_by_pictures_of_the_box(recording: Recording, folder: Path) -> None:
    clip = load_clip(folder)
    lessons = list(clip.teaching())
    game, setup = recording.setting.game, recording.setting.setup
    assert [game.looks(position) for _, _, position in lessons] == [
        game.looks(state) for state in game.teaching(setup)
    ]
    assert clip.spec.anchor == MatId(recording.setting.mat.name)
    assert clip.spec.camera is not None


@pytest.mark.slow
@pytest.mark.parametrize(("shown", "known"), [(Taught.SHEETS, 34), (Taught.NOTHING, 0)])
def test_a_camera_learns_every_face_from_contact_sheets(
    recording: Recording, tmp_path: Path, shown: Taught, known: int
) -> None:
    """*Marso*: 14 hunter cards, 16 movement cards and 4 score cards, on two sheets."""
    habits = replace(recording.habits, limit=1, mistakes=())
    write_clip(tmp_path / "game", replace(recording, habits=habits, shown=shown))
    clip = load_clip(tmp_path / "game")
    assert len(clip.spec.sheets) == (3 if known else 0)
    assert clip.spec.teach == ()
    likeness = Playback(clip).likeness
    assert likeness is not None
    assert len([name for name in likeness.album.portraits if name.startswith("card ")]) == known


def test_mistakes_are_told_with_their_kind_and_times(folder: Path) -> None:
    (mistake,) = json.loads((folder / MISTAKES).read_text())
    clip = load_clip(folder)
    assert clip.truth is not None
    (anyway,) = [entry for entry in clip.truth.entries if entry.kind is EntryKind.ANYWAY]
    undo = clip.truth.entries[clip.truth.entries.index(anyway) + 1]
    assert mistake == {"kind": "wrong-cell", "at": anyway.at, "until": undo.at}


@pytest.mark.slow
def test_single_pictures_without_mat_and_lens(recording: Recording, tmp_path: Path) -> None:
    profile = replace(recording.profile, mat=False)
    habits = replace(recording.habits, mistakes=(), limit=1)
    bare = replace(recording, profile=profile, habits=habits, pictures=True, lens=False, electronic=True)
    written = write_clip(tmp_path / "clip", bare)
    clip = load_clip(tmp_path / "clip")
    assert len(list(clip.frames())) == written.frames
    assert clip.spec.camera is None
    assert clip.spec.electronic == ("beast-card",)
    anchor = clip.spec.anchor
    assert isinstance(anchor, Outline)
    renderer = bare.setting.renderer(profile, 1)
    assert np.array(anchor.picture) == pytest.approx(renderer.picture_points(anchor.cells), abs=1e-6)
    assert anchor.cells[0] == pytest.approx((-0.775, 6.775)), "half a cell and the printed frame"


@pytest.mark.slow
def test_the_box_can_be_taught_in_another_light(recording: Recording, tmp_path: Path) -> None:
    """The evening's light is the warmer: its white mat has more red than blue."""
    other = replace(recording, habits=Habits(limit=1), fps=1.0, taught=PROFILES["evening"])
    write_clip(tmp_path / "clip", other)
    clip = load_clip(tmp_path / "clip")
    camera = recording.setting.renderer(recording.profile, 1)
    x, y = (round(float(v)) for v in camera.picture_points([(-4.2, 3.0)])[0])
    taught = next(image for _, image, _ in clip.teaching())[y, x].astype(float)
    played = next(iter(clip.frames())).image[y, x].astype(float)
    assert taught[2] / taught[0] > 1.1 * played[2] / played[0]
    assert taught.mean() < played.mean()


@pytest.mark.slow
def test_a_full_disk_is_told(recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The video writer loses frames without a word."""

    class FullDisk:
        def __init__(self, *_: object) -> None: ...
        def write(self, image: object) -> None: ...
        def release(self) -> None: ...

        fourcc = cv2.VideoWriter.fourcc

    monkeypatch.setattr(cv2, "VideoWriter", FullDisk)
    with pytest.raises(ClipError, match="make room on the disk"):
        write_clip(tmp_path / "clip", replace(recording, habits=Habits(limit=1), fps=1.0))


@pytest.mark.slow
@pytest.mark.parametrize(("pictures", "share"), [(True, 0.5), (False, 1.0)])
def test_the_head_comes_last_and_nothing_stays_of_a_clip_that_a_full_disk_cuts_off(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pictures: bool, share: float
) -> None:
    """A folder without a head is no clip: a stick that is pulled leaves none that looks whole. ``share``: of
    the other files that still find room."""
    short = replace(recording, habits=Habits(limit=1), fps=1.0, pictures=pictures)
    named: list[str] = []
    give_name, room = Path.replace, 10_000

    def replaced(self: Path, target: Path) -> Path:
        if len(named) >= room:
            raise OSError(errno.ENOSPC, "No space left on device")
        named.append(target.name)
        return give_name(self, target)

    monkeypatch.setattr(Path, "replace", replaced)
    write_clip(tmp_path / "whole", short)
    assert named[-1] == HEAD
    assert sorted(named) == sorted(one.name for one in (tmp_path / "whole").rglob("*") if one.is_file())
    room = round(share * (len(named) - 1))
    named.clear()
    with pytest.raises(ClipError, match="make room on the disk"):
        write_clip(tmp_path / "cut", short)
    assert list((tmp_path / "cut").iterdir()) == []


def test_a_folder_with_something_in_it_is_left_alone(recording: Recording, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ClipError, match="is not empty"):
        write_clip(tmp_path, recording)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
