"""How simulated people play, and what went wrong or was a race while they did: what a clip's truth tells."""

from __future__ import annotations

from dataclasses import dataclass

from companion.simulator import tuning
from companion.simulator.kit import MistakeKind, Race


@dataclass(frozen=True, slots=True)
class Habits:
    """How the people play. ``pace``: 1 = unhurried; ``together``: how often several small moves are done
    before the hand leaves; ``peeks``: how often a hand hovers over the table in vain; ``rests``: how often it
    rests on the table before it leaves; ``mistakes``: spread over the game, each as soon as the moment lends
    itself to it; ``limit``: stop after so many entries, 0 = play to the end; ``done``: they say when their
    turn is over."""

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
    """A mistake that was made: when its hand had left, and when it had been put right. ``seat``, ``move``: of
    one that no match file can tell."""

    kind: MistakeKind
    at: float
    until: float
    seat: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class Raced:
    """A race, and when the first hand set out."""

    at: float
    race: Race
