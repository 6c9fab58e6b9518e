"""A real Mosquitto on a port of its own, and a subscriber that notes everything."""

from __future__ import annotations

import json
import shutil
import signal
import socket
import ssl
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from tests.doubles.waiting import until

MOSQUITTO = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
LONG = 20.0
"""Seconds after which a test gives up; never how long something should take."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Broker:
    """``settings``: further lines of mosquitto.conf. It can be killed and started again on the same port."""

    def __init__(self, folder: Path, settings: str = "allow_anonymous true") -> None:
        assert MOSQUITTO is not None
        self.port = free_port()
        self._conf = folder / f"mosquitto-{self.port}.conf"
        self._conf.write_text(f"listener {self.port} 127.0.0.1\nuser root\n{settings}\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Broker:
        assert MOSQUITTO is not None
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._conf)], stderr=subprocess.DEVNULL)
        until(self._answers, "the broker to listen")
        return self

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._process = None

    def stop(self) -> None:
        """At the end of a test, in whatever state it is."""
        if self._process is not None:
            self.signal(signal.SIGCONT)
            self.kill()

    def signal(self, number: signal.Signals) -> None:
        """SIGSTOP makes it hang, SIGCONT goes on."""
        assert self._process is not None
        self._process.send_signal(number)

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "mosquitto ended; read its configuration"
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True


class Subscriber:
    """Notes every message of ``topics``; comes back by itself after a break."""

    def __init__(
        self,
        broker: Broker,
        user: str = "",
        password: str = "",
        ca: Path | None = None,
        topics: Sequence[str] = ("companion/#",),
    ) -> None:
        self.messages: list[tuple[str, bytes, bool]] = []
        self.busy = threading.Lock()  # who holds it keeps the subscriber from taking messages
        self.subscribed = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(1, 1)
        if user:
            self._client.username_pw_set(user, password)
        if ca is not None:
            self._client.tls_set_context(ssl.create_default_context(cafile=ca))
        self._client.on_connect = lambda client, *_: client.subscribe([(topic, 1) for topic in topics])
        self._client.on_subscribe = lambda *_: self.subscribed.set()
        self._client.on_disconnect = lambda *_: self.subscribed.clear()
        self._client.on_message = self._note
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()
        until(self.subscribed.is_set, "the subscription")

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._client.on_connect = self._client.on_subscribe = None  # they refer to the client itself
        self._client.on_disconnect = self._client.on_message = None

    def said(self, topic: str) -> list[Any]:
        """Everything said on a topic of any table, decoded; None for an empty message."""
        return [
            json.loads(payload) if payload else None
            for where, payload, _ in list(self.messages)
            if where.endswith("/" + topic)
        ]

    def numbers(self) -> list[int]:
        """Sequence numbers of the events in the order in which they came."""
        return [event["seq"] for event in self.said("event")]

    def _note(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with self.busy:
            self.messages.append((message.topic, bytes(message.payload), message.retain))
