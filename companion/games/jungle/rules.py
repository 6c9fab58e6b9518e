"""The game as the contract of all games wants it: every question handed to the file that answers it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from companion.games.jungle import legal, looks, moves, refusals, score, totem
from companion.games.jungle.anyway import after_anyway
from companion.games.jungle.edition import Edition
from companion.games.jungle.faults import faults
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.position import OPTIONS, USUAL, format_position
from companion.games.jungle.reader import parse_position
from companion.games.jungle.state import State, Table, make_table, set_up
from companion.games.jungle.words import SEATS
from companion.games.jungle.zones import zones
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    Chance,
    Clause,
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

CLAUSES = tuple(
    clause
    for name in ("clauses.toml", "verdict.toml")
    for clause in read_clauses("jungle", files(__package__).joinpath(name).read_text(encoding="utf-8"))
)
"""The rules of the game, then those by which a grab is judged (``referee/verdict.py``)."""

FEW = (2, 3)
"""Numbers of seats that play without coloured cards unless agreed otherwise (trio.1)."""


class Jungle:
    """The game in one edition. Without state of its own; safe to share between threads."""

    id = "jungle"
    title = "Wild Jungle"
    rules_version = "1"
    options: tuple[Option, ...] = OPTIONS
    clauses: tuple[Clause, ...] = CLAUSES
    electronic: tuple[str, ...] = ()

    def __init__(self, edition: Edition) -> None:
        self.box = edition
        self.edition = edition.name
        self.edition_values: tuple[EditionValue, ...] = edition.values
        self.seatings: tuple[tuple[str, ...], ...] = tuple(
            SEATS[:number] for number in range(2, edition.seats + 1)
        )
        self._table = lru_cache(maxsize=256)(self._make_table)

    def _make_table(self, setup: Setup) -> Table:
        return make_table(self.box, setup)

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Seats are s1, s2 ... clockwise, s1 begins; or their number. Raises SetupError.

        ``trio`` may also be yes or no, as match files write it.
        """
        chosen = SEATS[: max(seats, 0)] if isinstance(seats, int) else tuple(seats)
        if chosen not in self.seatings or (isinstance(seats, int) and seats != len(chosen)):
            raise SetupError(f"seats are s1 to s{self.box.seats} without a gap, two or more")
        known = {option.id: option for option in OPTIONS}
        for key, value in options.items():
            if key not in known:
                raise SetupError(f"there is no option {key!r}; the options are {', '.join(known)}")
            more = ("no", "yes") if key == "trio" else ()
            if type(value) is int or value not in (*known[key].values, *more):
                raise SetupError(f"option {key} is one of: {', '.join(map(str, known[key].values))}")
        values = {key: options.get(key, option.default) for key, option in known.items()}
        if values["hands"] != "no" and len(chosen) != 2:
            raise SetupError("only two players play with both hands")
        usual = len(chosen) in FEW and values["hands"] == "no"
        values["trio"] = usual if values["trio"] == USUAL else values["trio"] in (True, "yes")
        return Setup(chosen, tuple(values.items()))

    def setup_of(self, state: State) -> Setup:
        """Seats and options of a position."""
        return state.table.setup

    def initial(self, setup: Setup) -> State:
        """The set-up position. Raises SetupError for a set-up of another game."""
        if self.setup(setup.seats, dict(setup.options)) != setup:
            raise SetupError("the options are not complete: make the set-up with Game.setup")
        return set_up(self._table(setup))

    def pending(self, state: State) -> Pending:
        """Cards are opened and the totem is grabbed by chance; a winner chooses and gives."""
        match state.phase:
            case "over":
                return score.over(state)
            case "choose" | "give":
                return Decide((state.table.seat_of[state.who[0]],), state.phase)
            case "deal":
                return Chance("pot")
            case "flip":
                return Chance(f"flip {state.table.places[state.turn]}")
            case "burst":
                return Chance("flips")
        return Chance("totem")

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        """Every legal move of the seat."""
        return legal.legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move about the piles that there are; the same for every seat."""
        del seat
        return legal.attempts(state)

    def why_illegal(self, state: State, seat: Seat, move: Move) -> tuple[Breach, ...]:
        """All clauses that the move breaks, in clause order."""
        return refusals.why_illegal(state, seat, move)

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step of a legal move."""
        del seat
        return totem.after_move(state, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        """The step when the table agrees to an illegal move. Raises RulesError when nothing can follow."""
        del seat
        return after_anyway(state, move)

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """What may be told now, with the weights of made-up games (see :mod:`legal`)."""
        return legal.outcomes(state)

    def why_impossible(self, state: State, outcome: Outcome) -> tuple[Breach, ...]:
        """All clauses that the outcome breaks, in clause order."""
        return refusals.why_impossible(state, outcome)

    def after_chance(self, state: State, outcome: Outcome) -> Step[State]:
        """The step of a possible outcome."""
        return totem.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """The cards that the seat still has; fewer is better."""
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        """Why this position cannot be."""
        return faults(state)

    def observe(self, state: State, viewer: Seat | None) -> State:
        """A position holds nothing that anybody may not know."""
        del viewer
        return state

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The stacks of every place, the pot and the totem."""
        return zones(self._table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        """What each zone should look like."""
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        """The zones that hands change when they carry out a move."""
        del seat
        return looks.handled(state, move)

    def mistaken(self, state: State) -> Iterator[tuple[Outcome, Mapping[CellId, Look]]]:
        """Cards that somebody turns over out of turn."""
        return looks.mistaken(state)

    def drawn_from(self, outcome: Outcome) -> tuple[CellId, ...]:
        """The closed stack from which a card is turned over."""
        return looks.drawn_from(outcome)

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        """Whether the totem stands ready."""
        return looks.lamps(state)

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
        return moves.parse_move(text)

    def format_outcome(self, outcome: Outcome) -> str:
        """The one text of an outcome."""
        return moves.format_outcome(self.box, outcome)

    def parse_outcome(self, text: str) -> Outcome:
        """Read an outcome. Raises NotationError."""
        return moves.parse_outcome(self.box, text)
