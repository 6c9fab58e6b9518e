"""Hands, arms, sleeves, heads and legs, drawn from rounded limbs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.lighting import MadeLamp
from vision.training.shapes import (
    Colour,
    Mask,
    Picture,
    Points,
    Random,
    any_colour,
    blurred,
    chance,
    circle,
    fill,
    floats,
    hull,
    linear,
    noise,
    rectangle,
    scalar,
    turned,
    whole,
)
from vision.training.textures import Bank

_PALEST, _DARKEST = np.array([172.0, 192, 236]), np.array([34.0, 46, 80])  # BGR grey levels of skin
_RING = circle(14)
_LENGTHS = (0.78, 0.9, 0.85, 0.65)
"""Fingers, in widths of the palm, from the forefinger."""


@dataclass(frozen=True, slots=True)
class Limb:
    """A rounded limb from ``start`` to ``end``; ``cloth``: a sleeve, else skin."""

    start: Points
    end: Points
    thick: float
    thin: float
    cloth: bool = False

    def outline(self, part: float = 1.0) -> Points:
        """Its outline, or a narrower one inside."""
        return hull(self.start + _RING * self.thick * part, self.end + _RING * self.thin * part)


@dataclass(frozen=True, slots=True)
class MadeArm:
    """An arm that reaches in. ``palm``: its width in pixels; ``grip``: where the finger tips are; ``above``:
    its height over the table."""

    limbs: tuple[Limb, ...]
    palm: float
    wrist: Points
    grip: Points
    above: float
    skin: NDArray[np.float32]
    cloth: Picture
    bracelet: Points | None
    seed: int

    def shade(self, mask: Mask, lamp: MadeLamp) -> None:
        """Its shadow."""
        for limb in self.limbs:
            fill(mask, limb.outline() + lamp.way * self.above)


def any_skin(random: Random) -> NDArray[np.float32]:
    """Some skin, as an albedo."""
    level = _PALEST + (_DARKEST - _PALEST) * random.uniform(0, 1) ** 1.3
    return floats(
        linear(np.clip(level, 0, 255).astype(np.uint8))
        * random.uniform(0.75, 1.25)
        * random.uniform(0.92, 1.08, 3)
    )


def any_cloth(random: Random, bank: Bank, size: tuple[int, int], like: NDArray[np.float32] | None) -> Picture:
    """Cloth of one colour, dark, striped, chequered or printed; some is in the table's colour (``like``)."""
    height, width = size
    kind, colour = random.random(), any_colour(random)
    if like is not None and chance(random, 0.2):
        colour, kind = floats(like * random.uniform(0.7, 1.3)), 0.3
    plain = np.ones((height, width, 1), np.float32) * (
        colour * floats(0.15) + floats(0.01) if kind < 0.2 else colour
    )
    if kind > 0.75:
        plain = bank.patch(random, height, width, ("surface", "print", "scene"))
    elif kind > 0.6:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        angle, step = random.uniform(0, np.pi), random.uniform(3, 14)
        band = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 6.28 / step) > random.uniform(-0.6, 0.6)
        if chance(random, 0.4):
            band = band ^ (np.sin((y * np.cos(angle) - x * np.sin(angle)) * 6.28 / step) > 0)
        plain = np.where(band[..., None], plain, any_colour(random))
    folds = noise(random, height, width, random.uniform(6, 22)) * random.uniform(0.05, 0.25)
    return np.asarray(plain * np.exp(folds)[..., None], np.float32)


def _finger(random: Random, number: int, palm: float, pose: float, grip: Points) -> list[Limb]:
    """Two links. ``pose``: flat below 0.3, pointing above 0.75, else a grip."""
    root = np.array([palm * random.uniform(0.85, 0.95), (-0.36 + 0.24 * number) * palm])
    bent = (
        random.uniform(0.75, 1.0)
        if pose < 0.3 or (pose > 0.75 and number == 0)
        else random.uniform(0.25, 0.6)
    )
    angle = (number - 1.5) * random.uniform(0, 0.18) + random.normal(0, 0.06)
    tip = root + _LENGTHS[number] * palm * bent * np.array([np.cos(angle), np.sin(angle)])
    if 0.3 < pose < 0.75 and (number < 2 or chance(random, 0.4)):
        tip = tip * 0.35 + (grip + random.normal(0, 0.08, 2) * palm) * 0.65
    knuckle, radius = (root + tip) / 2 + random.normal(0, 0.05, 2) * palm, random.uniform(0.1, 0.125) * palm
    return [Limb(root, knuckle, radius * 1.1, radius), Limb(knuckle, tip, radius, radius * 0.85)]


