"""What a cell shows, among looks that somebody asks about: portraits that teach themselves while people play.

A portrait is a cutting (:mod:`vision.objects`) of one piece or base, taken from this very table: at the
set-up, whose looks are known, and after every act that is certain. What left one cell of a view and came to
another is compared directly. Nothing is known of a piece that was never seen; then nothing is said.

State: the portraits, and what was compared in the newest view.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import cv2
import numpy as np

from vision.change import difference
from vision.objects import COARSE, FINE, Cutting, Turned, apart, cut, turned
from vision.seeing import CellView, View
from vision.types import Image, Spot

KEPT = 6
"""Portraits of one name: pieces look a little different from every side and in every corner of the table."""
_EVEN = {COARSE: 0.62, FINE: 0.10}
"""Distance that speaks neither for nor against, of figures and of cards and tiles. Measured on three
ray-traced clips and a simulated one: a figure and itself elsewhere are 0.17 to 0.55 apart, different ones
0.62 to 0.95; a card and itself 0.01 to 0.11, different ones 0.11 to 0.4."""
_NATS = {COARSE: 12.0, FINE: 30.0}
"""Nats for a distance of 1 ..."""
_MOST = 4.0
"""... and nats that one comparison may say."""
_SURE = 6.0
"""Nats for a face that is as near as another picture of it, against one that looks otherwise."""
_STRANGER = 0.10
"""Distance at which an unknown face of the same print may lie at least: two that differ in one arrow ..."""
_NEARER = 0.75
"""... and against the usual distance of known faces: one and the same in another place is nearer."""
_RIVALS = 3
_NOISE = 0.03
"""Distance by which two pictures of one face differ at best."""
_PATCH = 1.3
"""Extent of a patch against its cell's (:mod:`vision.cells`)."""


class Look(Protocol):
    """What lies in a cell: a base, and pieces on it from bottom to top."""

    @property
    def base(self) -> str: ...
    @property
    def pieces(self) -> tuple[str, ...]: ...


Looks = Mapping[Any, Look]
"""Cell names (texts) to looks."""


