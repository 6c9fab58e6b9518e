"""Why a broker ends a connection is told in its own words. The broker here sends the bytes of MQTT 5."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import pytest

from companion.broadcast.config import BrokerConfig, LostError
from companion.broadcast.connection import Connection

WELCOME = bytes([0x20, 3, 0, 0x00, 0])
"""CONNACK, section 3.2: no session, success, no properties."""
NOT_VALID = bytes([0x20, 3, 0, 0x85, 0])
SHUT_DOWN = bytes([0xE0, 2, 0x8B, 0])
"""DISCONNECT, section 3.14."""


@contextmanager
def answering(*packets: bytes) -> Iterator[int]:
    """The port of a broker that sends these after the first packet that it gets, then closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            link = server.accept()[0]
            with link:
                link.recv(4096)
                link.sendall(b"".join(packets))
                link.recv(4096)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5.0)


def until_lost(connection: Connection) -> None:
    end = monotonic() + 10.0
    while monotonic() < end:
        connection.step(0.1)


@pytest.mark.parametrize(
    ("packets", "sentence", "reason"),
    [
        ((WELCOME, SHUT_DOWN), "closed the connection", "Server shutting down"),
        ((NOT_VALID,), "refuses the connection", "Client identifier not valid"),
    ],
)
def test_the_broker_s_reason_is_told(packets: tuple[bytes, ...], sentence: str, reason: str) -> None:
    ear, bell = socket.socketpair()
    with ear, bell, answering(*packets) as port:
        will = ("companion/t/online", b"")
        connection = Connection(
            BrokerConfig("127.0.0.1", port), "t", will, ear, hears=["companion/t/command"]
        )
        with pytest.raises(LostError) as lost:
            until_lost(connection)
        connection.close()
    assert sentence in lost.value.text.key
    assert dict(lost.value.text.facts)["reason"] == reason
