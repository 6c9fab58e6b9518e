"""What the table looks like, what hands change, the forecast, and moves that are played anyway."""

from __future__ import annotations

import contextlib
from string import ascii_lowercase

import pytest

from companion.games.northwest import game
from companion.games.northwest.state import State
from companion.rules.contract import (
    CellId,
    Certainty,
    Chance,
    IllegalMoveError,
    Look,
    NotationError,
    RulesError,
    Seat,
    apply,
    resolve,
)
from companion.rules.pieces import stack_of

BASE = """
seats red blue
round 3
display xxx/... 1
display x../.x.:strait 1
tile i3 j3 x../... cairn i3
tile k3 ../.x
tile l3 ../x.
tile f2 f3 ../../..
token cairn i3
crew red 4 1 0 2
ship red k3
sled red l3
stock red xx/x. 1
stock red ../.. 1
ship blue l3
"""


def state_of(*changes: tuple[str, str]) -> State:
    text = BASE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    state = game.parse_position(text)
    assert game.faults(state) == ()
    return state


def handled(state: State, text: str, seat: int = 0) -> dict[str, Look]:
    return {str(cell): look for cell, look in game.handled(state, Seat(seat), game.parse_move(text)).items()}


def test_squares_of_a_tile_tell_where_its_other_half_lies() -> None:
    looks = game.looks(state_of())
    assert looks[CellId("i3")] == Look("tile x./..", stack_of("token cairn"))
    assert looks[CellId("j3")] == Look("tile ../..")
    assert looks[CellId("f2")] == Look("tile ../..")
    assert looks[CellId("f3")] == Look("tile ../..")
    assert looks[CellId("k3")] == Look("tile ../.x", stack_of("ship red"))
    assert looks[CellId("l3")] == Look("tile ../x.", stack_of("ship blue", "sled red"))
    assert CellId("c5") not in looks


def test_a_symbol_without_its_token_counts_for_nothing() -> None:
    assert game.looks(state_of(("token cairn i3\n", "")))[CellId("i3")] == Look("tile x./..")


def test_boards_tracks_and_disc() -> None:
    looks = game.looks(state_of())
    assert looks[CellId("red:ship:ready")].pieces == ("crew red",) * 4
    assert looks[CellId("red:sled:rest")].pieces == ("crew red",) * 2
    assert CellId("red:sled:ready") not in looks
    assert looks[CellId("blue:sled:berth")] == Look("", stack_of("sled blue"))
    assert CellId("red:sled:berth") not in looks
    assert looks[CellId("sun3")] == Look("", stack_of("disc"))
    assert looks[CellId("first1")] == Look("", stack_of("marker red"))
    assert looks[CellId("red:stock")].certainty is Certainty.ANY
    assert [looks[CellId(f"large{place}")].pieces for place in (1, 2)] == [
        ("tile x../.x.:strait",),
        ("tile xxx/...",),
    ]
    assert CellId("large3") not in looks


def test_tiles_on_display_stay_where_they_were_laid() -> None:
    """The second is taken; the next one from the bag comes into its place, whatever the order of the text."""
    state = game.initial(game.setup(2, {}))
    for kind in ("xxx/xxx", "xx./...", ".../...", "x../..."):
        state = resolve(game, state, game.parse_outcome(f"tile {kind}")).state
    assert shown(state) == ["xxx/xxx", "xx./...", ".../...", "x../..."]
    assert {str(cell) for cell in game.handled(state, Seat(0), game.parse_move("take ship xx./..."))} == {
        *("large2", "red:ship:ready", "red:ship:rest", "red:stock"),
    }
    state = apply(game, state, Seat(0), game.parse_move("take ship xx./...")).state
    assert shown(state) == ["xxx/xxx", "", ".../...", "x../..."]
    state = resolve(game, state, game.parse_outcome("tile x.x/...")).state
    assert shown(state) == ["xxx/xxx", "x.x/...", ".../...", "x../..."]
    assert game.parse_position(game.format_position(state)) == state


def shown(state: State) -> list[str]:
    looks = game.looks(state)
    places = [looks.get(CellId(f"large{place}"), Look()).pieces for place in range(1, 5)]
    return [pieces[0].removeprefix("tile ") if pieces else "" for pieces in places]


def test_hands_pay_carry_and_lay() -> None:
    assert handled(state_of(), "move ship l3") == {
        "k3": Look("tile ../.x"),
        "l3": Look("tile ../x.", stack_of("ship red", "ship blue", "sled red")),
        "red:ship:ready": Look("", stack_of("crew red") * 3),
        "red:ship:rest": Look("", stack_of("crew red") * 2),
    }
    laid = handled(state_of(), "place ship k4 .x/..")
    assert laid["k4"] == Look("tile .x/..")
    assert laid["red:ship:ready"].pieces == ("crew red",) * 3
    assert handled(state_of(), "end") == {}
    assert handled(state_of(), "place ship k4 back") == {}


