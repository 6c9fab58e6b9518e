"""Which card it is: its symbol and its colour, each told by itself, from one example of each card.

A card is found (:mod:`vision.recognition.card_finding`). Its ink is laid on every learned symbol by turning
it, and the best few are fitted exactly. What differs after that decides. Its colour:
:mod:`vision.recognition.card_colour`."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from vision.opencv import cv2
from vision.recognition.card_colour import (
    colour_shares,
    ink_colour,
    paper_beside,
    same_ink,
    softmax,
    spread_of,
)
from vision.recognition.card_finding import (
    DISC,
    REACH,
    SIDE,
    Floats,
    Picture,
    ink,
    paper_colour,
    rectified,
    regions,
)
from vision.tuning import number, whole

ANGLES, RADII, WAVES = whole("cards.angles"), whole("cards.radii"), whole("cards.waves")
"""A symbol is unrolled round its middle at so many angles and radii. So many waves along the angle are
compared."""
SCAN: Final = number("cards.scan")
"""A picture whose sides differ by less than this ratio shows one card and nothing else."""
SCALES: Final = tuple(
    number("cards.smallest") * number("cards.larger") ** n for n in range(whole("cards.scales"))
)
"""A region may be the card or only its paper: so much larger or smaller is tried, 0.72 to 1.42."""
SOFT: Final = number("cards.soft")
"""Thin lines are compared under a blur of so many pixels, because middle, scale and turn are only nearly
right."""
FITTED: Final = whole("cards.fitted")
"""So many symbols are fitted exactly."""
INDEPENDENT: Final = whole("cards.independent")
"""So many pixels of a difference count as one independent reading; fitted on composed pictures."""
GLARE: Final = number("cards.glare")
"""A pixel that is brighter than the paper by this is a mirrored lamp."""
UNKNOWN_LIKE: Final = number("cards.unknown_like")
"""The correlation that a card which was never learned, or half a card, reaches; from an edition that was not
learned from."""
MISREAD: Final = number("cards.misread")
"""How often a card is another one than all its readings say, the probability of all other cards together;
below the goal for look-alikes."""
OTHER_INK: Final = math.log(MISREAD)
"""The ink alone rules a card out no more surely than any card is read."""
MARGIN_SURE: Final = number("cards.margin_sure")
"""A reading of less probability than this is unsure."""


class CardsError(ValueError):
    """A box or picture that cannot be used; ``key`` is a sentence with ``{path}``."""

    def __init__(self, key: str, path: Path) -> None:
        super().__init__(key.format(path=path))
        self.key, self.path = key, path


@dataclass(frozen=True, slots=True)
class CardReading:
    """``card``: "" when nothing like a card is seen. ``sure``: probability from 0 to 1. ``rivals``: other
    cards and their probabilities, the likeliest first."""

    card: str
    sure: float
    unsure: bool
    rivals: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class CardBox:
    """What was learned of a set of cards. ``names``: of the cards, ``SYMBOL-COLOUR`` or one word; ``inks``:
    (n, SIDE, SIDE) from 0 to 1; ``colours``: (n, 3), logarithm of ink against paper, BGR."""

    names: tuple[str, ...]
    inks: Floats
    colours: Floats

    @cached_property
    def spectra(self) -> NDArray[np.complex64]:
        """(WAVES, n, RADII) spectra along the angle, of norm 1 over the weights."""
        return np.stack([spectrum(unrolled(one, 1.0)) for one in self.inks], axis=1)

    @cached_property
    def by_colour(self) -> Mapping[str, Floats]:
        """The mean colour of each name of a colour."""
        found: dict[str, list[Floats]] = {}
        for name, colour in zip(self.names, self.colours, strict=True):
            if "-" in name:
                found.setdefault(colour_of(name), []).append(colour)
        return {name: np.mean(rows, axis=0) for name, rows in found.items()}

    @cached_property
    def by_symbol(self) -> Mapping[str, Mapping[str, Floats]]:
        """The colour of each card, by its symbol and the name of its colour."""
        found: dict[str, dict[str, Floats]] = {}
        for name, colour in zip(self.names, self.colours, strict=True):
            if "-" in name:
                found.setdefault(symbol_of(name), {})[colour_of(name)] = colour
        return found

    @cached_property
    def spreads(self) -> Sequence[float]:
        """How far the colour of each card's ink may lie from the learned one."""
        return [spread_of(one) for one in self.inks]

    def pack(self) -> bytes:
        """As a compressed archive of arrays; :meth:`load` reads it."""
        file = io.BytesIO()
        np.savez_compressed(
            file,
            version=np.array([1]),
            names=np.array(self.names),
            inks=np.rint(255 * self.inks).astype(np.uint8),
            colours=self.colours,
        )
        return file.getvalue()

    @classmethod
    def load(cls, path: Path) -> CardBox:
        """Read such an archive. Raises CardsError."""
        try:
            with np.load(path, allow_pickle=False) as data:
                inks = data["inks"].astype(np.float32) / 255
                names, colours = tuple(map(str, data["names"])), data["colours"].astype(np.float32)
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise CardsError("{path} is no box of cards.", path) from error
        if not names or inks.shape != (len(names), SIDE, SIDE) or colours.shape != (len(names), 3):
            raise CardsError("{path} is no box of cards.", path)
        return cls(names, inks, colours)


