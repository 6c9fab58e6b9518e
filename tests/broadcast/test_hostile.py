"""A broker that sends what nobody asked for, and a configuration that no broker can be reached with."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.broadcast import BroadcastError, broadcast_from
from companion.broadcast.broadcaster import Broadcaster, Timing
from companion.broadcast.connection import Connection, Received
from tests.broadcast.broker import free_port
from tests.doubles.waiting import until

QUICK = Timing(settle=0.0, first=0.05, longest=0.2, farewell=1.0)
CONNACK = b"\x20\x02\x00\x00"
LONG = "ж" * 40_000
"""80 000 bytes; MQTT's texts have at most 65 535."""


class HostileBroker:
    """Takes the login, answers ``greeting``, then says ``flood`` again and again until it is hung up on."""

    def __init__(self, greeting: bytes, flood: bytes) -> None:
        self._said = greeting, flood
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.calls = 0
        self.sent = 0
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        greeting, flood = self._said
        while True:
            try:
                stream, _ = self._socket.accept()
            except OSError:  # closed
                return
            self.calls += 1
            with stream, contextlib.suppress(OSError):
                stream.recv(4096)
                stream.sendall(greeting)
                while True:
                    self.sent += stream.send(flood)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(5)


@pytest.fixture
def hostile(request: pytest.FixtureRequest) -> Iterator[HostileBroker]:
    broker = HostileBroker(*request.param)
    yield broker
    broker.close()


def said(speaker: Broadcaster) -> str:
    until(lambda: speaker.trouble, "a trouble")
    assert speaker.trouble is not None
    return speaker.trouble.key.format(**dict(speaker.trouble.facts))


def message_2(number: int) -> bytes:
    """A message of quality 2: a client keeps it until the broker lets go of it."""
    return b"\x34\x06\0\x01t%b!" % number.to_bytes(2, "big")


FLOODS = {
    "one message of 256 MB": (CONNACK + b"\x30\xff\xff\xff\x7f\x00\x01t", b"x" * 65536),
    "before the login is answered": (b"\x30\xff\xff\xff\x7f\x00\x01t", b"x" * 65536),
    "messages of quality 2": (CONNACK, b"".join(map(message_2, range(1, 9000)))),
    "messages of quality 0": (CONNACK, b"\x30\x04\0\x01t!" * 1000),
    "answers to subscriptions": (CONNACK, b"\x90\x03\0\x01\0" * 1000),
    "an answer that is too long": (b"\x20\xff\xff\xff\x7f", b"x" * 65536),
    "an acknowledgement that is too long": (CONNACK + b"\x40\xff\xff\xff\x7f", b"x" * 65536),
    "a length without an end": (CONNACK + b"\xd0", b"\xff" * 65536),
    "no packet at all": (b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"),
}


@pytest.mark.outside
@pytest.mark.parametrize("hostile", FLOODS.values(), ids=FLOODS.keys(), indirect=True)
def test_a_broker_that_floods_is_hung_up_on(hostile: HostileBroker) -> None:
    config = broadcast_from({"host": "127.0.0.1", "port": hostile.port})
    tracemalloc.start()
    speaker = Broadcaster(config, "kitchen", timing=QUICK)
    try:
        until(lambda: hostile.calls >= 3, "it is called again")
        assert "sends what nobody asked for" in said(speaker)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        speaker.close()
    assert peak < 8_000_000
    assert hostile.sent < hostile.calls * 30_000_000, "what lies in the buffers of the system"


def said_on(topic: bytes) -> bytes:
    """A message of quality 0 that holds its topic, as MQTT 5 has it."""
    body = len(topic).to_bytes(2, "big") + topic + b"\0" + topic
    return b"\x30" + bytes([len(body)]) + body


TOPICS = [b"companion/kitchen/command", b"companion/pantry/command", b"companion/kitchen/Command", b"x"]


@pytest.mark.outside
@pytest.mark.parametrize("hostile", [(b"\x20\x03\0\0\0", b"".join(map(said_on, TOPICS)))], indirect=True)
def test_what_comes_on_a_topic_that_was_not_asked_for_is_not_believed(hostile: HostileBroker) -> None:
    config = broadcast_from({"host": "127.0.0.1", "port": hostile.port, "commands": True})
    ear, bell = socket.socketpair()
    with ear, bell:
        link = Connection(config, "t", ("companion/kitchen/online", b""), ear, hears=TOPICS[0].decode())
        heard: list[Received] = []
        while len(heard) < 4:
            link.step(0.1)
            heard += link.take_heard()
        link.close()
    assert set(heard) == {Received(TOPICS[0], False)}


@pytest.mark.parametrize(
    "section",
    [
        {"user": LONG},
        {"user": "a\0b"},
        {"host": "a\0b"},
        {"host": LONG},
        {"password_file": "a\0b", "user": "x"},
        {"ca_file": "~no-such-user-here/ca.pem"},
    ],
)
def test_what_no_broker_takes_is_said_at_the_start(section: dict[str, object]) -> None:
    with pytest.raises(BroadcastError) as caught:
        broadcast_from({"host": "127.0.0.1", **section})
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("key", ["password_file", "ca_file", "cert_file", "key_file"])
def test_a_file_that_never_ends_is_not_waited_for(tmp_path: Path, key: str) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    section: dict[str, object] = {"host": "127.0.0.1", "port": free_port(), key: str(fifo)}
    if key == "password_file":
        section["user"] = "table"
    if key in ("cert_file", "key_file"):
        section |= {"cert_file": str(fifo), "key_file": str(fifo), "tls": True}
    speaker = Broadcaster(broadcast_from(section), "kitchen", timing=QUICK)
    assert "fifo of [broadcast] cannot be used" in said(speaker)
    speaker.close()


def test_a_password_without_an_end_is_said(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("x" * 200_000)
    section = {
        "host": "127.0.0.1",
        "port": free_port(),
        "user": "a",
        "password_file": str(tmp_path / "password"),
    }
    speaker = Broadcaster(broadcast_from(section), "kitchen", timing=QUICK)
    assert "password of [broadcast] is too long" in said(speaker)
    speaker.close()


def test_a_table_s_name_without_an_end_is_said() -> None:
    speaker = Broadcaster(broadcast_from({"host": "127.0.0.1", "port": free_port()}), LONG, timing=QUICK)
    assert "table's name is too long" in said(speaker)
    speaker.close()
