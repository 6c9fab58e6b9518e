"""One MQTT connection. The one thread that owns it waits, reads, writes and keeps it alive.

A connection is used once; after a loss the owner makes a new one. So paho cannot repeat messages of the old
connection: an old retained snapshot must never overwrite a newer one.
"""

from __future__ import annotations

import math
import select
import socket
import ssl
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from companion.broadcast import tuning
from companion.broadcast.config import LONGEST, BrokerConfig, LostError, regular
from companion.locale import N_
from vision.certificates import out_of_time

KEEPALIVE_SECONDS = tuning.whole("connection.keepalive_seconds")
CONNECT_SECONDS = tuning.number("connection.connect_seconds")
HEARD = tuning.whole("connection.heard")
"""Largest number of received messages that are kept until :meth:`Connection.take_heard`."""
PACKET = 4096
"""Largest packet in bytes that is read: a command with its topic and properties."""
HEAD = 10
"""Bytes of a sent packet beside topic and payload, at most."""
_SHORT = 2

_LOST = N_("The connection with the broker {host} was lost; it is being made again.")
_UNREACHABLE = N_(
    "The broker {host}:{port} cannot be reached ({reason}); check that it runs and its address."
)
_UNKNOWN_HOST = N_("The broker's name {host} is not known here; check host in [broadcast] and the network.")
_NOT_VOUCHED = N_("The broker {host} shows a certificate that is not trusted; check ca_file and host.")
_NOT_NOW = N_(
    "The certificate of the broker {host} is not valid at this computer's time: check the clock here, then"
    " the certificate's dates."
)
_NO_TLS = N_("The broker {host}:{port} does not answer in TLS ({reason}); check port and certificates.")
_BAD_FILE = N_("{file} of [broadcast] cannot be used ({reason}); check that it is there and what it holds.")
_LOGIN = N_("The broker {host} refuses the login; check user and password of [broadcast].")
_UNASKED = N_("The broker {host} sends what nobody asked for; check that host in [broadcast] is your broker.")
_LONG_TABLE = N_("The table's name is too long for MQTT; give table in the configuration a shorter one.")
_LONG_PASSWORD = N_("The password of [broadcast] is too long for MQTT; check what its file holds.")
CLOSED = N_("The broker {host} closed the connection ({reason}); look into its log.")
REFUSED = N_("The broker {host} refuses the connection ({reason}); look into its log.")


@dataclass(frozen=True, slots=True)
class Received:
    """A received message. ``kept``: whether the broker had kept it (retain). ``topic``: the last part of its
    topic."""

    data: bytes
    kept: bool
    topic: str = "command"


class _Publisher(Client):
    """A client that disconnects when a packet begins that it may not receive, before it reads the rest.
    ``answers``: how the packets begin that it may receive; ``longest``: how many bytes may follow.

    paho would keep every message of quality of service 2, and would read a message of 256 MB, before it
    calls our code; no setting prevents that. paho reads everything through ``_sock_recv``, so this class
    checks there.
    """

    unasked: LostError
    answers: frozenset[bytes]
    longest: int
    _head = b""
    _left = 0

    def _sock_recv(self, bufsize: int) -> bytes:
        data = super()._sock_recv(bufsize if self._left else 1)
        if self._left:
            self._left -= len(data)
            return data
        self._head += data
        length = sum((byte & 127) << (7 * i) for i, byte in enumerate(self._head[1:]))
        known = any(self._head.startswith(answer) or answer.startswith(self._head) for answer in self.answers)
        if not known or length > self.longest or len(self._head) > _LONGEST_HEAD:
            link: Any = self.socket()
            link.close()
            raise self.unasked
        if len(self._head) > 1 and self._head[-1] < 128:
            self._head, self._left = b"", length
        return data


