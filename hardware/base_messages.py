"""The messages from the base, and how they are packed.

Written by ``firmware/generate.py`` from ``protocol.toml``: change that, not this.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import ClassVar


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
        return cls(v[0], v[1], int.from_bytes(v[2], "little"), v[3], v[4])


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
        return cls(v[0], v[1], v[2], v[3], v[4], int.from_bytes(v[5], "little"))


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
        return cls(v[0], v[1], int.from_bytes(v[2], "little"), v[3], v[4], v[5])


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
            int.from_bytes(v[1], "little"),
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
