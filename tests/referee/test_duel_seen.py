"""Movements of the totem where a camera tells the cards: it needs its time, and people play on meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.evaluation.agreement import agreeing, is_true
from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.docket import Docket, Heard, resumed
from companion.referee.events import TotemMoved, TotemSaid
from companion.referee.own import NEVER, Shown
from companion.referee.totem_record import HostClock, TotemRecord
from companion.referee.view import CaseStage
from companion.rules.match import Entry, EntryKind, Match
from tests.doubles.duel_table import JUNGLE
from vision.seeing import Glance, View
from vision.types import CameraState

EARLIER = ("flip s1 star-red", "flip s2 string-blue")
DECIDING = "flip s3 star-green"
LIFT = 9.0
"""Seconds; the base's clock is that of pictures."""


def begun(*played: str) -> Match[Any, Any, Any]:
    return more(Match.begin(JUNGLE, JUNGLE.setup(4, {}), None), *played)


def more(match: Match[Any, Any, Any], *played: str) -> Match[Any, Any, Any]:
    for text in played:
        match = match.add(Entry(EntryKind.CHANCE, text=text))
    return match


def taken(number: int = 1, at: float = LIFT, after: float = 0.4) -> TotemMoved:
    """The totem was lifted cleanly and kept, so many seconds after the hand of s1 had left its pad."""
    base = {"lift": [round(1e6 * at), 1], "spread_us": 9_000, "tilt": 0.1}
    hands: Any = {
        "s1": {"rest": False, "release": [round(1e6 * (at - after)), 4]},
        **{f"s{n}": {"rest": True} for n in (2, 3, 4)},
    }
    row = {"tier": "T1", "pads": hands, "base": base}
    record = TotemRecord(number, row, round(1e6 * (at + 0.7)), host=HostClock(0.0, 0, 500.0), hands=hands)
    return TotemMoved(record)


def taken_at_once() -> TotemMoved:
    """The hands of s1 and s3 left their pads within 30 ms."""
    record = taken().record
    hands = {**record.hands, "s3": {"rest": False, "release": [round(1e6 * (LIFT - 0.37)), 4]}}
    return TotemMoved(replace(record, sensors={**record.sensors, "pads": hands}, hands=hands))


def docket(shown: Shown) -> Docket:
    return Docket(default_budget(), 0.0, shown=shown)


def told(
    heard: Heard, match: Match[Any, Any, Any], *played: str, shown: Shown, coming: Shown = NEVER
) -> Heard:
    """The camera tells more cards."""
    return heard.docket.seeing(shown, coming).hear(more(match, *played), None, LIFT + 3)


def settled(time: float) -> Glance:
    """A picture of the whole table without hands."""
    return Glance(0, time, CameraState.READY, View(time, time, {}))


def stage(heard: Heard) -> CaseStage | None:
    return heard.docket.case.stage if heard.docket.case is not None else None


SEEN: Shown = {1: (1.0, 1.6), 2: (3.0, 3.6)}


def test_a_movement_waits_for_the_card_that_the_camera_tells_after_it() -> None:
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    assert stage(held) is CaseStage.HELD
    assert held.docket.measured is not None
    assert "grab" in held.docket.measured.verbs, "so people are asked at once which card it is"
    judged = told(held, match, DECIDING, shown={**SEEN, 3: (7.8, 8.5)})
    assert judged.docket.measured is None
    assert judged.docket.case is not None
    assert judged.docket.case.record.sensors["reveal"]["by"] == "camera"
    assert [entry.text for entry in judged.entries] == ["grab s1"]


@pytest.mark.parametrize(("left", "judged"), [(7.4, "early s1"), (7.9, "grab s1")])
def test_a_hand_that_left_before_the_card_could_be_seen_started_too_early(left: float, judged: str) -> None:
    """The card lay hidden in the picture of 7.8 s, which may be 0.1 s old. A pad that felt its hand leave
    0.3 s before that works: the grab is unfair (verdict.26), never void."""
    match = begun(*EARLIER, DECIDING)
    heard = docket({**SEEN, 3: (7.8, 8.5)}).hear(match, taken(after=LIFT - left), LIFT + 0.7)
    assert [entry.text for entry in heard.entries] == [judged]


def test_a_card_that_came_after_the_totem_was_taken_is_none_that_it_was_taken_for() -> None:
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    after = told(held, match, DECIDING, shown={**SEEN, 3: (10.0, 10.7)})
    assert (stage(after), after.entries) == (None, ())


def test_a_card_that_people_tell_for_the_camera_does_not_judge_what_it_may_not_be_about() -> None:
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    touched = told(held, match, DECIDING, shown=SEEN)
    assert (stage(touched), touched.entries) == (CaseStage.HELD, ())


