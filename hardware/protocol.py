"""The messages between the totem base and the host.

Written by ``firmware/generate.py`` from ``protocol.toml``: change that, not this.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import ClassVar

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


def _u48(data: bytes) -> int:
    return int.from_bytes(data, "little")


@dataclass(frozen=True, slots=True)
class Hello:
    """Who I am; sent at every start and when asked. From the base.

    ``boot``: differs at every start of the board.
    ``oldest``: oldest protocol version spoken.
    ``newest``: newest protocol version spoken.
    ``firmware``: first half of the hash of the sources.
    ``board``: number of the board, 0xffffffff: none yet.
    ``pads``: how many.
    ``segments``: how many.
    ``lamps``: how many.
    ``tick_hz``: nominal ticks a second.
    ``next_id``: id that the next event will get.
    """

    ID: ClassVar[int] = 1
    SIZE: ClassVar[int] = 25
    boot: int
    oldest: int
    newest: int
    firmware: int
    board: int
    pads: int
    segments: int
    lamps: int
    tick_hz: int
    next_id: int
    _LAYOUT: ClassVar[Struct] = Struct("<IBBIIBBBII")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(
            self.boot,
            self.oldest,
            self.newest,
            self.firmware,
            self.board,
            self.pads,
            self.segments,
            self.lamps,
            self.tick_hz,
            self.next_id,
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Hello:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9])


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a PING, for the clock. From the base.

    ``boot``: as in Hello.
    ``token``: of the ping.
    ``tick``: between the arrival of the ping and the sending of this.
    ``armed``: token of the arming, 0: not armed.
    ``next_id``: id that the next event will get.
    """

    ID: ClassVar[int] = 2
    SIZE: ClassVar[int] = 22
    boot: int
    token: int
    tick: int
    armed: int
    next_id: int
    _LAYOUT: ClassVar[Struct] = Struct("<II6sII")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(
            self.boot, self.token, self.tick.to_bytes(6, "little"), self.armed, self.next_id
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Pong:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], _u48(v[2]), v[3], v[4])


@dataclass(frozen=True, slots=True)
class Event:
    """Something happened; kept until acknowledged, and sent again until then. From the base.

    ``boot``: as in Hello.
    ``event``: id, counted from 0 at every start.
    ``channel``: a Channel.
    ``edge``: an Edge.
    ``value``: OFF of SEGMENT and LOAD: load at rest; ON, PEAK: load; BLOW: strength; 0 to 1023.
    ``tick``: when.
    """

    ID: ClassVar[int] = 3
    SIZE: ClassVar[int] = 18
    boot: int
    event: int
    channel: int
    edge: int
    value: int
    tick: int
    _LAYOUT: ClassVar[Struct] = Struct("<IIBBH6s")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(
            self.boot, self.event, self.channel, self.edge, self.value, self.tick.to_bytes(6, "little")
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Event:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], v[2], v[3], v[4], _u48(v[5]))


@dataclass(frozen=True, slots=True)
class Gone:
    """These events are lost: they came too fast. From the base.

    ``boot``: as in Hello.
    ``first``: id that was asked for.
    ``next``: first id that still exists or will.
    """

    ID: ClassVar[int] = 4
    SIZE: ClassVar[int] = 12
    boot: int
    first: int
    next: int
    _LAYOUT: ClassVar[Struct] = Struct("<III")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.boot, self.first, self.next)

    @classmethod
    def unpack(cls, payload: bytes) -> Gone:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], v[2])


@dataclass(frozen=True, slots=True)
class State:
    """The answer to ARM and DISARM. From the base.

    ``boot``: as in Hello.
    ``armed``: token of the arming, 0: not armed.
    ``tick``: when this was true.
    ``touched``: bit N: pad N is touched.
    ``lifted``: 1: the comparator sees no load.
    ``next_id``: id that the next event will get.
    """

    ID: ClassVar[int] = 5
    SIZE: ClassVar[int] = 21
    boot: int
    armed: int
    tick: int
    touched: int
    lifted: int
    next_id: int
    _LAYOUT: ClassVar[Struct] = Struct("<II6sHBI")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(
            self.boot, self.armed, self.tick.to_bytes(6, "little"), self.touched, self.lifted, self.next_id
        )

    @classmethod
    def unpack(cls, payload: bytes) -> State:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], _u48(v[2]), v[3], v[4], v[5])


