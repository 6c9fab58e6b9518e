"""From a movement of the totem to the game: evidence, verdict, journal, what the table says about it.

Expected verdicts are worked out from the clauses and budget of the verdict's specification: two pads 150 ms
apart have S = hypot(35, 35) = 49.5 ms, so D = 2.33 S = 115 ms; ln(P / (1 - P)) at 150 / 49.5 is above the cap
of 3.5, and the two who stayed are one rival more: 1 / (1 + 2 exp(-3.5)) = 0.94. Silence adds 2.9 each: 0.99.
"""

from __future__ import annotations

import pytest

from companion.referee.events import TotemSaid, UndoAsked
from companion.referee.totem_record import read_judged
from companion.referee.view import CaseStage
from companion.rules.contract import Chance
from tests.doubles.duel_table import CARD_US, DUEL, DuelTable, pads, sensors, tipped

CLEAR = sensors(pads(s1=420, s2=570, s3=None, s4=None))
"""s1 set out 150 ms before s2; the others stayed."""
CLOSE = sensors(pads(s1=420, s2=430, s3=None, s4=None))
PAD_SAYS = "provisional s1 150000 49498 0.94 pads"


def first_line(table: DuelTable) -> str:
    return table.case.verdict.splitlines()[0]


# -- a clear grab -------------------------------------------------------------------------------------


def test_a_clear_grab_is_judged_journaled_and_played() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    assert first_line(table) == PAD_SAYS
    assert table.game_lines == ["* grab s1"]
    assert table.pages.stored[0].startswith("# grab {")  # evidence and verdict stand before what they brought
    # duel.5: the loser takes its own stack (1), the winner's (2) and the pot (1); 76 closed are 19 each
    assert "closed s2 23" in table.position
    assert {"open s1", "open s2", "pot", "turn s2"} <= set(table.position)
    assert table.view.pending == Chance("flip s2")
    assert table.case.applied == ("grab s1",)
    assert table.case.may_appeal


def test_the_report_tells_who_by_how_much_give_or_take_what_and_why() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    case = table.case
    said = {message.key: dict(message.facts) for message in (case.headline, *case.bound, *case.evidence)}
    assert said["Took the totem first, open to appeal: {seats}"] == {"seats": "s1"}
    # 150 ms; the dead band is 2.33 * 49.498 ms = 115.3 ms, rounded up
    assert said["Earlier by {margin} ms ± {bound} ms (99 times in 100)"] == {"margin": "150", "bound": "116"}
    assert said["Confidence: {confidence}"] == {"confidence": "94%"}
    assert said["Witnesses: {witnesses}"] == {"witnesses": "pads"}
    assert said["The totem was lifted {ms} ms after the card was seen."] == {"ms": "900"}
    set_out = [
        dict(m.facts) for m in case.evidence if m.key == "{seat}: the hand set out {ms} ms after the card"
    ]
    assert set_out == [{"seat": "s1", "ms": "420"}, {"seat": "s2", "ms": "570"}]
    assert case.clause == "jungle/verdict.31"


def test_ten_seconds_of_silence_make_it_final() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.wait(9.9)
    assert first_line(table) == PAD_SAYS
    table.wait(0.2)
    # the table is the second witness (verdict.16); stated never above 0.99 (verdict.19)
    assert first_line(table) == "decided s1 150000 49498 0.99 pads table"
    assert table.case.clause == "jungle/verdict.30"
    assert table.game_lines == ["* grab s1"]
    assert not table.case.may_appeal
    assert len(list(read_judged(table.pages.stored))) == 2


def test_the_rival_admits_it() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.says("names s1", "s2")
    assert first_line(table) == "decided s1 150000 49498 0.99 pads table"
    assert table.game_lines == ["* grab s1"]


def test_an_appeal_takes_the_grab_back_and_asks_who() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.time += 5
    table.says("appeal", "s2")
    assert first_line(table) == "ask appeal"
    assert table.game_lines == ["* grab s1", "undo 1"]
    assert table.position[5] == "phase claim"
    assert (table.case.ask, table.case.voters) == ("who", ("s1", "s2"))
    table.says("names s2", "s1")
    table.says("names s2", "s2")
    # all who could dispute it say alike (verdict.20); the pads spoke for another, so they are no witness
    assert first_line(table) == "decided s2 - - 0.99 table"
    assert table.game_lines == ["* grab s1", "undo 1", "* grab s2"]
    assert "closed s1 23" in table.position  # s1 lost: own 2, winner's 1, pot 1


