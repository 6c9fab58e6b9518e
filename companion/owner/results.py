"""What a match that is over was for each person with a name, and the sum of many: for the statistics.

Who is not named is not counted: neither strangers nor the people of a simulated table.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from companion.referee.own import totem_of
from companion.rules.contract import ClauseId, Over, Seat
from companion.rules.match import replay_match
from companion.rules.registry import AnyGame


@dataclass(frozen=True, slots=True)
class Participation:
    """A player's part in a match. ``points`` by clause; ``reactions``: milliseconds, in order."""

    player: str
    won: bool
    points: Mapping[ClauseId, Fraction]
    reactions: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over. ``begun``: seconds since the epoch, 0 when nobody knows."""

    match: int
    game: str
    begun: float
    parts: tuple[Participation, ...]


def result_of(match: int, text: str, game: AnyGame, seated: Mapping[str, str]) -> Result | None:
    """Read a match file; ``seated``: players by seats. None for a match that is not over. Other threads get
    their turn after every entry. Raises RulesError."""
    steps = replay_match(text, game)
    now = next(steps)
    for step in steps:
        now = step
        time.sleep(0)
    pending = now.game.pending(now.state)
    if not isinstance(pending, Over):
        return None
    reactions: dict[str, list[float]] = {}
    totem = totem_of(game.id)
    for place, milliseconds in totem.reactions(text.split("\n")) if totem is not None else ():
        reactions.setdefault(place.rstrip("lr"), []).append(milliseconds)
    parts = []
    for number, seat in enumerate(now.setup.seats):
        if seat in seated:
            points: dict[ClauseId, Fraction] = {}
            for line in now.game.score(now.game.observe(now.state, None), Seat(number)):
                points[line.clause] = points.get(line.clause, Fraction(0)) + line.points
            won = Seat(number) in pending.placing[0]
            parts.append(Participation(seated[seat], won, points, tuple(reactions.get(seat, ()))))
    return Result(match, game.id, 0.0, tuple(parts))


@dataclass(slots=True)
class Tally:
    """A player's matches of one game together."""

    played: int = 0
    won: int = 0
    points: dict[ClauseId, Fraction] = field(default_factory=dict)
    reactions: list[float] = field(default_factory=list)

    @property
    def sum(self) -> Fraction:
        """All points."""
        return sum(self.points.values(), start=Fraction(0))


def tallied(results: Iterable[Result]) -> dict[str, dict[str, Tally]]:
    """By game, then by player."""
    games: dict[str, dict[str, Tally]] = {}
    for result in results:
        for part in result.parts:
            tally = games.setdefault(result.game, {}).setdefault(part.player, Tally())
            tally.played += 1
            tally.won += part.won
            tally.reactions += part.reactions
            for clause, points in part.points.items():
                tally.points[clause] = tally.points.get(clause, Fraction(0)) + points
    return games
