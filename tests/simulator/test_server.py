"""The table as a network camera: read with the app's own frame source, fed garbage, asked to stop."""

from __future__ import annotations

import errno
import json
import os
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import cv2
import numpy as np
import pytest

from companion.chance.lamps import lamp_signal
from companion.rules.contract import Look
from companion.simulator.habits import Habits
from companion.simulator.lamps import SimulatedLamps
from companion.simulator.live import LiveTable
from companion.simulator.profiles import PROFILES
from companion.simulator.server import SERVICE_PORTS, TableServer
from tests.simulator.tables import marso
from vision.sources import open_source
from vision.types import Frame, FrameSource

PATIENCE = 30.0


@pytest.fixture(scope="module")
def server() -> Iterator[TableServer]:
    """An electronic deck: the people do nothing until lamps are sent."""
    table = LiveTable(marso(2), PROFILES["easy"], 7, Habits(pace=4.0), electronic=True, fps=15.0)
    serving = TableServer(table, 0)
    serving.start()
    yield serving
    serving.close()


def ask(
    server: TableServer, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    connection = HTTPConnection("127.0.0.1", server.server_address[1], timeout=PATIENCE)
    try:
        connection.request("GET" if body is None else "POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def next_frame(source: FrameSource) -> Frame:
    for _ in range(30):
        frame = source.read(1.0)
        if frame is not None:
            return frame
    raise AssertionError(source.trouble)


@pytest.mark.slow
def test_the_app_takes_it_for_a_camera_that_says_it_is_simulated(server: TableServer) -> None:
    source = open_source(f"{server.url}/stream")
    try:
        frames = [next_frame(source) for _ in range(4)]
        assert source.simulated
    finally:
        source.close()
    assert all(frame.image.shape == (720, 1280, 3) for frame in frames)
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    assert len(set(times)) == 4


@pytest.mark.slow
def test_the_teaching_pictures_come_with_positions_of_this_box(server: TableServer) -> None:
    setting = server.table.setting
    status, body, _ = ask(server, "/teach")
    count = json.loads(body)["count"]
    taught = [setting.game.looks(state) for state in setting.game.teaching(setting.setup)]
    assert (status, count) == (200, len(taught))
    for number in (0, count - 1):
        _, jpeg, headers = ask(server, f"/teach/{number}.jpg")
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        assert image.shape == (720, 1280, 3)
        assert headers["Content-Type"] == "image/jpeg"
        _, text, _ = ask(server, f"/teach/{number}.txt")
        looks = setting.game.looks(setting.game.parse_position(text.decode()))
        assert looks == taught[number]
        assert any(look != Look() for look in looks.values())


def test_the_lens_is_told(server: TableServer) -> None:
    status, body, _ = ask(server, "/camera")
    assert status == 200
    said = json.loads(body)
    assert np.array(said["k"]).shape == (3, 3)
    assert said["dist"][0] == PROFILES["easy"].view.lens[0]


@pytest.mark.parametrize(
    "path", ["/", "/teach/99.jpg", "/teach/0.png", "/teach/-1.jpg", "/teach/x.jpg", f"/teach/{'9' * 500}.jpg"]
)
def test_what_is_not_there_is_not_found(server: TableServer, path: str) -> None:
    status, body, _ = ask(server, path)
    assert status == 404
    assert body.endswith(b"\n")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/lamps", b"garbage"),
        ("/lamps", b"\xff\xfe"),
        ("/lamps", b"x" * 5000),
        ("/lamps", b"["),
        ("/pace", b'{"pace": 0}'),
        ("/pace", b'{"pace": true}'),
        ("/pace", b'{"pace": 1, "x": 1}'),
        ("/pace", b"[" * 4000),
        ("/pace", b'{"pace": NaN}'),
        ("/pace", b'{"pace": 1e999}'),
        ("/pace", b"3"),
        ("/pace", b""),
    ],
)
def test_garbage_is_answered_with_400_and_a_sentence(server: TableServer, path: str, body: bytes) -> None:
    status, said, _ = ask(server, path, body)
    assert status == 400
    assert 5 < len(said) < 300


