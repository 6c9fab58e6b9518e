"""Which seat acts, by the edges of the picture over which arms come. Each seat's edges are learned from acts
that are certain.

On three ray-traced clips and a simulated one, 94 to 99 % of what was seen of arms came over one edge, in
views in which one seat acted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from companion.judge.tuning import number

EDGES = ("left", "right", "top", "bottom")
"""The edges of the picture, as in :class:`vision.seeing.View`."""
_ANYWHERE = number("sides.anywhere")
"""Share of the visits in which somebody reaches round the table or helps a neighbour: 2 % on the three clips
and in a simulated game, more among real people."""
_BEFORE = number("sides.before")
"""As long as nobody knows where a seat is, each edge is equally likely. This counts as much as so many
views."""


@dataclass(frozen=True, slots=True)
class Sides:
    """What is known of one table. ``seats``: all of them; ``came``: for each seat, in how many views its arms
    came over each edge."""

    seats: Sequence[str]
    came: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def nats(self, seat: str, edges: Mapping[str, float]) -> float:
        """ln p(arms over these edges | this seat acted) - ln p(the same | any seat did). ``edges``: the share
        of each edge in one view. If several seats acted, only the part that may belong to this seat
        counts."""
        total = sum(edges.values())
        if not total or seat not in self.seats:
            return 0.0
        ratio = 0.0
        for edge, share in edges.items():
            anybody = sum(self._likely(edge, one) for one in self.seats) / len(self.seats)
            ratio += share / total * self._likely(edge, seat) / anybody
        return log(ratio)

    def _likely(self, edge: str, seat: str) -> float:
        came = self.came.get(seat, {})
        known = (came.get(edge, 0.0) + _BEFORE / len(EDGES)) / (sum(came.values()) + _BEFORE)
        return (1.0 - _ANYWHERE) * known + _ANYWHERE / len(EDGES)

    def learned(self, seat: str, edges: Mapping[str, float]) -> Sides:
        """The same after a view in which certainly only this seat acted."""
        total = sum(edges.values())
        if not total:
            return self
        came = dict(self.came.get(seat, {}))
        for edge, share in edges.items():
            came[edge] = came.get(edge, 0.0) + share / total
        return Sides(self.seats, {**self.came, seat: came})
