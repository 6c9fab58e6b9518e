"""The window that says why the program cannot start, because a kiosk has no terminal."""

from __future__ import annotations

from collections.abc import Callable

from kivy.app import App
from kivy.core.window import Window

from companion.locale import Texts
from companion.screen import theme
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Pages, Row, Text


class FaultScreen(App):
    """One sentence and two buttons. ``again``: whether people want to try again."""

    title = "Companion"

    def __init__(self, sentence: str, texts: Texts, drawn: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self._sentence = sentence
        self._texts = texts
        self._drawn = drawn
        self.again = False

    def build(self) -> Column:
        """The page."""
        say = self._texts.say
        Window.bind(on_flip=self._flipped)
        page = Column(pad=16, gap=12, ground=theme.BACKGROUND)
        page.add_widget(Text(say("Companion cannot start"), size=theme.BIG + 8, bold=True))
        pages = Pages()
        pages.column.add_widget(Text(self._sentence, size=theme.BIG, ground=theme.PANEL))
        page.add_widget(pages)
        row = Row(size_hint_y=None, height=px(theme.TOUCH + 8))
        row.add_widget(BigButton(say("Try again"), self._try, ground=theme.GOOD, size_hint_y=1))
        row.add_widget(BigButton(say("Close"), self.stop, size_hint_y=1))
        page.add_widget(row)
        return page

    def on_stop(self) -> None:
        """Let go of the window."""
        Window.unbind(on_flip=self._flipped)

    def _try(self) -> None:
        self.again = True
        self.stop()

    def _flipped(self, *_: object) -> None:
        self._drawn()


def run(sentence: str, texts: Texts, drawn: Callable[[], None]) -> bool:
    """See :func:`companion.screen.pages.start.show_fault`."""
    screen = FaultScreen(sentence, texts, drawn)
    screen.run()
    return screen.again