def test_a_body_without_a_length_or_with_a_wrong_one_is_refused(server: TableServer) -> None:
    for length in ("", "Content-Length: -5\r\n", "Content-Length: 99999999999999999999\r\n"):
        with socket.create_connection(("127.0.0.1", server.server_address[1]), PATIENCE) as raw:
            raw.sendall(f"POST /lamps HTTP/1.0\r\n{length}\r\n".encode())
            assert raw.recv(200).split()[1] == b"400"


def test_people_play_on_when_the_app_s_lamps_show_a_card(server: TableServer) -> None:
    """The way of a card: the app's lamp port, HTTP, the lamps in the picture, the people's eyes."""
    table = server.table
    game, setting = table.setting.game, table.setting
    begun = threading.Event()
    stop = threading.Event()

    def watch() -> None:
        number = -1
        with table.watched():
            while not stop.is_set():
                picture = table.next_picture(number, 0.5)
                number = picture.number if picture else number
                if table.people.match.entries:
                    begun.set()

    viewer = threading.Thread(target=watch)
    viewer.start()
    try:
        assert not begun.wait(1.0), "nobody has shown them a card"
        after = game.after_chance(game.initial(setting.setup), game.parse_outcome("open b4")).state
        lamps = SimulatedLamps(server.url)
        lamps.show([lamp_signal(lamp) for lamp in game.lamps(after)])
        assert begun.wait(PATIENCE)
        lamps.close()
        assert lamps.trouble is None
    finally:
        stop.set()
        viewer.join()
    assert table.people.match.entries[0].text == "open b4"
    assert [lamp.colour for lamp in table.lamps.lamps] == [lamp.colour for lamp in game.lamps(after)]


def test_people_wait_while_nobody_looks(server: TableServer) -> None:
    table = server.table
    assert table.next_picture(10**9, 1.0) is None
    with table.watched():
        first = table.next_picture(-1, PATIENCE)
        assert first is not None
        assert table.next_picture(first.number, PATIENCE) is not None
    last = table.next_picture(-1, PATIENCE)
    assert last is not None
    assert table.next_picture(last.number + 2, 1.0) is None


def test_the_pace_is_taken(server: TableServer) -> None:
    assert ask(server, "/pace", b'{"pace": 2.5}')[0] == 204
    assert server.table.people.habits.pace == 2.5


def test_only_so_many_can_look_at_once(server: TableServer) -> None:
    open_ones = []
    try:
        for _ in range(8):
            raw = socket.create_connection(("127.0.0.1", server.server_address[1]), PATIENCE)
            raw.sendall(b"GET /stream HTTP/1.0\r\n\r\n")
            assert raw.recv(15).split()[1] == b"200"
            open_ones.append(raw)
        assert ask(server, "/stream")[0] == 503
    finally:
        for raw in open_ones:
            raw.close()


def test_it_listens_on_this_computer_only_and_a_taken_port_is_an_error(server: TableServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    with pytest.raises(OSError, match="in use"):
        TableServer(server.table, server.server_address[1])


def test_closing_ends_its_threads() -> None:
    before = set(threading.enumerate())
    table = LiveTable(marso(2), PROFILES["easy"], 7, Habits(), electronic=False, fps=15.0)
    serving = TableServer(table, 0)
    serving.start()
    with table.watched():
        assert table.next_picture(-1, PATIENCE) is not None
        serving.close()
    assert set(threading.enumerate()) <= before


class Guarded(socket.socket):
    """Binds as the package's service may."""

    def bind(self, address: Any) -> None:
        if address[1] not in SERVICE_PORTS:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        super().bind(address)


def test_the_service_s_few_ports_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    table = LiveTable(marso(2), PROFILES["easy"], 7, Habits(), electronic=True, fps=15.0)
    monkeypatch.setattr("socketserver.socket.socket", Guarded)
    serving = [TableServer(table, 0), TableServer(table, 0)]
    try:
        ports = {one.server_address[1] for one in serving}
        assert len(ports) == 2
        assert ports <= set(SERVICE_PORTS)
        with pytest.raises(OSError, match="in use"):
            TableServer(table, min(ports))
        with pytest.raises(PermissionError):
            TableServer(table, 8081)
    finally:
        for one in serving:
            one.server_close()