def test_a_late_appeal_does_not_count() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.wait(10.5)
    table.says("appeal", "s2")
    assert first_line(table).startswith("decided s1")
    assert table.game_lines == ["* grab s1"]


def test_when_play_goes_on_the_case_is_closed() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.told("flip s2 star-spike-red")
    assert not table.has_case
    table.wait(20)
    assert table.game_lines == ["* grab s1", "* flip s2 star-spike-red"]


def test_an_undo_takes_the_grab_back_and_closes_the_case() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.send(UndoAsked(1))
    assert not table.has_case
    assert table.position[5] == "phase claim"


# -- no order -----------------------------------------------------------------------------------------


def test_too_close_offers_the_printed_advice_first_and_then_a_new_grab() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    assert first_line(table) == "too-close s1 s2"
    assert table.game_lines == []
    assert [way.key for way in table.case.ways] == ["holder s1", "holder s2", "again"]
    table.says("holder s2")
    assert table.game_lines == ["* tie s1 s2", "* holder s2"]
    assert "closed s1 23" in table.position


def test_a_new_grab_is_judged_like_the_first() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    table.says("again")
    assert not table.has_case
    assert table.game_lines == []
    table.moves(sensors(pads(s1=570, s2=420, s3=None, s4=None)))
    assert first_line(table) == "provisional s2 150000 49498 0.94 pads"
    assert table.game_lines == ["* grab s2"]


def test_with_replay_agreed_the_tie_is_noted_and_the_next_grab_decides() -> None:
    table = DuelTable(4, DUEL, {"tie": "replay"})
    table.moves(CLOSE)
    assert [way.key for way in table.case.ways] == ["again"]
    table.says("again")
    assert table.game_lines == ["* tie s1 s2"]
    table.moves(CLEAR)
    assert table.game_lines == ["* tie s1 s2", "* grab s1"]
    assert "turn s2" in table.position


def test_where_one_has_a_right_and_another_not_the_first_counts_alone() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=None, s3=430, s4=None)))
    assert first_line(table) == "too-close s1 s3"
    assert table.game_lines == ["* grab s1"]  # tie.1


def test_without_a_right_it_goes_as_if_the_totem_had_fallen() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=None, s2=None, s3=420, s4=430)))
    assert first_line(table) == "too-close s3 s4"
    assert table.game_lines == ["* tie s3 s4"]
    assert {"open s1", "open s2"} <= set(table.position)  # tie.4, fall.2: all open cards are in the pot
    assert sum(line.startswith("pot ") for line in table.position) == 1


# -- unfair -------------------------------------------------------------------------------------------


def test_a_false_start_is_a_grab_by_mistake() -> None:
    table = DuelTable(4, DUEL)
    # the guard is 2.33 * hypot(4, 2) us; 40 ms before the card is far outside it, and the pad was left then
    table.moves(
        sensors({**pads(s2=400, s3=None, s4=None), "s1": {"rest": False, "release": [CARD_US - 40000, 4]}})
    )
    assert first_line(table) == "false-start s1"
    assert table.game_lines == ["* early s1"]
    assert "closed s1 23" in table.position  # grab.1: all open stacks (2 + 1) and the pot (1) to s1
    assert "turn s1" in table.position  # grab.4


def test_two_false_starts_are_for_the_table() -> None:
    table = DuelTable(4, DUEL)
    left = {
        seat: {"rest": False, "release": [CARD_US - ms * 1000, 4]} for seat, ms in (("s1", 40), ("s2", 45))
    }
    table.moves(sensors({**left, **pads(s3=None, s4=None)}))
    assert first_line(table) == "false-start s1 s2"
    assert table.game_lines == []
    assert [way.key for way in table.case.ways] == ["early s1", "early s2", "fall", "again"]
    table.says("early s2")
    assert table.game_lines == ["* early s2"]


def test_a_hand_that_was_not_set_is_for_the_table() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors({**pads(s2=None, s3=None, s4=None), "s1": {"rest": False}}))
    assert first_line(table) == "not-set s1"
    assert table.game_lines == []
    table.says("grab s1")
    assert table.game_lines == ["* grab s1"]
    assert table.case.applied == ("grab s1",)


# -- fallen -------------------------------------------------------------------------------------------


