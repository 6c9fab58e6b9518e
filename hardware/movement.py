"""From the records of a base to movements of the totem, as evidence is written: who let go of a pad and
when, when the load went, how it went, whether it came back, whether something struck the table.

Pure: records and times in, movements out. Seats are names that somebody else gives to pads; nothing here
knows a game. All times of a movement are microseconds of the base's clock.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hardware.bench import Certificate
from hardware.protocol import SEGMENTS, TICK_HZ, Channel, Edge
from hardware.records import Armed, Edged, Gone, Missing, Ready, Record, StatusTold

WINDOW: Final = 0.55
"""Seconds after the lift when a movement is told: blows count for 0.5 s (``base.impact_us``), and a status
takes 50 ms."""
BEFORE_US: Final = 300_000
"""Segments that went so long before the comparator belong to the movement: a slow tilt."""
PAD_U_US: Final = 15
"""Standard uncertainty of a pad's edge: an interrupt waits at most 25 us (F2), evenly spread, 25 /
sqrt(3)."""
LIFT_U_US: Final = 1
"""Of the lift: the comparator's delay is 0.5 us (data sheet, 4 V), its stamp within 0.25 us (F1)."""
BLOW_U_US: Final = 150
"""Of a blow: the piezo is sampled every 0.52 ms, 520 / sqrt(12)."""
NOTHING: Final = 24
"""Load of a segment, of 1023, that is none; ``LOAD_EMPTY`` of the firmware."""
FULL: Final = 1023
"""What the ADC reads at 5 V."""
NEEDED_US: Final = 5_000_000
"""A release longer before the lift does not time a grab (``pads.reach_max_us`` is 2 s), nor does a wobble."""
KEPT = 400
"""Pad edges that are remembered; a minute of ten restless hands."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """When the deciding card became visible: microseconds of the base's clock. ``by``: ``device`` or
    ``camera``;
    ``clock_bound_us``: how well the camera's clock is known on the base's."""

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

    ``spread_us``: from the first to the last segment unloading; ``tilt``: greatest rise of a segment
    divided by the fall of the opposite one; ``off_us``: how long the load stayed away, None if it did not
    come back within the window; ``impact_us``: the first blow after the lift. ``boot``, ``event``:
    everything up to this event belongs to it or is older. ``now_us``: the base's clock when it was told.
    """

    number: int
    tier: str
    boot: int
    event: int
    armed_us: int | None
    lift_us: int | None
    spread_us: int = 0
    tilt: float = 0.0
    off_us: int | None = None
    impact_us: int | None = None
    pads: Mapping[int, PadTrace] = field(default_factory=dict)
    reset: bool = False
    lost_events: int = 0
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
            row["base"] = self._base(self.lift_us, lift_u)
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
        return {"reset": self.reset, "lost_events": self.lost_events, "clock_bound_us": bound}

    def _base(self, lift_us: int, u_us: float) -> dict[str, Any]:
        row: dict[str, Any] = {
            "lift": [lift_us, u_us],
            "spread_us": self.spread_us,
            "tilt": round(self.tilt, 3),
        }
        if self.off_us is not None:
            row["off_us"] = self.off_us
        if self.impact_us is not None:
            row["impact"] = [self.impact_us, BLOW_U_US]
        return row

    def _pad(self, trace: PadTrace, since: int, sigma_us: float | None, u_us: float) -> dict[str, Any]:
        row: dict[str, Any] = {"rest": trace.touched_at(since)}
        release = trace.release_before(self.lift_us) if self.lift_us is not None else None
        if release is not None:
            row["release"] = [release, u_us]
        if sigma_us is not None:
            row["sigma_us"] = sigma_us
        return row


