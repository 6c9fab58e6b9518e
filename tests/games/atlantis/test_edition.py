"""Edition files: what an owner may correct, and how mistakes are named."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.atlantis import Edition, load_edition, make_game
from companion.games.atlantis.edition import parse_edition
from companion.rules.contract import Mark, NotationError

from .sheet import FRAME, LANDING, NEXT, PLACE, STOCK

TEXT = files("companion.games.atlantis").joinpath("edition.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_the_default_edition_is_the_specified_one() -> None:
    edition = parse_edition(TEXT)
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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("explorers = 10", "explorers = 9", "explorers: has to be 10"),
        ("explorers = 10", "", "explorers: is missing"),
        ("explorers = 10", "explorers = 10\nsides = 6", "sides: is not a key"),
        ("passengers = 3 ", "passengers = 4 ", "passengers: has to be 3"),
        ("[1, 1, 1,", "[1, 1,", "treasures: has to list 10 numbers"),
        ("[1, 1, 1,", "[7, 1, 1,", "treasures: has to be a list of whole numbers from 1 to 6"),
        ('["red",', '["Red",', "colours: 'Red' is not one lower-case word"),
        ('["red",', '["blue",', "colours: has to name 4 different colours"),
        ("L L L S L L L", "L L L . L L L", "map: has to show 5 serpent marks"),
        ("L L L S L L L", "L L S S L L L", "map: has to show 40 land cells"),
        ("L L L S L L L", "L L L ? L L L", "map: '?' is none of"),
        ('"  . . . L L L L . . .  "', '" . . . L L L L . . .  "', "map: cells of neighbouring rows"),
        ('nw = ["b1", "c1"]', 'nw = ["b1", "z1"]', "islands.nw: has to name sea cells"),
        ('nw = ["b1", "c1"]', 'nw = ["b1", "d4"]', "islands.nw: has to name sea cells"),
        ('nw = ["b1", "c1"]', "nw = []", "islands.nw: has to name sea cells"),
        ("serpent = 5", "serpent = 6", "figures.serpent: has to be 5"),
        ("serpent = 2", "serpent = 0", "die.serpent: has to be a whole number from 1"),
        ("whirlpool = 4", "whirlpool = 3", "mountain: has to hold 8 tiles, not 7"),
        ("whirlpool = 4", "kraken = 4", "mountain.kraken: is no back"),
        ("whirlpool = 4\nvolcano = 1", "whirlpool = 5", "volcano: has to be on one mountain"),
        ("shark = 3\nwhale = 3", "shark = 4\nwhale = 2", "shark: appears on more tiles"),
        ('map = "confirmed"', 'map = "sure"', "marks.map: has to be one of"),
        ('name = "default"', 'name = "My Box"', "name: has to be one lower-case word"),
        ("[figures]", "[figures", "not a TOML file"),
    ],
)
def test_a_mistake_is_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(NotationError, match="^(line \\d+: )?" + re.escape(reason)):
        parse_edition(changed(old, new))


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


def test_a_missing_file_and_a_name_in_use_say_so(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read"):
        load_edition(tmp_path / "nothing.toml")
    path = tmp_path / "mine.toml"
    path.write_text(changed("serpent = 2", "serpent = 3"), encoding="utf-8")
    with pytest.raises(NotationError, match="name"):
        load_edition(path)


VALUES = ['"a"', "[]", "[1]", "{}", "1.5", "-1", "true", "1979-05-27", '["a5", 3]', "9" * 30]


@given(data=st.data())
def test_noise_is_an_error_of_notation_only(data: st.DataObject) -> None:
    lines = TEXT.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        key = lines[number].partition("=")[0]
        noise = st.sampled_from([f"{key}= {value}" for value in VALUES])
        lines[number] = data.draw(st.one_of(st.just(""), st.text(max_size=12), noise))
    with suppress(NotationError):
        assert isinstance(parse_edition("\n".join(lines)), Edition)
