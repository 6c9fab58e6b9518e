"""People at a table of labels: they play legal moves, several at a time, and say nothing to the watcher.

What is legal they ask the rules; what hands do comes from ``Game.handled`` and the effects.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.judge.verdicts import Played, Reason, TakenBack, Unclear, Verdict, Waiting
from companion.referee.watcher import Watcher
from companion.rules.contract import CellId, Chance, Decide, Look, Over, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import AnyGame
from tests.referee_judge.table import LabelTable
from vision.types import Evidence

FRAMES = 10
"""Hand-free frames between two hands."""
SHOWN = {"marso": ("discard",), "arctica": ("play", "drop", "flee", "answer")}
"""Verbs that lay a card on a pile: the next one would hide it, so hands leave and let everybody see it."""

SECRET = frozenset({"deck"})
"""Where a hand means something though nothing changes: nobody reaches there by the way."""


class Party:
    """``truth``: what really happened. ``seen``: what the watcher made of it. ``said``: all its verdicts."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        seed: int,
        *,
        electronic: frozenset[str] = frozenset(),
        options: dict[str, Any] | None = None,
        noise: float = 1.0,
        start: Any = None,
    ) -> None:
        self.game = game
        self.electronic = electronic
        setup = game.setup(seats, options or {})
        self.truth: Match[Any, Any, Any] = Match.begin(game, setup, start)
        self.seen = self.truth
        self.watcher = Watcher(game, electronic)
        self.table = LabelTable(game, setup, seed, noise=noise)
        self.random = random.Random(seed)
        self.said: list[Verdict] = []
        self.answered = 0
        self.cleared = 0
        """How many entries' effects hands have carried out."""
        self.table.lay_all(game.looks(self.truth.state))
        self.table.touched.clear()
        self.draw()
        self.look()

    # -- what the referee does -------------------------------------------------------------------------

    def show(self, frames: Iterable[Evidence]) -> list[Verdict]:
        """Let the watcher see frames, and take its word for what happened, as a session does."""
        verdicts = []
        for frame in frames:
            verdict = self.watcher.see(self.seen, frame)
            verdicts.append(verdict)
            if isinstance(verdict, Played):
                for entry in verdict.entries:
                    self.seen = self.seen.add(entry)
            elif isinstance(verdict, TakenBack):
                self.seen = self.seen.add(Entry(EntryKind.UNDO, count=verdict.count))
            self.draw()
        self.said += verdicts
        return verdicts

    def look(self, frames: int = FRAMES) -> list[Verdict]:
        """Some quiet frames."""
        return self.show(self.table.frames(frames))

    def answer(self) -> None:
        """Wait for a question; if there is one, touch the answer that is true, or enter what is."""
        asked = self.look(70)[-1]
        if not isinstance(asked, Unclear):
            return
        for candidate in asked.candidates:
            played = self.seen
            for entry in candidate:
                played = played.add(entry)
            number = len(played.line)
            if played.state == self.truth.line[number - 1].state:
                self.seen = played
                break
        else:
            self.seen = self.truth
        self.answered += 1
        self.look()

    def hand(self, covered: Iterable[str] = ()) -> list[Verdict]:
        """A hand comes and goes."""
        return self.show(self.table.hand(covered))

    def draw(self) -> None:
        """The electronic deck opens its next card when the referee asks; nothing lies on the table."""
        while isinstance(pending := self.game.pending(self.seen.state), Chance):
            if pending.source not in self.electronic:
                return
            number = len(self.seen.line)
            if number == len(self.truth.line):
                outcome = self.random.choice(self.game.outcomes(self.seen.state))[0]
                self.truth = self.truth.add(Entry(EntryKind.CHANCE, text=self.game.format_outcome(outcome)))
            self.seen = self.seen.add(self.truth.line[number].entry)

    # -- what hands do ---------------------------------------------------------------------------------

    def move(self, text: str, seat: str = "") -> None:
        """Carry out one legal move: the entry becomes true and hands do it. No frame is shown."""
        pending = self.game.pending(self.truth.state)
        assert isinstance(pending, Decide)
        name = seat or self.truth.setup.seats[pending.seats[0]]
        place = Seat(self.truth.setup.seats.index(name))
        handled = self.game.handled(self.truth.state, place, self.game.parse_move(text))
        self.truth = self.truth.add(Entry(EntryKind.MOVE, seat=name, text=text))
        self.table.lay(handled)
        self.table.touched.update(handled)

    def open(self, text: str) -> None:
        """A physical card is turned up (and everything that follows from it is done)."""
        self.truth = self.truth.add(Entry(EntryKind.CHANCE, text=text))
        self.table.lay_all(self.looks())

    def looks(self) -> dict[CellId, Look]:
        """What the position says, without the pieces of the electronic deck."""
        looks = dict(self.game.looks(self.truth.state))
        if self.electronic:
            for cell in ("open:beast", "discard:beast"):
                if CellId(cell) in looks:
                    looks[CellId(cell)] = replace(looks[CellId(cell)], pieces=())
        return looks

    def clear_up(self) -> None:
        """What hands owe after the last entry, in a visit of its own."""
        slots = [
            cell
            for cell in ("discard:hunter:2", "discard:hunter:3")
            if self.table.shown.get(CellId(cell), ("", ()))[1]
        ]
        effects = [effect for played in self.truth.line[self.cleared :] for effect in played.effects]
        self.cleared = len(self.truth.line)
        if not effects and not slots:
            return
        self.hand()
        self.table.clear_up(effects, self.looks())
        for cell in slots:
            self.table.put(cell, ())
        self.look()

    def play(self, entries: int, together: float = 0.6) -> None:
        """Play at random until the game is over or so many entries are true. ``together``: how often the
        same hand goes on with the next small move of its turn."""
        while len(self.truth.line) < entries:
            pending = self.game.pending(self.truth.state)
            if isinstance(pending, Over):
                return
            if isinstance(pending, Chance):
                outcome = self.random.choice(self.game.outcomes(self.truth.state))[0]
                self.open(self.game.format_outcome(outcome))
            else:
                seat = self.random.choice(pending.seats)
                move = self.random.choice(self.game.legal_moves(self.truth.state, seat))
                text = self.game.format_move(move)
                self.move(text, self.truth.setup.seats[seat])
                after = self.game.pending(self.truth.state)
                goes_on = isinstance(after, Decide) and after.seats == pending.seats
                done = self.truth.line[-1].effects or text.startswith(SHOWN[self.game.id])
                if goes_on and not done and self.random.random() < together:
                    continue
            self.hand(self.random.sample(sorted(self.table.zones.keys() - SECRET), 8))
            said = self.look()[-1]
            if isinstance(said, Unclear) or said in (Waiting(Reason.AMBIGUOUS), Waiting(Reason.SETTLING)):
                self.answer()
            self.clear_up()

    # -- what a test asks ------------------------------------------------------------------------------

    def agrees(self) -> bool:
        """Whether all that the referee took in is true (who moved a beast may be told differently)."""
        return all(
            mine.state == theirs.state for mine, theirs in zip(self.seen.line, self.truth.line, strict=False)
        ) and len(self.seen.line) <= len(self.truth.line)

    def stands(self) -> bool:
        """Whether the position that the referee has reached is one that was there, after as many entries: of
        things done in one go nobody can see the order."""
        count = len(self.seen.line)
        return not count or (
            count <= len(self.truth.line) and self.seen.state == self.truth.line[count - 1].state
        )
