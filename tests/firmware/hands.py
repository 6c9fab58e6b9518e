"""Hands, a totem and a table, as the base's pins see them: voltages and contacts at exact cycles.

A model, not a measurement: contacts bounce for up to 2 ms, a clean lift unloads all segments within 15 ms,
a tipping stick stands on one rim for 60 to 110 ms and strikes the table 150 to 400 ms after it has left the
segments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from tests.firmware.chip import HZ, MS, Chip

US = HZ // 1_000_000
REST_MV = 2500
"""Of every segment under the totem; the comparator's threshold is at 1000."""


class Kind(StrEnum):
    """What the hands do."""

    CLEAR = "clear"
    CONTESTED = "contested"
    SIMULTANEOUS = "simultaneous"
    EARLY = "early"
    HOVERING = "hovering"
    KNOCKED = "knocked over"
    DROPPED = "dropped"
    TWO_HANDS = "two hands"


@dataclass(frozen=True)
class Scene:
    """``first``: whose hand was there first (or knocked, or dropped); ``released``: cycle at which each
    hand left its pad; ``lift``: when the totem has left the base; ``end``: when all is quiet again and the
    hands are back."""

    kind: Kind
    reveal: int
    first: str
    released: Mapping[str, int]
    lift: int
    end: int


def play(
    chip: Chip, random: Random, kind: Kind, hands: Sequence[str], pads: Mapping[str, int], start: int
) -> Scene:
    """All hands rest on their pads and the totem on the base; from ``start`` on this happens."""
    reveal = start + 100 * MS + random.randrange(50 * MS)
    released = _releases(random, kind, list(hands), reveal)
    reach = {seat: random.gauss(390, 35) for seat in released}
    arrived = {seat: at + int(reach[seat] * MS) for seat, at in released.items()}
    if kind in (Kind.SIMULTANEOUS, Kind.TWO_HANDS):  # as near as people can come: both arrive together
        second, other = list(released)
        arrived[other] = arrived[second] + random.randrange(-2 * MS, 2 * MS)
    first = min(arrived, key=lambda seat: arrived[seat])
    lift = arrived[first] + 30 * MS
    for seat, at in released.items():
        _contact(chip, random, pads[seat], at, closed=False)
    if kind is Kind.KNOCKED:
        lift = _tip(chip, random, arrived[first])
        _blow(chip, lift + random.randrange(150 * MS, 400 * MS))
    else:
        _raise(chip, random, lift)
    if kind is Kind.DROPPED:
        falls = lift + random.randrange(200 * MS, 330 * MS)
        for bounce in (falls, falls + 110 * MS, falls + 160 * MS):
            _blow(chip, bounce)
    end = lift + 1200 * MS
    chip.loads(end, [REST_MV] * 4)
    for seat in released:
        _contact(chip, random, pads[seat], end + 50 * MS, closed=True)
    return Scene(kind, reveal, first, released, lift, end + 700 * MS)


def _releases(random: Random, kind: Kind, hands: list[str], reveal: int) -> dict[str, int]:
    """When hands leave their pads; whoever sees that he is too late stays."""
    random.shuffle(hands)
    first, other = hands[0], hands[1]
    quick = reveal + max(200 * MS, int(random.gauss(470, 70) * MS))
    match kind:
        case Kind.CLEAR:
            return {first: quick, other: quick + random.randrange(180, 350) * MS}
        case Kind.CONTESTED:
            return {first: quick, other: quick + random.randrange(20, 90) * MS}
        case Kind.SIMULTANEOUS | Kind.TWO_HANDS:
            return {first: quick, other: quick + random.randrange(0, 2000) * US}
        case Kind.EARLY:
            return {first: reveal - random.randrange(40, 100) * MS, other: quick}
        case Kind.HOVERING:
            return {first: reveal - random.randrange(600, 800) * MS, other: quick + 200 * MS}
        case _:
            return {first: quick, other: quick + random.randrange(250, 350) * MS}


def _contact(chip: Chip, random: Random, pad: int, cycle: int, closed: bool) -> None:
    chip.at(cycle, f"pad {pad} {int(closed)}")
    for _ in range(random.randrange(4)):
        cycle += random.randrange(50 * US, 600 * US)
        chip.at(cycle, f"pad {pad} {int(not closed)}")
        cycle += random.randrange(20 * US, 300 * US)
        chip.at(cycle, f"pad {pad} {int(closed)}")


def _raise(chip: Chip, random: Random, lift: int) -> None:
    """A push of the hand, then all segments unload within a few milliseconds."""
    pushed = [int(REST_MV * random.uniform(1.0, 1.12)) for _ in range(4)]
    chip.loads(lift - 25 * MS, pushed)
    ends = [lift - random.randrange(12 * MS) for _ in range(4)]
    ends[random.randrange(4)] = lift
    for n, end in enumerate(ends):
        for step in range(8):
            chip.at(end - (7 - step) * MS, f"load {n} {pushed[n] * (7 - step) // 7}")


def _tip(chip: Chip, random: Random, touched: int) -> int:
    """Over the rim at one segment, which then carries everything; the cycle at which that one is empty."""
    rim, lasts = random.randrange(4), random.randrange(60, 110)
    for ms in range(lasts + 1):
        part = ms / lasts
        loads = [REST_MV * max(0.0, 1 - 1.6 * part)] * 4
        loads[(rim + 2) % 4] = REST_MV * max(0.0, 1 - 3 * part)
        loads[rim] = min(4900.0, REST_MV * (1 + 2.4 * part)) if ms < lasts else 0.0
        chip.loads(touched + ms * MS, [int(load) for load in loads])
    return touched + lasts * MS


def _blow(chip: Chip, cycle: int) -> None:
    chip.at(cycle, "piezo 3200")
    chip.at(cycle + 3 * MS, "piezo 900")
    chip.at(cycle + 9 * MS, "piezo 0")
