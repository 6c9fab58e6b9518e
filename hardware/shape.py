"""How a load went from the segments under the totem: all at once, or over one rim, and whether it came back.

Pure. Times are microseconds of the base's clock, loads what the ADC reads, 0 to 1023 of 5 V.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hardware import tuning
from hardware.protocol import SEGMENTS, Channel, Edge
from hardware.records import Edged

NOTHING: Final = 24
"""Load of a segment that is none; ``LOAD_EMPTY`` of the firmware."""
FULL: Final = 1023
"""What the ADC reads at 5 V."""
PAIR_US: Final = tuning.whole("shape.pair_us")
"""Opposite segments that unload within this unload together. Those of a stick that tips take longer, as it
stands on its rim until it slips off at 0.7 rad."""
NEVER_US: Final = tuning.whole("shape.never_us")
"""The spread of a movement of which nothing was seen: no lift is as slow, so it is never called clean."""
ROCKED_US: Final = tuning.whole("shape.rocked_us")
"""A clean lift takes no longer: what moved before it was no lift."""
BLOWS_US: Final = tuning.whole("shape.blows_us")
"""Blows count for so long after the lift: until then the base must have told all."""
SAMPLE_U_US: Final = tuning.whole("shape.sample_u_us")
"""Standard uncertainty of what the ADC has seen."""


@dataclass(frozen=True, slots=True)
class Shape:
    """``spread_us``: from the first to the last segment unloading. ``tilt``: greatest rise of a segment
    divided by the fall of the opposite one that went before it; 0: all unload together. ``tipped_us``: when
    the first of those went, None at tilt 0. ``off_us``: how long the load stayed away, None: it did not come
    back. ``impact_us``: the first blow after the lift; ``blows``: how many within :data:`BLOWS_US`. ``lean``,
    ``eased``: signs of tipping that also count when all go together: the greatest rise of a segment over
    that of the opposite one, divided by what that one carried; the greatest share of its load that a segment
    had lost before it went."""

    spread_us: int = 0
    tilt: float = 0.0
    tipped_us: int | None = None
    off_us: int | None = None
    impact_us: int | None = None
    blows: int = 0
    lean: float = 0.0
    eased: float = 0.0

    def row(self, lift_us: int, lift_u_us: float) -> dict[str, Any]:
        """As evidence is written. A totem that tips has left its place when its far rim did, long before its
        load is gone: that is its lift."""
        lift = [lift_us, lift_u_us] if self.tipped_us is None else [self.tipped_us, SAMPLE_U_US]
        row: dict[str, Any] = {"lift": lift, "spread_us": self.spread_us, "tilt": round(self.tilt, 3)}
        if self.off_us is not None:
            row["off_us"] = self.off_us
        if self.impact_us is not None:
            row["impact"] = [self.impact_us, SAMPLE_U_US]
            row |= {"blows": self.blows, "lean": round(self.lean, 3), "eased": round(self.eased, 3)}
        return row


UNSEEN: Final = Shape()
"""Of a base that tells no loads."""


def read_shape(
    edges: Sequence[Edged], lift_us: int, rests: Sequence[int] | None, us: Callable[[int], int]
) -> Shape:
    """``edges``: all but those of pads around the lift; ``rests``: of the segments, None from a base that
    tells no loads; ``us``: microseconds of a tick."""
    tipped, tilt = None, 0.0
    ends = _ends(edges, us)
    for ratio, high, far in _rises(edges, ends, rests):
        if ratio > 0 and ends[high] - ends[far] > PAIR_US:
            tipped = ends[far] if tipped is None else min(tipped, ends[far])
            tilt = max(tilt, ratio)
    return Shape(
        spread_us=_spread(ends, rests),
        tilt=tilt,
        tipped_us=None if tipped is None else min(tipped, lift_us),
        off_us=_off(edges, lift_us, us),
        impact_us=_after(edges, Channel.KNOCK, Edge.BLOW, lift_us, us),
        blows=_blows(edges, lift_us, us),
        lean=max((ratio for ratio, _, _ in _rises(edges, ends, rests)), default=0.0),
        eased=_eased(edges, lift_us, us),
    )


def _ends(edges: Sequence[Edged], us: Callable[[int], int]) -> dict[int, int]:
    """When each loaded segment unloaded; one that never did counts until its peak was told."""
    gone, peaks = _last(edges, Edge.OFF), _last(edges, Edge.PEAK)
    return {n: us(gone.get(n, peak).tick) for n, peak in peaks.items() if peak.value >= NOTHING}


def _spread(ends: dict[int, int], rests: Sequence[int] | None) -> int:
    """A base that tells loads but was never at rest before, so that it saw nothing of them go, knows nothing
    of a clean lift."""
    if not ends:
        return 0 if rests is None else NEVER_US
    return max(ends.values()) - min(ends.values())


def _rises(
    edges: Sequence[Edged], ends: dict[int, int], rests: Sequence[int] | None
) -> list[tuple[float, int, int]]:
    """Of every loaded pair: the rise of one divided by what the opposite one carried, the one, the opposite.
    A hand that presses on the totem before it lifts it raises both alike: that is no tilt."""
    gone, peaks = _last(edges, Edge.OFF), _last(edges, Edge.PEAK)
    known = rests or [0] * SEGMENTS
    stood = {n: _force(gone[n].value if n in gone else known[n]) for n in range(SEGMENTS)}
    rises = {n: max(0.0, _force(peak.value) - stood[n]) for n, peak in peaks.items()}
    pairs = ((n, (n + SEGMENTS // 2) % SEGMENTS) for n in rises)
    return [
        ((rises[n] - rises.get(far, 0.0)) / stood[far], n, far)
        for n, far in pairs
        if n in ends and far in ends and stood[far] >= _force(NOTHING)
    ]


def _blows(edges: Sequence[Edged], lift_us: int, us: Callable[[int], int]) -> int:
    blows = (us(e.tick) - lift_us for e in edges if (e.channel, e.edge) == (Channel.KNOCK, Edge.BLOW))
    return sum(0 <= after <= BLOWS_US for after in blows)


def _eased(edges: Sequence[Edged], lift_us: int, us: Callable[[int], int]) -> float:
    """A hand presses, so that a segment's peak is above its rest; a stick that is tipped takes its load off
    the near side first, and what was there is forgotten before the segment is empty. A peak is told when its
    segment goes, or a quarter of a second after another one went: told that long before the lift, the totem
    had stood on a rim."""
    told = (us(e.tick) for e in edges if (e.channel, e.edge) == (Channel.SEGMENT, Edge.PEAK))
    if any(at < lift_us - ROCKED_US for at in told):
        return 1.0
    gone, peaks = _last(edges, Edge.OFF), _last(edges, Edge.PEAK)
    shares = (
        1 - _force(peaks[n].value) / _force(edge.value)
        for n, edge in gone.items()
        if n in peaks and edge.value >= NOTHING
    )
    return max((0.0, *shares))


def _off(edges: Sequence[Edged], lift_us: int, us: Callable[[int], int]) -> int | None:
    """Half of what stood there before is the totem; what the base finds steady after 0.4 s may be the weight
    of its own plate. A load that goes again was a hand that struck the plate."""
    stood = [e.value for e in edges if (e.channel, e.edge) == (Channel.LOAD, Edge.OFF)]
    went = max(
        (us(e.tick) for e in edges if (e.channel, e.edge) == (Channel.LOAD, Edge.OFF)), default=lift_us
    )
    back = _after(edges, Channel.LOAD, Edge.ON, max(went, lift_us), us, least=max(stood, default=0) // 2)
    return None if back is None else back - lift_us


def _after(
    edges: Sequence[Edged],
    channel: Channel,
    kind: Edge,
    lift_us: int,
    us: Callable[[int], int],
    least: int = 0,
) -> int | None:
    """The first such edge since the lift, with at least this value."""
    found = [us(e.tick) for e in edges if (e.channel, e.edge) == (channel, kind) and e.value >= least]
    return min((at for at in found if at >= lift_us), default=None)


def _last(edges: Sequence[Edged], kind: Edge) -> dict[int, Edged]:
    """The last such edge of every segment."""
    return {e.index: e for e in edges if e.channel is Channel.SEGMENT and e.edge is kind}


def _force(value: int) -> float:
    """The load of a segment, in units of the force at which its foil has the resistance of the one below it
    (10 k): a foil's conductance is proportional to the force (Interlink FSR integration guide)."""
    return value / (FULL + 1 - value)
