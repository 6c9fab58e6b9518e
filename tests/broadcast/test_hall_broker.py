"""A hall at a real broker: the tables of an evening, breaks, and what a broker does not take."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import pytest

from companion.broadcast import broadcast_from
from companion.broadcast import listener as listener_file
from companion.broadcast.config import LostError
from companion.broadcast.listener import Listener
from companion.broadcast.standings import TOPIC
from companion.locale import Message
from companion.referee.events import UndoAsked
from companion.rules.match import parse_match
from companion.rules.registry import find_game
from tests.broadcast.broker import Broker, Subscriber, free_port
from tests.broadcast.halls import hall_process
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_replay import match_file
from tests.broadcast.views import table_of
from tests.doubles.waiting import until


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
