"""Receives the messages of a broker's tables, for a hall, and publishes the standings. Reconnects by itself.

Threads: paho's own thread puts messages into a queue; the caller's thread takes them out.
"""

from __future__ import annotations

import queue
import socket
import ssl
import sys
import uuid
from collections.abc import Iterator
from time import monotonic

from paho.mqtt.client import Client, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broadcast import tuning
from companion.broadcast.config import BrokerConfig
from companion.broadcast.connection import CLOSED, HEAD, KEEPALIVE_SECONDS, REFUSED, tls_context, why_lost
from companion.broadcast.hall import KINDS, LARGEST
from companion.locale import N_, Message

_WAITING = N_("Waiting for the broker {host}:{port} ...")
_NOT_LET = N_("The broker {host} does not let this login publish {topic}: correct its access list.")
_LARGE = N_(
    "The broker {host} takes no message of more than {most} bytes, so the standings are not shown: raise"
    " max_packet_size in its configuration."
)
_AGAIN, _LONGEST = 1, 15
"""Seconds between two attempts to connect, at least and at most. It doubles after each connection that has
not lived for the longest."""
_FLOOD = N_(
    "The broker {host} sends more than this program can take in, so some of it is missing: look who publishes"
    " there, then start it again."
)
ROOM, ROOM_BYTES = tuning.whole("listener.room"), tuning.whole("listener.room_bytes")
"""Messages, and bytes, that wait in the queue at most; when it is full, new ones are dropped."""


class Listener:
    """Listens to a broker. ``trouble``: why no messages come; None while all is well. Raises LostError for a
    wrong login file, and OSError or ValueError."""

    def __init__(self, config: BrokerConfig) -> None:
        where = (("host", config.host), ("port", str(config.port)))
        self.trouble: Message | None = Message(_WAITING, where)
        self._where = where
        self._heard: queue.Queue[tuple[str, bytes]] = queue.Queue(ROOM)
        self._come = self._taken = 0
        """Bytes that came into the queue, and those that were taken out; each counted by one thread."""
        self._kept: tuple[str, bytes] | None = None
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"companion-hall-{uuid.uuid4().hex[:12]}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        self._config = config
        self._most: int | None = None
        """The largest packet in bytes that the broker takes, where it says so."""
        self._since, self._delay = 0.0, _AGAIN
        self._client.reconnect_delay_set(_AGAIN, _LONGEST)
        if config.user:
            self._client.username_pw_set(config.user, config.password())
        if config.tls:
            self._client.tls_set_context(tls_context(config))
        self._client.on_connect = self._on_connect
        self._client.on_connect_fail = self._on_connect_fail
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        try:
            config.host.encode("idna")  # the thread would end at a name that cannot be looked up
        except UnicodeError as error:
            raise why_lost(config, error) from error
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = LARGEST
        self._client.connect_async(config.host, config.port, KEEPALIVE_SECONDS, properties=limits)
        self._client.loop_start()

    def take(self, seconds: float) -> Iterator[tuple[str, bytes]]:
        """Wait at most so many seconds for a message. Gives topic and payload of all that have come."""
        try:
            heard = self._heard.get(timeout=seconds)
            while True:
                self._taken += len(heard[1])
                yield heard
                heard = self._heard.get_nowait()
        except queue.Empty:
            return

    def keep(self, topic: str, data: bytes) -> None:
        """Publish one retained message, such as the standings. It is published again after every break."""
        self._kept = (topic, data)
        if self._client.is_connected():
            self._publish()

    def _publish(self) -> None:
        if self._kept is None:
            return
        topic, data = self._kept
        if self._most is not None and len(topic) + len(data) + HEAD > self._most:
            self.trouble = Message(_LARGE, (self._where[0], ("most", str(self._most))))
        else:
            self._client.publish(topic, data, qos=1, retain=True)

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(
        self, client: Client, _data: object, _flags: object, code: ReasonCode, said: Properties | None
    ) -> None:
        if code.is_failure:
            self.trouble = Message(REFUSED, (self._where[0], ("reason", str(code))))
            return
        self.trouble, self._since = None, monotonic()
        self._most = getattr(said, "MaximumPacketSize", None)
        client.subscribe([(f"companion/+/{kind}", 1) for kind in KINDS])
        self._publish()

    def _on_connect_fail(self, *_: object) -> None:
        error = sys.exc_info()[1]
        if isinstance(error, ssl.SSLError | socket.gaierror):  # for the others it is waited
            self.trouble = why_lost(self._config, error).text

    def _on_disconnect(
        self, client: Client, _data: object, flags: DisconnectFlags, code: ReasonCode, _: object
    ) -> None:
        if flags.is_disconnect_packet_from_server and code.is_failure:
            self.trouble = Message(CLOSED, (self._where[0], ("reason", str(code))))
        elif self.trouble is None:
            self.trouble = Message(_WAITING, self._where)
        lived = monotonic() - self._since
        self._delay = _AGAIN if lived >= _LONGEST else min(2 * self._delay, _LONGEST)
        client.reconnect_delay_set(self._delay, _LONGEST)

    def _on_publish(self, _client: Client, _data: object, _number: int, code: ReasonCode, _: object) -> None:
        if code.is_failure and self._kept is not None:
            self.trouble = Message(_NOT_LET, (self._where[0], ("topic", self._kept[0])))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if self._heard.full() or self._come - self._taken + len(message.payload) > ROOM_BYTES:
            self.trouble = Message(_FLOOD, self._where[:1])
            return
        self._come += len(message.payload)
        self._heard.put_nowait((message.topic, bytes(message.payload)))
