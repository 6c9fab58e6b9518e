"""The runner of worked examples finds what is wrong, and says what a file lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.examples import ExampleError, run_example

HEAD = 'title = "x"\nclauses = []\ngame = "marso"\nseats = ["south", "north"]\noptions = {}\n'
OPEN = '[[step]]\noutcome = "open b1"\n'


def failures(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "example.toml"
    path.write_text(text, encoding="utf-8")
    return [str(failure) for failure in run_example(path)]


def test_an_example_that_holds(tmp_path: Path) -> None:
    text = HEAD + OPEN + 'pending = "decide south"\nthen = """\nopen b1\n! open b2\n"""\n'
    assert failures(tmp_path, text) == []


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ('outcome = "open b1"\nbreaks = ["marso/deck.1"]', "step 1: expected 'open b1' refused"),
        ('seat = "south"\nmove = "play still"', "accepted; found refused by marso/turn.1"),
        ('seat = "south"\nmove = "play still"\nbreaks = ["marso/turn.2"]', "found refused by marso/turn.1"),
        ('seat = "south"\nmove = "hop"', "understood"),
        ('seat = "west"\nmove = "play still"', "nobody sits"),
        ('then = "round 2"', "the line 'round 2'; found round 1"),
        ('then = "! round 1"', "no line 'round 1'"),
        ('pending = "decide south"', "found chance beast-card"),
        ('scores = { north = "3" }', "north has 3 points; found 0"),
        ('seat = "south"\nlist = ""\nequals = ["stay"]', "moves stay; found none"),
    ],
)
def test_each_kind_of_difference_is_found(tmp_path: Path, step: str, told: str) -> None:
    found = failures(tmp_path, f"{HEAD}[[step]]\n{step}\n")
    assert len(found) == 1
    assert told in found[0]


def test_an_unknown_clause_is_found(tmp_path: Path) -> None:
    found = failures(tmp_path, HEAD.replace("clauses = []", 'clauses = ["marso/none.1"]') + OPEN)
    assert "marso/none.1" in found[0]


def test_evidence_examples_are_not_passed_over(tmp_path: Path) -> None:
    text = 'verdict = "void reset"\nby = "jungle/verdict.3"\n[evidence]\n'
    assert "nobody to judge it" in failures(tmp_path, text)[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = ", "cannot be read"),
        (HEAD, "step: is missing"),
        (HEAD + "stepp = 1\n", "stepp: is not a key"),
        (HEAD + '[[step]]\nmov = "x"', "step 1.mov: is not a key"),
        (HEAD + '[[step]]\nmove = "stay"', "needs seat"),
        (HEAD + '[[step]]\nseat = "south"\nmove = 3', "step 1"),
        (HEAD + "[[step]]\nthen = 3", "step 1"),
        (HEAD + '[[step]]\nscores = ["south"]', "step 1"),
        (HEAD + '[[step]]\nscores = { west = "1" }', "nobody sits"),
        (HEAD + '[[step]]\nbreaks = ["marso/turn.1"]', "by which move"),
        (HEAD.replace('game = "marso"\n', "") + OPEN, "game: is missing"),
    ],
)
def test_a_file_that_is_no_example(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ExampleError, match=told):
        failures(tmp_path, text)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ExampleError, match="cannot be read"):
        run_example(tmp_path / "none.toml")


@pytest.mark.parametrize(
    "odd",
    [
        "clauses = [[]]",
        "clauses = [{}]",
        "clauses = [1]",
        "seats = true",
        "seats = [[]]",
        "seats = [1.5]",
        "options = {boats = []}",
        "options = {boats = {}}",
        "options = {boats = 1.5}",
        "options = {boats = 2024-01-01}",
    ],
)
def test_values_of_an_odd_kind_are_refused(tmp_path: Path, odd: str) -> None:
    key = odd.split(" ", 1)[0]
    lines = ['game = "marso"', "seats = 2", odd, "[[step]]", 'pending = "chance beast-card"']
    path = tmp_path / "odd.toml"
    path.write_text(
        "\n".join(line for line in lines if line == odd or not line.startswith(key)), encoding="utf-8"
    )
    with pytest.raises(ExampleError):
        run_example(path)
