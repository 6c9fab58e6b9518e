"""What the driver of a totem base tells: typed, stamped, and never invented.

Ticks are those of the base (``protocol.TICK_HZ`` a second since its start); times are seconds of the host's
monotonic clock. A start of a base is told from every other by its board and boot number.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.base_messages import Status
from hardware.clock import ClockQuality, HostTime
from hardware.protocol import Channel, Edge


class Why(StrEnum):
    """Why a base is not to be relied on any more."""

    UNPLUGGED = "unplugged"
    SILENT = "silent"
    GARBLED = "garbled"
    """Bytes come, but no whole frame."""
    RESTARTED = "restarted"
    VERSION = "version"
    SEVERAL = "several"
    """Another base has come; which one stands under the totem?"""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ready:
    """A base answers. ``firmware``: first 32 bits of the hash of its sources."""

    board: int
    boot: int
    firmware: int
    pads: int
    tick_hz: int
    at: float


@dataclass(frozen=True, slots=True)
class Gone:
    """The base is lost. ``armed``: the token it was armed with, 0 if it was not: that duel is void."""

    why: Why
    armed: int
    at: float
    version: int = 0
    """Of the protocol it speaks, for ``VERSION``."""


@dataclass(frozen=True, slots=True)
class Edged:
    """Something happened at the base. ``event``: its id, counted without gaps but for :class:`Missing`.

    ``channel``: LIFT, LOAD, KNOCK, SEGMENT or PAD; ``index``: which segment or pad, else 0. ``value``: see
    ``protocol.Event``. ``host``: when that was here; None before the clock is known.
    """

    boot: int
    event: int
    channel: Channel
    index: int
    edge: Edge
    value: int
    tick: int
    host: HostTime | None


@dataclass(frozen=True, slots=True)
class Missing:
    """Events ``first`` to ``first + count - 1`` came too fast and are lost for good."""

    boot: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Whole:
    """Everything that the base had to tell before this tick has come, or was told as missing."""

    boot: int
    tick: int


@dataclass(frozen=True, slots=True)
class Armed:
    """The base has confirmed it. ``touched``: pads under a hand; ``lifted``: there is no load; ``token`` 0:
    disarmed."""

    boot: int
    token: int
    tick: int
    touched: frozenset[int]
    lifted: bool


@dataclass(frozen=True, slots=True)
class StatusTold:
    """How the base and the link are."""

    status: Status
    clock: ClockQuality | None
    link: LinkCounts


@dataclass(frozen=True, slots=True)
class BaseRefusal:
    """The base did not do something; ``fault``: a ``protocol.Fault`` as a number."""

    fault: int
    value: int


@dataclass(frozen=True, slots=True)
class LinkCounts:
    """Since the link was opened. ``broken``: received frames with a wrong checksum; ``skipped``: frames of
    the base that never arrived; ``duplicates``: events that came again; ``asked_again``: times events had
    to be asked for."""

    frames: int = 0
    broken: int = 0
    skipped: int = 0
    duplicates: int = 0
    asked_again: int = 0


Record = Ready | Gone | Edged | Missing | Whole | Armed | StatusTold | BaseRefusal
