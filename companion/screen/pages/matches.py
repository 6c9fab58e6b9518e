"""All matches that are kept. Unfinished ones can be resumed; those that are over can be looked at and played
again."""

from __future__ import annotations

from functools import partial

from companion.locale import Texts
from companion.ports.errors import ControllerError
from companion.referee.sentences import capital, moment
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.keeping import KeptMatch
from companion.screen.pages.opening import resume, wish_again
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text

PAGE = 20
"""Matches on one page, so that a long list is not built at once."""


def match_label(desk: Desk, match: KeptMatch) -> str:
    """A match in two lines, with its number, as no other match has it."""
    texts = Texts(desk.texts.language, match.game, dict(match.names))
    title = texts.say(desk.game(match.game).title)
    length = texts.count("{n} entry", "{n} entries", match.entries)
    seats = capital(", ".join(map(texts.seat, match.seats)))
    started = moment(match.started, texts.language)
    return f"{title}, № {match.match}, {started}\n{seats}: {length}"


class MatchesPage(Page):
    """``desk.about``: ``finished`` for the matches that are over; otherwise those that are not."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._asked = ""
        self._first = 0
        self._finished = desk.about == "finished"
        self._build()

    def follow(self, old: Page, /) -> None:
        """Show the same part of the list, with the same question."""
        if isinstance(old, MatchesPage):
            self._asked, self._first = old._asked, old._first
            self._build()

    def _build(self) -> None:
        self.clear_widgets()
        say = self.texts.say
        self.add_widget(self.head(say("Matches")))
        tabs = Row(size_hint_y=None, height=px(theme.TOUCH))
        for text, finished in ((say("Not finished"), False), (say("Finished"), True)):
            act = partial(self._choose, finished)
            tabs.add_widget(BigButton(text, act, chosen=finished == self._finished))
        tabs.add_widget(BigButton(say("Statistics"), partial(self.desk.go, "statistics")))
        self.add_widget(tabs)
        if self.desk.notice is not None:
            self.add_widget(Text(self.texts.message(self.desk.notice), ground=theme.BAD, least=44))
        pages = Pages(gap=8)
        self.add_widget(pages)
        try:
            matches = self._matches()
        except ControllerError as error:
            pages.column.add_widget(Text(self.texts.message(error.text), ground=theme.BAD))
            return
        self._fill(pages.column, matches)

    def _matches(self) -> tuple[KeptMatch, ...]:
        controller = self.desk.controller
        return controller.keeper.finished() if self._finished else controller.unfinished()

    def _fill(self, column: Column, matches: tuple[KeptMatch, ...]) -> None:
        if not matches:
            column.add_widget(Text(self.texts.say("There are none yet.")))
        for match in matches[self._first : self._first + PAGE]:
            column.add_widget(self._asking(match) if match.match == self._asked else self._row(match))
        if len(matches) > PAGE:
            row = Row(fixed=True)
            newer, older = self._first - PAGE, self._first + PAGE
            row.add_widget(BigButton(self.texts.say("Newer"), partial(self._turn, newer), off=newer < 0))
            row.add_widget(
                BigButton(self.texts.say("Older"), partial(self._turn, older), off=older >= len(matches))
            )
            column.add_widget(row)
        unknown = 0 if self._finished else self.desk.controller.unknown()
        if unknown:
            said = self.texts.count(
                "{n} more match is of a game that is not installed.",
                "{n} more matches are of games that are not installed.",
                unknown,
            )
            column.add_widget(Text(said, color=theme.FAINT, size=theme.SMALL))

    def _row(self, match: KeptMatch) -> Column:
        """A match, and what can be done with it."""
        say = self.texts.say
        block = Column(fixed=True, gap=4, pad=4, ground=theme.PANEL)
        block.add_widget(Text(match_label(self.desk, match), size=theme.SMALL))
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        if self._finished:
            act = partial(self.desk.go, "replay", match.match)
            row.add_widget(BigButton(say("Look at it"), act, ground=theme.CHOSEN, size=theme.SMALL))
            row.add_widget(BigButton(say("Play it again"), partial(self._again, match), size=theme.SMALL))
        else:
            row.add_widget(BigButton(say("Go on"), partial(self._resume, match), ground=theme.GOOD))
        row.add_widget(BigButton(say("Delete"), partial(self._ask, match.match), size=theme.SMALL))
        block.add_widget(row)
        return block

    def _asking(self, match: KeptMatch) -> Column:
        say = self.texts.say
        block = Column(fixed=True, gap=4, pad=4, ground=theme.ASK)
        block.add_widget(Text(match_label(self.desk, match), size=theme.SMALL))
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(say("Delete this match for good?"), bold=True))
        row.add_widget(BigButton(say("Yes, delete it"), partial(self._delete, match), ground=theme.BAD))
        row.add_widget(BigButton(say("No"), partial(self._ask, "")))
        block.add_widget(row)
        return block

    def _choose(self, finished: bool) -> None:
        self._finished, self._asked, self._first, self.desk.notice = finished, "", 0, None
        self.desk.about = "finished" if finished else ""
        self._build()

    def _turn(self, first: int) -> None:
        self._first = first
        self._build()

    def _ask(self, match: str) -> None:
        self._asked = match
        self._build()

    def _resume(self, match: KeptMatch) -> None:
        if not resume(self.desk, match):
            self._build()

    def _again(self, match: KeptMatch) -> None:
        try:
            wish_again(self.desk, match)
        except ControllerError as error:
            self.desk.notice = error.text
            self._build()
            return
        self.desk.go("begin")

    def _delete(self, match: KeptMatch) -> None:
        try:
            self.desk.controller.keeper.delete_match(match.match)
        except ControllerError as error:
            self.desk.notice = error.text
        else:
            self.desk.notice = None
        self._asked = ""
        self._build()
