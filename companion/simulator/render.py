"""Draws what a camera above the table would see: one picture a scene, BGR.

Everything that lies still is kept in linear light and only the windows in which something changed are
drawn again; a hand is drawn over that in each frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from math import ceil, cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from companion.rules.contract import Zone
from companion.rules.pieces import Pose
from companion.simulator.art import TableArt, surface
from companion.simulator.camera import Floats, LensCamera, aim
from companion.simulator.film import Developer
from companion.simulator.hand import HandPainter, Window
from companion.simulator.matting import PlanePainting
from companion.simulator.profiles import Profile
from companion.simulator.props import clutter_solid, draw_lamps, lamp_places
from companion.simulator.scene import UNMOVED, Clutter, Hand, Piece, Scene, Slide
from companion.simulator.solids import Linear, Solid, draw_solid, placed, shadow_mask
from vision.mat import Mat
from vision.opencv import cv2
from vision.types import Image

_SURFACE_PITCHES = 40.0
_SURFACE_PIXELS = 1600
_BLUR_REACH = 6
"""Pixels that defocus carries light."""
_TO_LINEAR = ((np.arange(256) / 255) ** 2.2).astype(np.float32)


class Renderer:
    """The table of one game under one profile. Not for use by several threads at once.

    ``mat`` None: the board and its slots lie on the bare table.
    """

    def __init__(
        self, profile: Profile, art: TableArt, zones: Sequence[Zone], mat: Mat | None, seed: int
    ) -> None:
        self.profile = profile
        self.art = art
        self.plane = PlanePainting(art, zones, mat, seed)
        self.camera: LensCamera = aim(self.plane.outline, profile.view)
        self.developer = Developer(profile.film, seed, self.camera.size)
        self._hands = HandPainter(self.camera, profile.light, seed)
        self._ground = self.camera.ground_map
        self._surface = self._draw_surface(seed)
        self._light_map = self._draw_light()
        light = profile.light
        lit = np.array(light.key) * light.direction[2] + np.array(light.ambient)
        self._kept = (np.array(light.ambient) * 0.9 / lit).astype(np.float32)
        self._lamp_places = lamp_places(mat, self.plane.outline)
        self._drawn: Scene | None = None
        width, height = self.camera.size
        self._light = np.zeros((height, width, 3), np.float32)
        self._root = np.zeros((height, width, 3), np.float32)
        self._maps: tuple[NDArray[np.int16], NDArray[np.uint16]] | None = None

    def frame(self, scene: Scene) -> Image:
        """The camera's picture before JPEG; noise and exposure go on from frame to frame."""
        self._update(scene)
        root = self._root
        if scene.hand is not None:
            hands = (*scene.others, scene.hand)
            root = self._with_hands([_on_slid_mat(hand, scene.slide) for hand in hands])
        if scene.light != 1.0:
            root = root * np.float32(scene.light**0.5)
        return self.developer.develop(root)

    def jpeg(self, scene: Scene) -> bytes:
        """The camera's picture as JPEG."""
        return self.developer.jpeg(self.frame(scene))

    def sees(self, hand: Hand) -> bool:
        """Whether any part of the hand or its shadow would be in the picture."""
        x0, y0, x1, y1 = self._hands.window(hand)
        return x0 < x1 and y0 < y1

    def picture_points(self, points: Sequence[tuple[float, float]], slide: Slide = UNMOVED) -> Floats:
        """Where points of the mat's plane (pitches) are in the picture (n x 2 pixels)."""
        return self.camera.project(np.array([(*_slid(slide, x, y), 0.0) for x, y in points]))

    # what lies still

    def _update(self, scene: Scene) -> None:
        """Bring the cached picture of everything but the hand up to the scene."""
        old = self._drawn
        if old is None or old.slide != scene.slide:
            self._maps = self._plane_maps(scene.slide)
            self.plane.draw(self._flats(scene.pieces))
            windows = [(0, 0, *self.camera.size)]
        else:
            windows = self._changes(old, scene)
        self._drawn = scene
        for window in _merged(windows):
            self._paint(scene, window)

    def _changes(self, old: Scene, new: Scene) -> list[Window]:
        windows = [
            self._plane_window(rectangle, new.slide) for rectangle in self.plane.draw(self._flats(new.pieces))
        ]
        before, after = (Counter(self._standing(scene)) for scene in (old, new))
        for thing in (before - after) + (after - before):
            windows.append(self._solid_window(thing, new.slide))
        if old.lamps != new.lamps:
            windows.append(self._window(self._plane_points(self._lamp_places, new.slide), 60))
        return windows

    def _flats(self, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
        return tuple(piece for piece in pieces if self.art.solid(piece.name) is None)

    def _standing(self, scene: Scene) -> list[Piece | Clutter]:
        return [*(piece for piece in scene.pieces if self.art.solid(piece.name) is not None), *scene.clutter]

    def _solid(self, thing: Piece | Clutter, slide: Slide) -> tuple[Solid, Floats]:
        """The mesh and where its vertices are on the table."""
        x, y = _slid(slide, thing.x, thing.y)
        if isinstance(thing, Clutter):
            solid = clutter_solid(thing.kind)
            return solid, placed(solid, x, y, 0.0, 0.0, Pose.UPRIGHT)
        found = self.art.solid(thing.name)
        if found is None:
            raise KeyError(thing.name)
        return found, placed(found, x, y, thing.z, thing.angle + slide.angle, thing.pose)

    def _paint(self, scene: Scene, window: Window) -> None:
        """Draw everything but the hand in one window, and develop its light as far as it keeps."""
        x0, y0, x1, y1 = window
        area = self._light[y0:y1, x0:x1]
        area[:] = self._bare(window)
        things = _farthest_first(
            [self._solid(thing, scene.slide) for thing in self._standing(scene)], self.camera.position
        )
        near = [item for item in things if _overlap(self._extent(item[1]), window)]
        self._shade(area, window, near)
        for solid, vertices in near:
            seed = round(float(vertices[0, 0]) * 1000) & 0xFFFF
            draw_solid(area, (x0, y0), solid, vertices, self.camera, self.profile.light, seed)
        if scene.lamps:
            draw_lamps(area, (x0, y0), self._plane_points(self._lamp_places, scene.slide), scene.lamps)
        self._keep(window)

    def _bare(self, window: Window) -> Linear:
        """The table top and the mat with its flat pieces, lit."""
        x0, y0, x1, y1 = window
        if self._maps is None:
            raise RuntimeError("the picture has no geometry yet")
        coarse, fine = self._maps
        mat = cv2.remap(
            self.plane.painting,
            coarse[y0:y1, x0:x1],
            fine[y0:y1, x0:x1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(0, 0, 0, 0),
        )
        over = mat[:, :, 3:].astype(np.float32) / 255
        light = np.asarray(cv2.LUT(mat[:, :, :3], _TO_LINEAR), dtype=np.float32)
        light *= over
        light += self._surface[y0:y1, x0:x1] * (1 - over)
        light *= self._light_map[y0:y1, x0:x1]
        return light

    def _shade(self, area: Linear, window: Window, things: list[tuple[Solid, Floats]]) -> None:
        """Darken what figures keep the key light from, also those whose blurred shadow only reaches in."""
        if not things:
            return
        light = self.profile.light
        sigma = 0.8 + light.softness * 0.3 * self.camera.pixels_per_pitch(*self.plane.centre)
        pad = ceil(sigma * 4)
        mask = np.zeros((area.shape[0] + 2 * pad, area.shape[1] + 2 * pad), np.uint8)
        origin = (window[0] - pad, window[1] - pad)
        for solid, vertices in things:
            shadow_mask(mask, origin, solid, vertices, self.camera, light)
        blurred = cv2.GaussianBlur(mask, (0, 0), sigma)[pad:-pad, pad:-pad]
        soft = np.asarray(blurred, dtype=np.float32)[:, :, None] / 255
        area *= 1 - soft * (1 - self._kept)

    def _keep(self, window: Window) -> None:
        """Develop the light of one window, and of its neighbourhood into which it is blurred."""
        reached = _grown(window, _BLUR_REACH, self.camera.size)
        x0, y0, x1, y1 = wide = _grown(reached, _BLUR_REACH, self.camera.size)
        self._focus(self._light[y0:y1, x0:x1], wide, reached, self._root)

    # the hand

    def _with_hands(self, hands: Sequence[Hand]) -> Linear:
        """The kept picture with hands over it, the last one uppermost."""
        windows = [window for window in map(self._hand_window, hands) if _is_seen(window)]
        if not windows:
            return self._root
        window = reduce(_union, windows)
        wide = _grown(window, _BLUR_REACH, self.camera.size)
        x0, y0, x1, y1 = wide
        area = self._light[y0:y1, x0:x1].copy()
        for hand in hands:
            self._hands.shade(area, wide, hand, self._kept)
            if hand.holding is not None:
                self._draw_held(area, wide, hand.holding)
            self._hands.draw(area, wide, hand)
        root = self._root.copy()
        self._focus(area, wide, window, root)
        return root

    def _hand_window(self, hand: Hand) -> Window:
        """The part of the picture that a hand, its shadow and what it holds touch."""
        window = self._hands.window(hand)
        return window if hand.holding is None else _union(window, self._held_window(hand.holding))

    def _focus(self, light: Linear, wide: Window, window: Window, root: Linear) -> None:
        """Defocus, vignette and balance of ``window``, from the light of a ``wide`` one round it."""
        blurred = cv2.GaussianBlur(light, (0, 0), self.profile.film.defocus)
        x0, y0, x1, y1 = window
        left, top = x0 - wide[0], y0 - wide[1]
        inner = blurred[top : top + y1 - y0, left : left + x1 - x0]
        root[y0:y1, x0:x1] = cv2.multiply(cv2.sqrt(inner), self.developer.gain_map[y0:y1, x0:x1])

    def _held_window(self, piece: Piece) -> Window:
        if self.art.solid(piece.name) is not None:
            return self._extent(self._solid(piece, UNMOVED)[1])
        return self._window(self.camera.project(self.plane.corners(piece)), 3)

    def _draw_held(self, area: Linear, window: Window, piece: Piece) -> None:
        solid = self.art.solid(piece.name)
        light = self.profile.light
        if solid is not None:
            vertices = placed(solid, piece.x, piece.y, piece.z, piece.angle, piece.pose)
            mask = np.zeros(area.shape[:2], np.uint8)
            shadow_mask(mask, (window[0], window[1]), solid, vertices, self.camera, light)
            soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2 + 10 * light.softness), np.float32)
            area *= 1 - soft[:, :, None] / 255 * (1 - self._kept)
            draw_solid(area, (window[0], window[1]), solid, vertices, self.camera, light, seed=1)
            return
        corners = self.camera.project(self.plane.corners(piece)) - (window[0], window[1])
        painting = self.plane.sheet(piece.name).painting
        h, w = painting.shape[:2]
        flat = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (w - 0.5, h - 0.5), (-0.5, h - 0.5)], np.float32)
        warp = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
        seen = cv2.warpPerspective(painting, warp, (area.shape[1], area.shape[0]), flags=cv2.INTER_AREA)
        over = seen[:, :, 3:].astype(np.float32) / 255
        lit = np.array(light.key) * light.direction[2] + np.array(light.ambient)
        area *= 1 - over
        area += np.asarray(cv2.LUT(seen[:, :, :3], _TO_LINEAR)) * over * lit.astype(np.float32)

    # geometry

    def _plane_maps(self, slide: Slide) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        """For every picture pixel the pixel of the plane's painting."""
        x, y = self._ground[:, :, 0] - slide.dx, self._ground[:, :, 1] - slide.dy
        c, s = cos(radians(-slide.angle)), sin(radians(-slide.angle))
        px, py = c * x - s * y, s * x + c * y
        if self.profile.warp:
            wave = self.profile.warp
            px, py = px + wave * np.sin(py * 0.9 + 0.4), py + wave * np.cos(px * 0.7)
        columns, rows = self.plane.pixel(px, py)
        coarse, fine = cv2.convertMaps(
            columns.astype(np.float32), rows.astype(np.float32), cv2.CV_16SC2, nninterpolation=False
        )
        return np.asarray(coarse, dtype=np.int16), np.asarray(fine, dtype=np.uint16)

    def _draw_surface(self, seed: int) -> Linear:
        painting = surface(self.profile.surface, _SURFACE_PIXELS, seed)
        scale = _SURFACE_PIXELS / _SURFACE_PITCHES
        centre = self.plane.centre
        columns = ((self._ground[:, :, 0] - centre[0] + _SURFACE_PITCHES / 2) * scale).astype(np.float32)
        rows = ((centre[1] + _SURFACE_PITCHES / 2 - self._ground[:, :, 1]) * scale).astype(np.float32)
        seen = cv2.remap(painting, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(cv2.LUT(seen, _TO_LINEAR), dtype=np.float32)

    def _draw_light(self) -> Linear:
        """BGR light that falls on each pixel of the table plane."""
        light = self.profile.light
        lit = np.array(light.key) * light.direction[2] + np.array(light.ambient)
        if not light.falloff:
            return np.broadcast_to(lit.astype(np.float32), (*self._ground.shape[:2], 3))
        dx, dy, dz = light.direction
        cx, cy = self.plane.centre
        lamp_x, lamp_y = cx + dx / dz * light.falloff, cy + dy / dz * light.falloff
        square = (
            (self._ground[:, :, 0] - lamp_x) ** 2 + (self._ground[:, :, 1] - lamp_y) ** 2 + light.falloff**2
        )
        middle = (cx - lamp_x) ** 2 + (cy - lamp_y) ** 2 + light.falloff**2
        fall = np.clip((middle / square) ** 1.5, 0.2, 2.0)[:, :, None]
        key = np.array(light.key) * dz
        return np.asarray(fall * key + np.array(light.ambient), dtype=np.float32)

    def _plane_points(self, points: Sequence[tuple[float, float]], slide: Slide) -> Floats:
        return self.picture_points(points, slide)

    def _plane_window(self, rectangle: tuple[float, float, float, float], slide: Slide) -> Window:
        x0, y0, x1, y1 = rectangle
        return self._window(self.picture_points([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], slide), 4)

    def _solid_window(self, thing: Piece | Clutter, slide: Slide) -> Window:
        return self._extent(self._solid(thing, slide)[1])

    def _extent(self, vertices: Floats) -> Window:
        """Where a figure and its shadow are in the picture."""
        dx, dy, dz = self.profile.light.direction
        fallen = vertices.copy()
        fallen[:, 0] -= vertices[:, 2] * dx / dz
        fallen[:, 1] -= vertices[:, 2] * dy / dz
        fallen[:, 2] = 0
        blur = self.profile.light.softness * 0.3 * self.camera.pixels_per_pitch(*self.plane.centre)
        return self._window(self.camera.project(np.vstack([vertices, fallen])), 5 + round(4 * blur))

    def _window(self, pixels: Floats, margin: int) -> Window:
        low = np.floor(pixels.min(axis=0)).astype(int) - margin
        high = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
        x0, x1 = (int(v) for v in np.clip((low[0], high[0]), 0, self.camera.size[0]))
        y0, y1 = (int(v) for v in np.clip((low[1], high[1]), 0, self.camera.size[1]))
        return x0, y0, x1, y1


def _farthest_first(things: Iterable[tuple[Solid, Floats]], eye: Floats) -> list[tuple[Solid, Floats]]:
    """Things (mesh and vertices on the table) in the order in which they are drawn. What stands on another
    one, which carries it, comes right after it."""
    order, carriers = [], list[Floats]()
    for solid, vertices in sorted(things, key=lambda item: float(item[1][:, 2].min()) > 0):
        middle = vertices.mean(axis=0)[:2]
        carried = bool(carriers) and float(vertices[:, 2].min()) > 0
        if carried:
            foot = min(carriers, key=lambda other: float(np.linalg.norm(other - middle)))
        else:
            foot = middle
            carriers.append(middle)
        order.append((-float(np.linalg.norm(foot - eye[:2])), carried, (solid, vertices)))
    return [thing for *_, thing in sorted(order, key=lambda item: item[:2])]


def _slid(slide: Slide, x: float, y: float) -> tuple[float, float]:
    """A point of the mat's plane where the pushed mat has carried it."""
    c, s = cos(radians(slide.angle)), sin(radians(slide.angle))
    return c * x - s * y + slide.dx, s * x + c * y + slide.dy


def _on_slid_mat(hand: Hand, slide: Slide) -> Hand:
    """The hand follows the mat that was pushed away."""
    if slide == UNMOVED:
        return hand
    x, y = _slid(slide, hand.x, hand.y)
    held = hand.holding
    if held is not None:
        held_x, held_y = _slid(slide, held.x, held.y)
        held = replace(held, x=held_x, y=held_y, angle=held.angle + slide.angle)
    return replace(hand, x=x, y=y, holding=held)


def _grown(window: Window, by: int, size: tuple[int, int]) -> Window:
    x0, y0, x1, y1 = window
    return max(0, x0 - by), max(0, y0 - by), min(size[0], x1 + by), min(size[1], y1 + by)


def _is_seen(window: Window) -> bool:
    return window[0] < window[2] and window[1] < window[3]


def _union(a: Window, b: Window) -> Window:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _overlap(a: Window, b: Window) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _merged(windows: list[Window]) -> list[Window]:
    """The windows that are not empty; those that overlap become one."""
    rest = [window for window in windows if _is_seen(window)]
    done: list[Window] = []
    while rest:
        window = rest.pop()
        hit = next((other for other in rest if _overlap(window, other)), None)
        if hit is None:
            done.append(window)
        else:
            rest.remove(hit)
            rest.append(_union(window, hit))
    return done
