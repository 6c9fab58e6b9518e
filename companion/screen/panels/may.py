"""*May I?*: asked before a hand moves. Where a piece may go lights up, and a touch elsewhere tells the clause
that forbids it. Nothing that is touched here is entered."""

from __future__ import annotations

from dataclasses import replace

from companion.referee import asked, sentences
from companion.referee.own import shown_state
from companion.referee.view import TableView
from companion.rules.contract import CellId, Look
from companion.rules.may import Scope
from companion.screen import theme
from companion.screen.ahead import Rules
from companion.screen.panels.panel import Host, Panel
from companion.screen.widgets import BigButton, Column, Text

NOWHERE = CellId("")


class MayPanel(Panel):
    """Lists this turn's kinds of moves until a place is touched; then tells what may be done there."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        zones = host.game.zones(self.view.setup)
        self._rules = Rules(host.game, self.view.setup, frozenset(str(zone.cell) for zone in zones))
        self._state = shown_state(host.game, self.view.state)
        self._places = self._rules.places(self._state)
        self.start, self.goal = NOWHERE, NOWHERE
        self._build()

    @staticmethod
    def key(view: TableView) -> object:
        """The position, and what may be done in it."""
        return (view.entries, view.touch)

    def follow(self, old: Panel, /) -> None:
        """Ask the same again."""
        if isinstance(old, MayPanel) and old.view.entries == self.view.entries:
            self.ask(old.start, old.goal)

    def tap(self, cell: CellId, /) -> bool:
        """The first touch asks about what lies there, the next one whether it may go there."""
        able = bool(self._at(self.start).goals)
        if not self.start or cell == self.start or (not able and cell in self._places):
            self.ask(cell)
        else:
            self.ask(self.start, cell)
        return True

    def ask(self, start: CellId, goal: CellId = NOWHERE) -> None:
        """Show what may be done at a place (all places: ""), and whether something may go from there to
        ``goal``."""
        self.start, self.goal = start, goal
        self.alone = bool(start)
        self.cells = self._at(start).goals
        self._build()
        self.host.mark()

    def _at(self, cell: str) -> Scope:
        return self._places.get(cell, Scope())

    def _build(self) -> None:
        self.clear_widgets()
        say = self.texts.say
        self.add_widget(self.head(say("May I?") if self.start else say("What may I do?")))
        column = self.pages().column
        self.wrong = ()
        if not self.start:
            self._list(column)
            return
        if self.goal:
            column.add_widget(self._answer())
        column.add_widget(self._here())
        everything = BigButton(say("What may I do?"), lambda: self.ask(NOWHERE), size=theme.SMALL)
        self.add_widget(everything)

    def _list(self, column: Column) -> None:
        """The kinds of moves of this turn. Whose turn it is stands above, unless several may act."""
        by_seat = asked.kinds(self.view)
        for seat, verbs in by_seat.items():
            if len(by_seat) > 1:
                column.add_widget(Text(sentences.capital(self.texts.seat(seat)), bold=True))
            for verb in verbs:
                column.add_widget(Text(sentences.capital(self.texts.kind(verb))))
        if not by_seat:
            column.add_widget(Text(asked.waited_for(self.texts, self.view)))
        if self._places:
            say = self.texts.say
            column.add_widget(Text(say("Touch a piece, then where it should go."), color=theme.FAINT))

    def _here(self) -> Column:
        """What lies at the place, and what may be done there or why nothing may."""
        card = Column(fixed=True, gap=2, pad=6, ground=theme.PANEL)
        look = self.host.board.looks.get(self.start, Look())
        look = replace(look, base="") if look.pieces else look
        what = sentences.capital(sentences.look(self.texts, look))
        card.add_widget(Text(f"{what} ({self.texts.term(self.start)})", bold=True))
        kinds = self._at(self.start).kinds
        for verb in kinds:
            card.add_widget(Text(sentences.capital(self.texts.kind(verb))))
        if not kinds:
            breach = self._rules.why_not(self._state, self.start)
            reason = self.texts.breach(breach) if breach is not None else ""
            card.add_widget(
                Text(sentences.capital(reason) or self.texts.say("Nothing can be done here now."))
            )
        return card

    def _answer(self) -> Column:
        """Whether something may go from the place to the goal."""
        found = self._rules.ask(self._state, self.start, self.goal)
        legal = found is not None and not found.breaches
        if found is not None:
            lines = asked.answer_lines(self.texts, found)
        else:
            facts = {"start": self.texts.term(self.start), "goal": self.texts.term(self.goal)}
            lines = (self.texts.say("No move leads from {start} to {goal}.", **facts),)
        self.wrong = () if legal else (self.goal,)
        card = Column(fixed=True, gap=2, pad=6, ground=theme.NEUTRAL if legal else theme.BAD)
        for line in lines:
            card.add_widget(Text(line))
        return card
