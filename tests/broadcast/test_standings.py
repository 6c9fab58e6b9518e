"""Standings of an evening, and the results of a hall on the disk."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast.hall import HallResult, SeatResult
from companion.broadcast.results import match_name, read_results, write_results
from companion.broadcast.standings import (
    LARGEST_OF_MANY,
    Evening,
    EveningError,
    Kind,
    message,
    read_evening,
    standings,
)


def result(order: int, table: str, *seats: tuple[str, str, int]) -> HallResult:
    made = tuple(SeatResult(seat, Fraction(points), place) for seat, points, place in seats)
    return HallResult(order, table, str(order), "marso", made)


def test_a_league_adds_up_the_games_own_scores_over_tables() -> None:
    names = {("a", "south"): "Оля", ("a", "north"): "Ivan", ("b", "red"): "Оля", ("b", "blue"): "Max"}
    results = [
        result(1, "a", ("south", "7/2", 1), ("north", "3", 2)),
        result(2, "b", ("red", "1", 2), ("blue", "9/2", 1)),
        result(3, "a", ("south", "0", 2), ("north", "3/2", 1)),
    ]
    found = standings(Evening(Kind.LEAGUE, names), results)
    assert [(one.place, one.player, str(one.points), one.wins, one.matches) for one in found] == [
        (1, "Ivan", "9/2", 1, 2),
        (1, "Max", "9/2", 1, 1),
        (1, "Оля", "9/2", 1, 3),
    ]
    assert not any(one.out for one in found)


def test_who_does_not_win_is_out_of_a_knock_out() -> None:
    results = [
        result(1, "a", ("s", "5", 1), ("n", "4", 2)),
        result(2, "b", ("s", "9", 2), ("n", "10", 1)),
        result(3, "c", ("s", "1", 1), ("n", "1", 1)),
    ]
    found = standings(Evening(Kind.KNOCKOUT), results)
    assert [(one.place, one.player, one.out) for one in found] == [
        (1, "b: n", False),
        (2, "a: s", False),
        (3, "c: n", False),
        (3, "c: s", False),
        (5, "b: s", True),
        (6, "a: n", True),
    ]


def test_the_page_is_told_the_best_and_what_it_can_take_in() -> None:
    results = [result(number, f"t{number}", ("s", str(number), 1)) for number in range(400)]
    evening = Evening(Kind.KNOCKOUT, {("t1", "s"): "Оля"})
    said = json.loads(message(evening, standings(evening, results)))
    assert (said["schema"], said["kind"], said["of"], len(said["standings"])) == (1, "knockout", 400, 300)
    assert said["standings"][0]["player"] == "t399: s"
    assert said["players"] == {"t1": {"s": "Оля"}}
    crowd = Evening(Kind.LEAGUE, {(f"t{number}", "s"): "Оля" * 60 for number in range(1000)})
    data = message(crowd, standings(crowd, results))
    assert len(data) <= LARGEST_OF_MANY
    assert "players" not in json.loads(data)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1", "no key 'x'"),
        ('kind = "cup"', "kind must be"),
        ("players = 5", "players are written"),
        ("[players]\na = 5", "players are written"),
        ("[players.a]\nsouth = 5", "name of south at a"),
        ('[players.a]\nsouth = " "', "name of south at a"),
        ("kind =", "not a TOML"),
    ],
)
def test_a_wrong_evening_is_told_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_evening(text)
    assert issubclass(EveningError, ValueError)


def test_results_are_kept_and_taken_up_again(tmp_path: Path) -> None:
    evening = read_evening('kind = "league"\n[players.a]\nsouth = "=1+1"\nnorth = "Оля, О."')
    results = [result(1, "a", ("south", "7/2", 1), ("north", "3", 2)), result(2, "b", ("x", "0", 1))]
    files = {("a", "1"): "match 1\n", ("z", "9"): "match 1\n"}
    write_results(tmp_path, evening, results[::-1], standings(evening, results), files)
    assert read_results(tmp_path) == results
    assert [path.name for path in (tmp_path / "matches").iterdir()] == ["a-1.match"]
    data = (tmp_path / "results.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf"), "else Excel takes it for another encoding"
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines()))
    assert [row["player"] for row in rows] == ["'=1+1", "Оля, О.", "b: x"]
    assert [row["points"] for row in rows] == ["7/2", "3", "0"]
    told = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))
    assert (told["kind"], told["standings"][0]["player"]) == ("league", "=1+1")


_SOME_NAME = st.from_regex(r"[\w-]{1,100}", fullmatch=True)


@given(st.sets(st.tuples(_SOME_NAME, _SOME_NAME), min_size=2, max_size=2))
def test_two_matches_never_share_a_file(pair: set[tuple[str, str]]) -> None:
    names = [match_name(table, match) for table, match in pair]
    assert len({name.casefold() for name in names}) == 2
    assert all(len(name.encode()) <= 160 and "/" not in name for name in names)


@pytest.mark.parametrize(
    "pair",
    [
        (("house", "1-1"), ("house-1", "1")),
        (("Kitchen", "1"), ("kitchen", "1")),
        (("\u0439", "1"), ("\u0438\u0306", "1")),  # composed and not
        (("я" * 100, "я" * 60), ("я" * 100, "я" * 61)),
    ],
)
def test_names_that_look_alike_are_two_files(pair: tuple[tuple[str, str], ...]) -> None:
    first, second = (match_name(*names) for names in pair)
    assert first.casefold() != second.casefold()
    assert match_name("house-1", "1") == "house-1-1.match"


def test_one_bad_file_stops_no_result(tmp_path: Path) -> None:
    results = [result(1, "a", ("s", "1", 1)), result(2, "b", ("s", "2", 1))]
    (tmp_path / "matches" / "a-1.match").mkdir(parents=True)
    files = {("a", "1"): "match 1\n", ("b", "2"): "match 1\nb\n"}
    with pytest.raises(OSError, match="directory"):
        write_results(tmp_path, Evening(), results, (), files)
    assert (tmp_path / "matches" / "b-2.match").read_text(encoding="utf-8") == "match 1\nb\n"
    assert read_results(tmp_path) == results
    assert (tmp_path / "results.csv").exists()


def test_points_that_would_take_hours_are_none(tmp_path: Path) -> None:
    seat = {"seat": "s", "place": 1, "points": "1e999999999"}
    data = {"matches": [{"table": "a", "match": "1", "game": "marso", "seats": [seat]}]}
    (tmp_path / "results.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_results(tmp_path) == [result(1, "a", ("s", "0", 1))]
