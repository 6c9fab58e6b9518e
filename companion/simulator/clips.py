"""Writes clips (format: :mod:`companion.evaluation.clips`): a rendered game with its truth.

Beside the truth lies ``mistakes.json``: a list of ``{"kind", "at", "until"}``, one for each human mistake,
with two times in seconds: when the hand had left after the mistake, and when the mistake had been put right.
If the people say when a turn is done, ``done.json`` lists the times and the seats.

The head is written last: a folder that lacks it, because the disk was full or the stick was pulled, is no
clip.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from companion.evaluation.clips import (
    DONE,
    FRAMES,
    RACES,
    REVEALS,
    TRUTH,
    VIDEO,
    ClipError,
    ClipSpec,
    Lens,
    MatId,
    Outline,
    Teach,
    save_clip_head,
)
from companion.evaluation.truth import Tried, format_truth
from companion.locale import N_
from companion.rules.files import keep_file, keep_made, make_folder
from companion.simulator.habits import Habits, Mishap
from companion.simulator.people import People
from companion.simulator.profiles import Profile
from companion.simulator.render import Renderer
from companion.simulator.scene import Scene
from companion.simulator.setting import Setting
from vision.opencv import cv2
from vision.types import Image

MISTAKES = "mistakes.json"
_FRESH = f"new.{VIDEO}"
"""The video while it is being written; OpenCV chooses the format by the ending."""
_UNWRITABLE = N_("{folder} cannot be written: choose another place, or make room on the disk.")


class Taught(StrEnum):
    """What a camera is shown of the box before the game."""

    NOTHING = "nothing"
    SHEETS = "sheets"
    POSITIONS = "positions"


@dataclass(frozen=True, slots=True)
class Recording:
    """What to film. ``electronic``: the deck is read from lamps; ``pictures``: single JPEG files instead of a
    video; ``lens``: the clip tells the camera's calibration; ``shown``: which pictures of the box the camera
    gets before the game; ``taught``: the light, film and table top in those pictures, None = as in the
    game."""

    setting: Setting
    profile: Profile
    seed: int
    habits: Habits
    fps: float
    electronic: bool = False
    pictures: bool = False
    lens: bool = True
    taught: Profile | None = None
    shown: Taught = Taught.POSITIONS


@dataclass(frozen=True, slots=True)
class Written:
    """How much was written: pictures, seconds of play, entries of the match."""

    frames: int
    seconds: float
    entries: int
    mistakes: int


def write_clip(folder: Path, recording: Recording) -> Written:
    """Write a clip. Raises ClipError when the folder holds something already or cannot be written."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise _error(N_("{folder} is not empty: name a new folder for the clip."), folder)
        make_folder(folder)
        with _whole(folder):
            return _write(folder, recording)
    except OSError as error:
        raise _error(_UNWRITABLE, folder) from error


@contextmanager
def _whole(folder: Path) -> Iterator[None]:
    """What cannot be written to its end leaves the folder as empty as it was."""
    try:
        yield
    except (OSError, ClipError):
        for each in folder.iterdir():
            if each.is_dir():
                shutil.rmtree(each, ignore_errors=True)
            else:
                each.unlink(missing_ok=True)
        raise


def _write(folder: Path, recording: Recording) -> Written:
    setting, seed = recording.setting, recording.seed
    sources = setting.game.electronic if recording.electronic else ()
    renderer = setting.renderer(recording.profile, seed)
    people = People(setting, seed, recording.habits, sources, sees=renderer.sees, prepared=True)
    head = _head(folder, recording, renderer, sources)
    film = _Film(folder, recording)
    for scene in filmed(people, recording.fps):
        film.add(renderer.frame(scene))
    film.close()
    tried = [Tried(act.seat, act.move, act.at, act.until) for act in people.mishaps if act.move]
    keep_file(folder / TRUTH, format_truth(people.match, tried).encode())
    mishaps = list(map(_told, people.mishaps))
    _keep_rows(folder / MISTAKES, mishaps)
    _write_rest(folder, people)
    if recording.habits.done:
        presses = [{"at": round(at, 3), "seat": seat} for at, seat in people.presses]
        _keep_rows(folder / DONE, presses)
    save_clip_head(folder, head)
    return Written(film.count, people.now, len(people.match.entries), len(mishaps) + len(people.slips))


def _write_rest(folder: Path, people: People) -> None:
    """Write when each card that was turned over faced up, and what the base measured in each race, if any."""
    if people.reveals:
        rows = [{"at": round(at, 4), "piece": piece} for at, piece in people.reveals]
        _keep_rows(folder / REVEALS, rows)
    if people.races:
        races = [{"at": round(one.at, 6), **one.race.sensors} for one in people.races]
        _keep_rows(folder / RACES, races)


