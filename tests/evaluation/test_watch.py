"""``companion watch`` on a short rendered clip: the real watcher, the real session, a real mistake."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

from companion.commands.watch import watch_command
from companion.evaluation import playback
from companion.evaluation.scorer import score_clip
from companion.evaluation.scoring import Score
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.kit import MistakeKind
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from vision.photographs import photographed
from vision.seeing import Glance, View
from vision.types import Frame, Image, Spot
from vision.watching import TableWatcher


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first 7 entries of a game with an electronic deck; the last two are a mistake and its undo."""
    folder = tmp_path_factory.mktemp("clips") / "short"
    habits = Habits(pace=2.5, together=1.0, peeks=0.0, rests=0.0, mistakes=(MistakeKind.WRONG_CELL,), limit=7)
    setting = setting_of("marso", ("south", "north"), {})
    write_clip(folder, Recording(setting, PROFILES["easy"], 7, habits, 10.0, electronic=True))
    return folder


class SeenOnce:
    """The real watcher of a clip; every frame is seen once, however often the clip is watched."""

    seen: ClassVar[dict[int, Glance]] = {}
    watchers: ClassVar[list[TableWatcher]] = []

    def __init__(self, *table: Any) -> None:
        self.watchers[:] = self.watchers or [TableWatcher(*table)]
        self._watcher = self.watchers[0]

    def read(self, frame: Frame) -> Glance:
        if frame.number not in self.seen:
            self.seen[frame.number] = self._watcher.read(frame)
        return self.seen[frame.number]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._watcher, name)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "TableWatcher", SeenOnce)
    monkeypatch.setattr(playback, "photographed", photographed_once)
    monkeypatch.setattr("companion.commands.watch.score_clip", scored_once)


LESSONS: dict[tuple[bytes, object], View | None] = {}


def photographed_once(image: Image, spots: Sequence[Spot], *where: Any) -> View | None:
    """The view of a picture that teaches, which is looked at once, however often the clip is watched."""
    shown = sha256(image.tobytes()).digest(), tuple(spots)
    if shown not in LESSONS:
        LESSONS[shown] = photographed(image, spots, *where)
    return LESSONS[shown]


SCORES: dict[Path, Score] = {}


