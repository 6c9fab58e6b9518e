"""Reaction times out of a match file: only hands that had a right, after a card that was seen."""

from __future__ import annotations

from companion.referee.reactions import reactions_of

from .duel_table import CARD_US, DUEL, DuelTable, left_before, pads, sensors


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


def test_a_movement_that_is_judged_twice_counts_once_and_a_damaged_line_not_at_all() -> None:
    table = DuelTable(4, DUEL)
    table.moves(sensors(pads(s1=420, s2=570, s3=None, s4=None)))
    line = next(line for line in table.file().splitlines() if line.startswith("# grab"))
    assert len(list(reactions_of([line, line, "# grab {", "# grabbed"]))) == 2
