"""Taps on the pads of a base, told from hands that rest there and from noise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.clock import HostTime
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Edged, Gone, Ready, Why
from hardware.taps import STALE, Taps


def touched(ms: float, pad: int, on: bool, known: bool = True, channel: Channel = Channel.PAD) -> Edged:
    host = HostTime(ms / 1000, 0.001) if known else None
    tick = round(ms * TICK_HZ / 1000)
    return Edged(1, 0, channel, pad, Edge.ON if on else Edge.OFF, 0, tick, host)


def fed(*edges: Edged, late: float = 0.0) -> list[int]:
    taps = Taps()
    taps.feed(Ready(1, 1, 0, 10, TICK_HZ, 0.0), 0.0)
    found = [taps.feed(edge, edge.tick / TICK_HZ + late) for edge in edges]
    return [pad for pad in found if pad is not None]


def tap(at: float, pad: int, long: float = 120) -> Iterator[Edged]:
    yield touched(at, pad, True)
    yield touched(at + long, pad, False)


def test_a_tap_is_told_when_the_finger_leaves() -> None:
    assert fed(*tap(100, 3), *tap(900, 0), *tap(2000, 3)) == [3, 0, 3]


@pytest.mark.parametrize(("long", "told"), [(5, []), (30, [2]), (700, [2]), (900, []), (60_000, [])])
def test_neither_noise_nor_a_hand_that_rests_is_a_tap(long: float, told: list[int]) -> None:
    assert fed(*tap(100, 2, long)) == told


def test_contacts_that_bounce_are_one_tap() -> None:
    edges = [touched(ms, 1, on) for ms, on in ((100, True), (103, False), (105, True), (240, False))]
    edges += [touched(ms, 1, on) for ms, on in ((243, True), (246, False))]
    assert fed(*edges) == [1]


def test_two_seats_at_once() -> None:
    edges = [touched(100, 1, True), touched(110, 4, True), touched(250, 1, False), touched(260, 4, False)]
    assert fed(*edges) == [1, 4]


def test_what_a_base_repeats_later_is_no_tap_any_more() -> None:
    assert fed(*tap(100, 1), late=STALE - 0.5) == [1]
    assert fed(*tap(100, 1), late=STALE + 0.5) == []


def test_what_cannot_be_placed_in_time_is_no_tap() -> None:
    assert fed(touched(100, 1, True), touched(220, 1, False, known=False)) == []


def test_a_base_that_was_lost_in_between() -> None:
    taps = Taps()
    taps.feed(touched(100, 1, True), 0.1)
    taps.feed(Gone(Why.UNPLUGGED, 0, 0.15), 0.15)
    assert taps.feed(touched(220, 1, False), 0.22) is None


def test_other_channels_are_no_taps() -> None:
    assert (
        fed(touched(100, 0, True, channel=Channel.LIFT), touched(220, 0, False, channel=Channel.LIFT)) == []
    )
