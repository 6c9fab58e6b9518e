"""Light: lamps and windows with their falloff and colour, shadows of pieces and of what stands outside the
picture, gloss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.pieces import Eye, MadePiece, outlines, paint
from vision.training.shapes import (
    Mask,
    Picture,
    Points,
    Random,
    blurred,
    chance,
    fill,
    floats,
    hull,
    outline,
    rectangle,
    tint,
    turned,
)
from vision.training.textures import Bank


@dataclass(frozen=True, slots=True)
class Falloff:
    """How one light varies over the picture: a gradient, or a spot."""

    x: float
    y: float
    size: float
    spot: bool

    def over(self, height: int, width: int) -> NDArray[np.float32]:
        """Its strength at every pixel, about 1."""
        y, x = np.mgrid[0:height:8, 0:width:8].astype(np.float32)
        if self.spot:
            away = ((x - self.x * width) ** 2 + (y - self.y * height) ** 2) / (
                0.4 * self.size * max(height, width)
            ) ** 2
            field = 0.25 + 1.2 / (1 + away)
        else:
            field = 1 + (self.x - 0.5) * (x / width - 0.5) + (self.y - 0.5) * (y / height - 0.5)
        wide = cv2.resize(np.maximum(field, 0.05), (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray(wide, np.float32)


@dataclass(frozen=True, slots=True)
class MadeLamp:
    """A light that throws shadows: ``way`` pixels per pixel of height; ``outside``: outlines of shadows of
    things beside the table."""

    way: Points
    soft: float
    colour: NDArray[np.float64]
    falloff: Falloff
    outside: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class MadeRoom:
    """All light that falls on a table."""

    ambient: NDArray[np.float64]
    falloff: Falloff
    lamps: tuple[MadeLamp, ...] = ()
    gloss: tuple[tuple[float, ...], ...] = field(default=())

    @property
    def way(self) -> Points:
        """Where the shadows of the first lamp go."""
        return self.lamps[0].way if self.lamps else np.array([0.4, 0.3])

    @property
    def brightness(self) -> NDArray[np.float64]:
        """The light in the middle, by channel."""
        return np.asarray(self.ambient + sum((lamp.colour for lamp in self.lamps), np.zeros(3)), np.float64)


def _falloff(random: Random) -> Falloff:
    return Falloff(
        random.uniform(-0.3, 1.3), random.uniform(-0.3, 1.3), random.uniform(0.4, 2.0), chance(random, 0.4)
    )


def _bars(random: Random, size: int, pitch: float) -> tuple[Points, ...]:
    """The shadow of a window's bars."""
    angle, step, wide = random.uniform(0, np.pi), random.uniform(1, 5) * pitch, random.uniform(0.2, 2) * pitch
    bar = turned(rectangle(wide, 6 * size), angle)
    across = np.array([np.cos(angle), np.sin(angle)])
    return tuple(bar + across * k + size / 2 for k in np.arange(-size, size, step))


def outside(random: Random, height: int, width: int, pitch: float) -> tuple[Points, ...]:
    """Shadows of window bars, people, or of small things that look like dark flat pieces; often none."""
    kind = random.random()
    if kind < 0.5:
        return ()
    if kind < 0.65:
        return _bars(random, max(height, width), pitch)
    count, sizes = (random.integers(1, 3), (1.0, 7.0)) if kind < 0.85 else (random.integers(1, 6), (0.2, 0.8))
    return tuple(
        turned(outline(random) * (1, random.uniform(0.3, 1)), random.uniform(0, 6.3))
        * random.uniform(*sizes)
        * pitch
        + random.uniform(0, 1, 2) * (width, height)
        for _ in range(count)
    )


def _lamp(random: Random, height: int, width: int, pitch: float) -> MadeLamp:
    angle, far = random.uniform(0, 2 * np.pi), random.uniform(0.1, 1.0) ** 2 * 2.2
    way = np.array([np.cos(angle), np.sin(angle)]) * far
    soft = random.choice([0.6, 2.0, 5.0, 10.0]) * pitch / 32
    colour = random.uniform(0.15, 1.0) * tint(random, 0.2)
    return MadeLamp(way, soft, colour, _falloff(random), outside(random, height, width, pitch))


