"""Home: a picture for each game, the unfinished match at the top, and the way to everything else."""

from __future__ import annotations

import math
from functools import partial

from companion.locale import LANGUAGE_NAMES, LANGUAGES, Texts
from companion.ports.errors import ControllerError
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.keeping import KeptMatch
from companion.screen.pages.covers import CoverButton
from companion.screen.pages.matches import match_label
from companion.screen.pages.opening import choose_game, resume
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Pages, Row, Text

_MOST_BESIDE = 3
"""Most pictures beside each other. More games make more rows, which can be scrolled."""
_LEAST_PICTURE = 110
"""Height of a picture with its title."""


class HomePage(Page):
    """Two taps lead to a table: a picture, then *Begin the game*."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        if self.desk.notice is not None:
            self.add_widget(Text(self.texts.message(self.desk.notice), ground=theme.BAD, least=44))
        keeper, updates = self.desk.controller.keeper, self.desk.controller.updates
        for trouble in filter(
            None, (keeper.players_trouble(), keeper.preferences_trouble(), updates.trouble)
        ):
            self.add_widget(Text(self.texts.message(trouble), size=theme.SMALL, ground=theme.BAD))
        try:
            unfinished = self.desk.controller.unfinished()
        except ControllerError as error:
            unfinished = ()
            self.add_widget(Text(self.texts.message(error.text), ground=theme.BAD))
        if unfinished:
            self.add_widget(self._go_on(unfinished))
        for offer in [offer for offer in updates.offers() if offer.newer][-1:]:
            label = self.texts.message(offer.label)
            self.add_widget(
                BigButton(
                    label,
                    partial(self.desk.go, "settings"),
                    size_hint_y=None,
                    height=px(theme.TOUCH),
                    size=theme.SMALL,
                )
            )
        self.add_widget(self._games())
        self.add_widget(self._ways())

    def _go_on(self, unfinished: tuple[KeptMatch, ...]) -> Row:
        """The newest match that is not finished; all others are behind one button."""
        row = Row(size_hint_y=None, height=px(2 * theme.TOUCH if theme.cramped() else theme.TOUCH + 8))
        newest = unfinished[0]
        said = self.texts.say("Go on: {match}", match=match_label(self.desk, newest))
        row.add_widget(
            BigButton(said, partial(self._resume, newest), ground=theme.GOOD, size=theme.SMALL, size_hint_y=1)
        )
        if len(unfinished) > 1:
            more = self.texts.count("{n} more not finished", "{n} more not finished", len(unfinished) - 1)
            row.add_widget(
                BigButton(
                    more,
                    partial(self.desk.go, "matches"),
                    size=theme.SMALL,
                    size_hint_x=None,
                    size_hint_y=1,
                    width=px(190),
                )
            )
        return row

    def _resume(self, match: KeptMatch) -> None:
        if not resume(self.desk, match):
            self._build()

    def _games(self) -> Pages | Column:
        names = list(self.desk.controller.games())
        beside = 2 if theme.upright() else min(_MOST_BESIDE, max(1, math.ceil(len(names) / 2)))
        rows = math.ceil(len(names) / beside)
        pages = Pages() if rows > (3 if theme.upright() else 2) else None
        column = pages.column if pages is not None else Column(gap=8)
        for start in range(0, len(names), beside):
            row = Row(gap=8) if pages is None else Row(gap=8, size_hint_y=None, height=px(_LEAST_PICTURE))
            for name in names[start : start + beside]:
                title = Texts(self.texts.language, name).say(self.desk.game(name).title)
                row.add_widget(CoverButton(name, title, partial(self._choose, name)))
            column.add_widget(row)
        return pages or column

    def _choose(self, name: str) -> None:
        if name != self.desk.wishes.game:
            choose_game(self.desk, name)
        self.desk.notice = None
        self.desk.go("begin")

    def _ways(self) -> Column:
        """Other pages, and the next language by its own name, for whoever cannot read this one."""
        say, go = self.texts.say, self.desk.go
        following = LANGUAGES[(LANGUAGES.index(self.texts.language) + 1) % len(LANGUAGES)]
        ways = (
            (say("Matches"), partial(go, "matches")),
            (say("Set up"), partial(go, "wizard")),
            (say("Settings"), partial(go, "settings")),
            (say("About"), partial(go, "about")),
            (LANGUAGE_NAMES[following], partial(self.desk.set_language, following)),
        )
        beside = 2 if theme.cramped() else 3 if theme.upright() else len(ways)
        rows = Column(fixed=True)
        for start in range(0, len(ways), beside):
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            for text, act in ways[start : start + beside]:
                row.add_widget(BigButton(text, act, size=theme.SMALL))
            rows.add_widget(row)
        return rows
