"""Keeping hold of the table: found, bumped, taken away, brought back, in a picture of another size."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.table import HEIGHT, MAT, SPOTS, WIDTH, Eye, Put, Scene, frame, photo
from vision.health import BLACK, FROZEN
from vision.holding import NO_BOARD, NO_TAGS
from vision.mat import Mat
from vision.registration import Corners
from vision.seeing import Glance
from vision.types import CameraState, Image
from vision.watching import TableWatcher

EYE = Eye(tilt=20.0, azimuth=9.0, lens=-0.08, light=(1.1, 1.0, 0.8), ev=-0.4, noise=3.0, seed=50)
SCENE = Scene(
    (Put("b1", "man red", 0.1, -0.1), Put("c3", "man blue", -0.1, 0.12), Put("slot", "card up", 0.1, 0.05)),
    bases=(("b1", "sun"), ("d3", "sea")),
)
CHANGED = 0.08
"""Share of a cell that changed, above which the judge takes it rather for changed (its ``scene.nats``)."""
SETTLED = 12
"""Frames after which a table that is seen without a hand has been found twice and seen."""


class Watching:
    """A watcher and the frames it is shown, 15 a second."""

    def __init__(self, anchor: Mat | Corners = MAT) -> None:
        self.watcher = TableWatcher(SPOTS, anchor)
        self.number = 0

    def show(self, picture: Image) -> Glance:
        glance = self.watcher.read(frame(picture, self.number))
        self.number += 1
        return glance

    def scene(self, scene: Scene = SCENE, frames: int = SETTLED, eye: Eye = EYE) -> list[Glance]:
        """Six different noises are enough: the next frame never shows the same."""
        pool = [photo(scene, replace(eye, seed=eye.seed + n)) for n in range(min(frames, 6))]
        return [self.show(pool[n % len(pool)]) for n in range(frames)]

    def away(self) -> list[Glance]:
        """The table is not there for three seconds, of which every third picture is seen."""
        rng, seen = np.random.default_rng(3), list[Glance]()
        for _ in range(15):
            self.number += 2
            bare = np.clip(120 + rng.normal(0, 3, (HEIGHT, WIDTH, 3)), 0, 255).astype(np.uint8)
            seen.append(self.show(bare))
        return seen


@pytest.fixture
def watching() -> Watching:
    watching = Watching()
    seen = watching.scene()
    assert seen[-1].state is CameraState.READY
    assert [glance.view.first for glance in seen if glance.view is not None] == [True]
    return watching


def changed(seen: list[Glance]) -> set[str]:
    views = [glance.view for glance in seen if glance.view is not None]
    return {name for view in views for name, cell in view.cells.items() if cell.change > CHANGED}


def outline_of(watching: Watching, cell: str) -> np.ndarray:
    return np.array(watching.watcher.outlines()[cell])


def outline_in(eye: Eye, cell: str) -> np.ndarray:
    """Where the corners of a square are, clockwise from the top left, by the camera that draws it."""
    spot = next(spot for spot in SPOTS if spot.cell == cell)
    ways = ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5))
    return eye.project(np.array([(spot.x + dx, spot.y + dy, 0.0) for dx, dy in ways]))


def test_every_cell_is_found_where_it_is(watching: Watching) -> None:
    assert set(watching.watcher.outlines()) == {spot.cell for spot in SPOTS}
    for cell in ("a1", "a4", "d1", "d4"):
        assert np.abs(outline_of(watching, cell) - outline_in(EYE, cell)).max() < 2.0, cell


def test_a_bump_is_noticed_told_and_healed(watching: Watching) -> None:
    bumped = replace(EYE, slide=(0.15, -0.1, 2.0))
    seen = watching.scene(frames=30, eye=bumped)
    moved = [number for number, glance in enumerate(seen) if glance.state is CameraState.MOVED]
    assert moved
    assert moved[0] <= 6, "looked at every fifth frame, and a second time"
    assert all(seen[number].view is None for number in moved)
    healed = next(n for n, glance in enumerate(seen) if n > moved[0] and glance.state is CameraState.READY)
    assert healed <= 30, "two seconds"
    assert seen[-1].state is CameraState.READY
    assert changed(seen) == set()
    assert np.abs(outline_of(watching, "d4") - outline_in(bumped, "d4")).max() < 2.0


FAR = [(0.4, 0.3, 4.0), (0.6, 0.2, 8.0), (1.0, 0.0, 0.0)]
"""Pushes (pitches, degrees) that no landmark can be followed over when they happen from one frame to the
next."""


def is_healed(watching: Watching, seen: list[Glance], eye: Eye, within: float) -> None:
    """A push was noticed within a second, the table found again, and nothing has changed on it."""
    states = [glance.state for glance in seen]
    assert CameraState.MOVED in states[:15]
    assert all(glance.view is None for glance in seen if glance.state is CameraState.MOVED)
    assert states[-1] is CameraState.READY
    assert changed(seen) == set()
    assert np.abs(outline_of(watching, "d4") - outline_in(eye, "d4")).max() < within


@pytest.mark.parametrize("slide", FAR)
def test_a_push_within_one_frame_is_a_bump(watching: Watching, slide: tuple[float, float, float]) -> None:
    pushed = replace(EYE, slide=slide)
    is_healed(watching, watching.scene(frames=30, eye=pushed), pushed, 2.0)


def crowded(aside: float) -> Scene:
    """A man in every cell."""
    cells = [f"{column}{row}" for column in "abcd" for row in "1234"]
    puts = (Put(cell, f"man {('red', 'blue')[n % 2]}", aside, aside) for n, cell in enumerate(cells))
    return Scene(tuple(puts), bases=SCENE.bases)


def test_pieces_that_were_all_pushed_aside_are_no_push() -> None:
    """Most landmarks lie on pieces, and none of these is where it was; the board is."""
    watching = Watching()
    watching.scene(crowded(-0.12))
    seen = watching.scene(crowded(0.12), 45)
    assert {glance.state for glance in seen} <= {CameraState.READY, CameraState.HAND}
    assert np.abs(outline_of(watching, "d4") - outline_in(EYE, "d4")).max() < 2.0


def test_after_a_bump_two_covered_tags_do_not_matter(watching: Watching) -> None:
    ids = tuple(tag.id for tag in MAT.tags[:2])
    seen = watching.scene(replace(SCENE, covered_tags=ids), 30, replace(EYE, slide=(0.1, 0.1, 1.0)))
    assert CameraState.MOVED in {one.state for one in seen}
    assert seen[-1].state is CameraState.READY


def test_a_table_that_was_taken_away_is_lost_with_a_sentence(watching: Watching) -> None:
    seen = watching.away()
    assert [glance.view for glance in seen if glance.view is not None] == []
    assert (seen[-1].state, seen[-1].message) == (CameraState.LOST, NO_TAGS)
    assert watching.watcher.outlines() == {}
    again = watching.scene(frames=30)
    assert again[-1].state is CameraState.READY
    assert changed(again) == set()


def test_what_moved_while_the_table_was_away_is_a_change(watching: Watching) -> None:
    watching.away()
    puts = (Put("b1", "man red", 0.1, -0.1), Put("a3", "man blue"), Put("slot", "card up", 0.1, 0.05))
    seen = watching.scene(replace(SCENE, puts=puts), 30)
    assert {"c3", "a3"} <= changed(seen)
    assert "d1" not in changed(seen), "nothing was there and nothing is"


@pytest.mark.parametrize(
    ("eye", "why"), [(replace(EYE, slide=(5.5, 0.0, 0.0)), "half of it is outside"), (None, "no mat")]
)
def test_a_mat_that_is_not_in_the_picture_is_lost_from_the_start(eye: Eye | None, why: str) -> None:
    watching = Watching()
    picture = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    glance = watching.show(picture) if eye is None else watching.scene(eye=eye, frames=6)[-1]
    assert (glance.state, glance.message) == (CameraState.LOST, NO_TAGS), why
    assert watching.watcher.photograph(frame(picture, 99)) is None


# --- four taps ----------------------------------------------------------------------------------------------

BOARD = ((-0.7, 3.7), (3.7, 3.7), (3.7, -0.7), (-0.7, -0.7))
_OFF = np.array([(1.5, -1.0), (-1.0, 1.5), (1.0, 1.0), (-1.5, 0.5)])
"""Pixels by which a finger misses the corners."""


def taps(eye: Eye) -> Corners:
    points = eye.project(np.array([(*corner, 0.0) for corner in BOARD])) + _OFF
    return Corners(tuple((float(x), float(y)) for x, y in points), BOARD)


def test_by_four_taps_the_board_is_found_and_found_again() -> None:
    eye = replace(EYE, lens=0.0)
    watching = Watching(taps(eye))
    assert watching.scene(eye=eye)[-1].state is CameraState.READY
    bumped = replace(eye, slide=(0.3, 0.2, 2.0))
    seen = watching.scene(frames=30, eye=bumped)
    assert CameraState.MOVED in {one.state for one in seen}
    assert seen[-1].state is CameraState.READY
    assert changed(seen) == set()
    assert np.abs(outline_of(watching, "b2") - outline_in(bumped, "b2")).max() < 4.0


@pytest.mark.parametrize("slide", FAR)
def test_a_tapped_board_that_is_pushed_within_one_frame(slide: tuple[float, float, float]) -> None:
    eye = replace(EYE, lens=0.0)
    watching = Watching(taps(eye))
    watching.scene(eye=eye)
    pushed = replace(eye, slide=slide)
    is_healed(watching, watching.scene(frames=30, eye=pushed), pushed, 4.0)


def test_a_tapped_board_that_was_taken_away_is_to_be_tapped_again() -> None:
    eye = replace(EYE, lens=0.0)
    watching = Watching(taps(eye))
    watching.scene(eye=eye)
    glance = watching.away()[-1]
    assert (glance.state, glance.message) == (CameraState.LOST, NO_BOARD)
    moved = replace(eye, slide=(0.4, 0.3, 4.0))
    watching.watcher.set_corners(taps(moved))
    assert watching.scene(eye=moved, frames=30)[-1].state is CameraState.READY
    assert np.abs(outline_of(watching, "b2") - outline_in(moved, "b2")).max() < 4.0


# --- pictures that are none, pictures of another size -------------------------------------------------------


def test_a_black_picture_is_trouble(watching: Watching) -> None:
    glance = watching.show(np.zeros((HEIGHT, WIDTH, 3), np.uint8))
    assert (glance.state, glance.message, glance.view) == (CameraState.TROUBLE, BLACK, None)
    assert changed(watching.scene()) == set(), "the table is as it was"


def test_a_frozen_picture_is_trouble_until_it_lives_again(watching: Watching) -> None:
    picture = photo(SCENE, EYE)
    seen = [watching.show(picture) for _ in range(60)]
    assert seen[10].state is CameraState.READY
    assert (seen[-1].state, seen[-1].message) == (CameraState.TROUBLE, FROZEN)
    assert watching.scene()[-1].state is CameraState.READY


def test_a_picture_of_another_size_is_registered_anew(watching: Watching) -> None:
    large = [
        np.asarray(cv2.resize(photo(SCENE, replace(EYE, seed=n)), None, fx=4 / 3, fy=4 / 3), np.uint8)
        for n in range(4)
    ]
    seen = [watching.show(large[number % 4]) for number in range(30)]
    assert seen[-1].state is CameraState.READY
    assert changed(seen) == set()
    there = (outline_in(EYE, "d4") + 0.5) * 4 / 3 - 0.5
    assert np.abs(outline_of(watching, "d4") - there).max() < 3.0


def test_watching_is_deterministic() -> None:
    one, two = Watching(), Watching()
    for glance, other in zip(one.scene(), two.scene(), strict=True):
        assert (glance.state, glance.covered, glance.registration) == (
            other.state,
            other.covered,
            other.registration,
        )
        assert (glance.view is None) == (other.view is None)
        if glance.view is not None and other.view is not None:
            assert glance.view.cells.keys() == other.view.cells.keys()
            for name, cell in glance.view.cells.items():
                assert (cell.now == other.view.cells[name].now).all()
