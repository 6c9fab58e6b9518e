"""Movements before their card is told, hints that must not be given, and the journal of grabs."""

from __future__ import annotations

import time

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import judge_again
from companion.judge.judge import Judge
from companion.referee.ledger import RETRY_SECONDS
from companion.referee.session import Session
from companion.referee.session_thread import SessionThread
from companion.referee.totem_record import read_judged
from companion.referee.view import CaseStage
from companion.rules.contract import Chance, Decide
from companion.rules.match import parse_match
from tests.doubles.duel_table import CARD_US, DUEL, JUNGLE, DuelTable, pads, sensors

from .test_duel import CLEAR, CLOSE, PAD_SAYS, first_line

# -- before the card is told --------------------------------------------------------------------------

BEFORE = (
    DUEL.replace("phase claim", "phase flip")
    .replace("turn s3", "turn s2")
    .replace("star-blue", "string-blue")
)
"""s2 is to open; string-red under star-red matches nothing."""


def test_a_movement_waits_for_the_card_that_was_opened_before_it() -> None:
    table = DuelTable(4, BEFORE)
    table.moves(CLEAR)
    assert table.case.stage is CaseStage.HELD
    assert table.game_lines == []
    table.told("flip s2 star-green")
    assert first_line(table) == PAD_SAYS
    assert table.game_lines == ["* flip s2 star-green", "* grab s1"]


def test_a_grab_for_nothing_is_judged_when_the_table_says_that_no_card_was_opened() -> None:
    table = DuelTable(4, BEFORE)
    table.moves(sensors(pads(s1=None, s2=None, s3=420, s4=None)))
    table.says("judge")
    # three pads rest: capped at 3.5, one witness: 1 / (1 + exp(-3.5)) = 0.97 (verdict.12, verdict.31)
    assert first_line(table) == "provisional s3 - - 0.97 pads"
    assert table.game_lines == ["* grab s3"]
    assert "turn s3" in table.position
    assert "closed s3 23" in table.position  # grab.1: 2 + 1 open and 1 in the pot


def test_a_totem_that_was_put_straight_is_no_case() -> None:
    table = DuelTable(4, BEFORE)
    base = {"lift": [CARD_US, 1], "spread_us": 9000, "tilt": 0.1, "off_us": 100_000}
    table.moves(sensors(pads(s1=None, s2=None, s3=None, s4=None), base=base))
    assert not table.has_case
    table.moves(CLEAR)
    table.says("drop")
    assert not table.has_case
    assert table.game_lines == []


def test_what_is_pending_comes_first() -> None:
    three = DUEL.replace("open s3\n", "open s3 star-green\n")
    table = DuelTable(4, three)
    table.told("grab s1")  # several losers: s1 deals out (take.3)
    assert table.position[5] == "phase give s1"
    table.moves(CLEAR)
    assert not table.has_case
    assert table.view.trouble is not None
    assert table.game_lines == ["* grab s1"]


# -- several losers, inward arrows --------------------------------------------------------------------


def test_several_losers_the_winner_deals_out() -> None:
    table = DuelTable(4, DUEL.replace("open s3\n", "open s3 star-green\n"))
    table.moves(sensors(pads(s1=420, s2=570, s3=600, s4=None)))
    assert table.game_lines == ["* grab s1"]
    assert table.view.pending == Decide((0,), "give")  # type: ignore[arg-type] # a seat is a number
    assert {"losers s2 s3", "piles s1 pot"} <= set(table.position)


def resumed(table: DuelTable, lines: str) -> DuelTable:
    """The same table, taken up from its journal by another program."""
    again = DuelTable(4, lines)
    match = parse_match(table.file(), JUNGLE)
    again.pages = table.pages
    again.session = Session("kitchen", "1", match, again.pages, Judge(match), (), lambda: again.time)
    return again


def test_a_movement_that_is_sent_again_after_a_kill_is_not_judged_again() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.told("flip s2 string-green")
    table.told("flip s3 star-green")
    table.told("flip s4 star-yellow")  # now s3 and s4 match
    again = resumed(table, DUEL)
    again.moves(CLEAR)
    assert not again.has_case
    assert again.view.totem is not None
    assert again.view.totem.journaled == 1  # so the base hears it this time
    assert again.game_lines[-1] == "* flip s4 star-yellow"


