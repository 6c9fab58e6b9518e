"""Edition files: what an owner may correct, and how mistakes are named."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('name = "rulebook"', 'name = "Old Box"', "name: has to be one lower-case word"),
        ('name = "rulebook"\n', "", "name: is missing"),
        ("cards = {", "card = {", "card: is not a key"),
        ("cards = { value = 80", "cards = { value = 79", "cards: has to be 80"),
        ("cards = { value = 80", "cards = { value = true", "cards: has to be 80"),
        ("seats = { value = 15", "seats = { value = 16", "seats: has to be a whole number from 2 to 15"),
        ('first = { value = "s1"', 'first = { value = "s2"', "first: has to be s1"),
        ('value = "one, of wood', 'value = 1, x = "one, of wood', "totem.x: is not a key"),
        ('"blue", "green"]', '"blue"]', "colours: has to be a list of 4 different"),
        ('"blue", "green"]', '"blue", "Blue"]', "colours: has to be a list of 4 different lower-case words"),
        ('["string", "string-close"]', '["string"]', "symbols: has to name 18"),
        ('["string", "string-close"]', '["star", "string-close"]', "symbols: has to name 18"),
        (
            '["string", "string-close"]',
            '["string", "string close"]',
            "symbols.bows: has to be a list of lower-case words",
        ),
        ('["string", "string-close"]', "[]", "symbols.bows: has to be a list"),
        ("bows =", "the-bows =", "symbols.the-bows: has to be one lower-case word"),
        ("outward = { value = 3", "outward = { value = 4", "special: has to hold 8"),
        (
            "coloured = { value = 2",
            "coloured = { value = -2",
            "special.coloured: has to be a whole number from 0",
        ),
        (
            'outward = { value = 3, mark = "default" }',
            "outward = 3",
            "special.outward: has to be a table such as",
        ),
        (
            'outward = { value = 3, mark = "default" }',
            'outward = { value = 3, mark = "sure" }',
            "special.outward: its mark has to be one of",
        ),
        ("[special]", "[special", "not a TOML file"),
    ],
)
def test_each_mistake_is_named(old: str, new: str, reason: str) -> None:
    with pytest.raises(NotationError, match=re.escape(reason)):
        read_edition(changed(old, new))


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


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read"):
        load_edition(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(NotationError, match="cannot be read"):
        load_edition(tmp_path / "bytes.toml")


@given(data=st.data())
def test_damaged_editions_are_errors_of_notation_only(data: st.DataObject) -> None:
    lines = TEXT.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
            st.sampled_from(["", "{", "3", '"x"', "[]", "true", "=", "mark", "value"]) | st.text(max_size=4)
        )
        lines[place] = " ".join(words)
    with suppress(NotationError):
        read_edition("\n".join(lines))
