"""The pictures of the games at home: the same for people of every language."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from companion.rules.registry import package_of

from .pictures import COVER, cover
from .scenes import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_cover_has_no_words(game: str) -> None:
    """Where a language changes nothing, nothing is written."""
    english, ukrainian = cover(game, "en"), cover(game, "uk")
    assert english.size == ukrainian.size
    assert ImageChops.difference(english.convert("RGB"), ukrainian.convert("RGB")).getbbox() is None


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_cover_in_the_folder_is_the_one_that_is_drawn(game: str) -> None:
    """But for the fewer colours of the file: on average less than 4 of 255 levels."""
    kept = Image.open(BytesIO(files(package_of(game)).joinpath("cover.png").read_bytes())).convert("RGBA")
    drawn = cover(game)
    drawn.thumbnail(COVER)
    assert kept.size == drawn.size
    apart = ImageChops.difference(on_black(kept), on_black(drawn))
    assert max(ImageStat.Stat(apart).mean) < 4


def on_black(picture: Image.Image) -> Image.Image:
    return Image.alpha_composite(Image.new("RGBA", picture.size, "black"), picture).convert("RGB")
