"""People enter what was done and say that everything lies as shown, before the camera has seen it. What comes
into sight afterwards is what they entered, and nothing else. Expected: the rules."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.judge.belief import UNSEEN
from companion.judge.history import BARE, visible
from companion.judge.verdicts import Played, Same, Waiting
from companion.rules.contract import CellId, Decide
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import GAMES, due, somewhere, watching
from tests.judge.views import CLEARLY, cells_of, glance, view
from vision.seeing import Glance
from vision.types import CameraState


@pytest.mark.slow
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("acts", [1, 2])
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_what_comes_into_sight_late_is_what_people_have_entered(
    name: str, seed: int, acts: int, blind: bool
) -> None:
    match = somewhere(name, seed, 6)
    rng = random.Random(seed)
    judge = watching(match)
    before = match.game.looks(match.state)
    hands: set[CellId] = set()
    for number in range(acts):
        if not isinstance(match.game.pending(match.state), Decide):
            break
        seat = due(match)
        move = rng.choice(match.game.legal_moves(match.state, seat))
        hands |= set(match.game.handled(match.state, seat, move))
        text = match.game.format_move(move)
        match = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=text))
        judge.see(match, Glance(number + 1, 1.0 + 0.1 * number, CameraState.READY))
    judge.confirm()
    after = match.game.looks(match.state)
    cells = hands | before.keys() | after.keys()
    changed: dict[str, float] = {
        cell: CLEARLY for cell in cells if visible(before.get(cell, BARE), after.get(cell, BARE))
    }
    verdict = judge.see(match, glance(replace(view(2.0, changed, hands), blind=blind)))
    assert isinstance(verdict, Same | Waiting)
    drawn = all(entry.kind is EntryKind.CHANCE for entry in judge.belief.best.entries)
    assert drawn or judge.belief.holds(match.state, 3.0)
    assert not judge.belief.best.mismatches


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_by_touch_leaves_few_histories(name: str) -> None:
    """The camera tells nothing meanwhile; its first view would be explained after each of them."""
    match = somewhere(name, 1, 6)
    rng = random.Random(1)
    judge = watching(match)
    for number in range(40):
        pending = match.game.pending(match.state)
        if isinstance(pending, Decide):
            move = rng.choice(match.game.legal_moves(match.state, due(match)))
            text = match.game.format_move(move)
            match = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[due(match)], text=text))
        else:
            outcome = match.game.format_outcome(match.game.outcomes(match.state)[0][0])
            match = match.add(Entry(EntryKind.CHANCE, text=outcome))
        judge.see(match, Glance(number + 1, 1.0 + number, CameraState.READY))
        assert len(judge.belief.histories) <= 2 * UNSEEN + 1
    assert judge.belief.best.position.state == match.state


@pytest.mark.slow
@pytest.mark.parametrize("seed", [4, 8, 9, 11])
def test_what_people_entered_is_no_trace_of_a_card_that_nobody_saw(seed: int) -> None:
    """People enter the rest of a round while nobody watches, and somebody touches another beast. A card that
    was played would lie before its seat (marso/card.8); there it looks as before."""
    match, rng = somewhere("marso", seed, 6), random.Random(seed)
    judge = watching(match, frozenset({"beast-card"}))
    before = match.game.looks(match.state)
    hands: set[CellId] = set()
    while isinstance(match.game.pending(match.state), Decide):
        seat = due(match)
        move = rng.choice(match.game.legal_moves(match.state, seat))
        hands |= set(match.game.handled(match.state, seat, move))
        entry = Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=match.game.format_move(move))
        match = match.add(entry)
    outcome = match.game.format_outcome(match.game.outcomes(match.state)[0][0])
    match = match.add(Entry(EntryKind.CHANCE, text=outcome))
    judge.see(match, Glance(1, 1.0, CameraState.READY))
    judge.confirm()
    after = match.game.looks(match.state)
    cells = hands | before.keys() | after.keys()
    changed: dict[str, float] = {
        cell: CLEARLY for cell in cells if visible(before.get(cell, BARE), after.get(cell, BARE))
    }
    touched = min(
        cell
        for cell, look in after.items()
        if cell not in changed and len(look.pieces) == 1 and look.pieces[0].startswith("beast ")
    )
    seen = replace(view(2.0, {**changed, touched: CLEARLY}, hands | {touched}), blind=True)
    judge.see(match, glance(seen))
    assert not any(entry.verb == "play" for entry in judge.belief.best.entries)


PILE = tuple(f"discard:hunter:{slot}" for slot in (1, 2, 3))


def pinned() -> Match[Any, Any, Any]:
    """A game of marso in which a hand that nobody can play may be of one kind only, and cards lie on the
    pile."""
    for seed in range(200):
        match = somewhere("marso", seed, 12)
        moves = match.game.legal_moves(match.state, due(match))
        thrown = [move for move in moves if match.game.format_move(move).startswith("discard")]
        if len(thrown) == 1 and PILE[0] in match.game.looks(match.state):
            return match
    raise AssertionError("no such game")


def test_a_pile_that_changed_while_nobody_watched_is_no_hand_that_was_thrown_away() -> None:
    """Laid cards are put onto the pile when the round is over (marso/card.8); a hand of three that nobody can
    play is laid out in three places (marso/card.6)."""
    match = pinned()
    for changed in (PILE[:1], PILE[:2]):
        judge = watching(match, frozenset({"beast-card"}))
        cleared = replace(view(1.0, dict.fromkeys(changed, CLEARLY)), blind=True)
        assert not isinstance(judge.see(match, glance(cleared)), Played)
        assert not judge.belief.best.entries
    judge = watching(match, frozenset({"beast-card"}))
    thrown = view(1.0, dict.fromkeys(PILE, CLEARLY))
    verdict = judge.see(match, glance(thrown))
    assert isinstance(verdict, Played)
    assert [entry.verb for entry in verdict.entries] == ["discard"]


def enter_thrown(seed: int, acts: int) -> tuple[Match[Any, Any, Any], Match[Any, Any, Any]]:
    """A game of marso before and after a hand is thrown away; another one can be thrown away then."""
    match = somewhere("marso", seed, acts)
    texts = map(match.game.format_move, match.game.legal_moves(match.state, due(match)))
    text = next(text for text in texts if text.startswith("discard"))
    after = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[due(match)], text=text))
    again = map(after.game.format_move, after.game.legal_moves(after.state, due(after)))
    assert any(text.startswith("discard") for text in again)
    return match, after


@pytest.mark.parametrize("vouched", [False, True])
@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (79, 3), (190, 20)])
def test_a_hand_that_people_entered_is_thrown_away_once(
    seed: int, acts: int, blind: bool, vouched: bool
) -> None:
    """Its three cards come into sight afterwards (marso/card.6: they are laid out beside each other). No
    second hand was thrown away, though that would be lawful."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    if vouched:
        judge.confirm()
    verdict = judge.see(after, glance(replace(view(2.0, dict.fromkeys(PILE, CLEARLY), PILE), blind=blind)))
    assert isinstance(verdict, Same)
    assert not judge.belief.best.entries
    _, *cards = after.line[-1].entry.text.split()
    lying = [judge.belief.best.table[CellId(slot)] for slot in PILE]
    assert [str(look.pieces[0]) for look in lying if look is not None] == [f"card {card}" for card in cards]


