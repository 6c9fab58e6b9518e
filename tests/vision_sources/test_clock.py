"""A sender's clock on ours: never early, never backwards, never far off."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vision.sources.clock import SenderClock


@given(
    st.floats(-1e6, 1e6),
    st.lists(st.tuples(st.floats(0.001, 0.2), st.floats(0.002, 0.5)), min_size=1, max_size=50),
)
def test_the_delay_beyond_the_smallest_is_taken_out(offset: float, steps: list[tuple[float, float]]) -> None:
    clock, taken, previous = SenderClock(), 0.0, float("-inf")
    smallest = float("inf")
    arrival = 0.0
    for gap, delay in steps:
        taken += gap
        arrival = max(arrival, taken + delay)  # a stream keeps its order
        smallest = min(smallest, arrival - taken)
        local = clock.local(taken + offset, arrival)
        assert local is not None
        assert local <= arrival
        assert local >= previous
        # exactly the true time plus the smallest delay so far, unless that would go backwards
        assert abs(local - max(previous, taken + smallest)) < 1e-5
        previous = local


def test_an_older_picture_is_refused() -> None:
    clock = SenderClock()
    assert clock.local(10.0, 100.0) == 100.0
    assert clock.local(9.9, 100.1) is None
    assert clock.local(10.0, 100.2) == 100.0


def test_clocks_that_run_apart_stay_together() -> None:
    """100 ppm for three hours would be 1.08 s; two windows of 60 s of it are 12 ms."""
    for drift in (1 + 1e-4, 1 - 1e-4):
        clock = SenderClock(window=60.0)
        for second in range(3 * 3600):
            local = clock.local(second * drift, second + 0.02)
            assert local is not None
            assert abs(local - (second + 0.02)) < 0.0125
