"""Change between two views: light, shadows and a pixel of misregistration are none; pieces are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.change import difference, grain_of, joined, logs, relit, shares
from vision.types import Image

CELL = 60
CHANGED, UNCHANGED = 0.08, 0.05
"""Shares of a cell's pixels: what a piece changes at least, and what nothing may."""


def board(seed: int = 1) -> Image:
    """A printed board: coarse and fine texture, lines between cells."""
    rng = np.random.default_rng(seed)
    coarse = cv2.resize(rng.uniform(60, 190, (12, 12, 3)).astype(np.float32), (8 * CELL, 8 * CELL))
    fine = cv2.GaussianBlur(rng.normal(0, 30, (8 * CELL, 8 * CELL, 3)).astype(np.float32), (0, 0), 1.5)
    picture = np.clip(coarse + fine, 20, 230).astype(np.uint8)
    for line in range(0, 8 * CELL, CELL):
        cv2.line(picture, (line, 0), (line, 8 * CELL), (30, 30, 30), 2)
        cv2.line(picture, (0, line), (8 * CELL, line), (30, 30, 30), 2)
    return np.asarray(picture, np.uint8)


def lit(picture: Image, gain: NDArray[np.float64]) -> Image:
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def scores(now: Image, before: Image, row: int, column: int) -> tuple[float, float]:
    """Shade and change of one cell."""
    other = logs(before)
    even, _ = relit(logs(now), other)
    inner = np.ones((CELL - 10, CELL - 10), np.uint8)
    rows = slice(row * CELL + 5, (row + 1) * CELL - 5)
    columns = slice(column * CELL + 5, (column + 1) * CELL - 5)
    return shares(difference(even, other), inner, rows, columns)


def every(now: Image, before: Image) -> list[float]:
    return [scores(now, before, row, column)[1] for row in range(8) for column in range(8)]


@pytest.mark.parametrize("gain", [(0.6, 0.6, 0.6), (1.3, 1.3, 1.3), (0.8, 1.0, 1.25)])
def test_another_light_changes_nothing(gain: tuple[float, float, float]) -> None:
    before = (board() * 0.7).astype(np.uint8)
    assert max(every(lit(before, np.array(gain)), before)) < UNCHANGED


def test_a_lamp_on_one_side_changes_nothing() -> None:
    before = (board() * 0.7).astype(np.uint8)
    slope = np.linspace(0.8, 1.35, before.shape[1])[None, :, None] * np.ones(before.shape)
    assert max(every(lit(before, slope), before)) < UNCHANGED


def test_noise_and_a_pixel_of_misregistration_change_nothing() -> None:
    before = board()
    rng = np.random.default_rng(2)
    moved = cv2.warpAffine(before, np.array([[1, 0, 0.7], [0, 1, -0.6]]), before.shape[1::-1], borderMode=2)
    noisy = np.clip(moved + rng.normal(0, 4, before.shape), 0, 255).astype(np.uint8)
    assert max(every(noisy, before)) < UNCHANGED


def dim_sea(seed: int, noise: float) -> Image:
    """A picture of blue sea by little light, in which red is nearly black; noise in spots, as compression
    leaves it."""
    calm = cv2.resize(np.random.default_rng(7).uniform(0.8, 1.2, (12, 12)), (8 * CELL, 8 * CELL))
    coarse = np.random.default_rng(seed).normal(0, noise, (2 * CELL, 2 * CELL, 3))
    spots = cv2.resize(coarse, (8 * CELL, 8 * CELL), interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(calm[..., None] * (110, 60, 14) + spots, 0, 255), np.uint8)


@pytest.mark.parametrize("noise", [1.0, 4.0, 7.0])
def test_noise_of_a_dim_picture_changes_nothing_and_a_piece_does(noise: float) -> None:
    before, now = logs(dim_sea(1, noise)), dim_sea(2, noise)
    cv2.circle(now, (3 * CELL + 30, 4 * CELL + 30), 13, (30, 30, 90), -1)
    even, _ = relit(logs(now), before)
    still = np.ones(before.shape[:2], bool)
    still[4 * CELL : 5 * CELL, 3 * CELL : 4 * CELL] = False
    grain = grain_of(even, before, still)
    assert grain is not None
    apart, inner = difference(even, before, grain), np.ones((CELL - 10, CELL - 10), np.uint8)
    changed = {}
    for row in range(8):
        for column in range(8):
            rows, columns = (slice(at * CELL + 5, (at + 1) * CELL - 5) for at in (row, column))
            changed[row, column] = shares(apart, inner, rows, columns)[1]
    assert changed.pop((4, 3)) > CHANGED
    assert max(changed.values()) < UNCHANGED


def test_a_bright_table_tells_no_grain() -> None:
    bright = logs(np.full((480, 480, 3), 120, np.uint8))
    assert grain_of(bright, bright, np.ones((480, 480), bool)) is None


@pytest.mark.parametrize("colour", [(30, 30, 200), (200, 60, 30), (20, 20, 20), (235, 235, 235)])
def test_a_piece_changes_its_cell_and_no_other(colour: tuple[int, int, int]) -> None:
    before = board()
    now = before.copy()
    cv2.circle(now, (3 * CELL + 30, 4 * CELL + 30), 13, colour, -1)
    assert max(scores(now, before, 4, 3)) > CHANGED
    assert max(s for n, s in enumerate(every(now, before)) if n != 4 * 8 + 3) < UNCHANGED


def test_a_piece_on_a_border_runs_on_from_one_cell_into_the_next() -> None:
    """One disc over the line between two cells, another one in the middle of a third."""
    before = board()
    now = before.copy()
    for middle in ((4 * CELL, 4 * CELL + 30), (CELL + 30, 4 * CELL + 30)):
        cv2.circle(now, middle, 13, (30, 30, 200), -1)
    inner = np.ones((CELL - 10, CELL - 10), np.uint8)
    rows = slice(4 * CELL + 5, 5 * CELL - 5)
    windows = {
        f"cell {column}": (inner, rows, slice(column * CELL + 5, (column + 1) * CELL - 5))
        for column in (1, 3, 4)
    }
    found = joined(difference(logs(now), logs(before)), windows, 20)
    assert found == {"cell 1": set(), "cell 3": {"cell 4"}, "cell 4": {"cell 3"}}


def test_a_soft_shadow_changes_no_colour() -> None:
    before = board()
    shade = np.ones(before.shape[:2], np.float32)
    cv2.circle(shade, (3 * CELL + 30, 4 * CELL + 30), 45, 0.78, -1)
    shadow = cv2.GaussianBlur(shade, (0, 0), 8.0)[:, :, None]
    assert max(every(lit(before, shadow.astype(np.float64)), before)) < UNCHANGED


def test_pale_wood_on_pale_wood_shows_in_the_shade() -> None:
    """Only brightness tells it: 30 % of it over a third of the cell."""
    before = np.full((8 * CELL, 8 * CELL, 3), (120, 150, 180), np.uint8)
    now = before.copy()
    cv2.rectangle(now, (3 * CELL + 10, 4 * CELL + 10), (3 * CELL + 48, 4 * CELL + 48), (156, 195, 234), -1)
    shade, change = scores(now, before, 4, 3)
    assert shade > 0.33
    assert change < UNCHANGED