def scored_once(folder: Path, **how: Any) -> Score:
    """The score of a clip, which is judged once, however often the command is run."""
    if folder not in SCORES:
        SCORES[folder] = score_clip(folder, **how)
    return SCORES[folder]


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(watch_command, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


@cache
def ruled(clip: Path) -> tuple[int, str, str]:
    """The command without any option."""
    return run(clip)


@pytest.mark.slow
def test_the_rulings_are_those_of_the_truth(clip: Path) -> None:
    status, out, _ = ruled(clip)
    assert status == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert all(
        row.keys() == {"t", "frame", "kind", "seat", "move", "breaks", "cells", "message"} for row in rows
    )
    truth = (clip / "truth.match").read_text(encoding="utf-8")
    moves = [move for row in rows if row["kind"] == "played" for move in row["move"].split("; ")]
    lines = [line.partition(" ")[2] for line in truth.splitlines() if line.startswith("@")]
    played = [line.partition(" ")[2] for line in lines if not line.startswith(("*", "anyway", "undo"))]
    assert moves == played == ["play ur r", "step e3", "play jet", "fly e4"]
    refused = [row for row in rows if row["kind"] == "refused"]
    illegal = [line.split(" ", 2)[2] for line in lines if line.startswith("anyway")]
    assert [row["move"] for row in refused] == illegal == ["run red a5"]
    assert all(row["breaks"] and row["cells"] for row in refused)
    assert any(row["kind"] == "hand" for row in rows)


@pytest.mark.slow
def test_every_second_without_a_ruling_says_what_it_waits_for(clip: Path) -> None:
    status, out, _ = run("--why", clip)
    assert status == 0
    rows = [json.loads(line) for line in out.splitlines()]
    waiting = [row for row in rows if row["kind"] == "waiting"]
    rulings = [row for row in rows if row["kind"] not in ("waiting", "hand", "light", "camera")]
    seconds = {int(row["t"]) for row in waiting}
    assert len(seconds) == len(waiting)
    assert seconds | {int(row["t"]) for row in rulings} == set(range(int(rows[-1]["t"]) + 1))
    assert seconds.isdisjoint(int(row["t"]) for row in rulings)
    hands = [row for row in waiting if row["why"] == "hand"]
    assert hands
    assert all(row["cells"] and set(row["edges"]) <= {"left", "right", "top", "bottom"} for row in hands)
    assert any(row["edges"] for row in hands)
    assert waiting[-1]["why"] == "act"
    plain = [json.loads(line) for line in ruled(clip)[1].splitlines()]
    assert [row for row in rows if row["kind"] != "waiting"] == plain


@pytest.mark.slow
def test_the_score_of_the_same_clip(clip: Path) -> None:
    status, out, _ = run("--score", "--json", clip)
    assert status == 0
    total = json.loads(out)["total"]
    assert total["counts"]["wrong commits"] == 0
    assert total["counts"]["false alarms"] == 0
    shares = {name: (share["hits"], share["trials"]) for name, share in total["shares"].items()}
    assert shares["moves"] == (4, 4)
    assert shares["games"] == shares["named"] == shares["caught: wrong-cell"] == (1, 1)
    assert total["counts"]["repairs"] == 0
    commits = total["reliability"]["certain of commit"]
    assert (
        commits["n"]
        == sum(one["n"] for one in commits["bins"])
        == sum(one["hits"] for one in commits["bins"])
    )
    assert commits["n"] > 0


@pytest.mark.slow
def test_the_same_figures_as_a_table(clip: Path) -> None:
    """Two clips of one folder and game are one row; four lawful moves and one mistake each."""
    status, out, _ = run("--score", "--table", clip, clip)
    assert status == 0
    figures, _, reliability = out.partition("\n\n")
    head, _, row = ([cell.strip() for cell in line.strip("|").split("|")] for line in figures.splitlines())
    told = dict(zip(head, row, strict=True))
    assert (told["source"], told["game"]) == (clip.parent.name, "marso")
    assert (told["clips"], told["moves understood"], told["final"]) == ("2", "8/8", "8/8")
    assert told["understood or asked"] == "8/8"
    assert (told["mistakes told"], told["right clause"]) == ("2/2", "2/2")
    assert (told["false accusations"], told["wrong commits"]) == ("0", "0")
    head, _, position, commit = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in reliability.splitlines()
    )
    group = [clip.parent.name, "marso", "at-once"]
    assert position[:4] == [*group, "certain of position"]
    assert commit[:4] == [*group, "certain of commit"]
    told = dict(zip(head, commit, strict=True))
    assert told["below 0.5: right (mean stated)"] == "-"
    assert float(told["Brier score"]) <= 0.005**2  # no commit may be less certain, and all were right


@pytest.mark.slow
def test_another_truth_makes_another_score(clip: Path, tmp_path: Path) -> None:
    """Every figure would be perfect if nothing were compared."""
    folder = tmp_path / "false"
    shutil.copytree(clip, folder)
    truth = folder / "truth.match"
    text = truth.read_text(encoding="utf-8")
    head, _, entries = text.partition("\n\n")
    first = next(line for line in entries.splitlines() if " play " in line)
    at, seat, _ = first.split(" ", 2)
    other = "still" if "still" not in first else "jet"
    kept = entries.splitlines()[: entries.splitlines().index(first)]
    truth.write_text("\n".join([head, "", *kept, f"{at} {seat} play {other}"]) + "\n", encoding="utf-8")
    status, out, _ = run("--score", "--json", folder)
    assert status == 0
    total = json.loads(out)["total"]
    assert total["counts"]["wrong commits"] > 0
    assert total["shares"]["moves"]["hits"] < total["shares"]["moves"]["trials"]


def test_without_a_truth_there_is_no_score(clip: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    shutil.copytree(clip, folder)
    (folder / "truth.match").unlink()
    status, out, err = run("--score", folder)
    assert (status, out) == (2, "")
    assert "truth.match" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_no_clip_at_all(tmp_path: Path, language: str) -> None:
    status, out, err = run("--lang", language, tmp_path)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "clip.toml" in err
