"""Telling an opened card: its symbol, then its colour, or a special card. Two taps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle

from companion.locale import Texts
from companion.locale.sentences import capital
from companion.rules.jungle.screen import symbols
from companion.rules.jungle.state import State
from companion.rules.jungle.words import SPECIAL
from companion.screen import theme
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row

COLUMNS = 6


class CardPicker(Column):
    """``told`` is called with the card's name. Cards of which no copy can come any more are off."""

    def __init__(self, texts: Texts, state: State, told: Callable[[str], None]) -> None:
        super().__init__(fixed=True, gap=4)
        self._texts = texts
        self._told = told
        self._names = [
            name for number, name in enumerate(state.table.edition.names) if state.table.copies[number]
        ]
        self._left = {
            name for number, name in enumerate(state.table.edition.names) if state.unaccounted(number) > 0
        }
        self._build()

    def _build(self) -> None:
        """The symbols of the edition, then its special cards."""
        self.clear_widgets()
        plain = [name for name in self._names if name not in SPECIAL]
        by_symbol = dict.fromkeys(name.rpartition("-")[0] for name in plain)
        buttons = [
            PictureButton(
                symbol,
                capital(self._texts.term(symbol)),
                symbols.symbol_picture(symbol) if symbols.has_picture(f"{symbol}-red") else None,
                partial(self._choose_colour, symbol),
                off=not self._coloured(symbol),
            )
            for symbol in by_symbol
        ]
        self._fill(buttons)
        special = Row(fixed=True, gap=4)
        for name in SPECIAL:
            if name in self._names:
                special.add_widget(self._card(name))
        self.add_widget(special)

    def _coloured(self, symbol: str) -> list[str]:
        """The cards of a symbol that can still come."""
        return [name for name in self._names if name.rpartition("-")[0] == symbol and name in self._left]

    def _choose_colour(self, symbol: str) -> None:
        self.clear_widgets()
        row = Row(fixed=True, gap=4)
        for name in self._names:
            if name.rpartition("-")[0] == symbol:
                row.add_widget(self._card(name, height=px(96)))
        self.add_widget(row)
        self.add_widget(BigButton(self._texts.say("Another symbol"), self._build))

    def _card(self, name: str, height: float | None = None) -> PictureButton:
        picture = symbols.card_picture(name) if symbols.has_picture(name) else None
        label = capital(self._texts.term(name))
        return PictureButton(
            name,
            label,
            picture,
            partial(self._told, name),
            off=name not in self._left,
            height=height or px(theme.TOUCH),
        )

    def _fill(self, buttons: list[PictureButton]) -> None:
        for start in range(0, len(buttons), COLUMNS):
            row = Row(fixed=True, gap=3)
            for button in buttons[start : start + COLUMNS]:
                row.add_widget(button)
            self.add_widget(row)


class PictureButton(BigButton):
    """A button that shows a picture of ``name``; where there is none, ``label``."""

    def __init__(
        self,
        name: str,
        label: str,
        picture: Any,
        act: Callable[[], object],
        off: bool = False,
        height: float | None = None,
    ) -> None:
        super().__init__(
            "" if picture is not None else label,
            act,
            off=off,
            size=theme.SMALL,
            size_hint_y=None,
            height=px(theme.TOUCH) if height is None else height,
        )
        self.name = name
        self._picture: Any = None
        if picture is not None:
            with self.canvas.after:
                Color(1, 1, 1, 0.25 if off else 1)
                self._picture = Rectangle(texture=picture)
            self.bind(pos=self._move_picture, size=self._move_picture)

    def _move_picture(self, *_: object) -> None:
        side = min(self.width, self.height) - px(4)
        self._picture.size = (side, side)
        self._picture.pos = (self.x + (self.width - side) / 2, self.y + (self.height - side) / 2)
