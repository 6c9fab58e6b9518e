"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from companion.games.northwest.anyway import after_anyway
from companion.games.northwest.attempts import attempts
from companion.games.northwest.cell_names import square_cell
from companion.games.northwest.edition import PLAYERS, SKETCH, Edition
from companion.games.northwest.effects import after_chance, after_move
from companion.games.northwest.faults import faults
from companion.games.northwest.forecast import forecast
from companion.games.northwest.legal import legal_moves
from companion.games.northwest.looks import handled, looks, teaching
from companion.games.northwest.moves import MOVES, OUTCOMES, Move
from companion.games.northwest.pictures import LAND, is_picture, is_small
from companion.games.northwest.position import EDITION, RULES, NorthwestText
from companion.games.northwest.refusals import DRAWS, broken, impossible
from companion.games.northwest.score import over, score
from companion.games.northwest.state import State, initial, make_table
from companion.games.northwest.taps import taps
from companion.games.northwest.words import clause
from companion.games.northwest.zones import zones
from companion.rules.board_game import BoxGame
from companion.rules.contract import (
    CellId,
    Chance,
    ClauseId,
    Decide,
    Option,
    OptionValue,
    Pending,
    Seat,
    Setup,
)
from companion.rules.lines import read_setup
from companion.rules.text import Fact

# -- Pictures of tiles in words

_POINTS = {
    (2, 2): ("north-west", "north-east", "south-west", "south-east"),
    (2, 3): ("north-west", "north", "north-east", "south-west", "south", "south-east"),
    (3, 2): ("north-west", "north-east", "west", "east", "south-west", "south-east"),
}
"""What the points are called, by the number of rows and columns."""


def in_words(word: str) -> str:
    """``x../...:cairn`` as ``(large; land: north-west; cairn)``; "" for what is no picture of a tile. Of land
    and sea the one is named of which there is less."""
    picture, _, symbol = word.partition(":")
    if not is_picture(picture):
        return ""
    rows = picture.split("/")
    points = dict(zip(_POINTS[len(rows), len(rows[0])], "".join(rows), strict=True))
    land = [name for name, what in points.items() if what == LAND]
    sea = [name for name in points if name not in land]
    shore = f"land: {', '.join(land)}" if len(land) <= len(sea) else f"sea: {', '.join(sea)}"
    shown = shore if land and sea else "all land" if land else "open sea"
    size = "small" if is_small(picture) else "large"
    return f"({'; '.join(part for part in (size, shown, symbol) if part)})"


# -- The game as the other rooms see it: one object for each edition

BAG = "bag"


class Northwest(BoxGame[State, Move, str]):
    """The game with one box, and with the small demonstration board as the other value of the option
    ``edition``."""

    id = "northwest"
    title = "Expedition: Northwest Passage"
    electronic = (BAG,)
    mixed = "two to four different colours"
    move_text = MOVES
    outcome_text = OUTCOMES
    first = staticmethod(initial)
    places = staticmethod(zones)
    taught = staticmethod(teaching)
    legal_moves = staticmethod(legal_moves)
    attempts = staticmethod(attempts)
    broken = staticmethod(broken)
    after_move = staticmethod(after_move)
    after_anyway = staticmethod(after_anyway)
    impossible = staticmethod(impossible)
    after_chance = staticmethod(after_chance)
    score = staticmethod(score)
    faults = staticmethod(faults)
    looks = staticmethod(looks)
    handled = staticmethod(handled)
    forecast = staticmethod(forecast)
    in_words = staticmethod(in_words)
    taps = staticmethod(taps)

    def __init__(self, edition: Edition) -> None:
        self._editions = {edition.name: edition, SKETCH.name: SKETCH}
        super().__init__(edition, lambda _, setup: make_table(self._edition_of(setup), setup))
        self.text_of = lru_cache(lambda setup: NorthwestText(self.table(setup)))
        self.seatings = _seatings(edition)
        names = tuple(self._editions)
        self.options = (Option(EDITION, names[0], names, "The board and its values"), *RULES)

    def _edition_of(self, setup: Setup) -> Edition:
        return self._editions[str(setup.option(EDITION))]

    def seatings_for(self, options: Mapping[str, OptionValue]) -> tuple[tuple[str, ...], ...]:
        return _seatings(self._editions[str(options[EDITION])])

    def pending(self, state: State) -> Pending:
        """Who acts now, or that the bag owes a tile, or who has won."""
        name, seat = state.phase.name, state.active()
        if name in DRAWS:
            return Chance(BAG)
        if name == "over":
            return over(state)
        return Decide(tuple(map(Seat, range(state.table.seats))) if seat is None else (seat,), name)

    def cell_name(self, state: State, cell: int) -> str:
        return square_cell(cell) if cell in state.edition.board.sides else ""

    def outcomes(self, state: State) -> tuple[tuple[str, Fraction], ...]:
        """The kinds of tiles in the bag, each by its share, while the bag owes a tile."""
        if state.phase.name not in DRAWS:
            return ()
        bag = state.bag()
        tiles = sum(number for _, number in bag)
        return tuple((kind, Fraction(number, tiles)) for kind, number in bag)

    def ground(self, setup: Setup) -> Mapping[CellId, str]:
        """The pictures of the printed tiles, beside the grid."""
        tiles = self.table(setup).edition.board.printed
        return {square_cell(at): f"tile {picture}" for tile in tiles for at, picture in tile.pictures.items()}

    def forgotten(self, state: State) -> ClauseId | None:
        """That the sun disc has to be moved, while nothing else may be done."""
        return clause("sun.1") if state.phase.name == "sun" else None

    @property
    def markers(self) -> Mapping[str, str]:
        """The sun disc, whose place says which rows are frozen."""
        return {"disc": "northwest/sun"}

    def read_setup(self, facts: list[Fact]) -> Setup:
        return read_setup(facts, self.setup, (EDITION,))

    def format_outcome(self, outcome: str) -> str:
        return f"tile {outcome}"


def _seatings(edition: Edition) -> tuple[tuple[str, ...], ...]:
    return tuple(edition.colours[:number] for number in PLAYERS)
