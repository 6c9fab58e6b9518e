"""Positions that differ only in what is hidden give the same bytes on every topic."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from companion.broadcast import homeassistant, payloads
from companion.broadcast.record import match_text
from companion.broadcast.replay import view_of
from companion.broadcast.watch import Watch
from companion.locale import Texts
from companion.rules.match import Match, parse_match
from companion.rules.registry import find_game

GOLDEN = Path(__file__).parents[1] / "golden"
CARDS = ("ur", "ul", "rl", "rd", "dl", "ud", "jet", "skate", "dart", "flash1", "flash2", "flash3", "still")
"""Cards of marso that a hand may hold."""


def everything(state: Any, watch: Watch) -> bytes:
    """All that is said of a position on any topic."""
    match: Match[Any, Any, Any] = Match.begin(watch.game, watch.game.setup_of(state), state)
    view, texts = view_of(match), Texts("uk", watch.game.id)
    said = (
        payloads.state("b", view, texts),
        payloads.score("b", view, texts),
        watch.message("b", view),
        watch.brief("b", "t", view),
        homeassistant.home("b", view, texts),
        homeassistant.discovery("t", view, texts, True),
    )
    return b"\n".join(map(payloads.encode, said)) + match_text(watch.game, view).encode()


def pair(positions: list[str], chance: random.Random) -> tuple[str, str]:
    text = chance.choice(positions)
    return dealt(text, chance), dealt(text, chance)


def dealt(text: str, chance: random.Random) -> str:
    """The same position, what is hidden dealt at random from what can still be hidden."""
    shown = set(text.split())
    left = [card for card in CARDS if card not in shown]
    score = [f"s{number}" for number in range(1, 5) if f"s{number}" not in shown]
    chance.shuffle(left)
    chance.shuffle(score)
    lines = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0] in ("hand", "secret"):
            pile = left if words[0] == "hand" else score
            line = " ".join(pile.pop() if word == "?" and pile else word for word in words)
        lines.append(line)
    return "\n".join(lines) + "\n"


def compare(pairs: int) -> int:
    """How many of so many pairs differed before sealing; every pair says the same to the network."""
    game, chance = find_game("marso"), random.Random(35)
    watch = Watch(game)
    positions = []
    for path in sorted((GOLDEN / "marso").glob("*.match")):
        match = parse_match(path.read_text(encoding="utf-8"), game)
        positions += [game.format_position(game.observe(played.state, None)) for played in match.line]
    different = 0
    for _ in range(pairs):
        one, other = pair(positions, chance)
        first, second = game.parse_position(one), game.parse_position(other)
        if game.faults(first) or game.faults(second):
            continue
        different += game.format_position(first) != game.format_position(second)
        assert everything(first, watch) == everything(second, watch), one + other
    return different


def test_secrets_make_no_difference_to_any_byte() -> None:
    assert compare(300) > 100


@pytest.mark.soak
def test_secrets_make_no_difference_to_any_byte_of_a_hundred_thousand_pairs() -> None:
    found = 0
    for _ in itertools.count():
        found += compare(100_000)
        if found >= 100_000:
            return
