"""``python -m tests.bench.cards_of_another_print``: cards learned from one print and read in another one.

The two prints of the simulator's deck differ in paper, inks, size, width of lines and a ring round the
symbol. ``cards.rivalled``, ``cards.explained``, ``cards.strange`` and ``cards.margin_together`` are measured
with it, on no photograph of any card."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.jungle.edition import DEFAULT
from companion.games.jungle.simulator.art import JungleArt
from companion.games.jungle.zones import card_piece
from tests.bench.cards_under_cameras import another_camera
from tests.vision.recognition.compose import Picture, composed
from vision.recognition.card_fit import Fit
from vision.recognition.cards import (
    CardBox,
    explained,
    fits_in,
    foremost,
    learn,
    shares_together,
    symbol_of,
)

MARGINS = (0.8, 0.85, 0.9, 0.95)
UNKNOWN = 20
"""One card in so many is none of the box."""


def scans(print_name: str) -> dict[str, Picture]:
    """A picture of every card of a print, as a scanner takes it."""
    art, found = JungleArt(DEFAULT, print_name), {}
    for name in DEFAULT.names:
        sheet = art.sheet(card_piece(name))
        assert sheet is not None
        inked = sheet.painting[..., 3:] / 255
        picture = (inked * sheet.painting[..., :3] + (1 - inked) * 255).astype(np.uint8)
        found[name] = np.asarray(cv2.resize(picture, (240, 240), interpolation=cv2.INTER_AREA), np.uint8)
    return found


def on_tables(cards: dict[str, Picture], seed: str) -> dict[str, Picture]:
    """The same cards on tables, all seen by one other camera."""
    return {
        name: another_camera(composed(card, Random(f"{seed} {name}")), Random(f"camera {seed}"))
        for name, card in cards.items()
    }


def samples(box: CardBox, name: str, fits: list[Fit]) -> Iterator[tuple[float, float, bool]]:
    """Evidence against the nearest rival, what is explained, and whether the symbol is right: of a card, and
    of the same card as if its symbol had not been learned."""
    for left_out in ("", symbol_of(name)):
        rest = [fit for fit in fits if symbol_of(box.names[fit.number]) != left_out]
        best, apart = foremost(box, rest)
        yield min(apart), explained(best.like), symbol_of(box.names[best.number]) == symbol_of(name)


def regression(rows: list[tuple[float, float, bool]]) -> NDArray[np.float64]:
    """Offset, nats a difference, nats a nat of what is explained."""
    told, right = np.array([(1.0, *row[:2]) for row in rows]), np.array([row[2] for row in rows], float)
    weights = np.zeros(3)
    for _ in range(100):
        chance = 1 / (1 + np.exp(-told @ weights))
        hessian = told.T @ (told * (chance * (1 - chance))[:, None]) + 0.01 * np.eye(3)
        weights += np.linalg.solve(hessian, told.T @ (right - chance) - 0.01 * weights)
    return weights


def read_print(learned: str, shown: dict[str, Picture]) -> list[tuple[float, float, bool]]:
    """Print how many cards are sure and wrong; return the samples."""
    box, laid = learn(scans(learned)), []
    rows: list[tuple[float, float, bool]] = []
    for name, picture in shown.items():
        fits = fits_in(box, picture)
        laid.append(fits)
        rows += samples(box, name, fits)
    told = shares_together(box, laid)
    if told is None:
        click.echo("  not told together")
        return rows
    best = [max(cards.items(), key=lambda row: row[1]) for cards in told]
    for margin in MARGINS:
        sure = [(card, name) for (card, chance), name in zip(best, shown, strict=True) if chance >= margin]
        wrong = [f"{name} as {card}" for card, name in sure if card != name]
        click.echo(f"  from {margin:.2f}: sure {len(sure)} of {len(shown)}, wrong {len(wrong)} {wrong}")
    return rows


@click.command()
def main() -> None:
    """Print what is sure and wrong at several margins, and the regression."""
    rows: list[tuple[float, float, bool]] = []
    for learned, shown in (("classic", "neon"), ("neon", "classic")):
        click.echo(f"{learned} learned, {shown} shown, scans")
        rows += read_print(learned, scans(shown))
        click.echo(f"{learned} learned, {shown} shown, tables under another camera")
        rows += read_print(learned, on_tables(scans(shown), "print"))
    offset, rivalled, told = regression(rows)
    click.echo(
        f"rivalled {rivalled:.1f}, explained {told:.1f}, strange {-offset - math.log(UNKNOWN):.2f} "
        f"from {len(rows)} samples"
    )


if __name__ == "__main__":
    main()
