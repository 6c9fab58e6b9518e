"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from companion.games.arctica import effects, looks, score
from companion.games.arctica.anyway import after_anyway
from companion.games.arctica.attempts import attempts
from companion.games.arctica.edition import DEFAULT, Edition
from companion.games.arctica.faults import faults
from companion.games.arctica.legal import legal_moves
from companion.games.arctica.moves import Move, cells_of, format_move, parse_move
from companion.games.arctica.position import OPTIONS, format_position
from companion.games.arctica.reader import parse_position
from companion.games.arctica.refusals import broken
from companion.games.arctica.state import State, Table, initial, make_table
from companion.games.arctica.taps import taps
from companion.games.arctica.words import HUNTERS, clause
from companion.games.arctica.zones import directions, zones
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    ClauseId,
    Decide,
    EditionValue,
    Lamp,
    Look,
    Option,
    OptionValue,
    Over,
    RulesError,
    ScoreLine,
    Seat,
    Setup,
    SetupError,
    Step,
    Zone,
)
from companion.rules.optional import Direction
from companion.rules.text import read_words
from companion.rules.touch import Tap

SEATINGS: tuple[tuple[str, ...], ...] = (
    ("bear", "orca"),
    ("bear", "orca", "seal"),
    ("bear", "orca", "seal", "eskimo"),
)

CLAUSES = read_clauses("arctica", files(__package__).joinpath("clauses.toml").read_text(encoding="utf-8"))


class Arctica:
    """Arctica under one edition. Draws go unseen into hands, so there is no chance and no outcome."""

    id = "arctica"
    title = "Arctica"
    rules_version = "1"
    options: tuple[Option, ...] = OPTIONS
    seatings: tuple[tuple[str, ...], ...] = SEATINGS
    electronic: tuple[str, ...] = ()
    """Cards go unseen into hands, so there is no deck that a machine could hold."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition
        self.edition = edition.name
        self.edition_values: tuple[EditionValue, ...] = edition.values
        self.clauses = CLAUSES
        self._order: Mapping[ClauseId, int] = {c.id: number for number, c in enumerate(self.clauses)}
        self._table = lru_cache(maxsize=64)(self._make_table)

    def _make_table(self, setup: Setup) -> Table:
        return make_table(self._edition, setup)

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Seats are hunters in turn order; a number takes the usual ones. Raises SetupError."""
        if isinstance(seats, int):
            chosen: tuple[str, ...] = next((usual for usual in SEATINGS if len(usual) == seats), ())
        else:
            chosen = tuple(seats)
        if len(chosen) < 2 or len(set(chosen)) < len(chosen) or set(chosen) - set(HUNTERS):
            raise SetupError(f"Arctica is played by two to four different hunters of: {', '.join(HUNTERS)}")
        known = {option.id: option for option in OPTIONS}
        for key, value in options.items():
            if key not in known:
                raise SetupError(f"Arctica has no option {key!r}; its options are {', '.join(known)}")
            if value not in known[key].values:
                raise SetupError(f"option {key} is one of: {', '.join(map(str, known[key].values))}")
        return Setup(chosen, tuple((key, options.get(key, option.default)) for key, option in known.items()))

    def setup_of(self, state: State) -> Setup:
        """Seats and options of a position."""
        return state.table.setup

    def initial(self, setup: Setup) -> State:
        """The set-up position. Raises SetupError for a set-up of another game."""
        if self.setup(setup.seats, dict(setup.options)) != setup:
            raise SetupError("the options are not complete: make the set-up with Game.setup")
        return initial(self._table(setup))

    def pending(self, state: State) -> Decide | Over:
        """Who acts now. It is never chance (no outcome exists)."""
        seat = state.decider()
        if seat is None:
            return score.over(state)
        return Decide((seat,), state.phase.name)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move of figures that are where it says; the same for every seat."""
        del seat
        return attempts(state)

    def why_illegal(self, state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
        """All clauses that the move breaks, in clause order."""
        found = tuple(broken(state, seat, move))
        if not found:
            return ()
        names = self._edition.board.names
        return tuple(
            Breach(reason, tuple(CellId(names[cell]) for cell in cells))
            for reason, cells in sorted(found, key=lambda item: self._order[item[0]])
        )

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step of a legal move."""
        del seat
        return effects.after_move(state, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step when the table agrees to an illegal move. Raises RulesError when nothing can follow."""
        return after_anyway(state, seat, move)

    def outcomes(self, state: State) -> tuple[tuple[str, Fraction], ...]:
        """None, ever."""
        del state
        return ()

    def why_impossible(self, state: State, outcome: str) -> tuple[Breach, ...]:
        """Any outcome is refused: nothing is left to chance that the table could see."""
        del state, outcome
        return (Breach(clause("turn.6")),)

    def after_chance(self, state: State, outcome: str) -> Step[State]:
        """There is none."""
        del state
        raise RulesError(f"Arctica has no outcome such as {outcome!r}")

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """Points of a seat by clause."""
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        """Why this position cannot be."""
        return faults(state)

    def observe(self, state: State, viewer: Seat | None) -> State:
        """The position holds nothing that anybody may not know: hands are only counted."""
        del viewer
        return state

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The cells of the board, then the places beside it."""
        return zones(self._table(setup))

    def directions(self, setup: Setup) -> tuple[Direction, ...]:
        """The six directions in which ice drifts."""
        return directions(self._table(setup).edition)

    def looks(self, state: State) -> Mapping[CellId, Look]:
        """What each zone should look like."""
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        """The zones that hands change when they carry out a move."""
        return looks.handled(state, seat, move)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        """A move or outcome as touches."""
        del seat  # it says nothing that the text does not say
        return taps(state.table.edition, text)

    def cells_of(self, move: Move) -> tuple[CellId, ...]:
        """The cells that a move names, without the mark for the top of their ice."""
        return tuple(CellId(self._edition.board.names[cell]) for cell in cells_of(move))

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        """The direction of the drift card in play, a lamp for each token still to be moved."""
        return looks.lamps(state)

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        """Positions that show every piece."""
        return looks.teaching(self._table(setup))

    def format_position(self, state: State) -> str:
        """The canonical text of a position."""
        return format_position(state)

    def parse_position(self, text: str) -> State:
        """Read a position. Raises NotationError with the line."""
        return parse_position(self._edition, self.setup, self._table, text)

    def format_move(self, move: Move) -> str:
        """The one text of a move."""
        return format_move(self._edition, move)

    def parse_move(self, text: str) -> Move:
        """Read a move. Raises NotationError."""
        return parse_move(self._edition, text)

    def format_outcome(self, outcome: str) -> str:
        """Outcomes do not exist; a text stands for itself so that it can be refused."""
        return outcome

    def parse_outcome(self, text: str) -> str:
        """Any line of words, so that it can be refused by clause. Raises NotationError for other text."""
        return " ".join(read_words(text))


def make_game(edition: Edition) -> Arctica:
    """The game under an edition."""
    return Arctica(edition)


game = make_game(DEFAULT)
