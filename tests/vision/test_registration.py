"""Finding the table: tags under tilt and lens, covered tags, tags of another mat; taps; by print after a
bump."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import HEIGHT, MAT, SPOTS, WIDTH, Eye, Put, Scene, photo
from vision.camera import Points
from vision.mat import mat_of
from vision.refinding import Memory
from vision.registration import Corners, Registration, find_by_tags, from_corners, lens_by_tags, seen_tags

GRID = np.array([(x, y) for x in np.arange(-2.4, 5.7, 0.9) for y in np.arange(-0.5, 3.6, 0.8)])
SCENE = Scene((Put("b1", "man red"), Put("slot", "card up")), bases=(("c3", "sun"),))


def errors(found: Registration | None, eye: Eye) -> Points:
    """Pixels between where the registration and the true camera put the table's points."""
    assert found is not None
    meant = eye.project(np.column_stack([GRID, np.zeros(len(GRID))]))
    return np.asarray(np.linalg.norm(found.to_picture(GRID) - meant, axis=1))


@pytest.mark.parametrize("tilt", [0.0, 18.0, 35.0])
@pytest.mark.parametrize("azimuth", [0.0, 90.0])
def test_tags_put_the_table_within_half_a_pixel(tilt: float, azimuth: float) -> None:
    eye = Eye(tilt=tilt, azimuth=azimuth, noise=3.0, ev=-0.7)
    error = errors(find_by_tags(photo(SCENE, eye), MAT), eye)
    assert np.median(error) <= 0.5
    assert error.max() <= 2.0


def test_a_known_lens_is_taken_into_account() -> None:
    eye = Eye(tilt=25.0, lens=-0.2)
    picture = photo(SCENE, eye)
    assert errors(find_by_tags(picture, MAT, eye.model), eye).max() <= 1.0
    assert errors(find_by_tags(picture, MAT), eye).max() > 1.5  # so the lens matters


def test_the_tags_tell_an_unknown_lens() -> None:
    eye = Eye(tilt=25.0, lens=-0.2)
    picture = photo(SCENE, eye)
    lens = lens_by_tags(picture, MAT)
    assert lens is not None
    assert errors(find_by_tags(picture, MAT, lens), eye).max() <= 1.0


def test_a_straight_lens_is_left_alone() -> None:
    assert lens_by_tags(photo(SCENE, Eye(tilt=10.0)), MAT) is None


def test_one_covered_tag_is_no_matter_two_are() -> None:
    eye = Eye(tilt=15.0)
    ids = [tag.id for tag in MAT.tags]
    three = photo(replace(SCENE, covered_tags=(ids[1],)), eye)
    assert errors(find_by_tags(three, MAT), eye).max() <= 2.0
    two = photo(replace(SCENE, covered_tags=(ids[1], ids[3])), eye)
    assert set(seen_tags(two, MAT)) == {ids[0], ids[2]}
    assert find_by_tags(two, MAT) is None


def test_another_games_mat_is_not_taken_for_this_one() -> None:
    other = mat_of("another", SPOTS)
    assert not {tag.id for tag in other.tags} & {tag.id for tag in MAT.tags}
    assert find_by_tags(photo(SCENE, Eye()), other) is None


def test_no_table_no_registration() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    assert find_by_tags(noise, MAT) is None
    assert find_by_tags(np.zeros((HEIGHT, WIDTH, 3), np.uint8), MAT) is None


def test_taps_must_go_round_the_table_in_the_same_order() -> None:
    plane = ((0, 4), (4, 4), (4, 0), (0, 0))
    taps = ((100, 100), (800, 120), (780, 480), (130, 470))
    assert from_corners(Corners(taps, plane), (WIDTH, HEIGHT)) is not None
    with pytest.raises(ValueError, match="clockwise"):
        Corners((taps[0], taps[3], taps[2], taps[1]), plane)
    with pytest.raises(ValueError, match="clockwise"):
        Corners((taps[0], taps[2], taps[1], taps[3]), plane)
    with pytest.raises(ValueError, match="clockwise"):
        Corners(((0, 0), (10, 0), (20, 0), (30, 0)), plane)
    with pytest.raises(ValueError, match="four"):
        Corners(taps[:3], plane[:3])


def test_the_board_is_found_again_by_its_print_wherever_it_lies() -> None:
    first, then = Eye(tilt=15.0), Eye(tilt=15.0, slide=(0.7, -0.4, 9.0), ev=-0.6, seed=3)
    start = find_by_tags(photo(SCENE, first), MAT)
    assert start is not None
    memory = Memory.of(photo(SCENE, first), start, SPOTS)
    moved = replace(SCENE, puts=(Put("c2", "man red"), Put("slot", "card up")))
    [found], [again] = memory.find(photo(moved, then)), memory.find(photo(moved, then))
    assert np.median(errors(found, then)) <= 1.0
    assert errors(again, then).tolist() == errors(found, then).tolist()  # seeded


def test_a_picture_without_the_board_is_not_found_by_print() -> None:
    start = find_by_tags(photo(SCENE, Eye()), MAT)
    assert start is not None
    memory = Memory.of(photo(SCENE, Eye()), start, SPOTS)
    noise = np.random.default_rng(2).integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    assert memory.find(noise) == []
    assert memory.find(np.full((HEIGHT, WIDTH, 3), 90, np.uint8)) == []
