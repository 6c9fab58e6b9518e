"""Why a position cannot be: tiles, tokens, vehicles and crew, and what a phase presupposes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.northwest.board import square_name
from companion.games.northwest.chart import GROUND
from companion.games.northwest.moving import holds_sled
from companion.games.northwest.pictures import LAND, kind_of
from companion.games.northwest.placing import misfits
from companion.games.northwest.state import Player, State
from companion.games.northwest.words import LOST, TOKENS


def faults(state: State) -> tuple[str, ...]:
    """One English sentence for each thing that cannot be; empty when the position is possible."""
    lying = tuple(_tiles(state))
    if lying:  # where vehicles stand and what is open cannot be judged on tiles that overlap
        return lying
    return (*_supplies(state), *_tokens(state), *_players(state), *_order(state), *_phase(state))


def _tiles(state: State) -> Iterator[str]:
    board, chart = state.edition.board, state.chart
    squares = Counter(square for tile in chart.tiles for square in tile.squares)
    for square, number in sorted(squares.items()):
        if square not in board.in_grid:
            yield f"a tile on {square_name(square)} leaves the grid"
        elif number > 1:
            yield f"{number} tiles lie on {square_name(square)}"
    if any(kind_of(tile.face) is None for tile in chart.tiles):
        yield "a symbol is where its tile cannot show it"
    yield from _disagreements(state)


def _disagreements(state: State) -> Iterator[str]:
    """The chart has the label of the last tile at each point; who says otherwise disagrees with it."""
    board, chart = state.edition.board, state.chart
    points = {point for tile in chart.tiles for point in misfits(chart, tile)}
    for printed in board.printed:
        labels = zip(printed.points(board), printed.labels, strict=True)
        points |= {point for point, label in labels if (chart.labels[point] == GROUND) != (label == LAND)}
    for point in sorted(points):
        names = " ".join(square_name(square) for square in board.around[point])
        yield f"land and sea disagree where {names} meet"


def _supplies(state: State) -> Iterator[str]:
    edition = state.edition
    for kind, number in sorted(state.out().items()):
        if number > edition.copies.get(kind, 0):
            yield f"{number} tiles {kind} are out, but the box holds {edition.copies.get(kind, 0)}"
    for token in TOKENS:
        if state.tokens_left(token) < 0:
            yield f"more {token} tokens are out than the box holds"
    if len(state.display) > edition.display:
        yield f"more than {edition.display} tiles lie on display"
    for taken, tokens, name in (
        ([player.passage for player in state.players if player.passage], edition.passage, "Passage"),
        (
            [player.home for player in state.players if player.home],
            edition.greenland[state.table.seats - 2],
            "Greenland",
        ),
    ):
        if Counter(taken) - Counter(tokens):
            yield f"a {name} token has been taken that the edition does not have"
    if not state.chart.ways.lead(state.edition.board):
        yield "the sea way from Greenland to the Passage is blocked"


def _tokens(state: State) -> Iterator[str]:
    shown = {tile.at: tile.symbol for tile in state.chart.tiles if tile.symbol}
    for token in state.tokens:
        if shown.get(token.square) != token.symbol:
            yield f"the {token.symbol} token on {square_name(token.square)} is not on its symbol"


def _players(state: State) -> Iterator[str]:
    for name, player in zip(state.table.setup.seats, state.players, strict=True):
        yield from (f"{name}: {reason}" for reason in _vehicles(state, player))
        crew = sum(player.crew) + player.lost
        if crew != state.edition.crew:
            yield f"{name}: crew and lost crewmen are {crew}, not {state.edition.crew}"
        if player.lost and player.sled != LOST:
            yield f"{name}: crewmen are lost although the sled is not"
        if player.home and not player.returned:
            yield f"{name}: a Greenland token is taken by who has come back"
    places = sorted(player.returned for player in state.players if player.returned)
    if places != list(range(1, len(places) + 1)):
        yield "who has come back is counted 1, 2 and so on, each place once"


def _vehicles(state: State, player: Player) -> Iterator[str]:
    chart, manned = state.chart, player.crew.sled + player.crew.sled_rests
    if not chart.tile_at(player.ship) or not chart.has_water(player.ship):
        yield f"the ship on {square_name(player.ship)} is not on water of a tile"
    if player.sled < 0:
        if manned:
            yield "there is crew on a sled that is not on the board"
        return
    if not manned:
        yield "there is no crew on a sled that is on the board"
    if not chart.tile_at(player.sled) or not holds_sled(state, player.sled):
        yield f"the sled on {square_name(player.sled)} is neither on land nor on ice"


def _order(state: State) -> Iterator[str]:
    for seat, name in enumerate(state.table.setup.seats):
        if seat not in state.order and not state.players[seat].returned:
            yield f"{name} is missing in the order of the round"
    if set(state.passed) - set(state.order):
        yield "who passed is not in the order of the round"
    if state.sun != state.edition.disc_of(state.round):
        yield f"the sun disc of round {state.round} lies on place {state.edition.disc_of(state.round)}"


def _phase(state: State) -> Iterator[str]:
    phase, seats = state.phase, range(state.table.seats)
    if phase.seat >= 0:
        if state.is_out(phase.seat) or phase.seat not in state.order:
            yield f"{state.table.setup.seats[phase.seat]} has passed or is back, and so has no turn"
    elif phase.name != "setup" and not all(state.is_out(seat) for seat in seats):
        yield f"phase {phase.name} begins when all have passed or are back"
    ended = state.round == state.edition.rounds or all(player.returned for player in state.players)
    if phase.name in ("sun", "over") and ended != (phase.name == "over"):
        yield "the game is over exactly after the last round, or when all are back"
    short = len(state.display) < state.edition.display and state.has_bag()
    if phase.name in ("setup", "refill", "refresh") and not short:
        yield f"in phase {phase.name} the bag owes a tile to the display"
    if phase.name == "pick" and not state.display:
        yield "in phase pick there is a tile to take"
    if state.aside and phase.name != "refresh":
        yield "tiles lie aside only during a refresh"
    if phase.name == "setup" and (state.chart.tiles or state.round > 1 or state.passed):
        yield "the first tiles are drawn before the game begins"
