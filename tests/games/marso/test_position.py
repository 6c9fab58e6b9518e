"""Position text of marso: what is refused, on which line, and what may be left out."""

from __future__ import annotations

import pytest

from companion.games.marso import game
from companion.rules.contract import NotationError, SetupError

SHORT = """seats south west
phase card south
open b1
hunter south d3
hunter west c4
beast red a7
beast blue g7
beast yellow g1
beast green a1
"""


def test_what_is_left_out_has_its_default() -> None:
    text = game.format_position(game.parse_position(SHORT + "laid west still\n"))
    for line in ("option target 0", "round 1", "start south", "hand south ? ? ?", "hand west ? ?", "deck 44"):
        assert line in text.splitlines()


def test_order_of_lines_and_cards_does_not_matter_after_the_seats() -> None:
    first, *rest = SHORT.splitlines()
    text = "\n".join([first, *reversed(rest), "hand south jet ? ur"])
    assert "hand south ur jet ?" in game.format_position(game.parse_position(text))


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("seats south west", "seats south", 1),
        ("seats south west", "seats south south", 1),
        ("seats south west", "seats south up", 1),
        ("seats south west", "round 2", 1),
        ("phase card south", "phase card north", 2),
        ("phase card south", "phase card", 2),
        ("phase card south", "phase dance south", 2),
        ("phase card south", "phase walk south", 2),
        ("phase card south", "phase walk south uuuu", 2),
        ("phase card south", "phase shift south pink -", 2),
        ("phase card south", "phase shift south red x", 2),
        ("phase card south", "phase beasts one", 2),
        ("phase card south", "phase open", 3),
        ("open b1", "open b17", 3),
        ("open b1", "", None),
        ("hunter south d3", "hunter south d4", 4),
        ("hunter south d3", "hunter south trap", 4),
        ("hunter south d3", "hunter north d3", 4),
        ("hunter south d3", "hunter south", 4),
        ("hunter south d3", "", None),
        ("hunter west c4", "hunter south c4", 5),
        ("beast green a1", "beast green a1 a2", 9),
        ("beast green a1", "beast green a1\nportal a4 violet", 10),
        ("beast green a1", "beast green a1\nlaid west ur d", 10),
        ("beast green a1", "beast green a1\nlaid west still u", 10),
        ("beast green a1", "beast green a1\nhand west joker", 10),
        ("beast green a1", "beast green a1\nhand west ? ? ? ?", 10),
        ("beast green a1", "beast green a1\ndiscard still 0", 10),
        ("beast green a1", "beast green a1\nround 0", 10),
        ("beast green a1", "beast green a1\nsecret west s5", 10),
        ("beast green a1", "beast green a1\noption young maybe", 10),
        ("beast green a1", "beast green a1\nmood happy", 10),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, line: int | None) -> None:
    with pytest.raises(NotationError) as caught:
        game.parse_position(SHORT.replace(old, new))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hunter west c4", "hunter west d3", "two hunters"),
        ("beast red a7", "beast red g7", "two beasts"),
        ("beast red a7", "beast red d3", "red beast and a hunter"),
        ("phase card south", "phase shift south red -", "no hunter has stepped"),
        ("phase card south", "deck 43\nphase card south", "49 hunter cards"),
        ("phase card south", "discard still 5\nphase card south", "more still cards"),
        ("phase card south", "hand south ? ?\nphase card south", "south has not 3 cards"),
        ("phase card south", "spent b1\nphase card south", "open and spent"),
        ("phase card south", "secret south s1\nsecret west s1\nphase card south", "same score card"),
        ("phase card south", "stayed south\nphase card south", "stands on no token"),
        ("phase card south", "laid south still\nphase card south", "before its turn"),
        ("phase card south", "phase walk south u", "not the end of a path"),
        ("phase card south", "laid south ud d\nphase walk south u", "not the end of a path"),
        ("phase card south", "phase beasts 5", "no line 5"),
        ("phase card south", "asleep red\nphase beasts 1", "passed over"),
    ],
)
def test_an_impossible_position_is_explained(old: str, new: str, told: str) -> None:
    faults = game.faults(game.parse_position(SHORT.replace(old, new)))
    assert any(told in fault for fault in faults), faults


def test_the_short_position_is_possible() -> None:
    assert game.faults(game.parse_position(SHORT)) == ()


@pytest.mark.parametrize(
    "seats", [1, 5, 0, ["south"], ["south", "north", "west"], ["up", "down"], ["south", "south"], []]
)
def test_seats_that_are_none(seats: int | list[str]) -> None:
    with pytest.raises(SetupError):
        game.setup(seats, {})


@pytest.mark.parametrize("options", [{"target": -1}, {"target": True}, {"young": 1}, {"yong": True}])
def test_options_that_are_none(options: dict[str, int | bool]) -> None:
    with pytest.raises(SetupError):
        game.setup(2, options)