def test_hands_can_do_what_the_rules_forbid() -> None:
    assert handled(state_of(), "place ship i3 ../..") == {"i3": Look("tile ../..")}
    assert handled(state_of(), "move ship b9")["b9"] == Look("", stack_of("ship red"))
    assert handled(state_of(), "move sled i3", seat=1) == {}
    assert handled(state_of(), "sun 5") == {"sun3": Look(), "sun5": Look("", stack_of("disc"))}
    assert handled(state_of(), "discover ship i3")["i3"] == Look("tile x./..")


def test_passing_moves_the_marker_and_all_ready_crewmen() -> None:
    assert handled(state_of(), "pass") == {
        "red:ship:ready": Look(),
        "red:ship:rest": Look("", stack_of("crew red") * 5),
        "first1": Look(),
        "second1": Look("", stack_of("marker red")),
    }


@pytest.mark.parametrize(
    ("crew", "option", "sure"),
    [
        ("crew red 1 4 0 2", "", Certainty.ANY),
        ("crew red 4 1 0 2", "", Certainty.SEEN),
        ("crew red 1 4 0 2", "option lastcrew wait\n", Certainty.SEEN),
    ],
)
def test_a_marker_may_be_moved_before_or_after_the_last_tile_is_drawn(
    crew: str, option: str, sure: Certainty
) -> None:
    """The last ready crewman pays for a large tile: red has passed when the next one lies there (pass.5), and
    nobody cares in which order that is done. Else the marker tells something."""
    state = state_of(("crew red 4 1 0 2", crew), ("seats red blue\n", f"{option}seats red blue\n"))
    taken = apply(game, state, Seat(0), game.parse_move("take ship xxx/...")).state
    looks = game.looks(taken)
    assert (looks[CellId("first1")].certainty, looks.get(CellId("second1"), Look()).certainty) == (sure, sure)
    while isinstance(game.pending(taken), Chance):
        taken = resolve(game, taken, game.outcomes(taken)[0][0]).state
    tracks = [look for cell, look in game.looks(taken).items() if cell.startswith(("first", "second"))]
    assert {look.certainty for look in tracks} == {Certainty.SEEN}


def test_no_lamp_is_wanted_for_an_open_card() -> None:
    assert game.lamps(state_of()) == ()


def test_the_forecast_of_the_specification() -> None:
    text = """
seats red blue
round 7
tile f5 ../..
ship red f5
sled red f5
crew red 3 0 4 0
"""
    assert game.forecast(game.parse_position(text)) == (
        *("now 6", "next 4", "row 5 thaws", "row 6 thaws"),
        *("ship red free", "ship blue stuck", "sled red lost 4"),
    )


def test_the_forecast_of_growing_ice() -> None:
    """Round 3 to 4: rows 3 and 4 freeze. A cut tile sends the ship down; a sled on the ice is safe."""
    text = """
seats red blue
round 3
tile j4 j5 ../../..
tile l3 ../x.
ship red j4
ship blue l3
sled blue l3
crew blue 3 0 4 0
"""
    assert game.forecast(game.parse_position(text)) == (
        *("now 2", "next 4", "row 3 freezes", "row 4 freezes"),
        *("ship red shifts j5", "ship blue freezes"),
    )


def test_the_forecast_of_a_sled_on_thawing_ice() -> None:
    """Round 8 to 9: line 4 to 2."""
    text = """
seats red blue
round 8
tile j2 j3 ../../..
tile f3 x./..
ship red j3
sled red j3
crew red 3 0 4 0
sled blue f3
crew blue 3 0 4 0
"""
    assert game.forecast(game.parse_position(text)) == (
        *("now 4", "next 2", "row 3 thaws", "row 4 thaws"),
        *("ship red free", "ship blue stuck", "sled red shifts j2", "sled blue ashore"),
    )


def test_the_forecast_of_the_last_round() -> None:
    """A ship with three men costs 2 * 3 + 2, a sled with four men 2 * 4."""
    text = "seats red blue\nround 10\ntile l2 ../x.\nship red l2\nsled red l2\ncrew red 3 0 4 0\n"
    lines = game.forecast(game.parse_position(text))
    assert lines == ("now 0", "next none", "ship red abroad 8", "sled red abroad 8")
    over = text + "phase over\npassed red blue\ncrew blue 0 7 0 0\n"
    assert game.forecast(game.parse_position(over)) == ()


def anyway(state: State, text: str, seat: int = 0) -> str:
    move = game.parse_move(text)
    assert game.why_illegal(state, Seat(seat), move)
    after = game.after_anyway(state, Seat(seat), move).state
    assert game.faults(after) == ()
    return game.format_position(after)