def symbol_of(name: str) -> str:
    """The part of a card's name before its last hyphen; the whole name if it has none."""
    return name.rpartition("-")[0] or name


def colour_of(name: str) -> str:
    """The part after the last hyphen, or ""."""
    return name.rpartition("-")[2] if "-" in name else ""


def learn(pictures: Mapping[str, Picture]) -> CardBox:
    """From one picture of each card, by name; the card fills its picture or lies alone in it."""
    inks, colours = [], []
    for picture in pictures.values():
        square = rectified(picture, _only_card(picture))
        paper = paper_colour(square)
        for _ in range(3):  # the first guess may be the mixture of paper and thin lines
            paper = paper_beside(ink(square, paper), square, paper)
        seen = ink(square, paper)
        inks.append(seen)
        colours.append(ink_colour(square, paper, seen))
    return CardBox(tuple(pictures), np.stack(inks), np.stack(colours))


def _only_card(picture: Picture) -> Floats:
    """The corners of the one card. A picture as square as a card is a scan of one; in any other picture the
    first outline is the card."""
    found = regions(picture)
    rows, columns = picture.shape[:2]
    return found[-1] if min(rows, columns) >= SCAN * max(rows, columns) else found[0]


def unrolled(seen: Floats, scale: float, beside: tuple[int, int] = (0, 0)) -> Floats:
    """(RADII, ANGLES) round the middle or so many pixels ``beside`` it, out to REACH times ``scale``."""
    middle = (SIDE / 2 - 0.5 + beside[0], SIDE / 2 - 0.5 + beside[1])
    soft = cv2.GaussianBlur(seen, (0, 0), SOFT)
    polar = cv2.warpPolar(soft, (RADII, ANGLES), middle, REACH * scale, cv2.WARP_POLAR_LINEAR)
    return np.asarray(polar, np.float32).T


_WEIGHTS: Final = (np.arange(RADII, dtype=np.float32) + 0.5)[:, None] / RADII


def spectrum(polar: Floats) -> NDArray[np.complex64]:
    mean = float((polar * _WEIGHTS).sum() / (_WEIGHTS.sum() * ANGLES))
    centred = (polar - mean) * np.sqrt(_WEIGHTS)
    norm = float(np.linalg.norm(centred)) or 1.0
    return np.asarray(np.fft.rfft(centred / norm, axis=1)[:, :WAVES].T, np.complex64)


@dataclass(frozen=True, slots=True)
class SymbolPose:
    """How a symbol may lie. ``like``: correlation; ``turn``: radians; ``square``: number of the region."""

    like: float
    number: int
    square: int
    scale: float
    turn: float


def read(box: CardBox, picture: Picture) -> CardReading:
    """The card in a picture."""
    ranked = sorted(shares(box, _fits(box, picture)).items(), key=lambda row: -row[1])
    (card, sure), rivals = ranked[0], ranked[1:]
    unsure = sure < MARGIN_SURE
    return CardReading(card, sure, unsure, tuple(row for row in rivals[:4] if row[1] >= 0.001))


def best_fit(box: CardBox, picture: Picture) -> Fit:
    """How the likeliest symbol lies on a picture."""
    return max(_fits(box, picture), key=lambda fit: fit.like)


def _fits(box: CardBox, picture: Picture) -> list[Fit]:
    squares = dict(enumerate(rectified(picture, corners) for corners in regions(picture)))
    papers = {number: paper_colour(square) for number, square in squares.items()}
    inks = {number: ink(square, papers[number]) for number, square in squares.items()}
    return [fit(box, pose, inks, squares, papers) for pose in _poses(box, inks)]


