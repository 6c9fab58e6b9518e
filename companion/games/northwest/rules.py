"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from companion.games.northwest import effects, looks, refusals, score
from companion.games.northwest.anyway import after_anyway
from companion.games.northwest.attempts import attempts
from companion.games.northwest.cell_names import square_cell
from companion.games.northwest.edition import PLAYERS, SKETCH, Edition
from companion.games.northwest.faults import faults
from companion.games.northwest.forecast import forecast
from companion.games.northwest.legal import legal_moves
from companion.games.northwest.moves import MOVES, OUTCOMES, Move
from companion.games.northwest.pictures import LAND, is_picture, is_small
from companion.games.northwest.position import EDITION, RULES, NorthwestText
from companion.games.northwest.refusals import DRAWS
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
    Look,
    Option,
    OptionValue,
    Pending,
    ScoreLine,
    Seat,
    Setup,
    Step,
    Zone,
)
from companion.rules.lines import read_setup
from companion.rules.refusals import Broken
from companion.rules.text import Fact
from companion.rules.touch import Tap

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

    def initial(self, setup: Setup) -> State:
        self.check_setup(setup)
        return initial(self.table(setup))

    def pending(self, state: State) -> Pending:
        """Who acts now, or that the bag owes a tile, or who has won."""
        name, seat = state.phase.name, state.active()
        if name in DRAWS:
            return Chance(BAG)
        if name == "over":
            return score.over(state)
        return Decide(tuple(map(Seat, range(state.table.seats))) if seat is None else (seat,), name)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move with tiles that are at hand."""
        return attempts(state, seat)

    def broken(self, state: State, seat: Seat, move: Move) -> Iterable[Broken]:
        return refusals.broken(state, seat, move)

    def impossible(self, state: State, outcome: str) -> Iterable[Broken]:
        return refusals.impossible(state, outcome)

    def cell_name(self, state: State, cell: int) -> str:
        return square_cell(cell) if cell in state.edition.board.sides else ""

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return effects.after_move(state, seat, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return after_anyway(state, seat, move)

    def outcomes(self, state: State) -> tuple[tuple[str, Fraction], ...]:
        """The kinds of tiles in the bag, each by its share, while the bag owes a tile."""
        if state.phase.name not in DRAWS:
            return ()
        bag = state.bag()
        tiles = sum(number for _, number in bag)
        return tuple((kind, Fraction(number, tiles)) for kind, number in bag)

    def after_chance(self, state: State, outcome: str) -> Step[State]:
        """The step of a tile that was drawn."""
        return effects.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        return faults(state)

    def ground(self, setup: Setup) -> Mapping[CellId, str]:
        """The pictures of the printed tiles, beside the grid."""
        tiles = self.table(setup).edition.board.printed
        return {square_cell(at): f"tile {picture}" for tile in tiles for at, picture in tile.pictures.items()}

    def forecast(self, state: State) -> tuple[str, ...]:
        """What the next move of the sun will do to rows and vehicles, one line for each."""
        return forecast(state)

    def forgotten(self, state: State) -> ClauseId | None:
        """That the sun disc has to be moved, while nothing else may be done."""
        return clause("sun.1") if state.phase.name == "sun" else None

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The squares of the board, then the places beside it."""
        return zones(self.table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        return looks.handled(state, seat, move)

    @property
    def markers(self) -> Mapping[str, str]:
        """The sun disc, whose place says which rows are frozen."""
        return {"disc": "northwest/sun"}

    def in_words(self, word: str) -> str:
        """The picture of a tile in words."""
        return in_words(word)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        return taps(state, seat, text)

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        return looks.teaching(self.table(setup))

    def read_setup(self, facts: list[Fact]) -> Setup:
        return read_setup(facts, self.setup, (EDITION,))

    def format_outcome(self, outcome: str) -> str:
        return f"tile {outcome}"


def _seatings(edition: Edition) -> tuple[tuple[str, ...], ...]:
    return tuple(edition.colours[:number] for number in PLAYERS)
