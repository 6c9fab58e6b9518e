"""A blow on the table after a clean lift: base rates and signs, weighed; no cue decides alone.

Probabilities by hand from the ``[blow]`` section of the error budget.
"""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.evidence import read_evidence
from companion.games.jungle.referee.scene import Story, stories
from companion.games.jungle.referee.verdict import verdict

BUDGET = default_budget()
LIFT = 900_000
SIGNS: list[dict[str, Any]] = [
    {"blows": 2},
    {"blows": 1, "lean": 2.2},
    {"blows": 1, "eased": 0.2},
]
PADS = {"red": {"rest": True, "release": [420_000, 4]}, "blue": {"rest": True}}


def grab(after_us: int = 300_000, camera: dict[str, Any] | None = None, **base: Any) -> dict[str, Any]:
    """Red alone had moved; a clean lift, and a blow so long after it."""
    struck = {"lift": [LIFT, 1], "spread_us": 9_000, "tilt": 0.1, "impact": [LIFT + after_us, 150]}
    row: dict[str, Any] = {
        "tier": "T2" if camera else "T1",
        "claim": "duel",
        "seats": ["red", "blue"],
        "entitled": ["red", "blue"],
        "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"},
        "pads": PADS,
        "base": struck | base,
    }
    return row | ({"camera": {"frame_us": 16_667, "lost": 0, **camera}} if camera else {})


def first(evidence: dict[str, Any]) -> str:
    return verdict(evidence, BUDGET).split("\n")[0]


@pytest.mark.parametrize("after_us", [0, 99_999, 100_000, 250_000, 500_000])
def test_one_blow_after_a_clean_grab_is_a_hand(after_us: int) -> None:
    assert first(grab(after_us, blows=1)).startswith("provisional red")


def test_the_probabilities_are_those_of_the_base_rates() -> None:
    """struck 0.60 x 0.98 x 0.90 x 0.94, dropped 0.02 x 0.98 x 0.99 x 0.10, knocked 0.05 x 0.10 x 0.40 x
    0.50."""
    read = read_evidence(grab(blows=1))
    struck, dropped, knocked = 0.49745, 0.00194, 0.00100
    told = stories(read.base, None, BUDGET)
    whole = struck + dropped + knocked
    assert told[Story.STRUCK] == pytest.approx(struck / whole, abs=1e-4)
    assert told[Story.DROPPED] == pytest.approx(dropped / whole, abs=1e-4)
    assert sum(told.values()) == pytest.approx(1)


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_of_a_fall_is_asked_about(sign: dict[str, Any]) -> None:
    assert first(grab(**sign)) == "ask shape"


def test_a_totem_that_is_seen_lying_was_dropped_and_one_that_is_not_was_taken() -> None:
    assert first(grab(blows=2, camera={"lying": 0.99})) == "dropped red"
    assert first(grab(blows=2, camera={"lying": 0.01})).startswith("provisional red")
    assert first(grab(blows=1, camera={"lying": 0.99})) == "ask shape"  # one cue against the other


def test_a_knock_is_doubted_when_somebody_is_seen_with_the_totem() -> None:
    tipped: dict[str, Any] = {"tilt": 0.8, "blows": 1}
    assert first(grab(**tipped)) == "knocked red"
    assert first(grab(**tipped, camera={"hold": {"red": 0.95, "blue": 0.05}})) == "ask shape"
    assert first(grab(**tipped, camera={"hold": {"red": 0.5, "blue": 0.5}})) == "knocked red"


def test_people_who_say_what_happened_are_believed() -> None:
    said = grab(blows=2)
    assert first(said | {"table": {"what": "dropped"}}) == "dropped red"
    assert first(said | {"table": {"what": "grab"}}).startswith("provisional red")


def test_a_bare_base_asks_whether_it_was_dropped_and_then_only_who() -> None:
    bare = grab(blows=1) | {"tier": "T0"}
    assert first(bare) == "ask dropper"
    assert first(bare | {"table": {"what": "grab"}}) == "ask who"


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("lying", 1.5, "probability"),
        ("lying", -1, "from 0"),
        ("blows", -1, "from 0"),
        ("lean", -1, "from 0"),
    ],
)
def test_what_is_no_evidence_is_refused(path: str, value: float, told: str) -> None:
    base: dict[str, Any] = {} if path == "lying" else {path: value}
    row = grab(camera={"lying": value} if path == "lying" else None, **base)
    with pytest.raises(ValueError, match=told):
        verdict(row, BUDGET)
