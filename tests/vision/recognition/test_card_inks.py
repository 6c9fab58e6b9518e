"""Inks of another print: one alone is not told, all of them together are."""

from __future__ import annotations

import numpy as np
import pytest

from vision.recognition.card_finding import Floats
from vision.recognition.card_inks import paired

from .drawn import INKS

OTHER = {"red": (94, 59, 243), "yellow": (58, 182, 250), "green": (62, 230, 200), "blue": (142, 73, 142)}
"""BGR. Lime is nearer in hue to yellow than to green."""


def against_paper(inks: list[tuple[int, int, int]]) -> list[Floats]:
    return [np.asarray(np.log(np.array(ink) / 245), np.float32) for ink in inks]


def seen(names: tuple[str, ...]) -> list[Floats]:
    """Four cards of each ink, a little apart."""
    grain = np.random.default_rng(3)
    inks = against_paper([OTHER[name] for name in names for _ in range(4)])
    return [np.asarray(ink + grain.normal(0, 0.02, 3), np.float32) for ink in inks]


def test_all_inks_together_tell_each_of_them() -> None:
    told = paired(against_paper(list(INKS.values())), seen(tuple(INKS)))
    assert told is not None
    for number, row in enumerate(told):
        assert row[number // 4] >= 0.95


@pytest.mark.parametrize("names", [("green",), ("red", "green"), ("red", "yellow", "green")])
def test_some_of_the_inks_tell_nothing(names: tuple[str, ...]) -> None:
    """Cards of one colour are not taken for cards of several."""
    assert paired(against_paper(list(INKS.values())), seen(names)) is None


def test_an_ink_like_no_other_is_none_of_them() -> None:
    told = paired(against_paper(list(INKS.values())), [*seen(tuple(INKS)), *against_paper([(200, 200, 40)])])
    assert told is not None
    assert told[-1].sum() < 0.05


def test_other_inks_that_are_as_near_to_one_as_to_another_are_not_sure() -> None:
    """Two inks that lie on the middle between two learned ones may be either."""
    red, blue = (60, 60, 200), (200, 60, 60)
    middle: list[tuple[int, int, int]] = [(130, 60, 130)] * 4 + [(130, 100, 130)] * 4
    told = paired(against_paper([red, blue]), against_paper(middle))
    assert told is None or told.max() < 0.9