class Likeness:
    """Portraits of one box on one table."""

    def __init__(
        self, spots: Sequence[Spot], portraits: Mapping[str, Sequence[Cutting]] | None = None
    ) -> None:
        self._spots = {spot.cell: spot for spot in spots}
        self.portraits: dict[str, list[Cutting]] = {
            name: list(some) for name, some in (portraits or {}).items()
        }
        self._possible: dict[str, frozenset[str]] = {}
        self._view: View | None = None
        self._cut: dict[str, tuple[Cutting, Turned] | None] = {}
        self._gone: list[tuple[str, Cutting]] = []
        self._distances: dict[tuple[str, str, int], float] = {}
        self._apart: dict[tuple[str, str], float] = {}

    # -- learning --------------------------------------------------------------------------------------------

    def begin(self, view: View, looks: Looks) -> None:
        """Learn from the first view, whose looks are known. Cells that ``looks`` leaves out teach nothing."""
        bare = {cell: looks[cell].base for cell in looks if not looks[cell].pieces and cell in view.cells}
        for cell, look in looks.items():
            seen = view.cells.get(cell)
            if seen is None:
                continue
            if look.base and not look.pieces:
                self._keep(look.base, self._whole(seen))
            if len(look.pieces) != 1:
                continue
            if self._flat(cell):
                self._keep(look.pieces[0], self._whole(seen))
                continue
            ground = self._ground(
                seen, [c for c, base in bare.items() if base == look.base and self._alike(c, cell)], view
            )
            if ground is not None:
                self._keep(look.pieces[0], cut(seen.now, ground, self._scale(seen), COARSE))

    def learn(self, view: View, cell: str, before: Look | None, now: Look) -> None:
        """Learn from a change that certainly happened."""
        seen = view.cells.get(cell)
        if seen is None or seen.before is None or before is None:
            return
        for name, shown, hidden in _changes(seen, before, now):
            self._keep(name, self._cutting(cell, seen, shown, hidden, name))

    def _keep(self, name: str, cutting: Cutting | None) -> None:
        if cutting is None:
            return
        kept = self.portraits.setdefault(name, [])
        kept.append(cutting)
        self._apart = {pair: d for pair, d in self._apart.items() if name not in pair}
        del kept[:-KEPT]

    # -- comparing -------------------------------------------------------------------------------------------

    def compare(self, view: View, cell: str, before: Look | None, now: Look) -> float:
        """ln p(pixels | the cell changed to ``now``) - ln p(pixels | it changed to anything), in nats, not
        clipped. 0 where nothing is known or nothing came."""
        seen = view.cells.get(cell)
        if seen is None or seen.before is None or before is None:
            return 0.0
        self._look_at(view)
        found = _changes(seen, before, now)
        if len(found) != 1:
            return 0.0
        name, shown, _ = found[0]
        if shown is seen.now:
            return self._says(cell, seen, name)
        return self._says(cell, _backwards(seen), name)

    def _says(self, cell: str, seen: CellView, name: str) -> float:
        whole = self._is_whole(cell, name)
        others = [
            other for other in self._names(cell) if other != name and self._is_whole(cell, other) == whole
        ]
        mine = self._distance(cell, seen, name)
        if whole and mine != _UNKNOWN:
            return self._as_face(cell, seen, name, others)
        rivals = sum(math.exp(self._fits(cell, seen, other)) for other in others) / max(
            1.0, math.sqrt(len(others))
        )
        return self._fits(cell, seen, name) - math.log((1.0 + rivals) / 2 if others else 1.0)

    def _fits(self, cell: str, seen: CellView, name: str) -> float:
        """Nats for this name against something that was never seen; 0 for a name that was never seen."""
        distance = self._distance(cell, seen, name)
        if distance == _UNKNOWN:
            return 0.0
        size = FINE if self._is_whole(cell, name) else COARSE
        return max(-_MOST, min(_MOST, _NATS[size] * (_EVEN[size] - distance)))

    def _as_face(self, cell: str, seen: CellView, name: str, others: Sequence[str]) -> float:
        """Faces of one print differ in little: what counts is how much nearer the picture is to this face
        than to its nearest rivals, against how far these are from each other."""
        mine = self._distance(cell, seen, name)
        known = [(d, other) for other in others if (d := self._distance(cell, seen, other)) != _UNKNOWN]
        margin = 1.0
        if any(possible not in self.portraits for possible in self._faces(cell)):
            stranger = _STRANGER  # a face that was never seen is a rival, too
            if known:
                stranger = max(stranger, _NEARER * sorted(known)[len(known) // 2][0])
            margin = (stranger - mine) / stranger
        for distance, other in sorted(known)[:_RIVALS]:
            margin = min(margin, (distance - mine) / max(self._between(name, other), _NOISE))
        return max(-_SURE, min(_SURE, _SURE * margin))

    def _between(self, one: str, other: str) -> float:
        """How far the portraits of two faces are from each other."""
        key = (one, other) if one < other else (other, one)
        if key not in self._apart:
            pairs = [(a, b) for a in self.portraits.get(one, ()) for b in self.portraits.get(other, ())]
            pairs = [(a, b) for a, b in pairs[:4] if a.size == b.size]
            self._apart[key] = min((apart(a, turned(a), b) for a, b in pairs), default=_EVEN[FINE])
        return self._apart[key]

    def _distance(self, cell: str, seen: CellView, name: str) -> float:
        key = (cell, name, id(seen.now))
        if key not in self._distances:
            whole = self._is_whole(cell, name)
            mine = self._query(cell, seen, whole)
            known = [*self.portraits.get(name, ()), *(c for gone, c in self._gone if gone == name)]
            size = FINE if whole else COARSE
            known = [c for c in known if c.size == size]
            if mine is None or not known:
                self._distances[key] = _UNKNOWN
            else:
                self._distances[key] = min(apart(*mine, other) for other in known)
        return self._distances[key]

    def _query(self, cell: str, seen: CellView, whole: bool) -> tuple[Cutting, Turned] | None:
        key = f"{cell} {whole} {id(seen.now)}"
        if key not in self._cut:
            assert seen.before is not None
            size = FINE if whole else COARSE
            mine = cut(seen.now, seen.before, self._scale(seen), size, whole)
            self._cut[key] = None if mine is None else (mine, turned(mine))
        return self._cut[key]

    def _look_at(self, view: View) -> None:
        if view is not self._view:
            self._view = view
            self._cut, self._distances, self._gone = {}, {}, []

    def left(self, view: View, looks: Looks) -> None:
        """Of a new view: what certainly lay in each cell before. What left some cell may have come to
        another."""
        self._look_at(view)
        for cell, look in looks.items():
            seen = view.cells.get(cell)
            if (
                seen is None
                or seen.before is None
                or len(look.pieces) != 1
                or self._flat(cell)
                or seen.change < 0.03
            ):
                continue
            gone = cut(seen.before, seen.now, self._scale(seen), COARSE)
            if gone is not None:
                self._gone.append((look.pieces[0], gone))

    # -- small things ----------------------------------------------------------------------------------------

    def _faces(self, cell: str) -> frozenset[str]:
        """Everything that can lie in a cell as a whole."""
        return frozenset(name for name in self._possible_in(cell) if name and self._is_whole(cell, name))

    def _names(self, cell: str) -> list[str]:
        """Everything of which there is a portrait that can lie in this cell."""
        known = {*self.portraits, *(gone for gone, _ in self._gone)}
        return sorted(known & self._possible_in(cell))

    def _possible_in(self, cell: str) -> frozenset[str]:
        if cell not in self._possible:
            spot = self._spots[cell]
            self._possible[cell] = frozenset(
                {*spot.bases, *(piece for stack in spot.stacks for piece in stack)}
            )
        return self._possible[cell]

    def _cutting(self, cell: str, seen: CellView, shown: Image, hidden: Image, name: str) -> Cutting | None:
        whole = self._is_whole(cell, name)
        return cut(shown, hidden, self._scale(seen), FINE if whole else COARSE, whole)

    def _is_whole(self, cell: str, name: str) -> bool:
        return self._flat(cell) or name in self._spots[cell].bases

    def _flat(self, cell: str) -> bool:
        return self._spots[cell].kind == "slot"

    def _whole(self, seen: CellView) -> Cutting | None:
        return cut(seen.now, seen.now, self._scale(seen), FINE, whole=True)

    def _scale(self, seen: CellView) -> float:
        spot = self._spots[seen.cell]
        height = spot.width if spot.turn % 2 else spot.height
        return float(seen.now.shape[0] / (_PATCH * height))

    def _alike(self, one: str, other: str) -> bool:
        a, b = self._spots[one], self._spots[other]
        return (a.kind, a.width, a.height) == (b.kind, b.width, b.height)

    def _ground(self, seen: CellView, others: Iterable[str], view: View) -> Image | None:
        """The bare cell whose rim looks most like this one's."""
        best: tuple[float, Image] | None = None
        height, width = seen.now.shape[:2]
        rim = np.ones((height, width), bool)
        rim[height // 6 : -height // 6, width // 6 : -width // 6] = False
        for cell in others:
            there = view.cells[cell].now
            if abs(there.shape[0] - height) > 2 or abs(there.shape[1] - width) > 2:
                continue
            laid = np.asarray(cv2.resize(there, (width, height)), np.uint8)
            unlike = difference(seen.now, laid).brightness[rim].mean()
            if best is None or float(unlike) < best[0]:
                best = (float(unlike), laid)
        return None if best is None else best[1]


_UNKNOWN = -1.0


def _backwards(seen: CellView) -> CellView:
    """The same cell as if time ran backwards: what left it came to it."""
    assert seen.before is not None
    return replace(seen, before=seen.now, now=seen.before)


def _changes(seen: CellView, before: Look, now: Look) -> list[tuple[str, Image, Image]]:
    """Each single piece or base that came or went: its name, a patch that shows it and one that does not."""
    if seen.before is None:
        return []
    if before.base != now.base and now.base and not now.pieces:
        return [(now.base, seen.now, seen.before)]
    came = list((Counter(now.pieces) - Counter(before.pieces)).elements())
    went = list((Counter(before.pieces) - Counter(now.pieces)).elements())
    found = []
    if len(came) == 1:
        found.append((came[0], seen.now, seen.before))
    if len(went) == 1 and not came:
        found.append((went[0], seen.before, seen.now))
    return found
