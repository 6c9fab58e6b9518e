"""An area in which alike figures are kept: how many there are, wherever they stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.table import CARDS, MAT, SPOTS, Eye, Put, Scene, Thing, frame, photo
from vision.counted import is_counted
from vision.reader import TableReader
from vision.teaching import Box, Lesson, teach
from vision.types import CellEvidence, Spot

EYE = Eye(tilt=20.0, azimuth=9.0, light=(1.1, 1.0, 0.8), ev=-0.4, noise=3.0, seed=50)
MOST = 4
COUNTS = tuple(("man red",) * number for number in range(MOST + 1))
AREA = Spot("area", 1.5, 1.5, 1.9, 1.9, "square", 0, ("",), COUNTS)
"""It lies where the four cells in the middle of the drawn board would be."""
COVERED = ("b2", "b3", "c2", "c3")
TABLE = (*(spot for spot in SPOTS if spot.cell not in COVERED), AREA)
PLACES = (
    Put("b2", "man red", 0.05, -0.1),
    Put("c3", "man red", 0.1, 0.1),
    Put("b3", "man red", -0.1, 0.0),
    Put("c2", "man red", 0.05, 0.05),
)


def label(
    puts: tuple[Put, ...], bases: tuple[tuple[str, str], ...]
) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        spot.cell: (
            dict(bases).get(spot.cell, ""),
            tuple(sorted(put.name for put in puts if put.cell == spot.cell)),
        )
        for spot in TABLE
    }


@pytest.fixture(scope="module")
def box() -> Box:
    """Taught with nobody in the area."""
    eye = Eye(tilt=12.0, azimuth=-6.0, focal=880.0, seed=1)
    shown: list[Lesson] = []
    men = ("a1", "a3", "d4", "d1")
    for number, card in enumerate((*CARDS, "card up turned", "card down turned")):
        turned = men[number % 4 :] + men[: number % 4]
        names = ("man red", "man blue", "man red lying", "man blue lying")
        puts = (*(Put(cell, name) for cell, name in zip(turned, names, strict=True)), Put("slot", card))
        bases = (("a2", "sun"), ("d2", "sea"))
        picture = photo(Scene(puts, bases=bases), replace(eye, seed=number))
        shown.append(Lesson(picture, label(puts, bases)))
    return teach(TABLE, MAT, shown)


def read(box: Box, scene: Scene) -> CellEvidence:
    reader = TableReader(TABLE, MAT, box)
    pictures = [photo(scene, replace(EYE, seed=EYE.seed + number)) for number in range(2)]
    evidence = [reader.read(frame(pictures[number % 2], number)) for number in range(12)]
    return evidence[-1].cells["area"]


def test_an_area_is_counted_and_a_cell_is_not() -> None:
    assert [spot.cell for spot in TABLE if is_counted(spot)] == ["area"]


@pytest.mark.parametrize("number", range(MOST + 1))
def test_figures_are_counted(box: Box, number: int) -> None:
    """The true number is clearly the likeliest."""
    seen = read(box, Scene(PLACES[:number]))
    assert seen.visible
    others = [value for stack, value in seen.stacks.items() if len(stack) != number]
    assert seen.stacks[("man red",) * number] > max([2.0, *(value + 2.5 for value in others)])


def test_a_figure_of_another_colour_is_none_of_them(box: Box) -> None:
    seen = read(box, Scene((Put("b2", "man blue"),)))
    assert max(seen.stacks.values()) < 0


def test_a_cup_is_unknown(box: Box) -> None:
    seen = read(box, Scene((), (Thing(1.5, 1.5, 0.45, 1.0, (210, 215, 220)),)))
    assert max(seen.stacks.values()) < 0
