"""A small table drawn for the tests: 4 x 4 cells, two slots, tokens, men and cards, seen by a pinhole camera.

Shares nothing with the simulator of the game room. Several cameras, which differ in place, light, noise and
lens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import CameraModel
from vision.mat import draw_tag, mat_of
from vision.types import Frame, Image, Spot, SpotReading

WIDTH, HEIGHT = 960, 540
GRAINS = 8
"""Pictures of noise; each eighth picture has the same."""
FINE = 64
"""Painted pixels a pitch."""

COLUMNS, ROWS = "abcd", "1234"
MEN = ("man red", "man blue", "man red lying", "man blue lying")
STACKS = ((), *((man,) for man in MEN), ("man red", "man blue"))
CARDS = ("card up", "card down", "card ring", "back")
CARD_STACKS = ((), *((card,) for card in CARDS), ("card up turned",), ("card down turned",))
TURNED = (("card up turned", "card up"), ("card down turned", "card down"))
"""Cards that mean something else half round, each with its name upright."""


def _cells() -> tuple[Spot, ...]:
    return tuple(
        Spot(f"{c}{r}", x, y, 1, 1, "square", 0, ("", "sun", "sea"), STACKS, SpotReading.PIECES)
        for x, c in enumerate(COLUMNS)
        for y, r in enumerate(ROWS)
    )


SPOTS = (
    *_cells(),
    Spot("slot", 5.2, 1.0, 0.9, 1.3, "slot", 0, ("",), CARD_STACKS, SpotReading.WHOLE, turned=TURNED),
    Spot("side", -2.0, 2.0, 0.9, 1.3, "slot", 1, ("",), CARD_STACKS, SpotReading.WHOLE, turned=TURNED),
)
MAT = mat_of("drawn", SPOTS)
_BOARD = ((120, 170, 140), (150, 200, 175))
_TOKENS = {"sun": (60, 170, 235), "sea": (190, 120, 60)}
_MEN = {"red": (45, 40, 190), "blue": (170, 80, 35)}


@dataclass(frozen=True)
class Put:
    """A piece in a cell: shifted (pitches) and turned (degrees)."""

    cell: str
    name: str
    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True)
class Eye:
    """A camera and its light. ``slide``: the mat moved over the table (pitches, degrees)."""

    tilt: float = 12.0
    azimuth: float = 0.0
    focal: float = 900.0
    lens: float = 0.0
    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    ev: float = 0.0
    noise: float = 1.5
    slide: tuple[float, float, float] = (0.0, 0.0, 0.0)
    shadow: tuple[tuple[float, float], ...] = ()
    seed: int = 0

    @property
    def model(self) -> CameraModel:
        k = np.array([[self.focal, 0, (WIDTH - 1) / 2], [0, self.focal, (HEIGHT - 1) / 2], [0, 0, 1.0]])
        return CameraModel(k, np.array([self.lens, 0.0, 0.0, 0.0, 0.0]))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """n x 3 points of the mat (pitches) to pixels, lens included."""
        dx, dy, turn = self.slide[0], self.slide[1], np.deg2rad(self.slide[2])
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        world = np.asarray(points, dtype=np.float64).copy()
        world[:, :2] = (world[:, :2] - _MIDDLE) @ spin.T + _MIDDLE + (dx, dy)
        rotation, translation = self._pose()
        pixels, _ = cv2.projectPoints(
            world.reshape(-1, 1, 3), cv2.Rodrigues(rotation)[0], translation, self.model.k, self.model.dist
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    @property
    def place(self) -> NDArray[np.float64]:
        """x, y, height of the camera in pitches."""
        tilt, azimuth = np.deg2rad(self.tilt), np.deg2rad(self.azimuth)
        back = np.array([np.sin(tilt) * np.sin(azimuth), -np.sin(tilt) * np.cos(azimuth), np.cos(tilt)])
        return np.asarray(np.array([*_MIDDLE, 0.0]) + back * (self.focal / 54.0))

    def _pose(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        back = self.place - np.array([*_MIDDLE, 0.0])
        back /= np.linalg.norm(back)
        azimuth = np.deg2rad(self.azimuth)
        right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
        rotation = np.array([right, np.cross(-back, right), -back])
        return rotation, -rotation @ self.place


_MIDDLE = (np.array(MAT.outline[0]) + np.array(MAT.outline[2])) / 2
_LEFT, _TOP = MAT.outline[0][0] - 1.0, MAT.outline[0][1] + 1.0
_SIZE = (np.array(MAT.size) + 2.0) * FINE


@dataclass(frozen=True)
class Scene:
    """Everything on the table."""

    puts: tuple[Put, ...] = ()
    covered_tags: tuple[int, ...] = ()
    bases: tuple[tuple[str, str], ...] = ()


def photo(scene: Scene, eye: Eye) -> Image:
    """The picture that the eye takes."""
    return _developed(scene, replace(eye, seed=eye.seed % GRAINS)).copy()


@lru_cache(maxsize=48)
def _developed(scene: Scene, eye: Eye) -> Image:
    return _develop(_exposed(scene, replace(eye, seed=0)), eye)


@lru_cache(maxsize=8)
def _exposed(scene: Scene, eye: Eye) -> NDArray[np.float32]:
    """What falls on the sensor, 0 .. 255 after gamma, without noise."""
    painted = _paint(scene, eye.shadow)
    left, top = _LEFT, _TOP
    corners = np.array([[0, 0], [_SIZE[0], 0], [_SIZE[0], _SIZE[1]], [0, _SIZE[1]]], dtype=np.float64)
    plane = np.column_stack([corners[:, 0] / FINE + left, top - corners[:, 1] / FINE, np.zeros(4)])
    straight = replace(eye, lens=0.0)
    flat, _ = cv2.findHomography(corners - 0.5, straight.project(plane))
    table = cv2.warpPerspective(
        painted, flat, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderValue=(70, 95, 120)
    )
    picture = np.asarray(table, dtype=np.uint8).copy()
    spots = {spot.cell: spot for spot in SPOTS}
    men = [put for put in scene.puts if put.name.startswith("man")]
    solids = [_man(put, spots[put.cell]) for put in men]
    for solid in sorted(solids, key=lambda one: -float(np.hypot(*(one[0][0, :2] - eye.place[:2])))):
        _draw(picture, solid, straight)
    picture = _bend(picture, eye)
    linear = (cv2.GaussianBlur(picture, (0, 0), 0.7).astype(np.float32) / 255) ** 2.2
    linear *= np.array(eye.light, np.float32)[::-1] * np.float32(2**eye.ev)
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, dtype=np.float32)


def frame(picture: Image, number: int, fps: float = 15.0) -> Frame:
    return Frame(number, number / fps, picture)


# --- painting -----------------------------------------------------------------------------------------------


def _paint(scene: Scene, shadow: tuple[tuple[float, float], ...]) -> Image:
    painted = _bare(scene.covered_tags).copy()
    spots = {spot.cell: spot for spot in SPOTS}
    for cell, base in scene.bases:
        centre = _at(spots[cell].x, spots[cell].y)
        cv2.circle(painted, centre, int(0.4 * FINE), _TOKENS[base], -1, cv2.LINE_AA)
        cv2.circle(painted, centre, int(0.25 * FINE), (235, 235, 235), 4, cv2.LINE_AA)
    for put in scene.puts:
        if not put.name.startswith("man"):
            _lay_card(painted, put, spots[put.cell])
    if shadow:
        corners = np.array([_at(x, y) for x, y in shadow])
        mask = np.zeros(painted.shape[:2], np.uint8)
        cv2.fillPoly(mask, [corners], 1)
        painted[mask > 0] = (painted[mask > 0] * 0.6).astype(np.uint8)
    return painted


@lru_cache(maxsize=8)
def _bare(covered: tuple[int, ...]) -> Image:
    rng = np.random.default_rng(7)
    width, height = (int(size) for size in _SIZE)
    wood = rng.normal(0, 1, (height // 8, width // 40, 1)).astype(np.float32)
    grain = cv2.resize(wood, (width, height), interpolation=cv2.INTER_CUBIC)[:, :, None] * 6
    painted = np.clip(np.array([70, 95, 120]) + grain, 0, 255).astype(np.uint8)
    cv2.rectangle(painted, _at(*MAT.outline[0]), _at(*MAT.outline[2]), (215, 220, 220), -1)
    for tag in MAT.tags:
        if tag.id in covered:
            continue
        (x0, y0), (x1, y1) = _at(*tag.corners[0]), _at(*tag.corners[2])
        drawn = cv2.resize(draw_tag(tag.id, 8 * 16), (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
        painted[y0:y1, x0:x1] = np.asarray(drawn)[:, :, None]
    dark, light = _BOARD
    cv2.rectangle(painted, _at(-0.7, 3.7), _at(3.7, -0.7), (60, 70, 80), -1)
    for spot in SPOTS:
        corner, other = _at(spot.x - 0.5, spot.y + 0.5), _at(spot.x + 0.5, spot.y - 0.5)
        if spot.kind == "square":
            colour = dark if (spot.x + spot.y) % 2 else light
            cv2.rectangle(painted, corner, other, colour, -1)
            for _ in range(5):
                dot = rng.uniform(-0.4, 0.4, 2)
                shade = tuple(int(c * 0.8) for c in colour)
                cv2.circle(painted, _at(spot.x + dot[0], spot.y + dot[1]), int(rng.integers(3, 8)), shade, -1)
            cv2.rectangle(painted, corner, other, (50, 60, 60), 2)
    return painted


@lru_cache(maxsize=32)
def card_face(name: str) -> Image:
    """A card's picture, upright, 0.82 x 1.2 pitches."""
    width, height = 52, 76
    face = np.full((height, width, 3), (225, 240, 245), np.uint8)
    middle, quarter = (width // 2, height // 2), height // 4
    if name == "back":
        face[:] = (140, 60, 40)
        for x in range(6, width, 10):
            cv2.line(face, (x, 0), (x, height), (200, 150, 120), 3)
    elif name == "card ring":
        cv2.circle(face, middle, 18, (40, 120, 40), 6)
    elif name in ("card up", "card down"):  # look-alikes: only the lower arrow differs
        _arrow(face, (middle[0], quarter), True, (40, 60, 200))
        _arrow(face, (middle[0], 3 * quarter), name == "card up", (40, 160, 60))
    cv2.rectangle(face, (0, 0), (width - 1, height - 1), (90, 90, 90), 1)
    return face


def _arrow(face: Image, at: tuple[int, int], up: bool, colour: tuple[int, int, int]) -> None:
    x, y = at
    step = 14 if up else -14
    cv2.arrowedLine(face, (x, y + step), (x, y - step), colour, 6, tipLength=0.5)


def _lay_card(painted: Image, put: Put, spot: Spot) -> None:
    name = put.name.removesuffix(" turned")
    face = card_face(name)
    degrees = -90.0 * spot.turn + put.angle + (180.0 if put.name.endswith(" turned") else 0.0)
    x, y = _at(spot.x + put.dx, spot.y + put.dy)
    turn = cv2.getRotationMatrix2D(
        ((face.shape[1] - 1) / 2, (face.shape[0] - 1) / 2), degrees, FINE * 0.82 / 52
    )
    turn[:, 2] += (x - (face.shape[1] - 1) / 2, y - (face.shape[0] - 1) / 2)
    size = (painted.shape[1], painted.shape[0])
    laid = cv2.warpAffine(face, turn, size, flags=cv2.INTER_AREA)
    mask = np.asarray(cv2.warpAffine(np.full(face.shape[:2], 255, np.uint8), turn, size)) > 127
    painted[mask] = np.asarray(laid)[mask]


def _at(x: float, y: float) -> tuple[int, int]:
    return round((x - _LEFT) * FINE), round((_TOP - y) * FINE)


# --- solids -------------------------------------------------------------------------------------------------

Solid = tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, int, int]]
"""Middle points (n x 3), radii (n) and colour of a chain of balls."""


