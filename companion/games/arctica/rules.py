"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from companion.games.arctica import effects, looks, score
from companion.games.arctica.anyway import after_anyway
from companion.games.arctica.attempts import attempts
from companion.games.arctica.edition import Edition
from companion.games.arctica.faults import faults
from companion.games.arctica.legal import legal_moves
from companion.games.arctica.moves import FORMS, Move, cells_of, words_of
from companion.games.arctica.position import OPTIONS, ArcticaText
from companion.games.arctica.refusals import broken
from companion.games.arctica.state import State, initial, make_table
from companion.games.arctica.taps import taps
from companion.games.arctica.zones import directions, zones
from companion.rules.board_game import BoxGame
from companion.rules.contract import (
    CellId,
    Decide,
    Lamp,
    Look,
    Over,
    ScoreLine,
    Seat,
    Setup,
    Step,
    Zone,
)
from companion.rules.grammar import Grammar
from companion.rules.optional import Direction
from companion.rules.refusals import Broken, told
from companion.rules.text import read_words
from companion.rules.touch import Tap

SEATINGS: tuple[tuple[str, ...], ...] = (
    ("bear", "orca"),
    ("bear", "orca", "seal"),
    ("bear", "orca", "seal", "eskimo"),
)


class Arctica(BoxGame[State, Move, str]):
    """Arctica under one edition. Draws go unseen into hands, so there is no chance and no outcome."""

    id = "arctica"
    options = OPTIONS
    seatings = SEATINGS
    mixed = "two to four different hunters"

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, make_table)
        self._edition = edition
        words = words_of(edition)
        self.move_text = Grammar(Move, FORMS, words)
        self.text_of = lru_cache(lambda setup: ArcticaText(words, self.table(setup)))

    def initial(self, setup: Setup) -> State:
        self.check_setup(setup)
        return initial(self.table(setup))

    def pending(self, state: State) -> Decide | Over:
        """Who acts now. It is never chance (no outcome exists)."""
        seat = state.decider()
        if seat is None:
            return score.over(state)
        return Decide((seat,), state.phase.name)

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """Every well-formed move of figures that are where it says; the same for every seat."""
        del seat
        return attempts(state)

    def broken(self, state: State, seat: Seat, move: Move) -> Iterable[Broken]:
        return broken(state, seat, move)

    def cell_name(self, _: State, cell: int) -> str:
        return self._edition.board.names[cell]

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        del seat
        return effects.after_move(state, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return after_anyway(state, seat, move)

    def impossible(self, state: State, outcome: str) -> tuple[Broken]:
        """Any outcome is refused: nothing is left to chance that the table could see."""
        del state, outcome
        return told("turn.6")

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        return score.score(state, seat)

    def faults(self, state: State) -> tuple[str, ...]:
        return faults(state)

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The cells of the board, then the places beside it."""
        return zones(self.table(setup))

    def directions(self, setup: Setup) -> tuple[Direction, ...]:
        """The six directions in which ice drifts."""
        return directions(self.table(setup).edition)

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return looks.looks(state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        return looks.handled(state, seat, move)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        del state, seat  # they say nothing that the text does not say
        return taps(text)

    def cells_of(self, move: Move) -> tuple[CellId, ...]:
        """The cells that a move names, without the mark for the top of their ice."""
        return tuple(CellId(self._edition.board.names[cell]) for cell in cells_of(move))

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        """The direction of the drift card in play, a lamp for each token still to be moved."""
        return looks.lamps(state)

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        return looks.teaching(self.table(setup))

    def parse_outcome(self, text: str) -> str:
        """Any line of words, so that it can be refused by clause. Raises NotationError for other text."""
        return " ".join(read_words(text))
