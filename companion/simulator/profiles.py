"""Named rooms and cameras: where the light comes from, how the camera hangs and how well it sees.

A profile also names the *print* (art style) of the box. So a camera can learn the box under one profile and
be tested under another, with other art, lens, noise and colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, radians, sin

from companion.simulator import tuning
from companion.simulator.camera import Viewpoint

Triple = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Light:
    """``direction``: unit vector from the table to the key light. ``key``, ``ambient``: BGR in linear light
    (their sum on a level surface is near 1). ``softness``: blur of a shadow's edge in pitches per pitch
    of height. ``falloff``: height of a lamp above the table in pitches, 0 = daylight without falloff."""

    direction: Triple
    key: Triple
    ambient: Triple
    softness: float
    falloff: float = 0.0


@dataclass(frozen=True, slots=True)
class Film:
    """How the camera turns light into a picture. ``ev``: exposure against a white sheet at 0.8; ``balance``:
    BGR gains; ``defocus``: sigma in pixels; ``shot``: variance of noise per linear light; ``read``: its
    standard deviation in the dark, in linear light; ``vignette``: loss in the corners; ``adapt``: how far the
    automatic exposure follows the scene (0 = fixed); ``jpeg``: quality; ``gamma``: tone curve exponent."""

    ev: float = 0.0
    balance: Triple = (1.0, 1.0, 1.0)
    defocus: float = tuning.number("profiles.defocus")
    shot: float = tuning.number("profiles.shot")
    read: float = tuning.number("profiles.read")
    vignette: float = tuning.number("profiles.vignette")
    adapt: float = 0.0
    jpeg: int = 92
    gamma: float = 2.2


USUAL_PRINT = "classic"
"""The art style of the box, unless a profile has another."""


@dataclass(frozen=True, slots=True)
class Profile:
    """``surface``: the table (``oak``, ``walnut``, ``cloth``); ``print``: the art style; ``warp``: how far
    the sheets of mat and board wave, in pitches of displacement; ``mat``: whether there is a printed mat;
    ``curtain``: whether a light curtain is printed round it."""

    name: str
    view: Viewpoint
    light: Light
    film: Film = field(default_factory=Film)
    print: str = USUAL_PRINT
    surface: str = "oak"
    warp: float = 0.0
    mat: bool = True
    curtain: bool = False


def towards(azimuth: float, elevation: float) -> Triple:
    """The unit vector to a light at a compass azimuth (0 = north, clockwise) and elevation, in degrees."""
    a, e = radians(azimuth), radians(elevation)
    return sin(a) * cos(e), cos(a) * cos(e), sin(e)


_EASY = Profile(
    "easy",
    Viewpoint(tilt=4.0, roll=1.5, fov=60.0, lens=(-0.03, 0.004, 0.0, 0.0, 0.0)),
    Light(towards(-50.0, 55.0), (0.48, 0.5, 0.5), (0.6, 0.58, 0.56), softness=0.5),
)

_EVENING = Profile(
    "evening",
    Viewpoint(tilt=20.0, azimuth=6.0, roll=-2.0, fov=66.0, lens=(-0.11, 0.03, 0.0004, -0.0006, 0.0)),
    Light(towards(40.0, 58.0), (0.36, 0.62, 0.88), (0.13, 0.2, 0.27), softness=0.25, falloff=16.0),
    Film(
        ev=-0.6,
        balance=(1.45, 1.05, 0.92),
        defocus=0.8,
        shot=0.0003,
        read=0.0025,
        vignette=0.25,
        adapt=0.35,
        jpeg=85,
        gamma=2.1,
    ),
    print="neon",
    surface="walnut",
    warp=0.012,
)

_SLANTED = Profile(
    "slanted",
    Viewpoint(tilt=35.0, azimuth=-9.0, roll=2.5, fov=70.0, lens=(-0.17, 0.045, -0.0008, 0.0007, 0.0)),
    Light(towards(105.0, 42.0), (0.78, 0.84, 0.86), (0.36, 0.32, 0.3), softness=0.05),
    Film(
        ev=-0.2,
        balance=(0.97, 1.0, 1.05),
        defocus=0.9,
        shot=0.0006,
        read=0.004,
        vignette=0.3,
        adapt=0.5,
        jpeg=80,
        gamma=2.35,
    ),
    surface="cloth",
    warp=0.02,
)

PROFILES: Mapping[str, Profile] = {profile.name: profile for profile in (_EASY, _EVENING, _SLANTED)}
