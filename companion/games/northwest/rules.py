"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from companion.games.northwest import effects, looks, moves, score
from companion.games.northwest.anyway import after_anyway
from companion.games.northwest.attempts import attempts
from companion.games.northwest.board import FRAME
from companion.games.northwest.cell_names import square_cell
from companion.games.northwest.edition import PLAYERS, SKETCH, STANDARD, Edition
from companion.games.northwest.faults import faults
from companion.games.northwest.forecast import forecast
from companion.games.northwest.legal import legal_moves
from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import LAND, is_picture, is_small
from companion.games.northwest.position import EDITION, RULES, format_position
from companion.games.northwest.reader import parse_position
from companion.games.northwest.refusals import DRAWS, SUN_1, broken, outcome_breaks
from companion.games.northwest.state import State, Table, initial, make_table
from companion.games.northwest.taps import taps
from companion.games.northwest.words import Break
from companion.games.northwest.zones import zones
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    Chance,
    ClauseId,
    Decide,
    EditionValue,
    Lamp,
    Look,
    Option,
    OptionValue,
    Pending,
    ScoreLine,
    Seat,
    Setup,
    SetupError,
    Step,
    Zone,
)
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

CLAUSES = read_clauses("northwest", files(__package__).joinpath("clauses.toml").read_text(encoding="utf-8"))
BAG = "bag"


