"""Who acts, by the edges of the picture over which arms come. Where each seat's arms come from is learned
from acts that are certain.

On three ray-traced clips and a simulated one 94 to 99 % of what was seen of arms, in views in which one
seat acted, came over one edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log

from companion.judge.tuning import number

EDGES = ("left", "right", "top", "bottom")
"""Of the picture, as in :class:`vision.seeing.View`."""
_ANYWHERE = number("sides.anywhere")
"""Share of the visits in which somebody reaches round the table, or helps a neighbour: 2 % on the three clips
and in a simulated game; more among real people."""
_BEFORE = number("sides.before")
"""Views whose worth it has that nobody knows yet where a seat is: each edge is as likely then. Chosen."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Of one table. ``seats``: all of them; ``came``: of each, in how many views its arms came over each
    edge."""

    seats: Sequence[str]
    came: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def nats(self, seat: str, edges: Mapping[str, float]) -> float:
        """ln p(arms over these edges | this seat acted) - ln p(the same | any seat did). ``edges``: the share
        of each in one view; where several seats acted, the part of it that may be this seat's counts."""
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
        """The same after a view in which certainly this seat acted, and no other."""
        total = sum(edges.values())
        if not total:
            return self
        came = dict(self.came.get(seat, {}))
        for edge, share in edges.items():
            came[edge] = came.get(edge, 0.0) + share / total
        return Sides(self.seats, {**self.came, seat: came})
