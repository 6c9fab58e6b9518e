"""How a learned symbol lies on a region of a picture, exactly: the fit after a first guess of its pose.

Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.recognition.card_colour import ink_colour, paper_beside
from vision.recognition.card_finding import DISC, SIDE, Floats, Picture, ink
from vision.tuning import number

GLARE: Final = number("card_fit.glare")
"""A pixel that is brighter than the paper by this is a mirrored lamp."""


@dataclass(frozen=True, slots=True)
class SymbolPose:
    """How a symbol may lie. ``like``: correlation; ``turn``: radians; ``square``: number of the region."""

    like: float
    number: int
    square: int
    scale: float
    turn: float


@dataclass(frozen=True)
class SeenRegion:
    """A square of SIDE pixels that may show a card, the colour of its paper, and ``place``: the homography
    from the picture to it."""

    square: Picture
    paper: Floats
    place: NDArray[Any]

    @cached_property
    def ink(self) -> Floats:
        """(SIDE, SIDE), from 0 to 1."""
        return ink(self.square, self.paper)


@dataclass(frozen=True, slots=True)
class Fit:
    """``like``: correlation after the exact fit; ``colour``: of the ink against the paper. ``laid``: the ink
    as it lies on the template; ``clear``: where no lamp is mirrored; ``place``: the homography from the
    template to the picture."""

    like: float
    number: int
    colour: Floats
    laid: Floats
    clear: NDArray[np.bool_]
    place: Floats


def fit(template: Floats, pose: SymbolPose, region: SeenRegion) -> Fit:
    """How well a symbol fits after the exact fit."""
    blurred = [cv2.GaussianBlur(template, (0, 0), blur) for blur in (0.6, 1.5, 3.0)]
    back = np.linalg.inv(region.place)

    def laid_by(warp: Floats) -> Fit:
        colours = _u8(laid_on(region.square, warp))
        paper = paper_beside(template, colours, region.paper)
        clear = DISC & ~((colours / paper).min(axis=2) > GLARE)
        laid = ink(colours, paper)
        like = max(_alike(one, laid, clear) for one in blurred)
        colour = ink_colour(colours, paper, template, clear)
        return Fit(like, pose.number, colour, laid, clear, np.asarray(back @ warp, np.float32))

    return max(map(laid_by, _steps(template, region.ink, _start(pose))), key=lambda found: found.like)


def laid_on(picture: Any, warp: Any) -> Any:
    """The picture seen from a template. ``warp``: the homography from the template to the picture."""
    flags, border = cv2.INTER_LINEAR + cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    return cv2.warpPerspective(picture, warp, (SIDE, SIDE), flags=flags, borderMode=border)


def _start(pose: SymbolPose) -> Floats:
    """The affine map from the template to the region: turned and scaled round the middle."""
    middle = SIDE / 2 - 0.5
    cos, sin = pose.scale * math.cos(pose.turn), pose.scale * math.sin(pose.turn)
    turned = np.array([[cos, sin], [-sin, cos]])
    shift = middle - turned @ np.array([middle, middle])
    matrix = np.eye(3, dtype=np.float32)
    matrix[:2, :2], matrix[:2, 2] = turned, shift
    return matrix


def _steps(template: Floats, seen: Floats, start: Floats) -> list[Floats]:
    """The map of the start and those after ECC, first with the six numbers of an affine map, then with the
    eight of a homography, as far as it converges. It may go astray: who calls takes the best."""
    mask = DISC.astype(np.uint8)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
    smooth = cv2.GaussianBlur(template, (0, 0), 1.2)
    steps: list[Any] = [start]
    try:
        _, affine = cv2.findTransformECC(
            smooth, seen, start[:2].copy(), cv2.MOTION_AFFINE, stop, _seen_mask(seen, mask), 15
        )
        steps.append(np.vstack([affine, [0, 0, 1]]).astype(np.float32))
        _, warp = cv2.findTransformECC(
            smooth, seen, steps[-1].copy(), cv2.MOTION_HOMOGRAPHY, stop, _seen_mask(seen, mask), 5
        )
        steps.append(np.asarray(warp, np.float32))
    except cv2.error:
        pass
    return [step for step in steps if 0.4 < abs(np.linalg.det(step[:2, :2])) < 3.0]


def _seen_mask(seen: Floats, mask: Picture) -> Picture:
    """The mask of the input: a disc a little larger than the symbol."""
    return _u8(cv2.dilate(mask, np.ones((15, 15), np.uint8))) * np.uint8(seen.ndim == 2)


def _alike(template: Any, laid: Any, where: NDArray[np.bool_]) -> float:
    """Correlation over a part of the pixels."""
    one, other = template[where], laid[where]
    if len(one) < 100:
        return 0.0
    one, other = one - one.mean(), other - other.mean()
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / norm if norm > 1e-6 else 0.0


def _u8(picture: Any) -> Picture:
    return np.asarray(picture, np.uint8)
