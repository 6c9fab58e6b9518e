"""What the table looks like, what hands change, lamps, the creature die, moves that are played anyway."""

from __future__ import annotations

import pytest

from companion.chance import ElectronicDeck, Subject, audit, new_deck
from companion.games.atlantis import game
from companion.games.atlantis.state import State
from companion.referee.draws import tickets
from companion.referee.publish import touch_of
from companion.rules.contract import CellId, Certainty, Chance, Lamp, Look, RulesError, Seat, apply, resolve
from companion.rules.match import Entry, EntryKind, Match, format_match, replay_match
from companion.rules.optional import drawn_lamps
from companion.rules.pieces import stack_of
from companion.rules.piles import laid_on_piles
from companion.rules.record import replace

BASE = """game atlantis
seat red red
seat blue blue
phase act
turn red
moves 3
played no
tile e4 mountain red 1 blue 2
tile e5 mountain
boat d3 red 1 blue 1
boat g2
sea c4 red 2 blue 1
serpent b1 1
shark g6 2
whale g1 1
safe nw red 3
hand red beach ? 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 2
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 2
out forest whale 2
out forest boat 3
out forest whirlpool 2
out forest dolphin 1
out forest move-serpent 1
out forest move-shark 1
out forest move-whale 1
out forest stop-shark 1
out forest stop-whale 2
out mountain shark 1
out mountain whirlpool 3
out mountain stop-shark 1
out mountain stop-whale 1
supply boat 4
supply shark 0
supply whale 0
"""
RED, BLUE = Seat(0), Seat(1)


def state_of(*changes: tuple[str, str]) -> State:
    text = BASE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    state = game.parse_position(text)
    assert game.faults(state) == ()
    return state


def handled(state: State, text: str, seat: Seat = RED) -> dict[str, Look]:
    return {str(cell): look for cell, look in game.handled(state, seat, game.parse_move(text)).items()}


def test_what_lies_on_cells_and_islands() -> None:
    looks = game.looks(state_of())
    assert looks[CellId("e4")] == Look("mountain", stack_of("explorer red", "explorer blue", "explorer blue"))
    assert looks[CellId("d3")] == Look("", stack_of("boat", "explorer red", "explorer blue"))
    swimmers = stack_of("explorer red lying", "explorer red lying", "explorer blue lying")
    assert looks[CellId("c4")] == Look("", swimmers)
    assert looks[CellId("g6")] == Look("", stack_of("shark", "shark"))
    assert looks[CellId("nw")] == Look("", stack_of("explorer red") * 3)
    assert CellId("a1") not in looks
    assert looks[CellId("out")].certainty is Certainty.ANY
    assert len(looks[CellId("out")].pieces) == 37  # all 40 but two on the board, one in a hand
    assert looks[CellId("hand:red")] == Look("", stack_of("tile beach"), Certainty.ANY)


def test_a_crowd_is_hidden() -> None:
    crowd = game.looks(state_of(("sea c4 red 2 blue 1", "sea c4 red 2 blue 3")))
    swimmers = stack_of("explorer red lying") * 2 + stack_of("explorer blue lying") * 3
    assert crowd[CellId("c4")] == Look("", swimmers, Certainty.HIDDEN)
    fall = game.looks(state_of(("safe nw red 3", "safe nw red 6 blue 4")))
    assert fall[CellId("nw")].certainty is Certainty.HIDDEN


def test_what_hands_do() -> None:
    state = state_of()
    assert handled(state, "move red tile e4 sea d4") == {
        "e4": Look("mountain", stack_of("explorer blue", "explorer blue")),
        "d4": Look("", stack_of("explorer red lying")),
    }
    assert handled(state, "move red boat d3 sea d3") == {
        "d3": Look("", stack_of("boat", "explorer blue", "explorer red lying")),
    }
    assert handled(state, "sail d3 a1") == {
        "d3": Look(),
        "a1": Look("", stack_of("boat", "explorer red", "explorer blue")),
    }
    assert handled(state, "take e4") == {
        "e4": Look("", stack_of("explorer red lying", "explorer blue lying", "explorer blue lying")),
    }
    assert handled(state, "play dolphin beach red c4 c5")["out"] == Look("", stack_of("back dolphin"))
    assert handled(state, "creature whale g1 d3")["d3"].pieces[-1] == "whale"
    assert handled(state, "move red sea a1 sea a2") == {}
    assert handled(state, "sail d3 g2") == {}
    assert handled(state, "end") == {}


