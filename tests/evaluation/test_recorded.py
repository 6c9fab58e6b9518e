"""Clips judged from recorded views: the tables of ``tests/bench/recorded.py``."""

from __future__ import annotations

import gzip
import pickle
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.evaluation.clips import ClipSpec, MatId, save_clip_head
from companion.evaluation.playback import RecordedGlances
from companion.evaluation.scoring import Score
from companion.judge.tuning import USUAL, Priors
from companion.referee.share import Share
from tests.bench import recorded


def test_one_row_for_each_prior_of_each_source_and_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / f"{source}-{name}.views" for source in ("one", "other") for name in ("a", "b")]
    for file in files:
        source, name = file.stem.split("-")
        clip = tmp_path / source / name
        save_clip_head(clip, ClipSpec("marso", ("south", "north"), (), 10.0, MatId("marso")))
        with gzip.open(file, "wb") as stream:
            pickle.dump((clip, RecordedGlances((), ())), stream)

    def scored(_clip: Path, priors: Priors, without: str, **_more: object) -> Score:
        return Score({"moves": Share(4 if priors == USUAL and not without else 3, 4)}, {"rulings": 5})

    monkeypatch.setattr(recorded, "score_clip", scored)
    asked = ["--answers", "at-once", "--without", "silent", "--without", "bare look"]
    result = CliRunner().invoke(recorded.main, ["score", *map(str, files), *asked])
    assert result.exit_code == 0, result.output
    table = result.output.split("\n\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert [row[:5] for row in rows[2:]] == [
        [source, "marso", f"at-once{without}", "2", f"{moves}/8"]
        for source in ("one", "other")
        for without, moves in (("", 8), (" without bare look", 6), (" without silent", 6))
    ]
