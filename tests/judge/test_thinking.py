"""The example of ``how-the-judge-thinks.md``, worked out again."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from companion.judge.deciding import COSTS
from companion.judge.scene import log_odds
from companion.judge.tuning import USUAL
from companion.judge.verdicts import Played
from tests.judge.matches import begun, due, watching
from tests.judge.views import glance, of_act

PAGE = Path(__file__).parents[2] / "companion" / "docs" / "how-the-judge-thinks.md"


def told(row: str) -> float:
    """The number at the end of a row of the page's table, without its unit."""
    line = next(one for one in PAGE.read_text("utf-8").splitlines() if one.startswith(f"| {row}"))
    return float(line.rstrip("| ").rpartition("| ")[2].removesuffix(" each"))


def test_the_numbers_of_the_example_are_those_of_the_judge() -> None:
    match = begun("arctica")
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), match.game.parse_move("move seal i1 h1"))
    assert seen is not None
    assert set(seen.cells) == {"i1", "h1"}
    verdict = judge.see(match, glance(seen))
    (best,) = judge.belief.histories
    evidence = [log_odds(cell) for cell in seen.cells.values()]
    assert evidence == [pytest.approx(told("evidence of"), abs=0.005)] * 2
    assert best.weight == pytest.approx(USUAL.lawful + sum(evidence))
    assert best.weight == pytest.approx(told("history *move seal i1 h1*"), abs=0.005)
    otherwise = USUAL.otherwise + sum(evidence)
    assert otherwise == pytest.approx(told("something that no history explains"), abs=0.005)
    assert told("history *nothing happened*") == 0.0
    odds = math.exp(otherwise - best.weight)
    assert max(doubt.mass for doubt in judge.belief.doubts) == pytest.approx(odds / (1.0 + odds), rel=1e-3)
    assert isinstance(verdict, Played)
    [wrong] = set(re.findall(r"probability of (0\.\d+)\.", PAGE.read_text("utf-8")))
    assert verdict.wrong == pytest.approx(float(wrong), abs=0.00005)
    assert verdict.wrong * COSTS.wrong_commit < COSTS.question / 2
