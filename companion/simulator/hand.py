"""A hand in a sleeve, as a camera above sees it: capsules at their heights, soft shading, skin and cloth.

Proportions are those of a grown-up's hand over a board whose cells are about 40 mm wide.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from companion.simulator import tuning
from companion.simulator.art import Bgr, linear
from companion.simulator.camera import LensCamera
from companion.simulator.profiles import Light
from companion.simulator.scene import Hand
from companion.simulator.solids import Linear
from vision.opencv import cv2

Window = tuple[int, int, int, int]
"""x0, y0, x1, y1 in picture pixels, the end excluded."""

_SKINS: tuple[Bgr, ...] = ((138, 168, 216), (96, 128, 186), (62, 90, 148), (120, 150, 205))
_SLEEVES: tuple[Bgr, ...] = ((92, 60, 44), (60, 66, 130), (96, 120, 96), (52, 52, 56))


_TURN = np.linspace(0, 2 * np.pi, 14, endpoint=False)
_RING = np.column_stack([np.cos(_TURN), np.sin(_TURN)])
_NEAREST = tuning.number("hand.nearest")
"""Pitches in front of the lens within which nothing is drawn."""


@dataclass(frozen=True, slots=True)
class _Limb:
    """A capsule from a to b (x, y, z in pitches) with radii at both ends."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    ra: float
    rb: float
    cloth: bool = False


def _limbs(hand: Hand) -> tuple[_Limb, ...]:
    """Fingers, hand and arm as capsules, lowest first. The arm runs from the finger tips to its person."""
    dx, dy = hand.from_x - hand.x, hand.from_y - hand.y
    length = max(hypot(dx, dy), 1e-6)
    ux, uy = dx / length, dy / length
    z = hand.z

    def at(along: float, across: float, up: float) -> tuple[float, float, float]:
        return hand.x + ux * along - uy * across, hand.y + uy * along + ux * across, z + up

    far = max(length, 6.0)
    return (
        _Limb(at(0.1, -0.16, 0.05), at(1.5, -0.75, 0.45), 0.19, 0.3),
        _Limb(at(1.0, 0.85, 0.25), at(2.0, 0.75, 0.75), 0.2, 0.27),
        _Limb(at(0.65, 0.55, 0.3), at(1.8, 0.5, 0.85), 0.2, 0.28),
        _Limb(at(0.3, 0.3, 0.1), at(1.7, 0.2, 0.9), 0.2, 0.29),
        _Limb(at(0.05, 0.06, 0.1), at(1.6, -0.2, 0.85), 0.19, 0.29),
        _Limb(at(1.9, 0.1, 0.85), at(2.7, 0.0, 0.9), 0.86, 0.8),
        _Limb(at(2.6, 0.0, 0.9), at(4.0, 0.0, 1.0), 0.66, 0.62),
        _Limb(at(3.7, 0.0, 1.0), at(far, 0.0, 1.4), 0.82, 1.15, cloth=True),
    )


