"""Made-up duels of two people: how often a verdict is reached, and that "decided" means it.

A model, not a measurement: reaction sd 90 ms, way to the totem sd 35 ms, one reading in twenty grossly wrong
by up to 60 ms, a camera at 60 frames a second, a wronged loser who appeals nine times in ten.
"""

from __future__ import annotations

import math
from random import Random

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict

from .grabs import Data

BUDGET = default_budget()
COVERAGE = {"T1": 0.35, "T2": 0.80, "T3": 0.92}
"""The least share of decided duels that the design asks for."""
Z = 1.96


def gross(chooser: Random) -> float:
    return chooser.uniform(-60_000, 60_000) if chooser.random() < 0.05 else 0.0


def duel(tier: str, chooser: Random) -> tuple[Data, str]:
    """Evidence, and who was really first."""
    set_out = {seat: max(150_000.0, chooser.gauss(420_000, 90_000)) for seat in ("red", "blue")}
    arrived = {seat: t + max(60_000.0, chooser.gauss(370_000, 35_000)) for seat, t in set_out.items()}
    first = min(arrived, key=lambda seat: arrived[seat])
    lift = int(arrived[first]) + 80_000
    data: Data = {"tier": tier, "claim": "duel", "seats": ["red", "blue"], "entitled": ["red", "blue"]}
    data["reveal"] = {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"}
    data["base"] = {"lift": [lift, 1], "spread_us": 9_000, "tilt": 0.1}
    data["pads"] = {
        seat: {"rest": True, "release": [int(t + gross(chooser)), 4]} for seat, t in set_out.items()
    }
    if tier != "T1":
        data["camera"] = camera(arrived, first, chooser)
    if tier == "T3":
        data["touch"] = {
            seat: {"contact": [int(t + chooser.gauss(0, 2_500) + gross(chooser)), 20]}
            for seat, t in arrived.items()
            if t < lift + 30_000
        }
    return data, first


def camera(arrived: dict[str, float], first: str, chooser: Random) -> Data:
    seen = {seat: t + chooser.gauss(0, 7_700) + gross(chooser) for seat, t in arrived.items()}
    red = math.erfc((seen["red"] - seen["blue"]) / (2 * 7_700)) / 2
    holder = 0.98 if chooser.random() > 0.02 else 0.02
    return {
        "frame_us": 16_667,
        "lost": 0,
        "reach": {"red": red + 1e-9, "blue": 1 - red + 1e-9},
        "reach_us": {seat: [int(t), 0] for seat, t in seen.items()},
        "hold": {seat: holder if seat == first else 1 - holder for seat in seen},
    }


def after_ten_seconds(data: Data, said: str, first: str, chooser: Random) -> str:
    """A provisional verdict stands or is appealed against by the one it wrongs."""
    word, seat, *_ = said.split(" ")
    if word != "provisional":
        return said
    data["table"] = {"named": seat, "announced_us": 2_000_000, "now_us": 12_000_000}
    if seat != first and chooser.random() < 0.9:
        data["table"]["appeals"] = {first: 5_000_000}
    return verdict(data, BUDGET).split("\n")[0]


def check(tier: str, duels: int) -> None:
    chooser, decided, right = Random(7), 0, 0
    for _ in range(duels):
        data, first = duel(tier, chooser)
        said = after_ten_seconds(data, verdict(data, BUDGET).split("\n")[0], first, chooser)
        word, seat, *_ = said.split(" ")
        decided += word == "decided"
        right += word == "decided" and seat == first
    share = right / decided
    spread = Z * math.sqrt(share * (1 - share) / decided + Z**2 / (4 * decided**2))
    wilson = (share + Z**2 / (2 * decided) - spread) / (1 + Z**2 / decided)
    assert wilson >= 0.98
    assert decided / duels >= COVERAGE[tier]


@pytest.mark.parametrize("tier", COVERAGE)
def test_decided_is_right(tier: str) -> None:
    check(tier, 1_500)


@pytest.mark.soak
@pytest.mark.parametrize("tier", COVERAGE)
def test_decided_is_right_at_length(tier: str) -> None:
    check(tier, 20_000)


# the least gaps of an order, by hand from the budget: 2.33 sigma of the difference of two readings

DUEL: Data = {
    "claim": "duel",
    "seats": ["red", "blue"],
    "entitled": ["red", "blue"],
    "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"},
    "base": {"lift": [900_000, 1], "spread_us": 9_000, "tilt": 0.1},
}


@pytest.mark.parametrize(
    ("sigma", "gap", "said"),
    [
        (None, 115_329, "too-close red blue"),  # 2.33 * sqrt(2 * 35000^2 + 2 * 4^2) = 115329.117
        (None, 115_330, "provisional red 115330 49498 0.97 pads"),
        (20_000, 65_902, "too-close red blue"),  # 2.33 * sqrt(2 * 20000^2 + 2 * 4^2) = 65902.35
        (20_000, 65_903, "provisional red 65903 28285 0.97 pads"),
    ],
)
def test_the_least_gap_of_pads(sigma: int | None, gap: int, said: str) -> None:
    own = {} if sigma is None else {"sigma_us": sigma}
    pads = {
        "red": {"rest": True, "release": [420_000, 4], **own},
        "blue": {"rest": True, "release": [420_000 + gap, 4], **own},
    }
    assert verdict(DUEL | {"tier": "T1", "pads": pads}, BUDGET).split("\n")[0] == said


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        (4_999, "two-hands red blue"),
        (8_238, "two-hands red blue"),  # 2.33 * sqrt(2 * 2500^2 + 2 * 20^2) = 8238.06
        (8_239, "provisional red 8239 3536 0.97 touch"),
    ],
)
def test_the_least_gap_of_touch(gap: int, said: str) -> None:
    """x = 8239 / 3535.6 = 2.3303, Phi = 0.99010, P = 0.97 * 0.99010 + 0.015 = 0.97540, so L = 3.680."""
    touch = {"red": {"contact": [800_000, 20]}, "blue": {"contact": [800_000 + gap, 20]}}
    assert verdict(DUEL | {"tier": "T3", "touch": touch}, BUDGET).split("\n")[0] == said
