"""How good a camera, its lens and the light are for a game, measured on pictures of a table that lies still.

Margins say how many times better a thing is than the reader needs; below 1 it is not good enough:

- *detail*: points that the camera tells apart across the smallest watched cell, against ``LEAST_DETAIL``;
- *calm*: the change that counts (:data:`vision.change.LIMIT`), against what noise and flicker make of a table
  on which nothing changes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import STILL_FRAMES
from vision.change import LIMIT, difference, logs, relit
from vision.mat import Mat, spot_outline
from vision.opencv import cv2
from vision.raster import Rectifier, plane_of
from vision.registration import Registration, find_by_tags, lens_by_tags, seen_tags
from vision.sight import is_grey
from vision.tuning import number, whole
from vision.types import Frame, FrameSource, Image, Spot

LEAST_DETAIL = whole("raster.coarsest")
"""Points across a cell on the coarsest raster that the reader works on (:mod:`vision.raster`). It cannot add
what the picture does not hold."""
_SHARP = number("survey.sharp")
"""A printed edge rises from 10 to 90 % over so many pixels in a picture in focus, by the width of its pixels
and by compression (simulated pictures: 2.2 to 3.0)."""
_CALM = number("survey.calm")
"""The percentile of the differences that counts; a hundredth of the pixels may be beyond it."""
_BURNT = whole("survey.burnt")
"""Level from which a pixel is taken for burnt out."""
_MODULES = 8
"""Modules across a tag, its black border included."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What was measured. ``size``: width and height in pixels. ``rate``: pictures a second. ``level``: mean
    grey, ``burnt``: share of burnt-out pixels. ``tags``: how many of the mat's four are seen. ``grey``:
    whether there is no colour anywhere. Where the mat was not found, the rest is None or 0: ``side``: pixels
    across the smallest cell, ``edge``: pixels over which a printed edge rises, ``stir``: change (1 = what
    counts) of a table that lies still; ``cut``: how many places the rim of the picture cuts off."""

    size: tuple[int, int]
    rate: float
    level: float
    burnt: float
    tags: int
    side: float | None = None
    edge: float | None = None
    stir: float | None = None
    grey: bool = False
    cut: int = 0

    @property
    def detail(self) -> float | None:
        """The margin of detail; None if the mat was not found."""
        if self.side is None or self.edge is None:
            return None
        return self.side / max(1.0, self.edge / _SHARP) / LEAST_DETAIL

    @property
    def calm(self) -> float | None:
        """The margin of calm; None if the mat was not found."""
        return None if self.stir is None else 1.0 / max(self.stir, 0.01)


def watch(source: FrameSource, seconds: float, patience: float) -> list[Frame]:
    """The first and the last pictures of so many seconds, as many as :func:`survey` looks at, after at most
    ``patience`` seconds for the first one. Empty when none came: ``source.trouble`` may say why. Raises
    SourceError."""
    frames: list[Frame] = []
    try:
        first = source.read(patience)
        while first is not None and (not frames or frames[-1].time - frames[0].time < seconds):
            frame = source.read(2.0) if frames else first
            if frame is None:
                break
            frames.append(frame)
            del frames[STILL_FRAMES:-STILL_FRAMES]
    except EOFError:
        pass  # the recording is shorter
    return frames


def survey(frames: Sequence[Frame], spots: Sequence[Spot], mat: Mat | None) -> Survey:
    """Measure pictures of a table on which nothing moves. ``frames``: at least one."""
    last = frames[-1].large()
    grey = cv2.cvtColor(last, cv2.COLOR_BGR2GRAY)
    tags = seen_tags(last, mat) if mat is not None else {}
    found = Survey(
        (last.shape[1], last.shape[0]),
        _rate(frames),
        float(grey.mean()),
        float((grey >= _BURNT).mean()),
        len(tags),
        grey=is_grey(last),
    )
    place = find_by_tags(last, mat, lens_by_tags(last, mat)) if mat is not None else None
    if place is None or not spots:
        return found
    edges = [_edge(grey.astype(np.float32), corners) for corners in tags.values()]
    return Survey(
        found.size,
        found.rate,
        found.level,
        found.burnt,
        found.tags,
        min(_side(spot, place) for spot in spots),
        float(np.median(np.concatenate(edges))),
        _stir(frames, spots, place) if len(frames) >= 2 * STILL_FRAMES else None,
        found.grey,
        sum(_is_cut(spot, place) for spot in spots),
    )


def _rate(frames: Sequence[Frame]) -> float:
    span = frames[-1].time - frames[0].time
    return (frames[-1].number - frames[0].number) / span if span > 0 else 0.0


def _side(spot: Spot, place: Registration) -> float:
    """Pixels of the shortest side of a cell's outline, or of its extent if that is shorter."""
    outline = place.to_picture(np.array(spot_outline(spot)))
    sides = np.hypot(*(outline - np.roll(outline, 1, axis=0)).T)
    low, high = outline.min(axis=0), outline.max(axis=0)
    return float(max(sides.min(), 0.0) if len(outline) == 4 else (high - low).min())


def _is_cut(spot: Spot, place: Registration) -> bool:
    """Whether a part of the spot lies outside the picture."""
    outline = place.to_picture(np.array(spot_outline(spot)))
    return bool((outline < 0).any() or (outline > np.array(place.size) - 1).any())


def _stir(frames: Sequence[Frame], spots: Sequence[Spot], place: Registration) -> float:
    """What the reader would see change between the first and the last pictures, in units of what counts as
    changed."""
    rectify = Rectifier(plane_of(spots, place), place)
    before, raw = (logs(rectify(_mean(some))) for some in (frames[:STILL_FRAMES], frames[-STILL_FRAMES:]))
    now, _ = relit(raw, before)
    return float(np.percentile(difference(now, before).brightness, _CALM)) / LIMIT


def _mean(frames: Sequence[Frame]) -> Image:
    return np.asarray(np.mean([frame.large() for frame in frames], axis=0).round(), np.uint8)


def _edge(grey: NDArray[np.float32], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels over which each of a tag's four outer edges rises from 10 to 90 %."""
    centre = corners.mean(axis=0)
    widths = []
    for begin, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - begin
        length = float(np.hypot(*along))
        outwards = np.array([-along[1], along[0]]) / length
        if outwards @ (begin - centre) < 0:
            outwards = -outwards
        module = length / _MODULES
        steps = np.arange(-0.5 * module, module, 0.1)
        points = begin + along * np.linspace(0.1, 0.9, 40)[:, None, None] + outwards * steps[:, None]
        xs, ys = np.moveaxis(points.astype(np.float32), 2, 0)
        values = cv2.remap(grey, xs, ys, cv2.INTER_LINEAR)
        widths.append(_rise(np.median(values, axis=0)))
    return np.array(widths)


def _rise(profile: NDArray[np.float64]) -> float:
    """Pixels from 10 to 90 % of a profile in tenths of a pixel; from black to white."""
    tail = max(1, len(profile) // 8)
    black, white = float(np.median(profile[:tail])), float(np.median(profile[-tail:]))
    if white - black < 1.0:
        return math.inf
    share = (profile - black) / (white - black)
    high = int(np.argmax(share >= 0.9))
    low = np.flatnonzero(share[:high] <= 0.1)
    return 0.1 * (high - int(low[-1])) if len(low) else math.inf
