"""Edition files: what an owner may correct, and how mistakes are named."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.arctica import Edition, load_edition, make_game
from companion.games.arctica.edition import parse_edition
from companion.rules.contract import Mark, NotationError

TEXT = files("companion.games.arctica").joinpath("edition.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new)


def test_the_default_edition_is_the_specified_one() -> None:
    edition = parse_edition(TEXT)
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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("radius = 4", "radius = 1", "radius: has to be a whole number from 2 to 12"),
        ("radius = 4", "radius = true", "radius: has to be a whole number"),
        ("radius = 4", "", "radius: is missing"),
        ("radius = 4", "radius = 4\nsides = 6", "sides: is not a key"),
        ("radius = 4", "radius = 3", "layout.floe: c8 is no cell"),
        ("ice_tokens = 12", "ice_tokens = 11", "ice_tokens: has to be 12"),
        ("hand = 3", "hand = 4", "hand: has to be 3"),
        ("plankton = 9", "plankton = 0", "plankton: has to be a whole number from 1"),
        ("yellow = [1, 0]", "yellow = [2, 0]", "directions.yellow: has to be a step"),
        ("yellow = [1, 0]", "yellow = [0, 1]", "directions: has to give each"),
        ("yellow = [1, 0]", "melt = [1, 0]", "directions.melt: a colour is"),
        ("melt = 6", "melt = 7", "deck: has to hold 36"),
        ("melt = 6", "melt = 0", "deck.melt: has to be a number"),
        ("yellow1 = 2", "brown1 = 2", "deck.brown1: has to be melt"),
        ("bear = 2", "bear = 3", "lives.bear: has to be 2"),
        ('bear = "3"', 'bear = "3.25"', "points.bear: has to be a number"),
        ('bear = "3"', "bear = 3", 'points.bear: has to be a number of points such as "3"'),
        ('igloo = "i5"', 'igloo = "h4"', "layout.igloo: has to lie on a floe"),
        ('bear = "e9^"', 'bear = "e9"', "layout.bear: a figure of this kind cannot be at e9"),
        ('orca = "e1"', 'orca = "c5"', "layout.orca: a figure of this kind cannot be at c5"),
        ('seal = ["a9", "i1"]', 'seal = ["a9"]', "layout.seal: has to name 2"),
        ('seal = ["a9", "i1"]', 'seal = "a9"', "layout.seal: has to be a list"),
        ('iceberg = ["c5", "g5"]', 'iceberg = ["c5", "c8"]', "layout.iceberg: c8 has ice already"),
        ('pack = ["a7", "e3", "f6", "h4"]', 'pack = ["a7"]', "layout: has to use 12 ice tokens"),
        ('radius = "default"', 'radius = "sure"', "marks.radius: has to be one of"),
        ('name = "default"', 'name = "My Box"', "name: has to be one lower-case word"),
        ("[lives]", "[lives", "not a TOML file"),
    ],
)
def test_a_mistake_is_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(NotationError, match="^(line \\d+: )?" + re.escape(reason)):
        parse_edition(changed(old, new))


def test_a_broken_line_is_numbered() -> None:
    with pytest.raises(NotationError) as caught:
        parse_edition('name = "x"\nradius = \n')
    assert caught.value.line == 2


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


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read"):
        load_edition(tmp_path / "nothing.toml")


def test_a_name_belongs_to_one_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(changed("plankton = 9", "plankton = 8"), encoding="utf-8")
    with pytest.raises(NotationError, match="name"):
        load_edition(path)


VALUES = ['"a"', "[]", "[1]", "{}", "1.5", "-1", "true", "1979-05-27", '["a5", 3]', "9" * 30]


@given(data=st.data())
def test_noise_is_an_error_of_notation_only(data: st.DataObject) -> None:
    lines = TEXT.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        key = lines[number].partition("=")[0]
        lines[number] = data.draw(
            st.one_of(
                st.just(""), st.text(max_size=12), st.sampled_from([f"{key}= {value}" for value in VALUES])
            )
        )
    with suppress(NotationError):
        assert isinstance(parse_edition("\n".join(lines)), Edition)