@dataclass(frozen=True, slots=True)
class Status:
    """How I am. From the base.

    ``boot``: as in Hello.
    ``tick``: now.
    ``lost``: events lost since the start because they came too fast; their ids are missing.
    ``overruns``: load samples lost since the start.
    ``crc_errors``: frames that came in broken since the start.
    ``high_water``: most events ever in the ring.
    ``waiting``: events in the ring now.
    ``touched``: bit N: pad N is touched.
    ``lifted``: 1: the comparator sees no load.
    ``loads``: present load of every segment, 0 to 1023 of 5 V.
    ``rests``: load at rest of every segment, 0 to 1023 of 5 V.
    ``threshold``: of the comparator, 0 to 255 of 5 V.
    ``knock``: threshold of the piezo, 0 to 1023 of 5 V.
    """

    ID: ClassVar[int] = 6
    SIZE: ClassVar[int] = 40
    boot: int
    tick: int
    lost: int
    overruns: int
    crc_errors: int
    high_water: int
    waiting: int
    touched: int
    lifted: int
    loads: tuple[int, ...]
    rests: tuple[int, ...]
    threshold: int
    knock: int
    _LAYOUT: ClassVar[Struct] = Struct("<I6sHHHBBHB4H4HBH")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(
            self.boot,
            self.tick.to_bytes(6, "little"),
            self.lost,
            self.overruns,
            self.crc_errors,
            self.high_water,
            self.waiting,
            self.touched,
            self.lifted,
            *self.loads,
            *self.rests,
            self.threshold,
            self.knock,
        )

    @classmethod
    def unpack(cls, payload: bytes) -> Status:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(
            v[0],
            _u48(v[1]),
            v[2],
            v[3],
            v[4],
            v[5],
            v[6],
            v[7],
            v[8],
            tuple(v[9:13]),
            tuple(v[13:17]),
            v[17],
            v[18],
        )


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something was not done. From the base.

    ``boot``: as in Hello.
    ``fault``: a Fault.
    ``value``: see Fault.
    """

    ID: ClassVar[int] = 7
    SIZE: ClassVar[int] = 7
    boot: int
    fault: int
    value: int
    _LAYOUT: ClassVar[Struct] = Struct("<IBH")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.boot, self.fault, self.value)

    @classmethod
    def unpack(cls, payload: bytes) -> Trouble:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1], v[2])


@dataclass(frozen=True, slots=True)
class Ask:
    """Tell me. From the host.

    ``what``: an Asked.
    """

    ID: ClassVar[int] = 8
    SIZE: ClassVar[int] = 1
    what: int
    _LAYOUT: ClassVar[Struct] = Struct("<B")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.what)

    @classmethod
    def unpack(cls, payload: bytes) -> Ask:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0])


@dataclass(frozen=True, slots=True)
class Ping:
    """What time is it? From the host.

    ``token``: comes back.
    """

    ID: ClassVar[int] = 9
    SIZE: ClassVar[int] = 4
    token: int
    _LAYOUT: ClassVar[Struct] = Struct("<I")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.token)

    @classmethod
    def unpack(cls, payload: bytes) -> Ping:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0])


@dataclass(frozen=True, slots=True)
class Ack:
    """I have written down all events up to this one. From the host.

    ``boot``: of the events; another one is ignored.
    ``event``: the last.
    """

    ID: ClassVar[int] = 10
    SIZE: ClassVar[int] = 8
    boot: int
    event: int
    _LAYOUT: ClassVar[Struct] = Struct("<II")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.boot, self.event)

    @classmethod
    def unpack(cls, payload: bytes) -> Ack:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1])


@dataclass(frozen=True, slots=True)
class Resend:
    """Send again from this event on. From the host.

    ``boot``: of the events; another one is ignored.
    ``event``: the first.
    """

    ID: ClassVar[int] = 11
    SIZE: ClassVar[int] = 8
    boot: int
    event: int
    _LAYOUT: ClassVar[Struct] = Struct("<II")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.boot, self.event)

    @classmethod
    def unpack(cls, payload: bytes) -> Resend:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1])


@dataclass(frozen=True, slots=True)
class Arm:
    """A duel begins: from now on no lamp changes, and a restart voids it. From the host.

    ``token``: not 0.
    """

    ID: ClassVar[int] = 12
    SIZE: ClassVar[int] = 4
    token: int
    _LAYOUT: ClassVar[Struct] = Struct("<I")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.token)

    @classmethod
    def unpack(cls, payload: bytes) -> Arm:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0])


@dataclass(frozen=True, slots=True)
class Disarm:
    """The duel is over. From the host."""

    ID: ClassVar[int] = 13
    SIZE: ClassVar[int] = 0
    _LAYOUT: ClassVar[Struct] = Struct("<")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack()

    @classmethod
    def unpack(cls, payload: bytes) -> Disarm:
        """From a payload of SIZE bytes."""
        cls._LAYOUT.unpack(payload)
        return cls()


@dataclass(frozen=True, slots=True)
class Lamps:
    """Show these colours; while armed they wait until the end of the duel. From the host.

    ``rgb``: red, green, blue of every lamp.
    """

    ID: ClassVar[int] = 14
    SIZE: ClassVar[int] = 36
    rgb: tuple[int, ...]
    _LAYOUT: ClassVar[Struct] = Struct("<36B")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(*self.rgb)

    @classmethod
    def unpack(cls, payload: bytes) -> Lamps:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(tuple(v[0:36]))


@dataclass(frozen=True, slots=True)
class Config:
    """Keep this; answered by STATUS. Not while armed. From the host.

    ``setting``: a Setting.
    ``value``: see Setting.
    """

    ID: ClassVar[int] = 15
    SIZE: ClassVar[int] = 5
    setting: int
    value: int
    _LAYOUT: ClassVar[Struct] = Struct("<BI")

    def pack(self) -> bytes:
        """The payload."""
        return self._LAYOUT.pack(self.setting, self.value)

    @classmethod
    def unpack(cls, payload: bytes) -> Config:
        """From a payload of SIZE bytes."""
        v = cls._LAYOUT.unpack(payload)
        return cls(v[0], v[1])


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
