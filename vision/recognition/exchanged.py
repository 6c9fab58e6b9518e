"""Pieces of a first view that stand in each other's place. Pure functions.

Pieces that should be equal are compared with each other and with portraits. A piece that looks like another
one, and unlike its equals, is named. Where a piece has too few equals for that, two cells speak together:
both pieces come nearer to their equals if they change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from vision.objects import Cutting
from vision.recognition.comparing import nearest, turned
from vision.tuning import number, whole
from vision.types import Looks, Spot

_EQUALS = whole("exchanged.equals")
"""A piece without a portrait is judged by itself only if so many others should look like it."""
_CLEARER, _NEAR = number("exchanged.clearer"), number("exchanged.near")
"""A piece looks like another one if it is nearer to the other one's cuttings than to its own by the first
value, and nearer to them than the second. No piece in its right place was nearer to another one by more than
0.01."""
_GAIN = number("exchanged.gain")
"""Two pieces are called exchanged if they come nearer to their equals by more than this, together. Of right
set-ups it was up to 0.45, where a steep camera shows all pieces of one side of a chess board leaning the same
way; of pieces of two colours 0.56 to 1.6."""


def exchanged(
    single: Mapping[str, Cutting],
    looks: Looks,
    spots: Mapping[str, Spot],
    figures: Mapping[str, Sequence[Cutting]],
) -> set[str]:
    """The cells whose piece looks like another piece, and unlike what it should be. ``single``: what lies in
    cells where one piece stands; ``figures``: the portraits, by name."""
    far = _Distances(single, looks, spots, figures)
    wrong = {cell for cell in single if far.is_another(cell)}
    pairs = list(combinations(single, 2))
    while pairs:
        pair = max(pairs, key=lambda two: far.gain(*two))
        if far.gain(*pair) <= _GAIN:
            break
        wrong.update(pair)
        far.exchange(*pair)
        pairs.remove(pair)
    return wrong


class _Distances:
    """How far single pieces are from each other and from portraits."""

    def __init__(
        self,
        single: Mapping[str, Cutting],
        looks: Looks,
        spots: Mapping[str, Spot],
        figures: Mapping[str, Sequence[Cutting]],
    ) -> None:
        self._names = {cell: looks[cell].pieces[0] for cell in single}
        self._cells: dict[str, dict[str, float]] = {}
        self._apart: dict[str, dict[str, float]] = {}
        """What stands beside a piece may lean into its cell, so that both show the same. That is no sign of
        being another piece, so here it is left out."""
        self._figures: dict[str, dict[str, float]] = {}
        for cell, cutting in single.items():
            turns = turned(cutting)
            others = [other for other in single if other != cell]
            self._cells[cell] = {other: nearest(cutting, turns, [single[other]]) for other in others}
            self._apart[cell] = {
                o: self._cells[cell][o] for o in others if not _beside(spots[cell], spots[o])
            }
            self._figures[cell] = {
                name: nearest(cutting, turns, some) for name, some in figures.items() if some
            }

    def is_another(self, cell: str) -> bool:
        """Whether the piece of a cell looks like another one."""
        name, known = self._names[cell], self._figures[cell]
        own = [far for other, far in self._cells[cell].items() if self._names[other] == name]
        if name not in known and len(own) < _EQUALS:
            return False
        own.append(known.get(name, 1.0))
        others = [far for other, far in self._apart[cell].items() if self._names[other] != name]
        others += [far for other, far in known.items() if other != name]
        return min(others, default=1.0) < min(_NEAR, min(own) - _CLEARER)

    def gain(self, one: str, other: str) -> float:
        """By how much nearer the pieces of two cells are to their equals once they are exchanged; 0 if one of
        them has no equal besides."""
        mine, yours = self._names[one], self._names[other]
        if mine == yours:
            return 0.0
        right = self._to(one, mine, other, self._cells), self._to(other, yours, one, self._cells)
        changed = self._to(one, yours, other, self._apart), self._to(other, mine, one, self._apart)
        known = [far for far in (*right, *changed) if far is not None]
        return known[0] + known[1] - known[2] - known[3] if len(known) == 4 else 0.0

    def exchange(self, one: str, other: str) -> None:
        """Let these two stand in each other's place."""
        self._names[one], self._names[other] = self._names[other], self._names[one]

    def _to(self, cell: str, name: str, but: str, far: Mapping[str, Mapping[str, float]]) -> float | None:
        """How far the piece of a cell is from the likest other of this name, leaving one cell out."""
        near = [apart for other, apart in far[cell].items() if other != but and self._names[other] == name]
        if name in self._figures[cell]:
            near.append(self._figures[cell][name])
        return min(near, default=None)


def _beside(one: Spot, other: Spot) -> bool:
    """Whether two cells touch, at a corner at least: whether their middles are less than one and a half
    cells apart."""
    far = max(abs(one.x - other.x), abs(one.y - other.y))
    return far < 0.75 * (max(one.width, one.height) + max(other.width, other.height))
