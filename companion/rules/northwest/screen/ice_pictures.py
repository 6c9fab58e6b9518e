"""Textures of a polar sea: land and water by corners, ice, ships and sleds, tokens, the sun. Drawn once."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from kivy.graphics.texture import Texture
from numpy.typing import NDArray

from companion.screen import theme
from companion.screen.pictures import FINE, grid, polygon, texture
from companion.screen.theme import Colour

WATER = theme.rgb("2f7fb5")
ICE = theme.rgb("cfe8f6")
LAND = theme.rgb("8a9a5b")
SNOW = theme.rgb("a49f7c")
OPEN = theme.rgb("cdd9d6")
"""The bare grid of the board, where no tile lies and the sea is open."""
FROZEN = theme.rgb("f1f1ee")
LINE = theme.rgb("0b5cad")
SUN = theme.rgb("f6b21b")
GOAL = theme.rgb("2e9e44")
GHOST = (0.45, 0.45, 0.45, 1.0)

_SIDE = 64
_COAST = 0.02

Bools = NDArray[np.bool_]


@lru_cache(maxsize=64)
def terrain(picture: str, frozen: bool) -> Texture:
    """One square: land ``x`` or sea at its corners, ``x./.x``, the northern row first. Land reaches to the
    middle of the square; land in corners that face each other is not joined."""
    x, y = grid(_SIDE)
    north, south = picture.split("/")
    corners = {(-1, 1): north[0], (1, 1): north[1], (-1, -1): south[0], (1, -1): south[1]}
    rgba = np.zeros((*x.shape, 4))
    rgba[:] = ICE if frozen else WATER
    land = np.zeros(x.shape, dtype=bool)
    for (east, up), label in corners.items():
        if label == "x":
            land |= (east * x > _COAST) & (up * y > _COAST) & (east * x + up * y > 0.35)
    land |= _joined(x, y, corners)
    rgba[land] = SNOW if frozen else LAND
    return texture(rgba)


def _joined(x: NDArray[np.float64], y: NDArray[np.float64], corners: dict[tuple[int, int], str]) -> Bools:
    """The strips along sides whose two ends are land; all of a square whose four corners are."""
    found = np.zeros(x.shape, dtype=bool)
    for side in (-1, 1):
        if corners[side, 1] == corners[side, -1] == "x":
            found |= side * x > 0.2
        if corners[1, side] == corners[-1, side] == "x":
            found |= side * y > 0.2
    if set(corners.values()) == {"x"}:
        found[:] = True
    return found


@lru_cache(maxsize=8)
def hatch(colour: Colour) -> Texture:
    """Slanting stripes that can be repeated."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    rgba[np.floor((x + y) * 2).astype(int) % 2 == 0] = colour
    made = texture(rgba)
    made.wrap = "repeat"
    return made


_SHIP = ((-0.95, -0.25), (0.95, -0.25), (0.6, -0.85), (-0.6, -0.85))
_SAIL = ((-0.08, -0.1), (-0.08, 0.95), (0.8, -0.1))
_JIB = ((-0.2, -0.1), (-0.2, 0.7), (-0.75, -0.1))


def _ship(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    parts = (polygon(x, y, list(part)) for part in (_SHIP, _SAIL, _JIB))
    return np.asarray(np.logical_or.reduce(list(parts)))


def _sled(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    """A flat load on two posts and a runner that bends up in front."""
    load = (abs(x + 0.1) < 0.75) & (abs(y - 0.2) < 0.5)
    posts = (abs(abs(x + 0.1) - 0.5) < 0.1) & (abs(y + 0.5) < 0.35)
    runner = (abs(y + 0.8) < 0.1) & (abs(x) < 0.85)
    bend = (abs(np.hypot(x - 0.7, y + 0.45) - 0.35) < 0.1) & (x > 0.65)
    return np.asarray(load | posts | runner | bend)


_VEHICLES = {"ship": _ship, "sled": _sled}


@lru_cache(maxsize=16)
def vehicle(name: str, colour: Colour) -> Texture:
    """A ship or a sled in a player's colour, with a dark rim."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    rgba[_grown(_VEHICLES[name](x / 0.94, y / 0.94), 4 * FINE)] = (1.0, 1.0, 1.0, 0.95)
    rgba[_grown(_VEHICLES[name](x / 0.94, y / 0.94), 2 * FINE)] = (0.06, 0.06, 0.06, 1.0)
    rgba[_VEHICLES[name](x / 0.94, y / 0.94)] = colour
    return texture(rgba)


def _grown(mask: Bools, by: int) -> Bools:
    """A shape with a rim of ``by`` samples round it, square at its corners."""
    padded = np.pad(mask, by)
    rows = np.logical_or.reduce([np.roll(padded, step, axis=0) for step in range(-by, by + 1)])
    both = np.logical_or.reduce([np.roll(rows, step, axis=1) for step in range(-by, by + 1)])
    return np.asarray(both[by:-by, by:-by])


def _cairn(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    stones = ((0.0, -0.45, 0.6), (0.05, -0.05, 0.42), (-0.02, 0.3, 0.28))
    return np.asarray(
        np.logical_or.reduce([((x - a) / w) ** 2 + ((y - b) / 0.19) ** 2 < 1 for a, b, w in stones])
    )


def _igloo(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    dome = (np.hypot(x, y + 0.4) < 0.65) & (y > -0.4)
    door = (np.hypot(x, y + 0.4) < 0.22) & (y > -0.4)
    return np.asarray(dome & ~door)


def _camp(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    tent = polygon(x, y, [(-0.65, -0.5), (0.65, -0.5), (0.0, 0.55)])
    return tent & ~polygon(x, y, [(-0.18, -0.5), (0.18, -0.5), (0.0, 0.05)])


def _waves(x: NDArray[np.float64], y: NDArray[np.float64]) -> Bools:
    crest = 0.14 * np.sin(x * 7)
    return np.asarray(((abs(y - 0.25 - crest) < 0.12) | (abs(y + 0.25 - crest) < 0.12)) & (abs(x) < 0.65))


SYMBOLS = {"cairn": _cairn, "inuit": _igloo, "franklin": _camp, "strait": _waves}


@lru_cache(maxsize=32)
def symbol(name: str, token: bool) -> Texture:
    """The sign of a token: on a disc while the token lies there, bare when it has been taken. A token
    without a sign of its own is a plain disc."""
    x, y = grid(_SIDE)
    rgba = np.zeros((*x.shape, 4))
    if token:
        rgba[np.hypot(x, y) < 0.98] = (0.06, 0.06, 0.06, 1.0)
        rgba[np.hypot(x, y) < 0.88] = theme.CARD
    if name in SYMBOLS:
        rgba[SYMBOLS[name](x, y)] = theme.CARD_INK if token else GHOST
    return texture(rgba)


@lru_cache(maxsize=1)
def sun() -> Texture:
    """The sun disc: a disc with rays."""
    x, y = grid(_SIDE)
    rays = np.hypot(x, y) < 0.78 + 0.17 * np.cos(np.arctan2(y, x) * 12)
    rgba = np.zeros((*x.shape, 4))
    rgba[rays] = (0.35, 0.2, 0.0, 1.0)
    rgba[np.hypot(x, y) < 0.72] = SUN
    return texture(rgba)


@lru_cache(maxsize=4)
def place(colour: Colour, filled: bool) -> Texture:
    """A place of the sun's arc."""
    x, y = grid(_SIDE)
    away = np.hypot(x, y)
    rgba = np.zeros((*x.shape, 4))
    rgba[(away < 0.9) if filled else (abs(away - 0.8) < 0.12)] = colour
    return texture(rgba)
