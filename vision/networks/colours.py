"""The colours of one view brought to the other's.

Between two views a camera changes its exposure, white balance and saturation, dark and bright colours
differently. Each channel's logarithm in one view is therefore fitted as a quadratic of the three logarithms
in the other. What changed on the table does not fit, so the worst quarter is left out, again and again
(trimmed least squares; Rousseeuw and Leroy, 1987)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.networks.inputs import SOFT, Logs
from vision.opencv import cv2

_COARSE = 44
"""The fit is made on a raster of at most so many means across and down."""
_KEPT, _ROUNDS = 0.75, 6
_STIFF = 0.02
"""How strongly the fit is held to one gain per channel, in shares of the samples: few colours do not say
more."""
_NARROW = 0.2
"""Added to the spread of a channel (ln), so that one even colour is not stretched."""
_LOWEST, _HIGHEST = float(np.log(SOFT)), float(np.log(255 + SOFT))

_Rows = NDArray[np.float32]


def fitted(now: Logs, other: Logs) -> Logs:
    """``other`` in the colours of ``now``; both height x width x 3 and of one raster."""
    samples, others = _means(now), _means(other)
    middle, spread = others.mean(0), others.std(0) + _NARROW
    terms = _terms((others - middle) / spread)
    gain = np.median(samples - others, 0)
    plain = np.zeros((10, 3), np.float32)
    plain[:3], plain[9] = np.diag(spread), middle + gain
    weights = _trimmed(terms, samples, plain)
    flat = ((other - middle) * np.float32(1 / spread)).reshape(-1, 3)
    brought = (_terms(flat) @ weights).reshape(other.shape)
    return np.asarray(np.clip(brought, _LOWEST, _HIGHEST), np.float32)


def _trimmed(terms: _Rows, samples: _Rows, plain: _Rows) -> _Rows:
    """Weights of the terms. ``plain``: those of one gain per channel, to which they are held."""
    kept, weights = np.ones(len(terms), bool), plain
    for _ in range(_ROUNDS):
        x, y = terms[kept], samples[kept]
        stiff = _STIFF * len(x) * np.eye(10, dtype=np.float32)
        weights = plain + np.linalg.solve(x.T @ x + stiff, x.T @ (y - x @ plain))
        error = np.abs(terms @ weights - samples).max(1)
        kept = error <= np.quantile(error, _KEPT)
    return np.asarray(weights, np.float32)


def _means(values: Logs) -> _Rows:
    height, width = values.shape[:2]
    size = (min(_COARSE, width), min(_COARSE, height))
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA).reshape(-1, 3), np.float32)


def _terms(x: _Rows) -> _Rows:
    """The ten terms of a quadratic of three values: n x 3 to n x 10."""
    rows = np.empty((len(x), 10), np.float32)
    rows[:, :3] = x
    np.square(x, out=rows[:, 3:6])
    rows[:, 6], rows[:, 7], rows[:, 8] = x[:, 0] * x[:, 1], x[:, 1] * x[:, 2], x[:, 0] * x[:, 2]
    rows[:, 9] = 1
    return rows
