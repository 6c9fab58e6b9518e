"""The text of positions and moves, and what is said about mistakes."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.northwest import game
from companion.rules.contract import NotationError, RulesError, SetupError
from companion.rules.match import Match

MIDDLE = """edition standard
seats red blue
round 3
sun 3
phase act blue first
order red blue
display .../... 1
display x../.x.:strait 2
display xx./... 1
tile i2 j2 x../... cairn i2
tile k2 ../.x
tile l2 ../x.
crew red 4 1 0 2
ship red k2
sled red l2
owns red cairn 1
score red 2
crew blue 7 0 0 0
ship blue gl2
sled blue aboard
stock blue xx/x. 1
score blue 0
"""
"""The example of the specification (6.1)."""


def test_the_specified_position_is_canonical_and_possible() -> None:
    state = game.parse_position(MIDDLE)
    assert game.format_position(state) == MIDDLE
    assert game.faults(state) == ()


def test_lines_may_stand_in_any_order() -> None:
    lines = MIDDLE.splitlines()
    Random(1).shuffle(lines)
    assert game.format_position(game.parse_position("\n".join(lines))) == MIDDLE


def test_what_is_left_out_is_as_in_the_set_up() -> None:
    text = game.format_position(game.parse_position("seats red blue\nround 5\npassed red\n"))
    assert text.splitlines() == [
        "edition standard",
        "seats red blue",
        "round 5",
        "sun 5",
        "phase act blue first",
        "order red blue",
        "passed red",
        *("crew red 7 0 0 0", "ship red gl2", "sled red aboard", "score red 0"),
        *("crew blue 7 0 0 0", "ship blue gl2", "sled blue aboard", "score blue 0"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("edition standard", "edition moon", 1, "option edition is one of: standard, sketch"),
        ("edition standard", "edition", 1, "after edition come 1 words"),
        ("seats red blue", "seats red red", 2, "two to four different colours"),
        ("seats red blue", "seats red blue\noption edition sketch", 3, "the edition has a line of its own"),
        ("seats red blue", "seats red blue\noption touch all", 3, "option touch is one of"),
        ("seats red blue", "option speed 3\nseats red blue", 2, "no option 'speed'"),
        ("seats red blue", "seats red blue\nseats red blue", 3, "'seats' is said twice"),
        ("seats red blue\n", "", None, "'seats ...' is missing"),
        ("round 3", "round 11", 3, "the round is 1 to 10"),
        ("sun 3", "sun 11", 4, "the place of the sun disc is 1 to 10"),
        ("phase act blue first", "phase sleep", 5, "'sleep' is no phase"),
        ("phase act blue first", "phase act blue", 5, "write it as 'phase act SEAT first|more'"),
        ("phase act blue first", "phase act blue last", 5, "none of: first, more"),
        ("phase act blue first", "phase act green first", 5, "'green' is no seat"),
        ("phase act blue first\n", "passed red blue\n", None, "no seat can act"),
        ("order red blue", "order red red", 6, "named twice"),
        ("display .../... 1", "display .../... 0", 7, "the number is 1 to 99"),
        ("display .../... 1", "display xx/xx 1", 7, "only large tiles"),
        ("display .../... 1", "display ..x/... 1", 7, "class picture: x../..."),
        ("tile k2 ../.x", "tile k2 ../.y", 11, "a tile is one or two squares"),
        ("tile k2 ../.x", "tile k2 l2 ../.x", 11, "picture of one square"),
        ("tile k2 ../.x", "tile k2 k3 .../...", 11, "side by side, west to east"),
        ("tile k2 ../.x", "tile k2 l1 .../...", 11, "side by side"),
        ("tile k2 ../.x", "tile e2 gl2 .../...", 11, "lie side by side"),
        ("tile k2 ../.x", "tile m2 ../.x", 11, "'m2' is no square"),
        ("tile k2 ../.x", "tile k2 ../.x bear k2", 11, "'bear' is no symbol"),
        ("tile k2 ../.x", "tile k2 ../.x inuit k3", 11, "the symbol lies on a square of its tile"),
        ("tile k2 ../.x", "tile k2 ../.x\ntile k2 ../.x", 12, "this tile is said twice"),
        ("crew red 4 1 0 2", "crew red 4 1 0", 13, "after crew come 5 words"),
        ("crew red 4 1 0 2", "crew red 4 1 0 x", 13, "must be a whole number"),
        ("ship red k2", "ship red aboard", 14, "'aboard' is no square"),
        ("ship red k2", "ship red k2\nship red k2", 15, "'ship red' is said twice"),
        ("owns red cairn 1", "owns red gold 1", 16, "'gold' is none of"),
        ("score blue 0", "score blue 0\ntoken cairn c3\ntoken inuit c3", 24, "a token on c3 is said twice"),
        ("score blue 0", "score blue 0\ntoken cairn gl1", 23, "where no token lies"),
        ("score blue 0", "score blue 0\nweather cold", 23, "'weather' is nothing"),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, line: int | None, reason: str) -> None:
    assert old in MIDDLE
    with pytest.raises(NotationError) as caught:
        game.parse_position(MIDDLE.replace(old, new, 1))
    assert reason in caught.value.reason
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("display xx./... 1", "display xx./... 2", "2 tiles xx./... are out, but the box holds 1"),
        ("display xx./... 1", "display xxx/xxx:inuit 1", "the box holds 0"),
        ("display xx./... 1", "display xx./... 1\ndisplay x../..x 1", "more than 4 tiles lie on display"),
        ("tile k2 ../.x", "tile k2 ../.x\ntile k1 k2 ../../.x", "2 tiles lie on k2"),
        ("tile k2 ../.x", "tile k2 ../.x\ntile gl1 xx/.x", "a tile on gl1 leaves the grid"),
        ("tile k2 ../.x", "tile k2 ../..", "land and sea disagree where k2 l2 k3 l3 meet"),
        (
            "tile i2 j2 x../... cairn i2",
            "tile i2 j2 x../... cairn j2",
            "a symbol is where its tile cannot show it",
        ),
        ("score blue 0", "score blue 0\ntoken strait i2", "the strait token on i2 is not on its symbol"),
        ("score blue 0", "score blue 0\ntoken cairn c3", "the cairn token on c3 is not on its symbol"),
        ("owns red cairn 1", "owns red cairn 10", "more cairn tokens are out than the box holds"),
        ("score blue 0", "score blue 0\npassage blue 11", "a Passage token has been taken that"),
        ("score blue 0", "score blue 0\nreturned red 1 7", "a Greenland token has been taken that"),
        ("tile l2 ../x.", "tile l1 xx/xx\ntile l2 xx/x.", "land and sea disagree"),
        ("ship red k2", "ship red d4", "red: the ship on d4 is not on water"),
        ("sled red l2", "sled red aboard", "red: there is crew on a sled that is not on the board"),
        ("crew red 4 1 0 2", "crew red 4 3 0 0", "red: there is no crew on a sled that is on the board"),
        ("crew red 4 1 0 2", "crew red 4 1 0 3", "red: crew and lost crewmen are 8, not 7"),
        ("sled red l2", "sled red d4", "the sled on d4 is neither on land nor on ice"),
        ("crew red 4 1 0 2", "lost red 1\ncrew red 4 1 0 1", "crewmen are lost although the sled is not"),
        ("sun 3", "sun 4", "the sun disc of round 3 lies on place 3"),
        ("order red blue", "order blue", "red is missing in the order"),
        ("order red blue", "order red blue\npassed blue", "blue has passed or is back"),
        ("phase act blue first", "phase sun", "phase sun begins when all have passed"),
        (
            "phase act blue first",
            "phase over\npassed red blue",
            "the game is over exactly after the last round",
        ),
        ("phase act blue first", "phase refill blue", "in phase refill the bag owes a tile"),
        ("phase act blue first", "phase setup", "in phase setup the bag owes a tile"),
        ("score blue 0", "score blue 0\naside xx./x.. 1", "tiles lie aside only during a refresh"),
        ("score blue 0", "score blue 0\nreturned red 2 3", "who has come back is counted 1, 2"),
    ],
)
def test_what_cannot_be_is_a_fault(old: str, new: str, reason: str) -> None:
    assert old in MIDDLE
    state = game.parse_position(MIDDLE.replace(old, new, 1))
    assert reason in "; ".join(game.faults(state))
    assert game.format_position(game.parse_position(game.format_position(state))) == game.format_position(
        state
    )
    with pytest.raises(RulesError, match="not possible"):
        Match.begin(game, game.setup_of(state), state)


def test_a_blocked_sea_way_is_a_fault() -> None:
    """Land all the way down column b, on both sides of which the points are known."""
    wall = "".join(f"tile b{row} xx/xx\n" if row < 3 else f"tile b{row} x./x.\n" for row in range(1, 11))
    text = f"seats red blue\n{wall.replace('tile b3 x./x.', 'tile b3 xx/x.')}"
    assert "the sea way from Greenland to the Passage is blocked" in game.faults(game.parse_position(text))


def test_seats_and_options_are_checked() -> None:
    for seats in (1, 5, ["red"], ["red", "red"], ["red", "violet"]):
        with pytest.raises(SetupError):
            game.setup(seats, {})
    with pytest.raises(SetupError, match="edition"):
        game.setup(2, {"edition": "moon"})


MALFORMED = """
jump l2; move l2; move raft l2; move ship z31; move ship l2 l3; take ship xx/x; take ship ..x/...;
take xx/..; refresh; place ship l2; place ship l2 ../; place ship l3 l2 ../../..; place ship c4 d4 x./..;
place ship l2 ../.. cairn; place ship l2 ../.. cairn l3; place ship l2 k2 back; transfer ship 1;
transfer ship -1 0; transfer ship 1 0 l2 l3; sun; sun one; sun 01; end now; pass red; explore ship;
pick ship xx/..; place ship d4 c4 .../...
"""


@pytest.mark.parametrize("text", ["", "end ", *(" ".join(text.split()) for text in MALFORMED.split(";"))])
def test_a_move_that_is_none(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_move(text)


@pytest.mark.parametrize(
    "text", ["", "tile", "tile xx/..", "tile ..x/...", "tile x../.x.:bear", "card x../..."]
)
def test_an_outcome_that_is_none(text: str) -> None:
    with pytest.raises(NotationError):
        game.parse_outcome(text)


def test_the_first_two_draws_counted_by_hand() -> None:
    """57 kinds of large tiles, seven of them twice in the bag: after any of those seven all 57 can follow."""
    state = game.initial(game.setup(2, {}))
    seconds = [len(game.outcomes(game.after_chance(state, kind).state)) for kind, _ in game.outcomes(state)]
    assert len(seconds) == 57
    assert sum(seconds) == 57 * 56 + 7
