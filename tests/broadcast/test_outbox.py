"""Whatever happens to connections, every event is delivered or counted as lost."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.broadcast.outbox import Outbox
from companion.referee.view import HistoryLine, TableView
from tests.broadcast.sitting import Sitting


def views(times: int) -> list[TableView]:
    """The views of a game, in order."""
    sitting = Sitting(seed=3)
    seen: list[TableView] = []
    sitting.session.subscribe(seen.append)
    sitting.play(times)
    return seen


VIEWS = views(60)
LAST = VIEWS[-1]
EVENTS = len(LAST.history) + (LAST.ruling.number if LAST.ruling else 0)

deeds = st.lists(st.sampled_from(["note", "send", "send", "acknowledge", "break", "fail"]), max_size=150)


@settings(deadline=None)
@given(deeds, st.integers(1, 30), st.randoms(use_true_random=False))
def test_every_event_is_delivered_or_lost(deeds: list[str], room: int, chance: random.Random) -> None:
    outbox = Outbox(room)
    delivered: list[int] = []
    under_way: dict[int, int] = {}
    message = 0
    coming = iter(VIEWS)
    for deed in [*deeds, *["note"] * len(VIEWS), *["send", "acknowledge"] * (EVENTS + 40)]:
        if deed == "note" and (view := next(coming, None)) is not None:
            outbox.note(view)
        elif deed == "send" and (event := outbox.take()) is not None:
            message += 1
            under_way[message] = event.number
            outbox.sent(message)
        elif deed == "acknowledge" and under_way:
            done = chance.choice(list(under_way))
            delivered.append(under_way.pop(done))
            outbox.acknowledged([done, 10_000 + done])
        elif deed == "break":
            outbox.broken()
            under_way.clear()
        elif deed == "fail":
            outbox.take()  # the network fails before it was sent
            outbox.broken()
            under_way.clear()
    assert outbox.empty
    assert len(set(delivered)) + outbox.lost == EVENTS
    assert outbox.view is LAST


def test_without_breaks_events_come_once_in_order_entry_before_ruling() -> None:
    outbox = Outbox(1000)
    for view in VIEWS:
        outbox.note(view)
    numbers, entries = [], []
    while (event := outbox.take()) is not None:
        numbers.append(event.number)
        outbox.sent(event.number)
        if isinstance(event.news, HistoryLine):
            entries.append(event.news.number)
    assert numbers == list(range(1, EVENTS + 1))
    assert entries == list(range(1, len(LAST.history) + 1))


def test_a_view_that_comes_twice_says_nothing_new() -> None:
    outbox = Outbox(1000)
    outbox.note(LAST)
    while (event := outbox.take()) is not None:
        outbox.sent(event.number)
    outbox.note(LAST)
    assert outbox.take() is None


def test_another_match_is_told_from_its_beginning() -> None:
    outbox = Outbox(1000)
    outbox.note(LAST)
    other = Sitting(seed=4, name="2")
    other.play(5)
    outbox.note(other.view)
    told = []
    while (event := outbox.take()) is not None:
        outbox.sent(event.number)
        if event.match == "2" and isinstance(event.news, HistoryLine):
            told.append(event.news.number)
    assert told == list(range(1, other.view.entries + 1))


def test_a_full_outbox_drops_the_oldest() -> None:
    outbox = Outbox(7)
    for view in VIEWS:
        outbox.note(view)
    kept = []
    while (event := outbox.take()) is not None:
        kept.append(event.number)
        outbox.sent(event.number)
    assert kept == list(range(EVENTS - 6, EVENTS + 1))
    assert outbox.lost == EVENTS - 7


def test_what_was_acknowledged_in_the_last_half_minute_is_said_again() -> None:
    """However long after that the break is noticed; once, and in order."""
    now = 100.0
    outbox = Outbox(1000, lambda: now)
    outbox.note(LAST)
    for number in range(1, 61):
        now = 100.0 + number  # acknowledged a second after the one before
        assert outbox.take() is not None
        outbox.sent(number)
        outbox.acknowledged([number])
    now = 500.0
    outbox.broken()
    again = [event.number for _ in range(32) if (event := outbox.take()) is not None]
    assert again == [*range(30, 62)]  # 30 to 60 were acknowledged, 61 was never sent
