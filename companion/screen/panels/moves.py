"""Entering a move or outcome by touch, word by word; cells may be tapped on the board instead."""

from __future__ import annotations

from functools import partial

from companion.locale import sentences
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.view import TableView
from companion.rules.contract import CellId
from companion.screen import theme
from companion.screen.entry import TouchEntry
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Line, Pages, Row

COLUMNS = 3


class MovesPanel(Panel):
    """The words so far, the words that may follow, and *Enter* as soon as they are a move."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.entry = TouchEntry.begin(self.view.touch)
        self._zones = {str(zone.cell): zone.cell for zone in host.game.zones(self.view.setup)}
        self._build()

    @staticmethod
    def key(view: TableView) -> object:
        """What may be entered."""
        return view.touch

    def follow(self, old: Panel, /) -> None:
        """The words that were tapped stay, while the same can be entered."""
        if isinstance(old, MovesPanel) and old.view.touch == self.view.touch:
            self._go_on(old.entry)

    def tap(self, cell: CellId, /) -> bool:
        """A cell of the board is a word like any other."""
        if self.entry.seat is None or cell not in self.entry.next_words:
            return False
        self._go_on(self.entry.say(cell))
        return True

    def _say(self, word: str) -> None:
        self._go_on(self.entry.say(word))

    def _choose_seat(self, seat: str) -> None:
        self._go_on(self.entry.choose_seat(seat))

    def _go_on(self, entry: TouchEntry) -> None:
        self.entry = entry
        self.clear_widgets()
        self._build()
        self.host.mark()

    def _build(self) -> None:
        entry, texts = self.entry, self.texts
        self.cells = tuple(self._zones[word] for word in self._expected_words() if word in self._zones)
        self.add_widget(
            self.head(texts.say("Enter result") if entry.seats == ("",) else texts.say("Enter move"))
        )
        if entry.seats != ("",) and len(entry.seats) > 1:
            self.add_widget(self._seats())
        said = texts.term(" ".join(entry.words)) if entry.words else texts.say("Tap what was done:")
        if self.cells and not entry.complete:
            said = texts.say("{words}: tap the place here or on the board", words=said)
        self.add_widget(Line(sentences.capital(said), size_hint_y=None, height=px(48)))
        self.add_widget(self._words())
        self.add_widget(self._bottom())

    def _expected_words(self) -> tuple[str, ...]:
        return self.entry.words[-1:] if self.entry.complete else self.entry.next_words

    def _seats(self) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        for seat in self.entry.seats:
            row.add_widget(
                BigButton(
                    sentences.capital(self.texts.term(seat)),
                    partial(self._choose_seat, seat),
                    chosen=seat == self.entry.seat,
                    size=theme.SMALL,
                )
            )
        return row

    def _words(self) -> Pages:
        pages = Pages()
        words = self.entry.next_words
        for start in range(0, len(words), COLUMNS):
            row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
            for word in words[start : start + COLUMNS]:
                row.add_widget(
                    BigButton(
                        sentences.capital(self.texts.term(word)),
                        partial(self._say, word),
                        size=theme.SMALL,
                    )
                )
            pages.column.add_widget(row)
        return pages

    def _bottom(self) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH + 6))
        back = self.entry.back()
        row.add_widget(
            BigButton(
                self.texts.say("Back"), lambda: self._go_on(back), off=back == self.entry, size_hint=(0.4, 1)
            )
        )
        row.add_widget(
            BigButton(
                self.texts.say("Enter"),
                self._send,
                off=not self.entry.complete,
                ground=theme.GOOD,
                bold=True,
                size_hint_y=1,
            )
        )
        return row

    def _send(self) -> None:
        move = self.entry.move
        if move.seat:
            self.desk.send(MoveEntered(move.seat, move.text))
        else:
            self.desk.send(OutcomeEntered(move.text))
        self.host.close_panel()
