"""A die in its tray: found wherever it lies, its face told from others in any turn, a throw noticed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.change import logs
from vision.die import find_die, thrown
from vision.objects import PATCH
from vision.recognition.comparing import nearest, turned
from vision.types import Image

SCALE = 48
"""Pixels a pitch."""
TRAY = 2.0
"""Pitches across."""
EDGE = 0.42
SIZE = round(PATCH * TRAY * SCALE)
SYMBOLS = {
    "bar": [[(-0.3, -0.08), (0.3, -0.08), (0.3, 0.08), (-0.3, 0.08)]],
    "wedge": [[(-0.32, -0.25), (0.32, -0.25), (-0.05, 0.33)]],
    "dots": [[(x - 0.1, y - 0.1), (x + 0.1, y - 0.1), (x + 0.1, y + 0.1), (x - 0.1, y + 0.1)]
             for x, y in ((-0.25, 0.25), (0.25, -0.25))],
}  # fmt: skip
"""Polygons in edges of the die."""


def drawn(
    symbol: str | None,
    at: tuple[float, float] = (0.0, 0.0),
    turn: float = 0.0,
    tray: int = 110,
    body: int = 225,
    light: float = 1.0,
    noise: int = 0,
) -> Image:
    """A log patch of a tray in which a die lies ``at`` (pitches from the middle), turned by ``turn`` degrees;
    none for no symbol."""
    fine = 4
    picture = np.full((SIZE * fine, SIZE * fine, 3), tray, np.uint8)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))

    def polygon(corners: list[tuple[float, float]], grey: int) -> None:
        points = np.array(corners) * EDGE @ np.array([[c, s], [-s, c]]) + at
        pixels = ((points * SCALE + SIZE / 2) * fine).round().astype(np.int32)
        cv2.fillPoly(picture, [pixels], (grey, grey, grey))

    if symbol is not None:
        polygon([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], body)
        for part in SYMBOLS[symbol]:
            polygon(part, 255 - body)
    small = cv2.resize(picture, (SIZE, SIZE), interpolation=cv2.INTER_AREA).astype(np.float64) * light
    small += np.random.default_rng(noise).normal(0, 1.5, small.shape) if noise else 0
    return logs(np.clip(small, 0, 255).astype(np.uint8))


places = st.tuples(st.floats(-0.45, 0.45), st.floats(-0.45, 0.45))
turns = st.floats(0, 360)


@given(
    at=places,
    turn=turns,
    symbol=st.sampled_from(sorted(SYMBOLS)),
    dark=st.booleans(),
    noise=st.integers(0, 5),
)
def test_a_die_is_found_wherever_it_lies(
    at: tuple[float, float], turn: float, symbol: str, dark: bool, noise: int
) -> None:
    die = find_die(drawn(symbol, at, turn, body=30 if dark else 225, noise=noise), SCALE)
    assert die is not None
    middle = np.array(at) * SCALE + SIZE / 2 - 0.5
    assert np.hypot(*(np.array(die.middle) - middle)) < 0.1 * EDGE * SCALE
    assert die.side == pytest.approx(EDGE * SCALE, rel=0.25)


@given(at=places, turn=turns, light=st.floats(0.6, 1.1), symbol=st.sampled_from(sorted(SYMBOLS)))
def test_a_face_is_most_like_itself_in_any_turn_and_light(
    at: tuple[float, float], turn: float, light: float, symbol: str
) -> None:
    known = {name: find_die(drawn(name, noise=1), SCALE) for name in SYMBOLS}
    die = find_die(drawn(symbol, at, turn, light=light, noise=2), SCALE)
    assert die is not None
    apart = {
        name: nearest(die.face, turned(die.face), [other.face]) for name, other in known.items() if other
    }
    assert min(apart, key=apart.__getitem__) == symbol
    assert len(apart) == len(SYMBOLS)


@given(turn=turns)
def test_a_throw_is_noticed(turn: float) -> None:
    lay = drawn("bar", turn=turn, noise=1)
    another_face, another_place = drawn("wedge", turn=turn, noise=2), drawn("bar", (0.3, 0.2), turn, noise=2)
    assert (thrown(lay, another_face, SCALE) or 0.0) > 2
    assert (thrown(lay, another_place, SCALE) or 0.0) > 2
    same = thrown(lay, drawn("bar", turn=turn, light=0.8, noise=2), SCALE)
    assert same is not None
    assert same < -2


def test_what_is_no_die_says_nothing() -> None:
    empty, die = drawn(None, noise=1), drawn("bar", noise=1)
    assert find_die(empty, SCALE) is None
    assert thrown(empty, empty, SCALE) is None
    for pair in ((empty, die), (die, empty)):  # somebody took it away, or put it there
        assert (thrown(*pair, SCALE) or 0.0) > 2
    card = logs(np.full((SIZE, SIZE, 3), 110, np.uint8))
    cv2.rectangle(card, (20, 20), (SIZE - 20, SIZE - 20), (220, 220, 220), cv2.FILLED)
    assert find_die(card, SCALE) is None
