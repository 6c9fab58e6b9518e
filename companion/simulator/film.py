"""From light to the picture a camera delivers: exposure, white balance, noise, tone curve, JPEG.

Callers hand over the square root of the light. In that scale shot noise is equally strong everywhere
(Anscombe 1948), so the noise of a pixel costs one table look-up and one multiplication.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.simulator import tuning
from companion.simulator.camera import USUAL
from companion.simulator.profiles import Film
from companion.simulator.solids import Linear
from vision.opencv import cv2
from vision.types import Image

_TILES = 4
_SPARE = 64
_SETTLE = tuning.number("film.settle")
"""Share (0 .. 1) of the wrong exposure that is corrected in each frame, as cheap cameras do."""


class Developer:
    """One camera's sensor and its electronics. Holds the automatic exposure; everything else is constant.
    ``size``: width and height of its picture; with more pixels, each gets less of the light."""

    def __init__(self, film: Film, seed: int, size: tuple[int, int] = USUAL) -> None:
        self.film = film
        self._size = size
        self._rng = np.random.default_rng(seed)
        self.gain_map = self._gains()
        self._noise = [self._tile() for _ in range(_TILES)]
        codes = np.arange(256) / 255
        noise = np.sqrt(film.shot * codes**2 + film.read**2) * size[0] / USUAL[0]
        deviation = noise / (2 * np.maximum(codes, 0.04)) * 255
        self._strength = deviation.astype(np.float32)
        tone = np.clip(codes, 0, 1) ** (2 / film.gamma)
        self._tone = np.rint(tone * 255).astype(np.uint8)
        self._meter: float | None = None
        self._exposure = 1.0

    def _gains(self) -> Linear:
        """Square root of vignette x balance x exposure, per pixel and channel."""
        width, height = self._size
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        r2 = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / ((width / 2) ** 2 + (height / 2) ** 2)
        loss = 1 - self.film.vignette * r2
        gain = loss[:, :, None] * np.array(self.film.balance) * 0.8 * 2.0**self.film.ev
        return np.asarray(np.sqrt(gain), dtype=np.float32)

    def _tile(self) -> NDArray[np.float32]:
        """Noise of a Bayer sensor after demosaicing, standard deviation 1 in the mean of the channels."""
        width, height = self._size
        raw = self._rng.normal(32768, 4000, (height + _SPARE, width + _SPARE))
        mosaic = np.clip(raw, 0, 65535).astype(np.uint16)
        colour = cv2.cvtColor(mosaic, cv2.COLOR_BayerBG2BGR).astype(np.float32) - 32768
        return np.asarray(colour / float(colour.std()), dtype=np.float32)

    def develop(self, root: Linear) -> Image:
        """One frame from the square root of its light (gain map included)."""
        self._expose(root)
        codes = cv2.convertScaleAbs(root, alpha=255 * self._exposure**0.5)
        tile = self._noise[int(self._rng.integers(_TILES))]
        dy, dx = (int(v) for v in self._rng.integers(_SPARE, size=2))
        grain = tile[dy : dy + self._size[1], dx : dx + self._size[0]]
        noise = cv2.multiply(cv2.LUT(codes, self._strength), grain)
        noisy = cv2.add(codes, noise, dtype=cv2.CV_8U)
        return np.asarray(cv2.LUT(noisy, self._tone), dtype=np.uint8)

    def _expose(self, root: Linear) -> None:
        """Let the automatic exposure follow the mean brightness of the picture."""
        if self.film.adapt == 0:
            return
        now = float((root[::24, ::24] ** 2).mean())
        if self._meter is None:
            self._meter = now
        wanted = (self._meter / max(now, 1e-4)) ** self.film.adapt
        self._exposure += (wanted - self._exposure) * _SETTLE

    def jpeg(self, image: Image) -> bytes:
        """The picture as a camera sends it."""
        ok, coded = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, self.film.jpeg))
        if not ok:
            raise ValueError("the picture cannot be coded as JPEG")
        return coded.tobytes()
