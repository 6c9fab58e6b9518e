"""What the screen needs for Wi-Fi.

All methods are called from Kivy's main thread and return at once; what was asked for goes on elsewhere, and
is told through :meth:`Wifi.now` and ``Controller.subscribe``. Nothing of a game waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from companion.locale import Message


class Lock(StrEnum):
    """What a network asks for."""

    OPEN = "open"
    PASSWORD = "password"
    UNFIT = "unfit"
    """A login with a name, or WEP: it cannot be joined from here."""


@dataclass(frozen=True, slots=True)
class Network:
    """A network that is in reach, or kept. ``strength``: per cent, 0 out of reach. ``kept``: whether its
    password is known here. ``used``: whether this machine is in it."""

    name: str
    strength: int = 0
    lock: Lock = Lock.PASSWORD
    kept: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class OwnNetwork:
    """A network that this machine makes for its guests."""

    name: str
    password: str


@dataclass(frozen=True, slots=True)
class WifiNow:
    """``there``: whether this machine has Wi-Fi, as far as is known. ``busy``: something that was asked for
    goes on. ``networks``: the one in use first, then by strength. ``said``: what became of what was asked,
    and what is wrong with the network in use."""

    there: bool = False
    busy: bool = False
    networks: tuple[Network, ...] = ()
    own: OwnNetwork | None = None
    said: Message | None = None


class Wifi(Protocol):
    """The Wi-Fi of this machine. What is asked for while it is busy is left aside."""

    def now(self) -> WifiNow: ...
    def look(self) -> None:
        """Look for networks."""
        ...

    def join(self, name: str, password: str = "", hidden: bool = False) -> None:
        """Join a network. Without a password: one that is kept, or open. If that fails, the network that was
        used before is used again."""
        ...

    def forget(self, name: str) -> None:
        """Leave a network, and forget its password."""
        ...

    def begin_own(self) -> None:
        """Make a network of this machine's own."""
        ...

    def end_own(self) -> None:
        """End it."""
        ...

    def country(self) -> str:
        """The country whose rules for radio hold, as two letters (ISO 3166); "" if none was said."""
        ...

    def set_country(self, code: str) -> None:
        """These rules hold from now on. Raises ControllerError if that cannot be kept."""
        ...
