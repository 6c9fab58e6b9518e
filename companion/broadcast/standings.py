"""The standings of an evening over several tables: a league, or a knock-out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.broadcast import tuning
from companion.broadcast.hall import HallResult, clean
from companion.broadcast.payloads import SCHEMA, Json, encode
from companion.rules.contract import RulesError
from companion.rules.toml import read_toml

TOPIC = "companion-hall/standings"
"""The topic on which a hall publishes the standings. No table can have this name."""
LARGEST_OF_MANY = 65_536
"""Largest message in bytes that the page of all tables takes."""
TOLD = tuning.whole("standings.told")
"""The message of standings names so many players, the best."""


class Kind(StrEnum):
    """LEAGUE: everybody's points add up. KNOCKOUT: a player who does not win a match is out."""

    LEAGUE = "league"
    KNOCKOUT = "knockout"


class EveningError(RulesError):
    """A file that does not describe an evening; the message says what to correct."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The settings of an evening. ``players``: names by table and seat; a seat without a name counts as a
    player of its own."""

    kind: Kind = Kind.LEAGUE
    players: Mapping[tuple[str, str], str] | None = None

    def name(self, table: str, seat: str) -> str:
        """The player at this seat of this table."""
        return (self.players or {}).get((table, seat), f"{table}: {seat}")


@dataclass(frozen=True, slots=True)
class Standing:
    """One player. ``points``: the games' own scores, added up. ``out``: whether a knock-out is over for
    the player."""

    place: int
    player: str
    matches: int
    wins: int
    points: Fraction
    out: bool


def read_evening(text: str) -> Evening:
    """An evening from TOML: ``kind``, and ``[players.TABLE]`` with ``SEAT = "NAME"``. Raises RulesError."""
    data = read_toml(text)
    if unknown := sorted(set(data) - {"kind", "players"}):
        raise EveningError(f"there is no key {unknown[0]!r}; known are kind and players")
    kind = data.get("kind", Kind.LEAGUE)
    if kind not in tuple(Kind):
        raise EveningError('kind must be "league" or "knockout"')
    return Evening(Kind(kind), dict(_players(data.get("players", {}))))


def _players(tables: Any) -> Iterable[tuple[tuple[str, str], str]]:
    if not isinstance(tables, dict) or not all(isinstance(seats, dict) for seats in tables.values()):
        raise EveningError('players are written as [players.TABLE] with SEAT = "NAME"')
    for table, seats in tables.items():
        for seat, name in seats.items():
            if not isinstance(name, str) or not clean(name).strip():
                raise EveningError(f"the name of {seat} at {table} must be a text")
            yield (table, seat), clean(name).strip()


def standings(evening: Evening, results: Iterable[HallResult]) -> tuple[Standing, ...]:
    """All players, the best first; equal ones share a place. League: by points, then wins. Knock-out: first
    those who are still in, then by wins and points."""
    matches: dict[str, int] = {}
    wins: dict[str, int] = {}
    points: dict[str, Fraction] = {}
    out: set[str] = set()
    for result in sorted(results, key=lambda one: one.order):
        for seat in result.seats:
            player = evening.name(result.table, seat.seat)
            matches[player] = matches.get(player, 0) + 1
            wins[player] = wins.get(player, 0) + (seat.place == 1)
            points[player] = points.get(player, Fraction(0)) + seat.points
            if evening.kind is Kind.KNOCKOUT and seat.place > 1:
                out.add(player)

    def rank(player: str) -> tuple[object, ...]:
        if evening.kind is Kind.LEAGUE:
            return (-points[player], -wins[player])
        return (player in out, -wins[player], -points[player])

    ordered = sorted(matches, key=lambda player: (rank(player), player))
    places: dict[str, int] = {}
    for index, player in enumerate(ordered):
        same = index and rank(ordered[index - 1]) == rank(player)
        places[player] = places[ordered[index - 1]] if same else index + 1
    return tuple(
        Standing(places[player], player, matches[player], wins[player], points[player], player in out)
        for player in ordered
    )


def told(table: Iterable[Standing]) -> list[Json]:
    """Players as plain values; points are exact fractions as text."""
    return [
        {
            "place": one.place,
            "player": one.player,
            "matches": one.matches,
            "wins": one.wins,
            "points": str(one.points),
            "out": one.out,
        }
        for one in table
    ]


def message(evening: Evening, table: Sequence[Standing]) -> bytes:
    """The message for the page: the best players, the number of all players, and the names by table and seat.
    The last are left out if the message would be too long for a page; it then shows the names that the tables
    themselves give to their seats."""
    players: dict[str, dict[str, str]] = {}
    for (where, seat), name in (evening.players or {}).items():
        players.setdefault(where, {})[seat] = name
    said = {"schema": SCHEMA, "kind": evening.kind.value, "of": len(table)}
    shown = min(TOLD, len(table))
    whole = encode(said | {"standings": told(table[:shown]), "players": players})
    while len(whole) > LARGEST_OF_MANY:
        whole = encode(said | {"standings": told(table[:shown])})
        shown = shown * 3 // 4
    return whole