def test_the_one_who_knocked_it_over_pays() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=None, s3=None, s4=None), base=tipped()))
    assert first_line(table) == "knocked s1"
    assert table.game_lines == ["* fall s1"]
    assert "closed s1 23" in table.position  # fall.1


def test_nobody_can_tell_through_whom_it_fell() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(base=tipped()))  # a bare base says when, never who
    assert first_line(table) == "knocked ?"
    assert table.game_lines == []
    assert (table.case.ask, [way.key for way in table.case.ways]) == ("who", ["fall"])
    table.says("fall")
    assert table.game_lines == ["* fall"]
    # Clause fall.2, in order of cards.
    assert "pot star-red star-blue string-red full-circle-green" in table.position


def test_the_table_agrees_through_whom_it_fell() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(base=tipped()))
    table.says("names s4", "s1")
    assert table.game_lines == []
    table.says("names s4", "s2")
    assert first_line(table) == "knocked s4"
    assert table.game_lines == ["* fall s4"]


def test_an_unclear_movement_is_told_by_the_table() -> None:
    table = DuelTable(4, DUEL)
    lift = CARD_US + 900_000
    table.moves(
        sensors(
            pads(s1=420, s2=570, s3=None, s4=None), base={"lift": [lift, 1], "spread_us": 90000, "tilt": 0.2}
        )
    )
    assert first_line(table) == "ask shape"
    assert table.case.ask == "what"
    table.says("what grab")
    assert first_line(table) == PAD_SAYS
    assert table.game_lines == ["* grab s1"]


# -- nothing is invented ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("health", "line"),
    [
        ({"reset": True}, "void reset"),
        ({"lost_events": 2}, "void lost-events"),
        ({"pad_fault": ["s1"]}, "void pad-fault"),
    ],
)
def test_a_void_grab_changes_nothing(health: dict[str, object], line: str) -> None:
    table = DuelTable(4, DUEL)
    hands = pads(s1=420, s2=430, s3=None, s4=None)
    table.moves(sensors(hands, health=health))
    assert first_line(table) == line
    assert table.game_lines == []
    assert table.position[5] == "phase claim"
    table.told("grab s2")  # play goes on by touch
    assert table.game_lines == ["* grab s2"]
    assert not table.has_case


def test_a_totem_that_is_back_at_once_was_not_taken() -> None:
    table = DuelTable(4, DUEL)
    base = {"lift": [CARD_US + 900_000, 1], "spread_us": 9000, "tilt": 0.1, "off_us": 200_000}
    table.moves(sensors(pads(s1=420, s2=None, s3=None, s4=None), base=base))
    assert first_line(table) == "void put-back"
    assert table.case.ways == ()
    table.says("drop")
    assert not table.has_case


def test_a_bare_base_says_when_and_asks_who() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors())
    assert first_line(table) == "ask who"
    table.says("names s1", "s1")
    assert first_line(table) == "ask who"
    table.says("names s1", "s2")
    assert first_line(table) == "decided s1 - - 0.99 table"
    assert table.game_lines == ["* grab s1"]


def test_without_a_reveal_there_is_no_verdict_and_nobody_is_named() -> None:
    table = DuelTable(4, DUEL)
    row = sensors(pads(s1=420, s2=570, s3=None, s4=None))
    del row["reveal"]
    table.moves(row)
    assert table.case.stage is CaseStage.UNMEASURED
    assert table.case.verdict == ""
    assert table.case.headline.key.startswith("Not measured")
    assert table.game_lines == []
    table.told("grab s2")
    assert not table.has_case


def test_a_damaged_record_is_told_and_leaves_the_game_alone() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors({"s9": {"rest": True}}))
    assert table.view.trouble is not None
    assert table.game_lines == []


def test_a_record_is_taken_once() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    stored = list(table.pages.stored)
    table._number = 0
    table.moves(CLEAR)
    assert table.pages.stored == stored


def test_the_sentences_of_others_are_ignored() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    before = table.view
    for said in (
        TotemSaid(99, "", "again"),
        TotemSaid(1, "", "holder s3"),
        TotemSaid(1, "s9", "names s1"),
        TotemSaid(1, "s1", "names s9"),
        TotemSaid(1, "s1", "appeal"),  # nobody was named
        TotemSaid(1, "", "what dance"),
    ):
        table.send(said)
    assert table.view == before