_LONGEST_HEAD = 3
"""Bytes of the longest head that is accepted: one for the kind, two for the length (MQTT 3.1.1, section
2.2.3)."""
_ANSWERS = frozenset({b"\x20\x02", b"\x40\x02", b"\xd0\x00"})
"""How CONNACK, PUBACK and PINGRESP begin: the kind, then the length of the rest (MQTT 3.1.1, sections 3.2,
3.4 and 3.13)."""
_HEARD = frozenset(
    {b"\x20", b"\x40", b"\x90", b"\xd0", b"\xe0", *(bytes([0x30 | bits]) for bits in (0, 1, 2, 3, 10, 11))}
)
"""The kinds of packet that a table with commands may receive: CONNACK, PUBACK, SUBACK, PINGRESP, DISCONNECT,
and PUBLISH of quality of service 0 or 1 (MQTT 5, section 2.1)."""


class Connection:
    """Connects on construction. Every method may raise LostError; then only ``close`` may follow.

    ``will``: topic and payload that the broker publishes, retained, if this end is cut off. ``wake``: one
    end of a socket pair; a byte in it ends the wait of ``step`` early. ``hears``: the topics from which
    commands are read. With a topic the connection uses MQTT 5, because it lets us tell the broker the largest
    packet that we take (version 5, section 3.1.2.11.4).
    """

    def __init__(
        self,
        config: BrokerConfig,
        client_id: str,
        will: tuple[str, bytes],
        wake: socket.socket,
        hears: Sequence[str] = (),
    ) -> None:
        self.ready = False
        self.most: int | None = None
        """The largest packet in bytes that the broker takes, where it says so (MQTT 5, section 3.2.2.3.6)."""
        self._hears = hears
        self._heard: deque[Received] = deque(maxlen=HEARD)
        self._acknowledged: list[int] = []
        self._config = config
        self._wake = wake
        self._refusal: LostError | None = None
        if len(client_id.encode()) > LONGEST or len(will[0].encode()) > LONGEST:
            raise LostError(_LONG_TABLE, ())
        self._client = _Publisher(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            protocol=MQTTProtocolVersion.MQTTv5 if hears else MQTTProtocolVersion.MQTTv311,
            reconnect_on_failure=False,
        )
        self._client.answers, self._client.longest = (_HEARD, PACKET) if hears else (_ANSWERS, _SHORT)
        self._client.connect_timeout = CONNECT_SECONDS
        self._client.will_set(*will, qos=1, retain=True)
        self._client.on_connect = self._on_connect
        self._client.unasked = LostError(_UNASKED, (("host", config.host),))
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message
        self._client.on_disconnect = self._on_disconnect
        self._log_in()
        self._connect()

    def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool) -> int:
        """Send one message. Gives its id; ``take_acknowledged`` gives the same id later."""
        info = self._client.publish(topic, payload, qos=qos, retain=retain)
        self._check(info.rc)
        return info.mid

    def step(self, seconds: float) -> None:
        """Wait at most so many seconds until the network is ready, then read and write."""
        link: Any = self._client.socket()
        if link is None:
            self._check(MQTTErrorCode.MQTT_ERR_CONN_LOST)
        waiting = isinstance(link, ssl.SSLSocket) and link.pending() > 0  # bytes that poll cannot see
        poll = select.poll()  # select() fails for file numbers beyond 1023
        poll.register(link, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        poll.register(self._wake, select.POLLIN)
        ready = dict(poll.poll(0 if waiting else math.ceil(1000 * seconds)))
        if self._wake.fileno() in ready:
            self._wake.recv(4096)
        happened = ready.get(link.fileno(), 0)
        if waiting or happened & ~select.POLLOUT:
            self._check(self._client.loop_read())
        if happened & select.POLLOUT:
            self._check(self._client.loop_write())
        self._check(self._client.loop_misc())

    def take_acknowledged(self) -> list[int]:
        """Ids of messages that the broker has acknowledged since the last call. A message of ``qos`` 0 counts
        as soon as it is sent."""
        taken, self._acknowledged = self._acknowledged, []
        return taken

    def take_heard(self) -> list[Received]:
        """Messages that have come since the last call; only the newest :data:`HEARD` of them."""
        taken = list(self._heard)
        self._heard.clear()
        return taken

    @property
    def drained(self) -> bool:
        """Whether everything published has been sent into the network."""
        return not self._client.want_write()

    def close(self) -> None:
        """Disconnect. If the goodbye can be sent at once, the broker does not publish the will."""
        self._client.disconnect()

    def _log_in(self) -> None:
        config = self._config
        try:
            if config.user:
                password = config.password()
                if password is not None and len(password.encode(errors="replace")) > LONGEST:
                    raise LostError(_LONG_PASSWORD, ())
                self._client.username_pw_set(config.user, password)
        except (OSError, ValueError) as error:
            raise _bad_file(config.password_file, error) from error
        if config.tls:
            self._client.tls_set_context(tls_context(config))

    def _connect(self) -> None:
        try:
            limits = None
            if self._hears:
                limits = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
                limits.MaximumPacketSize = PACKET
            self._client.connect(self._config.host, self._config.port, KEEPALIVE_SECONDS, properties=limits)
        except (OSError, UnicodeError) as error:
            raise why_lost(self._config, error) from error

    def _check(self, code: MQTTErrorCode) -> None:
        if code != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise self._refusal or LostError(_LOST, (("host", self._config.host),))

    def _on_connect(
        self, _client: Client, _data: object, _flags: object, code: ReasonCode, said: Properties | None
    ) -> None:
        if not code.is_failure:
            self.ready = True
            self.most = getattr(said, "MaximumPacketSize", None)
            if self._hears:
                self._client.subscribe([(topic, 1) for topic in self._hears])
        elif code in _LOGIN_REFUSALS:
            self._refusal = LostError(_LOGIN, (("host", self._config.host),))
        else:
            self._refusal = LostError(REFUSED, (("host", self._config.host), ("reason", str(code))))

    def _on_disconnect(
        self, _client: Client, _data: object, flags: DisconnectFlags, code: ReasonCode, _: object
    ) -> None:
        if flags.is_disconnect_packet_from_server and code.is_failure:
            self._refusal = LostError(CLOSED, (("host", self._config.host), ("reason", str(code))))

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if message.topic in self._hears:
            topic = message.topic.rpartition("/")[2]
            self._heard.append(Received(bytes(message.payload), message.retain, topic))

    def _on_publish(self, _client: Client, _data: object, message: int, _code: object, _: object) -> None:
        self._acknowledged.append(message)


_LOGIN_REFUSALS = tuple(
    ReasonCode(PacketTypes.CONNACK, name) for name in ("Bad user name or password", "Not authorized")
)


def why_lost(config: BrokerConfig, error: OSError | UnicodeError) -> LostError:
    """Why no connection could be made."""
    where = (("host", config.host), ("port", str(config.port)))
    if isinstance(error, ssl.SSLCertVerificationError):
        return LostError(_NOT_NOW if out_of_time(error) else _NOT_VOUCHED, where[:1])
    if isinstance(error, ssl.SSLError):
        return LostError(_NO_TLS, (*where, ("reason", error.reason or str(error))))
    if isinstance(error, socket.gaierror | UnicodeError):
        return LostError(_UNKNOWN_HOST, where[:1])
    return LostError(_UNREACHABLE, (*where, ("reason", error.strerror or str(error))))


def tls_context(config: BrokerConfig) -> ssl.SSLContext:
    """Hosts and certificates are always verified. Raises LostError naming the file that is wrong."""
    try:
        context = ssl.create_default_context(cafile=config.ca_file and regular(config.ca_file))
    except (OSError, ValueError) as error:
        raise _bad_file(config.ca_file, error) from error
    if config.cert_file is not None:
        try:
            key_file = config.key_file and regular(config.key_file)
            context.load_cert_chain(regular(config.cert_file), key_file, password=_no_passphrase)
        except (OSError, ValueError) as error:
            raise _bad_file(config.cert_file, error) from error
    return context


def _no_passphrase() -> str:
    """No passphrase, so an encrypted key fails at once. OpenSSL would otherwise ask at the terminal."""
    return ""


def _bad_file(path: Path | None, error: Exception) -> LostError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return LostError(_BAD_FILE, (("file", str(path)), ("reason", reason)))