def test_the_top_of_the_tiles_out_of_the_game_is_known_while_they_are_of_one_sort() -> None:
    state = game.initial(game.setup(2, {}))
    assert CellId("out") not in game.looks(state)
    (taught, *_) = (one for one in game.teaching(game.setup_of(state)) if any(map(any, one.out)))
    assert game.looks(taught)[CellId("out")] == Look("", stack_of("back shark"))


def test_the_back_of_a_green_tile_comes_onto_the_tray_and_a_red_one_stays_in_the_hand() -> None:
    begun, taken = "phase act\nturn red\nmoves 3\nplayed no", "phase back\nturn red\ntaken e5 mountain"
    state = state_of((begun, taken), ("tile e5 mountain\n", ""))
    before = game.looks(state)

    def laid(outcome: str) -> dict[CellId, Look]:
        after = game.after_chance(state, game.parse_outcome(outcome)).state
        return laid_on_piles(game, game.setup_of(state), before, game.looks(after))

    assert laid("tile e5 whirlpool") == {CellId("out"): Look("", stack_of("back whirlpool"))}
    assert laid("tile e5 ?") == {}


def test_on_tiles_of_one_sort_one_of_another_sort_is_seen() -> None:
    setup = game.setup(2, {})
    out, shark, whale = CellId("out"), "back shark", "back whale"
    sharks, both = Look("", stack_of(shark)), Look("", stack_of(shark, shark, whale), Certainty.ANY)
    assert laid_on_piles(game, setup, {out: sharks}, {out: both}) == {out: Look("", stack_of(whale))}


def test_lamps_show_what_was_rolled() -> None:
    dark = Lamp()
    assert game.lamps(state_of()) == (dark, dark, dark)
    rolled = state_of(("phase act", "phase creature"), ("moves 3\nplayed no", "die whale"))
    assert game.lamps(rolled) == (dark, dark, Lamp("white", "steady", True))
    attack = state_of(
        ("phase act", "phase defend"),
        ("moves 3\nplayed no", "attack shark c4\nasked blue"),
        ("shark g6 2", "shark c4 1\nshark g6 1"),
    )
    assert game.lamps(attack) == (dark, Lamp("red", "steady", True), dark)


# the creature die, physical and electronic ----------------------------------------------------------


def rolling() -> State:
    return state_of(("phase act", "phase die"), ("moves 3\nplayed no\n", ""))


def test_a_roll_that_moves_nothing_is_shown_too() -> None:
    """No shark or whale swims here: nobody would know what the machine has rolled, and that it has."""
    dark, white = Lamp(), Lamp("white")
    start = rolling()
    assert game.why_impossible(start, game.parse_outcome("die whale")) == ()
    bare = replace(start, creatures=(start.creatures[0], (), ()))
    for text, lit in (
        ("die serpent", (Lamp("white", "steady", True), dark, dark)),
        ("die shark", (dark, white, dark)),
        ("die whale", (dark, dark, white)),
    ):
        outcome = game.parse_outcome(text)
        assert drawn_lamps(game, game.after_chance(bare, outcome).state, outcome) == lit


def test_only_the_die_can_be_electronic() -> None:
    assert game.electronic == ("die",)
    assert game.pending(rolling()) == Chance("die")


def test_a_physical_die_is_read_by_touch_and_an_electronic_one_is_not() -> None:
    setup = game.setup_of(rolling())
    physical = touch_of(game, setup, rolling(), frozenset())
    assert [touch.text for touch in physical] == ["die serpent", "die shark", "die whale"]
    assert touch_of(game, setup, rolling(), frozenset({"die"})) == ()


def test_both_dice_bring_the_same_outcomes() -> None:
    """The faces of the box give the tickets; what is drawn is an outcome like one that is read by touch."""
    assert sorted(tickets(game, rolling())) == ["die serpent", "die shark", "die whale"]
    deck = ElectronicDeck(Subject.of(game, "die"), bytes(range(32)))
    drawn = {deck.draw(tickets(game, rolling()), ("die shark",) * n) for n in range(40)}
    assert drawn == {"die serpent", "die shark", "die whale"}
    for text in drawn:
        outcome = game.parse_outcome(text)
        assert resolve(game, rolling(), outcome).state == game.after_chance(rolling(), outcome).state


