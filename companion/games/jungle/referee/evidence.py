"""What the sensors and the table said about one movement of the totem, checked as it is read.

All times are whole microseconds on the clock of the totem base; a reading ``[t, u]`` is a time with its
standard uncertainty. What is not known is None or left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

TIERS: Final = ("T0", "T1", "T2", "T3")
DUEL, INWARD, NONE = CLAIMS = ("duel", "inward", "none")
DEVICE, CAMERA = REVEALED_BY = ("device", "camera")
GRAB, KNOCKED, DROPPED = TOLD = ("grab", "knocked", "dropped")
MOST: Final = 10**18
"""No sensor tells a larger number: so many microseconds are 31 000 years. Squares of it can be computed."""


class EvidenceError(ValueError):
    """This is no evidence, so there is no verdict; the message names the key."""


@dataclass(frozen=True, slots=True)
class TimedReading:
    """A time and its standard uncertainty, microseconds."""

    t: int
    u: float


@dataclass(frozen=True, slots=True)
class RevealInterval:
    """The interval in which the deciding card became visible."""

    first_us: int
    last_us: int
    u_us: float
    by: str


@dataclass(frozen=True, slots=True)
class Pad:
    """``rest``: the hand lay on it at the reveal, or when armed. ``sigma_us``: calibrated spread, if any."""

    rest: bool
    release: TimedReading | None
    sigma_us: float | None


@dataclass(frozen=True, slots=True)
class Base:
    """``off_us``: how long the load stayed off; None: it did not come back. ``blows``: on the table within
    half a second of the lift; None: not counted. ``lean``: greatest rise of a segment over that of the
    opposite one, divided by what that one carried, whenever they went. ``eased``: greatest share of its load
    that a segment had lost before it went."""

    lift: TimedReading | None = None
    spread_us: int = 0
    tilt: float = 0.0
    off_us: int | None = None
    impact: TimedReading | None = None
    blows: int | None = None
    lean: float = 0.0
    eased: float = 0.0


Likelihoods = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class CameraEvidence:
    """``reach``, ``hold``: likelihoods by seat, empty when not given. ``near``: hands close at the reveal.
    ``lying``: probability that the totem lies on the table half a second later; None: not looked for."""

    frame_us: int
    lost: int
    reach: Likelihoods
    reach_us: Mapping[str, TimedReading]
    hold: Likelihoods
    near: tuple[str, ...]
    lying: float | None = None


@dataclass(frozen=True, slots=True)
class Contact:
    """``held_us``: how long it lasted; None: still on."""

    at: TimedReading
    held_us: int | None


@dataclass(frozen=True, slots=True)
class SensorHealth:
    """``clock_bound_us``: of the camera's clock against the base's."""

    reset: bool = False
    lost_events: int = 0
    pad_fault: tuple[str, ...] = ()
    clock_bound_us: float = 0.0


@dataclass(frozen=True, slots=True)
class Said:
    """What the people at the table said: the named seat, appeals by seat, who tapped whom, what happened."""

    named: str | None = None
    announced_us: int | None = None
    now_us: int | None = None
    appeals: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    what: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything about one movement. ``may``: the seats that could grab rightly."""

    tier: int
    claim: str
    seats: tuple[str, ...]
    entitled: tuple[str, ...]
    reveal: RevealInterval | None
    pads: Mapping[str, Pad]
    base: Base
    camera: CameraEvidence | None
    touch: Mapping[str, Contact]
    health: SensorHealth
    table: Said

    @property
    def may(self) -> tuple[str, ...]:
        """The entitled seats of a duel; everybody otherwise."""
        return self.entitled if self.claim == DUEL else self.seats


Row = Mapping[str, Any]


