"""What each prior is worth: the table of ``tests/bench/worth.py``."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.evaluation.clips import ClipSpec, MatId, save_clip_head
from companion.evaluation.scoring import Score
from companion.judge.tuning import USUAL, Priors, switched_off
from companion.referee.share import Share
from tests.bench import worth


def test_one_row_for_each_prior_of_each_source_and_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clips = [tmp_path / source / name for source in ("one", "other") for name in ("a", "b")]
    for clip in clips:
        save_clip_head(clip, ClipSpec("marso", ("south", "north"), (), 10.0, MatId("marso")))
    asked: list[tuple[Path, Priors, str]] = []

    def scored(clip: Path, priors: Priors, without: str) -> Score:
        asked.append((clip, priors, without))
        good = 4 if priors == USUAL and not without else 3
        return Score({"moves": Share(good, 4), "caught: illegal": Share(1, 1)}, {"rulings": 5})

    monkeypatch.setattr(worth, "score_clip", scored)
    result = CliRunner().invoke(worth.main, [*map(str, clips), "--only", "silent", "--only", "bare look"])
    assert result.exit_code == 0, result.output
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in result.output.splitlines()]
    assert [row[:4] for row in rows[2:]] == [
        [source, "marso", name, f"{moves}/8"]
        for source in ("one", "other")
        for name, moves in (("nothing", 8), ("silent", 6), ("bare look", 6))
    ]
    assert all(row[4:] == ["2/2", "0", "0"] for row in rows[2:])
    assert [one[1:] for one in asked if one[0] == clips[0]] == [
        (USUAL, ""), (switched_off("silent"), ""), (USUAL, "bare look"),
    ]  # fmt: skip


def test_what_is_no_clip_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(worth.main, [str(tmp_path)])
    assert result.exit_code == 1
    assert "clip.toml" in result.output
    assert "Traceback" not in result.output
