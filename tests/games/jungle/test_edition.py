"""The edition that comes with the game is the specified one, and an owner's is played."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.jungle import load_edition, make_game
from companion.games.jungle.edition import read_edition
from companion.rules.contract import Mark, NotationError

TEXT = files("companion.games.jungle").joinpath("edition.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_default_edition_is_the_specified_one() -> None:
    edition = read_edition(TEXT)
    assert len(edition.names) == 75
    assert sum(edition.copies) == 80
    assert edition.names[:5] == (
        "circle-cross-red",
        "circle-cross-yellow",
        "circle-cross-blue",
        "circle-cross-green",
        "circle-cross-in-red",
    )
    assert edition.names[-4:] == ("empty-circle-green", "outward", "inward", "coloured")
    assert edition.copies[-3:] == (3, 3, 2)
    marks = {value.key: value.mark for value in edition.values}
    assert marks["cards"] is Mark.CONFIRMED
    assert {mark for key, mark in marks.items() if key != "cards"} == {Mark.DEFAULT}


def test_a_corrected_edition_plays(tmp_path: Path) -> None:
    path = tmp_path / "edition.toml"
    text = changed('"red", "yellow", "blue", "green"', '"orange", "yellow", "violet", "green"')
    text = text.replace("outward = { value = 3", "outward = { value = 2").replace(
        "coloured = { value = 2", "coloured = { value = 3"
    )
    path.write_text(text)
    with pytest.raises(NotationError, match="a name of its own"):
        load_edition(path)
    path.write_text(text.replace('"rulebook"', '"old"'))
    game = make_game(load_edition(path))
    state = game.initial(game.setup(4, {}))
    assert not game.why_impossible(state, game.parse_outcome("flip s1 star-violet"))
    with pytest.raises(NotationError):
        game.parse_outcome("flip s1 star-red")
    few = game.initial(game.setup(3, {}))
    assert (few.closed, few.table.left_over) == ((25, 25, 25), 2)  # 77 cards without the coloured ones
