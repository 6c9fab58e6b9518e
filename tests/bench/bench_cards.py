"""How well cards are read: each edition learned from one picture a card, tested on composed tables.

Skipped where the pictures are absent. ``CARDS``: pictures of each card (3).
"""

from __future__ import annotations

import os
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.vision.recognition.compose import composed
from tests.vision.recognition.test_media import NEEDED, edition
from vision.recognition.cards import learn, read, symbol_of

EACH = int(os.environ.get("CARDS", "3"))


@NEEDED
@pytest.mark.parametrize("name", ["older", "later"])
def test_cards_on_composed_tables(benchmark: BenchmarkFixture, name: str) -> None:
    cards, random = edition(name), Random(f"bench {name}")
    box = learn(cards)
    drawn = [(card, composed(picture, random)) for card, picture in cards.items() for _ in range(EACH)]
    readings = [(card, read(box, picture)) for card, picture in drawn[1:]]
    card, picture = drawn[0]
    readings.insert(0, (card, benchmark(lambda: read(box, picture))))
    sure = [(card, seen) for card, seen in readings if not seen.unsure]
    wrong = [card for card, seen in sure if seen.card != card]
    confused = [card for card, seen in sure if symbol_of(seen.card) != symbol_of(card)]
    print(
        f"\n{name}: {len(readings)} pictures, unsure {len(readings) - len(sure)}, of {len(sure)} sure ones "
        f"wrong {len(wrong)}, other symbol {len(confused)}"
    )
    assert len(wrong) <= 0.005 * len(readings)
