"""The game as the other rooms see it: one object for each edition."""

from __future__ import annotations

from functools import lru_cache

from companion.games.arctica.anyway import after_anyway
from companion.games.arctica.attempts import attempts
from companion.games.arctica.edition import Edition
from companion.games.arctica.effects import after_move
from companion.games.arctica.faults import faults
from companion.games.arctica.legal import legal_moves
from companion.games.arctica.looks import handled, lamps, looks, teaching
from companion.games.arctica.moves import FORMS, Move, cells_of, words_of
from companion.games.arctica.position import OPTIONS, ArcticaText
from companion.games.arctica.refusals import broken
from companion.games.arctica.score import over, score
from companion.games.arctica.state import State, initial, make_table
from companion.games.arctica.taps import taps
from companion.games.arctica.zones import directions, zones
from companion.rules.board_game import BoxGame
from companion.rules.contract import (
    CellId,
    Decide,
    Over,
    Setup,
)
from companion.rules.grammar import Grammar
from companion.rules.optional import Direction
from companion.rules.refusals import Broken, told
from companion.rules.text import read_words

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
    first = staticmethod(initial)
    places = staticmethod(zones)
    taught = staticmethod(teaching)
    legal_moves = staticmethod(legal_moves)
    attempts = staticmethod(attempts)
    broken = staticmethod(broken)
    after_move = staticmethod(after_move)
    after_anyway = staticmethod(after_anyway)
    score = staticmethod(score)
    faults = staticmethod(faults)
    looks = staticmethod(looks)
    handled = staticmethod(handled)
    lamps = staticmethod(lamps)
    taps = staticmethod(taps)

    def __init__(self, edition: Edition) -> None:
        super().__init__(edition, make_table)
        self._edition = edition
        words = words_of(edition)
        self.move_text = Grammar(Move, FORMS, words)
        self.text_of = lru_cache(lambda setup: ArcticaText(words, self.table(setup)))

    def pending(self, state: State) -> Decide | Over:
        """Who acts now. It is never chance (no outcome exists)."""
        seat = state.decider()
        if seat is None:
            return over(state)
        return Decide((seat,), state.phase.name)

    def cell_name(self, _: State, cell: int) -> str:
        return self._edition.board.names[cell]

    def impossible(self, state: State, outcome: str) -> tuple[Broken]:
        """Any outcome is refused: nothing is left to chance that the table could see."""
        del state, outcome
        return told("turn.6")

    def directions(self, setup: Setup) -> tuple[Direction, ...]:
        """The six directions in which ice drifts."""
        return directions(self.table(setup).edition)

    def cells_of(self, move: Move) -> tuple[CellId, ...]:
        """The cells that a move names, without the mark for the top of their ice."""
        return tuple(CellId(self._edition.board.names[cell]) for cell in cells_of(move))

    def parse_outcome(self, text: str) -> str:
        """Any line of words, so that it can be refused by clause. Raises NotationError for other text."""
        return " ".join(read_words(text))
