"""Small ports to things that can be soldered. Implementations name the parts; fakes have the same port."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from hardware.records import Record


def N_(sentence: str) -> str:
    """Mark an English sentence that a person will read, so that it gets into the catalogues. As
    ``companion.locale.N_``, which hardware may not import."""
    return sentence


class HardwareError(Exception):
    """A wrong pin, a missing chip; one sentence that says what to do: ``key`` is its English text with
    ``{placeholders}`` (the gettext key), ``facts`` fill them."""

    def __init__(self, key: str, facts: tuple[tuple[str, str], ...] = ()) -> None:
        self.key = key
        self.facts = facts
        super().__init__(key.format(**dict(facts)))


@dataclass(frozen=True, slots=True)
class LampSignal:
    """What one RGB lamp shows. ``red green blue`` in 0..1 (all 0 is off); ``pattern``: ``steady`` or one of
    ``up right down left`` (told by a rhythm, see the wiring page); ``due``: the lamp that counts now."""

    red: float
    green: float
    blue: float
    pattern: str
    due: bool


class Lamps(Protocol):
    """A row of RGB lamps. ``show`` returns at once; rhythms run by themselves until the next ``show``."""

    @property
    def count(self) -> int: ...
    @property
    def trouble(self) -> HardwareError | None:
        """Why the lamps went out while in use; None while all is well."""
        ...

    def show(self, signals: Sequence[LampSignal]) -> None: ...
    def close(self) -> None: ...


class RowSignal(Enum):
    """What the lamp of one row of the board says: frozen or not, and whether that will change."""

    DARK = "dark"
    LIT = "lit"
    WILL_LIGHT = "will light"
    WILL_GO_OUT = "will go out"


class RowStrip(Protocol):
    """Plain lamps along the table's edge, one for each row, from the north. As :class:`Lamps`."""

    @property
    def count(self) -> int: ...
    @property
    def trouble(self) -> HardwareError | None: ...
    def show(self, signals: Sequence[RowSignal]) -> None: ...
    def close(self) -> None: ...


class TurnSignal(Enum):
    """What the lamp of a seat says after its player has said *my turn is done*."""

    DARK = "dark"
    HEARD = "heard"
    """It counts when all hands have left."""
    RULED = "ruled"
    """The ruling is in."""
    ASKED = "asked"
    """A question waits, or something else is to be read on the screen."""
    STOPPED = "stopped"
    """Something must be put right first."""


class TurnLamps(Protocol):
    """Plain lamps, one for each seat in turn order, or one for all. As :class:`Lamps`."""

    @property
    def count(self) -> int: ...
    @property
    def trouble(self) -> HardwareError | None: ...
    def show(self, signals: Sequence[TurnSignal]) -> None: ...
    def close(self) -> None: ...


Deliver = Callable[[Record], None]
"""Takes a record on the thread of the base's driver; must return at once and never raise."""


class TotemBase(Protocol):
    """The base under the totem, however it is connected. All methods may be called from any thread and return
    at once; what happens is delivered as records."""

    tier: str
    """What it measures: ``T0`` the totem only, ``T1`` the pads as well."""

    @property
    def trouble(self) -> HardwareError | None:
        """Why there is no base now; None while there is one."""
        ...

    def start(self, deliver: Deliver) -> None:
        """Look for it, and deliver from now on. Called once."""
        ...

    def arm(self, token: int) -> None:
        """A duel begins (token from 1); the record ``Armed`` confirms it. Without a base nothing happens."""
        ...

    def disarm(self) -> None: ...
    def journaled(self, boot: int, event: int) -> None:
        """All events of this start up to this one are durable and need not come again."""
        ...

    def show(self, rgb: Sequence[int]) -> None:
        """Light its lamps: red, green, blue (0 to 255) of each."""
        ...

    def close(self) -> None:
        """Let go of it. Safe to call twice."""
        ...
