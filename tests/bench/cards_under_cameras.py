"""``python -m tests.bench.cards_under_cameras``: how far the colour of an ink is from the learned one.

Cards drawn by code are laid on tables and seen by made-up cameras. ``cards.colour_sd`` and ``cards.thin_sd``
are measured with it, on no photograph of any card."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import click
import cv2
import numpy as np

from tests.vision.recognition.compose import Picture, composed
from tests.vision.recognition.drawn import INKS, drawn_cards
from vision.recognition.card_colour import colour_apart
from vision.recognition.cards import best_fit, colour_of, learn, symbol_of

THIN = ("loop", "loops")


def thin_cards() -> dict[str, Picture]:
    """Loops of thin lines, whose ink a blurred picture mixes with its paper."""
    cards = {}
    for name in THIN:
        for colour, ink in INKS.items():
            card = np.full((240, 240, 3), 245, np.uint8)
            for middle in ((90, 120), (150, 120))[: 2 if name == "loops" else 1]:
                cv2.ellipse(card, middle, (28, 66), 20, 0, 300, (20, 20, 20), 10)
                cv2.ellipse(card, middle, (28, 66), 20, 0, 300, ink, 6)
            cards[f"{name}-{colour}"] = card
    return cards


def another_camera(picture: Picture, random: Random) -> Picture:
    """The picture with the tone curve and the saturation of some other camera."""
    light = (picture.astype(np.float32) / 255) ** random.uniform(0.8, 1.25)
    grey = light.mean(axis=2, keepdims=True)
    light = grey + (light - grey) * random.uniform(0.8, 1.2)
    return np.asarray(np.clip(255 * light, 0, 255), np.uint8)


@click.command()
@click.option("--each", default=2, show_default=True, help="Pictures of each card.")
def main(each: int) -> None:
    """Print how far colours are from those that were learned, and from the nearest other one."""
    cards, random = drawn_cards() | thin_cards(), Random("cameras")
    box = learn(cards)
    own, other = defaultdict[bool, list[float]](list), list[float]()
    for name, card in cards.items():
        for _ in range(each):
            fit = best_fit(box, another_camera(composed(card, random), random))
            symbol = symbol_of(name)
            if not colour_of(name) or symbol_of(box.names[fit.number]) != symbol:
                continue
            apart = {
                colour: float(np.linalg.norm(colour_apart(learned, fit.colour)))
                for colour, learned in box.by_symbol[symbol].items()
            }
            own[symbol in THIN].append(apart.pop(colour_of(name)))
            other.append(min(apart.values()))
    for thin, found in sorted(own.items()):
        kind = "thin lines" if thin else "broad inks"
        click.echo(
            f"{kind}: {len(found)} pictures, distance within which 50, 90 and 99 % lie: "
            f"{np.quantile(found, (0.5, 0.9, 0.99)).round(3).tolist()}"
        )
    click.echo(f"least distance from another colour: {min(other):.3f}")


if __name__ == "__main__":
    main()
