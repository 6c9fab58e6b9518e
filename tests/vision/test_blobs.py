"""Hands followed from frame to frame, as squares in a picture of 320 x 180."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blobs
from vision.presence import Mask

SHAPE = (180, 320)


def hands(*corners: tuple[int, int]) -> Mask:
    """Squares of 20 pixels with these upper left corners (row, column)."""
    mask = np.zeros(SHAPE, np.uint8)
    for row, column in corners:
        mask[row : row + 20, column : column + 20] = 1
    return mask


def under(row: int, column: int) -> NDArray[np.intp]:
    """The pixels of such a square."""
    return np.flatnonzero(hands((row, column)))


def test_a_hand_that_moves_is_the_same_hand_and_another_one_is_not() -> None:
    blobs = Blobs()
    blobs.see(hands((10, 10), (10, 250)))
    left, right = blobs.over(under(10, 10)), blobs.over(under(10, 250))
    assert len(left) == len(right) == 1
    assert left != right
    blobs.see(hands((60, 10), (10, 250)))  # 30 pixels from where it ended
    assert blobs.over(under(60, 10)) == left
    assert blobs.there == left | right
    blobs.see(hands((10, 250)))
    assert blobs.there == right


def test_a_hand_that_comes_far_away_is_a_new_one() -> None:
    blobs = Blobs()
    blobs.see(hands((10, 10)))
    first = blobs.there
    blobs.see(hands((10, 200)))
    assert blobs.there.isdisjoint(first)
    blobs.see(None)
    assert blobs.there == frozenset()
    assert blobs.over(under(10, 200)) == frozenset()


def test_hands_that_meet_count_as_both_until_they_are_gone() -> None:
    blobs = Blobs()
    blobs.see(hands((10, 10), (10, 80)))
    both = blobs.there
    assert len(both) == 2
    blobs.see(hands((10, 35), (10, 55)))
    blobs.see(hands((10, 20)))
    assert blobs.there == both
