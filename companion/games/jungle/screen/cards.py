"""Telling an opened card with one touch: press its symbol, slide to its colour, lift. Two taps do, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.games.jungle.screen import symbols
from companion.games.jungle.state import State
from companion.games.jungle.words import SPECIAL
from companion.locale import Texts
from companion.referee.sentences import capital
from companion.screen import theme
from companion.screen.theme import TOUCH, px
from companion.screen.widgets import BigButton, Column, Row, rested

COLUMNS = 5
"""Symbols beside each other: each is wide enough for a finger at 800 x 480."""


class CardPicker(Column):
    """``told`` is called with the card's name. Cards of which no copy can come any more are off.

    A pressed symbol shows its colours in the next row, in the place of the symbols there: so nothing moves
    under the finger. Tapped once more, it hides them.
    """

    def __init__(self, texts: Texts, state: State, told: Callable[[str], None]) -> None:
        super().__init__(fixed=True, gap=4)
        self._texts = texts
        self._told = told
        names = state.table.edition.names
        self._names = [name for number, name in enumerate(names) if state.table.copies[number]]
        self._left = {name for number, name in enumerate(names) if state.unaccounted(number) > 0}
        self._rows = [_row(some) for some in self._buttons()]
        self.symbol = ""
        """Whose colours are shown."""
        self._colours: Row | None = None
        self.open("")

    def open(self, symbol: str) -> None:
        """Show the colours of a symbol; "": of none."""
        self.symbol = symbol
        cards = self._coloured(symbol)
        self._colours = _row([self._card(name) for name in cards]) if cards else None
        at = next((n for n, row in enumerate(self._rows) if symbol in {b.name for b in row.children}), 0)
        beside = at + 1 if at + 1 < len(self._rows) else at - 1
        self.clear_widgets()
        for number, row in enumerate(self._rows):
            self.add_widget(self._colours if self._colours is not None and number == beside else row)

    def point(self, x: float, y: float) -> None:
        """A finger slides over this point of the window."""
        for button in self._colours.children if self._colours is not None else ():
            button.paint(theme.BUTTON_DOWN if _covers(button, x, y) else theme.BUTTON)

    def lift(self, x: float, y: float) -> None:
        """A finger that slid here is lifted."""
        for button in self._colours.children if self._colours is not None else ():
            if _covers(button, x, y) and not button.disabled:
                self._told(button.name)

    def _buttons(self) -> list[list[PictureButton]]:
        """The symbols of the edition, then its special cards, row by row."""
        plain = [name.rpartition("-")[0] for name in self._names if name not in SPECIAL]
        buttons: list[PictureButton] = [
            SymbolButton(
                self,
                symbol,
                capital(self._texts.term(symbol)),
                symbols.symbol_picture(symbol) if symbols.has_picture(f"{symbol}-red") else None,
                off=not self._left.intersection(self._coloured(symbol)),
            )
            for symbol in dict.fromkeys(plain)
        ]
        buttons += [self._card(name) for name in SPECIAL if name in self._names]
        return [buttons[start : start + COLUMNS] for start in range(0, len(buttons), COLUMNS)]

    def _coloured(self, symbol: str) -> list[str]:
        """The cards of a symbol."""
        return [name for name in self._names if symbol and name.rpartition("-")[0] == symbol]

    def _card(self, name: str) -> PictureButton:
        colour = name.rpartition("-")[2] if name not in SPECIAL else ""
        return PictureButton(
            name,
            capital(self._texts.term(colour or name)),
            symbols.card_picture(name) if symbols.has_picture(name) else None,
            partial(self._told, name),
            off=name not in self._left,
            titled=bool(colour),
        )


class PictureButton(BigButton):
    """A button that shows a picture of ``name``; where there is none, or below it if ``titled``, ``label``:
    a colour is told by its word, too."""

    def __init__(
        self,
        name: str,
        label: str,
        picture: Any,
        act: Callable[[], object],
        off: bool = False,
        titled: bool = False,
    ) -> None:
        shown = picture is None or titled
        size = theme.TINY if picture is not None else theme.SMALL
        super().__init__(label if shown else "", act, off=off, size=size, size_hint_y=1)
        self.name = name
        self._below = px(20 if titled else 0)
        self._picture: Any = None
        if picture is not None:
            self.padding = (0, px(TOUCH - 20) if titled else 0, 0, 0)
            with self.canvas.after:
                Color(1, 1, 1, 0.25 if off else 1)
                self._picture = Rectangle(texture=picture)
            self.bind(pos=self._move_picture, size=self._move_picture)

    def _move_picture(self, *_: object) -> None:
        side = min(self.width, self.height - self._below) - px(4)
        self._picture.size = (side, side)
        left, bottom = self.x + (self.width - side) / 2, self.y + self._below
        self._picture.pos = (left, bottom + (self.height - self._below - side) / 2)


class SymbolButton(PictureButton):
    """A symbol: pressed, it opens its colours, and the finger may slide on to one of them."""

    def __init__(self, picker: CardPicker, name: str, label: str, picture: Any, off: bool) -> None:
        super().__init__(name, label, picture, self._tapped, off=off)
        self._picker = picker
        self._shut = False

    def on_press(self) -> None:
        """Open the colours at once."""
        super().on_press()
        self._shut = self._picker.symbol == self.name
        self._picker.open(self.name)

    def on_touch_move(self, touch: Any) -> bool:
        """Show which colour would be told."""
        if touch is self._finger and touch.grab_current is self:
            self._picker.point(*self.to_window(*touch.pos))
        return bool(super().on_touch_move(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """Lifted elsewhere: on a colour it tells the card."""
        mine = touch is self._finger and touch.grab_current is self
        used = bool(super().on_touch_up(touch))
        if mine and not self.collide_point(*touch.pos) and not rested(touch):
            self._picker.lift(*self.to_window(*touch.pos))
        return used

    def _tapped(self) -> None:
        """Tapped again: the colours are hidden."""
        self._picker.open("" if self._shut else self.name)


def _row(buttons: Sequence[PictureButton]) -> Row:
    row = Row(size_hint_y=None, height=px(TOUCH), gap=4)
    for button in buttons:
        row.add_widget(button)
    return row


def _covers(button: PictureButton, x: float, y: float) -> bool:
    """Whether a point of the window is on it."""
    return bool(button.collide_point(*button.to_widget(x, y)))
