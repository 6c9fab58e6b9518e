"""All that can be measured, as jobs: each has a source, a way and what it needs, and keeps its row on the
disk.

A row is kept under a digest of the program and of these modules, so that a run that was interrupted goes on,
and nothing is taken over from another state of the code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import cv2

from tests.bench.seeing.changes import CellFigures
from tests.bench.seeing.chess_clip import write_clip
from tests.bench.seeing.clips import AT_ONCE, figures_of
from tests.bench.seeing.film import USUAL, Timing
from tests.bench.seeing.goals import HARSH
from tests.bench.seeing.making import (
    ROOT,
    Simulated,
    film_simulated,
    made,
    make_harsh,
    make_untaught,
    with_chess,
)
from tests.bench.seeing.photos import compared, watched
from tests.bench.seeing.rows import Row, from_json, of_acts, of_cells, to_json
from tests.bench.seeing.truth import PhotoSet, read_baxter, read_mathable, read_real

REAL = ("chess-2", "chess-5", "chess-6", "scrabble-12", "scrabble-13", "qwirkle-1", "go-2", "ludo-rolling")
VIDEOS = {"ludo-rolling": 30.0}
"""Sets that are videos, with their frames a second."""
CHESS = ("chess-2", "chess-5", "chess-6")
RAYTRACED = ("marso-4", "arctica-1", "atlantis-1", "northwest-1", "jungle-1")
GAMES = ("marso", "arctica", "atlantis", "northwest", "jungle")
ALONE, HELD, ARM, VIDEO = "comparison alone", "photos held", "held, arm drawn", "video"
REACH = 0.5
"""Seconds in which a drawn arm goes in, and as many in which it goes out."""
QUICK_PHOTOS, QUICK_ENTRIES = 12, 8
MEASURED = ("companion", "vision", "tests/plugins", "tests/bench/seeing")
PLAYING = ("companion/simulator", "companion/rules", "companion/games")
"""Folders on which a figure depends, and those on which a simulated game does."""
KINDS = {".py", ".toml", ".onnx", ".npz", ".json"}
SHOWING = {"__main__.py", "goals.py", "table.py"}
"""Modules that only show what was measured."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``shared``: the folder with private material; ``cache``: for what is made and measured; ``answers``:
    when people answer; ``timing``: of photos; ``seeds``, ``entries``, ``mistakes``, ``seats``, ``profile``:
    of the simulated games, each whole with 0 entries; ``quick``: a small part of everything."""

    shared: Path
    cache: Path
    answers: tuple[str, ...] = (AT_ONCE,)
    timing: Timing = USUAL
    seeds: tuple[int, ...] = (901,)
    entries: int = 0
    mistakes: int = 3
    seats: int = 2
    profile: str = "easy"
    quick: bool = False

    @property
    def media(self) -> Path:
        return self.shared / "media"

    @property
    def harsher(self) -> Path:
        """The tool that makes clips harsher."""
        return self.shared / "tools" / "harsh.py"

    @property
    def photos(self) -> int:
        """The most photos of a set, 0 for all."""
        return QUICK_PHOTOS if self.quick else 0


@dataclass(frozen=True, slots=True)
class Job:
    """``needs``: files and folders without which it is skipped; ``settings``: what its row depends on beside
    the code; ``cost``: roughly, cheap ones go first."""

    source: str
    way: str
    cost: int
    measure: Callable[[], Row] = field(repr=False, compare=False)
    needs: tuple[Path, ...] = ()
    settings: str = ""

    @property
    def absent(self) -> str:
        """Why it cannot be measured here, "" if it can."""
        gone = [path for path in self.needs if not path.exists()]
        return f"{gone[0]} is not here." if gone else ""

    def file(self, place: Path) -> Path:
        """Where its row is kept, below the folder of this state of the code."""
        name = f"{self.source} {self.way}".replace("/", "_").replace(" ", "-").replace(",", "")
        return place / f"{name}-{_key(self.settings)}.json"

    def row(self, place: Path) -> Row:
        """The row, kept or measured now. Raises what the measuring raises."""
        file = self.file(place)
        if file.exists():
            return from_json(json.loads(file.read_text(encoding="utf-8")))
        row = self.measure()
        place.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".half")
        fresh.write_text(json.dumps(to_json(row), indent=1) + "\n", encoding="utf-8")
        fresh.replace(file)
        return row


def digest(*rooms: str) -> str:
    """Of all code and data in these folders; of all that a figure depends on without any."""
    total = hashlib.sha256()
    folders = [ROOT / room for room in rooms or MEASURED]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in KINDS):
        if not (path.parent.name == "seeing" and path.name in SHOWING):
            total.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return total.hexdigest()[:12]


def _key(*settings: object) -> str:
    """A short name for settings."""
    return hashlib.sha256(repr(settings).encode()).hexdigest()[:8]


def jobs(plan: Plan) -> list[Job]:
    """Everything, cheap jobs first."""
    some = [*_photo_jobs(plan), *_chess_jobs(plan), *_raytraced_jobs(plan), *_simulated_jobs(plan)]
    return sorted(some, key=lambda job: job.cost)


# -- photos ------------------------------------------------------------------------------------------------


def _photo_jobs(plan: Plan) -> Iterator[Job]:
    for name in REAL:
        folder = plan.media / "real" / name
        read = partial(_one, read_real, folder, VIDEOS.get(name))
        yield from _ways(plan, f"real/{name}", read, folder, name in VIDEOS)
    mathable, baxter = plan.media / "mathable", plan.media / "shifted-board"
    yield from _ways(plan, "mathable", partial(_one, read_mathable, mathable), mathable, False)
    yield from _ways(plan, "baxter", partial(read_baxter, baxter), baxter, False)


def _one(read: Callable[..., PhotoSet], *arguments: object) -> list[PhotoSet]:
    return [read(*arguments)]


def _ways(
    plan: Plan, source: str, read: Callable[[], list[PhotoSet]], folder: Path, video: bool
) -> Iterator[Job]:
    """A set in all its ways. Only light changes in *baxter*, so no arm is drawn there."""
    held, reaching = plan.timing, replace(plan.timing, reach=REACH)
    ways: dict[str, tuple[int, Callable[[PhotoSet], CellFigures]]] = {ALONE: (1, compared)}
    if video:
        ways[VIDEO] = (1, partial(watched, timing=held))
    else:
        ways[HELD] = (2, partial(watched, timing=held))
        if source != "baxter":
            ways[ARM] = (3, partial(watched, timing=reaching))
    for way, (cost, figures) in ways.items():
        measure = partial(_photos, source, way, read, figures, plan.photos)
        yield Job(source, way, cost, measure, (folder,), repr((held, plan.photos)))


def _photos(
    source: str,
    way: str,
    read: Callable[[], list[PhotoSet]],
    figures: Callable[[PhotoSet], CellFigures],
    most: int,
) -> Row:
    total = sum((figures(photos.cut(most)) for photos in read()), CellFigures())
    return Row(source, way, "cells", of_cells(total))


# -- clips -------------------------------------------------------------------------------------------------


def _chess_jobs(plan: Plan) -> Iterator[Job]:
    for source, reach in (("chess", 0.0), ("chess-arm", REACH)):
        for name in CHESS:
            folder, timing = plan.media / "real" / name, replace(plan.timing, reach=reach)
            settings = repr((timing, plan.photos))
            for answers in plan.answers:
                measure = partial(
                    _chess, f"{source}/{name}", answers, folder, timing, plan.photos, plan.cache
                )
                yield Job(f"{source}/{name}", answers, 4, measure, (folder,), settings)


def _chess(source: str, answers: str, folder: Path, timing: Timing, most: int, cache: Path) -> Row:
    clip = cache / "clips" / f"{source}-{_key(timing, most)}"
    with with_chess():
        made(clip, partial(write_clip, read_real(folder).cut(most), timing))
        return _scored(source, answers, clip)


def _raytraced_jobs(plan: Plan) -> Iterator[Job]:
    """The clips as they are, untaught, and made harsher; a quick run takes one of them as it is."""
    for name in RAYTRACED[:1] if plan.quick else RAYTRACED:
        clip = plan.media / "raytraced" / name
        for answers in plan.answers:
            source = f"raytraced/{name}"
            yield Job(source, answers, 5, partial(_scored, source, answers, clip), (clip,))
            if not plan.quick:
                source = f"untaught/{name}"
                yield _clip_job(plan, source, answers, 6, partial(make_untaught, clip), (clip,))
                for level in HARSH:
                    make = partial(make_harsh, plan.harsher, clip, level)
                    source = f"harsh-{level}/{name}"
                    yield _clip_job(plan, source, answers, 7, make, (clip, plan.harsher))


def _simulated_jobs(plan: Plan) -> Iterator[Job]:
    code = digest(*PLAYING)
    for game in GAMES[:1] if plan.quick else GAMES:
        for seed in plan.seeds[:1] if plan.quick else plan.seeds:
            entries = QUICK_ENTRIES if plan.quick else plan.entries
            film = Simulated(game, seed, plan.seats, entries, plan.mistakes, plan.profile)
            for answers in plan.answers:
                make = partial(film_simulated, film)
                yield _clip_job(plan, f"simulated/{game}-{seed}", answers, 8, make, (), (film, code))


def _clip_job(
    plan: Plan,
    source: str,
    answers: str,
    cost: int,
    make: Callable[[Path], None],
    needs: tuple[Path, ...],
    settings: tuple[object, ...] = (),
) -> Job:
    """A clip that is made first; ``settings``: what it depends on beside its name."""
    folder = plan.cache / "clips" / (f"{source}-{_key(*settings)}" if settings else source)
    return Job(source, answers, cost, partial(_made, source, answers, folder, make), needs, repr(settings))


def _made(source: str, answers: str, folder: Path, make: Callable[[Path], None]) -> Row:
    return _scored(source, answers, made(folder, make))


def _scored(source: str, answers: str, clip: Path) -> Row:
    return Row(source, answers, "acts", of_acts(figures_of(clip, answers)))


def one_thread() -> None:
    """One thread a process: the processes share the cores."""
    cv2.setNumThreads(1)


def row_or_error(job: Job, place: Path) -> Row | Exception:
    """The row, or what it raised: one source that fails does not end hours of measuring."""
    try:
        return job.row(place)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is told with the source's name
        return error


def chosen(all_jobs: Sequence[Job], names: Sequence[str]) -> list[Job]:
    """The jobs of these sources: a source, the folder before its stroke, or a pattern with ``*``. All without
    names. Raises ValueError for a name that fits none."""
    if not names:
        return list(all_jobs)
    for name in names:
        if not any(_fits(job, name) for job in all_jobs):
            raise ValueError(name)
    return [job for job in all_jobs if any(_fits(job, name) for name in names)]


def _fits(job: Job, name: str) -> bool:
    return (
        Path(job.source).match(name)
        if "*" in name
        else job.source == name or job.source.startswith(f"{name}/")
    )
