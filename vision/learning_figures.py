"""Learning figures: their colours, the solid that fits what was seen of them, the mark of a lying one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.apart import set_apart
from vision.counted import is_counted
from vision.crowded import is_crowded
from vision.figures import (
    DIRECTIONS,
    LYING,
    Figure,
    Outline,
    Shape,
    distance,
    lean,
    outlines,
    reach,
    silhouettes,
    turned_by,
)
from vision.flats import Flat
from vision.lessons import STRANGE, Page, TeachingError
from vision.masks import filled, largest, put
from vision.photometry import Features, Plane32, palette, palette_bins, surface
from vision.portraits import portrait_of
from vision.rectify import SCALE, Plane
from vision.stamps import agreed
from vision.types import N_, Spot
from vision.windows import Window, crop, is_flat, is_tiled, pieces_of, window

_OF_ITS_OWN = 0.15
"""By so much better a figure's own shape must overlap with what was seen than its kind's."""
_PLAINLY_OTHER = 0.55
"""A stamp that overlaps less with what was seen is another's. One fits its own sight even when that is half
shadow, so fitting better says nothing."""
_ITS_OWN = 2.0
"""Log-likelihood ratio from which on a pixel surely has a lying figure's colours: the board that it shades
between its limbs has them a little."""
_STILL_THERE = 0.3
"""Part of a sight that has to be left without its shadow; else its colours were learned wrong."""
_SIGHTS = 4
"""From so many pictures of a figure its shape and colours are taken."""
_OFF = 0.2
"""Pitches by which a figure stands off the middle of its cell at most, and off the border of an area."""
_RADII = (0.12, 0.16, 0.2, 0.24, 0.28, 0.32, 0.37, 0.42, 0.48)
_CROWNS = (0.5, 0.7, 0.85, 1.0, 1.2)
_HEIGHTS = (0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0)
"""Pitches; sizes to choose from."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """One figure in one page: where, the pixels that the ground does not explain, the part of the raster in
    which it may be seen, and how much lies in the way."""

    spot: Spot
    page: Page
    blob: Plane32
    frame: Window
    others: int

    @property
    def lies(self) -> bool:
        """Whether the label says that it lies."""
        return self.page.looks[self.spot.cell][1][-1].endswith(LYING)


def learn_figures(
    spots: Sequence[Spot],
    plane: Plane,
    pages: Sequence[Page],
    ground: Features,
    doubt: Plane32,
    flats: Mapping[str, Flat],
) -> dict[str, Figure]:
    sights: dict[str, list[_Sight]] = {}
    alone = [spot for spot in spots if not is_flat(spot)]
    for page in pages:
        bare = surface(page.seen, ground, doubt, page.noise)
        strange = (bare < STRANGE).astype(np.float32) * (page.weight > 0)
        hidden = np.zeros_like(strange)
        for spot in sorted(alone, key=lambda s: distance(page.place, s)):
            base, stack = page.looks.get(spot.cell, ("", ()))
            if not stack:
                continue
            area = np.zeros_like(strange)
            lean = reach(plane, page.place, spot)
            put(area, lean, 1.0)
            if len(stack) == 1:
                if is_crowded(spot):
                    own, others = set_apart(strange, plane, page, spot, spots, flats)
                else:
                    own = _without_token(strange, plane, spot, base, page, flats) * (1 - hidden)
                    own, others = _without_neighbours(own, plane, spot, spots, page, flats), 0
                frame = window(plane, page.place, spot)
                sights.setdefault(stack[0], []).append(_Sight(spot, page, own * area, frame, others))
            hidden = np.maximum(hidden, area)
    names = tuple(dict.fromkeys(piece for spot in alone for piece in pieces_of(spot)))
    useful = {name: _useful(name, sights.get(name, [])) for name in names}
    figures = _shaped(plane, useful)
    if any(map(is_tiled, alone)):  # there a shadow is as dark as some tile, and clings to what throws it
        useful = {name: [_in_colours(sight, figures[name]) for sight in useful[name]] for name in names}
        figures = _shaped(plane, useful)
    stamps = _stamps(figures, useful)
    for name, figure in figures.items():
        if useful[name][0].lies:
            figures[name] = _with_stamp(figure, plane, useful[name], stamps[_kind(name)])
    boards: dict[tuple[str, bool], list[str]] = {}
    for name in figures:
        if not useful[name][0].lies and name + LYING in figures:
            boards.setdefault(_kind(name), []).append(name)
    for alike in boards.values():
        figures |= _with_profiles(figures, alike, plane, useful)
    return figures


def _shaped(plane: Plane, useful: Mapping[str, Sequence[_Sight]]) -> dict[str, Figure]:
    """The figures by their sights, each as a solid on its foot."""
    kinds: dict[tuple[str, bool], list[_Sight]] = {}
    for name, sights in useful.items():
        kinds.setdefault(_kind(name), []).extend(sights[:2])
    common = {kind: _fitted(plane, together) for kind, together in kinds.items()}
    return {name: _figure(name, plane, sights, common[_kind(name)]) for name, sights in useful.items()}


def _in_colours(sight: _Sight, figure: Figure) -> _Sight:
    """The sight without what has not the figure's colours; as it is, if hardly anything has."""
    own = (sight.blob > 0) & (figure.colours[palette_bins(sight.page.seen)] > _ITS_OWN)
    blob = filled(largest(own))
    return replace(sight, blob=blob) if blob.sum() > sight.blob.sum() * _STILL_THERE else sight


