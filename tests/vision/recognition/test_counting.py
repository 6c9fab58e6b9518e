"""How many figures came or left, by how much of a cell has changed."""

from __future__ import annotations

import numpy as np
import pytest

from companion.rules.contract import Look
from companion.rules.pieces import PosedPiece
from vision.recognition.counting import Counting, most
from vision.seeing import CellView, View
from vision.types import Spot, SpotReading

NONE = np.zeros((4, 4, 3), np.uint8)
SAILOR, ONE = PosedPiece("crew:red"), 0.12
RED, BLUE = PosedPiece("red"), PosedPiece("blue")
CELLS = ("ready", "rest", "sled")


def spot(cell: str, *stacks: tuple[str, ...]) -> Spot:
    return Spot(cell, 0.0, 0.0, 1.5, 1.5, "square", 0, ("",), ((), *stacks), SpotReading.PIECES)


SPOTS = {cell: spot(cell, *((SAILOR,) * number for number in range(1, 8))) for cell in CELLS}


def view(**changes: float) -> View:
    seen = {cell: CellView(cell, share, share, 1.0, 0.0, NONE, NONE) for cell, share in changes.items()}
    return View(1.0, 0.5, seen)


def men(number: int) -> Look:
    return Look("", (SAILOR,) * number)


def likeliest(counting: Counting, seen: View, cell: str, before: int, step: int) -> int:
    """How many figures the view speaks for, among all that could come (``step`` 1) or leave (-1)."""
    numbers = range(1, (8 - before) if step > 0 else before + 1)
    spot = SPOTS[cell]
    return max(numbers, key=lambda n: counting.nats(spot, seen, men(before), men(before + step * n)))


@pytest.fixture
def counting() -> Counting:
    return Counting(SPOTS.values())


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_one_that_moved_in_the_same_view_tells_how_many_others_did(counting: Counting, number: int) -> None:
    seen = view(ready=ONE * (number + 1), rest=ONE, sled=ONE * number)
    assert likeliest(counting, seen, "sled", 0, 1) == number
    assert likeliest(counting, seen, "rest", 2, 1) == 1


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_acts_that_are_certain_tell_how_much_one_figure_changes(counting: Counting, number: int) -> None:
    for _ in range(4):
        counting.learn(SPOTS["ready"], ONE, men(5), men(4))
        counting.learn(SPOTS["rest"], 2 * ONE, men(0), men(2))
    assert likeliest(counting, view(sled=ONE * number, ready=ONE * number), "sled", 0, 1) == number


def test_the_more_was_learned_the_surer_a_count_is(counting: Counting) -> None:
    seen = view(ready=3 * ONE, rest=ONE)
    said = [counting.nats(SPOTS["ready"], seen, men(5), men(2))]
    for _ in range(6):
        counting.learn(SPOTS["rest"], ONE, men(1), men(2))
    said.append(counting.nats(SPOTS["ready"], seen, men(5), men(2)))
    assert 0 < said[0] < said[1]


def test_neighbouring_numbers_are_doubted_and_distant_ones_denied(counting: Counting) -> None:
    seen = view(ready=3 * ONE, rest=ONE)
    three, four, seven = (
        counting.nats(SPOTS["sled"], view(sled=3 * ONE, rest=ONE), men(0), men(n)) for n in (3, 4, 7)
    )
    assert three > four > seven
    assert counting.nats(SPOTS["ready"], seen, men(5), men(4)) < -1


def test_a_cell_in_which_figures_of_several_kinds_stand_says_nothing(counting: Counting) -> None:
    mixed = spot("ready", ("red",), ("blue",), ("blue", "red"))
    assert most(mixed) == 0
    assert counting.nats(mixed, view(ready=0.3), Look("", (RED,)), Look("", (BLUE, RED))) == 0


def test_figures_that_came_while_others_left_are_not_counted(counting: Counting) -> None:
    assert counting.nats(SPOTS["ready"], view(ready=0.3), men(2), men(2)) == 0


def test_a_cell_that_has_not_changed_is_not_counted(counting: Counting) -> None:
    assert counting.nats(SPOTS["ready"], view(ready=0.0, rest=ONE), men(5), men(4)) == 0
    assert counting.nats(SPOTS["ready"], view(ready=0.0), men(5), men(4)) == 0
