"""What the sensors and the table said about one movement of the totem, checked as it is read.

All times are whole microseconds on the clock of the totem base; a reading ``[t, u]`` is a time with its
standard uncertainty. What is not known is None or left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, NamedTuple

from companion.rules.fields import MISSED, FieldError, Rule, one_of, read, span

TIERS: Final = ("T0", "T1", "T2", "T3")
DUEL, INWARD, NONE = CLAIMS = ("duel", "inward", "none")
DEVICE, CAMERA = REVEALED_BY = ("device", "camera")
GRAB, KNOCKED, DROPPED = TOLD = ("grab", "knocked", "dropped")
MOST: Final = 10**18
"""No sensor tells a larger number: so many microseconds are 31 000 years. Squares of it can be computed."""


class EvidenceError(ValueError):
    """This is no evidence, so there is no verdict; the message names the key."""


Time = Annotated[int, span(-MOST, MOST, "has to be a whole number of microseconds, at most {most}")]
Count = Annotated[int, span(0, MOST)]
Amount = Annotated[float, span(0, MOST, "has to be a number from 0 to {most}")]
Seats = Annotated[
    tuple[str, ...],
    Rule("has to be a list of seats, each of one word", lambda seats: all(s.split() == [s] for s in seats)),
]
Likelihoods = Mapping[str, Amount]


class TimedReading(NamedTuple):
    """A time and its standard uncertainty, microseconds."""

    t: Time
    u: Amount


Reading = Annotated[TimedReading, Rule("has to be a time and its uncertainty, as [900000, 4]")]


@dataclass(frozen=True, slots=True)
class RevealInterval:
    """The interval in which the deciding card became visible."""

    first_us: Time
    last_us: Time
    u_us: Amount
    by: Annotated[str, one_of(*REVEALED_BY)]


@dataclass(frozen=True, slots=True)
class Pad:
    """``rest``: the hand lay on it at the reveal, or when armed. ``sigma_us``: calibrated spread, if any."""

    rest: bool
    release: Reading | None = None
    sigma_us: Amount | None = None


@dataclass(frozen=True, slots=True)
class Base:
    """``off_us``: how long the load stayed off; None: it did not come back. ``blows``: on the table within
    half a second of the lift; None: not counted. ``lean``: greatest rise of a segment over that of the
    opposite one, divided by what that one carried, whenever they went. ``eased``: greatest share of its load
    that a segment had lost before it went. With a lift there are ``spread_us`` and ``tilt``."""

    lift: Reading | None = None
    spread_us: Count = 0
    tilt: Amount = 0.0
    off_us: Count | None = None
    impact: Reading | None = None
    blows: Count | None = None
    lean: Amount = 0.0
    eased: Amount = 0.0


@dataclass(frozen=True, slots=True)
class CameraEvidence:
    """``reach``, ``hold``: likelihoods by seat, empty when not given. ``near``: hands close at the reveal.
    ``lying``: probability that the totem lies on the table half a second later; None: not looked for."""

    frame_us: Count
    lost: Count
    reach: Likelihoods = field(default_factory=dict)
    reach_us: Mapping[str, Reading] = field(default_factory=dict)
    hold: Likelihoods = field(default_factory=dict)
    near: Seats = ()
    lying: Annotated[float, span(0, 1, "has to be a probability, from 0 to 1")] | None = None


@dataclass(frozen=True, slots=True)
class Contact:
    """When it began; ``held_us``: how long it lasted; None: still on."""

    contact: Reading
    held_us: Count | None = None


@dataclass(frozen=True, slots=True)
class SensorHealth:
    """``clock_bound_us``: of the camera's clock against the base's."""

    reset: bool = False
    lost_events: Count = 0
    pad_fault: Seats = ()
    clock_bound_us: Amount = 0.0


@dataclass(frozen=True, slots=True)
class Said:
    """What the people at the table said: the named seat, appeals by seat, who tapped whom, what happened."""

    named: str | None = None
    announced_us: Time | None = None
    now_us: Time | None = None
    appeals: Mapping[str, Time] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    what: Annotated[str, one_of(*TOLD)] | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything about one movement. ``may``: the seats that could grab rightly."""

    tier: Annotated[str, one_of(*TIERS)]
    claim: Annotated[str, one_of(*CLAIMS)]
    seats: Seats
    entitled: Seats = ()
    reveal: RevealInterval | None = None
    pads: Mapping[str, Pad] = field(default_factory=dict)
    base: Base = Base()
    camera: CameraEvidence | None = None
    touch: Mapping[str, Contact] = field(default_factory=dict)
    health: SensorHealth = SensorHealth()
    table: Said = field(default_factory=Said)

    @property
    def may(self) -> tuple[str, ...]:
        """The entitled seats of a duel; everybody otherwise."""
        return self.entitled if self.claim == DUEL else self.seats


Row = Mapping[str, Any]


def read_evidence(data: Row) -> Evidence:
    """Check and read evidence as it is written down (TOML or JSON values). Raises EvidenceError."""
    try:
        found = read(Evidence, data)
        _check_lift(data)
        for key, named in _named(found):
            if len(set(named)) < len(named):
                raise FieldError(key, "names a seat twice")
            for seat in set(named) - set(found.seats):
                raise FieldError(f"{key}.{seat}", "nobody sits at it")
    except FieldError as error:
        raise EvidenceError(str(error)) from error
    if len(found.seats) < 2 or (found.claim == DUEL and len(found.entitled) < 2):
        raise EvidenceError("a movement has two seats, a duel two entitled ones")
    if found.claim != NONE and found.reveal is None:
        raise EvidenceError("a duel and an inward claim have a reveal")
    if found.reveal and found.reveal.last_us < found.reveal.first_us:
        raise EvidenceError("reveal.last_us is before reveal.first_us")
    entitled = tuple(seat for seat in found.seats if seat in found.entitled)
    return replace(
        found,
        entitled=entitled,
        reveal=found.reveal if found.claim != NONE else None,
        base=found.base if found.base.lift is not None else Base(),
    )


def _check_lift(data: Row) -> None:
    base = data.get("base", {})
    for key in ("spread_us", "tilt") if "lift" in base else ():
        if key not in base:
            raise FieldError(f"base.{key}", MISSED)


def _named(found: Evidence) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The seats that evidence names, each with the key under which it does."""
    said, health = found.table, found.health
    yield from (("seats", found.seats), ("entitled", found.entitled), ("health.pad_fault", health.pad_fault))
    yield from (("pads", tuple(found.pads)), ("touch", tuple(found.touch)))
    if found.camera is not None:
        for key in ("reach", "reach_us", "hold", "near"):
            yield f"camera.{key}", tuple(getattr(found.camera, key))
        for key, shares in (("reach", found.camera.reach), ("hold", found.camera.hold)):
            if shares and not any(shares.values()):
                raise FieldError(f"camera.{key}", "holds likelihoods, which cannot all be 0")
    yield "table.named", (said.named,) if said.named is not None else ()
    yield from (("table.appeals", tuple(said.appeals)), ("table.answers", tuple(said.answers)))
    yield from ((f"table.answers.{seat}", (who,)) for seat, who in said.answers.items())
