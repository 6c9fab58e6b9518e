"""A hall: what the tables of a broker tell it, and the command."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast.hall import LARGEST, MOST_BYTES, MOST_MATCHES, Hall, clean
from companion.broadcast.snapshots import match_text
from companion.broadcast.standings import Evening, standings
from companion.chance import SealError, audit
from companion.cli import main
from companion.rules.match import replay_match
from companion.rules.registry import find_game
from tests.broadcast.sitting import Sitting


def brief(**fields: Any) -> dict[str, Any]:
    points = {"south": "7/2", "north": "2"}
    seats = [{"seat": seat, "name": seat, "points": said} for seat, said in points.items()]
    told = {"schema": 1, "boot": "b", "match": "1", "game": "marso", "title": "Marso", "turn": "South"}
    return told | {"entries": 5, "placing": None, "question": None, "seats": seats, **fields}


def say(hall: Hall, topic: str, said: Any) -> bool:
    return hall.take(topic, json.dumps(said).encode())


def test_a_match_that_ends_is_a_result_until_its_end_is_taken_back() -> None:
    hall = Hall()
    assert say(hall, "companion/a/brief", brief())
    assert hall.results == {}
    say(hall, "companion/a/brief", brief(placing=[["south"], ["north"]]))
    (found,) = hall.results.values()
    assert [(seat.seat, seat.place, seat.points) for seat in found.seats] == [
        ("south", 1, Fraction(7, 2)),
        ("north", 2, Fraction(2)),
    ]
    say(hall, "companion/a/brief", brief())
    assert hall.results == {}
    say(hall, "companion/a/brief", brief(placing=[["south", "north"]]))
    hall.take("companion/a/brief", b"")  # the table was left
    (shared,) = hall.results.values()
    assert [seat.place for seat in shared.seats] == [1, 1]


@pytest.mark.parametrize(
    "placing", [[["south"]], [["south"], ["nobody"]], "won", [[]], [["south"], "north"], 5]
)
def test_a_result_without_every_seat_is_none(placing: Any) -> None:
    hall = Hall()
    say(hall, "companion/a/brief", brief(placing=placing))
    assert hall.results == {}


@pytest.mark.parametrize(
    "topic",
    ["other/a/brief", "companion/a/b/brief", "companion/../brief", "companion/a/state", "companion//brief"],
)
def test_topics_that_no_table_has_are_not_heard(topic: str) -> None:
    assert not say(Hall(), topic, brief())


def test_what_is_false_or_huge_is_not_taken_in() -> None:
    hall = Hall()
    bad = (b"{", b"[]", b"\xff", b"[" * 50_000, b" " * (LARGEST + 1), b'{"schema": "1"}', b'{"schema": true}')
    for data in bad:
        assert not hall.take("companion/a/brief", data)
    assert not say(hall, "companion/a/brief", brief(match="../../etc/passwd"))
    assert not say(hall, "companion/a/match", {"schema": 1, "match": "1", "text": "#!/bin/sh"})
    assert not say(hall, "companion/a/match", {"schema": 1, "match": "../x", "text": "match 1\n"})
    assert (hall.results, hall.files, hall.newer) == ({}, {}, False)
    say(hall, "companion/a/brief", {"schema": 2})
    assert hall.newer


def test_what_would_move_the_cursor_is_not_shown() -> None:
    assert clean("\x1b[2J\x07red\u202eevil\n") == " [2J red evil "
    hall = Hall()
    say(hall, "companion/a/brief", brief(turn="\x1b]0;owned\x07", question={"en": "\x1b[31mWhat?"}))
    line = hall.tables["a"]
    assert "\x1b" not in line.turn["en"] + (line.question or {})["en"]


_FIELDS = ["schema", "match", "game", "title", "turn", "placing", "question", "seats", "text", "online"]
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["seat", "points", "en", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.sampled_from(["brief", "online", "match"]), st.dictionaries(st.sampled_from(_FIELDS), _ANY))
def test_no_message_harms_the_hall(kind: str, said: dict[str, Any]) -> None:
    hall = Hall()
    say(hall, f"companion/a/{kind}", {"schema": 1, **said})
    say(hall, f"companion/a/{kind}", brief() | said)
    assert set(hall.tables) <= {"a"}
    standings(Evening(), hall.results.values())


def test_a_flood_of_matches_is_not_kept() -> None:
    hall = Hall()
    for number in range(MOST_MATCHES + 50):
        say(hall, "companion/evil/brief", brief(match=str(number), placing=[["south"], ["north"]]))
    say(hall, "companion/good/brief", brief(placing=[["south"], ["north"]]))
    assert sum(table == "evil" for table, _ in hall.results) == MOST_MATCHES
    assert ("good", "1") in hall.results
    assert hall.crowded == "evil"
    hall = Hall()
    for number in range(100):
        text = "match 1\n" + "x" * 250_000
        say(hall, "companion/evil/match", {"schema": 1, "match": str(number), "text": text})
    assert sum(map(len, hall.files.values())) <= MOST_BYTES
    say(hall, "companion/good/match", {"schema": 1, "match": "1", "text": "match 1\n"})
    assert ("good", "1") in hall.files


def test_a_match_file_that_comes_anew_is_a_change() -> None:
    hall = Hall()
    say(hall, "companion/a/match", {"schema": 1, "match": "1", "text": "match 1\n"})
    before = hall.changes
    say(hall, "companion/a/match", {"schema": 1, "match": "1", "text": "match 1\nlonger\n"})
    assert hall.changes > before


@pytest.mark.parametrize("words", ["", "blue herring"])
def test_the_match_file_that_a_table_sends_proves_its_deck(words: str) -> None:
    sitting = Sitting(seed=5, words=words)
    while not sitting.over:
        sitting.play()
    text = match_text(find_game("marso"), sitting.view)
    draws = list(audit(replay_match(text)))
    assert len(draws) > 5
    assert all(draw.honest for draw in draws)
    seed = sitting.deck.seed.hex()
    forged = text.replace(seed, seed[::-1].replace("5", "6"))
    with pytest.raises(SealError):
        list(audit(replay_match(forged)))


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"matches": [{}]}', '{"matches": [{"table": 1, "seats": 5}]}', "5"]
)
def test_another_file_in_the_place_of_results_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "results.json").write_text(text, encoding="utf-8")
    asked = ["hall", "--broker", "127.0.0.1", "--results", str(tmp_path), "--seconds", "0"]
    done = CliRunner().invoke(main, asked)
    assert done.exit_code == 1
    assert "cannot be read or written" in done.output
    assert (tmp_path / "results.json").read_text(encoding="utf-8") == text, "nothing is lost"


# -- the command ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "No broker is named"),
        (("--broker", "a:b:c"), "--broker must be HOST"),
        (("--broker", "h", "--evening", "missing.toml"), "cannot be used as an evening"),
        (("--config", "missing.toml"), "There is no such file"),
    ],
)
def test_what_cannot_be_used_is_told_at_once(tmp_path: Path, options: tuple[str, ...], words: str) -> None:
    env = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    done = CliRunner(env=env).invoke(main, ["hall", *options])
    assert done.exit_code == 1
    assert words in done.output
    assert len(done.output.strip().splitlines()) == 1
