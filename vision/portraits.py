"""What a small figure looks like from above: its brightness, turned and shifted till it fits. Pure functions.

Ship and sled of a player have one paint and nearly one outline, and a lamp changes their colours by more than
they differ. Where they are bright and dark, a deck here and a gap there, stays as it is. So portraits are
compared by normalised cross-correlation (Lewis, *Fast Normalized Cross-Correlation*, 1995), for which neither
the mean nor the spread of brightness counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.figures import Outline
from vision.photometry import Plane32
from vision.windows import crop

Portrait = NDArray[np.float32]
"""``SIDE`` x ``SIDE`` x 2: brightness, and 1 where it counts. ``NOBODY`` where nothing was learned."""

SIDE = 33
"""Raster pixels: a figure 0.7 pitch long fits, however it is turned."""
NOBODY: Portrait = np.zeros((0, 0, 2), np.float32)
_GROWN = 2
"""Pixels round the outline that count as well: what a figure ends with tells it, too."""
_SHIFT = 3
"""Pixels by which a figure may lie beside its outline."""
_TURNS = 16
_LEAST = 60
"""Pixels of a figure, of some 300, that must be seen to tell what it looks like."""


def portrait_of(sights: Sequence[tuple[Plane32, Outline]]) -> Portrait:
    """The mean of several sights (brightness of a raster, outline in it), all turned as that one which the
    others resemble most; ``NOBODY`` if none is whole."""
    pictures = [_cut(brightness, outline) for brightness, outline in sights]
    whole = [picture for picture in pictures if picture.size]
    best, mean = -np.inf, NOBODY
    for model in whole:
        turned = turns_of(model)
        fits = [_best_fit(turned, picture[:, :, 0]) for picture in whole]
        total = sum(fit for fit, _, _ in fits)
        if total > best:
            mask = model[:, :, 1]
            back = [
                _even(_turned_back(picture[:, :, 0], turn, shift), mask)
                for picture, (_, turn, shift) in zip(whole, fits, strict=True)
            ]
            best, mean = total, np.stack([np.mean(back, axis=0), mask], axis=2).astype(np.float32)
    return mean


def turns_of(portrait: Portrait) -> tuple[Portrait, ...]:
    """The portrait in all its turns."""
    return tuple(_turned(portrait, 360.0 * turn / _TURNS) for turn in range(_TURNS))


def likeness(turns: Sequence[Portrait], brightness: Plane32, free: Plane32, x: float, y: float) -> float:
    """How well a portrait, in one of its ``turns``, fits with its middle near the pixel ``x``, ``y``: 1 is
    the same, 0 has nothing in common. ``free``: 1 where no other figure hides it, 0 elsewhere."""
    side = SIDE + 2 * _SHIFT
    left, top = round(x) - side // 2, round(y) - side // 2
    edge = max(0, -left, -top, left + side - brightness.shape[1], top + side - brightness.shape[0])
    wide = np.pad(brightness, edge, mode="edge") if edge else brightness
    around = crop(free, left + _SHIFT, top + _SHIFT, SIDE, SIDE)
    seen = [np.stack([turned[:, :, 0], turned[:, :, 1] * around], axis=2) for turned in turns]
    return _best_fit(seen, wide[top + edge :, left + edge :][:side, :side])[0]


def _cut(brightness: Plane32, outline: Outline) -> Portrait:
    """A sight's portrait as it lies; ``NOBODY`` where the raster ends."""
    ys, xs = np.nonzero(outline.mask)
    left = outline.x + round(float(xs.mean())) - SIDE // 2
    top = outline.y + round(float(ys.mean())) - SIDE // 2
    part = brightness[max(0, top) : top + SIDE, max(0, left) : left + SIDE]
    if min(left, top) < 0 or part.shape != (SIDE, SIDE):
        return NOBODY
    own = crop(outline.mask, left - outline.x, top - outline.y, SIDE, SIDE)
    mask = np.asarray(cv2.dilate(own, np.ones((2 * _GROWN + 1, 2 * _GROWN + 1), np.uint8)))
    return np.stack([part, mask], axis=2).astype(np.float32)


def _best_fit(turns: Sequence[Portrait], brightness: Plane32) -> tuple[float, int, tuple[int, int]]:
    """The best fit, the turn, and the shift (x, y) from the middle."""
    if brightness.shape == (SIDE, SIDE):
        brightness = np.pad(brightness, _SHIFT, mode="edge")
    picture = np.ascontiguousarray(brightness, dtype=np.float32)
    best, which, where = 0.0, 0, (0, 0)
    for number, turned in enumerate(turns):
        model, mask = np.ascontiguousarray(turned[:, :, 0]), np.ascontiguousarray(turned[:, :, 1])
        if np.count_nonzero(mask) < _LEAST:
            continue
        found = np.asarray(cv2.matchTemplate(picture, model, cv2.TM_CCOEFF_NORMED, mask=mask))
        found = np.where(np.isfinite(found), found, 0.0)  # where everything is of one brightness
        row, column = divmod(int(np.argmax(found)), found.shape[1])
        if found[row, column] > best:
            best, which = float(found[row, column]), number
            where = (column - _SHIFT, row - _SHIFT)
    return best, which, where


def _turned(portrait: Portrait, degrees: float) -> Portrait:
    middle = (SIDE - 1) / 2
    turn = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
    picture = cv2.warpAffine(
        portrait, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.stack([picture[:, :, 0], picture[:, :, 1] > 0.5], axis=2).astype(np.float32)


def _turned_back(brightness: Plane32, turn: int, shift: tuple[int, int]) -> Plane32:
    """The picture as it would lie if its figure were turned and placed as the model."""
    x, y = shift
    middle = (SIDE - 1) / 2
    back = np.asarray(cv2.getRotationMatrix2D((middle + x, middle + y), -360.0 * turn / _TURNS, 1.0))
    back[:, 2] -= (x, y)
    return np.asarray(
        cv2.warpAffine(
            brightness, back, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.float32,
    )


def _even(brightness: Plane32, mask: Plane32) -> Plane32:
    """Mean 0 and spread 1 where the mask is."""
    own = brightness[mask > 0]
    return np.asarray((brightness - own.mean()) / (own.std() + 1e-6), dtype=np.float32)
