"""*My turn is done*, weighed by the real judge on views made by hand. Expected: the rules, and that a press
is evidence that nothing is half done and whose acts these were, never an act by itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.judge.history import BARE, Mismatch, visible
from companion.judge.judge import Judge
from companion.judge.press import END
from companion.judge.tuning import switched_off
from companion.judge.verdicts import (
    Played,
    Reason,
    Refused,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.rules.contract import Chance, Decide, Seat
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.judge.matches import GAMES, begun, due, somewhere, watching
from tests.judge.seal import seal_move
from tests.judge.views import CLEARLY, cells_of, first, of_act, view
from vision.seeing import Glance, View
from vision.types import CameraState


class Watched:
    """A judge that is shown frames, and a referee that takes in what it says."""

    def __init__(self, match: AnyMatch, judge: Judge | None = None) -> None:
        self.match = match
        self.judge = judge or watching(match)
        self.time = 1.0
        self.verdict: Verdict = Same()

    def frames(
        self, count: int = 3, state: CameraState = CameraState.READY, view: View | None = None, **more: Any
    ) -> Verdict:
        """Some frames 70 ms apart; the first of them completes a view."""
        for _ in range(count):
            self.time += 0.07
            self.verdict = self.judge.see(self.match, Glance(1, self.time, state, view, **more))
            view = None
            if isinstance(self.verdict, Played):
                for entry in self.verdict.entries:
                    self.match = self.match.add(entry)
            if isinstance(self.verdict, TakenBack):
                self.match = self.match.add(Entry(EntryKind.UNDO, count=self.verdict.count))
        return self.verdict

    def press(self, seat: str = "") -> None:
        self.judge.done(seat, self.time + 0.001)

    @property
    def seat(self) -> str:
        """Who is due."""
        return str(self.match.setup.seats[due(self.match)])

    @property
    def played(self) -> list[str]:
        return [entry.text for entry in self.match.entries]


def placing(seed: int = 0) -> tuple[Watched, Any, View]:
    """An explorer put on the island, seen not clearly enough to be certain at once."""
    match = somewhere("atlantis", seed, 10)
    game, seat = match.game, due(match)
    move = next(m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("place"))
    seen = of_act(game, match.state, seat, move)
    assert seen is not None
    return Watched(match), game.format_move(move), seen


def test_what_was_seen_becomes_final_with_the_press_of_its_seat() -> None:
    table, text, seen = placing()
    before, seat = len(table.match.entries), table.seat
    assert isinstance(table.frames(20, view=seen), Waiting)
    assert len(table.match.entries) == before
    table.press(seat)
    table.frames(2)
    assert table.played[before:] == [text]
    assert table.match.entries[-1].seat == seat


def test_the_press_of_another_seat_makes_nothing_final() -> None:
    table, _, seen = placing()
    before = len(table.match.entries)
    other = next(seat for seat in table.match.setup.seats if seat != table.seat)
    table.frames(20, view=seen)
    table.press(other)
    table.frames(10)
    assert len(table.match.entries) == before


def test_one_button_for_all_says_less_so_it_is_asked() -> None:
    """It may as well be for the turn before, which is ruled already."""
    table, text, seen = placing()
    before = len(table.match.entries)
    table.frames(20, view=seen)
    table.press()
    verdict = table.frames(2)
    assert isinstance(verdict, Unclear)
    assert [[entry.text for entry in one] for one in verdict.candidates] == [[text]]
    assert len(table.match.entries) == before


def test_what_is_not_clear_is_asked_at_once_and_else_later() -> None:
    """Two vehicles may have been shifted to the same square: nothing tells them apart."""
    match = somewhere("northwest", 4, 10)
    game, seat = match.game, due(match)
    shift = next(m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("shift"))
    seen = of_act(game, match.state, seat, shift)
    assert seen is not None
    patient, pressed = Watched(match), Watched(match)
    assert isinstance(patient.frames(10, view=seen), Waiting)
    pressed.frames(5, view=seen)
    pressed.press(pressed.seat)
    verdict = pressed.frames(2)
    assert isinstance(verdict, Unclear)
    assert len(verdict.candidates) >= 2
    place = game.format_move(shift).split()[-1]
    likeliest = verdict.candidates[:2]
    assert all(place in one[0].text for one in likeliest)
    assert len({one[0].text for one in likeliest}) == 2
    assert len(pressed.match.entries) == len(match.entries)


def test_half_done_is_asked_at_once() -> None:
    """Cells change into something that no act explains: people are given their time, unless they press."""
    match = begun("arctica")
    seen = view(1.0, dict.fromkeys(("a5", "c5", "g5"), CLEARLY))
    waiting, pressed = Watched(match), Watched(match)
    assert isinstance(waiting.frames(8, view=seen), Waiting)
    pressed.frames(3, view=seen)
    pressed.press(pressed.seat)
    assert isinstance(pressed.frames(2), Unclear | Unknown)
    assert pressed.match.entries == match.entries


def test_what_is_neither_lawful_nor_surely_forbidden_is_asked_at_once() -> None:
    match = somewhere("arctica", 1, 10)
    looks = match.game.looks(match.state)
    bare = next(cell for cell in cells_of(match.game, match.setup) if looks.get(cell, BARE) == BARE)
    seen = view(1.0, {bare: CLEARLY})
    waiting, pressed = Watched(match), Watched(match)
    assert isinstance(waiting.frames(8, view=seen), Same | Waiting)
    pressed.frames(3, view=seen)
    pressed.press(pressed.seat)
    verdict = pressed.frames(2)
    assert isinstance(verdict, Unclear | Unknown | Refused)
    assert bare in verdict.cells
    assert pressed.match.entries == match.entries


def test_half_done_is_less_likely_after_a_press() -> None:
    match = somewhere("marso", 0, 10)
    game, seat = match.game, due(match)
    card = next(m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("play"))
    seen = of_act(game, match.state, seat, card)
    assert seen is not None
    table = Watched(match)
    table.frames(3, view=seen)

    def owed() -> float:
        return table.judge.belief.share(lambda one: float(Mismatch.PENDING in one.mismatches.values()))

    before = owed()
    assert before > 0.05
    table.press(table.seat)
    table.frames(2)
    assert owed() < before / 2


def test_a_press_ends_the_turn_where_the_rules_have_a_move_for_it() -> None:
    table = ending_arctica()
    before, seat = len(table.match.entries), table.seat
    table.frames(10)
    assert len(table.match.entries) == before
    table.press(seat)
    table.frames(3)
    assert table.played[before:] == [END]
    assert table.match.entries[-1].seat == seat
    assert table.seat != seat


def test_a_press_after_a_hand_that_changed_nothing_ends_the_turn_at_once() -> None:
    """It may have been for the end of the turn, which leaves no trace: with the press that is one thing."""
    table = ending_arctica()
    before, seat = len(table.match.entries), table.seat
    cells = cells_of(table.match.game, table.match.setup)[:3]
    table.frames(3, state=CameraState.HAND)
    table.frames(3, view=view(1.0, {}, visited=cells))
    assert any(one.entries for one in table.judge.belief.histories)
    assert len(table.match.entries) == before
    table.press(seat)
    table.frames(1)
    assert table.played[before:] == [END]


def test_pressed_twice_ends_one_turn() -> None:
    table = ending_arctica()
    before, seat = len(table.match.entries), table.seat
    for _ in range(3):
        table.press(seat)
        table.frames(3)
    assert table.played[before:] == [END]


def test_a_seat_that_is_not_due_ends_nothing() -> None:
    table = ending_arctica()
    before, seat = len(table.match.entries), table.seat
    table.press(next(other for other in table.match.setup.seats if other != seat))
    table.frames(10)
    assert len(table.match.entries) == before


def test_the_move_that_ends_a_turn_comes_after_what_was_seen() -> None:
    """The last step was taken and the pad tapped before the camera had looked."""
    match = before_last_step()
    table, seat = Watched(match), due(match)
    move = seal_move(match)
    seen = of_act(match.game, match.state, seat, move)
    assert seen is not None
    before, name = len(match.entries), table.seat
    table.frames(5, state=CameraState.HAND)
    table.frames(2, settling=frozenset({"i1"}))
    table.press(name)
    table.frames(2, settling=frozenset({"i1"}))
    assert len(table.match.entries) == before
    assert table.judge.hears()
    table.frames(20, view=seen)
    assert not table.judge.hears()
    assert table.played[before:][:1] == [match.game.format_move(move)]


def test_pressed_while_a_hand_is_over_the_board_it_counts_when_that_has_left() -> None:
    table, text, seen = placing()
    before, seat = len(table.match.entries), table.seat
    table.frames(5, state=CameraState.HAND)
    table.press(seat)
    verdict = table.frames(30, state=CameraState.HAND)
    assert verdict == Waiting(Reason.HAND)
    assert (len(table.match.entries), table.judge.hears()) == (before, True)
    table.frames(2, settling=frozenset({"e6"}))
    assert table.judge.hears()
    table.frames(2, view=seen)
    assert table.played[before:] == [text]


def test_frames_from_before_the_press_do_not_make_it_count() -> None:
    """Pictures come late: what they show was before the press."""
    table, _, seen = placing()
    before = len(table.match.entries)
    table.frames(3, view=seen)
    table.judge.done(table.seat, table.time + 1.0)
    table.frames(5)
    assert (len(table.match.entries), table.judge.hears()) == (before, True)
    table.frames(10)
    assert len(table.match.entries) == before + 1


def test_a_question_is_not_put_at_once_any_more_when_a_new_hand_came() -> None:
    match = somewhere("northwest", 4, 10)
    game, seat = match.game, due(match)
    shift = next(m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("shift"))
    seen = of_act(game, match.state, seat, shift)
    table = Watched(match)
    table.press(table.seat)
    table.frames(3)
    table.frames(3, state=CameraState.HAND)
    assert isinstance(table.frames(10, view=seen), Waiting)


def test_the_strength_of_a_press_stands_in_the_table_of_priors() -> None:
    table, _, seen = placing()
    judge = Judge(table.match, priors=switched_off("done_due"))
    judge.see(table.match, first(cells_of(table.match.game, table.match.setup)))
    weak = Watched(table.match, judge)
    weak.frames(5, view=seen)
    weak.press(weak.seat)
    assert isinstance(weak.frames(5), Unclear), "asked, not taken for certain"


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_a_press_alone_commits_nothing_that_the_board_does_not_show(name: str, seed: int) -> None:
    """Anything may have happened before it: nothing, a lawful act, an unlawful one, a hand that hovered;
    pressed by anybody, also often. What is committed then is what the table shows, or the end of a turn."""
    rng = random.Random(1000 * seed + len(name))
    match = somewhere(name, seed, rng.randint(0, 20))
    game, table = match.game, Watched(match)
    truth, before = game.looks(match.state), len(match.entries)
    kind = rng.choice(("nothing", "lawful", "unlawful", "hover"))
    seen: View | None = None
    if kind == "hover":
        cells = rng.sample(cells_of(game, match.setup), 3)
        seen = view(1.0, {cells[0]: rng.choice((0.02, 0.05, 0.07))}, visited=cells)
    elif kind != "nothing":
        lawful = kind == "lawful"
        seat = due(match) if lawful else Seat(rng.randrange(len(match.setup.seats)))
        moves = list(game.legal_moves(match.state, seat) if lawful else game.attempts(match.state, seat))
        move = rng.choice(moves)
        seen = of_act(game, match.state, seat, move)
        truth = {**truth, **game.handled(match.state, seat, move)}
    if seen is not None:
        table.frames(rng.randint(0, 5), state=CameraState.HAND)
    early = rng.random() < 0.5
    for _ in range(rng.randint(1, 3)):
        if early:
            table.press(rng.choice(("", *match.setup.seats)))
        table.frames(3, view=seen)
        seen = None
        if not early:
            table.press(rng.choice(("", *match.setup.seats)))
            table.frames(3)
    entered = [entry for entry in table.match.entries[before:] if entry.text != END]
    if kind in ("nothing", "hover"):
        assert entered == []
    now = game.looks(table.match.state)
    if entered:
        follows = table.judge.pending()
        wrong = {c for c in {*now, *truth} if visible(now.get(c, BARE), truth.get(c, BARE))} - set(follows)
        assert not wrong, f"{[e.text for e in entered]} after {kind}"


def before_last_step() -> AnyMatch:
    """Somebody has still to move an animal."""
    for seed in range(40):
        match = somewhere("arctica", seed, 8)
        moves = match.game.legal_moves(match.state, due(match))
        if any(match.game.format_move(move).startswith("move seal i1 ") for move in moves):
            return match
    raise AssertionError("no such position")


def ending_arctica() -> Watched:
    """Everything is done and ruled; only the end of the turn has not been said."""
    game = find_game("arctica")
    match: AnyMatch = Match.begin(game, game.setup(2, {}))
    rng = random.Random(3)
    while True:
        pending = game.pending(match.state)
        if isinstance(pending, Chance):
            outcome = game.outcomes(match.state)[0][0]
            match = match.add(Entry(EntryKind.CHANCE, text=game.format_outcome(outcome)))
            continue
        assert isinstance(pending, Decide)
        moves = [game.format_move(move) for move in game.legal_moves(match.state, pending.seats[0])]
        if END in moves:
            return Watched(match)
        match = match.add(
            Entry(EntryKind.MOVE, seat=match.setup.seats[pending.seats[0]], text=rng.choice(moves))
        )


def test_an_unlawful_act_is_refused_after_a_press_as_before() -> None:
    match = somewhere("arctica", 0, 30)
    game, seat = match.game, due(match)
    verbs = {game.format_move(m).split()[0] for m in game.legal_moves(match.state, seat)}
    rng = random.Random(0)
    attempts = [m for m in game.attempts(match.state, seat) if game.format_move(m).split()[0] in verbs]
    rng.shuffle(attempts)
    for move in attempts:
        seen = of_act(game, match.state, seat, move) if game.why_illegal(match.state, seat, move) else None
        if seen is not None and len(seen.cells) >= 2:
            break
    table = Watched(match)
    table.frames(3, view=seen)
    table.press(table.seat)
    verdict = table.frames(2)
    assert isinstance(verdict, Refused | Unclear | Unknown)
    assert len(table.match.entries) == len(match.entries)
