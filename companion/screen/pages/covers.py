"""A picture for each game: ``cover.png`` in its folder, which ``make pictures`` draws from its own board."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.rules.registry import package_of
from companion.screen.theme import px
from companion.screen.widgets import BigButton

COVER = "cover.png"


@lru_cache(maxsize=16)
def cover(game: str) -> Any:
    """The texture; None for a game without a picture."""
    file = files(package_of(game)) / COVER
    return CoreImage(BytesIO(file.read_bytes()), ext="png").texture if file.is_file() else None


def fitted(texture: Any, x: float, y: float, width: float, height: float) -> tuple[Any, Any]:
    """Position and size of a texture in the middle of a place, as large as it fits."""
    scale = min(width / texture.width, height / texture.height)
    size = (texture.width * scale, texture.height * scale)
    return (x + (width - size[0]) / 2, y + (height - size[1]) / 2), size


class Cover(Widget):
    """The picture of a game; empty if it has none."""

    def __init__(self, game: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture = cover(game)
        if self._texture is not None:
            with self.canvas:
                Color(1, 1, 1, 1)
                self._picture = Rectangle(texture=self._texture)
            self.bind(pos=self._move, size=self._move)

    def _move(self, *_: object) -> None:
        place = (self.x, self.y, self.width, self.height)
        self._picture.pos, self._picture.size = fitted(self._texture, *place)


class CoverButton(BigButton):
    """A game's picture with its title beside it."""

    def __init__(self, game: str, title: str, act: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(title, act, size_hint_y=1, bold=True, **kwargs)
        self._texture = cover(game)
        if self._texture is not None:
            with self.canvas.after:
                Color(1, 1, 1, 1)
                self._picture = Rectangle(texture=self._texture)
            self.bind(pos=self._move, size=self._move)

    def _move(self, *_: object) -> None:
        edge = px(4)
        side = min(self.height, self.width * 0.45)
        self.padding = (side + edge, px(2), px(6), px(2))
        room = (self.x + edge, self.y + edge, side - edge, self.height - 2 * edge)
        self._picture.pos, self._picture.size = fitted(self._texture, *room)