def _keep_rows(path: Path, rows: Sequence[Mapping[str, object]]) -> None:
    keep_file(path, (json.dumps(rows, indent=1) + "\n").encode())


def _told(mishap: Mishap) -> dict[str, object]:
    return {"kind": mishap.kind, "at": round(mishap.at, 3), "until": round(mishap.until, 3)}


def filmed(people: People, fps: float) -> Iterator[Scene]:
    """The scene at 0, 1 / fps, 2 / fps ... until the people stop."""
    frame = 0
    for span in people.play():
        begin = people.now - span.seconds
        while frame / fps < people.now:
            yield span.scene((frame / fps - begin) / span.seconds)
            frame += 1


def _head(folder: Path, recording: Recording, renderer: Renderer, sources: tuple[str, ...]) -> ClipSpec:
    setting = recording.setting
    return ClipSpec(
        game=setting.game.id,
        seats=setting.setup.seats,
        options=setting.setup.options,
        fps=recording.fps,
        anchor=_anchor(recording, renderer),
        camera=_lens(renderer) if recording.lens else None,
        teach=tuple(_teach(folder, recording)) if recording.shown is Taught.POSITIONS else (),
        sheets=tuple(_sheets(folder, recording)) if recording.shown is Taught.SHEETS else (),
        electronic=sources,
    )


def _sheets(folder: Path, recording: Recording) -> Iterator[str]:
    """Write the cleared board and the contact sheets."""
    renderer = _before(recording)
    pictures = (renderer.frame(Scene(())), *recording.setting.sheets(renderer, recording.seed + 1))
    for number, image in enumerate(pictures):
        name = f"sheets/{number}.jpg"
        keep_file(folder / name, renderer.developer.jpeg(image))
        yield name


def _before(recording: Recording) -> Renderer:
    """The camera of the game at the same place, in the light in which the box is shown before the game."""
    profile, other = recording.profile, recording.taught or recording.profile
    profile = replace(profile, light=other.light, film=other.film, surface=other.surface)
    return recording.setting.renderer(profile, recording.seed)


def _teach(folder: Path, recording: Recording) -> Iterator[Teach]:
    """Write the teaching pictures: the camera of the game takes them, and the pieces are laid out for
    each."""
    renderer = _before(recording)
    lessons = recording.setting.lessons(renderer, recording.seed + 1)
    for number, (image, position) in enumerate(lessons):
        teach = Teach(f"teach/{number}.jpg", f"teach/{number}.txt")
        keep_file(folder / teach.image, renderer.developer.jpeg(image))
        keep_file(folder / teach.position, position.encode())
        yield teach


def _anchor(recording: Recording, renderer: Renderer) -> MatId | Outline:
    if recording.profile.mat:
        return MatId(recording.setting.mat.name)
    board = renderer.art.ground()[0]
    cells = ((board.x0, board.y1), (board.x1, board.y1), (board.x1, board.y0), (board.x0, board.y0))
    a, b, c, d = ((float(x), float(y)) for x, y in renderer.picture_points(cells))
    return Outline((a, b, c, d), cells)


def _lens(renderer: Renderer) -> Lens:
    a, b, c = ((float(row[0]), float(row[1]), float(row[2])) for row in renderer.camera.k)
    return Lens((a, b, c), tuple(float(value) for value in renderer.camera.dist))


def _error(key: str, folder: Path) -> ClipError:
    return ClipError(key, (("folder", str(folder)),))


class _Film:
    """Where the pictures go: one video, or one JPEG each as the camera sends them. Raises ClipError when they
    do not arrive there."""

    def __init__(self, folder: Path, recording: Recording) -> None:
        self.count = 0
        self._folder = folder
        self._quality = recording.profile.film.jpeg
        self._writer: cv2.VideoWriter | None = None
        if recording.pictures:
            return
        code = cv2.VideoWriter.fourcc(*"mp4v")
        self._writer = cv2.VideoWriter(str(folder / _FRESH), code, recording.fps, recording.profile.view.size)

    def add(self, image: Image) -> None:
        if self._writer is not None:
            self._writer.write(image)
        else:
            done, data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, self._quality))
            if not done:
                raise _error(_UNWRITABLE, self._folder)
            keep_file(self._folder / FRAMES / f"{self.count:06}.jpg", data.tobytes())
        self.count += 1

    def close(self) -> None:
        """A video writer is silent about a full disk, so the frames that arrived are counted."""
        if self._writer is None:
            return
        self._writer.release()
        video = cv2.VideoCapture(str(self._folder / _FRESH))
        arrived = round(video.get(cv2.CAP_PROP_FRAME_COUNT))
        video.release()
        if arrived != self.count:
            raise _error(_UNWRITABLE, self._folder)
        keep_made(self._folder / _FRESH, self._folder / VIDEO)
