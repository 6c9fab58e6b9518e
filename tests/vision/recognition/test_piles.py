"""Six-sided tiles on a pile: each is told by its own picture, however it lies on those below."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.objects import card
from vision.recognition.comparing import nearest, turned
from vision.types import Image

SIDE = 110
RADIUS = 36


def with_tile(below: Image, at: tuple[int, int], tilt: float, symbol: str) -> Image:
    """A white tile with a coloured rim and a dark symbol, laid on what lies below."""
    picture = below.copy()
    angles = np.deg2rad(90 + tilt + 60 * np.arange(6))
    corners = np.column_stack([at[0] + RADIUS * np.cos(angles), at[1] + RADIUS * np.sin(angles)])
    outline = [np.asarray(np.round(corners), np.int32)]
    cv2.fillPoly(picture, outline, (235, 238, 235))
    cv2.polylines(picture, outline, True, (60, 170, 60), 3, cv2.LINE_AA)
    cv2.putText(
        picture, symbol, (at[0] - 12, at[1] + 12), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (40, 30, 30), 4, cv2.LINE_AA
    )
    return np.asarray(picture, np.uint8)


def pile(symbols: str, seed: int) -> tuple[Image, Image]:
    """A pile before and after its last tile was laid."""
    dice = np.random.default_rng(seed)
    before = now = np.full((SIDE, SIDE, 3), 205, np.uint8)
    for symbol in symbols:
        x, y = (int(one) for one in SIDE // 2 + dice.integers(-9, 10, 2))
        before, now = now, with_tile(now, (x, y), float(dice.uniform(-8, 8)), symbol)
    return before, now


@pytest.mark.parametrize("seed", range(4))
def test_the_upper_tile_of_a_pile_is_told_by_its_picture(seed: int) -> None:
    cuttings = {}
    for number, symbols in enumerate(("A", "XKA", "ZA", "K", "AXK")):
        before, now = pile(symbols, 10 * seed + number)
        cuttings[symbols] = card(now, before, 1.0, 1.0, 0)
    known = cuttings["A"]
    for symbols in ("XKA", "ZA"):
        same, others = cuttings[symbols], [cuttings["K"], cuttings["AXK"]]
        assert nearest(same, turned(same), [known]) < 0.6 * nearest(same, turned(same), others)
