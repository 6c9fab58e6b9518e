"""Reaction times out of a match file: only hands that had a right, after a card that was seen."""

from __future__ import annotations

from companion.games.jungle.referee.totem import reactions_of
from tests.doubles.duel_table import CARD_US, DUEL, DuelTable, left_before, pads, sensors


def told(*rows: dict[str, object]) -> list[tuple[str, float]]:
    lines: list[str] = []
    for row in rows:
        table = DuelTable(4, DUEL)
        table.moves(row)
        lines += table.file().splitlines()
    return list(reactions_of(lines))


def test_hands_of_the_duel_that_set_out_after_the_card() -> None:
    assert told(sensors(pads(s1=420, s2=570.5, s3=300, s4=None))) == [("s1", 420.0), ("s2", 570.5)]


def test_a_hand_that_left_before_the_card_has_no_reaction_time() -> None:
    assert told(sensors(pads(s2=570) | {"s1": left_before(30)})) == [("s2", 570.0)]


def test_a_card_that_only_a_tap_told_measures_nothing() -> None:
    wide = {"first_us": CARD_US - 900_000, "last_us": CARD_US, "u_us": 2, "by": "device"}
    assert told(sensors(pads(s1=420, s2=570), reveal=wide)) == []


def test_a_card_that_a_camera_saw_come_tells_bounds_and_no_reaction_time() -> None:
    seen = {"first_us": CARD_US - 600_000, "last_us": CARD_US + 100_000, "u_us": 0, "by": "camera"}
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=570, s3=None, s4=None), reveal=seen))
    assert list(reactions_of(table.file().splitlines())) == []
    said = {message.key: dict(message.facts) for message in table.case.evidence}
    bounds = said["The card became visible {most} to {least} ms before the lift."]
    assert bounds == {"most": "1500", "least": "800"}
    assert said["{seat}: the hand set out {ms} ms before the lift"] == {"seat": "s2", "ms": "330"}


def test_a_totem_taken_before_the_card_was_touched_is_said_so() -> None:
    seen = {"first_us": CARD_US, "last_us": CARD_US + 700_000, "u_us": 0, "by": "camera"}
    table = DuelTable(4, DUEL)
    table.moves(sensors({"s1": left_before(350)}, lift_ms=-50, reveal=seen))
    assert table.case.verdict.startswith("false-start s1\n")
    said = {message.key: dict(message.facts) for message in table.case.evidence}
    assert said["The totem was lifted {ms} ms before anybody touched the card."] == {"ms": "50"}


def test_a_movement_that_is_judged_twice_counts_once_and_a_damaged_line_not_at_all() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=570, s3=None, s4=None)))
    line = next(line for line in table.file().splitlines() if line.startswith("# grab"))
    assert len(list(reactions_of([line, line, "# grab {", "# grabbed"]))) == 2