def test_after_a_kill_the_base_counts_anew() -> None:
    table = DuelTable(4, DUEL)
    for _ in range(3):
        table.moves(
            CLOSE | {"base": {"lift": [CARD_US + table._number, 1], "spread_us": 90_000, "tilt": 0.1}}
        )
        if table._number < 3:
            table.says("drop" if not table.case.ways else "again")
    again = resumed(table, DUEL)
    assert again.case.number == 3
    again.says("what grab")
    again.says("again")
    again.moves(CLEAR)
    assert again.case.number == 1
    assert first_line(again) == PAD_SAYS


def test_a_case_that_play_has_closed_stays_closed() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.told("flip s2 string-green")
    assert not resumed(table, DUEL).has_case


def test_why_a_grab_is_void_is_still_known_after_a_kill_and_earlier_lines_name_no_cause() -> None:
    table = DuelTable(4, DUEL)
    table.moves({"tier": "T1", "health": {"reset": True}, "reveal": CLEAR["reveal"]}, cause="unplugged")
    assert table.case.headline.key == "Void: the totem's base was unplugged."
    again = resumed(table, DUEL)
    assert again.case == table.case
    table.pages.stored = [line.replace('"cause":"unplugged",', "") for line in table.pages.stored]
    assert resumed(table, DUEL).case.headline.key == "Void: the totem's base was lost."


def test_the_time_for_an_appeal_goes_on_where_it_was() -> None:
    """Four of ten seconds had passed in the journal when the program was killed."""
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    table.time += 4
    table.says("names s2", "s3")
    table.says("names s1", "s3")  # a slip of the finger, put right; the verdict stands since it was told
    again = resumed(table, DUEL)
    assert again.case == table.case
    again.wait(5.9)
    assert again.case.may_appeal
    again.wait(0.2)
    assert not again.case.may_appeal


def test_what_cannot_be_read_is_told_and_play_goes_on() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    table.pages.stored.append('# duel {"number": 1}')
    again = resumed(table, DUEL)
    assert not again.has_case
    assert again.view.trouble is not None
    assert "say by touch how it ended" in again.view.trouble.key
    again.told("grab s1")
    assert again.game_lines[-1] == "* grab s1"


@pytest.mark.parametrize("before", [CLOSE, CLEAR])
def test_what_is_open_comes_before_another_movement(before: dict[str, object]) -> None:
    """A question to the table, or a verdict that somebody may still contest."""
    table = DuelTable(4, DUEL)
    table.moves(before)
    told, lines = table.case.verdict, table.game_lines
    table.moves(sensors(pads(s1=None, s2=None, s3=420, s4=None)))
    assert table.view.trouble is not None
    assert "not judged" in table.view.trouble.key
    assert (table.case.verdict, table.game_lines) == (told, lines)


def test_the_next_duel_may_come_at_once() -> None:
    """s1 ends the colours; then the circles of s3 and s4 match (col.4, col.6), and s4 is quick."""
    lines = "phase claim\nturn s3\ncolours on\nopen s1 star-red\nopen s2 string-red\n"
    table = DuelTable(4, f"{lines}open s3 full-circle-blue\nopen s4 full-circle-green\npot\n")
    table.moves(CLEAR)
    assert table.case.may_appeal
    table.time += 2
    table.moves(sensors(pads(s1=None, s2=None, s3=None, s4=420)))
    assert table.view.trouble is None
    assert table.game_lines == ["* grab s1", "* grab s4"]
    assert table.case.applied == ("grab s4",)


def test_after_an_inward_card_everybody_may_grab() -> None:
    lines = DUEL.replace("star-blue", "inward").replace("turn s3\n", "turn s3\ninward s2\n")
    table = DuelTable(4, lines)
    table.moves(sensors(pads(s1=None, s2=None, s3=None, s4=420)))
    assert table.case.voters == ("s1", "s2", "s3", "s4")
    assert table.game_lines == ["* grab s4"]
    assert "turn s4" in table.position  # in.3


def test_eleven_seats_are_too_many_for_the_pads() -> None:
    table = DuelTable(11, "phase claim\nopen s1 star-red\nopen s2 star-blue\npot\n")
    table.moves(sensors(pads(s1=420, s2=570)))
    assert table.view.trouble is not None
    assert not table.has_case
    table.told("grab s1")
    assert table.game_lines == ["* grab s1"]