def _man(put: Put, spot: Spot) -> Solid:
    colour = _MEN[put.name.split()[1]]
    x, y = spot.x + put.dx, spot.y + put.dy
    along = np.linspace(0, 1, 14)
    radii = 0.25 - 0.13 * along
    if put.name.endswith("lying"):
        way = np.deg2rad(put.angle)
        offset = (along - 0.5) * 0.55
        points = np.column_stack([x + offset * np.cos(way), y + offset * np.sin(way), radii])
        return points, radii, colour
    return np.column_stack([np.full(14, x), np.full(14, y), along * 0.62]), radii, colour


def _draw(picture: Image, solid: Solid, eye: Eye) -> None:
    points, radii, colour = solid
    ring = np.linspace(0, 2 * np.pi, 28)
    for index, (point, radius) in enumerate(zip(points, radii, strict=True)):
        edge = np.column_stack(
            [point[0] + radius * np.cos(ring), point[1] + radius * np.sin(ring), np.full(28, point[2])]
        )
        shade = 0.75 + 0.35 * index / len(points)
        fill = tuple(float(min(255, c * shade)) for c in colour)
        cv2.fillPoly(picture, [np.round(eye.project(edge) * 16).astype(np.int32)], fill, cv2.LINE_AA, 4)


# --- the camera ---------------------------------------------------------------------------------------------


