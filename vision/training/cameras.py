"""Cameras: exposure, white balance, saturation, tone, lens, noise and JPEG, and automatics that wander
between two pictures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.shapes import Picture, Random, chance, floats, tint

_GREY = floats([0.11, 0.59, 0.3])


@dataclass(frozen=True, slots=True)
class Camera:
    """``level``: what the median of the scene becomes; ``curve``: how highlights are pressed; ``mix``: a 3 x
    3 matrix of colours."""

    gamma: float
    curve: float
    saturation: float
    white: NDArray[np.float64]
    blur: float
    noise: float
    vignette: float
    sharpening: float
    quality: int
    level: float
    mix: NDArray[np.float32]

    def take(self, random: Random, scene: Picture, wander: float) -> bytes:
        """A JPEG of the scene. ``wander``: how far the exposure misses (ln)."""
        soft = cv2.GaussianBlur(scene, (0, 0), self.blur * random.uniform(0.9, 1.15)) @ self.mix
        soft = soft * self._lens(*scene.shape[:2])
        gain = self.level / max(float(np.median(soft[::4, ::4])), 1e-3) * np.exp(random.normal(0, wander))
        bright = np.maximum(soft * floats(gain * self.white * tint(random, 0.25 * wander)), 0)
        toned = bright / (1 + self.curve * bright) * (1 + self.curve * 0.6)
        grey = (toned @ _GREY)[..., None]
        values = (
            np.clip(grey + (toned - grey) * floats(self.saturation), 0, 1) ** floats(1 / self.gamma) * 255
        )
        if self.sharpening:
            values = values + self.sharpening * (values - cv2.GaussianBlur(values, (0, 0), 1.2))
        return self._jpeg(values + self._grain(random, values))

    def _lens(self, height: int, width: int) -> Picture:
        y, x = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)
        return np.asarray(1 - self.vignette * 0.5 * (x**2 + y**2), np.float32)[..., None]

    def _grain(self, random: Random, values: Picture) -> Picture:
        grain = random.standard_normal(values.shape, np.float32)
        if chance(random, 0.5):
            grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6) * 1.7, np.float32)
        return np.asarray(self.noise * (0.6 + 0.4 * (1 - values / 255)) * grain, np.float32)

    def _jpeg(self, values: Picture) -> bytes:
        picture = np.clip(values, 0, 255).astype(np.uint8)
        return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1])


def any_camera(random: Random, noise: float = 5.0, dark: float = 0.12) -> Camera:
    """Some camera. ``noise``: the strongest grain in grey levels; ``dark``: the lowest exposure."""
    return Camera(
        gamma=random.uniform(1.8, 2.6),
        curve=random.uniform(0, 0.6),
        saturation=random.uniform(0.6, 1.4),
        white=tint(random, 0.2),
        blur=random.uniform(0.2, 1.4),
        noise=random.uniform(0.3, noise),
        vignette=random.uniform(0, 0.4),
        sharpening=random.uniform(0, 1) if chance(random, 0.4) else 0.0,
        quality=int(random.integers(35, 97)),
        level=np.exp(random.uniform(np.log(dark), np.log(0.4))),
        mix=np.eye(3, dtype=np.float32),
    )


def wandered(random: Random, camera: Camera) -> Camera:
    """The same camera after its automatics have changed colours and tone."""
    k = random.choice([0.3, 1.0, 1.6])
    return replace(
        camera,
        saturation=camera.saturation * np.exp(random.normal(0, 0.25) * k),
        white=camera.white * tint(random, 0.15 * k),
        gamma=camera.gamma * np.exp(random.normal(0, 0.08) * k),
        curve=max(0.0, camera.curve + random.normal(0, 0.2) * k),
        mix=floats(np.eye(3) + random.normal(0, 0.05 * k, (3, 3))),
    )