def _kind(name: str) -> tuple[str, bool]:
    """Figures whose names begin alike (``hunter south``, ``hunter west``) are usually turned from one
    pattern."""
    return name.split()[0], name.endswith(LYING)


def _useful(name: str, sights: Sequence[_Sight]) -> list[_Sight]:
    """Sights of the usual size: smaller ones hardly stand out from the board, to larger ones a shadow or a
    neighbour clings. Raises TeachingError when the figure cannot be told from the board."""
    useful = [sight for sight in sights if sight.blob.sum() > 0.02 * SCALE**2]
    if not useful:
        raise TeachingError(
            N_(
                "{piece} cannot be told from the bare board in the teaching pictures: show it on another "
                "cell or in better light."
            ),
            piece=name,
        )
    usual = float(np.median([sight.blob.sum() for sight in useful]))
    useful = sorted(useful, key=lambda sight: (sight.others, abs(float(sight.blob.sum()) - usual)))
    cells = [sight.spot.cell for sight in useful]
    again = [cell in cells[:at] for at, cell in enumerate(cells)]  # each cell shows it from another side
    return [useful[at] for at in sorted(range(len(useful)), key=lambda at: again[at])][:_SIGHTS]


def _without_token(
    strange: Plane32, plane: Plane, spot: Spot, base: str, page: Page, flats: Mapping[str, Flat]
) -> Plane32:
    """The same without what a token under the figure explains."""
    if not base or base not in flats:
        return strange
    flat = flats[base]
    height, width = flat.mask.shape
    x, y = (round(float(v)) for v in plane.to_raster(np.array([[spot.x, spot.y]]))[0])
    part = (slice(y - height // 2, y - height // 2 + height), slice(x - width // 2, x - width // 2 + width))
    result = strange.copy()
    doubt = np.zeros(flat.mask.shape, np.float32)
    token = surface(page.seen[part], flat.patch, doubt, page.noise) > STRANGE
    result[part][token & (flat.mask > 0)] = 0
    return result


def _without_neighbours(
    strange: Plane32, plane: Plane, spot: Spot, spots: Sequence[Spot], page: Page, flats: Mapping[str, Flat]
) -> Plane32:
    """The same without the tokens in other cells, whose places and colours are known."""
    result = strange.copy()
    for other in spots:
        base, stack = page.looks.get(other.cell, ("", ()))
        if other.cell == spot.cell or is_flat(other) or stack or base not in flats:
            continue
        x, y = (round(float(v)) for v in plane.to_raster(np.array([[other.x, other.y]]))[0])
        half = max(flats[base].mask.shape) // 2 + round(0.1 * SCALE)
        part = slice(max(0, y - half), y + half), slice(max(0, x - half), x + half)
        likely = flats[base].colours()[palette_bins(page.seen[part])] > STRANGE
        result[part][likely] = 0
    return result


def _figure(name: str, plane: Plane, useful: Sequence[_Sight], common: Shape) -> Figure:
    """Shape and colours of a figure from its sights. It has its kind's shape unless its own fits much better:
    one
    figure alone may hardly stand out from the board."""
    own = _fitted(plane, useful)
    better = sum(_overlap(plane, sight, own)[0] - _overlap(plane, sight, common)[0] for sight in useful)
    shape = own if better / len(useful) > _OF_ITS_OWN else common
    pixels, mass = [], []
    small = any(is_tiled(sight.spot) for sight in useful) and not shape.is_round  # a chip has a printed rim
    fits = [_overlap(plane, sight, shape) for sight in useful]
    for sight, (_, outline) in zip(useful, fits, strict=True):
        inside = np.zeros_like(sight.blob)
        put(inside, outline, 1.0)
        taken = (inside * sight.blob) > 0
        if small:
            taken = _core(taken)
        pixels.append(sight.page.seen[taken])
        mass.append(sight.page.weight[taken])
    colours = palette(np.concatenate(pixels), np.concatenate(mass))
    likeness = colours[palette_bins(np.concatenate(pixels)[None])]
    figure = Figure(name, colours, float(likeness.mean()), shape, np.zeros((0, 0), np.float32))
    if not small:
        return figure
    seen = [(sight.page.seen[:, :, 0], outline) for sight, (_, outline) in zip(useful, fits, strict=True)]
    return replace(figure, portrait=portrait_of(seen))


def _core(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Without the rim, if something is left: there a small piece is mixed with what it lies on, be it white
    paper or the sea."""
    inner = np.asarray(cv2.erode(mask.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
    return inner if inner.sum() > mask.sum() / 4 else mask


def _stamps(
    figures: Mapping[str, Figure], useful: Mapping[str, Sequence[_Sight]]
) -> dict[tuple[str, bool], Plane32]:
    """For each kind of lying figures, the stamp on which all their sights agree."""
    sights: dict[tuple[str, bool], list[Plane32]] = {}
    for name, figure in figures.items():
        if useful[name][0].lies:
            sights.setdefault(_kind(name), []).extend(_sights_of(figure, useful[name]))
    return {kind: agreed(stamps) for kind, stamps in sights.items()}


def _sights_of(figure: Figure, useful: Sequence[_Sight]) -> list[Plane32]:
    return [_stamp(sight, figure.colours, figure.shape.height) for sight in useful]


def _with_stamp(figure: Figure, plane: Plane, sights: Sequence[_Sight], common: Plane32) -> Figure:
    """The lying figure with the stamp of its kind, unless that plainly is not its own."""
    of_kind = replace(figure, stamp=common)
    if np.mean([_overlap(plane, sight, of_kind)[0] for sight in sights]) > _PLAINLY_OTHER:
        return of_kind
    return replace(figure, stamp=agreed(_sights_of(figure, sights)))


def _with_profiles(
    figures: Mapping[str, Figure],
    names: Sequence[str],
    plane: Plane,
    useful: Mapping[str, Sequence[_Sight]],
) -> dict[str, Figure]:
    """Standing figures of one kind as boards cut along the stamp that they leave when they lie, all the same
    side up, if that fits their sights better than solids of revolution."""
    turns = [np.pi * turn / DIRECTIONS / 2 for turn in range(4 * DIRECTIONS)]
    candidates = [{name: figures[name] for name in names}] + [
        {name: _board(figures[name], figures[name + LYING], angle) for name in names} for angle in turns
    ]
    return max(
        candidates,
        key=lambda these: sum(
            _overlap(plane, sight, figure)[0] for name, figure in these.items() for sight in useful[name]
        ),
    )


def _board(figure: Figure, lying: Figure, angle: float) -> Figure:
    """A standing figure as a board as thick as the lying one is high, its stamp turned upright by ``angle``
    (radians)."""
    profile = turned_by(lying.stamp, np.degrees(angle))
    shape = Shape(profile.shape[1] / SCALE / 2, lying.shape.height / 2, 1.0, profile.shape[0] / SCALE)
    return replace(figure, shape=shape, profile=profile)


def _stamp(sight: _Sight, colours: NDArray[np.float32], height: float) -> Plane32:
    """What a lying figure touches. Its top leans away from the camera, so the foot is where both the figure
    and,
    shifted by the lean, the figure again are seen. Shadows are left out by its colours."""
    own = (sight.blob > 0) & (colours[palette_bins(sight.page.seen)] > _ITS_OWN)
    whole = filled(largest(own))
    x, y = lean(sight.page.place, (sight.spot.x, sight.spot.y), height) * SCALE
    shift = np.array([[1.0, 0.0, -x], [0.0, 1.0, y]])
    top = np.asarray(cv2.warpAffine(whole, shift, (whole.shape[1], whole.shape[0])))
    foot = ((whole > 0.5) & (top > 0.5)).astype(np.float32)
    ys, xs = np.nonzero(foot if foot.any() else whole)
    return foot[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()


def _fitted(plane: Plane, sights: Sequence[_Sight]) -> Shape:
    """The solid whose silhouettes overlap best with what was seen: one size after the other, until none
    improves.

    A slight preference for the usual height keeps it, which a camera straight above cannot see, from running
    off.
    """

    @cache
    def value(shape: Shape) -> float:
        return sum(_overlap(plane, sight, shape)[0] for sight in sights) / len(sights) - 0.03 * abs(
            shape.height - usual
        )

    usual = _usual(sights[0]).height
    best = max(_starts(sights[0]), key=value)
    top = value(best)
    for _ in range(3):
        before = top
        for candidate in (
            *(replace(best, long=size, short=min(size, best.short)) for size in _RADII),
            *(replace(best, long=size, short=size) for size in _RADII),
        ):
            if (found := value(candidate)) > top:
                best, top = candidate, found
        for size in _RADII:
            if size <= best.long and (found := value(replace(best, short=size))) > top:
                best, top = replace(best, short=size), found
        for size in _CROWNS:
            if (found := value(replace(best, crown=size))) > top:
                best, top = replace(best, crown=size), found
        for size in _HEIGHTS:
            if (found := value(replace(best, height=size))) > top:
                best, top = replace(best, height=size), found
        if top <= before:
            break
    return best


def _usual(sight: _Sight) -> Shape:
    """The size of most figures."""
    return Shape(0.4, 0.25, 1.0, 0.25) if sight.lies else Shape(0.25, 0.25, 0.8, 0.65)


def _starts(sight: _Sight) -> Iterator[Shape]:
    """Where to begin: on tiles there may be chips as well as figures, so from every size."""
    yield _usual(sight)
    if is_tiled(sight.spot):
        yield from (Shape(size, size, 1.0, height) for height in _HEIGHTS for size in _RADII)


def _overlap(plane: Plane, sight: _Sight, solid: Shape | Figure) -> tuple[float, Outline]:
    """The best intersection over union of the solid's silhouettes with what was seen, and that silhouette."""
    spot, page = sight.spot, sight.page
    frame = sight.frame
    blob = frame.of(sight.blob)
    at = (spot.x, spot.y)
    if isinstance(solid, Shape):
        options = silhouettes(plane, page.place, at, solid)
    else:
        options = outlines(solid, plane, page.place, at)
    wide = 0.5 * spot.width - _OFF if is_counted(spot) else _OFF
    found = [_overlap_of(blob, frame.columns.start, frame.rows.start, option, wide) for option in options]
    return max(found, key=lambda pair: pair[0])


def _overlap_of(blob: Plane32, x: int, y: int, outline: Outline, wide: float) -> tuple[float, Outline]:
    """Best intersection over union of the outline, shifted by up to ``wide`` pitches, with the blob at (x,
    y)."""
    steps = round(wide * SCALE)
    height, width = outline.mask.shape
    area = crop(blob, outline.x - x - steps, outline.y - y - steps, width + 2 * steps, height + 2 * steps)
    both = np.asarray(cv2.matchTemplate(area, outline.mask, cv2.TM_CCORR))
    union = float(blob.sum() + outline.mask.sum()) - both
    ratio = both / np.maximum(union, 1.0)
    at = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
    return float(ratio[at]), Outline(
        outline.mask, outline.x - steps + int(at[1]), outline.y - steps + int(at[0])
    )
