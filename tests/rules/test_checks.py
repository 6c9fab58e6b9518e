"""What the checks for authors say of zones that do not fit how they are read."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import pytest

from companion.rules.checks import problems
from companion.rules.contract import Reading, Setup, Zone
from companion.rules.record import replace
from companion.rules.registry import AnyGame, find_game


def with_zones(change: Callable[[Zone], Zone]) -> AnyGame:
    """*Arctica* with other zones. Its goods are counters; bear and igloo stand on one cell in a crowd."""
    marred = copy(find_game("arctica"))
    zones = find_game("arctica").zones

    def changed(setup: Setup) -> tuple[Zone, ...]:
        return tuple(map(change, zones(setup)))

    object.__setattr__(marred, "zones", changed)
    return marred


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda zone: replace(zone, reading=Reading.COUNTER) if zone.cell == "e5" else zone,
            "zone e5 is a counter, but pieces of several sorts may lie there",
        ),
        (
            lambda zone: replace(zone, reading=Reading.SECRET) if zone.cell == "deck" else zone,
            "no camera reads zone deck (secret), so its looks must be ANY",
        ),
    ],
)
def test_a_zone_that_is_not_read_is_told_from_one_that_is(change: Callable[[Zone], Zone], said: str) -> None:
    assert said in problems(with_zones(change))
