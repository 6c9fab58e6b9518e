"""What must not matter for a verdict, and what it must never say (section 9 of its specification)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict

from .grabs import LIFT, NAMES, Data, grabs, moved, renamed

BUDGET = default_budget()


def judged(data: Data) -> str:
    return verdict(data, BUDGET)


def confidence(text: str) -> float:
    """What the verdict states; 0 for all that name nobody as the first."""
    words = text.split("\n")[0].split(" ")
    return float(words[4]) if words[0] in ("decided", "provisional") else 0.0


def early(text: str) -> set[str]:
    """The seats that a verdict or its notes call early."""
    lines = [line.removeprefix("note ").split(" ") for line in text.split("\n")]
    return {seat for word, *seats in lines if word == "false-start" for seat in seats}


def unordered(text: str) -> Any:
    """A verdict in which lists of seats are sets, and notes have no order."""
    line, by, *notes = text.split("\n")
    word, *words = line.split(" ")
    lists = ("too-close", "two-hands", "false-start", "not-set")
    said = (word, frozenset(words)) if word in lists else (word, tuple(words))
    return said, by, frozenset((note.split(" ")[1], frozenset(note.split(" ")[2:])) for note in notes)


@pytest.mark.slow
@given(data=grabs(), order=st.permutations(NAMES), names=st.permutations(("n1", "n2", "n3", "n4")))
def test_names_and_order_of_seats_do_not_matter(data: Data, order: list[str], names: list[str]) -> None:
    other = copy.deepcopy(data)
    other["seats"] = [seat for seat in order if seat in data["seats"]]
    for key in ("pads", "touch"):
        if key in other:
            other[key] = dict(reversed(other[key].items()))
    to = dict(zip(NAMES, names, strict=True))
    back = {new: old for old, new in to.items()}
    said = judged(renamed(other, to))
    lines = "\n".join(" ".join(back.get(word, word) for word in line.split(" ")) for line in said.split("\n"))
    assert unordered(lines) == unordered(judged(data))


@pytest.mark.slow
@given(data=grabs(), by=st.integers(-(10**12), 10**12))
def test_zero_is_anywhere(data: Data, by: int) -> None:
    assert judged(moved(data, by)) == judged(data)


def readings(data: Data) -> list[list[int]]:
    """All readings of releases, contacts and reach times."""
    found = [pad["release"] for pad in data.get("pads", {}).values() if "release" in pad]
    found += [contact["contact"] for contact in data.get("touch", {}).values()]
    return found + list(data.get("camera", {}).get("reach_us", {}).values())


def check_noise(data: Data, choice: st.DataObject) -> None:
    noisier = copy.deepcopy(data)
    able = readings(noisier)
    assume(able)
    for one in choice.draw(st.lists(st.sampled_from(range(len(able))), min_size=1, unique=True)):
        able[one][1] += choice.draw(st.sampled_from((1, 3_000, 40_000, 400_000)))
    before, after = judged(data), judged(noisier)
    assert early(after) <= early(before)
    if not before.startswith("false-start"):
        assert confidence(after) <= confidence(before)


@pytest.mark.slow
@given(data=grabs(), choice=st.data())
def test_noise_never_helps(data: Data, choice: st.DataObject) -> None:
    check_noise(data, choice)


@pytest.mark.soak
@settings(max_examples=5_000, deadline=None)
@given(data=grabs(), choice=st.data())
def test_noise_never_helps_at_length(data: Data, choice: st.DataObject) -> None:
    check_noise(data, choice)


@given(
    tier=st.sampled_from(("T1", "T2", "T3")),
    gap=st.one_of(st.integers(0, 180_000), st.sampled_from((4_999, 5_000, 8_238, 8_239, 115_329, 115_330))),
    u=st.sampled_from((0, 4, 5_000)),
    contacts=st.booleans(),
)
def test_the_dead_band_is_symmetric(tier: str, gap: int, u: int, contacts: bool) -> None:
    """Two seats alike but for mirrored times: one of them earlier than the middle, or just as much later."""
    base = {"lift": [LIFT, 1], "spread_us": 9_000, "tilt": 0.1}
    rest: Data = {"tier": tier, "claim": "duel", "seats": ["red", "blue"], "entitled": ["red", "blue"]}
    rest |= {"base": base, "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"}}

    def case(red: int, blue: int) -> Data:
        times = {"red": red, "blue": blue}
        found = rest | {"pads": {seat: {"rest": True, "release": [t, u]} for seat, t in times.items()}}
        if contacts:
            found["touch"] = {seat: {"contact": [t + 300_000, u]} for seat, t in times.items()}
        return found

    one, other = judged(case(400_000 - gap, 400_000)), judged(case(400_000 + gap, 400_000))
    names = {"red": "blue", "blue": "red"}
    swapped = "\n".join(
        " ".join(names.get(word, word) for word in line.split(" ")) for line in other.split("\n")
    )
    assert unordered(one) == unordered(swapped)


@pytest.mark.slow
@given(data=grabs())
def test_what_a_verdict_never_says(data: Data) -> None:
    words = judged(data).split("\n")[0].split(" ")
    if words[0] in ("decided", "provisional"):
        assert float(words[4]) <= 0.99
        assert words[2] == "-" or int(words[2]) >= 5_000
    if data.get("health", {}).get("reset"):
        assert words == ["void", "reset"]


@pytest.mark.slow
@given(data=grabs(tiers=("T0",)))
def test_the_base_alone_names_nobody_unless_all_agree(data: Data) -> None:
    answers = data.get("table", {}).get("answers", {})
    needed = set(data["entitled"]) if data["claim"] == "duel" else set()
    many = len(answers) >= 2 and 2 * len(answers) >= len(data["seats"])
    agree = len(set(answers.values())) == 1 and (needed <= set(answers) if needed else many)
    named = {word for line in judged(data).split("\n") for word in line.split(" ")} & set(NAMES)
    if not agree:
        assert not named
