"""How hands move when people go for the totem, and what a base with pads measures meanwhile.

Times are microseconds on the base's clock. A hand sets out after a reaction (mean 520 ms, sd 90 ms), needs
370 to 420 ms from its pad to the totem with a spread of 35 ms, and lifts 30 ms later. The design values of
the error budget rest on these figures. They are a model, not a measurement of people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

REACTION_US = (520_000, 90_000)
REACH_US = (390_000, 35_000)
LEAST_REACTION_US = 200_000
LIFT_US = 30_000
EDGE_US = 4
"""Standard uncertainty of an edge on the base's clock."""


class GrabMishap(StrEnum):
    """What may go wrong at a grab."""

    NONE = "none"
    EARLY = "early"
    """The first hand set out before the card could be seen."""
    KNOCKED = "knocked"
    DROPPED = "dropped"
    NOT_SET = "not-set"
    """The first hand did not rest on its pad."""
    RESET = "reset"
    """The base restarted during the grab."""


@dataclass(frozen=True, slots=True)
class Grab:
    """One grab. ``first``: the seat that really took (or knocked or dropped) the totem; ``truth``: the
    outcome that says so; ``sensors``: what the base reports."""

    first: str
    mishap: GrabMishap
    truth: str
    sensors: Mapping[str, Any]


def grab(rng: Random, seats: Sequence[str], hands: Sequence[str], reveal_us: int, mishap: GrabMishap) -> Grab:
    """One grab by chance. ``hands``: the seats that go for the totem. ``reveal_us``: when the newest card
    could be seen first."""
    set_out = {seat: reveal_us + max(LEAST_REACTION_US, round(rng.gauss(*REACTION_US))) for seat in hands}
    quickest = min(hands, key=lambda seat: set_out[seat])
    if mishap is GrabMishap.EARLY:
        set_out[quickest] = reveal_us - rng.randint(30_000, 120_000)
    arrived = {seat: at + round(rng.gauss(*REACH_US)) for seat, at in set_out.items()}
    first = quickest if mishap is GrabMishap.EARLY else min(hands, key=lambda seat: arrived[seat])
    lift = arrived[first] + LIFT_US
    pads: dict[str, Any] = {seat: {"rest": True} for seat in seats}
    for seat, at in set_out.items():
        if at < lift + LIFT_US:  # a later hand stays: the totem is gone
            pads[seat] = {"rest": at >= reveal_us, "release": [at, EDGE_US]}
    if mishap is GrabMishap.NOT_SET:
        pads[first] = {"rest": False}
    sensors: dict[str, Any] = {
        "tier": "T1",
        "reveal": {"first_us": reveal_us, "last_us": reveal_us + 5, "u_us": 2, "by": "device"},
        "pads": pads,
        "base": _base(rng, lift, mishap),
    }
    if mishap is GrabMishap.RESET:
        sensors["health"] = {"reset": True}
    verb = {GrabMishap.EARLY: "early", GrabMishap.KNOCKED: "fall", GrabMishap.DROPPED: "fall"}.get(
        mishap, "grab"
    )
    return Grab(first, mishap, f"{verb} {first}", sensors)


def _base(rng: Random, lift: int, mishap: GrabMishap) -> dict[str, Any]:
    """A clean lift, one that ends with a blow, or a totem that tips over."""
    if mishap is GrabMishap.KNOCKED:
        blow = [lift + rng.randint(150_000, 400_000), 50]
        return {"lift": [lift, 1], "spread_us": rng.randint(40_000, 90_000), "tilt": 0.9, "impact": blow}
    base: dict[str, Any] = {
        "lift": [lift, 1],
        "spread_us": rng.randint(4_000, 20_000),
        "tilt": round(rng.uniform(0.05, 0.3), 2),
    }
    if mishap is GrabMishap.DROPPED:
        base |= {"impact": [lift + rng.randint(200_000, 450_000), 50], "blows": rng.randint(2, 3)}
    return base


def since_start(done: Grab) -> tuple[float, dict[str, Any]]:
    """Two values: the seconds from when the first hand set out until the lift, and what base and pads
    measured, in microseconds since the first hand set out. The time of the card is left out: the base cannot
    see it."""
    start = min(pad["release"][0] for pad in done.sensors["pads"].values() if "release" in pad)
    pads = {
        seat: {**pad, "release": [pad["release"][0] - start, EDGE_US]} if "release" in pad else pad
        for seat, pad in done.sensors["pads"].items()
    }
    base = dict(done.sensors["base"])
    lift = base["lift"][0] - start
    base["lift"] = [lift, *base["lift"][1:]]
    if "impact" in base:
        base["impact"] = [base["impact"][0] - start, *base["impact"][1:]]
    return lift / 1e6, {"tier": done.sensors["tier"], "pads": pads, "base": base}
