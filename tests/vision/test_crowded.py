"""Cells on which hundreds of stacks are possible: read figure by figure, and only what matters is listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from tests.vision.table import MAT, MEN, SPOTS, Eye, Put, Scene, Thing, frame, lessons, photo
from vision.crowded import MANY, Allowed, is_crowded
from vision.reader import TableReader
from vision.teaching import Box, teach
from vision.types import CellEvidence, Spot

EYE = Eye(tilt=20.0, azimuth=9.0, light=(1.1, 1.0, 0.8), ev=-0.4, noise=3.0, seed=50)
STACKS = tuple(
    tuple(man for man, number in zip(MEN, numbers, strict=True) for _ in range(number))
    for numbers in product(range(3), repeat=len(MEN))
)
CROWDED = tuple(spot if spot.kind == "slot" else replace(spot, stacks=STACKS) for spot in SPOTS)


@pytest.fixture(scope="module")
def crowded() -> Box:
    return teach(CROWDED, MAT, lessons(Eye(tilt=12.0, azimuth=-6.0, focal=880.0, seed=1)))


def read(box: Box, scene: Scene, spots: Sequence[Spot] = CROWDED, eye: Eye = EYE) -> dict[str, CellEvidence]:
    reader = TableReader(spots, MAT, box)
    pictures = [photo(scene, replace(eye, seed=eye.seed + n)) for n in range(4)]
    evidence = [reader.read(frame(pictures[n % 4], n)) for n in range(14)]
    return dict(evidence[-1].cells)


def best(cell: CellEvidence) -> tuple[str, ...]:
    return max(cell.stacks, key=lambda stack: cell.stacks[stack])


def test_the_cells_are_crowded() -> None:
    assert len(STACKS) == 3**4 > MANY
    assert all(is_crowded(spot) for spot in CROWDED if spot.kind != "slot")
    assert not any(is_crowded(spot) for spot in SPOTS)


def poseless(stack: Sequence[str]) -> list[str]:
    return sorted(name.removesuffix(" lying") for name in stack)


@pytest.mark.parametrize(
    "puts",
    [
        (Put("b2", "man red"),),
        (Put("b2", "man red", 0.27, 0.0), Put("b2", "man red", -0.27, 0.0)),
        (Put("b2", "man red", 0.25, 0.1), Put("b2", "man blue", -0.25, -0.1)),
        (Put("b2", "man blue lying", 0.0, 0.3), Put("b2", "man red lying", 0.0, -0.3)),
        (
            Put("b2", "man red", 0.0, -0.3),
            Put("b2", "man blue", -0.3, 0.25),
            Put("b2", "man blue", 0.3, 0.25),
        ),
    ],
    ids=["one", "twins", "two", "lying", "three"],
)
def test_what_stands_together_is_read(crowded: Box, puts: tuple[Put, ...]) -> None:
    others = (Put("d4", "man blue"), Put("a1", "man red lying", angle=40.0))
    cells = read(crowded, Scene((*puts, *others), bases=(("c3", "sun"),)))
    names = [put.name for put in puts]
    told = sorted if len(puts) < 3 else poseless  # of three, one hides too much of another
    for cell, truth in {"b2": names, "d4": ["man blue"], "a1": ["man red lying"], "c3": [], "b3": []}.items():
        seen = cells[cell]
        assert seen.visible
        assert told(best(seen)) == told(truth), cell
        others_there = [value for stack, value in seen.stacks.items() if told(stack) != told(truth)]
        assert seen.stacks[best(seen)] > max([2.0, *others_there]), cell
    assert max(cells["c3"].bases, key=cells["c3"].bases.__getitem__) == "sun"


def test_the_list_is_short_and_says_what_it_leaves_out(crowded: Box) -> None:
    """At least two stacks, all of them possible, none further behind the best than a cue may tell."""
    cells = read(crowded, Scene((Put("b2", "man red"), Put("b2", "man blue", 0.3, 0.3))))
    for spot in CROWDED:
        stacks = cells[spot.cell].stacks
        if spot.kind != "slot":
            assert 2 <= len(stacks) < len(STACKS) // 2
            assert set(stacks) <= set(STACKS)
            assert sorted(stacks.values())[-2] == sorted(stacks.values())[0] or (
                min(stacks.values()) >= max(stacks.values()) - 12.0
            )


@pytest.mark.parametrize("name", ["man red lying", "man blue lying"])
def test_what_reaches_over_the_rim_is_not_lost_to_the_neighbour(crowded: Box, name: str) -> None:
    """The neighbour is nearer to the camera, and is read first."""
    cells = read(crowded, Scene((Put("b2", name, 0.4, 0.0, angle=90.0),)))
    assert best(cells["b2"]) == (name,)
    assert cells["b2"].stacks[(name,)] > 5.0
    assert name not in best(cells["c2"])


def test_a_cup_is_none_of_them(crowded: Box) -> None:
    cells = read(crowded, Scene((), (Thing(2.0, 2.0, 0.45, 1.0, (210, 215, 220)),)))
    assert max(cells["c3"].stacks.values()) < 0


def test_only_figures_that_may_come_together_do() -> None:
    ships = Allowed([(), ("boat",), ("boat", "man"), ("boat", "man", "man"), ("shark",)])
    assert ships.stacks(("man", "boat")) == [("boat", "man")]
    assert ships.begins(("man", "man"))
    assert not ships.stacks(("man", "man"))
    assert not ships.begins(("man", "shark"))
    assert not ships.begins(("man", "man", "man"))


def test_what_is_only_ever_on_the_bare_board_is_unlikely_on_a_token(crowded: Box) -> None:
    """By as much as the token is likelier than the bare board."""
    lying = tuple(man for man in MEN if man.endswith(" lying"))
    afloat = tuple(spot if spot.kind == "slot" else replace(spot, afloat=lying) for spot in CROWDED)
    there = Put("c3", "man red lying", angle=45.0)
    for bases in ((), (("c3", "sun"),)):
        anywhere = read(crowded, Scene((there,), bases=bases))["c3"]
        cell = read(crowded, Scene((there,), bases=bases), afloat)["c3"]
        lead = max(cell.bases.values()) - cell.bases[""]
        assert (lead > 0.5) == bool(bases)
        swimmer = anywhere.stacks[(there.name,)]
        assert cell.stacks[(there.name,)] == pytest.approx(max(-12.0, swimmer - lead), abs=1e-6)
