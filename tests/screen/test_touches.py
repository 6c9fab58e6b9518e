"""How many touches a usual turn takes, counted on recorded games: every entry can be said by touch."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import pytest

from companion.rules.match import Match, parse_match

from .fingers import play

GOLDEN = Path(__file__).parents[1] / "golden"

USUAL = [
    # game, recorded game, entries at most, a word that every usual turn has, most touches in the middle turn
    ("marso", "four", 118, "play", 4),
    pytest.param("arctica", "05_four", 160, "play", 5, marks=pytest.mark.soak),  # a minute of processor
    ("atlantis", "07_four", 124, "take", 6),
    pytest.param("northwest", "03_three", 80, "", 5, marks=pytest.mark.soak),
]


def recorded(game: str, name: str, most: int) -> Match[Any, Any, Any]:
    """The beginning of a recorded game."""
    full = parse_match((GOLDEN / game / f"{name}.match").read_text(encoding="utf-8"))
    match = Match.begin(full.game, full.setup, full.start)
    for played in full.line[:most]:
        match = match.add(played.entry)
    return match


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name", "most", "word", "goal"), USUAL, ids=lambda value: str(value))
def test_a_usual_turn_takes_few_touches(
    game: str, name: str, most: int, word: str, goal: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Recorded games are played at random: cards are exchanged in nearly every turn of one (``drop``), which
    is not counted, and three pieces are moved by a step each in another, where people move one."""
    match = recorded(game, name, most)
    turns = list(play(match, drags=True))
    assert sum(turn.entries for turn in turns) == len(match.line)
    usual = [turn for turn in turns if turn.seat and any(text.startswith(word) for text in turn.texts)]
    counts = sorted(len(turn.touches) - sum(text.startswith("drop") for text in turn.texts) for turn in usual)
    with capsys.disabled():
        print(f"\n{game}: touches per turn: median {median(counts)}, most {counts[-1]}, {len(counts)} turns")
    assert median(counts) <= goal


def test_laying_the_island_takes_at_most_45_touches() -> None:
    """Terrain by terrain, as people lay it; a sweep over several cells counts as one touch for each here."""
    match = recorded("atlantis", "07_four", 40)
    laid = sorted((played.entry for played in match.line), key=lambda entry: entry.text.split()[-1])
    again = Match.begin(match.game, match.setup, match.start)
    for entry in laid:
        again = again.add(entry)
    (turn,) = list(play(again, drags=False))
    assert turn.entries == 40
    assert len(turn.touches) <= 45


@pytest.mark.soak  # a whole game by touch
def test_a_piece_that_can_do_one_thing_where_it_stands_does_it_at_a_tap() -> None:
    """A hunter that has moved onto its prey attacks it: one tap on their cell."""
    match = recorded("arctica", "05_four", 160)
    turns = [
        turn for turn in play(match, drags=True) if any(text.startswith("attack") for text in turn.texts)
    ]
    assert turns
    for turn in turns:
        for number, text in enumerate(turn.texts[1:], 1):
            before = turn.texts[number - 1].split()
            if text.startswith("attack") and before[0] == "move" and before[1] == text.split()[1]:
                cell = text.split()[2].removesuffix("^")
                assert [touch.cell for touch in turn.touches].count(cell) == 1
                return
    raise AssertionError("nobody attacked after a move")
