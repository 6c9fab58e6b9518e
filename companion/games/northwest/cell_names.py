"""Names of the places beside the board: sun arc, tracks, tiles on offer, what lies before each player."""

from __future__ import annotations

from functools import lru_cache

from companion.games.northwest.board import square_name
from companion.games.northwest.edition import Edition
from companion.games.northwest.words import VEHICLES
from companion.rules.contract import CellId


def square_cell(square: int) -> CellId:
    """A square of the board."""
    return CellId(square_name(square))


def sun_place(place: int) -> CellId:
    """A place of the sun arc, from 1."""
    return CellId(f"sun{place}")


def first_track(place: int) -> CellId:
    """A space of the track with this round's order, from 1."""
    return CellId(f"first{place}")


def second_track(place: int) -> CellId:
    """A space of the track onto which markers go when their players pass, from 1."""
    return CellId(f"second{place}")


def tracks(seats: int) -> tuple[CellId, ...]:
    """All spaces of both tracks."""
    return tuple(track(place) for track in (first_track, second_track) for place in range(1, seats + 1))


@lru_cache(maxsize=16)
def display_slots(number: int) -> tuple[CellId, ...]:
    """Where the large tiles lie face up."""
    return tuple(CellId(f"large{slot}") for slot in range(1, number + 1))


def pile(edition: Edition, kind: str) -> CellId:
    """The pile of a kind of small tiles."""
    return pile_slot([small for small, _ in edition.small].index(kind))


def pile_slot(number: int) -> CellId:
    """A pile by its number, from 0."""
    return CellId(f"small{number + 1}")


@lru_cache(maxsize=64)
def crew_areas(seat: str) -> tuple[CellId, ...]:
    """The areas of a player's board, in the order of ``Crew``: each vehicle's ready half, then the resting
    one."""
    return tuple(CellId(f"{seat}:{vehicle}:{half}") for vehicle in VEHICLES for half in ("ready", "rest"))


def berth(seat: str) -> CellId:
    """Where a sled lies that is aboard."""
    return CellId(f"{seat}:sled:berth")


def token_place(seat: str) -> CellId:
    """Where a player keeps tokens."""
    return CellId(f"{seat}:tokens")


def stock_place(seat: str) -> CellId:
    """Where a player keeps tiles."""
    return CellId(f"{seat}:stock")
