"""The colour of a card's ink against its paper: how it is measured, and how it is told among learned ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.recognition.card_finding import DISC, Floats, Picture
from vision.tuning import number

COLOUR_SD: Final = number("card_colour.colour_sd")
"""Spread of the colour of ink, in shares of the paper's light."""
THIN_SD: Final = number("card_colour.thin_sd")
"""The same for thin lines."""
THIN: Final = number("card_colour.thin")
"""Lines of which less than this share is left without a rim of 3 pixels are thin."""
PALER: Final = number("card_colour.paler")
"""So much of a colour's change towards the paper says nothing."""
BARE: Final = number("card_colour.bare")
"""Where a learned card has less ink than this is its paper."""
UNKNOWN_COLOUR: Final = number("card_colour.unknown_colour")
"""A colour that is so many spreads off is one that was never learned."""


def paper_beside(template: Floats, colours: Picture, found: Floats) -> Floats:
    """The colour of the paper where the fitted card has no ink; the one that was ``found`` before if it has
    hardly any such place. A region may be the disc of a symbol, whose ink then looks like its paper."""
    bare = colours[DISC & (template < BARE)].astype(np.float32)
    return np.asarray(np.maximum(np.median(bare, axis=0), 1), np.float32) if len(bare) >= 100 else found


def ink_colour(square: Picture, paper: Floats, pattern: Floats, where: NDArray[np.bool_] = DISC) -> Floats:
    """Logarithm of the ink's colour against the paper's, from the most coloured half of what is ink."""
    ratio = np.clip(square.astype(np.float32) / paper, 0.02, 1.2)
    inner = (cv2.erode(pattern, np.ones((3, 3), np.uint8)) > 0.35) & where
    pixels = ratio[inner]
    if len(pixels) < 30:
        return np.zeros(3, np.float32)
    spread = pixels.max(axis=1) - pixels.min(axis=1)
    return np.asarray(np.log(np.median(pixels[spread >= np.median(spread)], axis=0)), np.float32)


def spread_of(seen: Floats) -> float:
    """How far the colour of this ink may lie from the learned one: further for thin lines, which every
    picture mixes with what is beside them. Of those hardly any ink is left when its rim is taken away."""
    mark = (seen > 0.5).astype(np.uint8) * DISC
    thin = int(cv2.erode(mark, np.ones((7, 7), np.uint8)).sum()) < THIN * int(mark.sum())
    return THIN_SD if thin else COLOUR_SD


def colour_shares(learned: Mapping[str, Floats], seen: Floats, spread: float) -> dict[str, float]:
    """Probability of each learned colour. A lamp that dims all channels alike changes nothing."""
    logs = {name: same_ink(colour, seen, spread) for name, colour in learned.items()}
    return softmax(logs, -0.5 * UNKNOWN_COLOUR**2)


def same_ink(learned: Floats, seen: Floats, spread: float) -> float:
    """Logarithm of how likely two colours are of the same ink. They are compared as shares of the paper's
    light, because what a camera adds to a dark channel is large in its logarithm only."""
    return -0.5 * float((colour_apart(learned, seen) ** 2).sum()) / spread**2


def colour_apart(learned: Floats, seen: Floats) -> Floats:
    """How far a seen colour is from a learned one, in shares of the paper's light, with most of what blur and
    glare do left out: they mix the ink with its paper."""
    ink = np.exp(np.asarray(learned, np.float64))
    apart, paler = np.exp(np.asarray(seen, np.float64)) - ink, 1.0 - ink
    along = float(apart @ paler) / max(float(paler @ paler), 1e-6)
    return np.asarray(apart - PALER * along * paler, np.float32)


def softmax(logs: Mapping[str, float], unknown: float) -> dict[str, float]:
    """What is left to 1 is the probability of none of them."""
    top = max(unknown, *logs.values()) if logs else unknown
    weights = {name: math.exp(value - top) for name, value in logs.items()}
    whole = math.fsum(weights.values()) + math.exp(unknown - top)
    return {name: weight / whole for name, weight in weights.items()}
