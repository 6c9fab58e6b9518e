"""A real session of a real game whose players move at random, without a camera."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from companion.chance import ElectronicDeck, Subject
from companion.judge.judge import Judge
from companion.referee.events import Event, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game


class Notebook:
    """A journal in memory, which says so."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def append(self, *lines: str) -> int:
        self._lines += lines
        return len(self._lines)

    def lines(self) -> Sequence[str]:
        return tuple(self._lines)

    def close(self) -> None:
        pass


class Sitting:
    """``session`` is the real one; ``play`` lets the people do something."""

    def __init__(self, seed: int = 1, start: Any = None, name: str = "1", words: str = "") -> None:
        game = find_game("marso")
        setup = game.setup(2, {}) if start is None else game.setup_of(start)
        self.deck = ElectronicDeck(Subject.of(game, "beast-card"), bytes([seed] * 32)).with_words(words)
        match: Match[Any, Any, Any] = Match.begin(game, setup, start, notes=self.deck.head_notes())
        self._head = format_match(match)
        ticks, self._pages = count(), Notebook()
        self.session = Session(
            "kitchen", name, match, self._pages, Judge(match, frozenset({"beast-card"})), [self.deck],
            lambda: float(next(ticks)),
        )  # fmt: skip
        self._chance = random.Random(seed)

    @property
    def view(self) -> TableView:
        return self.session.view

    @property
    def over(self) -> bool:
        return isinstance(self.view.pending, Over)

    def file(self) -> str:
        """The match file as the journal gives it out."""
        return self._head + "".join(f"{line}\n" for line in self._pages.lines())

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
