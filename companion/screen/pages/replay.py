"""Goes through a match on the board, back and forth: a match that is over, or the one that is being played.

It shows only what the public could know. The match is read little by little, so that a long one holds nobody
up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.uix.slider import Slider

from companion.locale import Texts
from companion.ports.errors import ControllerError
from companion.referee import sentences
from companion.referee.moments import views_of
from companion.referee.view import TableView
from companion.rules.contract import Over, RulesError
from companion.screen import theme, tuning
from companion.screen.boards import board_for
from companion.screen.desk import Desk, Page
from companion.screen.moment import with_totem
from companion.screen.panels.score import seat_block
from companion.screen.panels.situation import COLOURS
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Pages, Row, Text

AT_ONCE = tuning.number("replay.at_once")
"""Seconds for which it reads between two frames."""
PACE = tuning.number("replay.pace")
"""Seconds for which each moment is shown while it runs."""
BEFORE = 6
"""So many earlier lines of the history stand below the line that is shown."""


class ReplayPage(Page):
    """``desk.about``: the number of a match."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=6, gap=4)
        self.match = desk.about
        self.moments: list[TableView] = []
        self.at = 0
        self.said = ""
        self._follow = True
        self._board: Any = None
        self.clear_widgets()
        self.add_widget(self.head(self.texts.say("History")))
        self._body = Beside(gap=6)
        self.add_widget(self._body)
        self.add_widget(self._strip())
        self._pace = Clock.create_trigger(self._next, PACE, interval=True)
        self._reading = self._begin()
        self._beat = Clock.schedule_interval(self._read, 0)

    def leave(self) -> None:
        """Stop reading."""
        self._beat.cancel()
        self._pace.cancel()

    def follow(self, old: Page, /) -> None:
        """Show the same moment."""
        if isinstance(old, ReplayPage):
            self._follow = old._follow
            self.at = old.at
            self.said = old.said

    def refresh(self, view: TableView | None) -> None:
        """Leave for the table if it has a question: that comes first."""
        if view is not None and view.match == self.match and view.question is not None:
            self.desk.go("table")

    # -- reading --------------------------------------------------------------------------------------

    def _begin(self) -> Iterator[TableView]:
        keeper = self.desk.controller.keeper
        try:
            text = keeper.match_text(self.match)
            game = keeper.game_of(self.match)
            names = keeper.names(keeper.seated(self.match))
        except ControllerError as error:
            self._tell(self.texts.message(error.text))
            return iter(())
        self.texts = Texts(self.texts.language, game.id, names)
        self._game = game
        return views_of(text, game)

    def _read(self, _seconds: float) -> None:
        end, before = time.monotonic() + AT_ONCE, len(self.moments)
        try:
            for view in self._reading:
                self.moments.append(view)
                if time.monotonic() > end:
                    break
            else:
                self._beat.cancel()
        except RulesError as error:
            self._beat.cancel()
            self._tell(self.texts.say("From here on the match cannot be read: {reason}.", reason=str(error)))
        if len(self.moments) > before:
            self._slider.max = max(1, len(self.moments) - 1)
            if self._follow:
                self.at = len(self.moments) - 1
            if self.at < len(self.moments):
                self.show(self.at)

    # -- the strip ------------------------------------------------------------------------------------

    def _strip(self) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        knob = px(theme.TOUCH)
        self._slider = Slider(min=0, max=1, step=1, cursor_size=(knob, knob), padding=knob / 2)
        for text, step in (("|<", -1_000_000), ("<", -1)):
            row.add_widget(self._stepper(text, step))
        row.add_widget(self._slider)
        run = BigButton("", self._run, icon="play", size_hint_x=None, width=px(72))
        row.add_widget(run, index=len(row.children))
        for text, step in ((">", 1), (">|", 1_000_000)):
            row.add_widget(self._stepper(text, step))
        self._slider.bind(value=lambda _slider, value: self._slid(round(value)))
        return row

    def _stepper(self, text: str, step: int) -> BigButton:
        act = partial(self._step, step)
        return BigButton(text, act, bold=True, size=theme.BIG, size_hint_x=None, width=px(72))

    def _step(self, by: int) -> None:
        if self.moments:
            self._follow = False
            self.show(min(max(0, self.at + by), len(self.moments) - 1))

    def _run(self) -> None:
        """Show one moment after the other, or stop."""
        running = self._pace.is_triggered
        self._pace.cancel()
        if not running and self.moments:
            if self.at == len(self.moments) - 1:
                self._step(-self.at)
            self._pace()

    def _next(self, _seconds: float) -> None:
        self._step(1)
        if self.at == len(self.moments) - 1:
            self._run()

    def _slid(self, value: int) -> None:
        if self.moments and value != self.at and value < len(self.moments):
            self._follow = False
            self.show(value)

    # -- a moment -------------------------------------------------------------------------------------

    def show(self, at: int) -> None:
        """Show one moment."""
        self.at = at
        self._slider.value = at
        view = with_totem(self.moments[at])
        if self._board is None:
            self._board = board_for(self.texts, self._game, view, self._game.zones(view.setup))
            self._board.on_cell = lambda _cell: self._board.show_whole(not self._board.whole)
            self._side = Column(gap=4)
            self._body.add(self._board, 1.0)
            self._body.add(self._side, 0.72)
        self._board.tell(view)
        self._board.show(self._game.looks(view.state))
        self._board.mark(restore=view.ruling.cells if view.ruling else ())
        self._side.clear_widgets()
        pages = Pages()
        self._side.add_widget(pages)
        self._fill(pages.column, view)
        self._side.add_widget(self._ways())

    def _fill(self, column: Column, view: TableView) -> None:
        say = self.texts.say
        if self.said:
            column.add_widget(Text(self.said, ground=theme.PANEL, size=theme.SMALL))
        place = say("Entry {number} of {all}", number=view.entries, all=self.moments[-1].entries)
        column.add_widget(Text(place, size=theme.SMALL, color=theme.FAINT))
        if view.ruling is not None:
            card = Column(fixed=True, gap=2, pad=6, ground=COLOURS[view.ruling.kind])
            title = say(sentences.RULING_TITLES[view.ruling.kind])
            card.add_widget(Text(title, bold=True))
            for told in sentences.ruling_lines(self.texts, view.ruling):
                card.add_widget(Text(told))
            column.add_widget(card)
        for effect in dict.fromkeys(view.to_do):
            column.add_widget(Text(sentences.effect_line(self.texts, effect), size=theme.SMALL))
        if isinstance(view.pending, Over):
            for seat in view.seats:
                column.add_widget(seat_block(self.texts, view, seat))
        for line in reversed(view.history[-BEFORE - 1 : -1]):
            text = f"{line.number}. {sentences.history_line(self.texts, line)}"
            column.add_widget(Text(text, size=theme.TINY, color=theme.FAINT))

    def _ways(self) -> Row:
        """Buttons to export the match."""
        keeper, say = self.desk.controller.keeper, self.texts.say
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        row.add_widget(BigButton(say("Save a file"), self._export, size=theme.SMALL))
        for stick in keeper.sticks()[:1]:
            text = say("Copy to {stick}", stick=stick)
            row.add_widget(BigButton(text, partial(self._export, stick), size=theme.SMALL))
        return row

    def _export(self, stick: str = "") -> None:
        try:
            path = self.desk.controller.keeper.export(self.match, stick)
        except ControllerError as error:
            self._tell(self.texts.message(error.text))
        else:
            self._tell(self.texts.say("Saved as {path}", path=path))

    def _tell(self, said: str) -> None:
        self.said = said
        if self.moments:
            self.show(self.at)
        else:
            self._body.clear_widgets()
            self._body.add(Text(said, ground=theme.BAD), 1.0)
