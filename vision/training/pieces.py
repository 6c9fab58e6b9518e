"""Pieces and cards: what they are, how they stand before a camera, how they are painted.

A piece stands on the plane of the picture. What is high leans away from the point under the camera: by
``lean`` pixels to the side per pixel of height."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.training.shapes import (
    Mask,
    Picture,
    Points,
    Random,
    any_colour,
    chance,
    circle,
    fill,
    floats,
    hull,
    outline,
    rectangle,
    scalar,
    star,
    stroke,
    turned,
)
from vision.training.textures import Bank, mark


@dataclass(frozen=True, slots=True)
class MadePiece:
    """Lengths are pixels. ``low``: how high its foot stands (on another piece); ``taper``: its top as a part
    of its foot; ``face``: it has a print on top; ``waist``: it is turned on a lathe (a pawn, a figure);
    ``seed``: what is printed, and its small traits."""

    x: float
    y: float
    radius: float
    height: float
    outline: Points
    colour: NDArray[np.float32]
    turn: float
    seed: int
    low: float = 0.0
    taper: float = 1.0
    face: bool = False
    waist: bool = False

    @property
    def middle(self) -> Points:
        return np.array([self.x, self.y])

    @property
    def foot(self) -> Points:
        """Its outline on the plane."""
        return turned(self.outline * self.radius, self.turn) + self.middle


@dataclass(frozen=True, slots=True)
class Eye:
    """Where the camera stands: the point of the plane under it, and the lean per pixel of distance and
    height."""

    under: Points
    lean: float

    def leaning(self, piece: MadePiece) -> Points:
        """How the piece leans: pixels to the side per pixel of height."""
        return (piece.middle - self.under) * self.lean


def any_eye(random: Random, height: int, width: int) -> Eye:
    """From right above to 50 degrees beside."""
    angle, far = random.uniform(0, 2 * np.pi), random.uniform(0, 1) ** 1.5 * 3
    middle, size = np.array([width / 2, height / 2]), max(height, width)
    under = middle + np.array([np.cos(angle), np.sin(angle)]) * far * size
    return Eye(under, random.uniform(0.1, 0.9) / (size * max(0.6, far)))


_FLAT, _LOW, _TURNED = 0.34, 0.58, 0.86


def any_piece(
    random: Random, middle: Points, pitch: float, ground: NDArray[np.float32] | None = None
) -> MadePiece:
    """Some piece. ``ground``: the colour beneath, which many pieces resemble."""
    colour = _colour(random, ground)
    kind, seed = random.random(), int(random.integers(1 << 30))
    straight = random.choice([0, np.pi / 2]) + random.normal(0, 0.08)
    made = MadePiece(
        float(middle[0]),
        float(middle[1]),
        pitch * random.uniform(0.12, 0.42),
        pitch * random.uniform(0.08, 0.6),
        circle(),
        colour,
        random.uniform(0, 6.3),
        seed,
    )
    if kind < _FLAT:
        return _flat(random, replace(made, turn=straight), pitch)
    if kind < _LOW:
        shape = (circle(), circle(), rectangle(1.7, 1.7), circle(6))[random.integers(4)]
        return replace(made, outline=shape, face=chance(random, 0.25))
    if kind < _TURNED:
        high = random.uniform(0.4, 1.3) if chance(random, 0.6) else random.uniform(1.0, 2.4)
        return replace(made, radius=pitch * random.uniform(0.12, 0.36), height=pitch * high, waist=True)
    shape = (rectangle(1.8, 1.2), star(random), star(random), outline(random))[random.integers(4)]
    return replace(
        made, height=pitch * random.uniform(0.1, 0.5), outline=shape, taper=random.uniform(0.5, 1.0)
    )


def _colour(random: Random, ground: NDArray[np.float32] | None) -> NDArray[np.float32]:
    colour = any_colour(random)
    if ground is None or not chance(random, 0.35):
        return colour
    return floats(np.clip(ground * random.uniform(0.6, 1.5) * random.uniform(0.93, 1.07, 3), 0.004, 0.95))


def _flat(random: Random, piece: MadePiece, pitch: float) -> MadePiece:
    """The piece as a tile or a card."""
    size = random.uniform(0.3, 0.62) if chance(random, 0.75) else random.uniform(0.6, 1.5)
    card = rectangle(1.8, 1.8 * random.uniform(0.55, 1))
    shape = (circle(), card, rectangle(1.6, 1.6), circle(6))[random.integers(4)]
    height = pitch * random.choice([0.01, 0.05, 0.12])
    return replace(piece, radius=pitch * size, height=height, outline=shape, face=True)


def outlines(piece: MadePiece, eye: Eye) -> tuple[Points, Points]:
    """The foot and the top of a piece as the camera sees them."""
    lean = eye.leaning(piece)
    nearer = 1 + 0.08 * piece.height / max(piece.radius + piece.height, 1)
    top = (
        turned(piece.outline * piece.radius * piece.taper * nearer, piece.turn)
        + piece.middle
        + lean * (piece.height + piece.low)
    )
    return piece.foot + lean * piece.low, top


def cover(pieces: list[MadePiece], eye: Eye, height: int, width: int) -> tuple[Mask, Mask]:
    """The bases and the silhouettes of some pieces."""
    base, silhouette = np.zeros((height, width), np.uint8), np.zeros((height, width), np.uint8)
    for piece in pieces:
        foot, top = outlines(piece, eye)
        fill(base, hull(foot))
        fill(silhouette, hull(foot, top))
    return base, silhouette


@lru_cache(maxsize=256)
def _face(bank: Bank, seed: int, size: int, colour: tuple[float, ...]) -> Picture:
    """What is printed on a piece; asked for again in the second view."""
    random = np.random.default_rng(seed)
    if chance(random, 0.5):
        face = bank.patch(random, size, size, ("card", "card", "scene", "surface", "print"))
    else:
        face = np.full(
            (size, size, 3), np.clip(floats(colour) * random.uniform(0.6, 1.5), 0.01, 0.95), np.float32
        )
    face = np.ascontiguousarray(face)
    for _ in range(random.integers(0, 4)):
        x, y = random.uniform(size * 0.25, size * 0.75, 2)
        mark(random, face, (x, y), size * random.uniform(0.1, 0.35))
    return face


@dataclass(frozen=True, slots=True)
class _Canvas:
    """A picture to paint into, and what light falls on each of its pixels."""

    picture: Picture
    light: Picture

    def lay(self, points: Points, albedo: NDArray[np.float32]) -> None:
        """Lay one colour over a polygon."""
        window, mask, _ = self._window(points)
        if mask.size:
            fill(mask, points - (window[1].start, window[0].start))
            self._blend(window, mask, albedo)

    def line(self, points: Points, albedo: NDArray[np.float32]) -> None:
        """Draw a faint line round a polygon."""
        window, mask, _ = self._window(points)
        if mask.size:
            stroke(mask, points - (window[1].start, window[0].start), 150, 1)
            self._blend(window, mask, albedo)

    def print_on(self, points: Points, face: Picture, corners: Points) -> None:
        """Lay a picture over a polygon, its first three corners at ``corners``."""
        window, mask, shape = self._window(points)
        if not mask.size:
            return
        corner, size = (window[1].start, window[0].start), len(face)
        fill(mask, points - corner)
        ends = floats([[0, 0], [size, 0], [0, size]])
        way = cv2.getAffineTransform(ends, floats(corners - corner))
        laid = cv2.warpAffine(face, way, shape[::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        self._blend(window, mask, np.asarray(laid, np.float32))

    def _window(self, points: Points) -> tuple[tuple[slice, slice], Mask, tuple[int, int]]:
        height, width = self.picture.shape[:2]
        (left, top), (right, bottom) = points.min(0).tolist(), points.max(0).tolist()
        left, top = min(max(int(left) - 1, 0), width), min(max(int(top) - 1, 0), height)
        right, bottom = min(max(int(right) + 3, 0), width), min(max(int(bottom) + 3, 0), height)
        shape = (bottom - top, right - left)
        return (slice(top, bottom), slice(left, right)), np.zeros(shape, np.uint8), shape

    def _blend(self, window: tuple[slice, slice], mask: Mask, albedo: NDArray[np.float32]) -> None:
        part = (mask * floats(1 / 255))[..., None]
        under = self.picture[window]
        under += (albedo * self.light[window] - under) * part


def paint(bank: Bank, picture: Picture, piece: MadePiece, eye: Eye, light: Picture, lamp: Points) -> None:
    """Paint a piece. ``light``: what falls on each pixel; ``lamp``: where the shadows go."""
    foot, top = outlines(piece, eye)
    canvas, random = _Canvas(picture, light), np.random.default_rng(piece.seed + 1)
    towards = lamp / (np.hypot(*lamp) + 1e-6)
    if piece.waist:
        _paint_turned(random, canvas, piece, eye, towards)
        return
    if piece.height > 1:
        canvas.lay(hull(foot, top), floats(piece.colour * random.uniform(0.4, 0.8)))
        lit = hull((foot + top) / 2 - towards * 0.1 * piece.radius, top)
        canvas.lay(lit, floats(piece.colour * random.uniform(0.6, 0.95)))
    albedo = floats(piece.colour * random.uniform(0.85, 1.1))
    if piece.face:
        across = np.array([np.cos(piece.turn), np.sin(piece.turn)]) * piece.radius
        down, middle = np.array([-across[1], across[0]]), top.mean(0)
        face = _face(bank, piece.seed, max(6, int(2 * piece.radius)), scalar(piece.colour))
        canvas.print_on(
            top, face, np.array([middle - across - down, middle + across - down, middle - across + down])
        )
    else:
        canvas.lay(top, albedo)
    if chance(random, 0.3):
        canvas.line(top, floats(piece.colour * random.choice([0.3, 1.6])))


_RINGS = 6


def _paint_turned(random: Random, canvas: _Canvas, piece: MadePiece, eye: Eye, towards: Points) -> None:
    """A pawn or figure: rings of its profile, one above the other."""
    knots = [
        1,
        random.uniform(0.6, 1),
        random.uniform(0.4, 0.8),
        random.uniform(0.4, 0.9),
        random.uniform(0.2, 0.6),
    ]
    profile = np.interp(np.linspace(0, 1, _RINGS), np.linspace(0, 1, 5), knots)
    lean = eye.leaning(piece)
    for step, part in enumerate(profile):
        ring = (
            piece.outline * piece.radius * part
            + piece.middle
            + lean * (piece.low + piece.height * step / (_RINGS - 1))
        )
        canvas.lay(ring, floats(piece.colour * (0.55 + 0.08 * step)))
        if step % 2:
            spot = ring * 0.6 + 0.4 * ring.mean(0) - towards * piece.radius * part * 0.25
            canvas.lay(spot, floats(piece.colour * (0.7 + 0.09 * step)))
