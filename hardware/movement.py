"""From the records of a base to movements of the totem, as evidence is written: who let go of a pad and
when, when the load went, how it went, whether it came back, whether something struck the table.

Pure: records and times in, movements out. Seats are names that somebody else gives to pads; nothing here
knows a game. All times of a movement are microseconds of the base's clock.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hardware import tuning
from hardware.bench import Certificate
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Armed, Edged, Gone, Missing, Ready, Record, StatusTold, Whole, Why
from hardware.shape import BLOWS_US, UNSEEN, Shape, read_shape

WINDOW: Final = tuning.number("movement.window")
"""Seconds after the lift when a movement is told."""
LATEST: Final = tuning.number("movement.latest")
"""Seconds after the lift: what a disturbed line has not brought by now is lost for the verdict. So is what
happened before the line was opened, or opened again."""
BRIEF_US: Final = tuning.whole("movement.brief_us")
"""No hand leaves a pad and comes back in less, no totem its base: contacts that bounced, or noise."""
BEFORE_US: Final = tuning.whole("movement.before_us")
"""Segments that went so long before the comparator belong to the movement: a slow tilt."""
PAD_U_US: Final = tuning.whole("movement.pad_u_us")
"""Standard uncertainty of a pad's edge."""
LIFT_U_US: Final = tuning.whole("movement.lift_u_us")
"""Standard uncertainty of the lift."""
NEEDED_US: Final = tuning.whole("movement.needed_us")
"""A release or a wobble that was longer before the lift than this does not time a grab."""
KEPT = tuning.whole("movement.kept")
"""Pad edges that are remembered; a minute of ten restless hands."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """When the deciding card became visible: microseconds of the base's clock.

    ``by``: ``device`` or ``camera``; ``clock_bound_us``: how well the camera's clock is known on the base's.
    """

    first_us: int
    last_us: int
    u_us: float
    by: str
    clock_bound_us: float = 0.0


@dataclass(frozen=True, slots=True)
class PadTrace:
    """Edges of one pad: (microseconds, touched afterwards), in order; ``before``: touched before the
    first."""

    before: bool
    edges: tuple[tuple[int, bool], ...]

    @classmethod
    def of_hands(cls, before: bool, edges: Iterable[tuple[int, bool]]) -> PadTrace:
        """Without bounces and noise: of edges that follow each other within :data:`BRIEF_US` only what they
        end in counts, since the first of them."""
        bursts: list[tuple[int, int, bool]] = []
        for us, touched in edges:
            first = bursts.pop()[0] if bursts and us - bursts[-1][1] < BRIEF_US else us
            bursts.append((first, us, touched))
        kept: list[tuple[int, bool]] = []
        for first, _, touched in bursts:
            if touched != (kept[-1][1] if kept else before):
                kept.append((first, touched))
        return cls(before, tuple(kept))

    def touched_at(self, us: int) -> bool:
        """Whether a hand was on it."""
        place = bisect_right(self.edges, us, key=lambda edge: edge[0])
        return self.edges[place - 1][1] if place else self.before

    def release_before(self, us: int) -> int | None:
        """The last release before a time, unless the hand is back by then."""
        earlier = [edge for edge in self.edges if edge[0] < us]
        return earlier[-1][0] if earlier and not earlier[-1][1] else None


@dataclass(frozen=True, slots=True)
class Movement:
    """One movement of the totem, or what broke the watch over it (``lift_us`` None).

    ``boot``, ``event``: everything up to this event belongs to it or is older. ``lost_events``: of it, or
    what came too late for it. ``why``: the base was lost, or (``GARBLED``) its line too disturbed to tell all
    in time; None: neither. ``now_us``: the base's clock when it was told.
    """

    number: int
    tier: str
    boot: int
    event: int
    armed_us: int | None
    lift_us: int | None
    shape: Shape = UNSEEN
    pads: Mapping[int, PadTrace] = field(default_factory=dict)
    lost_events: int = 0
    why: Why | None = None
    now_us: int = 0

    def sensors(
        self,
        pads: Mapping[str, int],
        reveal: Reveal | None,
        sigma_us: Mapping[str, float] | None = None,
        certificate: Certificate | None = None,
    ) -> dict[str, Any]:
        """The keys of evidence that a base can fill. ``pads``: the number of each seat's pad; ``sigma_us``:
        calibrated spread of reach by seat; ``certificate``: of this very base, replaces the design's
        uncertainties."""
        pad_u = certificate.pad_u_us if certificate else PAD_U_US
        lift_u = certificate.lift_u_us if certificate else LIFT_U_US
        row: dict[str, Any] = {"tier": self.tier, "health": self._health(reveal)}
        if reveal is not None:
            row["reveal"] = {
                "first_us": reveal.first_us,
                "last_us": reveal.last_us,
                "u_us": reveal.u_us,
                "by": reveal.by,
            }
        if self.lift_us is not None:
            row["base"] = self.shape.row(self.lift_us, lift_u)
        since = reveal.first_us if reveal is not None else self.armed_us
        if self.tier != "T0" and since is not None:
            spreads = sigma_us or {}
            row["pads"] = {
                seat: self._pad(self.pads[pad], since, spreads.get(seat), pad_u)
                for seat, pad in pads.items()
                if pad in self.pads
            }
        return row

    def _health(self, reveal: Reveal | None) -> dict[str, Any]:
        bound = reveal.clock_bound_us if reveal is not None and reveal.by == "camera" else 0.0
        gone = self.why is not None and self.lift_us is None
        return {"reset": gone, "lost_events": self.lost_events, "clock_bound_us": bound}

    def _pad(self, trace: PadTrace, since: int, sigma_us: float | None, u_us: float) -> dict[str, Any]:
        row: dict[str, Any] = {"rest": trace.touched_at(since)}
        release = trace.release_before(self.lift_us) if self.lift_us is not None else None
        if release is not None:
            row["release"] = [release, u_us]
        if sigma_us is not None:
            row["sigma_us"] = sigma_us
        return row


class Watch:
    """Feeds on the records of one base, in order. ``tick_hz`` comes with :class:`Ready`. A switch on a pin
    (T0) loses nothing; every other base must have said that it has told all of a movement."""

    def __init__(self, tier: str) -> None:
        self._tier, self._number = tier, 0
        self._tick_hz = TICK_HZ
        self._forget()

    def _forget(self) -> None:
        self._boot, self._event = 0, -1
        self._recent: list[tuple[int, int]] = []
        self._armed: Armed | None = None
        self._before: set[int] = set()
        self._edges: list[tuple[int, int, bool]] = []
        self._rests: list[int] | None = None
        self._shape: list[Edged] = []
        self._lift: Edged | None = None
        self._lost = 0
        self._seen: tuple[int, float] | None = None
        self._opened_us: int | None = None
        self._whole_us = -1

    def feed(self, record: Record, now: float) -> list[Movement]:
        """What a record completes. ``now``: seconds of the host's monotonic clock."""
        match record:
            case Ready():
                self._forget()
                self._tick_hz, self._boot = record.tick_hz, record.boot
            case Gone():
                return self._gone(record)
            case Armed():
                self._take_armed(record, now)
            case Missing():
                self._lost += record.count
            case Whole():
                self._fresh(record.tick, now)
                self._whole_us = self._us(record.tick)
                return self.poll(now)
            case StatusTold():
                self._fresh(record.status.tick, now)
                if self._lift is None:
                    self._rests = list(record.status.rests)
            case Edged():
                return self._edge(record, now)
        return []

    def poll(self, now: float) -> list[Movement]:
        """A movement whose window has passed and of which all was told, or no longer can be."""
        if self._lift is None:
            return []
        lift = self._us(self._lift.tick)
        since = self._now_us(now) - lift
        whole = self._tier == "T0" or self._whole_us >= lift + BLOWS_US
        if since < (WINDOW if whole else LATEST) * 1e6:
            return []
        earlier = self._opened_us is not None and lift < self._opened_us
        return [self._complete(lift, now, late=earlier or since >= LATEST * 1e6)]

    def spare(self) -> tuple[int, int] | None:
        """Start and id of the last event that no movement to come can need, unless one waits for its
        window: the base has room for 64 only, and restless hands would fill it."""
        if self._lift is not None or self._seen is None:
            return None
        old = [event for us, event in self._recent if us < self._seen[0] - NEEDED_US]
        self._recent = self._recent[len(old) :]
        return (self._boot, old[-1]) if old else None

    # inside ------------------------------------------------------------------------------------------

    def _us(self, tick: int) -> int:
        return round(tick * 1_000_000 / self._tick_hz)

    def _fresh(self, tick: int, now: float) -> None:
        """The base has said what its clock shows; the first time its line has just been opened."""
        self._seen = self._us(tick), now
        if self._opened_us is None:
            self._opened_us = self._us(tick)

    def _now_us(self, now: float) -> int:
        """The base's clock: what it last said, and the time since."""
        if self._seen is None:
            return 0
        us, at = self._seen
        return us + round((now - at) * 1e6)

    def _take_armed(self, armed: Armed, now: float) -> None:
        self._fresh(armed.tick, now)
        self._armed = armed if armed.token else None
        self._before, self._edges = set(armed.touched), []
        self._lost = 0

    def _gone(self, gone: Gone) -> list[Movement]:
        watched = self._armed is not None or gone.armed
        self._armed, self._lift, self._shape = None, None, []
        if not watched:
            return []
        self._number += 1
        return [Movement(self._number, self._tier, self._boot, self._event, None, None, why=gone.why)]

    def _edge(self, edge: Edged, now: float) -> list[Movement]:
        us = self._us(edge.tick)
        self._event = edge.event
        self._recent.append((us, edge.event))
        if self._seen is None or us >= self._now_us(now):  # one that had to be asked for again is old
            self._seen = us, now
        if edge.channel is Channel.PAD:
            self._pad(edge)
            return []
        self._shape.append(edge)
        if edge.channel is Channel.LIFT:
            self._load(edge)
        if self._lift is None:
            self._shape = [one for one in self._shape if self._us(one.tick) >= us - 2 * BEFORE_US]
        return self.poll(now)

    def _load(self, edge: Edged) -> None:
        """What the comparator sees; a totem that is back at once was never lifted."""
        if self._lift is None:
            self._lift = edge if edge.edge is Edge.OFF else None
        elif edge.edge is Edge.ON and self._us(edge.tick) - self._us(self._lift.tick) < BRIEF_US:
            self._lift = None

    def _pad(self, edge: Edged) -> None:
        self._edges.append((self._us(edge.tick), edge.index, edge.edge is Edge.ON))
        if len(self._edges) > KEPT:
            _, pad, touched = self._edges.pop(0)
            (self._before.add if touched else self._before.discard)(pad)

    def _complete(self, lift: int, now: float, late: bool) -> Movement:
        shape = [edge for edge in self._shape if self._us(edge.tick) >= lift - BEFORE_US]
        self._number += 1
        movement = Movement(
            number=self._number,
            tier=self._tier,
            boot=self._boot,
            event=self._event,
            armed_us=self._us(self._armed.tick) if self._armed else None,
            lift_us=lift,
            shape=read_shape(shape, lift, self._rests, self._us),
            pads={pad: self._trace(pad) for pad in range(16)},
            lost_events=max(self._lost, int(late)),
            why=Why.GARBLED if late else None,
            now_us=self._now_us(now),
        )
        self._lift, self._shape, self._lost = None, [], 0
        return movement

    def _trace(self, pad: int) -> PadTrace:
        edges = ((us, touched) for us, one, touched in sorted(self._edges) if one == pad)
        return PadTrace.of_hands(pad in self._before, edges)
