"""Teaching: what is learned, what people are told when it cannot be, and the file it goes into."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.table import HEIGHT, MAT, SPOTS, WIDTH, Eye, lessons
from vision.rectify import SCALE
from vision.teaching import Box, BoxError, Lesson, TeachingError, load_box, save_box, teach

EYE = Eye(tilt=12.0, seed=1)


def test_the_ground_is_learned_bare(box: Box) -> None:
    """Every cell was empty in some picture, so the ground shows the print of every cell and no man."""
    bgr = box.picture.astype(int)
    red = (bgr[:, :, 2] - bgr[:, :, 1] > 60).sum()
    assert red < 0.02 * SCALE**2 * 16
    assert float(box.doubt.mean()) < 0.1


def test_figures_have_the_size_they_have(box: Box) -> None:
    """The drawn man: foot radius 0.25, head 0.12, 0.74 high with his head's upper half; lying about 0.85 x
    0.5."""
    man = box.figures["man red"].shape
    assert man.long == pytest.approx(0.25, abs=0.06)
    assert man.crown == pytest.approx(0.5, abs=0.25)
    assert man.height == pytest.approx(0.65, abs=0.2)
    stamp = box.figures["man blue lying"].stamp
    longest = max(stamp.shape) / SCALE
    assert longest == pytest.approx(0.9, abs=0.25)


def test_flats_have_the_size_they_have(box: Box) -> None:
    """Cards 0.82 x 1.2 pitches; tokens are discs of radius 0.4."""
    height, width = box.flats["card up"].mask.shape
    assert width / SCALE == pytest.approx(0.82, abs=0.07)
    assert height / SCALE == pytest.approx(1.2, abs=0.09)
    radius = np.sqrt(float(box.flats["sun"].mask.sum()) / np.pi) / SCALE
    assert radius == pytest.approx(0.4, abs=1.2 / SCALE)


def test_a_piece_that_no_picture_shows_is_named() -> None:
    with pytest.raises(TeachingError, match="man blue lying, man red lying"):
        teach(SPOTS, MAT, [lessons(EYE)[0], lessons(EYE)[2]])


def test_a_picture_without_the_mat_is_named() -> None:
    shown = lessons(EYE)
    blank = Lesson(np.full((HEIGHT, WIDTH, 3), 120, np.uint8), shown[1].looks)
    with pytest.raises(TeachingError, match="picture 2"):
        teach(SPOTS, MAT, [shown[0], blank, shown[1], shown[2]])


def test_no_picture_is_told() -> None:
    with pytest.raises(TeachingError, match="set-up position"):
        teach(SPOTS, MAT, [])


def test_a_place_that_is_not_there_is_told() -> None:
    shown = lessons(EYE)
    wrong = Lesson(shown[0].image, {**shown[0].looks, "z9": ("", ())})
    with pytest.raises(TeachingError, match="z9"):
        teach(SPOTS, MAT, [wrong, *shown[1:]])


def test_a_figure_that_is_not_there_is_told() -> None:
    """The label says that a blue man stands on b4, but nobody does, and he is shown nowhere else."""
    shown = lessons(EYE)
    looks = {cell: look for cell, look in shown[2].looks.items() if "man blue" not in look[1]}
    first = {cell: look for cell, look in shown[0].looks.items() if "man blue" not in look[1]}
    first.pop("d4", None)
    looks["b4"] = ("", ("man blue",))
    looks.pop("a3", None)
    with pytest.raises(TeachingError, match="man blue cannot be told"):
        teach(SPOTS, MAT, [Lesson(shown[0].image, first), shown[1], Lesson(shown[2].image, looks)])


def test_a_box_survives_its_file(box: Box, tmp_path: Path) -> None:
    path = tmp_path / "box.npz"
    save_box(box, path)
    again = load_box(path)
    assert again.plane == box.plane
    assert np.array_equal(again.ground, box.ground)
    assert np.array_equal(again.picture, box.picture)
    assert list(again.flats) == list(box.flats)
    for name, flat in box.flats.items():
        assert np.array_equal(again.flats[name].patch, flat.patch)
        assert np.array_equal(again.flats[name].mask, flat.mask)
    for name, figure in box.figures.items():
        other = again.figures[name]
        assert other.shape == figure.shape
        assert other.typical == figure.typical
        assert np.array_equal(other.colours, figure.colours)
        assert np.array_equal(other.stamp, figure.stamp)


def test_a_box_is_its_owners_alone(box: Box, tmp_path: Path) -> None:
    path = tmp_path / "box.npz"
    save_box(box, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["box.npz"]


def test_a_missing_box_is_told(tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="teach the box first"):
        load_box(tmp_path / "none.npz")


@pytest.mark.parametrize("damage", ["empty", "text", "half", "flipped"])
def test_a_damaged_box_is_told(box: Box, tmp_path: Path, damage: str) -> None:
    path = tmp_path / "box.npz"
    save_box(box, path)
    whole = path.read_bytes()
    damaged = {
        "empty": b"",
        "text": b"not a box\n",
        "half": whole[: len(whole) // 2],
        "flipped": whole[:3000] + bytes(255 - b for b in whole[3000:3600]) + whole[3600:],
    }
    path.write_bytes(damaged[damage])
    with pytest.raises(BoxError, match="damaged"):
        load_box(path)


def test_a_place_that_cannot_be_written_is_told(box: Box, tmp_path: Path) -> None:
    with pytest.raises(BoxError, match="cannot be saved"):
        save_box(box, tmp_path / "no such folder" / "box.npz")


def test_teaching_is_repeatable(box: Box) -> None:
    again = teach(SPOTS, MAT, lessons(Eye(tilt=12.0, azimuth=-6.0, focal=880.0, seed=1)))
    assert np.array_equal(again.ground, box.ground)
    assert all(again.figures[name].shape == figure.shape for name, figure in box.figures.items())


def test_a_lamp_that_changes_between_the_pictures_does_no_harm(box: Box) -> None:
    shown = lessons(EYE)
    dim = lessons(replace(EYE, ev=-0.8, light=(1.2, 1.0, 0.75)))
    mixed = teach(SPOTS, MAT, [shown[0], dim[1], shown[2]])
    grey = (cv2.cvtColor(b.picture, cv2.COLOR_BGR2GRAY).astype(float) for b in (mixed, box))
    one, two = grey
    assert abs(float(np.median(one - two))) < 12
    assert mixed.figures["man red"].shape.long == pytest.approx(0.25, abs=0.07)
