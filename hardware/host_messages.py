"""The messages from the host, and how they are packed.

Written by ``firmware/generate.py`` from ``protocol.toml``: change that, not this.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import ClassVar


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
