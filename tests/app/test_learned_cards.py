"""An owner's cards, learned from pictures by the commands, tell the first cards of a game that is watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.app.simulated import Company, SimulatedTable
from companion.cli import main
from companion.owner.configuration import Config
from companion.rules.match import parse_match
from companion.rules.registry import find_game
from tests.app.sitting import Sitting
from tests.vision.recognition.test_own_cards import scans

Sit = Callable[..., Sitting]
GAME = find_game("jungle")
CARDS = 2
"""That people open before they stop: no two cards of different seats make a duel yet with seed 7."""


@dataclass
class Film:
    """A camera that films people who play, and what really happens there."""

    url: str
    truth: Path

    def opened(self) -> list[str]:
        """The cards so far, as entries."""
        return [entry.text for entry in parse_match(self.truth.read_text(encoding="utf-8")).entries]


@pytest.fixture
def film(tmp_path: Path) -> Iterator[Film]:
    truth = tmp_path / "truth.match"
    people = Company(mistakes=0, limit=CARDS, truth=truth)
    table = SimulatedTable(people, GAME, GAME.setup(2, {}), electronic=False)
    try:
        yield Film(table.start(), truth)
    finally:
        table.stop()


def learn(folder: Path) -> None:
    """As an owner does: a picture of each card, learned, and used from then on."""
    pictures, box = folder / "pictures", folder / "box"
    pictures.mkdir()
    for name, picture in scans().items():
        cv2.imwrite(str(pictures / f"{name}.png"), picture)
    for words in (["learn", "jungle", str(pictures), "-o", str(box)], ["use", "jungle", str(box)]):
        done = CliRunner().invoke(main, ["cards", *words])
        assert done.exit_code == 0, done.output


def told(sitting: Sitting) -> list[str]:
    """The entries of the match, as the referee has them."""
    saved = Path(sitting.app.save_match()).read_text(encoding="utf-8")
    return [entry.text for entry in parse_match(saved).entries]


@pytest.mark.outside
@pytest.mark.slow
def test_the_first_cards_are_told_by_pictures_of_them(sit: Sit, film: Film, tmp_path: Path) -> None:
    learn(tmp_path)
    sitting = sit(Config())
    sitting.open(camera=film.url, game="jungle")
    assert sitting.app.lessons().known
    sitting.wait(lambda: sitting.view.entries >= CARDS)
    assert sitting.view.question is None
    sitting.wait(lambda: len(film.opened()) >= CARDS)  # it tells a card when the hand has left
    assert told(sitting) == film.opened()
