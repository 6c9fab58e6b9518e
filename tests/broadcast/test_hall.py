"""A hall: all tables of a real broker, their results, and the standings of an evening."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.broadcast import broadcast_from
from companion.broadcast import listener as listener_file
from companion.broadcast.config import LostError
from companion.broadcast.hall import LARGEST, MOST_BYTES, MOST_MATCHES, Hall, HallResult, SeatResult, clean
from companion.broadcast.listener import Listener
from companion.broadcast.results import match_name, read_results, write_results
from companion.broadcast.snapshots import match_text
from companion.broadcast.standings import (
    LARGEST_OF_MANY,
    TOPIC,
    Evening,
    EveningError,
    Kind,
    message,
    read_evening,
    standings,
)
from companion.chance import SealError, audit
from companion.cli import main
from companion.locale import Message
from companion.referee.events import UndoAsked
from companion.rules.match import parse_match, replay_match
from companion.rules.registry import find_game
from tests.broadcast.broker import Broker, Subscriber, free_port
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_replay import match_file
from tests.broadcast.views import table_of
from tests.doubles.waiting import until

ROOT = Path(__file__).parents[2]


def brief(**fields: Any) -> dict[str, Any]:
    points = {"south": "7/2", "north": "2"}
    seats = [{"seat": seat, "name": seat, "points": said} for seat, said in points.items()]
    told = {"schema": 1, "boot": "b", "match": "1", "game": "marso", "title": "Marso", "turn": "South"}
    return told | {"entries": 5, "placing": None, "question": None, "seats": seats, **fields}


def say(hall: Hall, topic: str, said: Any) -> bool:
    return hall.take(topic, json.dumps(said).encode())


def result(order: int, table: str, *seats: tuple[str, str, int]) -> HallResult:
    made = tuple(SeatResult(seat, Fraction(points), place) for seat, points, place in seats)
    return HallResult(order, table, str(order), "marso", made)


# -- what comes in -------------------------------------------------------------------------------------


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


# -- standings -----------------------------------------------------------------------------------------


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


# -- on the disk ---------------------------------------------------------------------------------------


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


def test_points_that_would_take_hours_are_none(tmp_path: Path) -> None:
    seat = {"seat": "s", "place": 1, "points": "1e999999999"}
    data = {"matches": [{"table": "a", "match": "1", "game": "marso", "seats": [seat]}]}
    (tmp_path / "results.json").write_text(json.dumps(data), encoding="utf-8")
    assert read_results(tmp_path) == [result(1, "a", ("s", "0", 1))]


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


def hall_process(broker: Broker | int, *options: str, home: Path) -> subprocess.Popen[str]:
    port = broker if isinstance(broker, int) else broker.port
    words = [sys.executable, "-m", "companion", "hall", "--broker", f"127.0.0.1:{port}", *options]
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home)) | {"PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(words, env=os.environ | own, text=True, stdout=pipe, stderr=pipe)


def kept_matches(folder: Path) -> int:
    """How many results stand in the file; -1 before there is one."""
    place = folder / "results.json"
    return len(json.loads(place.read_text(encoding="utf-8"))["matches"]) if place.exists() else -1


@pytest.mark.outside
def test_an_evening_of_real_tables(broker: MakeBroker, broadcast: MakeBroadcaster, tmp_path: Path) -> None:
    server, plan, kept = broker().start(), tmp_path / "evening.toml", tmp_path / "kept"
    plan.write_text('[players.t-marso]\nsouth = "Оля"\nnorth = "Ivan"\n', encoding="utf-8")
    options = ("--results", str(kept), "--evening", str(plan), "--lang", "uk", "--seconds", "60")
    hall = hall_process(server, *options, home=tmp_path)
    try:
        sessions = {}
        for game in ("marso", "arctica"):
            match = parse_match(match_file(game).read_text(encoding="utf-8"), find_game(game))
            session = sessions[game] = table_of(match).session
            session.subscribe(broadcast(server, table=f"t-{game}"))
        until(lambda: kept_matches(kept) == 2, "results")
        until(lambda: len(list((kept / "matches").glob("*.match"))) == 2, "match files")
        for game, session in sessions.items():
            again = parse_match((kept / "matches" / f"t-{game}-1.match").read_text(encoding="utf-8"))
            assert again.game.format_position(again.state) == session.view.position
        data = json.loads((kept / "results.json").read_text(encoding="utf-8"))
        said = {seat["player"]: seat["points"] for match in data["matches"] for seat in match["seats"]}
        names = {"south": "Оля", "north": "Ivan"}
        for seat in sessions["marso"].view.seats:
            assert said[names.get(seat.name, f"t-marso: {seat.name}")] == str(seat.points)
        sessions["marso"].handle(UndoAsked(1))
        until(lambda: kept_matches(kept) == 1, "the end was taken back")
    finally:
        hall.terminate()
        out, err = hall.communicate(timeout=20)
    assert "Ліга" in out
    assert "t-arctica: Арктика" in out
    assert "Traceback" not in err


@pytest.mark.outside
def test_standings_are_told_anew_after_a_break(broker: MakeBroker, subscribe: MakeSubscriber) -> None:
    server = broker().start()
    listener = Listener(broadcast_from({"host": "127.0.0.1", "port": server.port}))
    listener.keep(TOPIC, b"first")
    ear = subscribe(server, topics=(TOPIC,))
    until(lambda: (TOPIC, b"first") in heard(ear), "what was kept before the connection")
    listener.keep(TOPIC, b"second")
    until(lambda: (TOPIC, b"second") in heard(ear), "what is kept now")
    server.kill()
    server.start()  # without what it had kept
    until(lambda: listener.trouble is None, "the connection")
    late = subscribe(server, topics=(TOPIC,))
    until(lambda: (TOPIC, b"second") in heard(late), "what was kept before the break")
    listener.close()


@pytest.mark.outside
def test_a_broker_that_does_not_let_standings_be_told_is_named(broker: MakeBroker, tmp_path: Path) -> None:
    rights = tmp_path / "acl"
    rights.write_text("topic read companion/#\n", encoding="utf-8")
    server = broker(f"allow_anonymous true\nacl_file {rights}").start()
    listener = Listener(broadcast_from({"host": "127.0.0.1", "port": server.port}))
    until(lambda: listener.trouble is None, "the connection")
    listener.keep(TOPIC, b"standings")
    until(lambda: listener.trouble is not None, "the refusal")
    assert dict((listener.trouble or Message("")).facts)["topic"] == TOPIC
    listener.close()


@pytest.mark.outside
def test_standings_that_the_broker_does_not_take_are_left_out_and_that_is_said(broker: MakeBroker) -> None:
    server = broker("allow_anonymous true\nmax_packet_size 2000").start()
    listener = Listener(broadcast_from({"host": "127.0.0.1", "port": server.port}))
    until(lambda: listener.trouble is None, "the connection")
    listener.keep(TOPIC, b"x" * 3000)
    assert dict((listener.trouble or Message("")).facts)["most"] == "2000"
    time.sleep(0.5)
    assert "takes no message" in (listener.trouble or Message("")).key  # and not that it waits
    listener.close()


@pytest.mark.outside
def test_the_hall_says_why_there_is_no_connection(broker: MakeBroker, certificates: Path) -> None:
    """As a table does: a certificate that is not trusted, a name that nobody can look up."""
    server = broker(
        f"allow_anonymous true\ncafile {certificates}/ca.pem\n"
        f"certfile {certificates}/server.pem\nkeyfile {certificates}/server.key"
    ).start()
    listener = Listener(broadcast_from({"host": "127.0.0.1", "port": server.port, "tls": True}))
    until(lambda: "not trusted" in (listener.trouble or Message("")).key, "the reason")
    listener.close()
    with pytest.raises(LostError, match="not known here"):
        Listener(broadcast_from({"host": "a..b"}))


@pytest.mark.outside
def test_a_flood_that_nobody_takes_out_does_not_fill_the_memory(
    broker: MakeBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener_file, "ROOM_BYTES", 1000)
    server = broker().start()
    listener = Listener(broadcast_from({"host": "127.0.0.1", "port": server.port}))
    until(lambda: listener.trouble is None, "the connection")
    for number in range(20):
        publish(server, f"companion/t{number}/brief", "x" * 90)
    until(lambda: "more than" in (listener.trouble or Message("")).key, "that there is too much")
    time.sleep(1.0)  # until all have come
    assert 1 < len(list(listener.take(1.0))) < 12
    publish(server, "companion/t/brief", "y")
    assert [topic for topic, _ in listener.take(5.0)] == ["companion/t/brief"]
    listener.close()


def publish(server: Broker, topic: str, data: str) -> None:
    where = ["-h", "127.0.0.1", "-p", str(server.port)]
    subprocess.run(["mosquitto_pub", *where, "-t", topic, "-m", data, "-q", "1"], check=True)


def heard(ear: Subscriber) -> list[tuple[str, bytes]]:
    return [(topic, data) for topic, data, _ in ear.messages]


@pytest.mark.outside
def test_without_a_broker_it_waits_and_says_so(tmp_path: Path) -> None:
    hall = hall_process(free_port(), "--seconds", "1", home=tmp_path)
    out, err = hall.communicate(timeout=60)
    assert "Waiting for the broker 127.0.0.1" in out
    assert (hall.returncode, err) == (0, "")


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
