"""Evidence for one cell on which thousands of stacks are possible: built up figure by figure.

From the empty cell on, the figure is added that explains most of what is still unexplained; the best few
partial stacks are carried on, as long as another figure explains more. Only what was looked at, and is not
far behind the best, is listed (see ``companion.referee.reading``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.counted import Counted, is_counted
from vision.figures import LYING, Figure, Outline
from vision.guesses import LIMIT, Guess, Stack, claimed, clip, told_apart
from vision.photometry import Features, Plane32
from vision.rectify import SCALE
from vision.standing import EARNS, GIFT, ONE_MORE, PRICE, SELDOM, Known, Scores, Standing
from vision.tiles import TiledGround, is_tiled
from vision.types import Spot
from vision.windows import crop, outside, paint, rim_and_core, seen_share

MANY = 64
"""So many stacks are still tried one by one."""
_BEAM = 3
"""Partial stacks that are carried on."""
_FOOT = 0.7
"""Part of the cell in which the middles of figures are."""
_EARNS_OF = 0.4
"""Part of what a small figure would explain, were it seen whole, that it should explain better than the
ground."""
_STEP = 2
"""Raster pixels between two places that are tried: 1/16 pitch."""


def is_crowded(spot: Spot) -> bool:
    """Whether its stacks are too many to be tried one by one, or its bases too many for their colours."""
    return len(spot.stacks) > MANY or is_tiled(spot)


def standing_on(known: Known, spot: Spot, seen: Features, weight: Plane32) -> Standing:
    """The evaluation that suits the spot. ``seen`` and ``weight``: of its window."""
    if is_counted(spot):
        return Counted(known, spot, seen, weight)
    return (Crowd if is_crowded(spot) else Standing)(known, spot, seen, weight)


class Allowed:
    """Which figures may come together in a spot."""

    def __init__(self, stacks: Iterable[Stack]) -> None:
        self._stacks: dict[Stack, list[Stack]] = {}
        for stack in stacks:
            self._stacks.setdefault(tuple(sorted(stack)), []).append(stack)
        parts = level = set(self._stacks)
        while level:
            level = {part[:at] + part[at + 1 :] for part in level for at in range(len(part))} - parts
            parts = parts | level
        self._parts = parts
        self.names = tuple(dict.fromkeys(name for stack in self._stacks for name in stack))

    def stacks(self, names: Stack) -> list[Stack]:
        """The stacks of just these figures, ``names`` in any order."""
        return self._stacks.get(tuple(sorted(names)), [])

    def begins(self, names: Stack) -> bool:
        """Whether these figures are a part of some stack, or all of it."""
        return tuple(sorted(names)) in self._parts


allowed = lru_cache(maxsize=16)(Allowed)
"""Most cells of a board share their stacks."""


@dataclass(frozen=True, eq=False)  # no slots: the score is worked out once
class _Part:
    """Some figures put down. ``cost``: what is still unexplained in nats, pixel by pixel; ``covered``: 1
    under the figures; ``odd``, ``more``: see ``Standing._likeness``; ``idle``: nats for figures that explain
    too little, and for lying ones that are round when they stand: they fit more easily, for they may be
    turned anyhow; ``share``: of the worst seen figure."""

    cost: Plane32
    covered: Plane32
    share: float
    names: Stack = ()
    placed: tuple[Outline, ...] = ()
    odd: float = 0.0
    more: float = 0.0
    idle: float = 0.0

    @cached_property
    def score(self) -> float:
        """Nats against *unknown*."""
        missing = float(self.cost.sum()) / SCALE**2 + self.odd
        return GIFT * self.share - PRICE * missing - self.idle


class Crowd(Standing):
    """One evaluation of a crowded cell."""

    def scores(self) -> Scores:
        """Bases, and the likeliest stacks."""
        bare = GIFT * self._share - PRICE * float(self._shortfalls[0].sum()) / SCALE**2
        guesses: dict[Stack, Guess] = {(): Guess(clip(bare))}
        bounds = {name: GIFT - PRICE * self._bound(name) for name in self._figures}
        likely = [name for name, bound in bounds.items() if bound >= -LIMIT / 2]
        guesses |= {(name,): Guess(clip(bound)) for name, bound in bounds.items() if name not in likely}
        for shortfall in self._shortfalls:
            self._build_up(shortfall, likely, guesses)
        values = told_apart(guesses, self.misfits)
        top = max(values, key=values.__getitem__)
        stacks = {stack: value for names, value in values.items() for stack in self._allowed.stacks(names)}
        return Scores(self._bases(guesses[top].figures), _listed(stacks), claimed(guesses, values))

    @cached_property
    def _allowed(self) -> Allowed:
        return allowed(self._spot.stacks)

    def _names(self) -> Iterable[str]:
        return self._allowed.names

    def _surfaces(self, seen: Features, bare: Plane32) -> Mapping[str, Plane32]:
        if not is_tiled(self._spot):
            return super()._surfaces(seen, bare)
        self._tiled = TiledGround(self._known, self._spot, seen, self._weight)
        return {"": bare, **self._tiled.surfaces(bare)}

    def _bases(self, figures: Iterable[Outline]) -> dict[str, float]:
        figures = tuple(figures)
        bases = super()._bases(figures)
        if not is_tiled(self._spot):
            return bases
        return {"": bases[""], **self._tiled.bases(figures)}

    def _build_up(self, shortfall: Plane32, likely: Iterable[str], guesses: dict[Stack, Guess]) -> None:
        """Add what is found to the guesses; of two for the same figures the better one counts."""
        nothing = np.zeros_like(shortfall)
        beam = [_Part(shortfall, nothing, self._share)]
        while beam:
            found: dict[Stack, tuple[float, _Part]] = {}
            for part in beam:
                for name in likely:
                    names = _sorted((*part.names, name))
                    if self._allowed.begins(names):
                        grown = self._with(part, name)
                        if names not in found or grown.score > found[names][1].score:
                            found[names] = grown.score - part.score, grown
            for names, (_, part) in found.items():
                if self._allowed.stacks(names) and (
                    names not in guesses or part.score > guesses[names].score
                ):
                    guesses[names] = self._guess(part)
            better = sorted((part for won, part in found.values() if won > 0), key=lambda part: -part.score)
            beam = better[:_BEAM]

    def _guess(self, part: _Part) -> Guess:
        praise = part.score + PRICE * part.more
        return Guess(part.score, praise, 0.0, part.names, part.placed)

    def _with(self, part: _Part, name: str) -> _Part:
        """The figure put down where it explains most. What stands behind another one may be hidden by it."""
        figure, change = self._figures[name], self._changes[name]
        hidden = np.minimum(change, part.cost)
        change = np.where(part.covered > 0, hidden, change)
        outline = self._put(change - part.cost, self._known.silhouettes(self._spot, figure))
        rim, core = (self._mask(one) for one in rim_and_core(outline, 1))
        cost = np.where(core, change, np.where(rim, hidden, part.cost)).astype(np.float32)
        less, more = self._alone(figure, outline, part.covered)
        covered = part.covered.copy()
        paint(covered, self._frame, outline, 1.0)
        whole = PRICE * figure.typical * self._known.least_pixels(self._spot, figure) / SCALE**2
        earns = min(EARNS, _EARNS_OF * whole) + (ONE_MORE if part.names else 0.0)
        upright = self._figures.get(name.removesuffix(LYING)) if name.endswith(LYING) else None
        anyhow = SELDOM if upright is not None and upright.shape.is_round else 0.0
        return _Part(
            cost,
            covered,
            min(part.share, seen_share(self._weight, self._frame, outline)),
            (*part.names, name),
            (*part.placed, outline),
            part.odd + less,
            part.more + more,
            part.idle + max(0.0, earns - PRICE * more) + anyhow,
        )

    def _mask(self, outline: Outline) -> NDArray[np.bool_]:
        mask = np.zeros(self._weight.shape, dtype=np.float32)
        paint(mask, self._frame, outline, 1.0)
        return mask > 0

    def _alone(self, figure: Figure, outline: Outline, covered: Plane32) -> tuple[float, float]:
        """As :meth:`_likeness`, of the pixels that no other figure covers; nor of those at its rim that the
        ground explains better: there what is bright outshines it."""
        weight = self._weight
        _, core = rim_and_core(outline, 1)
        better = self._best > self._figures[figure.name].colours[self._bins]
        self._weight = weight * (1 - covered) * ~(better & ~self._mask(core))
        found = self._likeness(figure, outline)
        self._weight = weight
        return found

    def _put(self, change: Plane32, masks: Iterable[Outline]) -> Outline:
        """The outline under which ``change`` adds up to least, its middle anywhere in the cell."""
        coarse = np.asarray(
            cv2.resize(change, None, fx=1 / _STEP, fy=1 / _STEP, interpolation=cv2.INTER_AREA), np.float32
        )
        off = outside(self._spot, _FOOT, _STEP)
        down, right = off.shape[0] // 2, off.shape[1] // 2
        left, top = self._frame.columns.start, self._frame.rows.start
        best: tuple[float, Outline] | None = None
        for outline in masks:
            mask = np.ascontiguousarray(outline.mask[::_STEP, ::_STEP])
            x, y = (outline.x - left) // _STEP - right, (outline.y - top) // _STEP - down
            area = crop(coarse, x, y, mask.shape[1] + 2 * right, mask.shape[0] + 2 * down)
            total = np.asarray(cv2.matchTemplate(area, mask, cv2.TM_CCORR)) + off
            row, column = divmod(int(np.argmin(total)), total.shape[1])
            if best is None or total[row, column] < best[0]:
                at = replace(outline, x=left + _STEP * (x + column), y=top + _STEP * (y + row))
                best = float(total[row, column]), at
        if best is None:
            raise ValueError("a figure has no outline")
        return best[1]


def _sorted(names: Stack) -> Stack:
    """The same figures in the same order, whatever their poses."""
    return tuple(sorted(names, key=lambda name: (name.removesuffix(LYING), name)))


def _listed(stacks: Mapping[Stack, float]) -> dict[Stack, float]:
    """The best stack and those little behind it; at least two, if so many were looked at."""
    order = sorted(stacks, key=lambda stack: -stacks[stack])
    least = max(stacks[order[0]] - LIMIT, -LIMIT / 2)
    return {stack: stacks[stack] for at, stack in enumerate(order) if at < 2 or stacks[stack] >= least}
