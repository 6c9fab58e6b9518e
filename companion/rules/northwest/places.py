"""Names of the places beside the board: sun arc, tracks, tiles on offer, what lies before each player."""

from __future__ import annotations

from companion.rules.contract import CellId
from companion.rules.northwest.board import square_name
from companion.rules.northwest.state import State, Table
from companion.rules.northwest.words import SHIP, VEHICLES


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


def tracks(table: Table) -> tuple[CellId, ...]:
    """All spaces of both tracks."""
    return tuple(track(place) for track in (first_track, second_track) for place in range(1, table.seats + 1))


def display_slots(state: State) -> tuple[CellId, ...]:
    """Where the large tiles lie face up."""
    return tuple(CellId(f"large{number}") for number in range(1, state.edition.display + 1))


def pile(state: State, kind: str) -> CellId:
    """The pile of a kind of small tiles."""
    kinds = [small for small, _ in state.edition.small]
    return CellId(f"small{kinds.index(kind) + 1}")


def crew_area(table: Table, seat: int, vehicle: int, rests: bool) -> CellId:
    """A half of one vehicle's area on a player's board."""
    return CellId(f"{table.setup.seats[seat]}:{VEHICLES[vehicle]}:{'rest' if rests else 'ready'}")


def crew_areas(table: Table, seat: int) -> tuple[CellId, ...]:
    """All four of them."""
    return tuple(
        crew_area(table, seat, vehicle, rests)
        for vehicle in range(SHIP, len(VEHICLES))
        for rests in (False, True)
    )


def berth(table: Table, seat: int) -> CellId:
    """Where a sled lies that is aboard."""
    return CellId(f"{table.setup.seats[seat]}:sled:berth")


def token_place(table: Table, seat: int) -> CellId:
    """Where a player keeps tokens."""
    return CellId(f"{table.setup.seats[seat]}:tokens")


def stock_place(table: Table, seat: int) -> CellId:
    """Where a player keeps tiles."""
    return CellId(f"{table.setup.seats[seat]}:stock")
