"""What is left of what may have happened when people enter the first part of it."""

from __future__ import annotations

from companion.judge.verdicts import Beginning
from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind

DROP, END, PLAY = (
    Entry(EntryKind.MOVE, seat=seat, text=text)
    for seat, text in (("seal", "drop yellow3"), ("seal", "end"), ("orca", "play green2"))
)
DECK = frozenset({CellId("deck")})
WHOLE = Beginning((DROP, END, PLAY), unseen=frozenset({1}), reached=DECK, odd=5.0)


def test_the_rest_is_counted_anew() -> None:
    assert WHOLE.after((DROP,)) == Beginning((END, PLAY), frozenset({0}), DECK, 5.0)


def test_nothing_is_odd_any_more_when_what_left_no_trace_was_entered() -> None:
    assert WHOLE.after((DROP, END)) == Beginning((PLAY,), frozenset(), frozenset(), 0.0)
    assert WHOLE.after((DROP, END, PLAY)) == Beginning((), frozenset(), frozenset(), 0.0)


def test_something_else_was_entered() -> None:
    assert WHOLE.after((END,)) is None
    assert WHOLE.after((DROP, END, PLAY, END)) is None
