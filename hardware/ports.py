"""Small ports to things that can be soldered. Implementations name the parts; fakes have the same port."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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
