"""Cards of a game with a totem, turned faster than anybody looks, or not let go of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.judge.judge import Judge
from companion.judge.verdicts import Played, Unclear, Waiting
from companion.rules.contract import Look, Reading
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.judge.test_faces import Eyes
from tests.judge.views import CLEARLY, cells_of, first, glance, view
from vision.seeing import Glance, View
from vision.types import CameraState

GAME = find_game("jungle")
BARE_PLACE = ""
"""What the eyes of these tests call a place without a card."""


def watched(piles: Mapping[str, str]) -> tuple[Match[Any, Any, Any], Judge, Eyes]:
    """A game of four at its beginning, seen by eyes that know every card and a bare place; what they will see
    on each pile."""
    match = Match.begin(GAME, GAME.setup(4, {}))
    read = [zone for zone in GAME.zones(match.setup) if zone.reading is Reading.TOKENS]
    cards = {piece for zone in read for stack in zone.stacks for piece in stack}
    eyes = Eyes(*cards, BARE_PLACE)
    eyes.truth = {cell: f"card {card}" for cell, card in piles.items()}
    assert set(eyes.truth.values()) <= cards
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(GAME, match.setup)))
    return match, judge, eyes


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
    match, judge, _ = watched(piles)
    hands = [f"closed:s{number}" for number in range(1, len(cards) + 1)]
    verdict = judge.see(match, glance(view(1.0, dict.fromkeys(piles, CLEARLY), visited=hands)))
    wanted = [f"flip s{number} {card}" for number, card in enumerate(cards, 1)]
    told = [entry.text for entry in verdict.entries] if isinstance(verdict, Played) else []
    assert [entry.text for entry in judge.belief.best.entries] == wanted
    assert told == wanted[: len(told)]


@pytest.mark.slow
def test_a_card_under_its_hand_is_not_taken_in_before_the_hand_has_left() -> None:
    match, judge, _ = watched({"open:s1": "star-red"})
    covered = view(1.0, {}, visited=["closed:s1", "open:s1"], hidden=["open:s1"])
    assert not isinstance(judge.see(match, glance(covered)), Played)
    judge.see(match, glance(view(3.0, {"open:s1": CLEARLY})))
    assert [entry.text for entry in judge.belief.best.entries] == ["flip s1 star-red"]


def test_a_card_is_told_at_once_after_a_grab() -> None:
    """The winner of a duel holds the totem; the loser takes both open piles (jungle/duel.5) and turns the
    next card (duel.6) while the totem is put back. Where a totem is tells no act, and hides none."""
    match, judge, eyes = watched({})
    cards = ("string-red", "star-red", "full-circle-green", "star-spike-yellow", "star-blue")
    for number, card in enumerate(cards):
        seat = match.setup.seats[number % 4]
        match = match.add(Entry(EntryKind.CHANCE, text=f"flip {seat} {card}"))
        eyes.truth[f"open:{seat}"] = f"card {card}"
        turned = view(number + 1.0, {f"open:{seat}": CLEARLY}, visited=[f"closed:{seat}"])
        judge.see(match, glance(turned))
    match = match.add(Entry(EntryKind.CHANCE, text="grab s2"))
    judge.see(match, glance(view(6.0, {"totem": CLEARLY})))
    eyes.truth |= {"open:s1": BARE_PLACE, "open:s2": BARE_PLACE}
    taken = dict.fromkeys(("open:s1", "open:s2"), CLEARLY)
    judge.see(match, glance(view(7.0, taken, visited=["closed:s1"])))
    eyes.truth["open:s1"] = "card inward"
    turned = view(9.0, dict.fromkeys(("open:s1", "totem"), CLEARLY), visited=["closed:s1"])
    verdict = judge.see(match, glance(turned))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["flip s1 inward"]


def test_cards_that_go_from_all_piles_are_a_grab_by_mistake() -> None:
    """Who takes the totem without a right takes all open cards (jungle/mist.1), one pile after another, and
    most other cards of the box may come up next instead."""
    match, judge, eyes = watched({})
    for number, card in enumerate(("string-red", "star-blue", "full-circle-green")):
        seat = match.setup.seats[number]
        match = match.add(Entry(EntryKind.CHANCE, text=f"flip {seat} {card}"))
        eyes.truth[f"open:{seat}"] = f"card {card}"
        judge.see(match, glance(view(number + 1.0, {f"open:{seat}": CLEARLY}, visited=[f"closed:{seat}"])))
    for number, seat in enumerate(match.setup.seats[:3]):
        eyes.truth[f"open:{seat}"] = BARE_PLACE
        judge.see(match, glance(view(number + 5.0, {f"open:{seat}": CLEARLY}, visited=["closed:s4"])))
        best = judge.belief.best
        assert [entry.text.split(" ")[0] for entry in best.entries] in (["grab"], ["early"])
        assert not best.unexplained


def test_every_card_left_over_is_read_where_it_is_laid() -> None:
    """Of 80 cards two are left over with six players (jungle/setup.3): the second one covers the first."""
    match = Match.begin(GAME, GAME.setup(6, {}))
    eyes = Eyes(*(f"card {card}" for card in ("star-red", "string-blue")), BARE_PLACE)
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(GAME, match.setup)))
    for number, card in enumerate(("star-red", "string-blue"), 1):
        eyes.truth["pot"] = f"card {card}"
        judge.see(match, glance(view(float(number), {"pot": CLEARLY})))
        match = match.add(Entry(EntryKind.CHANCE, text=f"pot {card}"))
        assert judge.belief.best.entries[-1].text == f"pot {card}"


def test_a_card_of_the_last_seat_is_read_when_all_open_theirs_at_once() -> None:
    """After *outward* all open a card (jungle/out.1): with eight players 600 cards may come up next."""
    match = Match.begin(GAME, GAME.setup(8, {}))
    eyes = Eyes("card outward", "card circle-cross-cut-yellow", BARE_PLACE)
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(GAME, match.setup)))
    eyes.truth["open:s1"] = "card outward"
    judge.see(match, glance(view(1.0, {"open:s1": CLEARLY}, visited=["closed:s1"])))
    match = match.add(Entry(EntryKind.CHANCE, text="flip s1 outward"))
    eyes.truth["open:s8"] = "card circle-cross-cut-yellow"
    judge.see(match, glance(view(2.0, {"open:s8": CLEARLY}, visited=["closed:s8"])))
    assert [entry.text for entry in judge.belief.best.entries] == ["flip s8 circle-cross-cut-yellow"]


class Twins(Eyes):
    """Cannot tell star-red from star-blue."""

    def compare(self, view: View, cell: str, before: Look | None, now: Look) -> float:
        either = {"card star-red", "card star-blue"}
        if self.truth.get(cell) in either and "; ".join(now.pieces) in either:
            return 6.0
        return super().compare(view, cell, before, now)


def test_a_card_that_three_later_ones_have_not_told_is_asked_about() -> None:
    """Another card covers it by then, so nothing on the table tells the two answers apart any more, and the
    next card will not tell either. Nothing that came later is final before people have said it."""
    match = Match.begin(GAME, GAME.setup(4, {}))
    later = ("string-blue", "full-circle-green", "star-spike-yellow", "outward")
    eyes = Twins(*(f"card {card}" for card in ("star-red", "star-blue", *later)), BARE_PLACE)
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(GAME, match.setup)))
    for number, card in enumerate(("star-red", *later)):
        seat = match.setup.seats[number % 4]
        eyes.truth[f"open:{seat}"] = f"card {card}"
        turned = view(2.0 * number + 1, {f"open:{seat}": CLEARLY}, visited=[f"closed:{seat}"])
        assert isinstance(judge.see(match, glance(turned)), Waiting)
    asked = judge.see(match, Glance(9, 12.5, CameraState.READY))
    assert isinstance(asked, Unclear)
    assert {entries[0].text for entries in asked.candidates} == {"flip s1 star-red", "flip s1 star-blue"}
