"""Statistics, by touch: this evening and of all time, points by clause, reaction times as dots."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
import pytest

from companion.locale import Message
from companion.owner.players import Player
from companion.owner.results import Participation, Result
from companion.rules.contract import ClauseId
from companion.rules.registry import find_game
from companion.screen.pages.plot import DotPlot, axis

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

ANNA, IVAN = Player("a", "Anna", "red"), Player("i", "Ivan", "blue")
SCORE_1 = ClauseId("marso/score.1")


def part(player: str, won: bool, points: int = 0, *reactions: float) -> Participation:
    return Participation(player, won, {SCORE_1: Fraction(points)} if points else {}, reactions)


def played() -> tuple[Result, ...]:
    now = time.time()
    return (
        Result(4, "jungle", now - 60, (part("a", False, 0, 310.0, 290.0, 500.0), part("i", True, 0, 250.0))),
        Result(3, "marso", now - 3600, (part("a", True, 3), part("i", False, 1))),
        Result(2, "marso", now - 40 * 3600, (part("a", True, 4), part("i", True, 4), part("gone", False, 2))),
    )


@pytest.fixture
def known(house: House) -> House:
    house.keeper.people = (ANNA, IVAN)
    house.keeper.played = played()
    house.shelf = {name: find_game(name) for name in ("jungle", "marso")}
    return house


def statistics(stage: Stage) -> Stage:
    stage.tap("Matches")
    stage.tap("Statistics")
    stage.until(lambda: not stage.says("are being read"), "everything is read")
    return stage


def rows(stage: Stage) -> list[str]:
    return [text for text in stage.words() if text.startswith("won ")]


def test_this_evening_and_of_all_time(known: House, open_stage: OpenStage) -> None:
    stage = statistics(open_stage())
    assert known.choices == []
    assert rows(stage) == ["won 1 of 1", "won 0 of 1", "won 1 of 1", "won 0 of 1"]
    assert faults_of_layout(stage) == []
    stage.tap("Of all time")
    assert rows(stage)[2:] == ["won 2 of 2", "won 1 of 2"]
    assert stage.has_button("Points: 7")
    assert faults_of_layout(stage) == []


def test_points_open_by_clause(known: House, open_stage: OpenStage) -> None:
    stage = statistics(open_stage())
    assert known.choices == []
    stage.tap("Points: 3")
    clause = next(c for c in find_game("marso").clauses if c.id == SCORE_1)
    assert stage.says(f"3: {clause.text[:30]}")
    assert faults_of_layout(stage) == []
    stage.tap("Points: 3")
    assert not stage.says(f"3: {clause.text[:30]}")


def test_reaction_times_are_dots_with_a_median(known: House, open_stage: OpenStage) -> None:
    stage = statistics(open_stage())
    assert known.choices == []
    assert stage.says("Anna: usually 310 ms, from 3 grabs")
    assert stage.says("Ivan: usually 250 ms, from 1 grab")
    plot = next(widget for widget in stage.widgets() if isinstance(widget, DotPlot))
    assert plot.end == 500
    left, middle = plot.place(0, 0)
    assert plot.place(0, 500)[0] <= plot.right
    assert plot.place(0, 250)[0] == pytest.approx((left + plot.place(0, 500)[0]) / 2)
    assert plot.y < plot.place(1, 0)[1] < middle < plot.top


@pytest.mark.parametrize(
    ("language", "page", "evening", "unit"),
    [
        ("en", "Matches", "Statistics", "ms"),
        ("uk", "Партії", "Статистика", "мс"),
        ("ru", "Партии", "Статистика", "мс"),
    ],
)
def test_the_unit_stands_at_the_axis(
    known: House, open_stage: OpenStage, language: str, page: str, evening: str, unit: str
) -> None:
    """Left of its 0, level with the numbers, clear of the names above."""
    stage = open_stage(language)
    assert known.choices == []
    stage.tap(page)
    stage.tap(evening)
    stage.until(lambda: any(isinstance(widget, DotPlot) for widget in stage.widgets()), "the plot")
    plot = next(widget for widget in stage.widgets() if isinstance(widget, DotPlot))
    assert plot.unit == unit
    x, y = plot.unit_place
    assert plot.x < x < plot.place(0, 0)[0]
    assert plot.y < y < plot.place(len(plot.rows) - 1, 0)[1]
    image = plot.export_as_image().texture
    rows = np.frombuffer(image.pixels, np.uint8).reshape(image.height, image.width, 4)
    row, column = round(plot.height - (y - plot.y)), round(x - plot.x)
    assert rows[row - 6 : row + 6, column - 12 : column + 12, :3].min(axis=-1).max() > 200, "light letters"


@pytest.mark.parametrize(
    ("longest", "end", "step"), [(10, 50, 50), (301, 400, 100), (1999, 2000, 500), (90000, 90000, 5000)]
)
def test_the_axis_ends_at_a_round_number(longest: float, end: float, step: float) -> None:
    assert axis(longest) == (end, step)


def test_nothing_is_counted_for_nobody(house: House, open_stage: OpenStage) -> None:
    stage = statistics(open_stage())
    assert house.keeper.people == ()
    assert stage.says("Only people whose names were chosen")


def test_a_journal_that_cannot_be_read_is_told(house: House, open_stage: OpenStage) -> None:
    house.keeper.refusal = Message("The journal {path} is closed; open it again first.", (("path", "x"),))
    stage = statistics(open_stage())
    assert stage.says("The journal x is closed")


def test_the_page_grows_while_matches_are_read_and_stops_when_it_is_left(
    known: House, open_stage: OpenStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, asked = threading.Event(), []

    def slowly() -> Iterator[Result]:
        for result in known.keeper.played:
            asked.append(result)
            yield result
            gate.wait(10)

    monkeypatch.setattr(known.keeper, "results", slowly)
    stage = open_stage()
    stage.tap("Matches")
    stage.tap("Statistics")
    stage.until(lambda: len(rows(stage)) == 2, "the first match is there")
    assert stage.says("The matches are being read")
    stage.tap("Back")
    gate.set()
    stage.until(lambda: all(thread.name != "statistics" for thread in threading.enumerate()), "it has ended")
    assert len(asked) == 2 < len(known.keeper.played), "nothing more is read for a page that is gone"
