"""Which arms went for the totem, and who holds it half a second later: what a camera adds to a record. Pure.

Every arm is told by the place over whose closed stack it reaches in. A camera that did not see the whole
movement says nothing of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Final

from companion.games.jungle.referee.evidence import TIERS
from companion.games.jungle.referee.order import phi
from companion.referee.totem_record import TotemRecord, Written, lift_of
from vision.seeing import Glance
from vision.types import CameraState

KEPT_S: Final = 5.0
"""Seconds for which pictures are remembered: longer than any base waits before it tells."""
REACHED: Final = 0.7
"""Pitches from the middle of the totem at which an arm has reached it: its foot, and a finger (chosen)."""
BEFORE_S: Final = 0.8
"""Seconds before the lift from which on an arm may be on its way: verdict.12 lets a hand take as long."""
HELD_S: Final = (0.3, 0.5)
"""Seconds after the lift in which whoever holds the totem is looked for (section 1 of the verdict)."""
UNSEEN_S: Final = 0.25
"""Seconds without a picture in which an arm may come and go unseen."""
SHAKE_S: Final = 0.012
"""Spread of one reach beside the frame interval, as the error budget has it for 30 frames a second."""
HIDDEN: Final = 0.05
"""How often the arm that holds the totem is not seen in a picture (chosen; counted pictures replace it)."""
NEWEST: Final = 2
"""Pictures in one of which it is seen all the same."""
CLOSED: Final = "closed:"


@dataclass(frozen=True, slots=True)
class Arms:
    """In one picture: how near to the totem an arm of each place comes (pitches); left out: none does."""

    time: float
    near: Mapping[str, float]


def arms_in(glance: Glance) -> Arms | None:
    """None when the table was not read in that picture."""
    if glance.state not in (CameraState.READY, CameraState.HAND):
        return None
    near = {cell.removeprefix(CLOSED): far for cell, far in glance.arms.items() if cell.startswith(CLOSED)}
    return Arms(glance.time, near)


def remembered(arms: tuple[Arms, ...], new: Arms) -> tuple[Arms, ...]:
    """With one more picture, and without those that are too old."""
    return (*(one for one in arms if one.time > new.time - KEPT_S), new)


def with_camera(record: TotemRecord, arms: Sequence[Arms]) -> TotemRecord | None:
    """The record with what pictures tell of it; None when a camera watched and did not see the movement
    whole. Without a camera, a lift or a common clock the record stays as it is."""
    lift = lift_of(record.sensors)
    if not arms or lift is None or record.host is None:
        return record
    at = record.host.seconds(lift)
    seen = [one for one in arms if at - BEFORE_S <= one.time <= at + HELD_S[1]]
    gaps = [later.time - one.time for one, later in pairwise(seen)]
    ends = [at - BEFORE_S, *(one.time for one in seen), at + HELD_S[0]]
    if not gaps or any(later - one > UNSEEN_S for one, later in pairwise(ends)):
        return None
    interval = median(gaps)
    row: dict[str, object] = {"frame_us": round(1e6 * interval), "lost": 0}
    if reached := _reached([one for one in seen if one.time <= at + interval]):
        row["reach"] = _reach(reached, interval)
        u_us = 1e6 * interval / math.sqrt(12)
        row["reach_us"] = {place: [record.host.about_us(time), u_us] for place, time in reached.items()}
    if hold := _hold(seen, at):
        row["hold"] = hold
    tier = max(record.sensors.get("tier", TIERS[0]), TIERS[2])
    return replace(record, sensors={**record.sensors, "tier": tier, "camera": row})


def _reached(seen: Sequence[Arms]) -> dict[str, float]:
    """When each arm reached the totem, between two pictures as if it went on evenly; those who were on their
    way and did not get there by the lift would have done so at their pace."""
    times: dict[str, float] = {}
    there: set[str] = set()
    for one, later in pairwise(seen):
        for place, far in later.near.items():
            before = one.near.get(place)
            if place not in there and before is None and far <= REACHED:
                times[place] = (one.time + later.time) / 2
            elif place not in there and before is not None and before > max(far, REACHED):
                times[place] = one.time + (later.time - one.time) * (before - REACHED) / (before - far)
            there |= {place} if far <= REACHED else set()
    return times


def _reach(reached: Mapping[str, float], interval: float) -> Written:
    """How likely each arm was first."""
    spread = math.sqrt(2) * math.hypot(interval / math.sqrt(12), SHAKE_S)
    return {
        place: math.prod(phi((reached[other] - time) / spread) for other in reached if other != place)
        for place, time in reached.items()
    }


def _hold(seen: Sequence[Arms], at: float) -> Written:
    """How likely each arm holds the totem: an arm that came too late is drawn back. While it is not, both
    have it alike; one that is missing from the newest pictures may only be hidden."""
    after = [one.near for one in seen if at + HELD_S[0] <= one.time]
    newest = after[-NEWEST:]
    places = {place for near in after for place in near}
    hidden = HIDDEN ** len(newest)
    return {place: 1.0 if any(place in near for near in newest) else hidden for place in sorted(places)}
