"""Portraits of small figures: a ship with its bright deck and a sled with its dark gap, of one outline."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.figures import Outline
from vision.photometry import Plane32
from vision.portraits import SIDE, likeness, portrait_of, turns_of

SIZE = 100
SEA, PAINT, DECK, GAP = 3.6, 4.2, 4.9, 3.2
"""Logarithms of brightness, as photometry's L."""
LONG, SHORT = 12, 8
"""Half axes in raster pixels: 24 x 16, as the ships and sleds of Northwest Passage are seen."""


def bar(image: Plane32, x: float, y: float, degrees: float, sides: tuple[float, float], value: float) -> None:
    corners = cv2.boxPoints(((x, y), sides, degrees))
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), value, cv2.LINE_AA, 4)


def put_down(kind: str, x: float, y: float, degrees: float, onto: Plane32 | None = None) -> Plane32:
    """Brightness of a sea with a figure on it."""
    image = np.full((SIZE, SIZE), SEA, np.float32) if onto is None else onto
    bar(image, x, y, degrees, (2 * LONG, 2 * SHORT), PAINT)
    if kind == "ship":
        bar(image, x, y, degrees, (LONG, 0.7 * SHORT), DECK)
    else:
        bar(image, x, y, degrees, (0.35 * LONG, 2 * SHORT), GAP)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.float32)


def outline(x: int, y: int, degrees: float) -> Outline:
    mask = np.zeros((SIDE, SIDE), np.float32)
    bar(mask, SIDE // 2, SIDE // 2, degrees, (2 * LONG, 2 * SHORT), 1.0)
    return Outline((mask > 0.5).astype(np.float32), x - SIDE // 2, y - SIDE // 2)


def learned(kind: str) -> tuple[np.ndarray, ...]:
    angles = (10.0, 55.0, 130.0)
    return turns_of(
        portrait_of([(put_down(kind, 50, 50, angle), outline(50, 50, angle)) for angle in angles])
    )


PORTRAITS = {kind: learned(kind) for kind in ("ship", "sled")}
FREE = np.ones((SIZE, SIZE), np.float32)
KINDS = st.sampled_from([("ship", "sled"), ("sled", "ship")])


@given(
    kinds=KINDS,
    degrees=st.floats(0, 360),
    beside=st.tuples(st.floats(-2, 2), st.floats(-2, 2)),
    gain=st.floats(0.4, 1.6),
    lamp=st.floats(-1.0, 1.0),
)
def test_a_figure_is_told_however_it_lies_and_is_lit(
    kinds: tuple[str, str], degrees: float, beside: tuple[float, float], gain: float, lamp: float
) -> None:
    own, other = kinds
    seen = put_down(own, 50 + beside[0], 50 + beside[1], degrees) * np.float32(gain) + np.float32(lamp)
    fits = likeness(PORTRAITS[own], seen, FREE, 50, 50)
    assert fits > 0.8
    assert fits > likeness(PORTRAITS[other], seen, FREE, 50, 50) + 0.1


def test_the_light_counts_for_nothing() -> None:
    """Correlation knows neither mean nor spread (Lewis 1995)."""
    seen = put_down("sled", 50, 50, 33.0)
    fits = likeness(PORTRAITS["sled"], seen, FREE, 50, 50)
    assert likeness(PORTRAITS["sled"], 0.5 * seen - 1, FREE, 50, 50) == pytest.approx(fits, abs=1e-3)


@given(KINDS, st.floats(0, 360))
def test_what_another_figure_hides_counts_for_nothing(kinds: tuple[str, str], degrees: float) -> None:
    own, other = kinds
    seen = put_down(own, 50, 50, degrees)
    free = FREE.copy()
    seen[:, 56:], free[:, 56:] = 5.3, 0.0
    hidden = likeness(PORTRAITS[own], seen, free, 50, 50)
    assert hidden > 0.75
    assert hidden > likeness(PORTRAITS[other], seen, free, 50, 50)


def test_of_what_is_hardly_seen_nothing_is_said() -> None:
    assert likeness(PORTRAITS["ship"], put_down("ship", 50, 50, 0.0), 0 * FREE, 50, 50) == 0.0


def test_at_the_edge_of_the_raster_a_figure_is_told_but_not_learned() -> None:
    edge = put_down("ship", 9, 50, 90.0)
    assert likeness(PORTRAITS["ship"], edge, FREE, 9, 50) > likeness(PORTRAITS["sled"], edge, FREE, 9, 50)
    assert not portrait_of([(edge, outline(9, 50, 90.0))]).size
    whole = portrait_of([(edge, outline(9, 50, 90.0)), (put_down("ship", 50, 50, 0.0), outline(50, 50, 0.0))])
    assert whole.shape == (SIDE, SIDE, 2)


def test_a_flat_picture_resembles_nobody() -> None:
    assert likeness(PORTRAITS["ship"], np.full((SIZE, SIZE), 4.0, np.float32), FREE, 50, 50) == 0.0
