"""A sender's clock on ours: never early, never backwards, never far off."""

from __future__ import annotations

import pytest
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


def mapped(stamps: list[float], gap: float = 0.1) -> list[float | None]:
    """Pictures that arrive every ``gap`` seconds from 1000 on."""
    clock = SenderClock()
    return [clock.local(stamp, 1000 + n * gap) for n, stamp in enumerate(stamps)]


def behind(stamps: list[float], gap: float = 0.1) -> list[float]:
    """How far each time that was given lies behind its arrival."""
    return [1000 + n * gap - at for n, at in enumerate(mapped(stamps, gap)) if at is not None]


@pytest.mark.parametrize("stamp", [0.0, 0.25, 1.7e9, -3.5])
def test_a_clock_that_stands_still_is_not_followed(stamp: float) -> None:
    times = behind([stamp] * 600)
    assert len(times) == 600
    assert max(times) <= 0.2
    assert set(times[3:]) == {0.0}


def test_a_clock_of_whole_seconds_is_not_followed() -> None:
    times = behind([float(n // 10) for n in range(600)])
    assert max(times) <= 0.3
    assert set(times[20:]) == {0.0}


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 2.5, -2.5])
def test_a_clock_that_was_set_is_followed_from_there(jump: float) -> None:
    stamps = [50.03 + n / 10 + (jump if n >= 100 else 0.0) for n in range(600)]
    given = mapped(stamps)
    assert sum(at is None for at in given) <= 5, "half a second of a clock put back"
    assert max(behind(stamps)) < 0.001


def test_a_clock_that_jumps_again_and_again_is_not_followed() -> None:
    stamps = [50.03 + n / 10 + (n // 7 % 2) * 900 for n in range(600)]
    given = mapped(stamps)
    assert sum(at is None for at in given) < 20
    assert given[60:] == pytest.approx([1000 + n / 10 for n in range(60, 600)])


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), max_size=200))
def test_whatever_a_sender_says_time_goes_on(stamps: list[float]) -> None:
    """Nothing is older than two seconds, early or backwards, and of six in a row one is taken."""
    given, last, gone = mapped(stamps), 1000.0, 0
    for n, at in enumerate(given):
        gone = gone + 1 if at is None else 0
        assert gone <= 5
        if at is not None:
            assert last <= at <= 1000 + n / 10 + 1e-6
            assert 1000 + n / 10 - at <= 2.0
            last = at
