"""Made-up evidence about grabs: values near the bounds of the error budget, any source may be absent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

Data = dict[str, Any]

NAMES = ("red", "blue", "green", "yellow")
TIERS = ("T0", "T1", "T2", "T3")
LIFT = 900_000
"""Microseconds after the reveal, when readings are laid round them."""


def reading(around: st.SearchStrategy[int]) -> st.SearchStrategy[list[int]]:
    """A time and its uncertainty: mostly the few microseconds of a device, now and then much."""
    return st.tuples(around, st.sampled_from((0, 2, 4, 20, 3000, 30_000, 90_000))).map(list)


RELEASES = st.one_of(
    st.integers(150_000, 760_000),
    st.integers(-120_000, 200_000),
    st.integers(820_000, 860_000),
    st.sampled_from((-600_000, -500_000, -20_001, -20_000, -10, 0, 839_999, 840_000, 840_001)),
)
CONTACTS = st.one_of(
    st.integers(700_000, 905_000), st.integers(850_000, 870_000), st.integers(-60_000, 20_000)
)
HELD = st.sampled_from((1_000, 2_000, 20_000, 49_999, 50_000, 300_000))
LIKELIHOOD = st.sampled_from((0, 0.01, 0.02, 0.05, 0.2, 0.5, 0.8, 0.95, 0.98, 1))


def maybe(draw: st.DrawFn, row: Data, key: str, values: st.SearchStrategy[Any], often: int = 2) -> None:
    """Say a thing in ``often`` of ``often + 1`` cases."""
    if draw(st.integers(0, often)):
        row[key] = draw(values)


@st.composite
def grabs(draw: st.DrawFn, tiers: tuple[str, ...] = TIERS, said: bool = True) -> Data:
    """Evidence as it is written down. ``said``: the table may have spoken."""
    seats = list(NAMES[: draw(st.integers(2, 4))])
    claim = draw(st.sampled_from(("duel", "duel", "inward", "none")))
    data: Data = {"tier": draw(st.sampled_from(tiers)), "claim": claim, "seats": seats}
    if claim == "duel":
        data["entitled"] = seats[: draw(st.integers(2, len(seats)))]
    if claim != "none":
        by = draw(st.sampled_from(("device", "device", "camera")))
        late, u = (5, 2) if by == "device" else (60_000, 4_000)
        data["reveal"] = {"first_us": 0, "last_us": late, "u_us": u, "by": by}
    maybe(draw, data, "pads", st.just(draw(pads(seats))), 6)
    data["base"] = draw(bases())
    maybe(draw, data, "camera", st.just(draw(cameras(seats))), 3)
    maybe(draw, data, "touch", st.just(draw(touches(seats))), 3)
    if not draw(st.integers(0, 3)):
        data["health"] = draw(healths(seats))
    if said and draw(st.booleans()):
        data["table"] = draw(tables(seats))
    return data


@st.composite
def pads(draw: st.DrawFn, seats: list[str]) -> Data:
    found: Data = {}
    for seat in seats:
        pad: Data = {"rest": draw(st.integers(0, 5)) > 0}
        maybe(draw, pad, "release", reading(RELEASES))
        if not draw(st.integers(0, 3)):
            pad["sigma_us"] = draw(st.sampled_from((1, 20_000, 28_000, 60_000)))
        maybe(draw, found, seat, st.just(pad), 8)
    return found


@st.composite
def bases(draw: st.DrawFn) -> Data:
    base: Data = {
        "lift": draw(reading(st.just(LIFT))),
        "spread_us": draw(st.sampled_from((9_000, 9_000, 9_000, 9_000, 30_000, 30_001))),
        "tilt": draw(st.sampled_from((0.1, 0.1, 0.1, 0.1, 0.1, 0.6, 0.8))),
    }
    if not draw(st.integers(0, 7)):
        base["impact"] = [
            LIFT + draw(st.sampled_from((-1, 0, 119_999, 120_000, 450_000, 500_000, 500_001))),
            1,
        ]
    if not draw(st.integers(0, 7)):
        base["off_us"] = draw(st.sampled_from((299_999, 300_000)))
    return {} if not draw(st.integers(0, 40)) else base


@st.composite
def cameras(draw: st.DrawFn, seats: list[str]) -> Data:
    camera: Data = {
        "frame_us": draw(st.sampled_from((8_333, 16_667, 33_333, 40_000))),
        "lost": draw(st.sampled_from((0, 0, 0, 2))),
    }
    for key in ("reach", "hold"):
        shares = {seat: draw(LIKELIHOOD) for seat in seats}
        if any(shares.values()):
            maybe(draw, camera, key, st.just(shares))
    times = {seat: draw(reading(st.integers(650_000, 850_000))) for seat in seats}
    maybe(draw, camera, "reach_us", st.just(times))
    maybe(draw, camera, "near", st.just([seat for seat in seats if draw(st.booleans())]))
    return camera


@st.composite
def touches(draw: st.DrawFn, seats: list[str]) -> Data:
    found: Data = {}
    for seat in seats:
        contact: Data = {"contact": draw(reading(CONTACTS))}
        if not draw(st.integers(0, 3)):
            contact["held_us"] = draw(HELD)
        maybe(draw, found, seat, st.just(contact), 1)
    return found


@st.composite
def healths(draw: st.DrawFn, seats: list[str]) -> Data:
    health: Data = {
        "reset": not draw(st.integers(0, 9)),
        "lost_events": draw(st.sampled_from((0, 0, 0, 0, 0, 1))),
    }
    health["pad_fault"] = draw(st.sampled_from(([], [], seats[:1], seats[-1:])))
    health["clock_bound_us"] = draw(st.sampled_from((0, 500, 20_000, 20_001)))
    return health


@st.composite
def tables(draw: st.DrawFn, seats: list[str]) -> Data:
    table: Data = {}
    if draw(st.booleans()):
        table |= {"named": draw(st.sampled_from(seats)), "announced_us": 1_500_000}
        table["now_us"] = 1_500_000 + draw(st.sampled_from((3_000_000, 9_999_999, 10_000_000)))
        if not draw(st.integers(0, 2)):
            late = draw(st.sampled_from((-1, 0, 10_000_000, 10_000_001)))
            table["appeals"] = {draw(st.sampled_from(seats)): 1_500_000 + late}
    if draw(st.booleans()):
        answering = [seat for seat in seats if draw(st.integers(0, 2))]
        same = draw(st.sampled_from(seats))
        table["answers"] = {
            seat: same if draw(st.integers(0, 4)) else draw(st.sampled_from(seats)) for seat in answering
        }
    if not draw(st.integers(0, 5)):
        table["what"] = draw(st.sampled_from(("grab", "knocked", "dropped")))
    return table


def moved(value: Any, by: int, key: str = "") -> Any:
    """The same evidence with every time shifted; durations, shares and uncertainties stay."""
    times = {"first_us", "last_us", "announced_us", "now_us"}
    readings = {"release", "lift", "impact", "contact"}
    if isinstance(value, dict):
        if key == "reach_us":
            return {seat: [t + by, u] for seat, (t, u) in value.items()}
        if key == "appeals":
            return {seat: t + by for seat, t in value.items()}
        return {name: moved(inner, by, name) for name, inner in value.items()}
    if key in readings:
        return [value[0] + by, value[1]]
    return value + by if key in times else value


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same evidence about seats of other names."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value