def any_room(random: Random, height: int, width: int, pitch: float) -> MadeRoom:
    """Ambient light and up to two lamps."""
    lamps = tuple(_lamp(random, height, width, pitch) for _ in range(random.integers(0, 3)))
    spots = random.integers(0, 3) if chance(random, 0.35) else 0
    gloss = tuple(
        (
            random.uniform(0, width),
            random.uniform(0, height),
            random.uniform(0.1, 1.2) * pitch,
            random.uniform(0.05, 0.8),
            random.uniform(0.5, 2),
        )
        for _ in range(spots)
    )
    return MadeRoom(random.uniform(0.15, 0.9) * tint(random, 0.12), _falloff(random), lamps, gloss)


def stirred(random: Random, room: MadeRoom, size: tuple[int, int], pitch: float) -> MadeRoom:
    """The same room a moment later: lights a little stronger or weaker, people's shadows elsewhere."""
    lamps = []
    for lamp in room.lamps:
        shadows = outside(random, *size, pitch) if chance(random, 0.5) else lamp.outside
        colour = lamp.colour * np.exp(random.normal(0, 0.25))
        lamps.append(replace(lamp, colour=colour, way=lamp.way + random.normal(0, 0.06, 2), outside=shadows))
    ambient = room.ambient * np.exp(random.normal(0, 0.15)) * (1 + random.normal(0, 0.04, 3))
    return replace(room, ambient=ambient, lamps=tuple(lamps))


Shade = Callable[[Mask, MadeLamp], None]
"""Draws more shadow of one lamp into a mask."""


def render(
    bank: Bank, plane: Picture, pieces: list[MadePiece], eye: Eye, room: MadeRoom, shade: Shade | None = None
) -> Picture:
    """The plane with its pieces, in linear light, as the camera sees it."""
    height, width = plane.shape[:2]
    contact = np.zeros((height, width), np.uint8)
    for piece in pieces:
        fill(contact, outlines(piece, eye)[0])
    near = 1 - floats(0.4) * blurred(contact, 2.0)
    free = room.falloff.over(height, width)[..., None] * floats(room.ambient) * near[..., None]
    lit = free.copy()
    for lamp in room.lamps:
        on_all, on_plane = _shadows(pieces, lamp, height, width, shade)
        light = lamp.falloff.over(height, width)[..., None] * floats(lamp.colour)
        lit += light * (1 - np.maximum(on_all, on_plane)[..., None])
        free += light * (1 - on_all[..., None])
    picture = np.asarray(plane * lit, np.float32)
    for piece in sorted(pieces, key=lambda one: (one.low, -np.hypot(*(one.middle - eye.under)))):
        paint(bank, picture, piece, eye, free, room.way)
    return _with_gloss(picture, room)


def _shadows(
    pieces: list[MadePiece], lamp: MadeLamp, height: int, width: int, shade: Shade | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a lamp does not reach (0 to 1): shadows from outside, which fall on pieces too; and those of the
    pieces."""
    on_all, on_plane = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    for piece in pieces:
        foot = piece.foot
        fill(on_plane, hull(foot, foot + lamp.way * (piece.height + piece.low)))
    for shape in lamp.outside:
        fill(on_all, shape)
    if shade is not None:
        shade(on_all, lamp)
    return blurred(on_all, max(0.7, lamp.soft * 2)), blurred(on_plane, max(0.5, lamp.soft * 0.5))


def _with_gloss(picture: Picture, room: MadeRoom) -> Picture:
    y, x = np.ogrid[0 : picture.shape[0], 0 : picture.shape[1]]
    for left, top, radius, strength, flat in room.gloss:
        spot = np.exp(-((x - left) ** 2 + ((y - top) * flat) ** 2) / (2 * radius**2))
        picture = picture + floats(strength) * spot.astype(np.float32)[..., None]
    return picture
