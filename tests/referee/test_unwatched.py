"""People play on while nobody watches: the camera hangs, or its process dies. Expected: what they did.

Simulated people at a drawn table; pictures are taken only while somebody watches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.chance import ElectronicDeck, Subject
from companion.judge.judge import Judge
from companion.referee.events import Answered, CameraNamed, Photographed, Seen
from companion.referee.spots import mat_for, spots_of, taught_looks
from companion.referee.view import TableView
from companion.rules.contract import Certainty, Chance, Lamp, Look
from companion.rules.match import Match
from companion.simulator.habits import Habits
from companion.simulator.hands import Span
from companion.simulator.lamps import LampBoard
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Scene
from companion.simulator.setting import setting_of
from tests.doubles.table import SessionTable
from vision.photographs import photographed
from vision.process.rejoining import Rejoining
from vision.recognition.likeness import Likeness
from vision.types import Frame
from vision.watching import TableWatcher

FRAME = 0.1
ENOUGH = 60.0
"""Seconds at a table at rest until the referee must have said something."""


class Sitting:
    """A table of marso whose beast cards the machine draws, the people at it and their referee."""

    def __init__(self, seed: int) -> None:
        self._setting = setting = setting_of("marso", 2, {})
        game = setting.game
        self._lamps = LampBoard(game)
        self._renderer = setting.renderer(PROFILES["easy"], seed)
        self._spots, self._mat = spots_of(game.zones(setting.setup)), mat_for(game)
        self.people = People(setting, seed, Habits(pace=2.0, peeks=0.0), game.electronic, self._read)
        self._play = self.people.play()
        match: Match[Any, Any, Any] = Match.begin(game, setting.setup)
        decks = [ElectronicDeck(Subject.of(game, source), bytes([seed] * 32)) for source in game.electronic]
        judge = Judge(match, frozenset(game.electronic), Likeness(self._spots))
        self.now, self._number = 0.0, 0
        self.session = SessionTable(match, judge, decks, clock=lambda: self.now).session
        for image, position in setting.lessons(setting.renderer(PROFILES["easy"], seed), seed):
            view = photographed(image, self._spots, self._mat, None)
            assert view is not None
            looks = taught_looks(game, setting.setup, game.parse_position(position))
            self.session.handle(Photographed(view, looks))
        self.session.handle(CameraNamed("drawn", simulated=True))
        self.session.subscribe(self._show)
        self._rejoining = Rejoining()
        self.begin_watching()

    def _read(self, possible: Any) -> Any:
        return self._lamps.read(self.people.state, possible)

    def _show(self, view: TableView) -> None:
        self._lamps.show(tuple(Lamp(lamp.colour, lamp.pattern, lamp.due) for lamp in view.lamps))

    def begin_watching(self) -> None:
        """A new process for pictures."""
        self._watcher = TableWatcher(self._spots, self._mat)

    def watch(self, seconds: float) -> None:
        """People do nothing, and pictures are taken."""
        self.look(Span(seconds, self.people.table.scene()))

    def look(self, span: Span) -> None:
        """Pictures of what people do."""
        steps = max(1, round(span.seconds / FRAME))
        for step in range(steps):
            self.now += span.seconds / steps
            self._see(span.scene((step + 1) / steps))

    def _see(self, scene: Scene) -> None:
        image = self._renderer.frame(replace(scene, lamps=self._lamps.lamps))
        self._number += 1
        glance = self._rejoining.see(self._watcher.read(Frame(self._number, self.now, image)))
        self.session.handle(Seen(glance))

    def play_round(self) -> int:
        """People play, unwatched, until they wait for the lamps; how many entries that made."""
        before = len(self.people.match.entries)
        for span in self._play:
            self.now += span.seconds
            if self._waiting() and len(self.people.match.entries) > before + 1:
                break
        return len(self.people.match.entries) - before

    def _waiting(self) -> bool:
        pending = self.people.game.pending(self.people.state)
        return isinstance(pending, Chance) and pending.source in self.people.game.electronic

    def follow(self) -> list[str]:
        """The table lies at rest until the machine draws; people answer. What they were asked."""
        asked, drawn, until = [], self._draws(), self.now + ENOUGH
        while self._draws() == drawn and self.now < until:
            self.watch(FRAME)
            question = self.session.view.question
            if question is not None:
                asked.append(question.text.key)
                self.session.handle(Answered(question.number, self._true()))
        return asked

    def _draws(self) -> int:
        return sum(not entry.seat for entry in self.session.match.entries)

    def _true(self) -> str:
        """The answer that says what was played; else the likeliest, of people who do not remember a card."""
        done = sum(bool(entry.seat) for entry in self.session.match.entries)
        moves = [entry.text for entry in self.people.match.entries if entry.seat][done:]
        answers = {key: [entry.text for entry in said] for key, said in self.session.answers.items() if said}
        assert answers, "a question that nobody can answer"
        return next((key for key, said in answers.items() if said == moves[: len(said)]), next(iter(answers)))

    def lies(self) -> dict[str, Look]:
        """What a camera can see of what the referee believes, but for the card that it drew since."""
        match = self.session.match
        state = next((p.state for p in reversed(match.line) if p.entry.seat), match.start)
        return seen_of(self.people.game, state)


def seen_of(game: Any, state: Any) -> dict[str, Look]:
    """The looks of a position that a camera can see."""
    return {cell: look for cell, look in game.looks(state).items() if look.certainty is Certainty.SEEN}


@pytest.mark.parametrize(
    "restarted",
    [pytest.param(True, id="process-died"), pytest.param(False, marks=pytest.mark.soak, id="camera-hung")],
)
@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_what_was_played_meanwhile_is_followed(seed: int, restarted: bool) -> None:
    """A whole round: cards came and went, hunters and beasts moved, and nobody saw a hand. ``make soak``
    plays another one: a round costs ten seconds of processor."""
    table = Sitting(seed)
    table.watch(1.5)
    assert table.play_round() >= 6
    if restarted:
        table.begin_watching()
    table.follow()
    assert table.lies() == seen_of(table.people.game, table.people.state)
