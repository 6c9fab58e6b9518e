"""Clips that are made for the measurement, each once: harsh ones, untaught ones, whole simulated games,
chess.

A clip is made in a folder of another name and then renamed, so that half a clip is never taken for a whole
one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.evaluation.clips import HEAD, RACES, REVEALS, load_clip, save_clip_head
from tests.plugins.installing import CHESS, installed

ROOT = Path(__file__).parents[3]


class MakingError(Exception):
    """Why a clip could not be made, in one sentence."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated game. ``entries``: it stops after so many, 0 for a whole game."""

    game: str
    seed: int
    seats: int = 2
    entries: int = 0
    mistakes: int = 3
    profile: str = "easy"

    def order(self, out: Path) -> list[str]:
        """The command that films it."""
        words = {
            "game": self.game, "seed": self.seed, "seats": self.seats, "limit": self.entries,
            "mistakes": self.mistakes, "profile": self.profile, "teach": _lessons(self.game),
        }  # fmt: skip
        options = [f"--{name}={value}" for name, value in words.items()]
        return [sys.executable, "-m", "companion", "simulate", "clip", *options, str(out)]


def _lessons(game: str) -> str:
    """What the camera is shown first: cards are told by their faces, everything else needs no teaching."""
    return "sheets" if game == "jungle" else "nothing"


def made(folder: Path, make: Callable[[Path], None]) -> Path:
    """The clip in ``folder``; ``make`` writes it when it is not there yet."""
    if not folder.exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=folder.parent, prefix="half-made-") as place:
            fresh = Path(place) / folder.name
            make(fresh)
            fresh.rename(folder)
    return folder


def film_simulated(game: Simulated, out: Path) -> None:
    """Film a simulated game. Raises MakingError."""
    run(*game.order(out))


def make_harsh(tool: Path, clip: Path, level: int, out: Path) -> None:
    """Make a clip harsher by the ``tool``. Raises MakingError."""
    run(sys.executable, str(tool), str(clip), str(out.parent), "--level", str(level))
    (out.parent / f"{clip.name}-h{level}").rename(out)
    for name in (RACES, REVEALS):  # what a base measured and when cards could be seen stays true
        if (clip / name).exists():
            shutil.copy(clip / name, out)


def make_untaught(clip: Path, out: Path) -> None:
    """The same clip without labelled pictures and contact sheets. Raises ClipError."""
    save_clip_head(out, replace(load_clip(clip).spec, teach=(), sheets=()))
    for path in clip.iterdir():
        if path.is_file() and path.name != HEAD:
            (out / path.name).symlink_to(path.resolve())


@contextmanager
def with_chess() -> Iterator[None]:
    """The tests' game of chess is installed for a while."""
    with TemporaryDirectory() as site, installed(CHESS, Path(site)):
        yield


def run(*command: str) -> None:
    """Raises MakingError with the last line that a failing command says."""
    one = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | one, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "it said nothing").splitlines()[-1]
        raise MakingError(f"{Path(command[1]).name} {' '.join(command[2:4])} failed: {last}")
