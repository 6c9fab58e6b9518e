"""Evidence for one cell on which figures may stand: which looks leave how much unexplained."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.box import Box
from vision.camera import Points
from vision.figures import LYING, Figure, Outline, outline_of, outlines
from vision.flats import Flat, lookup
from vision.guesses import LIMIT, Guess, Stack, claimed, clip, told_apart
from vision.mat import spot_outline
from vision.photometry import COLOURS, FLOOR, Features, Plane32, blend, palette_bins, surface
from vision.portraits import Portrait, turns_of
from vision.rectify import SCALE
from vision.types import Spot
from vision.windows import apply, crop, is_tiled, overlap, paint, pieces_of, rim_and_core, seen_share, window

GIFT = 7.0
PRICE = 20.0
"""Nats a square pitch and nat of shortfall."""
WORST = 4.0
"""Nats that one pixel can cost: silhouettes are rough, and a rim that is a pixel off must not decide."""
_BONUS = 0.5
"""How much better than the ground a figure's colours may explain a pixel, in nats."""
_TOLERANCE = 2.5
"""Nats by which a figure's pixels may on average be less like it than when it was taught, for nothing."""
ONE_MORE = 3.0
"""Nats that a look loses for every figure beyond the first: of two explanations as good, the one with fewer
figures."""
SELDOM = 2.0
"""Nats against a figure that lies: they seldom do."""
_NUDGE = 3
"""Pixels by which an outline that was put down coarsely may still lie beside its figure."""
LEANING = 6.0
"""Nats at most that a look gains by what it explains beyond the cell."""
EARNS = 5.0
"""Nats by which a figure should explain its pixels better than the ground; what is missing counts against
it."""
JITTER = 0.35
"""Pitches that a figure may stand off the middle of its cell: another one may have stood beside it."""
_TOKEN_JITTER = 0.16
_FILLS = 0.9
"""A token that covers this part of its cell lies against those in the cells around, or over their rims ..."""
_RIM = 0.08
"""... by so many pitches: people put it down not quite in the middle."""
_MIXED_ALIKE, _MIXED = 0.1, 25.0
"""A token's colours may be mixed a little otherwise, by light and by what covers it; beyond that each unit of
-ln(overlap) costs so many nats a pixel. Measured overlaps of true tokens: 0.98 to 1.0."""


@dataclass(frozen=True, slots=True)
class Scores:
    """A cell's evidence, and where its best stack's figures stand. ``guesses``: of stacks that were looked
    at."""

    bases: Mapping[str, float]
    stacks: Mapping[Stack, float]
    figures: tuple[Outline, ...]
    guesses: Mapping[Stack, Guess] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Token:
    """A token's palette, and in which shares its colours occur."""

    colours: NDArray[np.float32]
    shares: NDArray[np.float64]

    def oddness(self, bins: NDArray[np.int32], figures: NDArray[np.float32]) -> float:
        """Nats by which pixels (palette bins) are mixed otherwise than the token's, however it is turned.
        Those that cannot be its own at all, or are likelier of what may stand there (the palette
        ``figures``), are left out."""
        known = bins[self.colours[bins] > np.maximum(figures[bins], 0)]
        if not len(known):
            return 0.0
        overlap = float(np.sqrt(self.shares * blend(known)).sum())  # Bhattacharyya's coefficient
        return _MIXED * max(0.0, -math.log(max(overlap, 1e-3)) - _MIXED_ALIKE)


