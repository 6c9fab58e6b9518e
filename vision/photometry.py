"""Colours that survive a change of light, and how likely they are. Pure functions on rasters.

A pixel is four numbers: L, the logarithm of its brightness; two chromas a = ln R - ln G, b = ln B - ln G; and
its
grain, L minus its surroundings' mean. A lamp that is switched, an exposure that is changed or a shadow only
*adds*
something to the first three, mostly to L, and leaves the grain: so L counts for little when a pixel is
compared
with what was taught, chroma and grain for much.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import SCALE
from vision.types import Image

Features = NDArray[np.float32]
"""Height x width x 4: L, a, b, grain."""
Plane32 = NDArray[np.float32]
"""Height x width of one quantity."""

DARK = 8.0
"""Grey levels added before the logarithm, so that noise in black does not become colour."""
_LOGS = np.log(np.arange(256, dtype=np.float32) + DARK)
L_RANGE = (float(_LOGS[0]), float(_LOGS[-1]))
CHROMA = 1.2
"""Chromas lie within +- this."""
UNKNOWN = -float(np.log((L_RANGE[1] - L_RANGE[0]) * (2 * CHROMA) ** 2))
"""Log density of a pixel of something never taught: any colour is as likely as any other."""
CEILING, FLOOR = 8.0, -4.0
"""One pixel's log-likelihood ratio is clipped to these: neighbours are not independent witnesses."""

_NOISE = 2.5
"""Grey levels of noise in a rectified pixel (sensor, JPEG, residual misalignment), by its brightness."""
_DARK_LEVELS = (4, 40)
"""Grey levels of a channel in which a camera's noise is greatest and not yet cut off at black."""
_FEW = 100
"""Fewer dark samples tell nothing of the noise."""
_OUTLIER = 3.0
"""Differences of more than so many usual ones are motion, and count as so many."""
_CHROMA_SPREAD = 0.06
"""Standard deviation of chroma between teaching and now: coloured bounce light, white balance that drifts."""
_LIGHT_SPREAD = 0.10
"""Scale of the Laplace distribution of L under even light."""
_SHADOW = (-0.9, 0.5, 0.12)
"""Under uneven light L lies anywhere in this interval, for this share of the pixels."""
_SATURATED = 250
_GRAIN = (0.05, 0.4, 0.12)
"""Spread of the grain's change: noise, share of the local contrast (misalignment); and the grain of unknown
things."""
_GRAIN_PIXELS = 2.0
GRAIN_REACH = 8
"""Pixels into which a pixel's surroundings reach: OpenCV blurs over four standard deviations."""


_TO_CHROMA = np.array([[0.25, 0.5, 0.25], [0.0, -1.0, 1.0], [1.0, -1.0, 0.0]], np.float32)
"""From the logarithms of blue, green and red to L, a and b."""


def colours(raster: Image) -> Features:
    """BGR raster to L, a and b."""
    return np.asarray(cv2.transform(np.asarray(cv2.LUT(raster, _LOGS)), _TO_CHROMA), dtype=np.float32)


def features(raster: Image) -> Features:
    """BGR raster to features."""
    values = colours(raster)
    brightness = cv2.split(values)[0]
    grain = cv2.subtract(brightness, np.asarray(cv2.GaussianBlur(brightness, (0, 0), _GRAIN_PIXELS)))
    return np.asarray(cv2.merge([*cv2.split(values), grain]), dtype=np.float32)


def weights(raster: Image, inside: NDArray[np.bool_]) -> Plane32:
    """How much each pixel tells: 0 outside the picture, little where a channel is saturated, else 1."""
    full = np.asarray(cv2.inRange(raster, (0, 0, 0), (_SATURATED,) * 3)) == 0
    return np.where(inside, np.where(full, np.float32(0.3), np.float32(1.0)), np.float32(0.0))


