"""``python -m tests.bench.seeing``: goals, the page, what is measured and kept, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.referee.share import Share
from tests.bench.seeing.__main__ import main, measured
from tests.bench.seeing.acts import ActFigures
from tests.bench.seeing.changes import CellFigures
from tests.bench.seeing.clips import ClipFigures
from tests.bench.seeing.goals import GOALS, Goal, missed, reached
from tests.bench.seeing.jobs import Job, Plan, chosen, digest, jobs
from tests.bench.seeing.making import ROOT, made
from tests.bench.seeing.rows import Measure, Row, Times, from_json, of_acts, of_cells, to_json
from tests.bench.seeing.table import page
from tests.bench.seeing.truth import TruthError

pytestmark = pytest.mark.outside


def test_bounds_are_kept_or_not() -> None:
    least, most = Goal(("*",), "exact", "x", least=0.97), Goal(("*",), "delay", "x", most=0.5)
    assert reached(least, Share(97, 100))
    assert not reached(least, Share(96, 100))
    assert reached(most, Times(3, 0.1, 0.5))
    assert not reached(most, Times(3, 0.1, 0.51))
    assert reached(Goal(("*",), "asked", "x", short=1), Share(22, 23))
    assert not reached(Goal(("*",), "asked", "x", short=1), Share(21, 23))
    assert reached(least, None)
    assert reached(least, Share())


def acts_row(source: str, **measures: Measure) -> Row:
    usual: dict[str, Measure] = dict.fromkeys(("moves", "asked", "told", "wrong", "taps", "accusations"))
    return Row(source, "at-once", "acts", usual | measures)


def test_what_is_missed_is_said_in_plain_words() -> None:
    row = acts_row("chess-arm/chess-6", moves=Share(45, 92), wrong=3.0, taps=55.4)
    assert list(missed([row])) == [
        "chess-arm/chess-6, at-once: moves understood without help: 45 of 92 (49 %); "
        "the goal is at least 98 %.",
        "chess-arm/chess-6, at-once: wrong commits: 3; the goal is at most 0.",
        "chess-arm/chess-6, at-once: taps per 100 moves: 55.4; the goal is at most 3.",
    ]


def test_a_harsh_clip_is_held_against_the_clip_it_was_made_of() -> None:
    plain = acts_row("untaught/marso-4", asked=Share(40, 40))
    near, far = (acts_row("harsh-2/marso-4", asked=Share(hits, 40)) for hits in (38, 37))
    other = acts_row("harsh-2/arctica-1", asked=Share(0, 40))
    assert list(missed([plain, near, other])) == []
    (sentence,) = missed([plain, far])
    assert sentence == (
        "harsh-2/marso-4, at-once: moves understood or asked: 37 of 40 (92 %), 8 points below the same clip; "
        "the goal is at most 5 points."
    )


def test_every_goal_means_a_source_and_a_measure_that_are_there(tmp_path: Path) -> None:
    sources = {job.source for job in jobs(Plan(tmp_path, tmp_path))}
    cells, acts = (
        {name for row in rows_of_both() if row.kind == kind for name in row.measures}
        for kind in ("cells", "acts")
    )
    for goal in GOALS:
        rows = [acts_row(source) for source in sources]
        rows = [replace(row, measures=dict.fromkeys(cells | acts)) for row in rows]
        assert any(goal.means(row) for row in rows), goal
    assert all(sum(bound is not None for bound in (g.least, g.most, g.short)) == 1 for g in GOALS)


def rows_of_both() -> list[Row]:
    photos = CellFigures(
        exact=Share(1, 2), cells=Share(3, 5), late=1, false=4, quiet=Share(0, 3), minutes=2.0,
        delays=(0.1, 0.3), idle=(3.0,), settled=(20.0,),
    )  # fmt: skip
    clip = ClipFigures(
        moves=Share(8, 10), final=Share(7, 10), asked=Share(9, 10),
        acts=ActFigures(10, 6, 1, 2, 1, 3, 4, 12.5), told=Share(1, 2), accusations=0, wrong=1, questions=2,
        taps=3, verdicts=Share(), seen=(0.2,), idle=(4.0,), settled=(),
    )  # fmt: skip
    return [
        Row("real/x", "photos held", "cells", of_cells(photos)),
        Row("raytraced/y", "at-once", "acts", of_acts(clip)),
    ]


def test_the_page_shows_each_row_what_is_missed_and_what_is_absent() -> None:
    lines = list(page(rows_of_both(), {"mathable": "it is not here."}, ["- Commit: c"]))
    assert lines[0] == "- Commit: c"
    assert "| real/x | photos held | 1/2 | 2/5 (1) | 4 | 0/3 | - | - | 2 | 0.10 / 0.30 | 3 / 20 |" in lines
    assert (
        "| raytraced/y | at-once | 8/10 | 7/10 | 9/10 | 6/10 | 1 | 2 | 1 | 3 | 4/10 (12.5) | 1/2 | 0 | 1 | "
        "20 / 30 | - | 0.20 / 0.20 | 4 / - |" in lines
    )
    assert "- mathable: it is not here." in lines
    tables = [line.count("|") for line in lines if line.startswith("|")]
    assert len(set(tables[:3])) == len(set(tables[3:])) == 1


def test_rows_come_back_from_json_as_they_were() -> None:
    for row in rows_of_both():
        assert from_json(json.loads(json.dumps(to_json(row)))) == row


def test_sources_are_chosen_by_name_folder_or_pattern(tmp_path: Path) -> None:
    every = jobs(Plan(tmp_path, tmp_path))
    assert [job.cost for job in every] == sorted(job.cost for job in every)
    assert {job.source for job in chosen(every, ["raytraced"])} == {
        f"raytraced/{name}" for name in ("marso-4", "arctica-1", "atlantis-1", "northwest-1", "jungle-1")
    }
    assert {job.source for job in chosen(every, ["harsh-*/marso-4", "mathable"])} == {
        "mathable", "harsh-1/marso-4", "harsh-2/marso-4", "harsh-3/marso-4",
    }  # fmt: skip
    assert chosen(every, []) == every
    with pytest.raises(ValueError, match="real/chess"):
        chosen(every, ["real/chess"])


def test_without_the_private_pictures_only_the_simulator_is_left(tmp_path: Path) -> None:
    here = [job.source for job in jobs(Plan(tmp_path / "none", tmp_path)) if not job.absent]
    assert here == [
        f"simulated/{game}-901" for game in ("marso", "arctica", "atlantis", "northwest", "jungle")
    ]


def job_of(measure: Callable[[], Row], settings: str = "") -> Job:
    return Job("a/b", "way", 1, measure, settings=settings)


def test_a_row_is_measured_once_for_each_setting(tmp_path: Path) -> None:
    times: list[int] = []

    def measure() -> Row:
        times.append(1)
        return Row("a/b", "way", "acts", {"wrong": float(len(times))})

    for settings, wrong in (("x", 1.0), ("x", 1.0), ("y", 2.0)):
        assert job_of(measure, settings).row(tmp_path / "rows").measures["wrong"] == wrong


def test_one_source_that_fails_does_not_end_the_run(tmp_path: Path) -> None:
    def fails() -> Row:
        raise TruthError("this is wrong.")

    good = Row("a/b", "way", "acts", {})
    rows, failed = measured([job_of(fails, "1"), job_of(lambda: good, "2")], tmp_path, 1)
    assert rows == [good]
    assert failed == {"a/b, way": "TruthError: this is wrong."}


def test_half_a_clip_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    folder = tmp_path / "clips" / "one"

    def breaks(out: Path) -> None:
        out.mkdir()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made(folder, breaks)
    assert not folder.exists()
    assert made(folder, Path.mkdir) == folder
    assert made(folder, breaks) == folder
    assert [path.name for path in folder.parent.iterdir()] == ["one"]


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    return result.exit_code, result.stdout, result.stderr


def test_the_command_names_what_is_not_here_and_writes_both_files(tmp_path: Path) -> None:
    place = ("--shared", tmp_path / "none", "--cache", tmp_path / "cache", "--write", tmp_path / "table.md")
    status, out, _ = run("real/chess-6", "mathable", *place)
    assert status == 0
    assert f"- mathable: {tmp_path / 'none/media/mathable'} is not here." in out.splitlines()
    assert (tmp_path / "table.md").read_text(encoding="utf-8") == out
    written = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert written["rows"] == []
    assert set(written["absent"]) == {"real/chess-6", "mathable"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("nothing",), "There is no source nothing: --list names all of them."),
        (("--answers", "tomorrow"), "'tomorrow' is not"),
        (("--fps", "0"), "--fps"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(words: tuple[str, ...], reason: str) -> None:
    status, _, error = run(*words)
    assert status != 0
    assert reason in error
    assert "Traceback" not in error


def test_what_was_measured_can_be_shown_without_measuring(tmp_path: Path) -> None:
    place = ("--shared", tmp_path / "none", "--cache", tmp_path / "cache", "--entries", 1, "--kept")
    (job,) = chosen(jobs(Plan(tmp_path / "none", tmp_path / "cache", entries=1)), ["simulated/marso-901"])
    replace(job, measure=lambda: acts_full(job.source)).row(tmp_path / "cache" / "rows" / digest())
    status, out, _ = run("simulated", *place)
    assert status == 0
    assert "| simulated/marso-901 | at-once | 8/10 |" in out
    assert "- simulated/jungle-901, at-once: not yet." in out.splitlines()


def acts_full(source: str) -> Row:
    return replace(rows_of_both()[1], source=source)


def test_sources_are_measured_side_by_side_and_each_failure_is_told(tmp_path: Path) -> None:
    """A game of tiles whose pictures are missing, in all its ways, by two processes."""
    folder = tmp_path / "media" / "mathable"
    folder.mkdir(parents=True)
    grid = {"rows": 3, "columns": 2, "grid_corners": [[0, 0], [90, 0], [90, 90], [0, 90]]}
    (folder / "grid.json").write_text(json.dumps(grid), encoding="utf-8")
    (folder / "truth.csv").write_text("photo,cell\n1,3A\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.bench.seeing", "mathable", "--jobs", "2"]
    command += ["--shared", str(tmp_path), "--cache", str(tmp_path / "cache")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    told = [line for line in done.stdout.splitlines() if "is no picture that can be read" in line]
    assert len(told) == 3
    assert all(any(way in line for line in told) for way in ("alone", "photos held", "arm drawn"))
