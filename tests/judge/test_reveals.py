"""When cards became visible: views made by hand, entries told at once, late, or never."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.judge.reveals import Between, Reveals, shown_between
from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.judge.views import CLEARLY, view
from vision.seeing import View

GAME = find_game("jungle")
S1, S2, S3 = (CellId(f"open:s{n}") for n in (1, 2, 3))
FLIPS = ("flip s1 star-red", "flip s2 string-blue", "flip s3 star-green")


def match(*played: str) -> Match[Any, Any, Any]:
    longer = Match.begin(GAME, GAME.setup(4, {}), None)
    for text in played:
        longer = longer.add(Entry(EntryKind.CHANCE, text=text))
    return longer


def states(*played: str) -> list[Any]:
    return [one.state for one in match(*played).line]


def seen(time: float, **between: Between | None) -> View:
    """A view in which these cells changed; a hand was there between these times."""
    times = {cell.replace("_", ":"): row for cell, row in between.items()}
    made = view(time, dict.fromkeys(times, CLEARLY))
    return replace(made, cells={cell: replace(one, between=times[cell]) for cell, one in made.cells.items()})


def test_a_card_became_visible_between_the_coming_of_a_hand_and_its_leaving() -> None:
    handled = seen(2.0, open_s1=(1.0, 1.5), open_s2=(1.2, 1.8), closed_s1=(0.6, 0.8), open_s3=None)
    assert shown_between(handled, (S1, S2, S3)) == {S1: (0.6, 1.5), S2: (0.6, 1.8), S3: None}


def test_entries_are_given_the_times_of_their_cells() -> None:
    reveals = Reveals(match())
    reveals.see(seen(2.0, open_s1=(1.0, 1.6)), (S1,), states(*FLIPS[:1]))
    reveals.see(seen(4.0, open_s2=None), (S2,), states(*FLIPS[:2]))
    reveals.see(seen(6.0, open_s3=(5.0, 5.6)), (S3,), states(*FLIPS))
    assert reveals.since(match(*FLIPS), 0) == {1: (1.0, 1.6), 3: (5.0, 5.6)}, "of s2 nobody saw a hand"
    assert reveals.since(match(*FLIPS), 2) == {3: (5.0, 5.6)}


SECOND = (*FLIPS[:1], "flip s2 string-blue", "flip s3 full-circle-red", "flip s4 string-red", "lapse")
AGAIN = (*SECOND, "flip s1 circle-cross-red")


def test_a_card_told_late_keeps_its_time_though_another_lies_on_it() -> None:
    reveals = Reveals(match())
    reveals.see(seen(2.0, open_s1=(1.0, 1.6)), (S1,), states(*FLIPS[:1]))
    reveals.see(seen(9.0, open_s1=(8.0, 8.6)), (S1,), states(*AGAIN))
    assert reveals.since(match(*FLIPS[:1]), 0) == {1: (1.0, 1.6)}
    reveals.follow(match(*FLIPS[:1]))
    assert reveals.since(match(*AGAIN), 1) == {len(AGAIN): (8.0, 8.6)}


def test_a_card_that_is_put_straight_later_lay_open_before() -> None:
    reveals = Reveals(match())
    for view_at in ((1.0, 1.6), (3.0, 3.6)):
        reveals.see(seen(view_at[1], open_s1=view_at), (S1,), states(*FLIPS[:1]))
    assert reveals.since(match(*FLIPS[:1]), 0) == {1: (1.0, 1.6)}


def test_a_card_of_which_no_change_was_seen_has_no_time() -> None:
    reveals = Reveals(match())
    reveals.see(seen(2.0, open_s1=(1.0, 1.6)), (S1,), states(*FLIPS[:1]))
    reveals.follow(match(*FLIPS[:1]))
    assert reveals.since(match(*AGAIN), 1) == {}


def test_what_was_taken_back_has_no_time_any_more() -> None:
    reveals = Reveals(match())
    reveals.see(seen(2.0, open_s1=(1.0, 1.6)), (S1,), states(*FLIPS[:1]))
    told = match(*FLIPS[:1])
    reveals.follow(told)
    undone = told.add(Entry(EntryKind.UNDO, count=1))
    reveals.follow(undone)
    assert reveals.since(undone.add(Entry(EntryKind.CHANCE, text=FLIPS[0])), 2) == {}