def shares(box: CardBox, fits: Sequence[Fit]) -> dict[str, float]:
    """The probability of each card whose symbol is among the fits. What is left to 1 is the probability of no
    such card."""
    best = max(fits, key=lambda fit: fit.like)
    shown = _colours(box, best)
    cards: dict[str, float] = {}
    for symbol, chance in _symbols(box, fits).items():
        if not any(name.startswith(f"{symbol}-") for name in box.names):
            cards[symbol] = chance
            continue
        for colour, share in shown.items():
            cards[f"{symbol}-{colour}"] = chance * share
    return cards


def _poses(box: CardBox, inks: Mapping[int, Floats]) -> list[SymbolPose]:
    """The best poses over all regions and scales."""
    tries = [(square, scale) for square in inks for scale in SCALES]
    return best_poses(box, tries, [spectrum(unrolled(inks[square], scale)) for square, scale in tries])


def best_poses(
    box: CardBox, tries: Sequence[tuple[int, float]], spectra: Sequence[NDArray[np.complex64]]
) -> list[SymbolPose]:
    """The best pose of each symbol over all tries (number of the region, scale), of the likeliest symbols
    only. ``spectra``: of each try."""
    waves = np.matmul(box.spectra, np.conj(np.stack(spectra, axis=2)))
    turns = np.fft.irfft(waves, n=ANGLES, axis=0)
    places, likes = turns.argmax(axis=0), turns.max(axis=0)
    best: dict[str, SymbolPose] = {}
    for at, found in enumerate(likes):
        n = int(found.argmax())
        turn = 2 * math.pi * int(places[at, n]) / ANGLES
        pose = SymbolPose(float(found[n]), at, *tries[n], turn)
        symbol = symbol_of(box.names[at])
        if symbol not in best or pose.like > best[symbol].like:
            best[symbol] = pose
    return sorted(best.values(), key=lambda pose: -pose.like)[:FITTED]


@dataclass(frozen=True, slots=True)
class Fit:
    """``like``: correlation after the exact fit; ``colour``: of the ink against the paper."""

    like: float
    number: int
    colour: Floats


def fit(
    box: CardBox,
    pose: SymbolPose,
    inks: Mapping[int, Floats],
    squares: Mapping[int, Picture],
    papers: Mapping[int, Floats],
) -> Fit:
    """How well the symbol of a pose fits after the exact fit; inks, squares and papers by region."""
    template, seen = box.inks[pose.number], inks[pose.square]
    flags, border = cv2.INTER_LINEAR + cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    square = squares[pose.square]
    blurred = [cv2.GaussianBlur(template, (0, 0), blur) for blur in (0.6, 1.5, 3.0)]

    def laid_by(warp: Floats) -> tuple[float, Floats]:
        colours = _u8(cv2.warpPerspective(square, warp, (SIDE, SIDE), flags=flags, borderMode=border))
        paper = paper_beside(template, colours, papers[pose.square])
        clear = DISC & ~((colours / paper).min(axis=2) > GLARE)
        laid = ink(colours, paper)
        like = max(_alike(one, laid, clear) for one in blurred)
        return like, ink_colour(colours, paper, template, clear)

    like, colour = max(map(laid_by, _steps(template, seen, _start(pose))), key=lambda row: row[0])
    return Fit(like, pose.number, colour)


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


def _symbols(box: CardBox, fits: Sequence[Fit]) -> dict[str, float]:
    """Probability of each symbol. What an exact fit leaves unexplained counts as normal noise."""
    logs = {symbol_of(box.names[fit.number]): _explained(fit.like) + _own_ink(box, fit) for fit in fits}
    return softmax(logs, _explained(UNKNOWN_LIKE))


def _own_ink(box: CardBox, fit: Fit) -> float:
    """What the ink says for a card of one print only: two of them may differ in nothing but their inks."""
    if colour_of(box.names[fit.number]):
        return 0.0
    return max(same_ink(box.colours[fit.number], fit.colour, box.spreads[fit.number]), OTHER_INK)


def _colours(box: CardBox, fit: Fit) -> dict[str, float]:
    """Probability of each colour, judged by the learned cards of the fitted symbol if there are any: thin
    lines look paler than broad ones."""
    learned = {**box.by_colour, **box.by_symbol.get(symbol_of(box.names[fit.number]), {})}
    return colour_shares(learned, fit.colour, box.spreads[fit.number])


def _explained(like: float) -> float:
    return -0.5 * INDEPENDENT * math.log(1.0001 - max(0.0, like) ** 2)


def _u8(picture: Any) -> Picture:
    return np.asarray(picture, np.uint8)
