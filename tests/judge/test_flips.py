"""Cards of a game with a totem, turned faster than anybody looks, or not let go of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.judge.judge import Judge
from companion.judge.verdicts import Played
from companion.rules.match import Match
from companion.rules.registry import find_game
from tests.judge.test_faces import Eyes
from tests.judge.views import CLEARLY, cells_of, first, glance, view

GAME = find_game("jungle")


def watched(piles: Mapping[str, str]) -> tuple[Match[Any, Any, Any], Judge]:
    """A game of four at its beginning, seen by eyes that know every card; what they will see on each pile."""
    match = Match.begin(GAME, GAME.setup(4, {}))
    stacks = next(zone.stacks for zone in GAME.zones(match.setup) if zone.cell == "open:s1")
    names = {piece for stack in stacks for piece in stack}
    eyes = Eyes(*names)
    eyes.truth = {cell: next(name for name in names if name.endswith(card)) for cell, card in piles.items()}
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(GAME, match.setup)))
    return match, judge


@pytest.mark.parametrize(
    "cards",
    [
        ("star-red", "string-blue"),
        ("star-red", "string-blue", "full-circle-green"),
        ("star-red", "star-blue"),
    ],
)
def test_cards_turned_at_once_are_taken_in_in_turn(cards: Sequence[str]) -> None:
    """Seats open their cards clockwise (jungle/turn.1); hands that are faster than the camera leave several
    new cards in one view. Two of one symbol are a duel whoever was first."""
    piles = {f"open:s{number}": card for number, card in enumerate(cards, 1)}
    match, judge = watched(piles)
    hands = [f"closed:s{number}" for number in range(1, len(cards) + 1)]
    verdict = judge.see(match, glance(view(1.0, dict.fromkeys(piles, CLEARLY), visited=hands)))
    wanted = [f"flip s{number} {card}" for number, card in enumerate(cards, 1)]
    told = [entry.text for entry in verdict.entries] if isinstance(verdict, Played) else []
    assert [entry.text for entry in judge.belief.best.entries] == wanted
    assert told == wanted[: len(told)]


def test_a_card_under_its_hand_is_not_taken_in_before_the_hand_has_left() -> None:
    match, judge = watched({"open:s1": "star-red"})
    covered = view(1.0, {}, visited=["closed:s1", "open:s1"], hidden=["open:s1"])
    assert not isinstance(judge.see(match, glance(covered)), Played)
    judge.see(match, glance(view(3.0, {"open:s1": CLEARLY})))
    assert [entry.text for entry in judge.belief.best.entries] == ["flip s1 star-red"]
