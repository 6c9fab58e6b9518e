"""What the table looks like in a position, what hands change, what a camera is taught by.

A square is seen as a whole: its picture, its token, and the vehicles on it. The symbol printed on a tile
counts for nothing: it is small, under its token while that lies there, and the token is what tells it. A
vehicle is expected on the square where the position has it, also on a large tile whose squares are alike for
it; standing on the other one is a ``shift``. Tiles on display lie where they were laid. What lies in no fixed
order (stock, tokens) and what only tells that something is left (piles) may look anyhow; so may a marker that
is about to be moved.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from companion.games.northwest import cell_names
from companion.games.northwest.board import STRIDE
from companion.games.northwest.chart import Tile, make_chart
from companion.games.northwest.display import places_of
from companion.games.northwest.edition import Edition
from companion.games.northwest.hands import after_laying, by_hand
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import Face, faces, is_small, is_upright
from companion.games.northwest.state import Crew, Player, State, Table, Token, initial
from companion.games.northwest.words import BACK, NOWHERE, TOKENS, VEHICLES
from companion.games.northwest.zones import (
    DISC,
    STOCK,
    all_bases,
    seat_piece,
    tile_bases,
    tile_piece,
    token_piece,
)
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.pieces import PosedPiece, Stack
from companion.rules.record import replace


@lru_cache(maxsize=16384)
def _look(base: str, pieces: Stack, certainty: Certainty = Certainty.SEEN) -> Look:
    return Look(base, pieces, certainty)


@lru_cache(maxsize=8192)
def _bases(tile: Tile) -> tuple[tuple[int, str], ...]:
    """The squares of a tile, each with its base."""
    return tuple(zip(tile.squares, tile_bases(tile.picture), strict=True))


def looks(state: State) -> dict[CellId, Look]:
    """What each zone should look like."""
    return {**_board_looks(state), **dict(_beside(state))}


def _board_looks(state: State) -> dict[CellId, Look]:
    bases, on = _laid(state.chart.tiles), _pieces(state)
    return {
        cell_names.square_cell(square): _look(bases.get(square, ""), tuple(on.get(square, ())))
        for square in sorted(bases.keys() | on.keys())
    }


@lru_cache(maxsize=256)
def _laid(tiles: tuple[Tile, ...]) -> Mapping[int, str]:
    """The base of each square on which a tile lies."""
    return {square: base for tile in tiles for square, base in _bases(tile)}


def _pieces(state: State) -> dict[int, list[PosedPiece]]:
    """What lies on each square of the board, from the bottom."""
    on: dict[int, list[PosedPiece]] = {}
    for token in state.tokens:
        on[token.square] = [token_piece(token.symbol)]
    for vehicle, word in enumerate(VEHICLES):
        for name, player in zip(state.table.setup.seats, state.players, strict=True):
            if player.place_of(vehicle) >= 0:
                on.setdefault(player.place_of(vehicle), []).append(seat_piece(word, name))
    return on


def _beside(state: State) -> Iterator[tuple[CellId, Look]]:
    yield from _tracks(state)
    yield from _offer(state)
    for name, player in zip(state.table.setup.seats, state.players, strict=True):
        yield from _player_looks(name, player)


def _tracks(state: State) -> Iterator[tuple[CellId, Look]]:
    seats = state.table.setup.seats
    yield cell_names.sun_place(state.sun), _look("", (DISC,))
    passing = _passing(state)
    for place, seat in enumerate(state.order, 1):
        if not state.is_out(seat):
            sure = Certainty.ANY if seat == passing else Certainty.SEEN
            yield cell_names.first_track(place), _look("", (seat_piece("marker", seats[seat]),), sure)
    for place, seat in enumerate(state.passed, 1):
        if not state.players[seat].returned:
            yield cell_names.second_track(place), _look("", (seat_piece("marker", seats[seat]),))
    if passing != NOWHERE:
        yield cell_names.second_track(len(state.passed) + 1), _look("", (), Certainty.ANY)


def _offer(state: State) -> Iterator[tuple[CellId, Look]]:
    for cell, kind in zip(cell_names.display_slots(state.edition.display), places_of(state), strict=True):
        if kind:
            yield cell, _look("", (tile_piece(kind),))
    for number, (kind, _) in enumerate(state.edition.small):
        if state.left(kind) > 0:
            yield cell_names.pile_slot(number), _look("", (tile_piece(kind),), Certainty.ANY)


def _passing(state: State) -> int:
    """The seat that will have passed as soon as the tile is drawn (pass.5): whether its marker is moved
    before or after that is all one. NOWHERE: nobody."""
    seat = state.phase.seat
    last = state.phase.name == "refill" and not state.players[seat].crew.ready and state.table.pass_on_last
    return seat if last else NOWHERE


@lru_cache(maxsize=4096)
def _player_looks(name: str, player: Player) -> tuple[tuple[CellId, Look], ...]:
    return tuple(_before(name, player))


def _before(name: str, player: Player) -> Iterator[tuple[CellId, Look]]:
    """What lies before a player."""
    for cell, number in zip(cell_names.crew_areas(name), player.crew, strict=True):
        if number:
            yield cell, _look("", (seat_piece("crew", name),) * number)
    if player.sled == NOWHERE:
        yield cell_names.berth(name), _look("", (seat_piece("sled", name),))
    kept = [token_piece(token) for token, number in zip(TOKENS, player.owns, strict=True) if number]
    kept += [token_piece("passage")] if player.passage else []
    kept += [token_piece("greenland")] if player.home else []
    yield cell_names.token_place(name), _look("", tuple(kept), Certainty.ANY)
    yield cell_names.stock_place(name), _look("", (STOCK,) if player.stock else (), Certainty.ANY)


def handled(state: State, seat: int, move: Move) -> dict[CellId, Look]:
    """The zones that hands change, legal or not, and how they look then; also the pile from which a small
    tile comes, though it looks as before. A tile with its back up leaves no trace that a camera knows."""
    laid = after_laying(state, seat, move)
    if laid is not None and move.tile is not None and state.phase.name != "refill":
        return dict(_laying(state, seat, move.tile, laid))
    after = by_hand(state, seat, move)
    if after is not state:
        changed = dict(_changed(state, after))
        if _from_pile(move):
            cell = cell_names.pile(state.edition, move.kind)
            changed[cell] = dict(_offer(after)).get(cell, Look())
        return changed
    if move.verb == "place" and move.tile is not None and move.tile.picture != BACK:
        return _covering(state, move.tile)
    return {}


def _laying(state: State, seat: int, tile: Tile, after: Player) -> Iterator[tuple[CellId, Look]]:
    """The same for a tile of the stock. A judge asks this for hundreds; the chart after each takes long."""
    for square, base in _bases(tile):
        yield cell_names.square_cell(square), _look(base, ())
    name = state.table.setup.seats[seat]
    yield from _differing(_player_looks(name, state.players[seat]), _player_looks(name, after))


def _changed(before: State, after: State) -> Iterator[tuple[CellId, Look]]:
    """The cells that look different after hands did something. A judge asks this for many moves, so only
    those are looked at of which some fact is another."""
    squares = sorted(_squares_between(before, after))
    bases, on = _laid(after.chart.tiles) if squares else {}, _pieces(after)
    for square in squares:
        yield cell_names.square_cell(square), _look(bases.get(square, ""), tuple(on.get(square, ())))
    if "refill" in (before.phase.name, after.phase.name) or _round(before) != _round(after):
        yield from _differing(_tracks(before), _tracks(after))
    offers = [(one.display, one.laid, [player.stock for player in one.players]) for one in (before, after)]
    if before.chart is not after.chart or offers[0] != offers[1]:
        yield from _differing(_offer(before), _offer(after))
    for name, old, new in zip(before.table.setup.seats, before.players, after.players, strict=True):
        if old is not new:
            yield from _differing(_player_looks(name, old), _player_looks(name, new))


def _round(state: State) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """What hands may change on the sun arc and the tracks."""
    return state.sun, state.order, state.passed


def _squares_between(before: State, after: State) -> set[int]:
    """The squares on which something else lies after."""
    squares = {token.square for token in {*before.tokens} ^ {*after.tokens}}
    if before.chart is not after.chart:
        squares.update(
            square for tile in {*after.chart.tiles} - {*before.chart.tiles} for square in tile.squares
        )
    for old, new in zip(before.players, after.players, strict=True):
        for vehicle in range(len(VEHICLES)):
            if old.place_of(vehicle) != new.place_of(vehicle):
                squares.update((old.place_of(vehicle), new.place_of(vehicle)))
    return {square for square in squares if square >= 0}


def _differing(
    before: Iterable[tuple[CellId, Look]], after: Iterable[tuple[CellId, Look]]
) -> Iterator[tuple[CellId, Look]]:
    old, new = dict(before), dict(after)
    for cell in dict.fromkeys((*old, *new)):
        if old.get(cell) != new.get(cell):
            yield cell, new.get(cell, Look())


def _from_pile(move: Move) -> bool:
    return move.verb in ("take", "pick") and is_small(move.kind)


def _covering(state: State, tile: Tile) -> dict[CellId, Look]:
    """A tile laid on another one, or half outside the grid: what its squares in the grid look like."""
    board = state.edition.board
    return {
        cell_names.square_cell(square): _look(base, ())
        for square, base in _bases(tile)
        if square in board.in_grid
    }


# Teaching

BOARDS: Final = 4
"""Ways to fill the board."""
ARRANGED: Final = 4
"""Pictures for which ships, sleds and crewmen are put elsewhere."""


def teaching(table: Table) -> tuple[State, ...]:
    """The set-up position; then boards full of tiles until every square has been shown, in turn with tokens
    and without, each with other tiles on display until every kind has lain there. On the first ``ARRANGED``
    of them ships and sleds stand here and there and crewmen in other areas, each time by themselves, for one
    sight of a small piece says little; then everything lies open."""
    start, edition = initial(table), table.edition
    boards = [make_chart(edition.board, table.joined, tiles) for tiles in _full_boards(edition)]
    kinds, size = [kind for kind, _ in edition.large], edition.display
    displays = [tuple(kinds[first : first + size]) for first in range(0, len(kinds), size)]
    shown = [start]
    for number in range(max(ARRANGED + 2 * len(boards), len(displays))):
        chart = boards[number // 2 % len(boards)]
        tokens = sorted(Token(tile.at, tile.symbol) for tile in chart.tiles if tile.symbol)
        lying = tuple(tokens) if number % 2 == 0 else ()
        display = displays[number % len(displays)]
        board = replace(start, chart=chart, tokens=lying, display=display)
        shown.append(_with_players(board, number) if number < ARRANGED else board)
    return tuple(shown)


def _full_boards(edition: Edition) -> Iterator[list[Tile]]:
    """Tiles side by side, as many of each kind as there are, until every base was shown bare, and every
    symbol; ``BOARDS`` times, each time other tiles on other squares: half a token on land of nearly its
    colour says little."""
    for turn in range(BOARDS):
        yield from _filled(edition, turn)


def _filled(edition: Edition, turn: int) -> Iterator[list[Tile]]:
    symbols = {face.symbol for kind in edition.copies for face in faces(kind)} - {""}
    missing = {*all_bases(edition), *symbols}
    while missing:
        tiles: list[Tile] = []
        kinds, free = deque(sorted(edition.copies)), deque(edition.board.grid)
        kinds.rotate(turn * len(kinds) // BOARDS)
        free.rotate(turn * len(free) // BOARDS)
        left = Counter({kind: edition.copies[kind] for kind in kinds})
        while free:
            tile = _showing(free, left, missing)
            if tile is None:
                break
            tiles.append(tile)
            missing -= _shows(
                Face(tile.picture, tile.symbol, tile.squares.index(tile.at) if tile.symbol else 0)
            )
            for square in tile.squares:
                free.remove(square)
        yield tiles


def _shows(face: Face) -> set[str]:
    """What a camera learns from a tile: its symbol, and the bases on which nothing lies."""
    bare = {
        base for half, base in enumerate(tile_bases(face.picture)) if not face.symbol or half != face.half
    }
    return bare | {face.symbol}


def _showing(free: deque[int], left: Counter[str], missing: set[str]) -> Tile | None:
    """The tile that shows most of what is missing, on the first squares that are free for it."""
    options = [
        (len(missing & _shows(face)), kind, face) for kind in left if left[kind] for face in faces(kind)
    ]
    for worth, kind, face in sorted(options, key=lambda option: -option[0]):
        if not worth:
            return None
        step = 0 if is_small(face.picture) else STRIDE if is_upright(face.picture) else 1
        for first in free:
            if first + step in free:
                left[kind] -= 1
                at = (first, first + step)[face.half] if face.symbol else NOWHERE
                return Tile(first, first + step if step else NOWHERE, face.picture, face.symbol, at)
    return None


def _with_players(state: State, number: int) -> State:
    """Ships and sleds on squares of the board, and one of everything before each player; by ``number`` always
    other places."""
    men, small = state.edition.crew, state.edition.small[0][0]
    squares, areas = _apart(state), deque((men - 2, 1, 1, 0))
    areas.rotate(number)
    crew = Crew(*areas)
    players = [
        player._replace(
            crew=crew,
            ship=squares[(2 * seat + number) % len(squares)],
            sled=squares[(2 * seat + 1 + number) % len(squares)],
            stock=(small,),
            owns=(1,) * len(TOKENS),
            passage=state.edition.passage[0],
            returned=1,
            home=state.home_left()[0],
        )
        for seat, player in enumerate(state.players)
    ]
    return replace(state, players=tuple(players))


def _apart(state: State) -> list[int]:
    """Squares of laid tiles on which no token lies; none beside another. Not the printed ones, where ships
    stand in all the other pictures: here they are shown bare."""
    tokens = {token.square for token in state.tokens}
    chosen: list[int] = []
    for square in state.edition.board.grid:
        covered = square not in tokens and state.chart.tile_at(square)
        if covered and not any(_touch(square, other) for other in chosen):
            chosen.append(square)
    return chosen


def _touch(one: int, other: int) -> bool:
    """Whether two squares are the same or neighbours, by a side or a corner."""
    return abs(one // STRIDE - other // STRIDE) <= 1 and abs(one % STRIDE - other % STRIDE) <= 1
