"""A table that exists only as labels: what lies where, and the evidence a fair camera would give of it.

It knows geometry, looks and hands, no rule: what people do is told to it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.rules.contract import CellId, Certainty, Effect, Game, Look, Setup, Zone, ZoneKind
from vision.types import CameraState, CellEvidence, Evidence

AnyGame = Game[Any, Any, Any]
Stack = tuple[str, ...]
AGAIN = 0.7
MANY = 64
"""A camera that knows more stacks of a cell than these lists only those that are most like what it sees."""
UNKNOWN: Stack = ("?",)
"""A cup, a coin: nothing of the box."""


class LabelTable:
    """``shown``: what lies at every zone (base, stack). ``right``, ``wrong``: mean evidence of a look that is
    there and of one that is not; ``noise``: its standard deviation from frame to frame."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        seed: int,
        *,
        right: float = 6.0,
        wrong: float = -7.0,
        noise: float = 1.0,
        fps: float = 15.0,
    ) -> None:
        self.zones = {zone.cell: zone for zone in game.zones(setup)}
        self.shown: dict[CellId, tuple[str, Stack]] = dict.fromkeys(self.zones, ("", ()))
        self.random = random.Random(seed)
        self.right, self.wrong, self.fps = right, wrong, fps
        self.noise = [self.random.gauss(0.0, noise) for _ in range(997)]
        self.touched: set[str] = set()
        self.last: dict[tuple[CellId, bool, str, Stack], CellEvidence] = {}
        self.alike: dict[tuple[int, Stack], tuple[Stack, ...]] = {}
        self.similar: dict[tuple[str, Stack], float] = {}
        """Mean evidence of looks that are not there but easily taken for what is ..."""
        self.similar_bases: dict[tuple[str, str], float] = {}
        """... and of bases."""
        self.frame = 0

    def lay(self, looks: Mapping[CellId, Look]) -> None:
        """Put these looks on the table where a camera must find them."""
        for cell, look in looks.items():
            if look.certainty is Certainty.SEEN:
                self._show(cell, (look.base, look.pieces))

    def lay_all(self, looks: Mapping[CellId, Look]) -> None:
        """The whole table: zones left out are bare."""
        self.lay({cell: looks.get(cell, Look()) for cell in self.zones})

    def clear_up(self, effects: Iterable[Effect], looks: Mapping[CellId, Look]) -> None:
        """What hands do after a move: the cells of its effects come to look as the position says."""
        cells = {cell for effect in effects for cell in effect.cells}
        self.lay({cell: looks.get(cell, Look()) for cell in cells})

    def put(self, cell: str, stack: Stack) -> None:
        """Change what stands on a cell; its base stays."""
        self._show(CellId(cell), (self.shown[CellId(cell)][0], stack))

    def _show(self, cell: CellId, content: tuple[str, Stack]) -> None:
        if self.shown[cell] != content:
            self.shown[cell] = content
            self.touched.add(cell)

    def see(self, state: CameraState = CameraState.READY, covered: Iterable[str] = ()) -> Evidence:
        """One frame. ``covered`` cells are not visible."""
        hidden = frozenset(covered)
        time = self.frame / self.fps
        number, self.frame = self.frame, self.frame + 1
        if state not in (CameraState.READY, CameraState.HAND):
            return Evidence(number, time, state, {}, None)
        watched = (cell for cell, zone in self.zones.items() if zone.watched)
        cells: dict[str, CellEvidence] = {cell: self._cell(cell, cell not in hidden) for cell in watched}
        return Evidence(number, time, state, cells, 0.3)

    def frames(self, count: int) -> list[Evidence]:
        """Hand-free frames in which everything is visible."""
        return [self.see() for _ in range(count)]

    def hand(self, covered: Iterable[str] = (), count: int = 3) -> list[Evidence]:
        """A hand over these cells and over all that was changed since the last one."""
        hidden = {*covered, *self.touched}
        self.touched.clear()
        return [self.see(CameraState.HAND, hidden) for _ in range(count)]

    def _cell(self, cell: CellId, visible: bool) -> CellEvidence:
        """Like vision, it looks again at a quiet cell only now and then."""
        zone = self.zones[cell]
        base, stack = self.shown[cell]
        key = (cell, visible, base, stack)
        if key in self.last and self.random.random() < AGAIN:
            return self.last[key]
        listed = self._listed(zone, stack)
        start = self.random.randrange(len(self.noise) - len(listed) - len(zone.bases))
        noise = iter(self.noise[start:])
        there = self.wrong if stack == UNKNOWN else self.right
        stacks = {
            each: (there if each == stack else self.similar.get((cell, each), self.wrong)) + next(noise)
            for each in listed
        }
        # what lies under a figure is hardly seen, but for a hexagon of ice
        weight = 0.1 if stack and zone.kind is not ZoneKind.HEX else 1.0
        bases = {
            each: weight
            * ((there if each == base else self.similar_bases.get((cell, each), self.wrong)) + next(noise))
            for each in zone.bases
        }
        self.last[key] = CellEvidence(cell, visible, bases, stacks)
        return self.last[key]

    def _listed(self, zone: Zone, stack: Stack) -> tuple[Stack, ...]:
        """The stacks that the evidence of a cell holds: all, or of too many those that differ least."""
        if len(zone.stacks) <= MANY:
            return zone.stacks
        key = (id(zone.stacks), stack)  # many cells of a board share one list
        if key not in self.alike:
            shown = Counter(stack)

            def differences(other: Stack) -> int:
                return ((shown - Counter(other)) + (Counter(other) - shown)).total()

            self.alike[key] = tuple(sorted(zone.stacks, key=differences)[: MANY // 4])
        return self.alike[key]
