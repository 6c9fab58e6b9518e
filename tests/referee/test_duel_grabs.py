"""``companion grabs``: an old grab is judged again from the match file."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from tests.doubles.duel_table import DUEL, DuelTable, pads, sensors


def judged_file(path: Path) -> Path:
    """A match file with one verdict."""
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=570, s3=None, s4=None)))
    path.write_text(table.file(), encoding="utf-8")
    return path


def test_the_same_evidence_gives_the_same_verdict(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["grabs", str(judged_file(tmp_path / "a.match"))])
    assert result.exit_code == 0
    assert result.output == "0.0 s, grab 1: provisional s1 150000 49498 0.94 pads\n"


def test_a_void_grab_is_told_with_its_cause(tmp_path: Path) -> None:
    table, path = DuelTable(4, DUEL), tmp_path / "a.match"
    table.moves({"tier": "T1", "health": {"reset": True}, "reveal": sensors()["reveal"]}, cause="silent")
    path.write_text(table.file(), encoding="utf-8")
    result = CliRunner().invoke(main, ["grabs", str(path)])
    assert (result.exit_code, result.output) == (0, "0.0 s, grab 1: void reset (silent)\n")


def test_a_verdict_that_was_changed_is_found(tmp_path: Path) -> None:
    path = judged_file(tmp_path / "a.match")
    path.write_text(
        path.read_text(encoding="utf-8").replace("provisional s1", "provisional s2"), encoding="utf-8"
    )
    result = CliRunner().invoke(main, ["grabs", str(path)])
    assert result.exit_code == 1
    assert "provisional s2 150000 49498 0.94 pads; judged again: provisional s1" in result.output


def test_a_line_that_is_damaged_is_told_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    for text in ("# grab {", '# grab {"number": 1}'):
        path.write_text(text, encoding="utf-8")
        result = CliRunner().invoke(main, ["grabs", str(path)])
        assert result.exit_code == 1
        assert len(result.output.splitlines()) == 1
        assert result.output.startswith("Error: this line about a grab is damaged")
    assert CliRunner().invoke(main, ["grabs", str(tmp_path / "none.match")]).exit_code == 1
