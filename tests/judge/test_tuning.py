"""What is tuned in the judge stands in one file, with its unit and where it comes from."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.judge import tuning
from companion.judge.priors import PRIORS
from companion.rules.toml import read_toml

ROOM = Path(tuning.__file__).parent
ROWS = {
    f"{section}.{name}": row
    for section, rows in read_toml((ROOM / "tuning.toml").read_text(encoding="utf-8")).items()
    for name, row in rows.items()
}


def constants(tree: ast.AST) -> Iterator[ast.expr]:
    """The values that a module, or a class in it, gives to names."""
    bodies = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    for body in bodies:
        for statement in getattr(body, "body", []):
            if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
                yield statement.value


def tuned(tree: ast.AST) -> list[float]:
    """Fractions in them: whole numbers may be sizes of things, 0 and 1 are no choice."""
    return [
        node.value
        for value in constants(tree)
        for node in ast.walk(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, float) and node.value not in (0.0, 1.0)
    ]


@pytest.mark.parametrize("file", sorted(ROOM.glob("*.py")), ids=lambda file: file.stem)
def test_no_value_is_tuned_in_the_code(file: Path) -> None:
    assert tuned(ast.parse(file.read_text(encoding="utf-8"))) == []


def test_such_a_value_would_be_found() -> None:
    assert tuned(ast.parse("A = 0.5\nclass B:\n    c: float = -2.0\nD = (1.0, {3: 0.25})\n")) == [
        0.5,
        0.25,
        2.0,
    ]


@pytest.mark.parametrize("name", ROWS)
def test_a_value_says_its_unit_and_where_it_comes_from(name: str) -> None:
    row = ROWS[name]
    assert set(row) - {"command"} == {"value", "unit", "origin"}
    assert row["unit"]
    assert row["origin"] in ("measured", "derived", "chosen")
    assert ("command" in row) is (row["origin"] == "measured")
    found = row["value"] if isinstance(row["value"], list) else [row["value"]]
    assert all(math.isfinite(value) for value in found)


def test_every_value_is_used() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in ROOM.glob("*.py"))
    assert [name for name in ROWS if f'("{name}")' not in code] == []
    assert {name for name in ROWS if name.startswith("priors.")} == {f"priors.{name}" for name in PRIORS}


def test_a_wrong_name_or_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        tuning.number("belief.nothing")
    with pytest.raises(TypeError):
        tuning.whole("belief.faint")
    with pytest.raises(TypeError):
        tuning.number("scene.nats")
    with pytest.raises(TypeError):
        tuning.row("belief.faint")
