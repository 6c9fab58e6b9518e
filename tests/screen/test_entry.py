"""Entering a move word by word: pure, over lines of words of any game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.referee.view import TouchMove
from companion.screen.entry import TouchEntry

WORDS = st.lists(st.sampled_from(["play", "ur", "u", "stay", "jump", "d4"]), min_size=1, max_size=4)
MOVES = st.lists(
    st.builds(TouchMove, st.sampled_from(["south", "west"]), WORDS.map(" ".join)), min_size=1, unique=True
)


def moves(*lines: str) -> tuple[TouchMove, ...]:
    return tuple(TouchMove(*line.split(maxsplit=1)) for line in lines)


def test_words_follow_each_other_until_the_move_is_complete() -> None:
    entry = TouchEntry.begin(moves("south play ur u", "south play ur r", "south play still", "south stay"))
    assert entry.seat == "south"
    assert entry.next_words == ("play", "stay")
    entry = entry.say("play")
    assert entry.next_words == ("ur", "still")
    entry = entry.say("ur")
    assert entry.next_words == ("u", "r")
    assert not entry.complete
    entry = entry.say("r")
    assert entry.complete
    assert entry.move == TouchMove("south", "play ur r")
    assert entry.next_words == ()


def test_words_without_an_alternative_follow_by_themselves() -> None:
    entry = TouchEntry.begin(moves("south shift red a1", "south shift red a3"))
    assert entry.words == ("shift", "red")
    assert entry.next_words == ("a1", "a3")


def test_the_only_move_is_ready_at_once() -> None:
    entry = TouchEntry.begin(moves("west run red b7"))
    assert entry.complete
    assert entry.move == TouchMove("west", "run red b7")


def test_seats_with_different_moves_are_asked_for() -> None:
    entry = TouchEntry.begin(moves("south stay", "west jump d4"))
    assert entry.seat is None
    assert entry.next_words == ()
    assert entry.choose_seat("west").move == TouchMove("west", "jump d4")


def test_seats_that_can_do_the_same_can_be_exchanged() -> None:
    entry = TouchEntry.begin(moves("south run red b7", "west run red b7"))
    assert entry.move == TouchMove("south", "run red b7")
    assert entry.seats == ("south", "west")
    assert entry.choose_seat("west").move == TouchMove("west", "run red b7")


def test_a_move_that_begins_another_one_can_be_chosen_and_gone_on_with() -> None:
    entry = TouchEntry.begin(moves("south jump", "south jump d4"))
    assert entry.complete
    assert entry.next_words == ("d4",)
    assert entry.say("d4").move.text == "jump d4"


def test_back_leads_to_the_last_choice() -> None:
    entry = TouchEntry.begin(moves("south play ur u", "south play ur r", "south stay"))
    said = entry.say("play").say("u")
    assert said.move.text == "play ur u"
    assert said.back().words == ("play", "ur")
    assert said.back().back().words == ()
    assert said.back().back().back() == entry


def test_an_outcome_belongs_to_nobody() -> None:
    entry = TouchEntry.begin((TouchMove("", "open b1"), TouchMove("", "open b2")))
    assert entry.seats == ("",)
    assert entry.words == ("open",)
    assert entry.say("b2").move == TouchMove("", "open b2")


@given(MOVES, st.data())
def test_every_move_can_be_entered_and_nothing_else(legal: list[TouchMove], data: st.DataObject) -> None:
    wanted = data.draw(st.sampled_from(legal))
    entry = TouchEntry.begin(legal).choose_seat(wanted.seat)
    words = wanted.text.split()
    while not (entry.complete and entry.move == wanted):
        following = words[len(entry.words)]
        assert following in entry.next_words
        entry = entry.say(following)
    assert entry.move in legal


@given(MOVES, st.lists(st.integers(0, 20), max_size=6))
def test_whatever_is_tapped_only_legal_moves_come_out(legal: list[TouchMove], taps: list[int]) -> None:
    entry = TouchEntry.begin(legal)
    for tap in taps:
        if entry.seat is None:
            entry = entry.choose_seat(entry.seats[tap % len(entry.seats)])
        elif entry.next_words:
            entry = entry.say(entry.next_words[tap % len(entry.next_words)])
        if entry.complete:
            assert entry.move in legal
