"""Arms in pictures as one more witness of who took the totem; times and shares by hand."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.jungle.referee.arms import Arms, arms_in, with_camera
from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.docket import Docket
from companion.games.jungle.referee.verdict import judge_again, verdict
from companion.referee.events import CameraNamed, Seen, TotemMoved
from companion.referee.totem_record import HostClock, TotemRecord, read_judged
from tests.doubles.duel_table import CARD_US, DUEL, DuelTable, pads, sensors
from vision.seeing import Glance
from vision.types import CameraState

FRAME_S = 1 / 30
LIFT_S = 20.0
LIFT_US = 5_000_000
HOST = HostClock(LIFT_S, LIFT_US, 500.0)
"""The base's clock at the lift."""
SEATS = ("s1", "s2", "s3", "s4")


def record(tier: str = "T1", host: HostClock | None = HOST) -> TotemRecord:
    row = {"tier": tier, "base": {"lift": [LIFT_US, 1], "spread_us": 9_000, "tilt": 0.1}}
    return TotemRecord(1, row, LIFT_US + 700_000, host=host)


def pictures(reach_s: Mapping[str, float], gone_s: Mapping[str, float], lift_s: float = LIFT_S) -> list[Arms]:
    """Thirty a second from a second before the lift. ``reach_s``: when each arm is at the totem, counted from
    the lift, coming 8 pitches a second from 4 pitches away; ``gone_s``: when it has been drawn back."""
    found = []
    for number in range(-30, 22):
        time = number * FRAME_S
        near = {place: max(0.3, 8 * (at - time)) for place, at in reach_s.items()}
        here = {p: far for p, far in near.items() if far <= 4 and time < gone_s.get(p, math.inf)}
        found.append(Arms(lift_s + time, here))
    return found


def camera(arms: list[Arms]) -> Any:
    seen = with_camera(record(), arms)
    assert seen is not None
    return seen.sensors["camera"]


def shares(table: Mapping[str, float]) -> dict[str, float]:
    return {place: value / sum(table.values()) for place, value in table.items()}


def test_who_is_still_there_holds_it() -> None:
    row = camera(pictures({"s1": -0.05, "s2": 0.0}, {"s2": 0.35}))
    assert shares(row["hold"])["s1"] > 0.98
    assert (row["frame_us"], row["lost"]) == (33_333, 0)


def test_while_both_are_there_both_have_it_alike() -> None:
    assert shares(camera(pictures({"s1": -0.05, "s2": 0.0}, {}))["hold"]) == {"s1": 0.5, "s2": 0.5}


def test_who_drew_it_out_of_sight_is_not_named() -> None:
    row = camera(pictures({"s1": -0.05, "s2": 0.0}, {"s1": 0.2, "s2": 0.2}))
    assert "hold" not in row


def test_one_picture_in_which_an_arm_is_hidden_takes_nothing_from_it() -> None:
    arms = pictures({"s1": -0.05, "s2": 0.0}, {"s2": 0.1})
    arms[-6] = replace(arms[-6], near={})  # 0.5 s after the lift
    assert shares(camera(arms)["hold"]) == {"s1": 1.0}


def test_the_order_of_reaching_is_between_pictures() -> None:
    """s1 is 60 ms before s2. Each reach is spread by 33.3 ms / sqrt(12) = 9.6 ms and 12 ms, so by 15.4 ms;
    the difference by 21.8 ms; 60 / 21.8 = 2.76 spreads, which a normal table gives 0.9971."""
    row = camera(pictures({"s1": -0.10, "s2": -0.04}, {}))
    assert shares(row["reach"])["s1"] == pytest.approx(0.9971, abs=0.0005)
    # 0.7 pitches away the arm still has 0.7 / 8 s to go
    expected = LIFT_US - 100_000 - 87_500
    assert row["reach_us"]["s1"][0] == pytest.approx(expected, abs=1_000)


def test_an_arm_that_does_not_get_there_comes_after() -> None:
    arms = [replace(one, near={p: max(far, 1.5) if p == "s2" else far for p, far in one.near.items()})
            for one in pictures({"s1": -0.05, "s2": 0.02}, {"s2": 0.3})]  # fmt: skip
    assert shares(camera(arms)["reach"])["s1"] > 0.5


@pytest.mark.parametrize(("tier", "after"), [("T0", "T2"), ("T1", "T2"), ("T3", "T3")])
def test_with_a_camera_it_is_at_least_the_second_tier(tier: str, after: str) -> None:
    seen = with_camera(record(tier), pictures({"s1": 0.0}, {}))
    assert seen is not None
    assert seen.sensors["tier"] == after


