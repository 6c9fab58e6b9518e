"""What is tuned in a room stands in one file, with its unit and where it comes from."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from companion.judge.tuning import PRIORS
from companion.rules.toml import read_toml
from vision.tuning import Tuning

ROOMS = (
    "companion.broadcast",
    "companion.doctor",
    "companion.evaluation",
    "companion.judge",
    "companion.referee",
    "companion.screen",
    "companion.simulator",
    "companion.sound",
    "hardware",
    "vision",
)
ROOT = Path(__file__).parents[2]


def folder(room: str) -> Path:
    return ROOT / room.replace(".", "/")


def rows(room: str) -> dict[str, dict[str, Any]]:
    text = files(room).joinpath("tuning.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{name}": row for section, rows in read_toml(text).items() for name, row in rows.items()
    }


ROWS = {room: rows(room) for room in ROOMS}

NOT_TUNED = {
    "companion/evaluation/reliability.py": {"BOUNDS"},  # bins of a table
    "companion/referee/share.py": {"Z"},  # a quantile of the normal distribution
    "companion/screen/pages/begin.py": {"_HIGH, _CRAMPED"},  # rows of a page
    "companion/screen/board.py": {"_MARGIN", "_PLACES"},  # where pieces stand in a cell
    "companion/screen/directions.py": {"_GAP, _SHOULDER, _HIGH, _HALF", "_LETTER"},  # shapes of arrows
    "companion/screen/drawn.py": {"_INK", "_RIM", "_PEN, _EDGE, _LIGHT"},  # colours and lines
    "companion/screen/pages/ground.py": {"_FLAT"},  # as good as zero
    "companion/screen/pictures.py": {"_DOT", "_FADES", "_LIGHT", "_ARROW"},  # a colour and a shape
    "companion/screen/pages/plot.py": {"_NAMES"},  # a column
    "companion/screen/pointing.py": {"_WIDE", "_EDGE"},  # shapes of arrows
    "companion/screen/pages/trials.py": {"MARKS"},  # shares of a page
    "companion/screen/pages/settings.py": {"_SWITCH, _SWITCH_UPRIGHT"},  # columns
    "companion/screen/pages/sheets.py": {"_PICTURE"},  # shares of a page
    "companion/screen/widgets.py": {"_PICTURE, _PICTURE_UPRIGHT"},  # shares of a page
    "companion/simulator/lamps.py": {"_SEEN_AS"},  # colours
    "companion/simulator/profiles.py": {"_EASY", "_EVENING", "_SLANTED", "gamma"},  # rooms by name; sRGB
    "companion/simulator/props.py": {"_ARROW"},  # a shape
    "companion/simulator/render.py": {"_SURFACE_PITCHES", "_TO_LINEAR"},  # size of a picture; sRGB
    "companion/sound/tones.py": {"NOTES", "_LOUDEST", "_C5, _E5, _A5, _D4, _A3"},  # scores, ISO 16
    "hardware/clock.py": {"TOLERANCE"},  # data sheet of the resonator
    "vision/recognition/card_finding.py": {"DISC"},  # middles of pixels
    "vision/recognition/cards.py": {"_WEIGHTS"},  # the same
    "vision/health.py": {"_QUARTILES"},
    "vision/mat.py": {"_TAG_SHARE"},  # printed mats have it
    "vision/mat_pdf.py": {"PAPERS", "MARGIN", "FOOTER", "OVERLAP", "RULER", "_HAIR"},  # sizes of print
    "vision/networks/changes.py": {"FINEST, COARSEST"},  # the weights go with these
    "vision/networks/colours.py": {"_KEPT, _ROUNDS", "_STIFF", "_NARROW"},  # so were they with these
    "vision/networks/inputs.py": {"_MIDDLE, _SPREAD"},  # and these
    "vision/presence.py": {"_SPAN"},  # more than any logarithm of a byte
    "vision/refinding.py": {"_DOWN"},  # a plane's axes
    "vision/sources/clock.py": {"_END_OF_TIME"},
    "vision/sources/usb.py": {"_AUTO_EXPOSURE_ON, _AUTO_EXPOSURE_OFF", "_STEP"},  # what drivers define
}
"""Fractions that are geometry, drawings, formats or definitions."""


def constants(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names to which a module, or a class in it, gives values, and the values."""
    bodies = [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
    for body in bodies:
        for statement in getattr(body, "body", []):
            if isinstance(statement, ast.Assign):
                yield ast.unparse(statement.targets[0]).strip("()"), statement.value
            elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
                yield ast.unparse(statement.target), statement.value


def tuned(tree: ast.AST) -> dict[str, list[float]]:
    """Fractions in them: whole numbers may be sizes of things, 0 and 1 are no choice."""
    found = {
        name: [
            node.value
            for node in ast.walk(value)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, float)
            and node.value not in (0.0, 1.0)
        ]
        for name, value in constants(tree)
    }
    return {name: values for name, values in found.items() if values}


MADE_UP = ROOT / "vision" / "training"
"""How pictures to train with are made up: they are spreads of what may be, and nothing is tuned."""


def test_no_value_is_tuned_in_the_code() -> None:
    code = [path for room in ROOMS for path in folder(room).rglob("*.py") if MADE_UP not in path.parents]
    found = {
        str(path.relative_to(ROOT)): set(tuned(ast.parse(path.read_text(encoding="utf-8")))) for path in code
    }
    assert {file: names for file, names in found.items() if names} == NOT_TUNED


def test_such_a_value_would_be_found() -> None:
    text = "A = 0.5\nclass B:\n    c: float = -2.0\nD, E = 1.0, {3: 0.25}\nF = 2\n"
    assert tuned(ast.parse(text)) == {"A": [0.5], "c": [2.0], "D, E": [0.25]}


@pytest.mark.parametrize("room", ROOMS)
def test_a_value_says_its_unit_and_where_it_comes_from(room: str) -> None:
    for name, row in ROWS[room].items():
        assert set(row) - {"command", "source"} == {"value", "unit", "origin"}, name
        assert row["unit"], name
        assert row["origin"] in ("measured", "fitted", "derived", "chosen"), name
        assert bool(row.get("command") or row.get("source")) is (row["origin"] != "chosen"), name
        found = row["value"] if isinstance(row["value"], list) else [row["value"]]
        assert all(math.isfinite(value) for value in found), name


@pytest.mark.parametrize("room", ROOMS)
def test_every_value_is_used(room: str) -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in folder(room).rglob("*.py"))
    assert [name for name in ROWS[room] if f'("{name}")' not in code] == []


def test_there_is_no_prior_beside_those_in_the_table() -> None:
    names = {name for name in ROWS["companion.judge"] if name.startswith("priors.")}
    assert names == {f"priors.{name}" for name in PRIORS}


def test_a_wrong_name_or_kind_is_refused() -> None:
    tuning = Tuning("companion.judge")
    with pytest.raises(KeyError):
        tuning.number("belief.nothing")
    with pytest.raises(TypeError):
        tuning.whole("belief.faint")
    with pytest.raises(TypeError):
        tuning.number("scene.nats")
    with pytest.raises(TypeError):
        tuning.row("belief.faint")
