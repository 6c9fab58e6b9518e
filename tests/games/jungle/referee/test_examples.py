"""The evidence examples, and that they leave no clause and no kind of verdict out."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.games.jungle import game
from companion.games.jungle.referee import TOTEM
from companion.rules.examples import ExampleError, run_example

FILES = sorted((Path(__file__).parent / "examples").glob("*.toml"))

KINDS = """
void reset, void lost-events, void clock, void no-grab, void put-back, void conflict, void pad-fault,
void frames-lost, ask shape, ask dropper, ask who, ask appeal, decided, provisional, too-close, two-hands,
false-start, not-set, knocked ?, dropped
"""
NOTES = {"false-start", "not-set", "review", "quick", "hover", "hands", "not-entitled", "appealed"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    assert [str(failure) for failure in run_example(path, TOTEM.verdict)] == []


def test_every_clause_verdict_and_note_has_its_example() -> None:
    read = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES]
    listed = {clause for data in read for clause in data["clauses"]}
    clauses = {clause.id for clause in game.clauses if clause.id.startswith("jungle/verdict.")}
    assert len(clauses) == 35
    assert clauses - listed == set()
    lines = [data["verdict"] for data in read if "verdict" in data]
    kinds = {kind.strip() for kind in KINDS.replace("\n", " ").split(",")}
    assert {kind for kind in kinds if not any(line.startswith(kind) for line in lines)} == set()
    assert {note.split(" ")[0] for data in read for note in data.get("notes", [])} == NOTES
    assert any(data.get("refused") for data in read)


HEAD = 'clauses = []\nverdict = "ask who"\nby = "jungle/verdict.22"\n'
GRAB = """
[evidence]
tier = "T0"
claim = "duel"
seats = ["red", "blue"]
entitled = ["red", "blue"]
reveal = { first_us = 0, last_us = 5, u_us = 2, by = "device" }
base = { lift = [900000, 1], spread_us = 9000, tilt = 0.1 }
"""


def found(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "example.toml"
    path.write_text(text, encoding="utf-8")
    return [str(failure) for failure in run_example(path, TOTEM.verdict)]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"ask who"', '"ask shape"', "expected 'ask shape'; found 'ask who'"),
        ("verdict.22", "verdict.23", "expected 'by jungle/verdict.23'; found 'by jungle/verdict.22'"),
        ("clauses = []", 'clauses = []\nnotes = ["hover red"]', "expected ['note hover red']; found []"),
        ("clauses = []", 'clauses = ["jungle/verdict.36"]', "jungle/verdict.36"),
        ('verdict = "ask who"\nby = "jungle/verdict.22"', "refused = true", "expected no evidence"),
        ('tier = "T0"', 'tier = "T9"', "no evidence: tier: has to be one of"),
    ],
)
def test_each_kind_of_difference_is_found(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert found(tmp_path, HEAD + GRAB) == []
    assert old in HEAD + GRAB
    failures = found(tmp_path, (HEAD + GRAB).replace(old, new))
    assert len(failures) == 1
    assert told in failures[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("wrong = 1\n" + HEAD + GRAB, "wrong: is not a key"),
        (HEAD + "evidence = 3\n", "evidence: has to be a table"),
        (HEAD + "notes = 3\n" + GRAB, "notes: has to be a list of texts"),
        ('verdict = "ask who"\n' + GRAB, "verdict: has to be there with by"),
        ("refused = true\n" + HEAD + GRAB, "by: is not said of evidence that is refused"),
    ],
)
def test_a_file_that_is_no_evidence_example(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ExampleError, match=told):
        found(tmp_path, text)


def test_overrides_of_the_budget_must_exist(tmp_path: Path) -> None:
    refused = "refused = true\n[budget.pads]\nsigma = 3\n[evidence]\n"
    with pytest.raises(ValueError, match=r"pads\.sigma: is not a key"):
        found(tmp_path, refused)
