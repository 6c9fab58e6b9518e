"""The game as the contract of all games wants it: every question handed to the file that answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from companion.games.jungle import legal, looks, moves, refusals, score, totem
from companion.games.jungle.anyway import after_anyway
from companion.games.jungle.edition import Edition
from companion.games.jungle.faults import faults
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.position import OPTIONS, USUAL, JungleText, check_options
from companion.games.jungle.state import State, make_table, set_up
from companion.games.jungle.words import SEATS
from companion.games.jungle.zones import zones
from companion.rules.board_game import BoxGame
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    CellId,
    Chance,
    Decide,
    Lamp,
    Look,
    Pending,
    ScoreLine,
    Seat,
    Setup,
    SetupError,
    Step,
    Zone,
)
from companion.rules.grammar import Grammar
from companion.rules.refusals import Broken
from companion.rules.text import Fact

CLAUSES = tuple(
    clause
    for name in ("clauses.toml", "verdict.toml")
    for clause in read_clauses("jungle", files(__package__).joinpath(name).read_text(encoding="utf-8"))
)
"""The rules of the game, then those by which a grab is judged (``referee/verdict.py``)."""

FEW = (2, 3)
"""Numbers of seats that play without coloured cards unless agreed otherwise (trio.1)."""


class Jungle(BoxGame[State, Move, Outcome]):
    """The game in one edition. Without state of its own; safe to share between threads."""

    id = "jungle"
    title = "Wild Jungle"
    options = OPTIONS
    clauses = CLAUSES
    move_text = moves.MOVES

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, make_table)
        self.box = edition
        words = moves.words_of(edition)
        self.text_of = lru_cache(lambda setup: JungleText(words, self.table(setup)))
        self.outcome_text = Grammar(Outcome, moves.OUTCOMES, words, "outcome")
        self.seatings = tuple(SEATS[:number] for number in range(2, edition.seats + 1))

    def seats_fault(self, chosen: tuple[str, ...], seatings: tuple[tuple[str, ...], ...]) -> str:
        right = chosen in seatings
        return "" if right else f"seats are s1 to s{self.box.seats} without a gap, two or more"

    def complete(self, setup: Setup) -> Setup:
        """Whether there is a trio goes by the number of players, unless it is agreed."""
        values = dict(setup.options)
        if values["hands"] != "no" and len(setup.seats) != 2:
            raise SetupError("only two players play with both hands")
        if values["trio"] == USUAL:
            values["trio"] = len(setup.seats) in FEW and values["hands"] == "no"
        return Setup(setup.seats, tuple(values.items()))

    def initial(self, setup: Setup) -> State:
        self.check_setup(setup)
        return set_up(self.table(setup))

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
        return legal.legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move about the piles that there are; the same for every seat."""
        del seat
        return legal.attempts(state)

    def broken(self, state: State, seat: Seat, move: Move) -> Iterable[Broken]:
        return refusals.broken(state, seat, move)

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        del seat
        return totem.after_move(state, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        del seat
        return after_anyway(state, move)

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """What may be told now, with the weights of made-up games (see :mod:`legal`)."""
        return legal.outcomes(state)

    def impossible(self, state: State, outcome: Outcome) -> Iterable[Broken]:
        return refusals.impossible(state, outcome)

    def after_chance(self, state: State, outcome: Outcome) -> Step[State]:
        return totem.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """The cards that the seat still has; fewer is better."""
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        return faults(state)

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The stacks of every place, the pot and the totem."""
        return zones(self.table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
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
        return looks.teaching(self.table(setup))

    def read_setup(self, facts: list[Fact]) -> Setup:
        check_options(facts)
        return super().read_setup(facts)