def test_a_ship_that_went_too_far_stays_there() -> None:
    after = anyway(state_of(), "move ship f3")
    assert "ship red f3\n" in after
    assert "phase act red more\n" in after
    assert "crew red 3 2 0 2\n" in after


def test_out_of_turn_only_the_pieces_are_elsewhere() -> None:
    after = anyway(state_of(), "move ship k3", seat=1)
    assert "ship blue k3\n" in after
    assert "crew blue 6 1 0 0\n" in after
    assert "phase act red first\n" in after


def test_a_tile_laid_anywhere_anyway_brings_what_it_brings() -> None:
    state = state_of(("stock red ../.. 1", "stock red xx./xx.:inuit 1"))
    after = anyway(state, "place ship b8 c8 xx./xx. inuit b8")
    assert "tile b8 c8 xx./xx. inuit b8\n" in after
    assert "token inuit b8\n" in after


def test_a_tile_laid_straight_from_the_display_is_missing_there() -> None:
    after = anyway(state_of(), "place ship k4 l4 .x./x.. strait k4")
    assert "tile k4 l4 .x./x.. strait k4\n" in after
    assert "display xxx/... 1\n" in after
    assert "display x../.x.:strait 1\n" not in after


def test_passing_out_of_turn_and_ending_without_an_action() -> None:
    after = anyway(state_of(), "pass", seat=1)
    assert "passed blue\n" in after
    assert "phase act red first\n" in after
    assert "phase act blue first\n" in anyway(state_of(), "end")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move ship b9", "not on water of a tile"),
        ("move sled d9", "neither on land nor on ice"),
        ("place ship k4 xx/xx", "land and sea disagree"),
        ("place ship i3 ../..", "cannot be done"),
        ("place ship k4 back", "cannot be done"),
        ("take ship xxx/xxx", "cannot be done"),
        ("explore ship c3", "cannot be done"),
        ("sun 4", "another moment"),
        ("pick xx/..", "another moment"),
        ("transfer ship 7 7", "cannot be done"),
    ],
)
def test_what_cannot_stand_is_refused_with_the_reason(text: str, reason: str) -> None:
    state, move = state_of(), game.parse_move(text)
    assert game.why_illegal(state, Seat(0), move)
    with pytest.raises(RulesError, match=reason):
        game.after_anyway(state, Seat(0), move)


def test_while_a_tile_is_owed_and_after_the_end_nothing_is_played_anyway() -> None:
    start = game.initial(game.setup(2, {}))
    with pytest.raises(RulesError, match="has to be drawn"):
        game.after_anyway(start, Seat(0), game.parse_move("pass"))
    over = "seats red blue\nround 10\nphase over\npassed red blue\ncrew red 0 7 0 0\ncrew blue 0 7 0 0\n"
    with pytest.raises(RulesError, match="the game is over"):
        game.after_anyway(game.parse_position(over), Seat(0), game.parse_move("pass"))


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("place ship l9 m9 xxx/...", {"place.1", "place.2"}),
        ("place ship m1 xx/x.", {"place.2"}),
        ("place sled z30 back", {"place.2"}),
        ("move ship m1", {"move.1"}),
        ("move sled nw30", {"move.1"}),
        ("shift ship gl1", {"shift.1"}),
        ("explore ship a30", {"explore.1"}),
        ("discover sled m4", {"discover.1"}),
        ("transfer ship 1 0 m1", {"trans.4"}),
    ],
)
def test_a_square_that_the_board_does_not_have_breaks_a_clause(text: str, broken: set[str]) -> None:
    state = state_of()
    move = game.parse_move(text.strip())
    assert game.format_move(move) == text.strip()
    cited = {breach.clause.removeprefix("northwest/") for breach in game.why_illegal(state, Seat(0), move)}
    assert broken <= cited
    with pytest.raises(IllegalMoveError):
        apply(game, state, Seat(0), move)
    with contextlib.suppress(RulesError):
        game.after_anyway(state, Seat(0), move)
    assert all(isinstance(cells, str) for cells in game.handled(state, Seat(0), move))


def test_every_square_of_the_frame_can_be_named_and_no_other() -> None:
    state = state_of()
    there = set(state.edition.board.index)
    for column in (*ascii_lowercase, "nw", "gl"):
        for row in range(1, 31):
            move = game.parse_move(f"move ship {column}{row}")
            if f"{column}{row}" not in there:
                assert game.why_illegal(state, Seat(0), move)
    for name in ("m31", "m0", "aa1", "m01", "M1", "nw31", "1m", "m"):
        with pytest.raises(NotationError):
            game.parse_move(f"move ship {name}")