# -- nothing tells what there is to see ---------------------------------------------------------------


def test_nothing_shown_tells_that_two_cards_match() -> None:
    """The same table but for one symbol: what is pending, offered and lit is alike."""
    match, none = (
        DuelTable(4, BEFORE).told(f"flip s2 {card}") for card in ("star-green", "star-spike-green")
    )
    assert match.position != none.position
    assert match.pending == none.pending == Chance("flip s3")
    assert match.lamps == none.lamps
    assert match.to_do == none.to_do == ()

    def totem(texts: object) -> set[str]:
        return {str(text) for text in (t.text for t in texts) if not str(text).startswith("flip ")}  # type: ignore[attr-defined]

    assert {text for text in totem(match.touch) if not text.startswith("tie ")} == {
        text for text in totem(none.touch) if not text.startswith("tie ")
    }


def test_a_card_opened_over_a_match_says_that_nobody_noticed() -> None:
    table = DuelTable(4, DUEL)
    table.told("flip s3 full-circle-red")
    assert table.game_lines == ["* lapse", "* flip s3 full-circle-red"]
    assert table.view.pending == Chance("flip s4")


def test_an_outward_card_that_makes_a_duel_too_looks_like_any_other() -> None:
    table = DuelTable(4, DUEL.replace("turn s3", "turn s3\noutward s3"))
    assert table.view.pending == Chance("flips")


# -- the journal --------------------------------------------------------------------------------------


def test_every_verdict_can_be_judged_again_from_the_journal_and_the_match_replays() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    table.says("again")
    table.moves(CLEAR)
    table.time += 3
    table.says("appeal", "s2")
    table.says("names s1", "s1")
    table.says("names s1", "s2")
    table.told("flip s2 full-circle-red")
    judged = list(read_judged(table.file().splitlines()))
    assert [row.verdict.splitlines()[0] for row in judged] == [
        "too-close s1 s2",
        PAD_SAYS,
        "ask appeal",
        "decided s1 150000 49498 0.99 pads table",
    ]
    assert [judge_again(row, default_budget()) for row in judged] == [row.verdict for row in judged]
    replayed = parse_match(table.file(), JUNGLE)
    assert JUNGLE.format_position(replayed.state) == table.view.position


def test_a_damaged_line_is_told() -> None:
    with pytest.raises(ValueError, match="damaged"):
        list(read_judged(['# grab {"number": 1}']))


def test_nobody_hears_of_a_verdict_that_could_not_be_stored() -> None:
    table = DuelTable(4, DUEL)
    table.pages.full = True
    table.moves(CLEAR)
    assert not table.has_case
    assert table.position[5] == "phase claim"
    assert table.view.trouble is not None
    table.pages.full = False
    table.time += RETRY_SECONDS
    table._number = 0
    table.moves(CLEAR)  # the base sends again what was not acknowledged
    assert table.game_lines == ["* grab s1"]


def test_what_people_said_is_not_called_measured() -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLEAR)
    assert table.case.measured
    by_hand = DuelTable(4, DUEL)
    by_hand.moves(CLOSE)
    by_hand.says("holder s1")
    assert not by_hand.case.measured
    bare = DuelTable(4, DUEL)
    bare.moves(sensors())
    bare.says("names s1", "s1")
    bare.says("names s1", "s2")
    assert bare.case.applied == ("grab s1",)
    assert not bare.case.measured


def test_the_session_wakes_when_the_time_for_an_appeal_is_over() -> None:
    table = DuelTable(4, DUEL)
    thread = SessionThread(table.session, lambda: table.time)
    table.moves(CLEAR)
    table.time += 11
    thread.start()
    end = time.monotonic() + 10
    while not first_line(table).startswith("decided") and time.monotonic() < end:
        time.sleep(0.01)
    thread.stop()
    assert first_line(table).startswith("decided s1")


def test_other_games_have_no_totem() -> None:
    table = DuelTable(4, DUEL)
    assert table.view.totem is not None
    assert table.has_base(simulated=True).totem is not None
    totem = table.view.totem
    assert totem is not None
    assert (totem.name, totem.tier, totem.simulated) == ("base 1", "T1", True)
