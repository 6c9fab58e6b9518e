"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from functools import lru_cache

from companion.games.atlantis.anyway import after_anyway
from companion.games.atlantis.attempts import attempts
from companion.games.atlantis.edition import Edition
from companion.games.atlantis.effects import after_move
from companion.games.atlantis.ending import over, score
from companion.games.atlantis.faults import faults
from companion.games.atlantis.legal import legal_moves
from companion.games.atlantis.looks import handled, lamps, looks, rolled, teaching, thrown
from companion.games.atlantis.moves import FORMS, OUTCOMES, Move, Outcome, words_of
from companion.games.atlantis.position import GAME, OPTIONS, AtlantisText, seats_of
from companion.games.atlantis.refusals import broken, impossible
from companion.games.atlantis.state import State, initial, make_table
from companion.games.atlantis.taps import taps
from companion.games.atlantis.tiles import after_chance, outcomes
from companion.games.atlantis.words import UNSEEN
from companion.games.atlantis.zones import zones
from companion.rules.board_game import BoxGame
from companion.rules.contract import (
    Chance,
    Decide,
    Pending,
    Seat,
    Setup,
    SetupError,
)
from companion.rules.grammar import Grammar
from companion.rules.lines import read_setup
from companion.rules.record import replace
from companion.rules.text import Fact


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
    first = staticmethod(initial)
    places = staticmethod(zones)
    taught = staticmethod(teaching)
    legal_moves = staticmethod(legal_moves)
    attempts = staticmethod(attempts)
    broken = staticmethod(broken)
    after_move = staticmethod(after_move)
    after_anyway = staticmethod(after_anyway)
    outcomes = staticmethod(outcomes)
    impossible = staticmethod(impossible)
    after_chance = staticmethod(after_chance)
    score = staticmethod(score)
    faults = staticmethod(faults)
    looks = staticmethod(looks)
    handled = staticmethod(handled)
    lamps = staticmethod(lamps)
    rolled = staticmethod(rolled)
    thrown = staticmethod(thrown)
    taps = staticmethod(taps)

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

    def pending(self, state: State) -> Pending:
        """Who acts now, or which chance is awaited: ``island``, ``tile CELL``, ``die``, ``treasure``."""
        phase = state.phase
        match phase.name:
            case "over":
                return over(state)
            case "back":
                return Chance(f"tile {self._edition.board.names[phase.cell]}")
            case "island" | "die" | "treasure":
                return Chance(phase.name)
        return Decide(state.deciders(), state.awaits())

    def cell_name(self, _: State, cell: int) -> str:
        board = self._edition.board
        return board.names[cell] if board.has(cell) else ""

    def observe(self, state: State, viewer: Seat | None) -> State:
        """Backs that an owner told the program stay with that owner; everything else is public."""
        hands = tuple(
            hand if seat == viewer else tuple((terrain, UNSEEN) for terrain, _ in hand)
            for seat, hand in enumerate(state.hands)
        )
        return state if hands == state.hands else replace(state, hands=hands)

    def read_setup(self, facts: list[Fact]) -> Setup:
        seats = seats_of(facts)
        names = tuple(fact.args[0] for fact in seats)
        options = [fact for fact in facts if fact.key == "option"]
        return read_setup([Fact(seats[0].line, "seats", names), *options], self.setup)
