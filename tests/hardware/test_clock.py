"""The base's clock in host time: bounds that hold for whatever the line does, and how tight they are (F4)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import DeviceClock

HZ = 16_000_000


class World:
    """A base whose clock is off by ``ppm`` and started at ``start``; host times in seconds."""

    def __init__(
        self, ppm: float, start: float, there: Callable[[], float], back: Callable[[], float]
    ) -> None:
        self.ppm, self.start, self.there, self.back = ppm, start, there, back

    def tick(self, time: float) -> int:
        return int((time - self.start) * HZ * (1 + self.ppm * 1e-6))

    def ping(self, clock: DeviceClock, time: float) -> None:
        arrived = time + self.there()
        clock.add(time, self.tick(arrived), arrived + self.back())


def test_nothing_is_known_before_the_first_ping() -> None:
    clock = DeviceClock()
    assert not clock.known
    assert clock.quality(0) is None
    with pytest.raises(ValueError, match="before the first ping"):
        clock.host_time(5)


def test_one_ping_bounds_its_own_tick_by_half_the_round_trip() -> None:
    clock = DeviceClock()
    clock.add(10.0, 16_000, 10.004)
    told = clock.host_time(16_000)
    assert told.time == pytest.approx(10.002)
    assert told.bound == pytest.approx(0.002)


def test_a_tick_before_the_only_ping_is_bounded_by_the_tolerance_of_the_resonator() -> None:
    clock = DeviceClock()
    clock.add(10.0, HZ, 10.0)
    told = clock.host_time(0)  # a second earlier, or 5000 ppm more or less
    assert told.time == pytest.approx(9.0, abs=1e-4)
    assert told.bound == pytest.approx(0.005, rel=0.01)


@settings(max_examples=50, deadline=None)
@given(
    ppm=st.floats(-4900, 4900),
    start=st.floats(-1e4, 1e4),
    jitter=st.floats(0, 0.03),
    seed=st.integers(0, 10**6),
    skewed=st.booleans(),
)
def test_the_bounds_hold(ppm: float, start: float, jitter: float, seed: int, skewed: bool) -> None:
    """For any jitter, also when only one way is slow: the true time of any tick of the window lies inside."""
    random = Random(seed)
    there = (lambda: 0.0) if skewed else (lambda: random.uniform(0, jitter))
    world = World(ppm, start, there, lambda: random.uniform(0, jitter))
    clock, now = DeviceClock(), start + random.uniform(0, 1000)
    for _ in range(60):
        now += random.uniform(0.02, 0.2)
        world.ping(clock, now)
        at = now - random.uniform(-0.2, 3)
        told = clock.host_time(world.tick(at))
        # A tick is cut to whole numbers, floats to 1e-12 of 1e4 s.
        assert abs(told.time - at) <= told.bound + 1e-6
        tick, bound = clock.tick_at(at)
        assert abs(tick - world.tick(at)) / HZ <= bound * 1.02 + 1e-6
    assert clock.jumps == 0


@pytest.mark.parametrize("ppm", [-5000, -40, 0, 3000, 5000])
def test_f4_at_one_millisecond_of_jitter(ppm: float) -> None:
    """Device tick to host time: p95 <= 0.25 ms, at most 0.5 ms, once 3 s of pings have come."""
    random = Random(4)
    world = World(ppm, 77.0, lambda: random.uniform(0, 0.001), lambda: random.uniform(0, 0.001))
    clock, errors, bounds = DeviceClock(), [], []
    for n in range(1000):
        now = 100.0 + 0.05 * n
        world.ping(clock, now)
        if n > 60:
            at = now + random.uniform(-0.05, 0.05)
            told = clock.host_time(world.tick(at))
            errors.append(abs(told.time - at))
            bounds.append(told.bound)
    errors.sort()
    assert errors[int(0.95 * len(errors))] <= 0.00025
    assert errors[-1] <= 0.0005
    assert max(bounds) < 0.001


def test_a_usb_adapter_that_holds_bytes_back_is_noticed() -> None:
    """An FTDI's latency timer delivers what came within 16 ms at once."""
    random = Random(1)
    world = World(20, 0.0, lambda: 0.0002, lambda: random.uniform(0.0, 0.016))
    clock = DeviceClock()
    for n in range(100):
        world.ping(clock, 5 + 0.05 * n)
    found = clock.quality(world.tick(10.0))
    assert found is not None
    assert found.slow_adapter
    assert found.bound >= 0.008  # the median of 0.2 ms there and 0 to 16 ms back is 8.2 ms


def test_a_clock_that_jumps_is_begun_anew() -> None:
    world = World(0, 0.0, lambda: 0.001, lambda: 0.001)
    clock = DeviceClock()
    for n in range(20):
        world.ping(clock, 1 + 0.1 * n)
    world.start -= 0.5  # the base's clock leaps ahead
    world.ping(clock, 3.1)
    assert clock.jumps == 1
    told = clock.host_time(world.tick(3.1))
    assert abs(told.time - 3.1) <= told.bound


def test_what_cannot_be_is_ignored() -> None:
    clock = DeviceClock()
    clock.add(1.0, 100, 0.9)
    assert not clock.known
    clock.add(1.0, 100, 1.1)
    clock.add(2.0, 50, 2.1)
    found = clock.quality(100)
    assert found is not None
    assert found.pings == 1
