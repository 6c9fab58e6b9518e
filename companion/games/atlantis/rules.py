"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from companion.games.atlantis import ending, legal, looks, refusals, tiles
from companion.games.atlantis.anyway import after_anyway
from companion.games.atlantis.attempts import attempts
from companion.games.atlantis.edition import Edition
from companion.games.atlantis.effects import after_move
from companion.games.atlantis.faults import faults
from companion.games.atlantis.moves import FORMS, OUTCOMES, Move, Outcome, words_of
from companion.games.atlantis.position import GAME, OPTIONS, AtlantisText, seats_of
from companion.games.atlantis.state import State, initial, make_table
from companion.games.atlantis.taps import taps
from companion.games.atlantis.words import UNSEEN
from companion.games.atlantis.zones import zones
from companion.rules.board_game import BoxGame
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
from companion.rules.lines import read_setup
from companion.rules.record import replace
from companion.rules.refusals import Broken
from companion.rules.text import Fact
from companion.rules.touch import Tap


class Atlantis(BoxGame[State, Move, Outcome]):
    """Atlantis under one edition."""

    id = GAME
    title = "Survive: Escape from Atlantis!"
    options = OPTIONS
    mixed = "two to four different colours"
    electronic = ("die",)
    """Tiles and numbers are printed; only the creature die can be a machine."""
    laid: tuple[str, ...] = ("island",)
    """The land tiles lie land side up (setup.2)."""

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, make_table)
        self._edition = edition
        words = words_of(edition)
        self.move_text = Grammar(Move, FORMS, words)
        self.text_of = lru_cache(lambda setup: AtlantisText(words, self.table(setup)))
        self.outcome_text = Grammar(Outcome, OUTCOMES, words, "outcome")
        self.seatings = tuple(edition.colours[:number] for number in range(2, len(edition.colours) + 1))

    def complete(self, setup: Setup) -> Setup:
        if setup.option("colours") == 2 and len(setup.seats) != 2:
            raise SetupError("only two players command two colours each")
        if setup.option("boats") == 4 and setup.option("colours") != 2:
            raise SetupError("only players with two colours launch four boats each")
        return setup

    def initial(self, setup: Setup) -> State:
        self.check_setup(setup)
        return initial(self.table(setup))

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
        return legal.legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move that hands of the seat could carry out, legal or not."""
        return attempts(state, seat)

    def broken(self, state: State, seat: Seat, move: Move) -> Iterable[Broken]:
        return refusals.broken(state, seat, move)

    def cell_name(self, _: State, cell: int) -> str:
        board = self._edition.board
        return board.names[cell] if board.has(cell) else ""

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return after_move(state, seat, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return after_anyway(state, seat, move)

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """What chance may bring with its exact weight, as far as the position tells (see :mod:`tiles`)."""
        return tiles.outcomes(state)

    def impossible(self, state: State, outcome: Outcome) -> Iterable[Broken]:
        return refusals.impossible(state, outcome)

    def after_chance(self, state: State, outcome: Outcome) -> Step[State]:
        return tiles.after_chance(state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """Points of a seat, a line for each colour."""
        return ending.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
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
        return zones(self.table(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        return looks.handled(state, seat, move)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
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
        return looks.teaching(self.table(setup))

    def read_setup(self, facts: list[Fact]) -> Setup:
        seats = seats_of(facts)
        names = tuple(fact.args[0] for fact in seats)
        options = [fact for fact in facts if fact.key == "option"]
        return read_setup([Fact(seats[0].line, "seats", names), *options], self.setup)
