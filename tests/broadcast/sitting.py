"""A real session of a real game whose players move at random, without a camera."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from companion.chance import ElectronicDeck, Subject
from companion.referee.events import Event, MoveEntered, OutcomeEntered, UndoAsked
from companion.rules.contract import Over
from companion.rules.match import Match
from companion.rules.registry import find_game
from tests.doubles.table import SessionTable


class Sitting(SessionTable):
    """``play`` lets the people do something; a second passes whenever the clock is read."""

    def __init__(self, seed: int = 1, start: Any = None, name: str = "1", words: str = "") -> None:
        game = find_game("marso")
        setup = game.setup(2, {}) if start is None else game.setup_of(start)
        self.deck = ElectronicDeck(Subject.of(game, "beast-card"), bytes([seed] * 32)).with_words(words)
        match: Match[Any, Any, Any] = Match.begin(game, setup, start, notes=self.deck.head_notes())
        super().__init__(match, sources=[self.deck], name=name, clock=count(0.0).__next__)
        self._chance = random.Random(seed)

    @property
    def over(self) -> bool:
        return isinstance(self.view.pending, Over)

    def play(self, times: int = 1) -> None:
        """One random legal action, ``times`` times; now and then an illegal one first."""
        for _ in range(times):
            if self._chance.random() < 0.1:
                self.session.handle(MoveEntered(self.view.setup.seats[0], "fly trap"))
            self.session.handle(self.action())

    def action(self) -> Event:
        """Something that is legal now."""
        if not self.view.touch:
            return UndoAsked(1)
        chosen = self._chance.choice(self.view.touch)
        return MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text)
