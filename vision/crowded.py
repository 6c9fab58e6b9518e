"""Evidence for one cell on which thousands of stacks are possible: built up figure by figure.

From the empty cell on, the figure is added that explains most of what is still unexplained; the best few
partial stacks are carried on, as long as another figure explains more. Only what was looked at, and is not
far behind the best, is listed (see ``companion.referee.reading``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.counted import Counted, is_counted
from vision.figures import LYING, Figure, Outline
from vision.guesses import LIMIT, Guess, Stack, claimed, clip, told_apart
from vision.photometry import Features, Plane32, mixture, palette_bins
from vision.portraits import likeness
from vision.rectify import SCALE
from vision.standing import EARNS, GIFT, ONE_MORE, PRICE, SELDOM, WORST, Known, Scores, Standing
from vision.tiles import TiledGround
from vision.types import Spot
from vision.windows import crop, is_tiled, outside, paint, rim_and_core, seen_share

MANY = 64
"""So many stacks are still tried one by one."""
_BEAM = 3
"""Partial stacks that are carried on."""
_FOOT = 0.7
"""Part of the cell in which the middles of figures are."""
_EARNS_OF = 0.25
"""Part of what a small figure would explain, were it seen whole, that it should explain better than the
ground. Of 35 dark forests those with a green explorer showed 0.20 to 0.38, the empty ones 0.02 to 0.05."""
_IDLE = 1.0
"""How many times more counts what is missing to that: on a bare beach beside which somebody stood
it was 0.16 of the whole, and only this made the cell surely empty."""
_LIKE_PAINT = 0.3
"""Overlap (Bhattacharyya's coefficient) of two figures' colours from which on they are of one paint."""
_TO_MIX = 24
"""Raster pixels that must be seen of a figure to tell in which shares its colours occur."""
_MIXED, _MIXED_MOST = 16.0, 8.0
"""Nats for each unit of ln(overlap) by which another figure's shares fit better, and at most."""
_PORTRAIT, _PORTRAIT_ELSE = 60.0, 0.25
"""Nats for each unit of correlation by which a portrait fits less well than another one of the same paint;
and how much of what else tells them apart counts, where none is hidden. Of 469 ships and sleds in eight clips
(``easy`` to 35 degrees; 214 of them beside others) none was told wrong in this way; nearest 0.6 nats."""
_PLAIN = 0.9
"""Share of a figure that must be seen beside the others for its portrait to tell nearly alone who it is."""
_EXPLAINED = 4.0
"""Nats of a look that leaves nothing open to which one figure more could be the answer."""
_MIXED_UNLIKE = 0.6
"""Overlap below which a figure's pixels have not its colours, but some of them only. Measured overlaps of
true ships and sleds: 0.77 to 0.98."""
_STRANGE, _SURELY = 0.5, 2.0
"""A cell is surely bare if no more nats speak against it, and half its pixels speak for it by so many."""
_UPON, _MOSTLY = 12.0, 0.5
"""Nats against a figure that lies mostly on another one: who swims is beside the boat, not on it."""
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
    under the figures; ``odd``, ``more``: see ``Standing._likeness``; ``seldom``: nats for lying ones that are
    round when they stand: they fit more easily, for they may be turned anyhow; ``gains``: figure by figure,
    how much better it explains each pixel than ground and other figures do, and what it should earn by that
    in nats, at all and as one more; ``share``: of the worst seen figure."""

    cost: Plane32
    covered: Plane32
    share: float
    names: Stack = ()
    placed: tuple[Outline, ...] = ()
    odd: float = 0.0
    more: float = 0.0
    seldom: float = 0.0
    gains: tuple[tuple[Plane32, float, float], ...] = ()

    @cached_property
    def score(self) -> float:
        """Nats against *unknown*; figures that explain too little cost what is missing."""
        missing = float(self.cost.sum()) / SCALE**2 + self.odd
        idle = 0.0
        for gain, earns, more in self.gains:
            earned = PRICE * float(gain.sum()) / SCALE**2
            idle += max(0.0, earns + more - earned) + _IDLE * max(0.0, earns - earned)
        return GIFT * self.share - PRICE * missing - self.seldom - idle


class Crowd(Standing):
    """One evaluation of a crowded cell."""

    def scores(self) -> Scores:
        """Bases, and the likeliest stacks."""
        guesses, values = self._judged()
        figures = _top(guesses, values).figures
        if figures and self._has_tile:  # they may have led it astray
            self._tiled.lay(figures)
            self._lie({"": self._bare, **self._tiled.surfaces(self._bare)})
            guesses, values = self._judged()
        bases = self._bases(_top(guesses, values).figures)
        values = self._afloat(values, bases)
        stacks = {stack: value for names, value in values.items() for stack in self._allowed.stacks(names)}
        tried = {stack: guesses[names] for names in values for stack in self._allowed.stacks(names)}
        return Scores(bases, _listed(stacks), claimed(guesses, values), tried)

    def _judged(self) -> tuple[dict[Stack, Guess], dict[Stack, float]]:
        """What may stand there, and how likely each of it is."""
        bare = GIFT * self._share - PRICE * float(self._shortfalls[0].sum()) / SCALE**2
        guesses: dict[Stack, Guess] = {(): Guess(clip(bare))}
        bounds = {name: GIFT - PRICE * self._bound(name) for name in self._figures}
        likely = [name for name, bound in bounds.items() if bound >= -LIMIT / 2]
        guesses |= {(name,): Guess(clip(bound)) for name, bound in bounds.items() if name not in likely}
        for shortfall in self._shortfalls:
            self._build_up(shortfall, likely, guesses)
        values = told_apart(guesses, self.misfits)
        if self._known.tiled:
            values = self._needed(self._told_by_portrait(guesses, values))
        return guesses, values

    def _told_by_portrait(
        self, guesses: dict[Stack, Guess], values: Mapping[Stack, float]
    ) -> dict[Stack, float]:
        """Of looks in which only figures of one paint change places those lose whose portraits fit less well
        than another's; what else tells them apart is mostly the light. Adds guesses that were not tried."""
        paint = {name: min(self._rivals(name), default=name) for name in self._figures}
        groups: dict[Stack, list[Stack]] = {}
        least = max(values.values()) - LIMIT / 2
        for stack, guess in guesses.items():
            if guess.figures and values[stack] >= least:
                groups.setdefault(tuple(sorted(paint[name] for name in stack)), []).append(stack)
        told = dict(values)
        for alike in groups.values():
            top = max(alike, key=lambda stack: values[stack])
            fits, trust = self._portrayed(guesses[top])
            fitness = {
                stack: _PORTRAIT * fit - trust * (values[top] - values.get(stack, values[top]))
                for stack, (fit, _) in fits.items()
            }
            best = max(fitness, key=fitness.__getitem__)
            level = values[top] - _PORTRAIT_ELSE * (values[top] - values.get(best, values[top]))
            for stack, (_, guess) in fits.items():
                told[stack] = clip(level - (fitness[best] - fitness[stack]))
                guesses[stack] = guess
        return told

    def _portrayed(self, guess: Guess) -> tuple[dict[Stack, tuple[float, Guess]], float]:
        """What may stand where these figures were put down, all of the same paint: how well the portraits
        fit together, and who is where; and how much of what else tells them apart counts."""
        resembles: list[dict[str, float]] = []
        trust = _PORTRAIT_ELSE
        for name, outline in zip(guess.names, guess.figures, strict=True):
            rivals = self._rivals(name)
            if len(rivals) == 1:
                resembles.append({name: 0.0})
                continue
            free = self._free(outline, guess.figures)
            if seen_share(free, self._frame, outline) < _PLAIN:
                free *= self._off_ground(outline, rivals)
                trust = 1.0
            resembles.append({rival: self._resembles(rival, outline, free) for rival in rivals})
        found: dict[Stack, tuple[float, Guess]] = {}
        for names in product(*resembles):
            fit = sum(fits[name] for name, fits in zip(names, resembles, strict=True))
            stack = _sorted(names)
            if self._allowed.stacks(names) and (stack not in found or fit > found[stack][0]):
                found[stack] = fit, replace(guess, names=names)
        return found, trust

    def _rivals(self, name: str) -> Sequence[str]:
        """The figure and those of its paint that only a portrait tells from it."""
        if not self._figures[name].portrait.size:
            return (name,)
        return [rival for rival in self._of_like_paint[name] if self._figures[rival].portrait.size]

    def _free(self, outline: Outline, together: Iterable[Outline]) -> Plane32:
        """1 where the other figures leave something to be seen of this one."""
        free = (self._weight > 0).astype(np.float32)
        for other in together:
            if other is not outline:
                paint(free, self._frame, other, 0.0, grow=1)
        return free

    def _off_ground(self, outline: Outline, names: Iterable[str]) -> NDArray[np.bool_]:
        """Where the ground is not what is seen round the outline: beside little of a figure, a border on
        which light meets dark would be taken for a part of it."""
        figure = np.maximum.reduce([self._figures[name].colours[self._bins] for name in names])
        return np.asarray(self._mask(outline) | (self._best <= figure), dtype=np.bool_)

    def _resembles(self, name: str, outline: Outline, free: Plane32) -> float:
        """How well a figure's portrait fits where it was put down."""
        ys, xs = np.nonzero(outline.mask)
        x = outline.x + float(xs.mean()) - self._frame.columns.start
        y = outline.y + float(ys.mean()) - self._frame.rows.start
        turns = self._known.portrait(self._figures[name])
        return likeness(turns, self._seen[:, :, 0], free, x, y)

    def _needed(self, values: Mapping[Stack, float]) -> dict[Stack, float]:
        """Nothing more stands where fewer figures leave nothing open."""
        told = dict(values)
        for stack in sorted(told, key=len):
            fewer = [told.get(stack[:at] + stack[at + 1 :], -LIMIT) for at in range(len(stack))]
            if max(fewer, default=-LIMIT) > _EXPLAINED:
                told[stack] = min(told[stack], max(fewer) - ONE_MORE)
        return told

    def _afloat(self, values: Mapping[Stack, float], bases: Mapping[str, float]) -> dict[Stack, float]:
        """What is only ever on the bare board is unlikelier by what another base is likelier."""
        ashore = max(bases.values()) - bases.get("", -LIMIT)
        return {
            stack: clip(value - ashore) if set(stack) & set(self._spot.afloat) else value
            for stack, value in values.items()
        }

    @cached_property
    def _allowed(self) -> Allowed:
        return allowed(self._spot.stacks)

    @cached_property
    def _of_like_paint(self) -> Mapping[str, Sequence[str]]:
        """For each figure of a table of tiles those, itself among them, whose colours are mostly its own:
        ship and sled of a player."""
        if not self._known.tiled:
            return dict.fromkeys(self._figures, ())
        roots = {name: np.sqrt(figure.mixture) for name, figure in self._figures.items()}
        return {
            name: [other for other in roots if float((roots[name] * roots[other]).sum()) > _LIKE_PAINT]
            for name in roots
        }

    def _names(self) -> Iterable[str]:
        return self._allowed.names

    def _surfaces(self) -> Mapping[str, Plane32]:
        if not is_tiled(self._spot):
            return super()._surfaces()
        if not self._has_tile:
            return {"": self._bare}
        self._tiled = TiledGround(self._known, self._spot, self._seen, self._weight)
        return {"": self._bare, **self._tiled.surfaces(self._bare)}

    @cached_property
    def _has_tile(self) -> bool:
        """Whether a tile may lie there: not where every pixel is just as the bare cell was."""
        own = self._own > 0
        if not is_tiled(self._spot) or not own.any():
            return False
        strange = PRICE * float((np.clip(-self._bare, 0, WORST) * self._own).sum()) / SCALE**2
        return strange >= _STRANGE or float(np.median(self._bare[own])) <= _SURELY

    def _lie(self, grounds: Mapping[str, Plane32]) -> None:
        super()._lie(grounds)
        ground = self._frame.of(self._known.box.ground)
        self._cleared = palette_bins(self._tiled.picture(ground) if self._has_tile else ground)
        """The palette's bins of what would be seen if nothing stood there."""

    def _bases(self, figures: Iterable[Outline]) -> dict[str, float]:
        figures = tuple(figures)
        bases = super()._bases(figures)
        if not self._has_tile:
            return bases
        bare, tiles = bases[""], self._tiled.bases(figures)
        for name, lead in self._tiled.leads(self._bare).items():
            value = tiles.get(name, 0.0)
            if min(bare, value) <= 0:
                continue
            if lead < 0:  # a plain tile looks much like a plain board
                tiles[name] = min(value, clip(bare + lead))
            else:
                bare = min(bare, clip(value - lead))
        return {"": bare, **tiles}

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
        rim, core, mask = (self._mask(one) for one in (*rim_and_core(outline, 1), outline))
        cost = np.where(core, change, np.where(rim, hidden, part.cost)).astype(np.float32)
        less, more = self._alone(figure, outline, core, part.covered)
        less += self._otherwise_mixed(figure, core & (part.covered == 0))
        gain = np.maximum(figure.colours[self._bins] - self._best, 0) * self._weight * mask
        left = [(np.maximum(other - gain, 0), *due) for other, *due in part.gains]
        whole = PRICE * figure.typical * self._known.least_pixels(self._spot, figure) / SCALE**2
        earns, one_more = min(EARNS, _EARNS_OF * whole), ONE_MORE if part.names else 0.0
        upright = self._figures.get(name.removesuffix(LYING)) if name.endswith(LYING) else None
        anyhow = SELDOM if upright is not None and upright.shape.is_round else 0.0
        return _Part(
            cost,
            np.where(mask, np.float32(1), part.covered),
            min(part.share, seen_share(self._weight, self._frame, outline)),
            (*part.names, name),
            (*part.placed, outline),
            part.odd + less,
            part.more + more,
            part.seldom + anyhow + self._upon(part, name, mask),
            (*left, (gain * (1 - part.covered), earns, one_more)),
        )

    def _upon(self, part: _Part, name: str, mask: NDArray[np.bool_]) -> float:
        """Nats against the figure, seen under ``mask``, and the others if one of them lies on another."""
        seldom = 0.0
        for other, outline in zip(part.names, part.placed, strict=True):
            under = self._mask(outline)
            both = np.count_nonzero(mask & under)
            for lies, own in ((name, mask), (other, under)):
                if lies.endswith(LYING) and both > _MOSTLY * np.count_nonzero(own):
                    seldom += _UPON
        return seldom

    def _mask(self, outline: Outline) -> NDArray[np.bool_]:
        mask = np.zeros(self._weight.shape, dtype=np.float32)
        paint(mask, self._frame, outline, 1.0)
        return mask > 0

    def _alone(
        self, figure: Figure, outline: Outline, core: NDArray[np.bool_], covered: Plane32
    ) -> tuple[float, float]:
        """As :meth:`_likeness`, of the pixels that no other figure covers; nor of those at its rim, around
        the ``core``, that the ground explains better: there what is bright outshines it."""
        weight = self._weight
        better = self._best > self._figures[figure.name].colours[self._bins]
        self._weight = weight * (1 - covered) * ~(better & ~core)
        found = self._likeness(figure, outline)
        self._weight = weight
        return found

    def _otherwise_mixed(self, figure: Figure, own: NDArray[np.bool_]) -> float:
        """What counts against the figure because the colours of its ``own`` pixels occur in such shares as
        another one's of the same paint, or as if nothing stood there. Square pitches times nats."""
        rivals = self._of_like_paint[figure.name]
        if not rivals or np.count_nonzero(own) < _TO_MIX:
            return 0.0
        seen = np.sqrt(mixture(self._bins[own]))
        alike = {
            name: max(1e-3, float((seen * np.sqrt(self._figures[name].mixture)).sum())) for name in rivals
        }
        ground = float((seen * np.sqrt(mixture(self._cleared[own]))).sum())
        behind = math.log(max(_MIXED_UNLIKE, ground, *alike.values()) / alike[figure.name])
        return min(_MIXED * behind, _MIXED_MOST) / PRICE

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


def _top(guesses: Mapping[Stack, Guess], values: Mapping[Stack, float]) -> Guess:
    return guesses[max(values, key=values.__getitem__)]


def _sorted(names: Stack) -> Stack:
    """The same figures in the same order, whatever their poses."""
    return tuple(sorted(names, key=lambda name: (name.removesuffix(LYING), name)))


def _listed(stacks: Mapping[Stack, float]) -> dict[Stack, float]:
    """The best stack and those little behind it; at least two, if so many were looked at."""
    order = sorted(stacks, key=lambda stack: -stacks[stack])
    least = max(stacks[order[0]] - LIMIT, -LIMIT / 2)
    return {stack: stacks[stack] for at, stack in enumerate(order) if at < 2 or stacks[stack] >= least}