def _bend(picture: Image, eye: Eye) -> Image:
    if not eye.lens:
        return picture
    xs, ys = np.meshgrid(np.arange(WIDTH, dtype=np.float64), np.arange(HEIGHT, dtype=np.float64))
    straight = (
        eye.model.undistort(np.column_stack([xs.ravel(), ys.ravel()]))
        .astype(np.float32)
        .reshape(HEIGHT, WIDTH, 2)
    )
    return np.asarray(
        cv2.remap(picture, straight[:, :, 0], straight[:, :, 1], cv2.INTER_LINEAR), dtype=np.uint8
    )


def _develop(exposed: NDArray[np.float32], eye: Eye) -> Image:
    noisy = exposed + _grain(eye.seed) * np.float32(eye.noise)
    _, data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 92])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


@lru_cache(maxsize=GRAINS)
def _grain(seed: int) -> NDArray[np.float32]:
    """One picture of noise with a deviation of 1."""
    return np.random.default_rng(seed).normal(0, 1, (HEIGHT, WIDTH, 3)).astype(np.float32)


def with_hand(picture: Image, tip: tuple[float, float], wide: float = 60.0, seed: int = 0) -> Image:
    """A hand with a sleeve from the picture's lower border to ``tip`` (pixels), its skin a little different
    each time."""
    rng = np.random.default_rng(seed)
    result = picture.copy()
    x, y = tip
    root = (x + 40, HEIGHT + 30)
    skin = tuple(float(c + rng.normal(0, 2)) for c in (120, 150, 205))
    arm = np.array(
        [[root[0] - wide, root[1]], [x - wide / 2, y], [x + wide / 2, y], [root[0] + wide, root[1]]]
    )
    cv2.fillPoly(result, [np.round(arm).astype(np.int32)], skin, cv2.LINE_AA)
    for finger in (-0.4, -0.1, 0.2):
        cv2.line(
            result,
            (int(x + finger * wide), int(y) + 5),
            (int(x + finger * wide), int(y) - 22),
            skin,
            14,
            cv2.LINE_AA,
        )
    sleeve = np.array(
        [
            [root[0] - wide, root[1]],
            [root[0] - wide, HEIGHT - 60],
            [root[0] + wide, HEIGHT - 60],
            [root[0] + wide, root[1]],
        ]
    )
    cv2.fillPoly(result, [np.round(sleeve).astype(np.int32)], (60, 50, 45))
    return result
