"""The score of a game with a totem, against a truth written here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.jungle.referee.card import LATE_US
from companion.games.jungle.referee.score import READ_AFTER, DuelScore, said_of
from companion.locale import Message
from companion.referee.events import OutcomeEntered, TotemSaid
from companion.referee.share import Share
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.doubles.duel_table import DUEL, DuelTable, left_before, pads, sensors

GAME = find_game("jungle")
PLAYED = (
    (1.0, "flip s1 star-red"),
    (3.0, "flip s2 string-blue"),
    (5.0, "flip s3 star-green"),  # s1 and s3 may grab
    (9.0, "grab s3"),
    (12.0, "flip s1 string-red"),  # s1 and s2
    (16.0, "grab s4"),
)
"""The last one had no right."""


def truth(played: Any = PLAYED) -> Match[Any, Any, Any]:
    match = Match.begin(GAME, GAME.setup(4, {}), None)
    for at, text in played:
        match = match.add(Entry(EntryKind.CHANCE, text=text, at=at))
    return match


def clip(movements: int = 0, reveals: tuple[tuple[float, str], ...] = ()) -> Any:
    return SimpleNamespace(races=lambda: (None,) * movements, reveals=lambda: reveals)


def test_each_sort_of_what_happened_is_counted() -> None:
    score = DuelScore(clip(), truth())
    score.finish(truth().line, {1: 1.5, 2: 3.5, 3: 5.5, 4: 9.5, 5: 16.5}, helped={2})
    assert score.shares == {
        "flips": Share(3, 4),  # one was entered by touch
        "duels": Share(1, 2),  # the second was understood after the grab
        "grabs": Share(1, 1),
        "penalties": Share(0, 1),
    }


def at_moment(told: int, seen: str = "") -> Any:
    """A session that has told so many entries of the truth, and shows another one as seen."""
    match = truth(PLAYED[:told])
    message = Message("Seen: {move}", (("move", seen),)) if seen else None
    return SimpleNamespace(match=match, shown={}, view=SimpleNamespace(totem=None, seen=message))


def test_a_card_is_shown_when_it_is_seen_and_told_later() -> None:
    """The second one is entered by touch, and the third is told before its hand has left."""
    score = DuelScore(clip(), truth())
    moments = [(1.2, 0, "flip s1 star-red"), (1.7, 1, ""), (3.5, 2, ""), (4.8, 3, ""), (12.4, 5, "")]
    for now, told, seen in moments:
        score.note(at_moment(told, seen), now)
    score.finish(truth().line, {}, helped={2})
    assert score.times["flip shown"] == pytest.approx([0.2, 0.0, 0.4])
    assert score.times["flip told"] == pytest.approx([0.7, 0.0, 0.4])


def test_what_was_said_first_is_counted_by_what_was_done() -> None:
    score, _ = at_a_duel("early s1", sensors({**pads(s2=520, s3=None), "s1": left_before(200)}))
    score.finish(
        DuelTable(4, DUEL).match.add(Entry(EntryKind.CHANCE, text="early s1", at=9.0)).line, {}, set()
    )
    assert score.shares["early told as false-start"] == Share(1, 1)
    silent = DuelScore(clip(movements=2), truth())
    silent.finish(truth().line, {}, set())
    assert silent.shares["grab told as nothing"] == Share(1, 1)
    assert silent.shares["wrong grab told as nothing"] == Share(1, 1)


def test_a_game_without_a_totem_has_none_of_it() -> None:
    arctica = find_game("arctica")
    match = Match.begin(arctica, arctica.setup(2, {}), None)
    score = DuelScore(clip(), match)
    score.finish(match.line, {}, set())
    assert (score.shares, score.times) == ({}, {})


def at_a_duel(done: str, row: Any) -> tuple[DuelScore, DuelTable]:
    """A table at which s1 and s2 may grab, and what the base says of what was done."""
    table = DuelTable(4, DUEL)
    match = table.match.add(Entry(EntryKind.CHANCE, text=done, at=9.0))
    score = DuelScore(clip(movements=1), match)
    table.moves(row)
    score.note(table.session, 3.0)
    return score, table


CLEAR = sensors(pads(s1=300, s2=520, s3=None, s4=None))
CLOSE = sensors(pads(s1=300, s2=305, s3=None, s4=None))


@pytest.mark.parametrize(
    ("done", "row", "named", "right"),
    [
        ("grab s1", CLEAR, Share(1, 1), Share(1, 1)),
        ("grab s2", CLEAR, Share(1, 1), Share(0, 1)),
        ("early s1", sensors({**pads(s2=520, s3=None), "s1": left_before(200)}), Share(1, 1), Share(1, 1)),
        ("grab s1", CLOSE, Share(0, 1), Share(0, 0)),
    ],
    ids=["right", "wrong", "false start", "too close"],
)
def test_the_first_verdict_on_a_movement_counts(done: str, row: Any, named: Share, right: Share) -> None:
    score, table = at_a_duel(done, row)
    score.finish((), {}, set())
    assert (score.shares["verdicts named"], score.shares["verdicts right"]) == (named, right), table.case


def test_people_answer_when_they_have_read_what_is_asked() -> None:
    score, table = at_a_duel("grab s2", CLOSE)
    assert score.say(table.session, (), 3.0) == (None, set())
    assert score.say(table.session, (), 3.0 + READ_AFTER) == (TotemSaid(1, "", "holder s2"), {1})


def test_a_right_verdict_needs_no_word_and_a_wrong_one_an_appeal() -> None:
    _, table = at_a_duel("grab s1", CLEAR)
    assert said_of(table.case, "grab s1", told=True) is None
    assert said_of(table.case, "grab s2", told=True) == TotemSaid(1, "s2", "appeal")
    table.says("appeal", "s2")
    assert said_of(table.case, "grab s2", told=True) == TotemSaid(1, "s1", "names s2")


def test_where_no_way_tells_it_people_say_it() -> None:
    _, table = at_a_duel("grab s2", CLOSE)
    assert said_of(table.case, "fall s4", told=True) == OutcomeEntered("fall s4")


def test_a_movement_is_only_judged_without_a_card_when_none_is_missing() -> None:
    table = DuelTable(4, DUEL.replace("phase claim", "phase flip").replace("star-blue", ""))
    table.moves(CLEAR)
    assert said_of(table.case, "grab s1", told=False) is None
    assert said_of(table.case, "grab s1", told=True) == TotemSaid(1, "", "judge")


def test_reveals_are_compared_with_when_the_card_last_looked_up() -> None:
    reveals = (
        (1.3, "card star-red"),
        (3.0, "card string-blue"),
        (5.9, "card star-green"),
        (90.0, "card star-red"),
    )
    score = DuelScore(clip(reveals=reveals), truth())
    shown = {1: (1.0, 1.6), 2: (3.05, 3.5), 3: (5.0, 5.8)}
    score.note(SimpleNamespace(match=truth(), shown=shown, view=SimpleNamespace(totem=None, seen=None)), 20.0)  # type: ignore[arg-type]
    late = LATE_US / 1e6
    assert score.times["reveal width"] == pytest.approx([0.6 + late, 0.45 + late, 0.8 + late])
    assert score.shares["reveals"] == Share(2, 3), "the third one looked up after its interval"
