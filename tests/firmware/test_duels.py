"""F7 and F8 in small: what is decided is right, in a world that is not the error budget's."""

from __future__ import annotations

import pytest

from tests.firmware.duels import false_starts, tally, wilson


def test_the_interval_is_that_of_the_books() -> None:
    """Wilson 1927; 10 of 10 at 95 %: 0.7225 to 1."""
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.7225, abs=0.0005)
    assert high == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("tier", ["T0", "T1", "T2"])
def test_what_is_decided_is_right(tier: str) -> None:
    found = tally(tier, 400, seed=7)
    if tier == "T0":
        assert found.decided == 0  # the base alone names nobody
        return
    assert found.decided > 100
    assert found.right >= 0.98 * found.decided, found.line()


def test_hands_that_start_early_are_called_and_late_ones_never() -> None:
    assert false_starts(50, 3, early_us=40_000) == 1.0
    assert false_starts(50, 4, early_us=-180_000) == 0.0