def _thumb(random: Random, palm: float, pose: float, grip: Points) -> list[Limb]:
    root = np.array([0.35, -0.42]) * palm
    knuckle = root + np.array([0.35, -random.uniform(0.05, 0.35)]) * palm
    tip = knuckle + np.array([random.uniform(0.25, 0.45), random.uniform(-0.1, 0.35)]) * palm
    if pose > 0.3:
        tip = tip * 0.3 + (grip + random.normal(0, 0.05, 2) * palm) * 0.7
    radius = random.uniform(0.12, 0.14) * palm
    return [Limb(root, knuckle, radius * 1.3, radius), Limb(knuckle, tip, radius, radius * 0.85)]


def _hand(random: Random, palm: float) -> tuple[list[Limb], Points]:
    """A hand with its wrist at the origin, fingers along x, and where it grips."""
    pose = random.random()
    grip = np.array([palm * (1 + random.uniform(0.3, 0.7)), random.uniform(-0.15, 0.25) * palm])
    fingers = [limb for number in range(4) for limb in _finger(random, number, palm, pose, grip)]
    body = [
        Limb(np.array([0.15, 0.1 * s]) * palm, np.array([0.85, 0.21 * s]) * palm, 0.33 * palm, 0.26 * palm)
        for s in (-1, 1)
    ]
    thumb = _thumb(random, palm, pose, grip)
    return (thumb + fingers + body if chance(random, 0.6) else fingers + thumb + body), grip


def _goal(random: Random, height: int, width: int, near: Points | None) -> Points:
    """Where a hand is: at a piece, anywhere, or only at the rim."""
    if near is not None and chance(random, 0.45):
        return near
    goal = random.uniform(0.02, 0.98, 2)
    if chance(random, 0.3):
        goal[random.integers(2)] = random.choice([-0.02, 0.03, 0.08, 0.92, 0.97, 1.02])
    return np.asarray(goal * (width, height))


def _shoulder(random: Random, height: int, width: int, goal: Points) -> Points:
    """Where an arm comes from, outside the picture: mostly from the side that is nearest."""
    rims = [(goal[0], -20.0), (goal[0], height + 20.0), (-20.0, goal[1]), (width + 20.0, goal[1])]
    away = [np.hypot(*(np.array(rim) - goal)) for rim in rims]
    side = int(np.argmin(away)) if chance(random, 0.5) else int(random.integers(4))
    along = np.array([random.uniform(-0.1, 1.1) * width, random.uniform(-0.1, 1.1) * height])
    rim = np.array(rims[side])
    rim[0 if side < 2 else 1] = along[0 if side < 2 else 1]
    return rim


def _sleeve(random: Random, wrist: Points, elbow: Points, beyond: Points, palm: float) -> list[Limb]:
    covered = random.choice([0.03, 0.25, 0.6, 1.0], p=[0.5, 0.2, 0.1, 0.2])
    wide = random.uniform(0.9, 1.5)
    upper = Limb(elbow, beyond, 0.55 * wide * palm, 0.75 * wide * palm, cloth=True)
    if covered == 1.0:
        return [upper] if chance(random, 0.6) else []
    cuff = wrist + (elbow - wrist) * covered
    return [Limb(cuff, elbow, (0.4 + 0.1 * wide) * palm, 0.55 * wide * palm, cloth=True), upper]


def any_arm(random: Random, bank: Bank, size: tuple[int, int], near: Points | None, like: Colour) -> MadeArm:
    """An arm from the border of the picture to a place on the table. ``like``: the colour of the table."""
    palm = float(np.exp(random.uniform(np.log(14), np.log(80))))
    goal = _goal(random, *size, near)
    shoulder = _shoulder(random, *size, goal)
    far = float(np.hypot(*(goal - shoulder))) + 1e-6
    if far > 6.5 * palm and chance(random, 0.6):
        goal = shoulder + (goal - shoulder) / far * 6.5 * palm * random.uniform(0.5, 1)
    way = float(np.arctan2(*(goal - shoulder)[::-1])) + random.normal(0, 0.35)
    limbs, wrist, bracelet = _placed(random, palm, goal, shoulder, way)
    skin = any_skin(random)
    if chance(random, 0.1):  # a glove
        skin = floats(like * random.uniform(0.7, 1.3)) if chance(random, 0.4) else any_colour(random)
    cloth = any_cloth(random, bank, size, like)
    above = random.uniform(0.3, 1.6) * palm
    return MadeArm(limbs, palm, wrist, goal, above, skin, cloth, bracelet, int(random.integers(1 << 30)))