def test_a_movement_waits_while_a_card_that_came_before_it_is_not_told() -> None:
    """People answered about the card of s3; s4 had opened one before the totem was taken for that."""
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    shown: Shown = {**SEEN, 3: (4.8, 5.5)}
    answered = told(held, match, "flip s3 full-circle-green", shown=shown, coming={4: (7.8, 8.5)})
    assert (stage(answered), answered.entries) == (CaseStage.HELD, ())
    match = more(match, "flip s3 full-circle-green")
    judged = told(answered, match, "flip s4 star-green", shown={**shown, 4: (7.8, 8.5)})
    assert [entry.text for entry in judged.entries] == ["grab s1"]


def test_a_movement_waits_for_such_a_card_though_somebody_may_grab_already() -> None:
    """What people grabbed for is over by then: s1 took the totem, and s4 opened another card, untold yet."""
    match, shown = begun(*EARLIER, DECIDING), {**SEEN, 3: (4.8, 5.5)}
    seeing = docket(shown).seeing({}, {4: (7.8, 8.5)})
    held = seeing.hear(match, taken(), LIFT + 0.7)
    assert (stage(held), held.entries) == (CaseStage.HELD, ())
    at_once = docket(shown).hear(match, taken(), LIFT + 0.7)
    assert [entry.text for entry in at_once.entries] == ["grab s1"]


def test_movements_before_the_camera_has_told_a_card_wait_in_turn() -> None:
    """It has seen two cards come, and is not sure which they are."""
    match, coming = begun(), {1: (4.8, 5.5), 2: (12.8, 13.5)}
    first = docket({}).seeing({}, coming).hear(match, taken(), LIFT + 0.7)
    second = first.docket.hear(match, taken(2, LIFT + 8), LIFT + 8.7)
    assert (second.trouble, stage(second), len(second.docket.later)) == (None, CaseStage.HELD, 1)


def test_a_movement_waits_for_no_card_that_came_after_it() -> None:
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    judged = told(held, match, DECIDING, shown={**SEEN, 3: (7.8, 8.5)}, coming={5: (10.0, 10.7)})
    assert [entry.text for entry in judged.entries] == ["grab s1"]


def test_movements_that_the_camera_must_catch_up_with_are_judged_one_after_another() -> None:
    """s1 takes the totem for DECIDING and opens a card, s4 opens another; s1 takes it again for that."""
    match = begun(*EARLIER)
    first = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    second = first.docket.hear(match, taken(2, LIFT + 8), LIFT + 8.7)
    assert (second.trouble, stage(second)) == (None, CaseStage.HELD)
    shown: Shown = {**SEEN, 3: (7.8, 8.5)}
    judged = told(second, match, DECIDING, shown=shown)
    assert [entry.text for entry in judged.entries] == ["grab s1"]
    match = more(match, DECIDING, "grab s1")
    line = ("flip s3 full-circle-green", "flip s4 full-circle-red")
    closed = told(judged, match, *line, shown={**shown, 5: (LIFT + 3, LIFT + 3.6), 6: (LIFT + 6, LIFT + 6.6)})
    assert closed.docket.case is not None
    assert (closed.docket.case.record.number, closed.docket.later, closed.entries) == (2, (), ())
    again = closed.docket.hear(more(match, *line), None, LIFT + 12)
    assert again.docket.case is not None
    assert (again.docket.case.record.number, again.docket.later) == (2, ())
    assert [entry.text for entry in again.entries] == ["grab s1"]


def test_movements_that_wait_are_known_after_a_kill() -> None:
    """Two movements wait for a simultaneous opening to be told when the program is killed."""
    match = begun(*OPENING)
    first = docket({}).hear(match, taken(), LIFT + 0.7)
    second = replace(first.docket, shown=SEEN).hear(match, taken(2, LIFT + 8), LIFT + 8.7)
    again, trouble = resumed(match, [*first.notes, *second.notes], 0.0, LIFT + 60)
    assert trouble is None
    assert again.case is not None
    assert (again.case.record.number, [case.record.number for case in again.later]) == (1, [2])
    assert [case.record.sensors for case in again.later] == [taken(2, LIFT + 8).record.sensors]


def test_a_movement_that_waited_behind_another_is_open_as_soon_as_that_is_closed() -> None:
    """People say that the first only put the totem straight; the program is killed at once."""
    match = begun(*OPENING)
    first = docket({}).hear(match, taken(), LIFT + 0.7)
    second = replace(first.docket, shown=SEEN).hear(match, taken(2, LIFT + 8), LIFT + 8.7)
    dropped = second.docket.hear(match, TotemSaid(1, "", "drop"), LIFT + 9)
    lines = [*first.notes, *second.notes, *dropped.notes]
    again, _ = resumed(match, lines, 0.0, LIFT + 60)
    assert again.case is not None
    assert (again.case.record.number, again.case.stage, again.later) == (2, CaseStage.HELD, ())


def test_people_who_play_on_after_a_verdict_agree_to_it() -> None:
    """A card was opened in the ten seconds for an appeal; the camera tells it after the next movement."""
    match = begun(*EARLIER, DECIDING)
    judged = docket({**SEEN, 3: (7.8, 8.5)}).hear(match, taken(), LIFT + 0.7)
    assert [entry.text for entry in judged.entries] == ["grab s1"]
    newer = judged.docket.hear(more(match, "grab s1"), taken(2, LIFT + 6), LIFT + 6.7)
    assert newer.trouble is None
    assert newer.docket.case is not None
    assert (newer.docket.case.record.number, stage(newer)) == (2, CaseStage.HELD)


