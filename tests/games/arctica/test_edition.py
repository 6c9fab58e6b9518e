"""The edition that comes with the game is the specified one, and an owner's is played."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.arctica import load_edition, make_game
from companion.games.arctica.edition import read_edition
from companion.rules.contract import Mark, NotationError

TEXT = files("companion.games.arctica").joinpath("edition.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


def test_the_default_edition_is_the_specified_one() -> None:
    edition = read_edition(TEXT)
    assert len(edition.board.names) == 61
    assert {edition.board.names[cell] for cell in edition.board.corners} == {
        "a5",
        "a9",
        "e1",
        "e9",
        "i1",
        "i5",
    }
    assert sum(card.copies for card in edition.cards) == 36
    assert [card.name for card in edition.cards][:4] == ["yellow1", "yellow2", "yellow3", "orange1"]
    assert edition.cards[-1].name == "melt"
    marks = {value.key: value.mark for value in edition.values}
    assert {key for key, mark in marks.items() if mark is Mark.DEFAULT} == {
        "radius",
        "directions",
        "deck",
        "layout",
    }
    assert marks["plankton"] is Mark.INFERRED


def test_an_owner_s_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = changed('name = "default"', 'name = "mine"').replace("plankton = 9", "plankton = 7")
    text = text.replace("yellow = [1, 0]", "pink = [1, 0]").replace("yellow", "pink")
    path.write_text(text.replace('plankton = "inferred"', 'plankton = "confirmed"'), encoding="utf-8")
    game = make_game(load_edition(path))
    position = game.format_position(game.initial(game.setup(2, {})))
    assert "has supply plankton 7" in position
    assert game.format_move(game.parse_move("play pink2")) == "play pink2"
    with pytest.raises(NotationError):
        game.parse_move("play yellow2")
    assert game.edition == "mine"
