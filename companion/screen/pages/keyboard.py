"""Letters to tap, in three alphabets; every key is at least 10 mm wide. A real keyboard types, too."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.core.window import Window

from companion.locale import Texts
from companion.screen import theme
from companion.screen.pages.focus import SPACE
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row

LAYOUTS = {
    "en": ("qwertyuiop", "asdfghjkl", "zxcvbnm'-"),
    "uk": ("йцукенгшщзхї", "фівапролджє", "ячсмитьбюґ’-"),
    "ru": ("йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю-"),
}
SIGNS = ("1234567890", "!@#$%^&*-_", "+=()[]/\\?.,", "{}<>|:;~`\"'")
"""All that a password may have beside letters."""
_BESIDE_UPRIGHT = 8
BACKSPACE = 8
MOST = 20
"""Letters of what is searched for."""


class Key(BigButton):
    """Its place ends where the next one begins, so that no finger falls between keys; it is drawn smaller."""

    def _move_ground(self, *_: object) -> None:
        edge = px(1.5)
        self._rectangle.pos = (self.x + edge, self.y + edge)
        self._rectangle.size = (self.width - 2 * edge, self.height - 2 * edge)


class Keyboard(Column):
    """``changed`` is called with the text after each key; the text has at most ``most`` letters. ``signs``:
    with capitals, digits and signs, beginning with Latin letters, as passwords want them."""

    def __init__(
        self,
        texts: Texts,
        text: str,
        changed: Callable[[str], None],
        most: int = MOST,
        signs: bool = False,
    ) -> None:
        super().__init__(fixed=True, gap=0)
        self._most = most
        self._texts = texts
        self._changed = changed
        self._layout = "en" if signs else texts.language
        self._signs = signs
        self._capital = self._showing_signs = False
        self.text = text
        self._build()
        Window.bind(on_textinput=self._type, on_key_down=self._key)

    def _gone(self) -> bool:
        """Whether this keyboard is on no page any more; then it lets go of the real one."""
        gone = self.get_root_window() is None
        if gone:
            Window.unbind(on_textinput=self._type, on_key_down=self._key)
        return gone

    def _type(self, _window: Any, text: str) -> None:
        if not self._gone():
            for letter in filter(str.isprintable, text):
                self._press(letter)

    def _key(self, _window: Any, key: int, *_: Any) -> bool:
        """Delete the last letter. A space is typed and taps nothing."""
        if key not in (BACKSPACE, SPACE) or self._gone():
            return False
        if key == BACKSPACE:
            self._delete()
        return True

    def _build(self) -> None:
        self.clear_widgets()
        for letters in _rows(SIGNS if self._showing_signs else LAYOUTS[self._layout]):
            letters = letters.upper() if self._capital else letters
            row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=0)
            for letter in letters:
                row.add_widget(Key(letter, partial(self._press, letter), size_hint_y=1))
            self.add_widget(row)
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=0)
        more = (("ABC", self._shift), ("123 #+=", self._switch)) if self._signs else ()
        for text, act in (
            ("abc/абв", self._turn),
            *more,
            (self._texts.say("space"), partial(self._press, " ")),
            (self._texts.say("delete"), self._delete),
        ):
            row.add_widget(Key(text, act, size_hint_y=1, size=theme.SMALL))
        self.add_widget(row)

    def _press(self, letter: str) -> None:
        if len(self.text) < self._most:
            self._tell(self.text + letter)

    def _delete(self) -> None:
        self._tell(self.text[:-1])

    def _shift(self) -> None:
        self._capital, self._showing_signs = not self._capital, False
        self._build()

    def _switch(self) -> None:
        self._showing_signs = not self._showing_signs
        self._build()

    def _turn(self) -> None:
        self._showing_signs = False
        order = list(LAYOUTS)
        self._layout = order[(order.index(self._layout) + 1) % len(order)]
        self._build()

    def _tell(self, text: str) -> None:
        self.text = text
        self._changed(text)


def _rows(layout: tuple[str, ...]) -> tuple[str, ...]:
    """The rows of keys. An upright window has more and shorter ones."""
    if not theme.upright():
        return layout
    letters = "".join(layout)
    return tuple(
        letters[start : start + _BESIDE_UPRIGHT] for start in range(0, len(letters), _BESIDE_UPRIGHT)
    )