def test_a_movement_without_a_card_is_judged_once_the_table_is_seen_after_it() -> None:
    """No cards are equal, and none is still to be told: s1 took the totem by mistake (jungle/grab.3)."""
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    assert stage(held.docket.hear(match, None, LIFT + 1)) is CaseStage.HELD
    before = held.docket.agreeing(True).watching(settled(LIFT - 0.5)).hear(match, None, LIFT + 1)
    assert stage(before) is CaseStage.HELD, "the camera has not looked since"
    seen = held.docket.watching(settled(LIFT + 2))
    assert stage(seen.hear(match, None, LIFT + 2)) is CaseStage.HELD, (
        "it may have seen a card that is not told"
    )
    judged = seen.agreeing(True).hear(match, None, LIFT + 2)
    assert [entry.text for entry in judged.entries] == ["grab s1"]


def test_people_who_are_asked_about_a_movement_play_on() -> None:
    """Pads that were left 30 ms apart cannot tell who was first. The next movement waits behind."""
    match = begun(*EARLIER, DECIDING)
    asked = docket({**SEEN, 3: (7.8, 8.5)}).hear(match, taken_at_once(), LIFT + 0.7)
    assert (stage(asked), asked.entries) == (CaseStage.JUDGED, ())
    newer = asked.docket.hear(match, taken(2, LIFT + 6), LIFT + 6.7)
    assert newer.trouble is None
    assert [case.record.number for case in newer.docket.later] == [2]
    line = more(match, "tie s1 s3", "holder s1")
    closed = newer.docket.hear(line, None, LIFT + 8)
    assert closed.docket.case is not None
    assert closed.docket.case.record.number == 2


def test_movements_that_people_told_by_touch_wait_no_more() -> None:
    match = begun(*EARLIER)
    held = docket(SEEN).hear(match, taken(), LIFT + 0.7)
    queued = held.docket.hear(match, taken(2, LIFT + 6), LIFT + 6.7).docket
    later = queued.hear(match, taken(3, LIFT + 12), LIFT + 12.7).docket
    entered = later.hear(more(match, DECIDING, "grab s1", "flip s3 star-blue", "grab s2"), None, LIFT + 19)
    assert entered.entries == ()
    assert entered.docket.case is not None
    assert entered.docket.case.record.number == 3, "the second one is told, too"
    line = more(match, DECIDING, "grab s1", "flip s3 star-blue", "grab s2")
    again = entered.docket.hear(line, None, LIFT + 20)
    assert again.docket.case is not None, "that entry tells the second movement, not this one"
    assert again.docket.case.record.number == 3


def test_without_a_camera_people_settle_one_movement_before_the_next() -> None:
    held = docket({}).hear(begun(*EARLIER), taken(), LIFT + 0.7)
    newer = held.docket.hear(begun(*EARLIER), taken(2, LIFT + 5), LIFT + 5.7)
    assert newer.trouble is not None
    assert newer.docket.case is not None
    assert newer.docket.case.record.number == 1


OPENING = ("flip s1 outward", "flip s1 star-red", "flip s2 string-blue")
"""All open a card at once; two of four are told."""


def test_a_movement_waits_for_the_rest_of_a_simultaneous_opening() -> None:
    match = begun(*OPENING)
    held = docket({}).hear(match, taken(), LIFT + 0.7)
    assert (stage(held), held.trouble) == (CaseStage.HELD, None)
    waiting = told(held, match, DECIDING, shown={})
    assert stage(waiting) is CaseStage.HELD
    longer = more(match, DECIDING)
    judged = told(waiting, longer, "flip s4 full-circle-red", shown={})
    assert stage(judged) in (CaseStage.JUDGED, CaseStage.UNMEASURED)


def test_who_was_first_of_several_is_told_with_more_entries_than_were_made() -> None:
    match = begun(*EARLIER, DECIDING)
    truth, asked = more(match, "grab s1"), more(match, "tie s1 s3", "holder s1")
    assert agreeing(asked.line, truth.line) == (5, 4)
    assert is_true(asked.line, truth.line)
    assert not is_true(more(match, "tie s1 s3", "holder s3").line, truth.line)


@pytest.mark.parametrize(("apart", "true"), [(0.1, True), (1.0, False)])
def test_cards_that_are_opened_at_the_same_moment_have_no_order(apart: float, true: bool) -> None:
    """Clause out.1: after an outward card all open a card at the same moment."""
    match = begun("flip s1 outward")
    opened = ("flip s1 star-red", "flip s2 string-blue", "flip s3 star-blue")
    truth = match
    for count, text in enumerate(opened):
        truth = truth.add(Entry(EntryKind.CHANCE, text=text, at=10.0 + count * apart))
    assert is_true(more(match, opened[2], opened[0]).line, truth.line) is true
