"""What the totem base and the host agree upon: numbers, and the kinds of messages.

Written by ``firmware/generate.py`` from ``protocol.toml``: change that, not this.
"""

from __future__ import annotations

from enum import IntEnum

from hardware.base_messages import Event, Gone, Hello, Pong, State, Status, Trouble
from hardware.host_messages import Ack, Arm, Ask, Config, Disarm, Lamps, Ping, Resend

VERSION = 1
MAX_PAYLOAD = 64
TICK_HZ = 16_000_000
RING = 64
PADS = 10
SEGMENTS = 4
LAMPS = 12


class Channel(IntEnum):
    """See ``protocol.toml``."""

    LIFT = 0
    LOAD = 1
    KNOCK = 2
    SEGMENT = 8
    PAD = 16


class Edge(IntEnum):
    """See ``protocol.toml``."""

    OFF = 0
    ON = 1
    PEAK = 2
    BLOW = 3


class Fault(IntEnum):
    """See ``protocol.toml``."""

    BAD_VERSION = 1
    ARMED = 2
    BAD_VALUE = 3


class Asked(IntEnum):
    """See ``protocol.toml``."""

    HELLO = 0
    STATUS = 1


class Setting(IntEnum):
    """See ``protocol.toml``."""

    BOARD = 0
    THRESHOLD = 1
    KNOCK = 2


Message = (
    Hello
    | Pong
    | Event
    | Gone
    | State
    | Status
    | Trouble
    | Ask
    | Ping
    | Ack
    | Resend
    | Arm
    | Disarm
    | Lamps
    | Config
)

MESSAGES: dict[int, type[Message]] = {
    1: Hello,
    2: Pong,
    3: Event,
    4: Gone,
    5: State,
    6: Status,
    7: Trouble,
    8: Ask,
    9: Ping,
    10: Ack,
    11: Resend,
    12: Arm,
    13: Disarm,
    14: Lamps,
    15: Config,
}