class Known:
    """What stays from frame to frame: the spots' windows; silhouettes, tokens and poses once computed.
    ``noise``: that of the view from which a spot is scored (see ``View``)."""

    def __init__(self, box: Box, spots: Sequence[Spot], place: Points) -> None:
        self.box = box
        self.windows = {spot.cell: window(box.plane, place, spot) for spot in spots}
        self.tiled = any(map(is_tiled, spots))
        self.noise = 0.0
        self._spots = tuple(spots)
        self._place = place
        self._silhouettes: dict[tuple[str, str], tuple[Outline, ...]] = {}
        self._least: dict[tuple[str, str], int] = {}
        self._tokens: dict[str, _Token] = {}
        self._around: dict[str, Sequence[str]] = {}
        self._poses: dict[str, Mapping[Stack, Sequence[Stack]]] = {}
        self._portraits: dict[str, tuple[Portrait, ...]] = {}

    def centre(self, spot: Spot) -> Points:
        """The spot's middle in raster pixels."""
        return np.asarray(self.box.plane.to_raster(np.array([[spot.x, spot.y]]))[0])

    def token(self, spot: Spot, base: str) -> tuple[_Token, Outline]:
        """A token's colours, and its outline in the middle of the spot."""
        flat = lookup(self.box.flats, base)
        if base not in self._tokens:
            colours = flat.colours()
            own = palette_bins(flat.patch)[flat.mask > 0]
            self._tokens[base] = _Token(colours, blend(own[colours[own] > 0]))
        x, y = np.round(self.centre(spot)).astype(int)
        outline = Outline(flat.mask, int(x) - flat.mask.shape[1] // 2, int(y) - flat.mask.shape[0] // 2)
        return self._tokens[base], outline

    def around(self, spot: Spot) -> Sequence[str]:
        """The tokens that fill one of the cells around the spot."""
        if spot.cell not in self._around:
            near = 1.5 * min(spot.width, spot.height)
            found = {
                base: None
                for other in self._spots
                if other is not spot and np.hypot(other.x - spot.x, other.y - spot.y) < near
                for base in other.bases
                if base and _fills(lookup(self.box.flats, base), other)
            }
            self._around[spot.cell] = () if self.tiled else tuple(found)
        return self._around[spot.cell]

    def silhouette(self, spot: Spot, figure: Figure, way: tuple[bool, float]) -> Outline:
        """The figure's outline in the middle of the spot, turned that way."""
        return outline_of(figure, way, self.box.plane, self._place, (spot.x, spot.y))

    def silhouettes(self, spot: Spot, figure: Figure) -> tuple[Outline, ...]:
        """The figure's outlines in the middle of the spot, in all its ways."""
        key = (spot.cell, figure.name)
        if key not in self._silhouettes:
            self._silhouettes[key] = outlines(figure, self.box.plane, self._place, (spot.x, spot.y))
        return self._silhouettes[key]

    def least_pixels(self, spot: Spot, figure: Figure) -> int:
        """How many pixels the figure covers at least: a lying one its stamp, a standing one its smallest
        outline."""
        key = ("" if figure.stamp.size else spot.cell, figure.name)
        if key not in self._least:
            if figure.stamp.size:
                counts = [np.count_nonzero(figure.mark(way)) for way in figure.ways]
            else:
                counts = [np.count_nonzero(one.mask) for one in self.silhouettes(spot, figure)]
            self._least[key] = int(min(counts))
        return self._least[key]

    def portrait(self, figure: Figure) -> tuple[Portrait, ...]:
        """The figure's portrait in all its turns; nothing if it has none."""
        if figure.name not in self._portraits:
            self._portraits[figure.name] = turns_of(figure.portrait) if figure.portrait.size else ()
        return self._portraits[figure.name]

    def poses(self, spot: Spot) -> Mapping[Stack, Sequence[Stack]]:
        """Every stack of the spot but the empty one, with the poses in which its figures may be."""
        if spot.cell not in self._poses:
            any_pose = not any(name.endswith(LYING) for name in pieces_of(spot))
            lying = {name for name in self.box.figures if name.endswith(LYING)} if any_pose else set()
            self._poses[spot.cell] = {stack: _in_poses(stack, lying) for stack in spot.stacks if stack}
        return self._poses[spot.cell]


class Standing:
    """One evaluation of a cell on which figures may stand."""

    def __init__(self, known: Known, spot: Spot, seen: Features, weight: Plane32) -> None:
        """``seen`` and ``weight``: of the spot's window."""
        self._known = known
        self._spot = spot
        self._frame = known.windows[spot.cell]
        self._weight = weight
        self._own = self._frame.own * weight
        self._share = float(self._own.sum() / max(self._frame.own.sum(), 1.0))
        self._bins = palette_bins(seen)
        ground, doubt = (self._frame.of(plane) for plane in (known.box.ground, known.box.doubt))
        bare = surface(seen, ground, doubt, known.noise)
        self._around = self._likeliest(known.around(spot))
        beyond = self._weight * (1 - self._frame.own)
        strange = np.clip(-np.maximum(bare, self._around), 0, WORST)
        self._beyond = np.asarray(strange * beyond, dtype=np.float32)
        """What ground and tokens leave unexplained beyond the cell: a figure may lean there, or stand next
        door."""
        self._seen, self._bare = seen, bare
        self._figures = {name: known.box.figures[name] for name in self._names()}
        self._lie(self._surfaces())

    def _lie(self, grounds: Mapping[str, Plane32]) -> None:
        """Take it that what may lie there explains each pixel so well."""
        self._grounds = grounds
        best = np.maximum.reduce([*grounds.values(), np.zeros_like(self._weight)])
        self._best = best
        tokens = self._likeliest(tuple(filter(None, self._spot.bases)))
        self._next_door = np.maximum.reduce([tokens, self._around, np.zeros_like(best)])
        own = self._own * (1 - self._overlaid())
        shortfalls = {base: np.minimum(best - ground, WORST) * own for base, ground in grounds.items()}
        least = min(shortfalls, key=lambda base: float(shortfalls[base].sum()))
        # a token may seem to explain a part of a figure, so the bare cell is tried as well
        self._shortfalls = [shortfalls[base] for base in dict.fromkeys((least, self._spot.bases[0]))]
        self._changes = {name: self._change(figure) for name, figure in self._figures.items()}

    def _likeliest(self, tokens: Sequence[str]) -> Plane32:
        """How well the likeliest of these tokens explains each pixel by its colours."""
        planes = [self._known.token(self._spot, name)[0].colours[self._bins] for name in tokens]
        best = np.maximum.reduce([*planes, np.full_like(self._weight, FLOOR)])
        return np.asarray(best, dtype=np.float32)

    def _overlaid(self) -> Plane32:
        """1 where a token next door, which fills its cell, seems to lie over the rim of this one; else 0."""
        if not self._known.around(self._spot):
            return np.zeros_like(self._own)
        size = 2 * round(_RIM * SCALE) + 1
        inside = np.asarray(cv2.erode(self._frame.own, np.ones((size, size), np.uint8)))
        strange = self._around > np.maximum(self._bare, 0)
        return np.asarray((inside == 0) & strange, dtype=np.float32)

    def scores(self) -> Scores:
        """Bases and stacks of the cell."""
        bare = GIFT * self._share - PRICE * float(self._shortfalls[0].sum()) / SCALE**2
        guesses: dict[Stack, Guess] = {(): Guess(clip(bare))}
        bounds = {name: GIFT - PRICE * self._bound(name) for name in self._changes}
        for stack, ways in self._known.poses(self._spot).items():
            guess = Guess(-np.inf)
            for poses in ways:
                bound = min(bounds[name] for name in poses)
                if bound < -LIMIT / 2:  # some figure's colours are not there
                    guess = max(guess, Guess(bound), key=lambda one: one.score)
                    continue
                found = [self._place_all(poses, shortfall) for shortfall in self._shortfalls]
                guess = max(guess, *found, key=lambda one: one.score)
            guesses[stack] = guess
        stacks = told_apart(guesses, self.misfits)
        top = max(stacks, key=lambda stack: stacks[stack])
        return Scores(self._bases(guesses[top].figures), stacks, claimed(guesses, stacks), guesses)

    def _names(self) -> Iterable[str]:
        """The figures, with their poses, that may be here."""
        poses = self._known.poses(self._spot)
        return dict.fromkeys(name for ways in poses.values() for way in ways for name in way)

    def _surfaces(self) -> Mapping[str, Plane32]:
        """How well each base explains each pixel."""
        return {base: self._ground(base, self._bare) for base in self._spot.bases}

    def _ground(self, base: str, bare: Plane32) -> Plane32:
        """How well the bare cell, or the cell with a token on it, explains each pixel.

        Of a token its colours and its size count, for it may lie turned anyhow.
        """
        if not base:
            return bare
        token, outline = self._known.token(self._spot, base)
        ratio = np.asarray(token.colours[self._bins], dtype=np.float32)
        where = self._fit((bare - ratio) * self._own, (outline,), _TOKEN_JITTER)
        ratio = ratio - token.oddness(self._bins[self._under(where)], self._by_figures)
        merged = bare.copy()
        rim, core = rim_and_core(where, 2)  # its edge lies where it lies, to a pixel or two
        apply(merged, np.maximum(ratio, bare), self._frame, rim)
        apply(merged, ratio, self._frame, core)
        return merged

    @cached_property
    def _by_figures(self) -> NDArray[np.float32]:
        """Bin by bin how well the likeliest of the figures explains it."""
        colours = [figure.colours for figure in self._figures.values()]
        return np.max(colours, axis=0) if colours else np.full(COLOURS, FLOOR, np.float32)

    def _under(self, outline: Outline) -> NDArray[np.bool_]:
        """The window's visible pixels under an outline."""
        under = np.zeros(self._weight.shape, dtype=np.float32)
        paint(under, self._frame, outline, 1.0)
        return (under > 0) & (self._weight > 0)

    def _change(self, figure: Figure) -> Plane32:
        """What it costs more, pixel by pixel, to see the figure instead of the ground."""
        ratio = figure.colours[self._bins]
        short = np.clip(self._best - ratio, -_BONUS, WORST) * self._weight
        return np.asarray(short, dtype=np.float32)

    def _spill(self, figure: Figure) -> Plane32:
        """What it costs to leave the figure's colours unexplained beyond the cell, where it leans. A token of
        like colour may lie next door."""
        ratio = figure.colours[self._bins]
        strange = np.clip(ratio - np.maximum(self._best, self._next_door), 0, WORST) * self._weight
        return np.asarray(strange * (1 - self._frame.own), dtype=np.float32)

    def _bound(self, name: str) -> float:
        """Square pitches times nats that the figure leaves unexplained at least, wherever it stands."""
        size = self._known.least_pixels(self._spot, self._figures[name])
        change = self._changes[name].ravel()
        if size >= change.size:
            return 0.0
        return float(np.partition(change, size)[:size].sum()) / SCALE**2

    def _place_all(self, names: Sequence[str], shortfall: Plane32) -> Guess:
        """Put the figures down one after the other, each where it explains most."""
        cost = shortfall.copy()
        placed = []
        odd, praise, idle, gain = 0.0, 0.0, 0.0, 0.0
        beyond = self._beyond.copy()
        shares = [self._share]
        order = tuple(sorted(names, key=lambda n: float(np.minimum(self._changes[n], 0).sum())))
        for name in order:
            figure, change = self._figures[name], self._changes[name]
            cost += self._spill(figure)
            outline = self._fit(change - cost, self._known.silhouettes(self._spot, figure), JITTER)
            placed.append(outline)
            rim, core = rim_and_core(outline, 1)
            apply(cost, np.minimum(change, cost), self._frame, rim)
            apply(cost, change, self._frame, core)
            shares.append(seen_share(self._weight, self._frame, outline))
            gain += self._explained(figure, outline, beyond)
            less, more = self._likeness(figure, outline)
            odd, praise = odd + less, praise + more
            idle += max(0.0, EARNS - PRICE * more) + (SELDOM if name.endswith(LYING) else 0.0)
        missing = float(cost.sum()) / SCALE**2 + odd
        score = GIFT * min(shares) - PRICE * missing - ONE_MORE * (len(names) - 1) - idle
        gain = min(PRICE * gain, LEANING)
        return Guess(score, score + PRICE * praise, gain, order, tuple(placed))

    def misfits(self, poses: Sequence[Guess]) -> list[float]:
        """For each of several poses of the same figures the square pitches, there or near by, in which what
        has their colours, in any of the poses, is not what its outlines cover, turned and shifted as well as
        can be."""
        coloured = np.zeros(self._weight.shape, dtype=np.bool_)
        near = np.zeros(self._weight.shape, dtype=np.float32)
        for guess in poses:
            for name, outline in zip(guess.names, guess.figures, strict=True):
                coloured |= self._figures[name].colours[self._bins] - np.maximum(self._best, 0) > 0
                paint(near, self._frame, outline, 1.0, grow=_NUDGE)
        worth = np.asarray(near * self._weight * np.where(coloured, 1.0, -1.0), dtype=np.float32)
        return [self._misfit(guess, worth) for guess in poses]

    def _misfit(self, guess: Guess, worth: Plane32) -> float:
        """``worth``: 1 where a pixel has the figures' colours, else -1."""
        missing = float(np.maximum(worth, 0).sum())
        left = worth.copy()
        for name, outline in zip(guess.names, guess.figures, strict=True):
            gained, best = self._adjusted(self._figures[name], outline, left)
            paint(left, self._frame, best, 0.0)
            missing -= gained
        return missing / SCALE**2

    def _adjusted(self, figure: Figure, outline: Outline, worth: Plane32) -> tuple[float, Outline]:
        """The most that ``worth`` adds up to under the outline, turned and shifted a little, and it there."""
        coarse = self._known.silhouettes(self._spot, figure)[figure.ways.index(outline.way)]
        x, y = outline.x - coarse.x - _NUDGE, outline.y - coarse.y - _NUDGE
        left, top = self._frame.columns.start, self._frame.rows.start
        best, where = -np.inf, outline
        for way in figure.near(outline.way):
            turned = self._known.silhouette(self._spot, figure, way)
            height, width = turned.mask.shape
            area = crop(
                worth, turned.x + x - left, turned.y + y - top, width + 2 * _NUDGE, height + 2 * _NUDGE
            )
            total = np.asarray(cv2.matchTemplate(area, turned.mask, cv2.TM_CCORR))
            row, column = divmod(int(np.argmax(total)), total.shape[1])
            if total[row, column] > best:
                best = float(total[row, column])
                where = replace(turned, x=turned.x + x + column, y=turned.y + y + row)
        return best, where

    def _explained(self, figure: Figure, outline: Outline, beyond: Plane32) -> float:
        """Square pitches times nats beyond the cell that the figure explains and the ground does not; they
        are taken out of ``beyond``."""
        rows, columns, mask = overlap(self._frame, outline)
        own = (mask > 0) & (figure.colours[self._bins[rows, columns]] > 0)
        explained = float(beyond[rows, columns][own].sum())
        beyond[rows, columns][own] = 0.0
        return explained / SCALE**2

    def _likeness(self, figure: Figure, outline: Outline) -> tuple[float, float]:
        """How much less the pixels under the outline are like the figure than its own usually are; and how
        much better
        than the ground it explains them. Square pitches times nats."""
        rows, columns, mask = overlap(self._frame, outline)
        weight = self._weight[rows, columns] * mask
        mass = float(weight.sum())
        if mass <= 0:
            return 0.0, 0.0
        ratio = figure.colours[self._bins[rows, columns]]
        less = max(0.0, figure.typical - _TOLERANCE - float((ratio * weight).sum()) / mass) * mass
        more = float((np.maximum(ratio - self._best[rows, columns], 0) * weight).sum())
        return less / SCALE**2, more / SCALE**2

    def _fit(self, change: Plane32, masks: Sequence[Outline], jitter: float) -> Outline:
        """The outline, shifted by up to ``jitter`` pitches, under which ``change`` adds up to least.

        At half the raster's resolution: a pixel there is 1/16 pitch, finer than people put figures down.
        """
        steps = round(jitter * SCALE / 2)
        coarse = np.asarray(
            cv2.resize(change, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32
        )
        left, top = self._frame.columns.start, self._frame.rows.start
        best, where = np.inf, masks[0]
        for outline in masks:
            mask = outline.mask[::2, ::2]
            x, y = (outline.x - left) // 2 - steps, (outline.y - top) // 2 - steps
            area = crop(coarse, x, y, mask.shape[1] + 2 * steps, mask.shape[0] + 2 * steps)
            total = np.asarray(cv2.matchTemplate(area, np.ascontiguousarray(mask), cv2.TM_CCORR))
            at = int(np.argmin(total))
            row, column = divmod(at, total.shape[1])
            if total[row, column] < best:
                best = float(total[row, column])
                where = replace(outline, x=left + 2 * (x + column), y=top + 2 * (y + row))
        return where

    def _bases(self, figures: Sequence[Outline]) -> dict[str, float]:
        """Bases, by what the best stack leaves visible: near 0 under a broad figure."""
        free = self._own.copy()
        for outline in figures:
            paint(free, self._frame, outline, 0.0, grow=2)
        share = float(free.sum() / max(self._frame.own.sum(), 1.0))
        trust = float(np.clip((share - 0.25) / 0.5, 0, 1)) if figures else share
        best = np.maximum.reduce([*self._grounds.values(), np.zeros_like(free)])
        short = {
            base: float((np.minimum(best - ground, WORST) * free).sum()) / SCALE**2
            for base, ground in self._grounds.items()
        }
        return {base: clip(trust * (GIFT - PRICE * value)) for base, value in short.items()}


def _fills(flat: Flat, spot: Spot) -> bool:
    """Whether a token leaves next to nothing of the spot free."""
    area = cv2.contourArea(np.array(spot_outline(spot), dtype=np.float32))
    return float(flat.mask.sum()) / SCALE**2 > _FILLS * area


def _in_poses(stack: Stack, lying: Collection[str]) -> Sequence[Stack]:
    """The stack itself; where the spot does not say who lies (a heap), with each figure in either pose."""
    poses: list[Stack] = [()]
    for name in stack:
        ways = (name, name + LYING) if name + LYING in lying else (name,)
        poses = [(*done, pose) for done in poses for pose in ways]
    return poses
