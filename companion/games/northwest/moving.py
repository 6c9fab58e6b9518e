"""Ships and sleds: where they can go, from tile to tile and inside one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.northwest.moves import Move
from companion.games.northwest.state import State
from companion.games.northwest.words import NOWHERE, SLED
from companion.rules.contract import Seat
from companion.rules.refusals import Broken, Finding

Test = Callable[[State, Seat, Move], Finding]
Step = Callable[[int, int], bool]
"""Whether a vehicle passes from a square to its neighbour."""


def sails(state: State) -> Step:
    """A ship's step: an edge with water, no ice at either side (move.2, move.3)."""
    return lambda one, other: (
        not (state.chart.all_land(one, other) or state.is_frozen(one) or state.is_frozen(other))
    )


def slides(state: State) -> Step:
    """A sled's step: an edge with land, or ice at both sides (move.4)."""
    return lambda one, other: (
        state.chart.any_land(one, other) or (state.is_frozen(one) and state.is_frozen(other))
    )


def holds_sled(state: State, square: int) -> bool:
    """Whether a sled can stand there: land or ice."""
    return state.is_frozen(square) or state.chart.has_land(square)


def reach(state: State, start: int, step: Step) -> set[int]:
    """The squares of the tile under ``start`` to which one comes from it by steps inside the tile."""
    tile, found, todo = state.chart.tile_at(start), {start}, [start]
    while todo:
        here = todo.pop()
        for other in state.edition.board.sides[here]:
            if other in tile and other not in found and step(here, other):
                found.add(other)
                todo.append(other)
    return found


def move_breaks(state: State, seat: int, move: Move) -> Iterator[Broken]:
    """Which clauses a move to another tile breaks; none here for a sled that is not on the board (crew.1)."""
    start, stop = state.players[seat].place_of(move.vehicle), move.square
    if start < 0:
        return
    chart = state.chart
    tiles = {chart.owner[start], chart.owner[stop]}
    edges = list(chart.crossings(start, stop)) if NOWHERE not in tiles and len(tiles) == 2 else []
    if not edges:
        yield "move.1", (stop,)
        return
    finder = _sled_breaks if move.vehicle == SLED else _ship_breaks
    yield from finder(state, start, stop, edges)


def _ship_breaks(state: State, start: int, stop: int, edges: list[tuple[int, int]]) -> Iterator[Broken]:
    chart, step = state.chart, sails(state)
    water = [edge for edge in edges if not chart.all_land(*edge)]
    wet = bool(water) and chart.has_water(stop)
    icy = state.is_frozen(start) or state.is_frozen(stop)
    if water:
        icy = icy or all(state.is_frozen(one) or state.is_frozen(other) for one, other in water)
    if not wet:
        yield "move.2", (stop,)
    if icy:
        yield "move.3", (start, stop)
    if wet and not icy and not state.table.joined and not _gets_there(state, start, stop, edges, step):
        yield "move.5", (start, stop)


def _sled_breaks(state: State, start: int, stop: int, edges: list[tuple[int, int]]) -> Iterator[Broken]:
    step = slides(state)
    if not any(step(*edge) for edge in edges) or not holds_sled(state, stop):
        yield "move.4", (stop,)
    elif not _gets_there(state, start, stop, edges, step):
        yield "move.5", (start, stop)


def _gets_there(state: State, start: int, stop: int, edges: list[tuple[int, int]], step: Step) -> bool:
    """Over one of the edges, and inside both tiles as across edges between tiles (move.5)."""
    near, far = reach(state, start, step), reach(state, stop, step)
    return any(one in near and other in far and step(one, other) for one, other in edges)


def shift_breaks(state: State, seat: int, move: Move) -> Iterator[Broken]:
    """Which clauses a shift to another square of the same tile breaks."""
    start, stop = state.players[seat].place_of(move.vehicle), move.square
    if start < 0 or stop == start or stop not in state.chart.tile_at(start):
        yield "shift.1", (stop,)
        return
    if move.vehicle == SLED:
        if not holds_sled(state, stop):
            yield "shift.3", (stop,)
        elif stop not in reach(state, start, slides(state)):
            yield "move.5", (start, stop)
    elif not state.chart.has_water(stop) or state.is_frozen(stop) or state.is_frozen(start):
        yield "shift.2", (start, stop)
    elif not state.table.joined and stop not in reach(state, start, sails(state)):
        yield "move.5", (start, stop)


def targets(state: State, seat: int, vehicle: int) -> Iterator[int]:
    """Every square to which a vehicle on the board may move, in reading order."""
    start = state.players[seat].place_of(vehicle)
    for stop in _next_squares(state, start):
        if next(move_breaks(state, seat, Move("move", vehicle, square=stop)), None) is None:
            yield stop


def shifts(state: State, seat: int, vehicle: int) -> Iterator[int]:
    """Every square of its tile to which a vehicle on the board may be shifted."""
    for stop in state.chart.tile_at(state.players[seat].place_of(vehicle)):
        if next(shift_breaks(state, seat, Move("shift", vehicle, square=stop)), None) is None:
            yield stop


def _next_squares(state: State, start: int) -> list[int]:
    """All squares of the tiles that touch the tile under ``start``."""
    chart = state.chart
    near = {chart.owner[other] for square in chart.tile_at(start) for other in chart.board.sides[square]}
    return sorted(square for first in near - {NOWHERE, chart.owner[start]} for square in chart.covers[first])
