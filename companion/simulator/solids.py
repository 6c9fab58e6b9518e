"""Wooden figures as meshes: surfaces of revolution (pawns, cups) and extruded outlines (animals).

Faces that look away from the camera are left out; the others are drawn back to front (painter's algorithm).
That is right for one nearly convex figure at a time. Lengths are pitches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin, tau

import numpy as np
from numpy.typing import NDArray

from companion.rules.pieces import Pose
from companion.simulator.camera import Floats, LensCamera
from companion.simulator.profiles import Light
from vision.opencv import cv2

Linear = NDArray[np.float32]
"""Height x width x 3, BGR in linear light, 1 = white paper under the key light."""

Colour = tuple[float, float, float]
"""BGR of a surface in linear light, 0 .. 1."""

_FINER = 3
"""Figures are drawn at three times the picture's resolution and averaged."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A figure: ``vertices`` (n x 3, foot centre at the origin, z up), ``faces`` (outward,
    counter-clockwise), their ``colours`` (one a face), and how shiny its paint is (0 .. 1)."""

    vertices: Floats
    faces: tuple[tuple[int, ...], ...]
    colours: tuple[Colour, ...]
    gloss: float

    @property
    def height(self) -> float:
        return float(self.vertices[:, 2].max())


def turned_solid(
    profile: Sequence[tuple[float, float]], colour: Colour, gloss: float, sides: int = 20
) -> Solid:
    """A surface of revolution. ``profile``: (radius, height) from the foot to the top."""
    vertices: list[tuple[float, float, float]] = []
    for radius, height in profile:
        vertices += [
            (radius * cos(tau * i / sides), radius * sin(tau * i / sides), height) for i in range(sides)
        ]
    faces: list[tuple[int, ...]] = []
    for ring in range(len(profile) - 1):
        low, high = ring * sides, (ring + 1) * sides
        for i in range(sides):
            j = (i + 1) % sides
            faces.append((low + i, low + j, high + j, high + i))
    top = (len(profile) - 1) * sides
    faces.append(tuple(range(top, top + sides)))
    return Solid(np.array(vertices), tuple(faces), (colour,) * len(faces), gloss)


def extruded_solid(
    outline: Sequence[tuple[float, float]], thickness: float, colour: Colour, edge: Colour, gloss: float
) -> Solid:
    """An outline (x, height), counter-clockwise, cut from a board of ``thickness`` and stood up."""
    n = len(outline)
    front = [(x, -thickness / 2, z) for x, z in outline]
    back = [(x, thickness / 2, z) for x, z in outline]
    faces: list[tuple[int, ...]] = []
    for i in range(n):
        j = (i + 1) % n
        faces.append((i, n + i, n + j, j))
    faces += [tuple(range(n)), tuple(range(2 * n - 1, n - 1, -1))]
    colours = (edge,) * n + (colour, colour)
    return Solid(np.array(front + back), tuple(faces), colours, gloss)


def placed(solid: Solid, x: float, y: float, z: float, angle: float, pose: Pose) -> Floats:
    """The vertices on the table (n x 3). A figure that lies shows its outline to a camera above."""
    points = solid.vertices
    if pose is Pose.LYING:
        middle = solid.height / 2
        points = np.column_stack([points[:, 0], points[:, 2] - middle, -points[:, 1]])
        points[:, 2] -= points[:, 2].min()
    c, s = cos(radians(angle)), sin(radians(angle))
    return np.column_stack(
        [x + c * points[:, 0] - s * points[:, 1], y + s * points[:, 0] + c * points[:, 1], z + points[:, 2]]
    )


def draw_solid(
    canvas: Linear,
    origin: tuple[int, int],
    solid: Solid,
    vertices: Floats,
    camera: LensCamera,
    light: Light,
    seed: int,
) -> None:
    """Draw onto ``canvas``, whose top left pixel is picture pixel ``origin`` (x, y)."""
    pixels = camera.project(vertices)
    left, top = (int(v) for v in np.floor(pixels.min(axis=0)) - 1)
    right, bottom = (int(v) for v in np.ceil(pixels.max(axis=0)) + 2)
    height, width = canvas.shape[:2]
    x0, y0 = max(left, origin[0]), max(top, origin[1])
    x1, y1 = min(right, origin[0] + width), min(bottom, origin[1] + height)
    if x0 >= x1 or y0 >= y1:
        return
    patch = np.zeros(((bottom - top) * _FINER, (right - left) * _FINER, 4), np.float32)
    fine = np.rint((pixels - (left - 0.5, top - 0.5)) * _FINER * 16 - 8).astype(np.int32)
    for face, shade in _visible_faces(solid, vertices, camera, light):
        corners = fine[list(face)].reshape(-1, 1, 2)
        colour = (float(shade[0]), float(shade[1]), float(shade[2]), 1.0)
        if len(face) <= 4:
            cv2.fillConvexPoly(patch, corners, colour, shift=4)
        else:
            cv2.fillPoly(patch, [corners], colour, shift=4)
    patch[:, :, :3] *= _grain(patch.shape[0], patch.shape[1], seed)
    whole = cv2.resize(patch, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    small = whole[y0 - top : y1 - top, x0 - left : x1 - left]
    area = canvas[y0 - origin[1] : y1 - origin[1], x0 - origin[0] : x1 - origin[0]]
    area *= 1 - small[:, :, 3:]
    area += small[:, :, :3]


def _visible_faces(
    solid: Solid, vertices: Floats, camera: LensCamera, light: Light
) -> list[tuple[tuple[int, ...], Floats]]:
    """The faces that look at the camera, each with its shade, farthest first. Faces with many corners
    (outlines, decks and what is painted on them) come last, in the order of the solid."""
    eye = camera.position
    sun = np.array(light.direction)
    key, ambient = np.array(light.key), np.array(light.ambient)
    found: list[tuple[float, tuple[int, ...], Floats]] = []
    for face, colour in zip(solid.faces, solid.colours, strict=True):
        corners = vertices[list(face)]
        centre = corners.mean(axis=0)
        normal = _normal(corners)
        view = eye - centre
        distance = float(np.linalg.norm(view))
        if float(normal @ view) <= 0:
            continue
        half = sun + view / distance
        half /= np.linalg.norm(half)
        lit = max(0.0, float(normal @ sun))
        shine = solid.gloss * max(0.0, float(normal @ half)) ** 24
        sky = 0.65 + 0.35 * float(normal[2])
        shade = np.array(colour) * (ambient * sky + key * lit) + key * shine
        found.append((distance if len(face) <= 4 else 0.0, face, shade))
    found.sort(key=lambda item: -item[0])
    return [(face, shade) for _, face, shade in found]


def _normal(corners: Floats) -> Floats:
    """Newell's normal: right for polygons that are not convex, too."""
    following = np.roll(corners, -1, axis=0)
    normal = np.cross(corners, following).sum(axis=0)
    length = float(np.linalg.norm(normal))
    return np.asarray(normal / length) if length > 0 else np.array([0.0, 0.0, 1.0])


def _grain(height: int, width: int, seed: int) -> Linear:
    """Wood grain under paint: faint streaks, always the same for a figure."""
    rng = np.random.default_rng(seed)
    streaks = rng.normal(1.0, 0.05, (height // 12 + 2, width // 2 + 2, 1)).astype(np.float32)
    return np.asarray(cv2.resize(streaks, (width, height)), dtype=np.float32)[:, :, None]


def shadow_mask(
    mask: NDArray[np.uint8],
    origin: tuple[int, int],
    solid: Solid,
    vertices: Floats,
    camera: LensCamera,
    light: Light,
) -> None:
    """Set ``mask`` to 255 where the figure throws its shadow on the table."""
    dx, dy, dz = light.direction
    fallen = np.column_stack(
        [
            vertices[:, 0] - vertices[:, 2] * dx / dz,
            vertices[:, 1] - vertices[:, 2] * dy / dz,
            np.zeros(len(vertices)),
        ]
    )
    pixels = np.rint((camera.project(fallen) - origin) * 16).astype(np.int32)
    for face in solid.faces:
        cv2.fillPoly(mask, [pixels[list(face)].reshape(-1, 1, 2)], (255,), lineType=cv2.LINE_AA, shift=4)