def _placed(
    random: Random, palm: float, goal: Points, shoulder: Points, way: float
) -> tuple[tuple[Limb, ...], Points, Points | None]:
    """The limbs of an arm whose grip is at ``goal``, its wrist, and perhaps a bracelet."""
    hand, grip = _hand(random, palm)
    mirror = np.array([1, random.choice([-1, 1])])
    wrist = goal - turned(grip * mirror, way)
    placed = [
        replace(
            limb, start=turned(limb.start * mirror, way) + wrist, end=turned(limb.end * mirror, way) + wrist
        )
        for limb in hand
    ]
    elbow = shoulder + (wrist - shoulder) * random.uniform(0, 0.4) + random.normal(0, 0.3, 2) * palm
    beyond = elbow + (shoulder - elbow) * 1.6 + random.normal(0, 0.2, 2) * palm
    fore = [Limb(wrist, elbow, 0.33 * palm, 0.45 * palm), Limb(elbow, beyond, 0.45 * palm, 0.55 * palm)]
    band = turned(rectangle(0.24, 0.72) * palm, way) + wrist + (elbow - wrist) * 0.08
    sleeve = _sleeve(random, wrist, elbow, beyond, palm)
    return tuple(fore + placed + sleeve), wrist, band if chance(random, 0.15) else None


@dataclass(frozen=True, slots=True)
class Layer:
    """Something to lay over a picture: its colour without light, and how much of each pixel it covers (0 to
    1)."""

    albedo: Picture
    part: NDArray[np.float32]


def _relief(arm: MadeArm, size: tuple[int, int]) -> tuple[Mask, Mask, NDArray[np.float32]]:
    """What the arm covers, what of it is cloth, and its height at every pixel."""
    covered, cloth, high = np.zeros(size, np.uint8), np.zeros(size, np.uint8), np.zeros(size, np.float32)
    for limb in arm.limbs:
        fill(covered, limb.outline())
        fill(cloth, limb.outline(), 255 * limb.cloth)
        for part in (1.0, 0.85, 0.65, 0.4):
            level = (limb.thick + limb.thin) / 2 * np.sqrt(1.02 - part**2) + (
                0.1 * arm.palm if limb.cloth else 0
            )
            cv2.fillPoly(high, [whole(limb.outline(part))], float(level))
    return covered, cloth, np.asarray(cv2.GaussianBlur(high, (0, 0), max(0.7, arm.palm / 28)), np.float32)


def painted_arm(arm: MadeArm, size: tuple[int, int], towards: Points) -> Layer:
    """The arm in its own colours, shaded as the lamp lights it. ``towards``: where the lamp is."""
    random = np.random.default_rng(arm.seed)
    covered, cloth, high = _relief(arm, size)
    x, y = cv2.Sobel(high, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(high, cv2.CV_32F, 0, 1) / 8
    lamp = towards / (np.hypot(*towards) + 1e-6) * random.uniform(0.3, 0.9) * random.uniform(-0.1, 1)
    steep = random.uniform(0.5, 1.0)
    shade = (1 - (x * lamp[0] + y * lamp[1]) * steep) / np.sqrt(1 + steep * (x**2 + y**2))
    spots = np.exp(noise(random, *size, arm.palm / 3) * 0.05 + noise(random, *size, 2) * 0.03)
    part = (cloth * floats(1 / 255))[..., None]
    albedo = (spots[..., None] * arm.skin * (1 - part) + arm.cloth * part) * np.clip(shade, 0.15, 1.7)[
        ..., None
    ]
    albedo = np.ascontiguousarray(albedo, np.float32)
    if arm.bracelet is not None:
        fill(albedo, arm.bracelet, scalar(any_colour(random)))
    return Layer(albedo, np.asarray(covered * floats(1 / 255), np.float32))


def any_head(random: Random, bank: Bank, size: tuple[int, int]) -> Layer:
    """A head, a shoulder or a body that leans in at the border."""
    height, width = size
    along, radius = random.uniform(0, 1), random.uniform(0.1, 0.5) * height
    out = -radius * random.uniform(-0.1, 0.6)
    middles = [
        (along * width, out),
        (along * width, height - out),
        (out, along * height),
        (width - out, along * height),
    ]
    mask = np.zeros(size, np.uint8)
    shape = turned(circle() * (radius, radius * random.uniform(0.6, 1.4)), random.uniform(0, np.pi))
    fill(mask, shape + middles[random.integers(4)])
    cloth = any_cloth(random, bank, size, None)
    if chance(random, 0.5):
        strands = cv2.blur(noise(random, *size, 2), (1, 9))
        cloth = floats(any_colour(random) * floats(0.25)) * np.exp(strands * 0.4)[..., None]
    return Layer(np.asarray(cloth, np.float32), blurred(mask, 1.0))
