"""The edition that comes with a game is named in words, as *About this table* shows it."""

from __future__ import annotations

import pytest

from companion.locale import Texts
from companion.rules.registry import games


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("game_id", ["arctica", "atlantis", "jungle", "marso", "northwest"])
def test_the_edition_of_a_box_is_named_in_words(game_id: str, language: str) -> None:
    named = Texts(language, game_id).term(games()[game_id].edition)
    assert not named.isascii()