class Watch:
    """Feeds on the records of one base, in order. ``tick_hz`` comes with :class:`Ready`."""

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
        self._seen_us, self._seen_at = 0, 0.0

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
            case StatusTold():
                self._clock(record.status.tick, now)
                if self._lift is None:
                    self._rests = list(record.status.rests)
            case Edged():
                return self._edge(record, now)
        return []

    def poll(self, now: float) -> list[Movement]:
        """A movement whose window has passed."""
        if self._lift is None or self._now_us(now) - self._us(self._lift.tick) < WINDOW * 1e6:
            return []
        return [self._complete(now)]

    def spare(self) -> tuple[int, int] | None:
        """Start and id of the last event that no movement to come can need, unless one waits for its
        window: the base has room for 64 only, and restless hands would fill it."""
        if self._lift is not None:
            return None
        old = [event for us, event in self._recent if us < self._seen_us - NEEDED_US]
        self._recent = self._recent[len(old) :]
        return (self._boot, old[-1]) if old else None

    # inside ------------------------------------------------------------------------------------------

    def _us(self, tick: int) -> int:
        return round(tick * 1_000_000 / self._tick_hz)

    def _clock(self, tick: int, now: float) -> None:
        self._seen_us, self._seen_at = self._us(tick), now

    def _now_us(self, now: float) -> int:
        """The base's clock, no later than it is: what it last said, and the time since."""
        return self._seen_us + round((now - self._seen_at) * 1e6)

    def _take_armed(self, armed: Armed, now: float) -> None:
        self._clock(armed.tick, now)
        self._armed = armed if armed.token else None
        self._before, self._edges = set(armed.touched), []
        self._lost = 0

    def _gone(self, gone: Gone) -> list[Movement]:
        watched = self._armed is not None or gone.armed
        self._armed, self._lift, self._shape = None, None, []
        if not watched:
            return []
        self._number += 1
        return [Movement(self._number, self._tier, self._boot, self._event, None, None, reset=True)]

    def _edge(self, edge: Edged, now: float) -> list[Movement]:
        self._event = edge.event
        self._recent.append((self._us(edge.tick), edge.event))
        self._clock(edge.tick, now)
        if edge.channel is Channel.PAD:
            self._pad(edge)
            return []
        self._shape.append(edge)
        if (edge.channel, edge.edge) == (Channel.LIFT, Edge.OFF) and self._lift is None:
            self._lift = edge
        elif self._lift is None:
            oldest = self._us(edge.tick) - 2 * BEFORE_US
            self._shape = [one for one in self._shape if self._us(one.tick) >= oldest]
        return self.poll(now)

    def _pad(self, edge: Edged) -> None:
        self._edges.append((self._us(edge.tick), edge.index, edge.edge is Edge.ON))
        if len(self._edges) > KEPT:
            _, pad, touched = self._edges.pop(0)
            (self._before.add if touched else self._before.discard)(pad)

    def _complete(self, now: float) -> Movement:
        assert self._lift is not None
        lift = self._us(self._lift.tick)
        shape = [edge for edge in self._shape if self._us(edge.tick) >= lift - BEFORE_US]
        self._number += 1
        movement = Movement(
            number=self._number,
            tier=self._tier,
            boot=self._boot,
            event=self._event,
            armed_us=self._us(self._armed.tick) if self._armed else None,
            lift_us=lift,
            spread_us=self._spread(shape),
            tilt=self._tilt(shape),
            off_us=self._off(shape, lift),
            impact_us=self._after(shape, Channel.KNOCK, Edge.BLOW, lift),
            pads={pad: self._trace(pad) for pad in range(16)},
            lost_events=self._lost,
            now_us=self._now_us(now),
        )
        self._lift, self._shape, self._lost = None, [], 0
        return movement

    def _trace(self, pad: int) -> PadTrace:
        edges = tuple((us, touched) for us, one, touched in sorted(self._edges) if one == pad)
        return PadTrace(pad in self._before, edges)

    def _after(
        self, shape: list[Edged], channel: Channel, kind: Edge, lift: int, least: int = 0
    ) -> int | None:
        """The first such edge since the lift, with at least this value."""
        found = [e for e in shape if (e.channel, e.edge) == (channel, kind) and e.value >= least]
        return min((us for us in (self._us(e.tick) for e in found) if us >= lift), default=None)

    def _off(self, shape: list[Edged], lift: int) -> int | None:
        """Half of what stood there before is the totem; what the base finds steady after 0.4 s may be the
        weight of its own plate."""
        stood = [e.value for e in shape if (e.channel, e.edge) == (Channel.LOAD, Edge.OFF)]
        back = self._after(shape, Channel.LOAD, Edge.ON, lift, least=max(stood, default=0) // 2)
        return None if back is None else back - lift

    def _last(self, shape: list[Edged], kind: Edge) -> dict[int, Edged]:
        """The last such edge of every segment."""
        return {e.index: e for e in shape if e.channel is Channel.SEGMENT and e.edge is kind}

    def _spread(self, shape: list[Edged]) -> int:
        """A loaded segment that never unloaded counts until its peak was told. A base that tells loads but
        was never at rest before, so that it saw nothing of them go, knows nothing of a clean lift."""
        gone, peaks = self._last(shape, Edge.OFF), self._last(shape, Edge.PEAK)
        ends = [self._us(gone.get(n, peak).tick) for n, peak in peaks.items() if peak.value >= NOTHING]
        if not ends:
            return 0 if self._rests is None else round(WINDOW * 1e6)
        return max(ends) - min(ends)

    def _tilt(self, shape: list[Edged]) -> float:
        """A hand that presses on the totem before it lifts it raises opposite segments alike: that is no
        tilt."""
        gone, peaks = self._last(shape, Edge.OFF), self._last(shape, Edge.PEAK)
        known = self._rests or [0] * SEGMENTS
        rests = {n: _force(gone[n].value if n in gone else known[n]) for n in range(SEGMENTS)}
        rises = {n: max(0.0, _force(peak.value) - rests[n]) for n, peak in peaks.items()}
        tilts = [0.0]
        for n, rise in rises.items():
            opposite = (n + SEGMENTS // 2) % SEGMENTS
            if rests[opposite] >= _force(NOTHING):
                tilts.append((rise - rises.get(opposite, 0.0)) / rests[opposite])
        return max(tilts)


def _force(value: int) -> float:
    """The load of a segment, in units of the force at which its foil has the resistance of the one below it
    (10 k): a foil's conductance is proportional to the force (Interlink FSR integration guide)."""
    return value / (FULL + 1 - value)
