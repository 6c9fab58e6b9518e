"""The game as the contract of all games wants it: every question handed to the file that answers it."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from companion.games.jungle import moves
from companion.games.jungle.anyway import after_anyway
from companion.games.jungle.edition import Edition
from companion.games.jungle.faults import faults
from companion.games.jungle.legal import attempts, legal_moves, outcomes
from companion.games.jungle.looks import drawn_from, handled, lamps, looks, mistaken, teaching
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.position import OPTIONS, USUAL, JungleText, check_options
from companion.games.jungle.refusals import broken, impossible
from companion.games.jungle.score import over, score
from companion.games.jungle.state import State, make_table, set_up
from companion.games.jungle.totem import after_chance, after_move
from companion.games.jungle.words import SEATS
from companion.games.jungle.zones import zones
from companion.rules.board_game import BoxGame
from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Chance,
    Decide,
    Pending,
    Setup,
    SetupError,
)
from companion.rules.grammar import Grammar
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
    first = staticmethod(set_up)
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
    mistaken = staticmethod(mistaken)
    drawn_from = staticmethod(drawn_from)
    lamps = staticmethod(lamps)

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

    def pending(self, state: State) -> Pending:
        """Cards are opened and the totem is grabbed by chance; a winner chooses and gives."""
        match state.phase:
            case "over":
                return over(state)
            case "choose" | "give":
                return Decide((state.table.seat_of[state.who[0]],), state.phase)
            case "deal":
                return Chance("pot")
            case "flip":
                return Chance(f"flip {state.table.places[state.turn]}")
            case "burst":
                return Chance("flips")
        return Chance("totem")

    def read_setup(self, facts: list[Fact]) -> Setup:
        check_options(facts)
        return super().read_setup(facts)
