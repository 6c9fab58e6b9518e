"""Edition files: corrected values are really played."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.marso import game, load_edition, make_game
from companion.games.marso.edition import read_edition
from companion.games.marso.moves import Fly
from companion.rules.contract import Mark, NotationError, Seat

TEXT = files("companion.games.marso").joinpath("edition.toml").read_text(encoding="utf-8")


def corrected(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def test_too_few_hunter_cards() -> None:
    with pytest.raises(NotationError, match="at least 16 cards"):
        read_edition(TEXT.replace("copies = 5", "copies = 0").replace("copies = 4", "copies = 1"))


def test_no_default_is_presented_as_the_published_game() -> None:
    marks = {value.key: value.mark for value in game.edition_values}
    assert marks["size"] is Mark.DEFAULT
    assert marks["beast_cards b1"] is Mark.CONFIRMED
    assert [key for key, mark in marks.items() if mark is Mark.CONFIRMED] == ["beast_cards b1"]


def test_a_corrected_edition_is_played(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    text = TEXT.replace('"rulebook"', '"mybox"').replace("value = 7", "value = 9")
    path.write_text(
        text.replace('"d3"', '"e4"').replace('"e4", mark = "default" }\n\n', '"f5", mark = "default" }\n\n')
    )
    mine = make_game(load_edition(path))
    assert mine.edition == "mybox"
    setup = mine.setup(["south", "west"], {})
    start = mine.initial(setup)
    assert "hunter south e4" in mine.format_position(start)
    assert mine.parse_position(mine.format_position(start)) == start
    assert Fly(len(mine.box.names) - 1) == mine.parse_move("fly i9")
    zones = {str(zone.cell): zone for zone in mine.zones(setup)}
    assert (zones["trap"].x, zones["trap"].y) == (4, 4)
    assert (zones["laid:south"].x, zones["laid:south"].y) == (4, -2)
    assert game.parse_move("fly i9") == Fly(game.box.word_of["i9"])
    assert "i9" not in game.box.cell_of
    with pytest.raises(NotationError):
        mine.parse_move("fly e5")  # its middle
    assert mine.format_move(mine.parse_move("fly d4")) == "fly d4"


def test_values_of_the_corrected_cards_count(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(
        TEXT.replace('"rulebook"', '"cards"').replace('"still", copies = 4', '"still", copies = 0')
    )
    mine = make_game(load_edition(path))
    state = mine.after_chance(mine.initial(mine.setup(2, {})), mine.parse_outcome("open b1")).state
    broken = mine.why_illegal(state, Seat(0), mine.parse_move("play still"))
    assert [breach.clause for breach in broken] == ["marso/card.2"]


def test_cards_show_the_arrows_of_the_owners_box(tmp_path: Path) -> None:
    """The upper arrow counts; turned half round it is the other one (rulebook, card.3 and flash.1)."""
    path = tmp_path / "box.toml"
    text = TEXT.replace('"rulebook"', '"cards"').replace('["uur", "ddl"]', '["ulu", "drd"]')
    path.write_text(text)
    mine = make_game(load_edition(path))
    for card, arrows in (
        ("card ur", "up right"),
        ("card ur turned", "right up"),
        ("card flash1", "up left up"),
        ("card flash1 turned", "down right down"),
    ):
        assert [lamp.pattern for lamp in mine.printed()[card]] == arrows.split()
    assert [lamp.pattern for lamp in game.printed()["card flash1"]] == ["up", "up", "right"]
    assert "card jet" not in mine.printed()
