"""What is no evidence gives no verdict, and nothing but a ValueError."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.evidence import EvidenceError, read_evidence
from companion.games.jungle.referee.verdict import verdict

from .grabs import Data, grabs

GRAB: Data = {
    "tier": "T3",
    "claim": "duel",
    "seats": ["red", "blue", "green"],
    "entitled": ["red", "blue"],
    "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"},
    "base": {"lift": [900_000, 1], "spread_us": 9_000, "tilt": 0.1},
    "pads": {"red": {"rest": True, "release": [420_000, 4]}},
    "camera": {"frame_us": 16_667, "lost": 0, "reach": {"red": 1}},
    "touch": {"red": {"contact": [800_000, 20]}},
    "health": {"lost_events": 0},
    "table": {"answers": {"red": "red"}},
}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("sensor",), 1, "sensor: is not a key"),
        (("tier",), "T4", "tier"),
        (("claim",), "race", "claim"),
        (("seats",), ["red"], "nobody sits"),
        (("seats",), ["red", "red", "blue", "green"], "twice"),
        (("seats",), ["red", "blue", "green", "the other one"], "one word"),
        (("entitled",), ["red"], "two entitled"),
        (("entitled",), ["red", "violet"], "nobody sits"),
        (("reveal",), None, "have a reveal"),
        (("reveal", "last_us"), -1, "before"),
        (("reveal", "u_us"), -1, "from 0"),
        (("reveal", "by"), "ear", "reveal.by"),
        (("base", "spread_us"), None, "base.spread_us: is missing"),
        (("base", "tilt"), None, "base.tilt: is missing"),
        (("base", "lift"), [900_000], "time and its uncertainty"),
        (("base", "lift"), [900_000.5, 1], "whole number"),
        (("base", "lift"), [900_000, -1], "from 0"),
        (("base", "lift"), [900_000, float("nan")], "from 0"),
        (("base", "weight"), 3, "base.weight: is not a key"),
        (("pads", "violet"), {"rest": True}, "pads.violet: nobody sits"),
        (("pads", "red", "rest"), None, "pads.red.rest: is missing"),
        (("pads", "red", "rest"), 1, "true or false"),
        (("camera", "frame_us"), None, "camera.frame_us: is missing"),
        (("camera", "lost"), None, "camera.lost: is missing"),
        (("camera", "reach"), {"red": 0}, "likelihoods"),
        (("camera", "reach"), {"red": -1, "blue": 2}, "from 0"),
        (("camera", "near"), ["violet"], "nobody sits"),
        (("touch", "red", "contact"), None, "touch.red.contact: is missing"),
        (("touch", "red", "held_us"), -1, "from 0"),
        (("health", "pad_fault"), "red", "list of seats"),
        (("health", "reset"), "no", "true or false"),
        (("health", "clock_bound_us"), 1.4e154, "from 0 to"),
        (("health", "clock_bound_us"), float("nan"), "from 0 to"),
        (("table", "answers"), {"red": "violet"}, "answers.red"),
        (("table", "what"), "eaten", "table.what"),
        (("table", "named"), "violet", "table.named"),
    ],
)
def test_each_mistake_is_named(path: tuple[str, ...], value: Any, told: str) -> None:
    read_evidence(GRAB)
    wrong = copy.deepcopy(GRAB)
    place = wrong
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    with pytest.raises(EvidenceError, match=told):
        verdict(wrong, default_budget())


def junk() -> st.SearchStrategy[Any]:
    plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    return plain | st.lists(plain, max_size=3) | st.dictionaries(st.text(max_size=4), plain, max_size=2)


@pytest.mark.slow
@given(data=grabs(), choice=st.data())
def test_damaged_evidence_is_a_value_error_only(data: Data, choice: st.DataObject) -> None:
    damaged = copy.deepcopy(data)
    place: Any = damaged
    while True:
        key = choice.draw(st.sampled_from(sorted(place)))
        if not isinstance(place[key], dict) or not place[key] or choice.draw(st.booleans()):
            break
        place = place[key]
    place[key] = choice.draw(junk())
    with suppress(ValueError):
        assert verdict(damaged, default_budget()).split("\n")[1].startswith("by jungle/verdict.")


@pytest.mark.slow
@given(data=grabs())
def test_the_same_evidence_gives_the_same_text(data: Data) -> None:
    budget = default_budget()
    assert (
        verdict(data, budget) == verdict(copy.deepcopy(data), budget) == verdict(read_evidence(data), budget)
    )


@pytest.mark.slow
@given(data=grabs())
def test_what_lies_above_the_tier_does_not_count(data: Data) -> None:
    allowed = {"T0": (), "T1": ("pads",), "T2": ("pads", "camera"), "T3": ("pads", "camera", "touch")}
    less = {
        key: value
        for key, value in data.items()
        if key not in ("pads", "camera", "touch") or key in allowed[data["tier"]]
    }
    assert verdict(data, default_budget()) == verdict(less, default_budget())
