"""Receives the messages of a broker's tables, for a hall, and publishes the standings. Reconnects by itself.

Threads: paho's own thread puts messages into a queue; the caller's thread takes them out.
"""

from __future__ import annotations

import queue
import uuid
from collections.abc import Iterator

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broadcast import tuning
from companion.broadcast.config import BrokerConfig
from companion.broadcast.connection import KEEPALIVE_SECONDS, tls_context
from companion.broadcast.hall import KINDS, LARGEST
from companion.locale import N_, Message

_WAITING = N_("Waiting for the broker {host}:{port} ...")
_REFUSED = N_("The broker {host} refuses the connection ({reason}); look into its log.")
_NOT_LET = N_("The broker {host} does not let this login publish {topic}: correct its access list.")
ROOM = tuning.whole("listener.room")
"""Largest number of messages that wait in the queue; when it is full, new ones are dropped."""


class Listener:
    """Listens to a broker. ``trouble``: why no messages come; None while all is well. Raises LostError for a
    wrong login file, and OSError or ValueError."""

    def __init__(self, config: BrokerConfig) -> None:
        where = (("host", config.host), ("port", str(config.port)))
        self.trouble: Message | None = Message(_WAITING, where)
        self._where = where
        self._heard: queue.Queue[tuple[str, bytes]] = queue.Queue(ROOM)
        self._kept: tuple[str, bytes] | None = None
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"companion-hall-{uuid.uuid4().hex[:12]}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )
        self._client.reconnect_delay_set(1, 5)
        if config.user:
            self._client.username_pw_set(config.user, config.password())
        if config.tls:
            self._client.tls_set_context(tls_context(config))
        self._client.on_connect = self._on_connect
        self._client.on_disconnect = self._on_disconnect
        self._client.on_message = self._on_message
        self._client.on_publish = self._on_publish
        limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        limits.MaximumPacketSize = LARGEST
        self._client.connect_async(config.host, config.port, KEEPALIVE_SECONDS, properties=limits)
        self._client.loop_start()

    def take(self, seconds: float) -> Iterator[tuple[str, bytes]]:
        """Wait at most so many seconds for a message. Gives topic and payload of all that have come."""
        try:
            yield self._heard.get(timeout=seconds)
            while True:
                yield self._heard.get_nowait()
        except queue.Empty:
            return

    def keep(self, topic: str, data: bytes) -> None:
        """Publish one retained message, such as the standings. It is published again after every break."""
        self._kept = (topic, data)
        if self._client.is_connected():
            self._client.publish(topic, data, qos=1, retain=True)

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, client: Client, _data: object, _flags: object, code: ReasonCode, _: object) -> None:
        if code.is_failure:
            self.trouble = Message(_REFUSED, (self._where[0], ("reason", str(code))))
            return
        self.trouble = None
        client.subscribe([(f"companion/+/{kind}", 1) for kind in KINDS])
        if self._kept is not None:
            client.publish(*self._kept, qos=1, retain=True)

    def _on_disconnect(self, *_: object) -> None:
        if self.trouble is None:
            self.trouble = Message(_WAITING, self._where)

    def _on_publish(self, _client: Client, _data: object, _number: int, code: ReasonCode, _: object) -> None:
        if code.is_failure and self._kept is not None:
            self.trouble = Message(_NOT_LET, (self._where[0], ("topic", self._kept[0])))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if not self._heard.full():
            self._heard.put_nowait((message.topic, bytes(message.payload)))