def read_evidence(data: Row) -> Evidence:
    """Check and read evidence as it is written down (TOML or JSON values). Raises EvidenceError."""
    row = _table(data, "evidence", {"tier", "claim", "seats"}, _EVIDENCE)
    tier = _one_of(row["tier"], TIERS, "tier")
    claim = _one_of(row["claim"], CLAIMS, "claim")
    seats = _seats(row["seats"], "seats", None)
    entitled = _seats(row.get("entitled", []), "entitled", seats)
    if len(seats) < 2 or (claim == DUEL and len(entitled) < 2):
        raise EvidenceError("at least two seats, and for a duel two entitled ones, are needed")
    if claim != NONE and "reveal" not in row:
        raise EvidenceError("a duel and an inward claim have a reveal")
    return Evidence(
        tier=TIERS.index(tier),
        claim=claim,
        seats=seats,
        entitled=tuple(seat for seat in seats if seat in entitled),
        reveal=_reveal(row["reveal"]) if claim != NONE else None,
        pads={seat: _pad(pad, seat) for seat, pad in _by_seat(row, "pads", seats).items()},
        base=_base(row["base"]) if "base" in row else Base(),
        camera=_camera(row["camera"], seats) if "camera" in row else None,
        touch={seat: _contact(one, seat) for seat, one in _by_seat(row, "touch", seats).items()},
        health=_health(row.get("health", {}), seats),
        table=_said(row.get("table", {}), seats),
    )


_EVIDENCE: Final = {"entitled", "reveal", "pads", "base", "camera", "touch", "health", "table"}


def _reveal(data: Row) -> RevealInterval:
    row = _table(data, "reveal", {"first_us", "last_us", "u_us", "by"}, set())
    first, last = (_time(row[key], f"reveal.{key}") for key in ("first_us", "last_us"))
    if last < first:
        raise EvidenceError("reveal.last_us is before reveal.first_us")
    by = _one_of(row["by"], REVEALED_BY, "reveal.by")
    return RevealInterval(first, last, _amount(row["u_us"], "reveal.u_us"), by)


def _pad(data: Row, seat: str) -> Pad:
    where = f"pads.{seat}"
    row = _table(data, where, {"rest"}, {"release", "sigma_us"})
    sigma = _amount(row["sigma_us"], f"{where}.sigma_us") if "sigma_us" in row else None
    return Pad(_truth(row["rest"], f"{where}.rest"), _maybe_reading(row, "release", where), sigma)


def _base(data: Row) -> Base:
    more = {"off_us", "impact", "blows", "lean", "eased"}
    row = _table(data, "base", set(), {"lift", "spread_us", "tilt", *more})
    lift = _maybe_reading(row, "lift", "base")
    if lift is None:
        return Base()
    _table(row, "base", {"lift", "spread_us", "tilt"}, more)
    return Base(
        lift=lift,
        spread_us=_duration(row["spread_us"], "base.spread_us"),
        tilt=_amount(row["tilt"], "base.tilt"),
        off_us=_duration(row["off_us"], "base.off_us") if "off_us" in row else None,
        impact=_maybe_reading(row, "impact", "base"),
        blows=_duration(row["blows"], "base.blows") if "blows" in row else None,
        lean=_amount(row.get("lean", 0.0), "base.lean"),
        eased=_amount(row.get("eased", 0.0), "base.eased"),
    )


def _camera(data: Row, seats: tuple[str, ...]) -> CameraEvidence:
    row = _table(data, "camera", {"frame_us", "lost"}, {"reach", "reach_us", "hold", "near", "lying"})
    return CameraEvidence(
        frame_us=_duration(row["frame_us"], "camera.frame_us"),
        lost=_duration(row["lost"], "camera.lost"),
        reach=_likelihoods(row, "reach", seats),
        reach_us={
            seat: _reading(value, f"camera.reach_us.{seat}")
            for seat, value in _by_seat(row, "reach_us", seats).items()
        },
        hold=_likelihoods(row, "hold", seats),
        near=_seats(row.get("near", []), "camera.near", seats),
        lying=_share(row["lying"], "camera.lying") if "lying" in row else None,
    )


def _likelihoods(row: Row, key: str, seats: tuple[str, ...]) -> Likelihoods:
    if key not in row:
        return {}
    found = {
        seat: _amount(value, f"camera.{key}.{seat}") for seat, value in _by_seat(row, key, seats).items()
    }
    if not any(found.values()):
        raise EvidenceError(f"camera.{key}: not all likelihoods can be 0")
    return found


