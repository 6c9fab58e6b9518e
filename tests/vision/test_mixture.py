"""In which shares a piece's colours occur: what tells a ship from a sled of the same paint."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.photometry import features, mixture, palette, palette_bins, shares_of

HULL, DECK, STRAPS = (40, 40, 190), (215, 220, 235), (30, 28, 40)
"""BGR."""


def painted(*parts: tuple[tuple[int, int, int], int], seed: int = 1) -> NDArray[np.float32]:
    """Features of so many pixels of each colour, with a little noise: n x 4."""
    pixels = np.array([colour for colour, number in parts for _ in range(number)], np.float32)
    noisy = pixels + np.random.default_rng(seed).normal(0, 3, pixels.shape)
    return np.asarray(features(np.clip(noisy, 0, 255).astype(np.uint8)[None])[0])


def shared(pixels: NDArray[np.float32], of: NDArray[np.float32]) -> float:
    """Bhattacharyya's coefficient of the mixture of pixels and of a palette learned from others."""
    learned = shares_of(palette(of, np.ones(len(of), np.float32)))
    return float(np.sqrt(mixture(palette_bins(pixels[None])) * learned).sum())


SHIP, SLED = painted((HULL, 70), (DECK, 30)), painted((HULL, 70), (STRAPS, 30))


def test_a_piece_has_its_own_mixture_and_not_that_of_its_like() -> None:
    for own, other in ((SHIP, SLED), (SLED, SHIP)):
        again = painted((HULL, 70), (DECK if own is SHIP else STRAPS, 30), seed=2)
        assert shared(again, own) > 0.8  # a palette says no more than so much for a colour, however often
        assert shared(again, other) < shared(again, own) - 0.2


def test_paint_alone_is_neither() -> None:
    """Its coefficient with a mixture of which it is 0.7: the root of 0.7 of that mixture with itself."""
    whole = shared(painted((HULL, 70), (DECK, 30), seed=2), SHIP)
    assert shared(painted((HULL, 100), seed=3), SHIP) == pytest.approx(0.7**0.5 * whole, abs=0.05)


@given(st.lists(st.integers(0, 12 * 24 * 24 - 1), min_size=1, max_size=50))
def test_a_mixture_is_made_of_shares_in_any_order(bins: list[int]) -> None:
    shares = mixture(np.array(bins, np.int32))
    assert (shares >= 0).all()
    assert 0.2 < shares.sum() <= 1 + 1e-9  # a little is lost over the edges of the palette
    np.testing.assert_allclose(mixture(np.array(sorted(bins), np.int32)), shares, atol=1e-12)


def test_no_pixels_are_refused() -> None:
    with pytest.raises(ValueError, match="no pixels"):
        mixture(np.zeros(0, np.int32))
