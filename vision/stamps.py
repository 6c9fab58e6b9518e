"""The mark of a lying figure, as several sights of it agree. Pure functions on 0/1 masks.

One sight is ragged: pixels are coarse, the light eats an edge, the neighbour is cut off. Turned onto each
other, the sights of all figures cut from one pattern outvote each other's errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import cv2
import numpy as np

from vision.photometry import Plane32

_STEP = 5.0
"""Degrees between the turns that are tried."""
_SHIFT = 4
"""Pixels by which the middles of two sights may differ."""
_ALIKE = 0.7
"""Sights that overlap less than this with what the others agree on are no sights of the same mark."""


def agreed(sights: Sequence[Plane32]) -> Plane32:
    """The mark on which most of the sights agree, each turned (and turned over) to fit; trimmed to its
    extent. The sight that agrees best with the others is the first guess. ``sights`` is not empty."""
    side = max(map(_side, sights))
    first = max(sights, key=lambda sight: sum(_onto(_square(sight, side), other)[0] for other in sights))
    mark = _square(first, side)
    for _ in range(2):
        votes = [turned for overlap, turned in (_onto(mark, sight) for sight in sights) if overlap >= _ALIKE]
        if votes:
            mark = (np.mean(votes, axis=0) > 0.5).astype(np.float32)
    return _trimmed(mark)


def _onto(mark: Plane32, sight: Plane32) -> tuple[float, Plane32]:
    """The best intersection over union of the sight, turned and turned over, with the mark; and that sight
    in the mark's frame."""
    best, found = -1.0, mark
    side = mark.shape[0]
    padded = np.pad(mark, _SHIFT)
    for flip, turn in product((False, True), np.arange(0.0, 360.0, _STEP)):
        turned = _turned(sight[:, ::-1] if flip else sight, float(turn), side)
        both = np.asarray(cv2.matchTemplate(padded, turned, cv2.TM_CCORR))
        ratio = both / np.maximum(float(mark.sum() + turned.sum()) - both, 1.0)
        row, column = np.unravel_index(int(np.argmax(ratio)), ratio.shape)
        if ratio[row, column] > best:
            best = float(ratio[row, column])
            found = np.roll(turned, (int(row) - _SHIFT, int(column) - _SHIFT), axis=(0, 1))
    return best, found


def _side(mask: Plane32) -> int:
    """The side of a square in which the mask can be turned; odd."""
    return int(np.ceil(np.hypot(*mask.shape))) | 1


def _square(mask: Plane32, side: int) -> Plane32:
    """The mask in the middle of a larger square."""
    top, left = (side - mask.shape[0]) // 2, (side - mask.shape[1]) // 2
    result = np.zeros((side, side), np.float32)
    result[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
    return result


def _turned(mask: Plane32, degrees: float, side: int) -> Plane32:
    middle = ((mask.shape[1] - 1) / 2, (mask.shape[0] - 1) / 2)
    turn = np.asarray(cv2.getRotationMatrix2D(middle, degrees, 1.0), dtype=np.float64)
    turn[:, 2] += (side - 1) / 2 - np.array(middle)
    warped = cv2.warpAffine(np.ascontiguousarray(mask), turn, (side, side), flags=cv2.INTER_LINEAR)
    return (np.asarray(warped) > 0.5).astype(np.float32)


def _trimmed(mask: Plane32) -> Plane32:
    ys, xs = np.nonzero(mask)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1].copy()
