"""What hands change on the table when they carry out a move, legal or not, before anything follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.northwest.chart import Chart, Tile
from companion.games.northwest.display import taken
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import is_small, kind_of
from companion.games.northwest.refusals import after_paying
from companion.games.northwest.state import Crew, Player, State
from companion.games.northwest.words import BACK, COSTS, LOST, NOWHERE, SLED, TOKENS
from companion.rules.record import replace


def by_hand(state: State, seat: int, move: Move) -> State:
    """The table after the hands; the same position when they leave no trace or cannot do it at all.

    Crewmen pay as far as the vehicle has them.
    """
    after = _DO[move.verb](state, seat, move)
    if after is state or move.verb not in COSTS:
        return after
    if move.verb == "transfer":
        return after
    return put(after, seat, after.players[seat]._replace(crew=after_paying(state, seat, move)))


def put(state: State, seat: int, player: Player) -> State:
    """The position with other facts of one player."""
    return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def gain(player: Player, token: str) -> tuple[int, ...]:
    """What a player owns with one token more."""
    return tuple(number + (name == token) for name, number in zip(TOKENS, player.owns, strict=True))


def without(kinds: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """Sorted kinds with one less of a kind."""
    place = kinds.index(kind)
    return kinds[:place] + kinds[place + 1 :]


def _take(state: State, seat: int, move: Move) -> State:
    if not state.offers(move.kind):
        return state
    player = state.players[seat]
    after = put(state, seat, player._replace(stock=tuple(sorted((*player.stock, move.kind)))))
    return after if is_small(move.kind) else taken(after, move.kind)


def _refresh(state: State, _: int, __: Move) -> State:
    return replace(state, display=(), aside=tuple(sorted((*state.aside, *state.display))))


def after_laying(state: State, seat: int, move: Move) -> Player | None:
    """The player once a tile of the stock lies on free squares; None for any other move."""
    tile = move.tile
    if tile is None or not _is_free(state.chart, tile):
        return None
    kind, player = kind_of(tile.face), state.players[seat]
    if kind is None or kind not in player.stock:
        return None
    return player._replace(stock=without(player.stock, kind), crew=after_paying(state, seat, move))


def _is_free(chart: Chart, tile: Tile) -> bool:
    """Whether a tile with its face up can be laid there."""
    grid, owner = chart.board.in_grid, chart.owner
    return tile.picture != BACK and all(
        square in grid and owner[square] == NOWHERE for square in tile.squares
    )


def _place(state: State, seat: int, move: Move) -> State:
    tile, chart = move.tile, state.chart
    if tile is None or not _is_free(chart, tile):
        return state
    kind, player = kind_of(tile.face), state.players[seat]
    after = replace(state, chart=chart.lay(tile))
    if kind is None or kind not in player.stock:
        return taken(after, kind) if kind in after.display else after
    return put(after, seat, player._replace(stock=without(player.stock, kind)))


def _carry(state: State, seat: int, move: Move) -> State:
    if state.players[seat].place_of(move.vehicle) < 0 or move.square not in state.edition.board.sides:
        return state
    player = state.players[seat]
    if move.vehicle == SLED:
        return put(state, seat, player._replace(sled=move.square))
    return put(state, seat, player._replace(ship=move.square))


def _transfer(state: State, seat: int, move: Move) -> State:
    player, crew = state.players[seat], after_paying(state, seat, move)
    ship, rests = crew.ready - move.ready, crew.ship_rests + crew.sled_rests - move.resting
    if player.sled == LOST or ship < 0 or rests < 0:
        return state
    sled = player.sled if move.square not in state.edition.board.sides else move.square
    if not move.ready + move.resting:
        sled = NOWHERE
    crew = Crew(ship, rests, move.ready, move.resting)
    return put(state, seat, player._replace(crew=crew, sled=sled))


def _token(state: State, seat: int, move: Move) -> State:
    symbol = state.token_at(move.square)
    if not symbol:
        return state
    left = tuple(token for token in state.tokens if token.square != move.square)
    player = state.players[seat]
    return put(replace(state, tokens=left), seat, player._replace(owns=gain(player, symbol)))


def _pass(state: State, seat: int, _: Move) -> State:
    if state.is_out(seat):
        return state
    player = state.players[seat]
    rested = put(state, seat, player._replace(crew=player.crew.all_resting()))
    return replace(rested, passed=(*state.passed, seat))


def _sun(state: State, _: int, move: Move) -> State:
    there = 1 <= move.place <= len(state.edition.lines)
    return replace(state, sun=move.place) if there else state


def _nothing(state: State, _: int, __: Move) -> State:
    return state


_DO: Final[Mapping[str, Callable[[State, int, Move], State]]] = {
    "take": _take,
    "refresh": _refresh,
    "pick": _take,
    "place": _place,
    "move": _carry,
    "shift": _carry,
    "transfer": _transfer,
    "explore": _token,
    "discover": _token,
    "end": _nothing,
    "pass": _pass,
    "sun": _sun,
}