@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (79, 3), (190, 20)])
def test_a_hand_that_people_entered_before_the_next_card_is_thrown_away_once(seed: int, acts: int) -> None:
    """Two entries by touch, then both come into sight."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    seat = after.setup.seats[due(after)]
    further = after.add(Entry(EntryKind.MOVE, seat=seat, text="play still"))
    judge.see(further, Glance(2, 1.5, CameraState.READY))
    cells = (*PILE, f"laid:{seat}")
    judge.see(further, glance(view(2.0, dict.fromkeys(cells, CLEARLY), cells)))
    assert not judge.belief.best.entries


@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (79, 3), (190, 20)])
def test_a_hand_that_the_table_agreed_to_throw_away_is_thrown_away_once(seed: int, acts: int) -> None:
    """The rules forbid it: one of its cards can be played (marso/card.6). A lawful one could follow."""
    match = somewhere("marso", seed, acts)
    agreed = Entry(EntryKind.ANYWAY, seat=match.setup.seats[due(match)], text="discard ur ur ud")
    after = match.add(agreed)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    judge.see(after, glance(view(2.0, dict.fromkeys(PILE, CLEARLY), PILE)))
    assert not judge.belief.best.entries


@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (79, 3), (190, 20)])
def test_another_hand_is_seen_after_the_one_that_people_entered(seed: int, acts: int) -> None:
    """The first hand has come into sight. What changes all three places again is the next hand."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    judge.see(after, glance(view(2.0, dict.fromkeys(PILE, CLEARLY), PILE)))
    judge.see(after, glance(view(3.0, dict.fromkeys(PILE, CLEARLY), PILE)))
    assert [entry.verb for entry in judge.belief.best.entries] == ["discard"]


@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (79, 3), (190, 20)])
def test_cards_that_come_long_after_they_were_entered_are_still_those(seed: int, acts: int) -> None:
    """Hands do something else first: a view in which nobody was at the pile changes nothing."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    elsewhere = min(set(cells_of(match.game, match.setup)) - set(PILE))
    judge.see(after, glance(view(2.0, {}, (elsewhere,))))
    judge.see(after, glance(view(3.0, dict.fromkeys(PILE, CLEARLY), PILE)))
    assert not judge.belief.best.entries


@pytest.mark.parametrize(
    ("seed", "acts", "shown"), [(0, 9, 1), (0, 9, 2), (79, 3, 2), (190, 20, 1), (190, 20, 2)]
)
def test_cards_that_were_not_seen_at_first_are_no_second_hand(seed: int, acts: int, shown: int) -> None:
    """Only some of the three cards of a hand are seen to come, and people answer that it was thrown away.
    Then the others are seen."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(match, glance(view(1.0, dict.fromkeys(PILE[:shown], CLEARLY), PILE)))
    judge.see(after, Glance(2, 1.5, CameraState.READY))
    verdict = judge.see(after, glance(view(2.0, dict.fromkeys(PILE[shown:], CLEARLY), PILE)))
    assert isinstance(verdict, Same)
    assert not judge.belief.best.entries


@pytest.mark.parametrize(("seed", "acts"), [(0, 9), (190, 20)])
def test_a_hand_that_people_entered_and_undid_comes_no_more(seed: int, acts: int) -> None:
    """What changes the three places afterwards is a hand that is thrown away."""
    match, after = enter_thrown(seed, acts)
    judge = watching(match, frozenset({"beast-card"}))
    judge.see(after, Glance(1, 1.0, CameraState.READY))
    undone = after.add(Entry(EntryKind.UNDO, count=1))
    judge.see(undone, Glance(2, 1.5, CameraState.READY))
    judge.see(undone, glance(view(2.0, dict.fromkeys(PILE, CLEARLY), PILE)))
    assert [entry.verb for entry in judge.belief.best.entries] == ["discard"]