class Northwest:
    """The game with one box, and with the small demonstration board as the other value of the option
    ``edition``."""

    id = "northwest"
    title = "Expedition: Northwest Passage"
    rules_version = "1"
    electronic: tuple[str, ...] = (BAG,)

    def __init__(self, edition: Edition) -> None:
        self._editions = {edition.name: edition, SKETCH.name: SKETCH}
        self.edition = edition.name
        self.edition_values: tuple[EditionValue, ...] = edition.values
        self.seatings: tuple[tuple[str, ...], ...] = tuple(edition.colours[:number] for number in PLAYERS)
        names = tuple(self._editions)
        self.options: tuple[Option, ...] = (
            Option(EDITION, names[0], names, "The board and its values"),
            *RULES,
        )
        self.clauses = CLAUSES
        self._order: Mapping[ClauseId, int] = {c.id: number for number, c in enumerate(self.clauses)}
        self._table = lru_cache(maxsize=64)(self._make_table)

    def _make_table(self, setup: Setup) -> Table:
        return make_table(self._edition_of(setup), setup)

    def _edition_of(self, setup: Setup) -> Edition:
        return self._editions[str(setup.option(EDITION))]

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Seats are colours in the order of the first round; a number takes the usual ones. Raises
        SetupError."""
        known = {option.id: option for option in self.options}
        for key, value in options.items():
            if key not in known:
                raise SetupError(
                    f"Northwest Passage has no option {key!r}; its options are {', '.join(known)}"
                )
            if value not in known[key].values:
                raise SetupError(f"option {key} is one of: {', '.join(map(str, known[key].values))}")
        complete = tuple((key, options.get(key, option.default)) for key, option in known.items())
        colours = self._editions[str(dict(complete)[EDITION])].colours
        chosen = colours[:seats] if isinstance(seats, int) and seats in PLAYERS else ()
        chosen = chosen if isinstance(seats, int) else tuple(seats)
        if len(chosen) not in PLAYERS or len(set(chosen)) < len(chosen) or set(chosen) - set(colours):
            raise SetupError(
                f"Northwest Passage is played by two to four different colours of: {', '.join(colours)}"
            )
        return Setup(chosen, complete)

    def setup_of(self, state: State) -> Setup:
        """Seats and options of a position."""
        return state.table.setup

    def initial(self, setup: Setup) -> State:
        """The set-up position. Raises SetupError for a set-up of another game."""
        if self.setup(setup.seats, dict(setup.options)) != setup:
            raise SetupError("the options are not complete: make the set-up with Game.setup")
        return initial(self._table(setup))

    def pending(self, state: State) -> Pending:
        """Who acts now, or that the bag owes a tile, or who has won."""
        name, seat = state.phase.name, state.active()
        if name in DRAWS:
            return Chance(BAG)
        if name == "over":
            return score.over(state)
        return Decide(tuple(map(Seat, range(state.table.seats))) if seat is None else (seat,), name)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move with tiles that are at hand."""
        return attempts(state, seat)

    def why_illegal(self, state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
        """All clauses that the move breaks, in clause order."""
        return self._told(state, broken(state, seat, move))

    def _told(self, state: State, found: Iterable[Break]) -> tuple[Breach, ...]:
        breaks = list(found)
        if not breaks:
            return ()
        there = state.edition.board.sides
        return tuple(
            Breach(reason, tuple(square_cell(square) for square in squares if square in there))
            for reason, squares in sorted(breaks, key=lambda item: self._order[item[0]])
        )

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step of a legal move."""
        return effects.after_move(state, seat, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step when the table agrees to an illegal move. Raises RulesError when nothing can follow."""
        return after_anyway(state, seat, move)

    def outcomes(self, state: State) -> tuple[tuple[str, Fraction], ...]:
        """The kinds of tiles in the bag, each by its share, while the bag owes a tile."""
        if state.phase.name not in DRAWS:
            return ()
        bag = state.bag()
        tiles = sum(number for _, number in bag)
        return tuple((kind, Fraction(number, tiles)) for kind, number in bag)

    def why_impossible(self, state: State, outcome: str) -> tuple[Breach, ...]:
        """Why such a tile cannot have been drawn now."""
        return self._told(state, outcome_breaks(state, outcome))

    def after_chance(self, state: State, outcome: str) -> Step[State]:
        """The step of a tile that was drawn."""
        return effects.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """Points of a seat by clause."""
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        """Why this position cannot be."""
        return faults(state)

    def ground(self, setup: Setup) -> Mapping[CellId, str]:
        """The pictures of the printed tiles, beside the grid."""
        tiles = self._table(setup).edition.board.printed
        return {square_cell(at): f"tile {picture}" for tile in tiles for at, picture in tile.pictures.items()}

    def forecast(self, state: State) -> tuple[str, ...]:
        """What the next move of the sun will do to rows and vehicles, one line for each."""
        return forecast(state)

    def forgotten(self, state: State) -> ClauseId | None:
        """That the sun disc has to be moved, while nothing else may be done."""
        return SUN_1 if state.phase.name == "sun" else None

    def observe(self, state: State, viewer: Seat | None) -> State:
        """Everything lies open but the order of the tiles in the bag, which no position holds."""
        del viewer
        return state

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The squares of the board, then the places beside it."""
        return zones(self._table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        """What each zone should look like."""
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        """The zones that hands change when they carry out a move."""
        return looks.handled(state, seat, move)

    @property
    def markers(self) -> Mapping[str, str]:
        """The sun disc, whose place says which rows are frozen."""
        return {"disc": "northwest/sun"}

    def in_words(self, word: str) -> str:
        """The picture of a tile in words."""
        return in_words(word)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        """A move or outcome as touches."""
        return taps(state, seat, text)

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        """None: no card lies open here that lamps could show. The forecast tells the line."""
        del state
        return ()

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        """Positions that show every piece."""
        return looks.teaching(self._table(setup))

    def format_position(self, state: State) -> str:
        """The canonical text of a position."""
        return format_position(state)

    def parse_position(self, text: str) -> State:
        """Read a position. Raises NotationError with the line."""
        return parse_position(self.setup, self._table, text)

    def format_move(self, move: Move) -> str:
        """The one text of a move."""
        return moves.format_move(move)

    def parse_move(self, text: str) -> Move:
        """Read a move. Raises NotationError."""
        return moves.parse_move(FRAME, text)

    def format_outcome(self, outcome: str) -> str:
        """The one text of an outcome."""
        return moves.format_outcome(outcome)

    def parse_outcome(self, text: str) -> str:
        """Read an outcome. Raises NotationError."""
        return moves.parse_outcome(text)


def make_game(edition: Edition) -> Northwest:
    """The game with a box."""
    return Northwest(edition)


game = make_game(STANDARD)
