"""Simulated people who say *my turn is done*: when, whose, in clips and over the wire to the app."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.evaluation.clips import DONE, ClipError, load_clip
from companion.evaluation.playback import Playback
from companion.referee.events import Event, TurnDone
from companion.rules.match import EntryKind, format_match
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.lamps import LampsError
from companion.simulator.live import LiveTable
from companion.simulator.presses import SimulatedPresses, format_presses, parse_presses
from companion.simulator.profiles import PROFILES
from companion.simulator.server import TableServer
from companion.simulator.setting import setting_of
from tests.doubles.waiting import until
from tests.simulator.tables import marso, people


@pytest.mark.parametrize("game", ["marso", "arctica", "atlantis", "northwest"])
def test_they_press_when_their_turn_is_over_and_play_the_same_game(game: str) -> None:
    setting = setting_of(game, 2, {})
    saying, silent = (people(setting, 11, limit=60, done=done) for done in (True, False))
    for players in (saying, silent):
        for span in players.play():
            assert span.seconds > 0
    assert format_match(saying.match) == format_match(silent.match)
    assert silent.presses == ()
    assert len(saying.presses) >= 3
    for at, seat in saying.presses:
        moves = [entry for entry in saying.match.entries if entry.kind is EntryKind.MOVE]
        before = [entry for entry in moves if entry.at is not None and entry.at <= at + 0.01]
        assert before[-1].seat == seat


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clips") / "done"
    habits = Habits(pace=3.0, limit=8, done=True)
    write_clip(folder, Recording(marso(2), PROFILES["easy"], 5, habits, 6.0))
    return folder


@pytest.mark.soak
def test_a_clip_tells_who_pressed_and_watching_it_presses(folder: Path) -> None:
    clip = load_clip(folder)
    told = json.loads((folder / DONE).read_text(encoding="utf-8"))
    assert [(each["at"], each["seat"]) for each in told] == [(at, said.seat) for at, said in clip.presses()]
    assert len(told) >= 2
    watching = Playback(clip)
    done = set()
    for _ in watching.steps():
        if watching.session.view.done is not None:
            done.add(watching.session.view.done.number)
    assert max(done) == len(told)


@pytest.mark.parametrize(
    "text", ["{", "[1]", '[{"at": 1}]', '[{"at": "x", "seat": "a"}]', '[{"at": 1, "seat": 2}]']
)
def test_a_list_of_presses_that_is_none_is_one_sentence(folder: Path, tmp_path: Path, text: str) -> None:
    for name in ("clip.toml", "truth.match"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / DONE).write_text(text, encoding="utf-8")
    with pytest.raises(ClipError, match=r"done\.json is not right"):
        load_clip(tmp_path).presses()


# -- over the wire


@pytest.fixture
def server() -> Iterator[TableServer]:
    habits = Habits(pace=8.0, done=True)
    table = LiveTable(marso(2), PROFILES["easy"], 7, habits, electronic=False, fps=5.0)
    serving = TableServer(table, 0)
    serving.start()
    yield serving
    serving.close()


@pytest.mark.slow
def test_the_app_hears_every_press_once(server: TableServer) -> None:
    heard: list[Event] = []
    presses = SimulatedPresses()
    presses.start(heard.append)
    presses.connect(server.url)
    with server.table.watched():
        until(lambda: len(server.table.people.presses) >= 3)
    until(lambda: len(heard) >= 3)
    presses.close()
    presses.close()
    said = [seat for _, seat in server.table.people.presses]
    assert heard == [TurnDone(seat, "pad") for seat in said][: len(heard)]


@pytest.mark.parametrize("path", ["/done/x", "/done/-1", "/done/"])
def test_what_is_no_number_is_refused(server: TableServer, path: str) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=30)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_a_table_that_never_comes_or_dies_stops_nothing() -> None:
    waiting = SimulatedPresses()
    waiting.start(lambda _event: None)
    waiting.close()
    dead = SimulatedPresses()
    dead.start(lambda _event: None)
    dead.connect("http://127.0.0.1:9")
    time.sleep(0.3)
    dead.close()
    SimulatedPresses().close()


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"[" * 5000, b"\xff"])
def test_a_message_that_is_none_is_refused(text: bytes) -> None:
    assert parse_presses(format_presses(["a", "b"])) == ("a", "b")
    with pytest.raises(LampsError):
        parse_presses(text)
