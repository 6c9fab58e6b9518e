"""Which card it is: its symbol and its colour, each told by itself, from one example of each card.

A card is found (:mod:`vision.recognition.card_finding`). Its ink is laid on every learned symbol by turning
it, and the best few are fitted exactly. What differs after that decides. Its colour:
:mod:`vision.recognition.card_colour`."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final
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
    REACH,
    SIDE,
    Floats,
    Picture,
    ink,
    paper_colour,
    place_of,
    rectified,
    regions,
)
from vision.recognition.card_fit import Fit, SeenRegion, SymbolPose, fit, laid_on
from vision.recognition.card_inks import paired
from vision.recognition.card_pairs import evidence, shape
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
UNKNOWN_LIKE: Final = number("cards.unknown_like")
"""The correlation that a card which was never learned, or half a card, reaches; from an edition that was not
learned from."""
PAIR: Final = number("cards.pair")
"""Nats between two symbols for evidence of one whole difference between them."""
RIVALLED: Final = number("cards.rivalled")
"""Nats for a card of the box, for evidence of one whole difference from the nearest rival."""
EXPLAINED: Final = number("cards.explained")
"""Nats for a card of the box, for each time that what its symbol leaves unexplained is divided by e."""
STRANGE: Final = number("cards.strange")
"""Nats against a card of the box where nothing speaks for it, one card in twenty being none of it."""
LEARNED: Final = number("cards.learned")
"""If so large a part of the cards has an ink that was learned, they are of the print that was learned."""
KNOWN: Final = number("cards.known")
"""The ink of a card whose symbol is known with this probability is an ink of the box."""
MISREAD: Final = number("cards.misread")
"""How often a card is another one than all its readings say, the probability of all other cards together;
below the goal for look-alikes."""
OTHER_INK: Final = math.log(MISREAD)
"""The ink alone rules a card out no more surely than any card is read."""
MARGIN_SURE: Final = number("cards.margin_sure")
"""A reading of less probability than this is unsure."""
MARGIN_TOGETHER: Final = number("cards.margin_together")
"""The same for a reading among many of another print."""


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


def read(box: CardBox, picture: Picture) -> CardReading:
    """The card in a picture."""
    return _reading(shares(box, seen_by(box, fits_in(box, picture))), MARGIN_SURE)


def read_all(box: CardBox, pictures: Iterable[Picture]) -> list[CardReading]:
    """The card in each picture of one box under one camera. If they show all colours in other inks than those
    that were learned, they are of another print: inks are told by all of them together then, and symbols by
    nothing but what differs between them."""
    fits = [fits_in(box, picture) for picture in pictures]
    told = shares_together(box, fits) if _of_another_print(box, fits) else None
    if told is not None:
        return [_reading(cards, MARGIN_TOGETHER) for cards in told]
    return [_reading(shares(box, seen_by(box, some)), MARGIN_SURE) for some in fits]


def _of_another_print(box: CardBox, fits: Sequence[Sequence[Fit]]) -> bool:
    """Whether most cards have other inks than those that were learned."""
    seen = [_colours(box, max(some, key=lambda fit: fit.like)) for some in fits]
    known = sum(max(shown.values(), default=1.0) >= KNOWN for shown in seen)
    return known < LEARNED * len(seen)


def _reading(cards: Mapping[str, float], margin: float) -> CardReading:
    (card, sure), *rivals = sorted(cards.items(), key=lambda row: -row[1])
    return CardReading(card, sure, sure < margin, tuple(row for row in rivals[:4] if row[1] >= 0.001))


def best_fit(box: CardBox, picture: Picture) -> Fit:
    """How the likeliest symbol lies on a picture."""
    return max(fits_in(box, picture), key=lambda fit: fit.like)


def fits_in(box: CardBox, picture: Picture) -> list[Fit]:
    """How the likeliest symbols lie on a picture."""
    found = []
    for corners in regions(picture):
        square = rectified(picture, corners)
        found.append(SeenRegion(square, paper_colour(square), place_of(corners)))
    tries = [(number, scale) for number in range(len(found)) for scale in SCALES]
    spectra = [spectrum(unrolled(found[number].ink, scale)) for number, scale in tries]
    return [fit(box.inks[pose.number], pose, found[pose.square]) for pose in best_poses(box, tries, spectra)]


@dataclass(frozen=True, slots=True)
class SeenCard:
    """``symbols``, ``colours``: probability of each; ``colour``: of the ink of the likeliest symbol."""

    symbols: Mapping[str, float]
    colours: Mapping[str, float]
    colour: Floats


def seen_by(box: CardBox, fits: Sequence[Fit]) -> SeenCard:
    """What the fits say about a card of the print that was learned. What an exact fit leaves unexplained
    counts as normal noise."""
    best = max(fits, key=lambda fit: fit.like)
    logs = {
        symbol_of(box.names[fit.number]): INDEPENDENT * explained(fit.like) + _own_ink(box, fit)
        for fit in fits
    }
    symbols = softmax(logs, INDEPENDENT * explained(UNKNOWN_LIKE))
    return SeenCard(symbols, _colours(box, best), best.colour)


def seen_of_another_print(box: CardBox, fits: Sequence[Fit]) -> SeenCard:
    """What the fits say about a card of any print."""
    best, symbols = _symbols(box, fits)
    return SeenCard(symbols, _colours(box, best), best.colour)


def shares(box: CardBox, seen: SeenCard) -> dict[str, float]:
    """The probability of each card whose symbol is among the fits. What is left to 1 is the probability of no
    such card."""
    cards: dict[str, float] = {}
    for symbol, chance in seen.symbols.items():
        if symbol not in box.by_symbol:
            cards[symbol] = chance
            continue
        for colour, share in seen.colours.items():
            cards[f"{symbol}-{colour}"] = chance * share
    return cards


def shares_together(box: CardBox, fits: Sequence[Sequence[Fit]]) -> list[dict[str, float]] | None:
    """The same for many cards of another print, by the fits of each; None if their inks are not clearly those
    of all colours."""
    seen = [seen_of_another_print(box, some) for some in fits]
    names = list(box.by_colour)
    inked = [one for one in seen if any(box.by_symbol.get(s) and p >= KNOWN for s, p in one.symbols.items())]
    told = paired([box.by_colour[name] for name in names], [one.colour for one in inked])
    if told is None:
        return None
    rows = [dict(zip(names, row, strict=True)) for row in told.tolist()]
    colours = {id(one): row for one, row in zip(inked, rows, strict=True)}
    return [shares(box, replace(one, colours=colours.get(id(one), one.colours))) for one in seen]


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


def _symbols(box: CardBox, fits: Sequence[Fit]) -> tuple[Fit, dict[str, float]]:
    """The fit of the likeliest symbol, and the probability of each. The difference from each rival tells
    which symbol it is; how much is explained, and how far off all rivals are, tells whether it is any."""
    best, apart = foremost(box, fits)
    known = RIVALLED * min(apart, default=0.0) + EXPLAINED * explained(best.like) - STRANGE
    rivals = [one for one in fits if one is not best]
    logs = {symbol_of(box.names[best.number]): known + _own_ink(box, best)}
    for one, far in zip(rivals, apart, strict=True):
        logs[symbol_of(box.names[one.number])] = known - PAIR * far + _own_ink(box, one)
    return best, softmax(logs, 0.0)


def foremost(box: CardBox, fits: Sequence[Fit]) -> tuple[Fit, list[float]]:
    """The symbol that no other one beats, or the one that is beaten least, and its evidence against each
    other one, in their order."""
    ranked = sorted(fits, key=lambda fit: -fit.like)
    found: list[tuple[Fit, list[float]]] = []
    best = ranked[0]
    while all(best is not tried for tried, _ in found):
        against = [(one, _against(box, best, one)) for one in fits if one is not best]
        found.append((best, [far for _, far in against]))
        if against:
            best = min(against, key=lambda row: row[1])[0] if min(found[-1][1]) < 0 else best
    return max(found, key=lambda row: min(row[1], default=0.0))


def _against(box: CardBox, one: Fit, other: Fit) -> float:
    """The evidence for one symbol against another one, where the one that fits better lies."""
    if other.like > one.like:
        return -_against(box, other, one)
    laid = laid_on(box.inks[other.number], np.linalg.inv(other.place) @ one.place)
    return evidence(shape(box.inks[one.number]), shape(laid), shape(one.laid), one.clear)


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


def explained(like: float) -> float:
    """How many times what a fit leaves unexplained is divided by e, as an amplitude."""
    return -0.5 * math.log(1.0001 - max(0.0, like) ** 2)