def test_rolls_of_a_sealed_die_pass_the_audit() -> None:
    deck = new_deck(game, "die")
    match = Match.begin(game, game.setup_of(rolling()), rolling(), deck.head_notes())
    match = match.add(Entry(EntryKind.CHANCE, text=deck.draw(tickets(game, match.state), ())))
    revealed = Match.begin(game, match.setup, match.start, (*match.notes, deck.seed_note()))
    for entry in match.entries:
        revealed = revealed.add(entry)
    (roll,) = audit(replay_match(format_match(revealed), game))
    assert roll.honest
    assert (roll.source, roll.possible) == ("die", 3)


# played anyway --------------------------------------------------------------------------------------


def anyway(state: State, text: str, seat: Seat = RED) -> str:
    move = game.parse_move(text)
    assert game.why_illegal(state, seat, move)
    after = game.after_anyway(state, seat, move).state
    assert game.faults(after) == ()
    return game.format_position(after)


def test_an_explorer_who_went_too_far_stays_there() -> None:
    after = anyway(state_of(), "move red tile e4 boat g2")
    assert "boat g2 red 1\n" in after
    assert "moves 2\n" in after


def test_a_fourth_movement_stands_and_uses_nothing() -> None:
    assert "moves 0\n" in anyway(state_of(("moves 3", "moves 0")), "sail g2 f2")


def test_what_meets_out_of_turn_still_takes_effect() -> None:
    after = anyway(state_of(), "move blue sea c4 sea g6", BLUE)
    assert "sea c4 red 2\n" in after
    assert "sea g6" not in after
    assert "turn red\nmoves 3\n" in after
    sunk = anyway(state_of(), "creature whale g1 d3")
    assert "sea d3 red 1 blue 1\n" in sunk
    assert "phase act\n" in sunk


def test_a_tile_that_was_not_due_is_taken_all_the_same() -> None:
    forest_left = state_of(
        ("tile e5 mountain\n", "tile e5 forest\n"),
        ("out forest boat 3", "out forest boat 2"),
        ("out mountain whirlpool 3", "out mountain whirlpool 4"),
        ("supply boat 4", "supply boat 5"),
    )
    after = anyway(forest_left, "take e4")
    assert "phase back\nturn red\ntaken e4 mountain\n" in after
    assert "sea e4 red 1 blue 2\n" in after


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("move red sea a1 sea a2", "no such explorer"),
        ("move red tile e4 boat a1", "there is no boat"),
        ("move red sea c4 tile d4", "there is no land tile"),
        ("move red tile e4 sea e5", "there is no open sea"),
        ("sail d3 g2", "no boat can go so"),
        ("creature shark b1 b2", "no creature can go so"),
        ("take a1", "there is no land tile"),
        ("play wind beach g2 g3", "cannot have that tile"),
        ("play stop-shark forest", "cannot have that tile"),
        ("place red e5", "at this moment"),
        ("launch c1", "at this moment"),
        ("pass", "at this moment"),
    ],
)
def test_what_cannot_stand_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RulesError, match=reason):
        game.after_anyway(state_of(), RED, game.parse_move(text))


def test_after_the_end_nothing_is_played_anyway() -> None:
    taken = apply(game, state_of(), RED, game.parse_move("take e4")).state
    over = resolve(game, taken, game.parse_outcome("tile e4 volcano")).state
    with pytest.raises(RulesError, match="the game is over"):
        game.after_anyway(over, RED, game.parse_move("sail g2 g3"))


def test_a_tile_at_the_wrong_place_with_an_impossible_back_breaks_both_clauses() -> None:
    state = state_of(
        ("tile e5 mountain\n", ""),
        ("phase act\nturn red\nmoves 3\nplayed no\n", "phase back\ntaken f4 mountain\nturn red\n"),
    )
    cited = {}
    for text in ("tile f4 shark", "tile f5 whirlpool", "tile f5 shark"):
        breaches = game.why_impossible(state, game.parse_outcome(text))
        cited[text] = [breach.clause.removeprefix("atlantis/") for breach in breaches]
    assert cited == {
        "tile f4 shark": ["tiles.1"],
        "tile f5 whirlpool": ["take.6"],
        "tile f5 shark": ["tiles.1", "take.6"],
    }
