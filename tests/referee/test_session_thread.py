"""The session's thread: what is done once when it begins, and what waits for it."""

from __future__ import annotations

import gc
import threading
from typing import Any

import pytest

from companion.judge.verdicts import Same, Verdict
from companion.program.memory import keep_loaded
from companion.referee.events import AsShown, FromAfar, MoveEntered, OutcomeEntered, Seen, UndoAsked
from companion.referee.session_thread import SessionThread
from tests.doubles.duel_table import DuelTable
from tests.doubles.judge import ScriptedJudge
from tests.referee.session_table import Table
from vision.seeing import Glance, View
from vision.types import CameraState


class Ring:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.self = self


def rings() -> int:
    return sum(type(each) is Ring for each in gc.get_objects())  # asking a dead weak proxy raises


@pytest.mark.slow
def test_what_is_loaded_stays_and_what_is_garbage_goes() -> None:
    gc.unfreeze()  # what tests before have frozen
    frozen = gc.get_freeze_count()
    kept = Ring()
    Ring()
    try:
        keep_loaded()
        assert gc.get_freeze_count() > frozen
        kept.self = kept
        gc.unfreeze()
        assert rings() == 1, "the other one is gone"
        keep_loaded()
        Ring()
        gc.collect()
        gc.unfreeze()
        assert rings() == 1, "what is new is collected as ever"
    finally:
        gc.freeze()


class Thinker(ScriptedJudge):
    """A judge that thinks about its first picture until it is let go. ``saw``: what came to it; ``lengths``:
    how many entries the match had at each picture; ``confirmed_after``: which pictures came before people
    said that all lies as shown."""

    def __init__(self) -> None:
        super().__init__()
        self.thinks, self.go_on = threading.Event(), threading.Event()
        self.saw: list[Glance] = []
        self.lengths: dict[int, int] = {}
        self.confirmed_after: list[int] = []

    def see(self, match: Any, glance: Glance) -> Verdict:
        self.saw.append(glance)
        self.lengths[glance.frame] = len(match.entries)
        self.thinks.set()
        assert self.go_on.wait(10)
        return Same()

    def confirm(self) -> None:
        super().confirm()
        self.confirmed_after = [glance.frame for glance in self.saw]


class Busy:
    """A session whose judge thinks about the first picture; the card is open, south is to move."""

    def __init__(self, table: Table | DuelTable) -> None:
        self.judge = Thinker()
        table.session._judge = table.session._words._judge = self.judge
        self.held: list[bool] = []
        self._thread = SessionThread(table.session, lambda: table.time, self.held.append)
        self.send = self._thread.send
        self._thread.start()
        self.send(Seen(Glance(0, 0.0, CameraState.READY)))
        assert self.judge.thinks.wait(10)

    @property
    def late(self) -> bool:
        """Whether it is behind."""
        return self._thread.late

    def end(self) -> list[Glance]:
        """Let it think on, to the end of its queue; which pictures came to the judge after the first."""
        self.judge.go_on.set()
        self._thread.stop()
        return self.judge.saw[1:]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    return table


def test_pictures_without_news_do_not_pile_up_before_a_touch(table: Table) -> None:
    """A minute of pictures in which the referee thinks: the last of them is all that comes before a touch."""
    busy = Busy(table)
    for number in range(1, 901):
        busy.send(Seen(Glance(number, number / 15, CameraState.READY)))
    busy.send(MoveEntered("south", "play ur r"))
    assert [glance.frame for glance in busy.end()] == [900]
    assert [line.text for line in table.view.history] == ["open b1", "play ur r"]


def test_every_change_and_every_new_state_comes_to_the_judge_in_order(table: Table) -> None:
    busy = Busy(table)
    ready, hand = CameraState.READY, CameraState.HAND
    change = View(5.0, 4.0, {})
    seen = [(1, ready, None), (2, hand, None), (3, hand, None), (4, ready, None), (5, ready, change)]
    seen += [(6, ready, change), (7, ready, None), (8, ready, None)]
    for number, state, view in seen:
        busy.send(Seen(Glance(number, float(number), state, view)))
    assert [glance.frame for glance in busy.end()] == [1, 3, 4, 5, 6, 8]


def test_views_are_held_back_while_one_waits(table: Table) -> None:
    """So no more than one waits, however long the referee thinks."""
    busy = Busy(table)
    busy.send(Seen(Glance(1, 1.0, CameraState.READY)))
    assert busy.held == []
    for number in (2, 3):
        busy.send(Seen(Glance(number, float(number), CameraState.READY, View(5.0, 4.0, {}))))
    assert busy.held == [True]
    busy.end()
    assert busy.held == [True, False]


def test_what_people_enter_is_heard_before_the_pictures_that_wait(table: Table) -> None:
    """They speak of what the screen shows them now."""
    busy = Busy(table)
    change = View(5.0, 4.0, {})
    busy.send(Seen(Glance(1, 1.0, CameraState.READY, change)))
    busy.send(MoveEntered("south", "play ur r"))
    busy.send(UndoAsked())
    busy.send(Seen(Glance(2, 2.0, CameraState.READY, change)))
    busy.end()
    assert [busy.judge.lengths[frame] for frame in (1, 2)] == [3, 3], "in order, before both pictures"


def test_what_people_ask_for_away_from_the_table_is_heard_as_early(table: Table) -> None:
    busy = Busy(table)
    busy.send(Seen(Glance(1, 1.0, CameraState.READY, View(5.0, 4.0, {}))))
    busy.send(FromAfar(UndoAsked(), "phone", 1))
    busy.end()
    assert busy.judge.lengths[1] == 2, "after what was undone"


def test_what_people_say_of_the_table_is_heard_after_the_pictures_before_it(table: Table) -> None:
    busy = Busy(table)
    busy.send(Seen(Glance(1, 1.0, CameraState.READY, View(5.0, 4.0, {}))))
    busy.send(AsShown())
    busy.end()
    assert busy.judge.confirmed_after == [0, 1]


def test_each_picture_counts_where_arms_are_timed() -> None:
    busy = Busy(DuelTable(4))
    for number in range(1, 6):
        busy.send(Seen(Glance(number, number / 15, CameraState.READY)))
    assert [glance.frame for glance in busy.end()] == [1, 2, 3, 4, 5]


def test_a_referee_that_is_behind_the_hands_says_so(table: Table) -> None:
    busy = Busy(table)
    assert not busy.late
    table.time += 1.0
    busy.send(MoveEntered("south", "play ur r"))
    assert not busy.late, "a second is no wait"
    table.time += 4.0
    assert busy.late, "the picture came five seconds ago"
    busy.end()
    assert not busy.late
    assert [line.text for line in table.view.history] == ["open b1", "play ur r"]
