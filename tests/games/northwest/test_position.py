"""The text of positions: what may be left out, the sea way, draws."""

from __future__ import annotations

from companion.games.northwest import game


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


def test_a_blocked_sea_way_is_a_fault() -> None:
    """Land all the way down column b, on both sides of which the points are known."""
    wall = "".join(f"tile b{row} xx/xx\n" if row < 3 else f"tile b{row} x./x.\n" for row in range(1, 11))
    text = f"seats red blue\n{wall.replace('tile b3 x./x.', 'tile b3 xx/x.')}"
    assert "the sea way from Greenland to the Passage is blocked" in game.faults(game.parse_position(text))


def test_the_first_two_draws_counted_by_hand() -> None:
    """57 kinds of large tiles, seven of them twice in the bag: after any of those seven all 57 can follow."""
    state = game.initial(game.setup(2, {}))
    seconds = [len(game.outcomes(game.after_chance(state, kind).state)) for kind, _ in game.outcomes(state)]
    assert len(seconds) == 57
    assert sum(seconds) == 57 * 56 + 7
