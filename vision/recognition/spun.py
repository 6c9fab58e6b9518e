"""Which card lies in a place where cards lie turned by any angle, by its symbol and its colour.

The place is known to a sixth of a card and its scale exactly, so no outline is sought (the pile below shows
beside the card). The ink is unrolled round every point where the card's middle may be, and laid on every
known symbol. The best few are fitted exactly (:mod:`vision.recognition.cards`). Pure functions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from vision.change import difference, plain
from vision.objects import PATCH, SPUN, Cutting, spun
from vision.opencv import cv2
from vision.recognition.card_colour import ink_colour
from vision.recognition.card_finding import MARGIN, SIDE, Floats, Picture, ink, paper_colour
from vision.recognition.card_fit import SeenRegion, fit
from vision.recognition.cards import (
    MISREAD,
    CardBox,
    best_poses,
    seen_by,
    spectrum,
    unrolled,
)
from vision.recognition.cards import shares as shares_of
from vision.tuning import whole
from vision.types import Image

_REACH: Final = whole("spun.reach")
"""Pixels of a region of SIDE by which a card's middle may lie beside its place: a fifth of a card."""
_STEP: Final = whole("spun.step")
"""Pixels between two points at which the middle is sought: half of what the blur of inks covers."""


def deck_of(portraits: Mapping[str, Sequence[Cutting]]) -> CardBox | None:
    """All cards with a portrait of how they lie in such places; None if there are none."""
    squares = [
        (name, _square(cutting.pixels))
        for name, some in portraits.items()
        for cutting in some
        if cutting.size == SPUN
    ]
    if not squares:
        return None
    inks, colours = [], []
    for _, square in squares:
        paper = paper_colour(square)
        inks.append(ink(square, paper))
        colours.append(ink_colour(square, paper, inks[-1]))
    return CardBox(tuple(name for name, _ in squares), np.stack(inks), np.stack(colours))


def joined(deck: CardBox | None, learned: CardBox | None) -> CardBox | None:
    """One deck made of two. What the first one lacks comes from the second."""
    if deck is None or learned is None:
        return deck or learned
    more = [number for number, name in enumerate(learned.names) if name not in deck.names]
    return CardBox(
        (*deck.names, *(learned.names[number] for number in more)),
        np.concatenate([deck.inks, learned.inks[more]]),
        np.concatenate([deck.colours, learned.colours[more]]),
    )


def shares(deck: CardBox | None, patch: Image) -> dict[str, float]:
    """The probability of each card whose middle may lie near the middle of a log patch (PATCH times the
    place). Cards that are left out have next to none; what is left to 1 is the probability of a card that is
    not in the deck."""
    if deck is None:
        return {}
    square = _square(patch)
    paper = paper_colour(square)
    seen = ink(square, paper)
    shifts = list(_shifts())
    spectra = [spectrum(unrolled(seen, 1.0, shift)) for shift in shifts]
    poses = best_poses(deck, [(number, 1.0) for number in range(len(shifts))], spectra)
    fits = [fit(deck.inks[pose.number], pose, _region(square, paper, shifts[pose.square])) for pose in poses]
    return shares_of(deck, seen_by(deck, fits))


def nats_for(name: str, found: Mapping[str, float], names: Sequence[str]) -> float:
    """Nats for one card against any other of these ``names``, by what :func:`shares` found."""
    others = [other for other in names if other in found]
    return math.log(max(found.get(name, 0.0), MISREAD / max(1, len(names))) * max(1, len(others)))


def nats_gone(found: Mapping[str, float], pieces: Sequence[str]) -> float:
    """Nats for it that something else lies there than before: than the one card of ``pieces``, or than none.
    By what :func:`shares` found; 0 if it found nothing."""
    still = found.get(pieces[0], 0.0) if pieces else 1.0 - sum(found.values())
    return math.log(max(1.0 - still, MISREAD) / max(still, MISREAD)) if found else 0.0


def on_sheet(seen: Image, bare: Image) -> Cutting:
    """A portrait of the one card in a place of a contact sheet, with the card's middle in its middle."""
    mask = np.asarray(
        cv2.morphologyEx(difference(seen, bare).mask, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)), np.uint8
    )
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return spun(seen)
    (x, y), _, _ = cv2.minAreaRect(max(contours, key=cv2.contourArea))
    height, width = seen.shape[:2]
    move = np.array([[1, 0, width / 2 - 0.5 - x], [0, 1, height / 2 - 0.5 - y]], np.float32)
    laid = cv2.warpAffine(seen, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return spun(np.asarray(laid, np.uint8))


def _square(patch: Image) -> Picture:
    """A log patch as a region of SIDE pixels: both have the same margin round a card."""
    assert math.isclose(PATCH, MARGIN)
    return np.asarray(cv2.resize(plain(patch), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.uint8)


def _shifts() -> Iterator[tuple[int, int]]:
    for x in range(-_REACH, _REACH + 1, _STEP):
        for y in range(-_REACH, _REACH + 1, _STEP):
            if math.hypot(x, y) <= _REACH + 1:
                yield x, y


def _region(square: Picture, paper: Floats, shift: tuple[int, int]) -> SeenRegion:
    move = np.array([[1, 0, -shift[0]], [0, 1, -shift[1]], [0, 0, 1]], np.float32)
    shifted = cv2.warpAffine(square, move[:2], (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return SeenRegion(np.asarray(shifted, np.uint8), paper, move)
