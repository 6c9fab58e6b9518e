"""The edition that comes with the game is the specified one, and an owner's is played."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.atlantis import load_edition, make_game
from companion.games.atlantis.edition import read_edition
from companion.rules.contract import Mark, NotationError

from .sheet import FRAME, LANDING, NEXT, PLACE, STOCK

TEXT = files("companion.games.atlantis").joinpath("edition.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_default_edition_is_the_specified_one() -> None:
    edition = read_edition(TEXT)
    board = edition.board
    assert set(board.names) == set(PLACE)
    assert {
        name: {board.names[near] for near in board.around[cell]} for name, cell in board.index.items()
    } == {name: set(near) for name, near in NEXT.items()}
    assert {board.names[cell] for cell in board.frame} == set(FRAME)
    assert [board.names[cell] for cell in board.marks] == ["b1", "c11", "g6", "k1", "l10"]
    assert [tuple(board.names[cell] for cell in cells) for cells in edition.landing] == list(LANDING.values())
    assert edition.copies[1:] == tuple(tuple(stock.values()) for stock in STOCK.values())
    marks = {value.key: value.mark for value in edition.values}
    assert {key for key, mark in marks.items() if mark is Mark.INFERRED} == {"colours", "die"}
    assert Mark.DEFAULT not in marks.values()


def test_an_owner_s_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (
        changed('name = "default"', 'name = "mine"')
        .replace('"red",', '"white",')
        .replace("serpent = 2", "serpent = 4")
    )
    path.write_text(text, encoding="utf-8")
    game = make_game(load_edition(path))
    assert game.seatings[0] == ("white", "blue")
    assert "reserve white 10\n" in game.format_position(game.initial(game.setup(2, {})))
    assert game.format_move(game.parse_move("place white d4")) == "place white d4"
    with pytest.raises(NotationError):
        game.parse_move("place red d4")
    assert game.edition == "mine"
