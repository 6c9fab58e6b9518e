"""How simulated people play; the mistakes and races of a match, which a clip's truth lists."""

from __future__ import annotations

from dataclasses import dataclass

from companion.simulator import tuning
from companion.simulator.kit import MistakeKind, Race


@dataclass(frozen=True, slots=True)
class Habits:
    """How the people play. ``pace``: 1 = unhurried, 2 = twice as fast. Probabilities (0 .. 1): ``together``,
    that a hand does another small move before it leaves; ``peeks``, that a hand hovers over the table and
    does nothing; ``rests``, that a hand rests on the table before it leaves. ``mistakes``: those to make,
    spread over the game, each at a moment at which it is possible. ``limit``: the people stop after so many
    entries, 0 = they play to the end. ``done``: they say when their turn is over."""

    pace: float = 1.0
    together: float = tuning.number("habits.together")
    peeks: float = tuning.number("habits.peeks")
    rests: float = tuning.number("habits.rests")
    mistakes: tuple[MistakeKind, ...] = ()
    limit: int = 0
    done: bool = False


USUAL = Habits()


@dataclass(frozen=True, slots=True)
class Mishap:
    """A mistake that was made. ``at``: the second when the hand had left; ``until``: the second when the
    mistake had been put right. ``seat``, ``move``: who did what, only for a mistake that no match file can
    tell."""

    kind: MistakeKind
    at: float
    until: float
    seat: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class Raced:
    """A race. ``at``: the second when the first hand set out."""

    at: float
    race: Race