LIGHT_STEP = 4
"""Raster pixels between two samples of the light: enough for something so smooth."""
_SAMPLES = (slice(LIGHT_STEP // 2, None, LIGHT_STEP),) * 2


def sampled(raster: NDArray[Any]) -> NDArray[Any]:
    """The pixels at which the light is taken."""
    return np.ascontiguousarray(raster[_SAMPLES])


def light_between(seen: Features, taught: Features, weight: Plane32) -> Features:
    """What the light has added to L, a and b since teaching, from samples; smooth over the table.

    First the median over everything, then what is left where chroma fits, blurred over 0.8 pitch. So it
    follows a lamp beside the table and broad shadows, but not a piece: smaller, of another colour.
    """
    shift = seen[:, :, :3] - taught[:, :, :3]
    trusted = weight > 0.5
    if not trusted.any():
        return np.zeros_like(shift)
    common = np.median(shift[trusted], axis=0)
    rest = shift - common
    colour = (rest[:, :, 1] ** 2 + rest[:, :, 2] ** 2) / (2 * 0.1**2)
    like = (np.exp(-colour) * (np.abs(rest[:, :, 0]) < 0.8) * weight).astype(np.float32)
    blur = 0.8 * SCALE / LIGHT_STEP
    total = np.asarray(cv2.GaussianBlur((rest * like[:, :, None]).astype(np.float32), (0, 0), blur))
    mass = np.asarray(cv2.GaussianBlur(like, (0, 0), blur))
    return np.asarray(total / (mass[:, :, None] + 0.1) + common, dtype=np.float32)


def light_at(light: Features, rows: slice, columns: slice) -> Features:
    """Samples of the light brought to a part of the raster: height x width x 4, nothing to the grain."""
    height, width = rows.stop - rows.start, columns.stop - columns.start
    step = 1 / LIGHT_STEP
    x, y = (columns.start + 0.5) * step - 0.5, (rows.start + 0.5) * step - 0.5
    there = cv2.warpAffine(
        light,
        np.array([[step, 0.0, x], [0.0, step, y]]),
        (width, height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.merge([*cv2.split(there), np.zeros((height, width), np.float32)]), dtype=np.float32)


def gain(seen: Features, taught: Features, weight: Plane32) -> Features:
    """What the light has added since teaching to a whole raster; height x width x 4."""
    light = light_between(sampled(seen), sampled(taught), sampled(weight))
    return light_at(light, slice(0, seen.shape[0]), slice(0, seen.shape[1]))


def noise_between(before: Image, after: Image) -> float:
    """Grey levels of noise in a dark channel, from two pictures (BGR) of one thing; 0 if nothing is dark."""
    low, high = _DARK_LEVELS
    dark = (np.minimum(before, after) > low) & (np.maximum(before, after) < high)
    if np.count_nonzero(dark) < _FEW:
        return 0.0
    change = np.asarray(cv2.absdiff(before, after))[dark].astype(np.float64)
    usual = max(1.0, float(np.median(change)))
    return float(np.sqrt(np.mean(np.minimum(change, _OUTLIER * usual) ** 2) / 2))


def surface(seen: Features, taught: Features, doubt: Plane32, noise: float = 0.0) -> Plane32:
    """Log-likelihood ratio, pixel by pixel, of the taught surface against *unknown*; any matching shapes.

    ``doubt`` (0 well known .. 1 guessed) widens what is accepted. ``noise``: grey levels of it that are known
    to be in a dark channel of both together: a deep sea has hardly any red, and its chroma is mostly noise.
    """
    change = seen - taught
    own = (_CHROMA_SPREAD * (1 + 2 * doubt)) ** 2
    spread_a, spread_b = (own + part for part in _chroma_noise(np.minimum(seen, taught), noise))
    chroma = change[..., 1] ** 2 / (-2 * spread_a) + change[..., 2] ** 2 / (-2 * spread_b)
    chroma -= np.log(2 * np.pi * np.sqrt(spread_a * spread_b))
    low, high, share = _SHADOW
    light = _LIGHT_SPREAD * (1 + 2 * doubt)
    even = np.exp(np.abs(change[..., 0]) / -light) * ((1 - share) / (2 * light))
    uneven = ((change[..., 0] > low) & (change[..., 0] < high)) * (share / (high - low))
    ratio = (
        chroma + np.log(even + uneven + 1e-4) - UNKNOWN + _grain_ratio(seen[..., 3], taught[..., 3], doubt)
    )
    return np.asarray(np.clip(ratio, FLOOR, CEILING), dtype=np.float32)


def _chroma_noise(seen: Features, noise: float) -> tuple[Plane32, Plane32]:
    """Variances of the changes of a and b by noise, the usual one or the one measured in dark channels."""
    usual = np.asarray(2 * (_NOISE * np.exp(-seen[..., 0])) ** 2, np.float32)
    if not noise:
        return usual, usual
    green = seen[..., 0] - (seen[..., 1] + seen[..., 2]) / 4
    of_green, of_red, of_blue = (
        (noise * np.exp(-np.maximum(level, L_RANGE[0]))) ** 2
        for level in (green, green + seen[..., 1], green + seen[..., 2])
    )
    of_a, of_b = np.maximum(usual, of_red + of_green), np.maximum(usual, of_blue + of_green)
    return np.asarray(of_a, np.float32), np.asarray(of_b, np.float32)


def _grain_ratio(seen: Plane32, taught: Plane32, doubt: Plane32) -> Plane32:
    """Log-likelihood ratio of the grain: print that is still there against something smooth or otherwise
    rough."""
    noise, share, strange = _GRAIN
    contrast = np.sqrt(np.maximum(cv2.blur(taught * taught, (5, 5)), 0))  # sums run on, a hair below 0
    spread = noise * (1 + 2 * doubt) + share * contrast
    ratio = (seen / strange) ** 2 / 2 - ((seen - taught) / spread) ** 2 / 2 + np.log(strange / spread)
    return np.asarray(np.clip(ratio, -3.0, 2.0), dtype=np.float32)


# --- palettes: the colours of one piece -----------------------------------------------------------------

_BINS = (12, 24, 24)
COLOURS = math.prod(_BINS)
"""A palette's bins."""
_SPREADS = (1.2, 0.8, 0.8)
"""Of a colour, in bins: light on a solid thing varies more than its colour."""
_STRAY = 0.03
"""Part of a piece's pixels that may have any colour."""


def palette_bins(seen: Features) -> NDArray[np.int32]:
    """The palette's bin of every pixel; same height and width."""
    low = np.array([L_RANGE[0], -CHROMA, -CHROMA], dtype=np.float32)
    span = np.array([L_RANGE[1] - L_RANGE[0], 2 * CHROMA, 2 * CHROMA], dtype=np.float32)
    counts = np.array(_BINS)
    at = np.clip((seen[..., :3] - low) / span * counts, 0, counts - 1).astype(np.int32)
    return np.asarray((at[..., 0] * _BINS[1] + at[..., 1]) * _BINS[2] + at[..., 2], dtype=np.int32)


def palette(pixels: Features, weight: NDArray[np.float32]) -> NDArray[np.float32]:
    """A piece's colours (n x 4 features, with n weights) as a table: bin -> log-likelihood ratio against
    *unknown*.

    Raises ValueError without pixels.
    """
    if weight.sum() <= 0:
        raise ValueError("there are no pixels to learn from")
    counts = np.bincount(palette_bins(pixels[None])[0], weights=weight, minlength=COLOURS)
    cube = _softened(counts)
    density = cube / cube.sum() * cube.size
    ratio = np.log((1 - _STRAY) * density + _STRAY)
    return np.asarray(np.clip(ratio, FLOOR, CEILING).ravel(), dtype=np.float32)


def shares_of(colours: NDArray[np.float32]) -> NDArray[np.float64]:
    """In which shares a piece's colours occur, by its table of :func:`palette`; adds up to 1."""
    density = np.maximum((np.exp(colours.astype(np.float64)) - _STRAY) / (1 - _STRAY), 0)
    return np.asarray(density / max(float(density.sum()), 1e-9))


def mixture(bins: NDArray[np.int32]) -> NDArray[np.float64]:
    """In which shares colours occur among pixels (their palette bins), as soft as in a :func:`palette`; adds
    up to 1, or less where a colour is so extreme that its bell reaches beyond the palette. Raises ValueError
    without pixels."""
    if not bins.size:
        raise ValueError("there are no pixels to mix")
    return _softened(np.bincount(bins.ravel(), minlength=COLOURS)).ravel() / bins.size


def blend(bins: NDArray[np.int32]) -> NDArray[np.float64]:
    """In which shares colours occur among pixels (their palette bins), brightness aside; adds up to 1."""
    rows, columns = bins // _BINS[2] % _BINS[1] // 2, bins % _BINS[2] // 2
    size = (_BINS[1] // 2, _BINS[2] // 2)
    counts = (
        np.bincount(rows * size[1] + columns, minlength=size[0] * size[1]).reshape(size).astype(np.float64)
    )
    soft = np.asarray(cv2.GaussianBlur(counts, (0, 0), 0.7), dtype=np.float64)
    return soft / max(float(soft.sum()), 1e-9)


def _softened(counts: NDArray[Any]) -> NDArray[np.float64]:
    """Counts by bin, each spread over its neighbours; as a cube."""
    along_l, along_a, along_b = map(_band, _BINS, _SPREADS)
    cube = counts.astype(np.float64).reshape(_BINS)
    cube = (along_l @ cube.reshape(_BINS[0], -1)).reshape(_BINS)
    return np.asarray(along_a @ cube @ along_b)


@lru_cache(maxsize=8)
def _band(size: int, spread: float) -> NDArray[np.float64]:
    """The matrix that spreads each of so many bins as a bell; it is its own transpose."""
    bell = _bell(spread)
    return np.array([np.convolve(row, bell, mode="same") for row in np.eye(size)])


def _bell(spread: float) -> NDArray[np.float64]:
    steps = np.arange(-4, 5)
    bell = np.exp(-(steps**2) / (2 * spread**2))
    return np.asarray(bell / bell.sum())
