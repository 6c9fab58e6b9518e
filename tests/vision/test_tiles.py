"""Tiles that fill their cell: told apart by their pictures, also when a figure hides a part of them."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.flats import Flat
from vision.photometry import Features, features
from vision.rectify import SCALE
from vision.tiles import Tiles
from vision.types import Image, Spot
from vision.windows import FEW, is_tiled

LAND, SEA = (90, 130, 120), (180, 130, 70)
CORNERS = tuple(product("is", repeat=4))
"""Ice or sea in each corner, and a little house on some tiles: twenty-four pictures."""
NAMES = (*("".join(corners) for corners in CORNERS), *("".join(corners) + "h" for corners in CORNERS[:8]))
FINE = 128
SIDE = round(0.8 * SCALE)
REACH = 3.5
"""Raster pixels that a tile may lie off its place: it is sought 4 round it (decision 0006)."""


def face(name: str) -> Image:
    """One pitch of a tile, four times as fine as the raster."""
    picture = np.full((FINE, FINE, 3), SEA, np.uint8)
    for at, corner in zip(product((0, FINE), repeat=2), name[:4], strict=True):
        if corner == "i":
            cv2.circle(picture, at, FINE * 3 // 8, (235, 235, 225), -1)
    cv2.circle(picture, (FINE // 2, FINE // 2), FINE // 8, LAND, -1)
    if name.endswith("h"):
        cv2.rectangle(
            picture, (FINE // 2 - 14, FINE // 2 - 14), (FINE // 2 + 14, FINE // 2 + 14), (30, 30, 160), -1
        )
    return picture


def learned(name: str) -> Flat:
    middle = slice((SCALE - SIDE) // 2, (SCALE + SIDE) // 2)
    small = cv2.resize(face(name), (SCALE, SCALE), interpolation=cv2.INTER_AREA)[middle, middle]
    return Flat(name, features(np.asarray(small, np.uint8)), np.ones((SIDE, SIDE), np.float32))


TILES = Tiles([learned(name) for name in NAMES], 0)


def seen(name: str, dx: float, dy: float, angle: float, turn: int, dim: float = 0.8) -> Features:
    """The tile on a wooden table, off its place and turned, in dimmer light; 64 x 64 raster pixels."""
    board = np.full((2 * FINE, 2 * FINE, 3), (70, 100, 130), np.uint8)
    laid = np.asarray(cv2.getRotationMatrix2D(((FINE - 1) / 2, (FINE - 1) / 2), -(angle + 90 * turn), 1.0))
    laid[:, 2] += np.array([FINE / 2 + dx * 4, FINE / 2 + dy * 4])
    cv2.warpAffine(face(name), laid, (2 * FINE, 2 * FINE), dst=board, borderMode=cv2.BORDER_TRANSPARENT)
    small = cv2.resize(board, (64, 64), interpolation=cv2.INTER_AREA).astype(np.float32) * dim
    small += np.random.default_rng(5).normal(0, 4, small.shape)
    return features(np.clip(small, 0, 255).astype(np.uint8))


CENTRE = np.array([31.5, 31.5])


@settings(max_examples=30, deadline=None)
@given(
    name=st.sampled_from(NAMES),
    dx=st.floats(-REACH, REACH),
    dy=st.floats(-REACH, REACH),
    angle=st.floats(-10, 10),
    figure=st.one_of(st.none(), st.tuples(st.integers(24, 40), st.integers(24, 40))),
)
def test_a_tile_is_told_from_all_others_as_far_as_it_shows(
    name: str, dx: float, dy: float, angle: float, figure: tuple[int, int] | None
) -> None:
    picture = seen(name, dx, dy, angle, 0)
    free = np.ones((64, 64), np.float32)
    if figure is not None:
        picture[figure[1] - 5 : figure[1] + 6, figure[0] - 5 : figure[0] + 6] = (5.0, 0.8, -0.4, 0.1)
        free[figure[1] - 6 : figure[1] + 7, figure[0] - 6 : figure[0] + 7] = 0.0
    fits = TILES.fits(picture, free, CENTRE)
    scores = {NAMES[number]: fit.score for number, fit in fits.items()}
    best = max(scores, key=scores.__getitem__)
    assert scores[name] > 1.0
    if figure is None:  # a figure may hide just that in which two tiles differ
        assert best == name


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_the_place_may_be_turned(turn: int) -> None:
    tiles = Tiles([learned(name) for name in NAMES], turn)
    fits = tiles.fits(seen("isss", 2.0, -1.0, 4.0, turn), np.ones((64, 64), np.float32), CENTRE)
    assert NAMES[max(fits, key=lambda number: fits[number].score)] == "isss"


def test_a_cup_on_a_bare_cell_is_no_tile() -> None:
    picture = seen("ssss", 0.0, 0.0, 0.0, 0)
    rng = np.random.default_rng(1)
    picture[:] = features(rng.integers(90, 160, (64, 64, 3)).astype(np.uint8))
    fits = TILES.fits(picture, np.ones((64, 64), np.float32), CENTRE)
    assert max(fit.score for fit in fits.values()) < -4


def test_what_is_laid_back_lies_where_it_was_found() -> None:
    """What is seen there is explained by the tile that was found, and by no other."""
    number, shown = NAMES.index("isss"), seen("isss", 3.0, 2.0, 5.0, 0)
    fit = TILES.fits(shown, np.ones((64, 64), np.float32), CENTRE)[number]
    laid = TILES.surface(number, fit, shown, CENTRE)
    known = laid.under
    assert laid.name == "isss"
    assert known.sum() == pytest.approx(SIDE**2, rel=0.1)
    assert (laid.ratio[known] > 0).mean() > 0.97
    other = TILES.surface(NAMES.index("ssss"), fit, shown, CENTRE)
    assert (other.ratio[known] > 0).mean() < 0.97


@pytest.mark.parametrize("dim", [0.7, 1.2])
def test_a_tile_in_other_light_is_as_well_explained(dim: float) -> None:
    """As bright or dark as beside a lamp and far from it: ln 0.7 = -0.36, ln 1.2 = 0.18."""
    number, explained = NAMES.index("isss"), {}
    for light in (1.0, dim):
        shown = seen("isss", 1.0, -1.0, 2.0, 0, light)
        laid = TILES.surface(
            number, TILES.fits(shown, np.ones((64, 64), np.float32), CENTRE)[number], shown, CENTRE
        )
        explained[light] = float(laid.ratio[laid.under].mean())
    assert explained[dim] > explained[1.0] - 0.4


def test_many_bases_are_tiles() -> None:
    few = tuple(f"token {number}" for number in range(FEW))
    assert not is_tiled(Spot("a1", 0, 0, 1, 1, "square", 0, few, ((),)))
    assert is_tiled(Spot("a1", 0, 0, 1, 1, "square", 0, ("", *few), ((),)))
