"""``make pictures``: every page of the screen in three languages, the chief ones in two sizes; covers.

What is no cover goes where :mod:`tests.pictures` says.
``python -m tests.screen.pictures [SCENE...]`` takes only some scenes; ``covers`` are those of the games.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from PIL import Image

import tests.conftest  # noqa: F401 # Kivy's settings, before Kivy
from companion.locale import LANGUAGES
from companion.rules.registry import package_of
from companion.screen import pictures
from tests.pictures import COLOURS, ROOT, place, write

from .scenes import GAMES, SCENES, played, shown
from .stage import Stage

SIZES = ((800, 480), (1280, 800))
IN_BOTH = ("home", "settings", "table", "watched", "refused", "end")
"""Pages that are taken in both sizes."""
ONCE = ("begin", "clause", "lesson", "rules", "replay", "sheets")
"""Pages that look alike for all games."""
COVER = (360, 240)
"""Pixels of a game's cover: a tile at home has less at 1024 x 600."""


def main(wanted: list[str]) -> None:
    """Take them."""
    if not wanted or "covers" in wanted:
        for game in GAMES:
            take_cover(game)
    for name in pictured():
        if not wanted or name in wanted:
            for language in LANGUAGES:
                for size in SIZES if name.partition("-")[0] in IN_BOTH else SIZES[:1]:
                    take(name, language, size)


def pictured() -> Iterator[str]:
    """The scenes that are taken: each kind of page once, the table of every game."""
    for name in SCENES:
        kind = name.partition("-")[0]
        if (kind != "damaged" and kind not in ONCE) or "marso" in name or name == "sheets-1":
            yield name


def take(name: str, language: str, size: tuple[int, int]) -> None:
    """One page."""
    with TemporaryDirectory() as folder, shown(name, language, size) as stage:
        picture = Image.open(stage.screenshot(Path(folder) / "page.png"))
        write(picture, place(f"screen/{name}-{language}-{size[0]}.png"))


def take_cover(game: str) -> None:
    """Drawn into the game's folder."""
    picture = cover(game)
    picture.thumbnail(COVER)
    folder = ROOT / Path(*package_of(game).split("."))
    data = BytesIO()
    picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE).save(data, "png", optimize=True)
    (folder / "cover.png").write_bytes(data.getvalue())
    print(f"{folder.relative_to(ROOT)}/cover.png")


def cover(game: str, language: str = "en") -> Image.Image:
    """The board of a recorded game, without what stands beside it, what is marked, and all letters: people of
    every language see the same picture."""
    caption = pictures.caption

    def wordless(text: str, *args: Any, **kwargs: Any) -> Any:
        return caption(text, *args, **kwargs) if not any(map(str.isalpha, text)) else None

    with mock.patch.object(pictures, "caption", wordless):
        stage = Stage(played(game, 0.4, "0[45]*"), language, (1280, 800))
        try:
            stage.frames()
            board = stage.board()
            board.mark()
            texture = board.export_as_image().texture
            picture = Image.frombytes("RGBA", texture.size, texture.pixels)
        finally:
            stage.close()
    return picture.crop(picture.getbbox())


if __name__ == "__main__":
    main(sys.argv[1:])