def _contact(data: Row, seat: str) -> Contact:
    where = f"touch.{seat}"
    row = _table(data, where, {"contact"}, {"held_us"})
    held = _duration(row["held_us"], f"{where}.held_us") if "held_us" in row else None
    return Contact(_reading(row["contact"], f"{where}.contact"), held)


def _health(data: Row, seats: tuple[str, ...]) -> SensorHealth:
    row = _table(data, "health", set(), {"reset", "lost_events", "pad_fault", "clock_bound_us"})
    return SensorHealth(
        reset=_truth(row.get("reset", False), "health.reset"),
        lost_events=_duration(row.get("lost_events", 0), "health.lost_events"),
        pad_fault=_seats(row.get("pad_fault", []), "health.pad_fault", seats),
        clock_bound_us=_amount(row.get("clock_bound_us", 0), "health.clock_bound_us"),
    )


def _said(data: Row, seats: tuple[str, ...]) -> Said:
    keys = {"named", "announced_us", "now_us", "appeals", "answers", "what"}
    row = _table(data, "table", set(), keys)
    answers = _by_seat(row, "answers", seats)
    return Said(
        named=_one_of(row["named"], seats, "table.named") if "named" in row else None,
        announced_us=_time(row["announced_us"], "table.announced_us") if "announced_us" in row else None,
        now_us=_time(row["now_us"], "table.now_us") if "now_us" in row else None,
        appeals={
            seat: _time(t, f"table.appeals.{seat}") for seat, t in _by_seat(row, "appeals", seats).items()
        },
        answers={seat: _one_of(who, seats, f"table.answers.{seat}") for seat, who in answers.items()},
        what=_one_of(row["what"], TOLD, "table.what") if "what" in row else None,
    )


def _table(data: object, where: str, needed: set[str], more: set[str]) -> Row:
    if not isinstance(data, Mapping):
        raise EvidenceError(f"{where} must be a table")
    for key in sorted(map(str, set(data) - needed - more)):
        raise EvidenceError(f"{where} has no key {key}")
    for key in sorted(needed - set(data)):
        raise EvidenceError(f"{where} lacks {key}")
    return data


def _by_seat(row: Row, key: str, seats: tuple[str, ...]) -> Row:
    return _table(row.get(key, {}), key, set(), set(seats))


def _seats(value: object, where: str, known: tuple[str, ...] | None) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(
        isinstance(seat, str) and seat.split() == [seat] for seat in value
    ):
        raise EvidenceError(f"{where} must be a list of seats, each of one word")
    if len(set(value)) < len(value) or not set(value) <= set(value if known is None else known):
        raise EvidenceError(f"{where} names a seat twice or one that nobody sits at")
    return tuple(value)


def _one_of(value: object, words: tuple[str, ...], where: str) -> str:
    if not isinstance(value, str) or value not in words:
        raise EvidenceError(f"{where} must be one of {', '.join(words)}, not {value!r}")
    return value


def _truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise EvidenceError(f"{where} must be true or false")
    return value


def _time(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST:
        raise EvidenceError(f"{where} must be a whole number of microseconds, at most {MOST}")
    return value


def _duration(value: object, where: str) -> int:
    number = _time(value, where)
    if number < 0:
        raise EvidenceError(f"{where} must not be negative")
    return number


def _amount(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        raise EvidenceError(f"{where} must be a number from 0 to {MOST}")
    return value


def _share(value: object, where: str) -> float:
    if not (share := _amount(value, where)) <= 1:
        raise EvidenceError(f"{where} must be a probability, from 0 to 1")
    return share


def _maybe_reading(row: Row, key: str, where: str) -> TimedReading | None:
    return _reading(row[key], f"{where}.{key}") if key in row else None


def _reading(value: object, where: str) -> TimedReading:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise EvidenceError(f"{where} must be a time and its uncertainty, as [900000, 4]")
    return TimedReading(_time(value[0], where), _amount(value[1], where))
