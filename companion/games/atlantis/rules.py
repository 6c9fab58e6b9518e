"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from companion.games.atlantis import ending, legal, looks, refusals, tiles
from companion.games.atlantis.anyway import after_anyway
from companion.games.atlantis.attempts import attempts
from companion.games.atlantis.edition import DEFAULT, Edition
from companion.games.atlantis.effects import after_move
from companion.games.atlantis.faults import faults
from companion.games.atlantis.moves import (
    Move,
    Outcome,
    format_move,
    format_outcome,
    parse_move,
    parse_outcome,
)
from companion.games.atlantis.position import GAME, OPTIONS, format_position
from companion.games.atlantis.reader import parse_position
from companion.games.atlantis.state import State, Table, initial, make_table
from companion.games.atlantis.taps import taps
from companion.games.atlantis.words import UNSEEN
from companion.games.atlantis.zones import zones
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    Chance,
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
from companion.rules.record import replace
from companion.rules.touch import Tap

CLAUSES = read_clauses(GAME, files(__package__).joinpath("clauses.toml").read_text(encoding="utf-8"))


class Atlantis:
    """Atlantis under one edition."""

    id = GAME
    title = "Survive: Escape from Atlantis!"
    rules_version = "1"
    clauses = CLAUSES
    options: tuple[Option, ...] = OPTIONS
    electronic: tuple[str, ...] = ("die",)
    """Tiles and numbers are printed; only the creature die can be a machine."""
    laid: tuple[str, ...] = ("island",)
    """The land tiles lie land side up (setup.2)."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self.edition = edition.name
        self.edition_values: tuple[EditionValue, ...] = edition.values
        colours = edition.colours
        self.seatings: tuple[tuple[str, ...], ...] = tuple(
            colours[:number] for number in range(2, len(colours) + 1)
        )
        self._table = lru_cache(maxsize=64)(self._make_table)

    def _make_table(self, setup: Setup) -> Table:
        return make_table(self._edition, setup)

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Seats are colours in turn order; a number takes the first ones. Raises SetupError.

        Options may also be given as the words that positions and match files write.
        """
        colours = self._edition.colours
        if isinstance(seats, int):
            chosen: tuple[str, ...] = next((usual for usual in self.seatings if len(usual) == seats), ())
        else:
            chosen = tuple(seats)
        if len(chosen) < 2 or len(set(chosen)) < len(chosen) or set(chosen) - set(colours):
            raise SetupError(f"Atlantis is played by two to four different colours of: {', '.join(colours)}")
        known = {option.id: option for option in OPTIONS}
        for key in options:
            if key not in known:
                raise SetupError(f"Atlantis has no option {key!r}; its options are {', '.join(known)}")
        values = {key: _value(option, options.get(key, option.default)) for key, option in known.items()}
        if values["colours"] == 2 and len(chosen) != 2:
            raise SetupError("only two players command two colours each")
        if values["boats"] == 4 and values["colours"] != 2:
            raise SetupError("only players with two colours launch four boats each")
        return Setup(chosen, tuple(values.items()))

    def setup_of(self, state: State) -> Setup:
        """Seats and options of a position."""
        return state.table.setup

    def initial(self, setup: Setup) -> State:
        """The set-up position. Raises SetupError for a set-up of another game."""
        if self.setup(setup.seats, dict(setup.options)) != setup:
            raise SetupError("the options are not complete: make the set-up with Game.setup")
        return initial(self._table(setup))

    def pending(self, state: State) -> Pending:
        """Who acts now, or which chance is awaited: ``island``, ``tile CELL``, ``die``, ``treasure``."""
        phase = state.phase
        match phase.name:
            case "over":
                return ending.over(state)
            case "back":
                return Chance(f"tile {self._edition.board.names[phase.cell]}")
            case "island" | "die" | "treasure":
                return Chance(phase.name)
        return Decide(state.deciders(), state.awaits())

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return legal.legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move that hands of the seat could carry out, legal or not."""
        return attempts(state, seat)

    def why_illegal(self, state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
        """All clauses that the move breaks, in clause order."""
        return refusals.why_illegal(state, seat, move)

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step of a legal move."""
        return after_move(state, seat, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step when the table agrees to an illegal move. Raises RulesError when nothing can follow."""
        return after_anyway(state, seat, move)

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """What chance may bring with its exact weight, as far as the position tells (see :mod:`tiles`)."""
        return tiles.outcomes(state)

    def why_impossible(self, state: State, outcome: Outcome) -> tuple[Breach, ...]:
        """All clauses that the outcome breaks, in clause order."""
        return refusals.why_impossible(state, outcome)

    def after_chance(self, state: State, outcome: Outcome) -> Step[State]:
        """The step of a possible outcome."""
        return tiles.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """Points of a seat, a line for each colour."""
        return ending.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        """Why this position cannot be."""
        return faults(state)

    def observe(self, state: State, viewer: Seat | None) -> State:
        """Backs that an owner told the program stay with that owner; everything else is public."""
        hands = tuple(
            hand if seat == viewer else tuple((terrain, UNSEEN) for terrain, _ in hand)
            for seat, hand in enumerate(state.hands)
        )
        return state if hands == state.hands else replace(state, hands=hands)

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The cells of the board, the safe islands, then the places beside the board."""
        return zones(self._table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        """What each zone should look like."""
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        """The zones that hands change when they carry out a move."""
        return looks.handled(state, seat, move)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        """A move or outcome as touches."""
        del seat  # it says nothing that the text does not say
        return taps(not state.phase.moves, text)

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        """What was rolled: a lamp for serpent, shark and whale."""
        return looks.lamps(state)

    def rolled(self, outcome: Outcome) -> tuple[Lamp, ...]:
        """The creature that was rolled, also when none of its kind can move."""
        return looks.rolled(outcome)

    def thrown(self, outcome: Outcome) -> Mapping[CellId, Look]:
        """The creature die in its tray."""
        return looks.thrown(outcome)

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
        return format_move(self._edition, move)

    def parse_move(self, text: str) -> Move:
        """Read a move. Raises NotationError."""
        return parse_move(self._edition, text)

    def format_outcome(self, outcome: Outcome) -> str:
        """The one text of an outcome."""
        return format_outcome(self._edition, outcome)

    def parse_outcome(self, text: str) -> Outcome:
        """Read an outcome. Raises NotationError."""
        return parse_outcome(self._edition, text)


def _value(option: Option, value: OptionValue) -> OptionValue:
    """The value itself, for a word too. Raises SetupError."""
    words = {_word(one): one for one in option.values}
    if _word(value) not in words:
        raise SetupError(f"option {option.id} is one of: {', '.join(words)}")
    return words[_word(value)]


def _word(value: OptionValue) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def make_game(edition: Edition) -> Atlantis:
    """The game under an edition."""
    return Atlantis(edition)


game = make_game(DEFAULT)
