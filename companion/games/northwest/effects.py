"""Carrying out a legal move or an outcome, and what follows by itself from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from companion.games.northwest.cell_names import berth, display_slots, pile, square_cell, token_place, tracks
from companion.games.northwest.chart import GROUND, Chart, Tile, tile_points
from companion.games.northwest.display import laid
from companion.games.northwest.flow import complete, finish, new_round
from companion.games.northwest.hands import by_hand, gain, put
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import is_small
from companion.games.northwest.state import Phase, State, Token, is_home
from companion.games.northwest.words import DISCOVERED, NOWHERE, PASSAGE, clause
from companion.rules.contract import CellId, Effect, Step
from companion.rules.record import replace

# -- Islands that a tile completes (map.1 to map.7)


def completed(chart: Chart, tile: Tile) -> Iterator[tuple[int, ...]]:
    """For each island that the tile just laid completes: its tiles, by their first squares."""
    seen: set[int] = set()
    for point in tile_points(chart.board, tile):
        if chart.labels[point] == GROUND and point not in seen:
            land = chart.land_around(point)
            seen |= land
            tiles = island(chart, land)
            if tiles:
                yield tiles


def island(chart: Chart, land: frozenset[int]) -> tuple[int, ...]:
    """The tiles of a land when it is an island: closed, on two tiles or more, none of them printed. Else
    none."""
    around = {square for point in land for square in chart.board.around[point]}
    tiles = {chart.owner[square] for square in around}
    printed = {tile.squares[0] for tile in chart.board.printed}
    if NOWHERE in tiles or tiles & printed or len(tiles) < 2:
        return ()
    return tuple(sorted(tiles))


# -- Carrying out a legal move or an outcome, and what follows by itself from it

Result = Step[State]


def after_move(state: State, seat: int, move: Move) -> Result:
    """The new position and its effects. The move must be legal."""
    then = follow(state, by_hand(state, seat, move), seat, move)
    on = _GO_ON[move.verb](then.state, seat, move)
    return Step(on.state, (*then.effects, *on.effects))


def follow(before: State, after: State, seat: int, move: Move) -> Result:
    """What a move brings besides the course of the turn: tokens, islands, points. Also out of turn."""
    match move.verb:
        case "take" | "pick":
            return Step(after, _pile_used_up(after, move.kind))
        case "place":
            return _laid(after, seat, move)
        case "move":
            return _arrived(after, seat, move)
        case "transfer":
            return Step(after, _sled_back(before, after, seat))
        case "explore" | "discover":
            return _found(before, after, seat, move)
    return Step(after)


def told(short: str, *cells: CellId, **facts: str) -> Effect:
    """An effect under a clause."""
    return Effect(clause(short), cells, tuple(facts.items()))


def _name(state: State, seat: int) -> str:
    return state.table.setup.seats[seat]


def _scored(state: State, seat: int, points: int) -> State:
    player = state.players[seat]
    return put(state, seat, player._replace(score=player.score + points))


def _pile_used_up(after: State, kind: str) -> tuple[Effect, ...]:
    if is_small(kind) and not after.offers(kind):
        return (told("take.4", pile(after.edition, kind)),)
    return ()


def _laid(after: State, seat: int, move: Move) -> Result:
    """The token of the tile (place.10), then the islands it completes (map.1)."""
    tile, effects = move.tile, list[Effect]()
    if tile is None:
        return Step(after)
    if tile.symbol and after.tokens_left(tile.symbol) > 0:
        after = replace(after, tokens=tuple(sorted((*after.tokens, Token(tile.at, tile.symbol)))))
        effects.append(told("place.10", square_cell(tile.at), token=tile.symbol))
    islands = list(completed(after.chart, tile))
    if len(islands) > 1:
        effects.append(told("map.3", number=str(len(islands))))
    for tiles in islands:
        player = after.players[seat]
        if after.tokens_left("mapping") > 0:
            after = put(after, seat, player._replace(owns=gain(player, "mapping")))
            effects.append(told("map.1", token_place(_name(after, seat)), token="mapping"))
        else:
            effects.append(told("map.6"))
        after = _scored(after, seat, len(tiles))
        effects.append(told("map.2", points=str(len(tiles))))
    return Step(after, tuple(effects))


def _arrived(after: State, seat: int, move: Move) -> Result:
    """The tokens of the Passage and of Greenland (passage.1, home.1)."""
    player = after.players[seat]
    if move.square in after.edition.board.tile_printed(PASSAGE).squares:
        left = after.passage_left()
        if player.passage or not left:
            return Step(after)
        after = _scored(put(after, seat, player._replace(passage=left[0])), seat, left[0])
        return Step(after, (told("passage.1", token_place(_name(after, seat)), points=str(left[0])),))
    if not is_home(after.edition, move.square) or player.returned:
        return Step(after)
    left = after.home_left()
    value = left[0] if left else 0
    place = 1 + max(other.returned for other in after.players)
    after = _scored(put(after, seat, player._replace(returned=place, home=value)), seat, value)
    token = told("home.1", token_place(_name(after, seat)), points=str(value)) if value else told("home.5")
    marker = told("round.6", *tracks(after.table.seats), seat=_name(after, seat))
    return Step(after, (marker, token, told("home.6")))


def _sled_back(before: State, after: State, seat: int) -> tuple[Effect, ...]:
    """The sled goes aboard when the last crewman has left it (trans.8)."""
    there = before.players[seat].sled
    if there == NOWHERE or after.players[seat].sled != NOWHERE:
        return ()
    return (told("trans.8", square_cell(there), berth(_name(after, seat))),)


def _found(before: State, after: State, seat: int, move: Move) -> Result:
    """The token is kept and scores at once, by its zone (zone.1)."""
    symbol = before.token_at(move.square)
    worth = 2 if symbol in DISCOVERED else 1
    points = worth * after.edition.zone(move.square)
    kept = told(f"{move.verb}.3", token_place(_name(after, seat)), token=symbol)
    scored = told("zone.2" if worth == 2 else "zone.3", points=str(points))
    return Step(_scored(after, seat, points), (kept, scored))


# The course of the turn


def _after_take(state: State, seat: int, move: Move) -> Result:
    """A large tile is replaced from the bag, while that lasts (take.3)."""
    if is_small(move.kind) or len(state.display) >= state.edition.display or not state.has_bag():
        return complete(state, seat)
    return Step(
        replace(state, phase=Phase("refill", seat)), (told("take.3", *display_slots(state.edition.display)),)
    )


def _after_refresh(state: State, seat: int, _: Move) -> Result:
    begun = _put_back(replace(state, phase=Phase("refresh", seat)))
    return Step(begun.state, (told("fresh.2", *display_slots(state.edition.display)), *begun.effects))


def _put_back(state: State) -> Result:
    """An empty bag takes the old display back while tiles are still owed (fresh.4)."""
    if not state.aside or state.has_bag():
        return Step(state)
    return Step(replace(state, aside=()), (told("fresh.4"),))


def _after_move(state: State, seat: int, _: Move) -> Result:
    if state.players[seat].returned:
        return finish(state, seat)
    return complete(state, seat)


def _after_action(state: State, seat: int, _: Move) -> Result:
    return complete(state, seat)


def _after_turn(state: State, seat: int, _: Move) -> Result:
    return finish(state, seat)


def _after_sun(state: State, _: int, __: Move) -> Result:
    return new_round(state)


def _after_shift(state: State, _: int, __: Move) -> Result:
    return Step(state)


_GO_ON: Final[Mapping[str, Callable[[State, int, Move], Result]]] = {
    "take": _after_take,
    "pick": _after_take,
    "refresh": _after_refresh,
    "place": _after_action,
    "move": _after_move,
    "transfer": _after_action,
    "explore": _after_action,
    "discover": _after_action,
    "shift": _after_shift,
    "end": _after_turn,
    "pass": _after_turn,
    "sun": _after_sun,
}


def after_chance(state: State, outcome: str) -> Result:
    """A tile of that kind has come out of the bag."""
    state = laid(state, outcome)
    full = len(state.display) >= state.edition.display
    if state.phase.name == "refresh":
        return _refreshed(state) if full else _drawing_on(state)
    if not full and state.has_bag():
        return Step(state)
    if state.phase.name == "setup":
        return Step(replace(state, phase=Phase("act", state.order[0])))
    return complete(state, state.phase.seat)


def _drawing_on(state: State) -> Result:
    begun = _put_back(state)
    done = begun if begun.state.has_bag() else _refreshed(begun.state)
    return Step(done.state, begun.effects)


def _refreshed(state: State) -> Result:
    """The old tiles go back into the bag, and one of the new ones, or a small one, is taken (fresh.2,
    fresh.3)."""
    return Step(replace(state, aside=(), phase=Phase("pick", state.phase.seat)))
