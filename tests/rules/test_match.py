"""Entries, the log and match files, shown on marso."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.games.marso import game
from companion.rules.contract import IllegalMoveError, NotationError, RulesError
from companion.rules.match import (
    Entry,
    EntryKind,
    Match,
    format_entry,
    format_match,
    parse_entry,
    parse_match,
)

HEAD = "match 1\ngame marso\nrules 1\nedition rulebook\nseats south north\n"


def begin() -> Match[Any, Any, Any]:
    return Match.begin(game, game.setup(2, {}))


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("south step d3", Entry(EntryKind.MOVE, "south", "step d3")),
        ("@0 * open b1", Entry(EntryKind.CHANCE, text="open b1", at=0)),
        ("@12.5 undo 2", Entry(EntryKind.UNDO, count=2, at=12.5)),
        ("@7.125 anyway north fly a1", Entry(EntryKind.ANYWAY, "north", "fly a1", at=7.125)),
        ("@8 undo correction", Entry(EntryKind.UNDO, text="correction", at=8)),
        ("@9 correct 5 south step d3", Entry(EntryKind.CORRECTION, text="correct 5 south step d3", at=9)),
        (
            "insert 5.1 * open b4; correct 6 anyway north stay; delete 7",
            Entry(EntryKind.CORRECTION, text="insert 5.1 * open b4; correct 6 anyway north stay; delete 7"),
        ),
    ],
)
def test_entries(line: str, entry: Entry) -> None:
    assert parse_entry(line) == entry
    assert format_entry(entry) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "south",
        "south ",
        "* ",
        "undo",
        "undo x",
        "undo -1",
        "undo corrections",
        "correct",
        "correct 5",
        "correct south step d3",
        "correct 5. south stay",
        "correct 05 south stay",
        "correct 5 undo 1",
        "correct 5 delete 4",
        "correct 5 @3 south stay",
        "delete 5 south stay",
        "delete 5;delete 6",
        "delete 5; ",
        "anyway south",
        "anyway",
        "@ south stay",
        "@1.2345 south stay",
        "@-1 south stay",
        "@1e3 south stay",
        "@01 south stay",
        "@9999999999 south stay",
        " south stay",
        "south  stay",
        "південь stay",
    ],
)
def test_lines_that_are_no_entries(line: str) -> None:
    with pytest.raises(NotationError):
        parse_entry(line)


@pytest.mark.parametrize("at", [-1.0, math.nan, math.inf, 1e9])
def test_times_that_are_none(at: float) -> None:
    with pytest.raises(RulesError, match="time"):
        Entry(EntryKind.UNDO, count=1, at=at)


def test_a_time_is_kept_to_the_millisecond() -> None:
    assert format_entry(Entry(EntryKind.UNDO, count=1, at=1.23456)) == "@1.235 undo 1"
    assert format_entry(Entry(EntryKind.UNDO, count=1, at=10.0)) == "@10 undo 1"


def test_numbers_count_all_entries_and_the_line_holds_what_stands() -> None:
    match = begin()
    for line in ("* open b1", "south play still", "undo 1", "south play jet", "south fly a2"):
        match = match.add(parse_entry(line))
    assert [played.number for played in match.line] == [1, 4, 5]
    assert [format_entry(played.entry) for played in match.line] == [
        "* open b1",
        "south play jet",
        "south fly a2",
    ]
    assert len(match.entries) == 5


@pytest.mark.parametrize(
    "line",
    ["undo 0", "undo 2", "west play still", "south fly a1", "south play ur d", "south hop a1", "* open b99"],
)
def test_a_refused_entry_changes_nothing(line: str) -> None:
    match = begin().add(parse_entry("* open b1"))
    before = format_match(match)
    with pytest.raises(RulesError):
        match.add(parse_entry(line))
    assert format_match(match) == before


def test_what_is_allowed_is_not_played_anyway() -> None:
    match = begin().add(parse_entry("* open b1"))
    with pytest.raises(RulesError, match="enter it as a move"):
        match.add(parse_entry("anyway south play still"))


def test_an_impossible_start_is_refused() -> None:
    setup = game.setup(2, {})
    text = game.format_position(game.initial(setup)).replace("deck 44", "deck 43")
    with pytest.raises(RulesError, match="49 hunter cards instead of 50"):
        Match.begin(game, setup, game.parse_position(text))
    with pytest.raises(RulesError, match="other seats"):
        Match.begin(game, game.setup(3, {}), game.initial(setup))
    with pytest.raises(RulesError, match="note"):
        Match.begin(game, setup, notes=(("nota", "bene"),))
    with pytest.raises(RulesError, match="note"):
        Match.begin(game, setup, notes=(("seal", "two\nlines"),))


def test_notes_keep_their_order() -> None:
    notes = (("seal", "beast-card 00ff"), ("salt", "beast-card our words"), ("seed", "beast-card aa"))
    match = Match.begin(game, game.setup(2, {}), notes=notes)
    assert "seal beast-card 00ff\nsalt beast-card our words\nseed beast-card aa\n" in format_match(match)
    assert parse_match(format_match(match)).notes == notes


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", None, "lacks match"),
        ("hello", 1, "does not begin with"),
        (HEAD.replace("match 1", "match 2"), 1, "format 1"),
        (HEAD.replace("rules 1", "rules 0"), 3, "rules"),
        (HEAD.replace("rulebook", "mybox"), 4, "edition 'mybox'"),
        (HEAD.replace("seats south north\n", ""), None, "lacks seats"),
        (HEAD + "seats south north\n", 6, "again"),
        (HEAD + "option colour 3\n", 6, "no option"),
        (HEAD + "option target many\n", 6, "whole number"),
        (HEAD + "option young 1\n", 6, "yes or no"),
        (HEAD + "position\nseats south north\n", 6, "end position"),
        (HEAD + "position\nseats south north\nphase opn\nend position\n", 8, "phase"),
        (HEAD + "\n* open b1\n# fine\nsouth hop\n", 9, "no move"),
        (HEAD + "\n* open b1\n@x south stay\n", 8, "time"),
    ],
)
def test_a_wrong_match_file_tells_the_line(text: str, line: int | None, told: str) -> None:
    with pytest.raises(NotationError, match=told) as caught:
        parse_match(text)
    assert caught.value.line == line


def test_an_illegal_entry_in_a_file_tells_line_and_clause() -> None:
    with pytest.raises(IllegalMoveError, match=r"line 8.*marso/turn\.2") as caught:
        parse_match(HEAD + "\n* open b1\nnorth play still\n")
    assert [breach.clause for breach in caught.value.breaches] == ["marso/turn.2"]
    with pytest.raises(RulesError, match="line 7: 3 entries"):
        parse_match(HEAD + "\nundo 3\n")


def test_an_unknown_game_in_a_file() -> None:
    with pytest.raises(RulesError, match="no game 'chess'"):
        parse_match(HEAD.replace("marso", "chess"))
