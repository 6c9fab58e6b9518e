"""Cells that look as they should not, told by each other. A board is drawn here: a print that differs from
cell to cell, cones on some of them; expected is what was drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from vision.change import logs
from vision.recognition.likeness import Likeness
from vision.recognition.unlike import unlike
from vision.seeing import CellView, View
from vision.types import Image, Spot, SpotReading

SIZE = 75
"""Pixels of a patch: 58 a pitch, with its margin."""
RED, BLUE, GREEN, SIGN = (60, 60, 200), (190, 90, 40), (60, 150, 60), (90, 110, 120)
PIECES = {"red": RED, "blue": BLUE}
CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
SPOTS = {
    cell: Spot(
        *(cell, "abcde".index(cell[0]), int(cell[1]), 1, 1, "square", 0),
        *(("",), ((), ("red",), ("blue",)), SpotReading.PIECES),
    )
    for cell in CELLS
}
RIGHT = {"a1": "red", "b1": "red", "c1": "red", "d1": "red", "a5": "blue", "b5": "blue"}


@dataclass(frozen=True)
class Looks:
    base: str = ""
    pieces: tuple[str, ...] = field(default=())


def looks(laid: Mapping[str, str], cells: Sequence[str] = CELLS) -> dict[str, Looks]:
    return {cell: Looks("", (laid[cell],) if cell in laid else ()) for cell in cells}


def drawn(laid: Mapping[str, str], signs: Sequence[str] = (), seed: int = 1) -> dict[str, Image]:
    """Patches of the board with these pieces; ``signs``: cells with a ring printed on them."""
    rng = np.random.default_rng(seed)
    patches = {}
    for cell in CELLS:
        print_ = np.random.default_rng(CELLS.index(cell)).normal(0, 3, (9, 9))
        patch = cv2.resize(150 + print_, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)[..., None]
        patch = patch * np.array([0.8, 0.95, 1.0]) * (1 + 0.02 * "abcde".index(cell[0]))
        picture = np.clip(patch, 0, 255).astype(np.uint8)
        if cell in signs:
            cv2.circle(picture, (SIZE // 2, SIZE // 2), 17, SIGN, 5, cv2.LINE_AA)
        if cell in laid:
            x, y = (round(float(at)) for at in SIZE / 2 + rng.uniform(-6, 6, 2))
            colour = {**PIECES, "green": GREEN}[laid[cell]]
            cv2.circle(picture, (x, y), 15, tuple(c // 2 for c in colour), -1, cv2.LINE_AA)
            cv2.circle(picture, (x - 2, y - 2), 11, colour, -1, cv2.LINE_AA)
        noisy = picture + rng.normal(0, 1.5, picture.shape)
        patches[cell] = logs(np.clip(noisy, 0, 255).astype(np.uint8))
    return patches


@pytest.mark.parametrize("seed", range(5))
def test_a_right_set_up_is_right(seed: int) -> None:
    assert unlike(drawn(RIGHT, seed=seed), looks(RIGHT), SPOTS, {}) == frozenset()


@pytest.mark.parametrize(("green", "doubted"), [("e1", set()), ("c3", {"e2"})])
def test_a_piece_may_look_like_what_leans_over_it_from_beside(green: str, doubted: set[str]) -> None:
    """The red piece on e2 looks green. If the green one stands beside it, that leans over both cells."""
    right = {**RIGHT, "e2": "red", green: "green"}
    patches = drawn(right)
    patches["e2"] = drawn({**right, "e2": "green"})["e2"]
    assert unlike(patches, looks(right), SPOTS, {}) == doubted


@pytest.mark.parametrize("missing", ["a1", "b5"])
def test_a_cell_that_should_hold_a_piece_and_looks_bare(missing: str) -> None:
    laid = {cell: piece for cell, piece in RIGHT.items() if cell != missing}
    assert unlike(drawn(laid), looks(RIGHT), SPOTS, {}) == {missing}


@pytest.mark.parametrize("piece", list(PIECES))
def test_a_piece_in_a_cell_that_should_be_bare(piece: str) -> None:
    assert unlike(drawn({**RIGHT, "c3": piece}), looks(RIGHT), SPOTS, {}) == {"c3"}


def test_an_empty_board_names_every_piece_that_is_missing() -> None:
    assert unlike(drawn({}), looks(RIGHT), SPOTS, {}) == set(RIGHT)


def test_a_printed_sign_is_no_piece() -> None:
    assert unlike(drawn(RIGHT, signs=("c3",)), looks(RIGHT), SPOTS, {}) == frozenset()


def test_fewer_than_three_bare_cells_say_nothing() -> None:
    cells = ["a1", "b1", "c3", "c4"]
    assert unlike(drawn({"b1": "red"}), looks(RIGHT, cells), SPOTS, {}) == frozenset()
    assert unlike(drawn({"b1": "red"}), looks(RIGHT, [*cells, "e3"]), SPOTS, {}) == {"a1"}


def test_two_pieces_in_each_others_place_are_both_named() -> None:
    laid = {**RIGHT, "a1": "blue", "a5": "red"}
    assert unlike(drawn(laid), looks(RIGHT), SPOTS, {}) == {"a1", "a5"}


def test_one_among_its_equals_is_another_piece() -> None:
    laid = {**RIGHT, "a1": "blue"}
    assert unlike(drawn(laid), looks(RIGHT), SPOTS, {}) == {"a1"}


@pytest.mark.parametrize("piece", [*PIECES, "green"])
def test_a_piece_in_another_cell_is_named_with_its_own_cell(piece: str) -> None:
    """Also one that looks like none of the others."""
    right = {**RIGHT, "d1": piece}
    laid = {cell: name for cell, name in right.items() if cell != "d1"} | {"c4": piece}
    assert unlike(drawn(laid), looks(right), SPOTS, {}) == {"d1", "c4"}


def test_a_board_turned_by_a_quarter_is_named() -> None:
    """Two of its columns are full, and two of its rows should be. In the corners pieces stand either way."""
    right = {cell: "red" if cell[1] == "1" else "blue" for cell in CELLS if cell[1] in "15"}
    laid = {cell: "red" if cell[0] == "a" else "blue" for cell in CELLS if cell[0] in "ae"}
    wrong = {cell for cell in CELLS if (cell in right) != (cell in laid)}
    assert len(wrong) == 12
    assert unlike(drawn(laid), looks(right), SPOTS, {}) >= wrong
    assert unlike(drawn(laid), looks(laid), SPOTS, {}) == frozenset()


def test_a_box_that_is_known_tells_single_pieces_apart() -> None:
    few = {"a1": "red", "a5": "blue"}
    eyes = Likeness(list(SPOTS.values()))
    patches = drawn(few, seed=2)
    views = {cell: CellView(cell, 0, 0, 0, 0, None, patch) for cell, patch in patches.items()}
    eyes.begin(View(0, 0, views, first=True), looks(few))
    exchanged = drawn({"a1": "blue", "a5": "red"}, seed=3)
    assert unlike(exchanged, looks(few), SPOTS, {}) == frozenset()
    assert eyes.unlike(exchanged, looks(few)) == {"a1", "a5"}
    assert eyes.unlike(drawn(few, seed=4), looks(few)) == frozenset()


def test_where_a_piece_is_hardly_seen_none_is_called_missing() -> None:
    """Pale on pale: one that lies there hardly stands out, so that others may lie there unseen."""
    laid = {cell: piece for cell, piece in RIGHT.items() if cell != "a1"}
    patches, bare = drawn(laid), drawn({})
    assert unlike(patches, looks(RIGHT), SPOTS, {}) == {"a1"}
    patches["c1"] = np.asarray(bare["c1"] * 0.9 + patches["c1"] * 0.1, np.uint8)
    assert "a1" not in unlike(patches, looks(RIGHT), SPOTS, {})