class HandPainter:
    """Draws hands for one camera and light."""

    def __init__(self, camera: LensCamera, light: Light, seed: int) -> None:
        self.camera = camera
        self.light = light
        rng = np.random.default_rng(seed)
        speckle = rng.normal(1.0, 0.035, camera.size[::-1]).astype(np.float32)
        self._texture = cv2.merge([cv2.GaussianBlur(speckle, (0, 0), 1.2)] * 3)

    def _limbs(self, hand: Hand) -> list[_Limb]:
        """Those parts of the hand that can be drawn, lowest first."""
        seen = (self._visible(limb) for limb in _limbs(hand))
        return [limb for limb in seen if limb is not None]

    def outlines(self, hand: Hand) -> list[NDArray[np.float64]]:
        """The outlines in pixels of all parts of the hand that can be drawn, without their shadows."""
        return [self._outline(limb, 1.0) for limb in self._limbs(hand)]

    def window(self, hand: Hand) -> Window:
        """The part of the picture that the hand and its shadow touch; empty when it is outside."""
        shapes = [
            shape for limb in self._limbs(hand) for shape in (self._outline(limb, 1.1), self._fallen(limb))
        ]
        if not shapes:
            return 0, 0, 0, 0
        points = np.vstack(shapes)
        margin = 14 + round(self._blur(hand) * 2)
        low = np.floor(points.min(axis=0)).astype(int) - margin
        high = np.ceil(points.max(axis=0)).astype(int) + margin
        x0, x1 = (int(v) for v in np.clip((low[0], high[0]), 0, self.camera.size[0]))
        y0, y1 = (int(v) for v in np.clip((low[1], high[1]), 0, self.camera.size[1]))
        return x0, y0, x1, y1

    def shade(self, canvas: Linear, window: Window, hand: Hand, kept: NDArray[np.float32]) -> None:
        """Darken the hand's shadow. ``kept``: the part of the light (BGR) that is left in full shadow."""
        height, width = canvas.shape[:2]
        mask = np.zeros((-(-height // 4), -(-width // 4)), np.uint8)
        for limb in self._limbs(hand):
            self._fill(mask, self._fallen(limb), window, 255, 4)
        soft = cv2.GaussianBlur(mask, (0, 0), self._blur(hand) / 4)
        large = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
        factors = (1 - np.arange(256)[:, None] / 255 * (1 - kept)).astype(np.float32).reshape(1, 256, 3)
        canvas *= cv2.LUT(cv2.merge([large] * 3), factors)

    def draw(self, canvas: Linear, window: Window, hand: Hand) -> None:
        """Paint the hand itself over ``canvas``, the picture's part ``window`` in linear light."""
        height, width = canvas.shape[:2]
        colour = np.zeros((-(-height // 2), -(-width // 2), 3), np.float32)
        mask = np.zeros((height, width), np.uint8)
        skin, sleeve = (np.array(linear(choice[hand.sleeve % 4])) for choice in (_SKINS, _SLEEVES))
        lit = np.array(self.light.key) * self.light.direction[2] + np.array(self.light.ambient)
        for limb in self._limbs(hand):
            base = (sleeve if limb.cloth else skin) * lit
            self._fill(mask, self._outline(limb, 1.0), window, 255)
            for part, tone in ((1.15, 0.42), (0.92, 0.68), (0.7, 0.88), (0.45, 1.0)):
                shade = base * tone
                self._fill(colour, self._outline(limb, part), window, tuple(float(v) for v in shade), 2)
        smooth = cv2.GaussianBlur(colour, (0, 0), 1.2)
        paint = cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR)
        paint = cv2.multiply(paint, self._texture[window[1] : window[3], window[0] : window[2]])
        over = mask.astype(np.float32) * np.float32(1 / 255)
        canvas[:] = cv2.blendLinear(paint, canvas, over, 1 - over)

    def _blur(self, hand: Hand) -> float:
        scale = self.camera.pixels_per_pitch(hand.x, hand.y)
        return 1.5 + self.light.softness * (hand.z + 0.8) * scale * 0.35

    def _outline(self, limb: _Limb, part: float) -> NDArray[np.float64]:
        """The capsule's outline in pixels, its radii times ``part``. A small ``part`` is the bright side, so
        it is moved towards the light."""
        sun = np.array(self.light.direction[:2]) * (1 - part) * 0.5 if part < 1 else np.zeros(2)
        return self._hull(limb, part, sun, fallen=False)

    def _fallen(self, limb: _Limb) -> NDArray[np.float64]:
        return self._hull(limb, 1.0, np.zeros(2), fallen=True)

    def _hull(
        self, limb: _Limb, part: float, shift: NDArray[np.float64], *, fallen: bool
    ) -> NDArray[np.float64]:
        rows: list[NDArray[np.float64]] = []
        for end, radius in ((np.array(limb.a), limb.ra), (np.array(limb.b), limb.rb)):
            centre = end[:2] + shift * radius
            z = float(end[2])
            if fallen:
                dx, dy, dz = self.light.direction
                centre = centre - np.array([dx, dy]) * z / dz
                z = 0.0
            flat = centre + _RING * radius * part
            rows.append(np.column_stack([flat, np.full(len(flat), z)]))
        pixels = self.camera.project(np.vstack(rows)).astype(np.float32)
        return np.asarray(cv2.convexHull(pixels), dtype=np.float64).reshape(-1, 2)

    def _visible(self, limb: _Limb) -> _Limb | None:
        """The part of a limb that is far enough in front of the lens to be projected."""
        a, b = np.array(limb.a), np.array(limb.b)
        near, far = (float(self.camera.rotation[2] @ (end - self.camera.position)) for end in (a, b))
        if near < _NEAREST:
            return None
        if far >= _NEAREST:
            return limb
        x, y, z = (float(v) for v in a + (b - a) * ((near - _NEAREST) / (near - far)))
        return replace(limb, b=(x, y, z))

    @staticmethod
    def _fill(
        target: NDArray[np.uint8] | Linear,
        outline: NDArray[np.float64],
        window: Window,
        value: int | tuple[float, ...],
        coarser: int = 1,
    ) -> None:
        points = np.rint((outline - (window[0], window[1])) * 16 / coarser).astype(np.int32).reshape(-1, 1, 2)
        colour = (value,) if isinstance(value, int) else value
        line = cv2.LINE_AA if target.dtype == np.uint8 else cv2.LINE_8
        cv2.fillConvexPoly(target, points, colour, lineType=line, shift=4)