@pytest.mark.parametrize("missing", ["camera", "clock", "lift"])
def test_without_a_camera_a_clock_or_a_lift_nothing_is_added(missing: str) -> None:
    alone = record(host=None) if missing == "clock" else record()
    if missing == "lift":
        alone = replace(alone, sensors={"tier": "T1", "base": {}})
    arms = [] if missing == "camera" else pictures({"s1": 0.0}, {})
    assert with_camera(alone, arms) == alone


@pytest.mark.parametrize("lost", [(-0.3, 0.0), (0.1, 0.4), (-2.0, 2.0)], ids=["going", "holding", "all"])
def test_a_camera_that_missed_some_of_it_says_nothing(lost: tuple[float, float]) -> None:
    arms = [one for one in pictures({"s1": 0.0}, {}) if not lost[0] < one.time - LIFT_S < lost[1]]
    assert with_camera(record(), [Arms(LIFT_S - 4.0, {}), *arms]) is None


@pytest.mark.parametrize(
    "state", [CameraState.LOST, CameraState.TROUBLE, CameraState.MOVED, CameraState.LIGHT]
)
def test_a_picture_in_which_the_table_was_not_read_is_none(state: CameraState) -> None:
    assert arms_in(Glance(1, 1.0, state)) is None
    seen = arms_in(Glance(1, 1.0, CameraState.HAND, arms={"closed:s1": 0.5, "open:s1": 0.5}))
    assert seen == Arms(1.0, {"s1": 0.5})


# at a table: s1 and s2 may grab, and set out 5 ms apart

LIFT_MS = 900.0
CLOSE = {**sensors(pads(s1=300, s2=305, s3=None, s4=None), lift_ms=LIFT_MS)}


def at_a_table(arms: list[Arms] | None, row: Any = CLOSE) -> DuelTable:
    """A grab there; ``arms``: what the camera's pictures showed, None without a camera."""
    table = DuelTable(4, DUEL)
    if arms is not None:
        table.send(CameraNamed("webcam", simulated=False))
        for number, one in enumerate(arms):
            glance = Glance(
                number, one.time, CameraState.HAND, arms={f"closed:{p}": d for p, d in one.near.items()}
            )
            table.send(Seen(glance))
    host = HostClock(LIFT_S, CARD_US + round(1e3 * LIFT_MS), 500.0)
    table.send(TotemMoved(TotemRecord(1, row, CARD_US + 1_600_000, host=host)))
    return table


def test_the_camera_decides_what_pads_cannot() -> None:
    assert at_a_table(None).case.verdict.startswith("too-close s1 s2")
    table = at_a_table(pictures({"s1": -0.05, "s2": 0.05}, {"s2": 0.35}))
    assert table.case.verdict.startswith("provisional s1"), table.case.verdict
    assert "camera" in table.case.verdict.split("\n")[0]
    assert [(line.key, line.facts) for line in table.case.evidence if "camera" in line.key] == [
        ("Arms that the camera saw reach for the totem: {seats}", (("seats", "s1; s2"),)),
        ("Soon after the lift the camera still saw the arm of: {seats}", (("seats", "s1"),)),
    ]
    table.wait(10)
    assert table.case.verdict.startswith("decided s1"), table.case.verdict


def test_a_camera_without_pads_names_who_took_it() -> None:
    """At the base alone nobody can say who."""
    bare = sensors(lift_ms=LIFT_MS)
    assert at_a_table(None, bare).case.verdict.startswith("ask who")
    table = at_a_table(pictures({"s1": -0.05, "s2": 0.05}, {"s2": 0.35}), bare)
    assert table.case.verdict.startswith("provisional s1"), table.case.verdict


def test_a_camera_that_is_lost_in_a_duel_leaves_it_to_the_base_which_says_so() -> None:
    seen = [one for one in pictures({"s1": -0.05, "s2": 0.05}, {"s2": 0.35}) if one.time < LIFT_S - 0.2]
    table = at_a_table(seen)
    assert table.case.verdict.split("\n")[0] == at_a_table(None).case.verdict.split("\n")[0]
    assert table.view.trouble is not None
    assert "base judges it alone" in table.view.trouble.key


def test_without_a_camera_nothing_is_said_of_one() -> None:
    assert at_a_table(None).view.trouble is None


def test_old_pictures_are_let_go() -> None:
    docket = Docket(default_budget(), 0.0)
    for number in range(1_000):
        docket = docket.watching(Glance(number, number * FRAME_S, CameraState.READY))
    assert len(docket.arms) == pytest.approx(5 * 30, abs=2)


def test_the_evidence_is_kept_with_the_verdict() -> None:
    table = at_a_table(pictures({"s1": -0.05, "s2": 0.05}, {"s2": 0.35}))
    lines = [line for line in table.pages.stored if line.startswith("# grab ")]
    judged = list(read_judged(lines))[-1]
    assert judged.evidence["camera"]["lost"] == 0
    assert (
        judge_again(judged, default_budget()) == judged.verdict == verdict(judged.evidence, default_budget())
    )
