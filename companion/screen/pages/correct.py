"""An earlier entry is put right: the table as it was then, where people show by touch what was done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.referee import sentences
from companion.referee.events import Corrected, Event, LineEntered, MoveEntered, OutcomeEntered
from companion.referee.view import LineKind, TableView
from companion.rules.match import Entry
from companion.rules.registry import AnyGame
from companion.screen import theme
from companion.screen.desk import Desk
from companion.screen.earlier import EarlierEntry
from companion.screen.pages.table import TablePage
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text

_LATER = (LineKind.MOVE, LineKind.CHANCE, LineKind.ANYWAY)
"""Kinds of entries that are only added, so that what is corrected here still stands."""


class CorrectPage(TablePage):
    """The page of ``desk.earlier``."""

    teaching = True

    def __init__(self, desk: Desk) -> None:
        assert desk.earlier is not None, "an entry is chosen before its page is shown"
        self._earlier: EarlierEntry = desk.earlier
        self._shown = self._earlier.view
        now = desk.controller.view()
        self._asked_then = now.question if now is not None else None
        self._prompt = Column(fixed=True, gap=4)
        super().__init__(desk)

    # -- instead of the table as it is now ----------------------------------------------------------------

    def newest(self) -> TableView:
        """The table as it was then."""
        return self._shown

    def rules_of(self, view: TableView) -> AnyGame:
        """The game by whose rules the match was begun."""
        del view
        return self._earlier.match.game

    def refresh(self, view: TableView | None) -> None:
        """Show the table as it was then, whatever is new; a new question comes first."""
        if view is not None and view.question not in (None, self._asked_then):
            self.desk.go("table")
        else:
            super().refresh(self.newest())

    def send(self, event: Event) -> None:
        """Take what a touch says as what was done then."""
        entries = _entries_of(event)
        if entries:
            self._correct(self._earlier.said(entries))

    def _correct(self, edits: str) -> None:
        now, known = self.desk.controller.view(), len(self._earlier.match.entries)
        if now is not None and all(line.kind in _LATER for line in now.history[known:]):
            known = now.entries
        self.desk.go("table")
        self.desk.send(Corrected(edits, known, "screen"))

    # -- what is said -------------------------------------------------------------------------------------

    def add_head(self, side: Column) -> None:
        """Show what is put right, where the table shows whose turn it is."""
        side.add_widget(self._prompt)

    def tell_head(self, view: TableView) -> None:
        """Say what the match tells, and ask what was done."""
        del view
        if not self._new("prompt", self._earlier.inserts):
            return
        say, column, earlier = self.texts.say, self._prompt, self._earlier
        column.clear_widgets()
        entry = sentences.move(self.texts, earlier.entry.seat, earlier.entry.text)
        column.add_widget(Text(f"{earlier.ref}. {entry}", size=theme.SMALL, color=theme.FAINT))
        asked = (
            say("What was done before it? Show it on the board.")
            if earlier.inserts
            else say("What was done instead? Show it on the board.")
        )
        column.add_widget(Text(asked, ground=theme.ASK, bold=True))
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        if not earlier.inserts:
            if (other := earlier.held_instead(self.desk.controller.exhibits())) is not None:
                move = sentences.move(self.texts, other.seat, other.text)
                act = partial(self._correct, earlier.said((other,)))
                column.add_widget(BigButton(say("Perhaps: {move}", move=move), act, size=theme.SMALL))
            row.add_widget(BigButton(say("It never happened"), self._never, size=theme.SMALL))
            row.add_widget(BigButton(say("One before it is missing"), self._insert, size=theme.SMALL))
        row.add_widget(BigButton(say("Cancel"), self.desk.back, size=theme.SMALL))
        column.add_widget(row)

    def _never(self) -> None:
        self._correct(self._earlier.never())

    def _insert(self) -> None:
        self.desk.earlier = self._earlier = replace(self._earlier, inserts=True)
        self._shown = self._earlier.view
        self.show_panel("situation")


def _entries_of(event: Event) -> Sequence[Entry]:
    match event:
        case MoveEntered() | OutcomeEntered():
            return (event.entry,)
        case LineEntered(entries=entries):
            return tuple(one.entry for one in entries)
    return ()
