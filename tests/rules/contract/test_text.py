"""Text forms, match files and the log, for every game."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.contract import NotationError, RulesError
from companion.rules.match import (
    Entry,
    EntryKind,
    Match,
    format_entry,
    format_match,
    parse_entry,
    parse_match,
)
from companion.rules.registry import AnyGame

from .walks import GAMES, begin, positions, seats_of, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.mark.slow
@every_game
def test_every_position_survives_its_text(game: AnyGame) -> None:
    for state in positions(game, walks=8, longest=300):
        text = game.format_position(state)
        assert game.parse_position(text) == state
        assert text.isascii()
        assert text == text.lower()


@every_game
def test_every_move_and_outcome_survives_its_text(game: AnyGame) -> None:
    for state in list(positions(game, walks=2, longest=160))[::80]:
        for move in game.attempts(state, seats_of(game, state)[0]):
            assert game.parse_move(game.format_move(move)) == move
        for outcome, _ in game.outcomes(state):
            assert game.parse_outcome(game.format_outcome(outcome)) == outcome


@every_game
def test_undo_leads_back_to_every_earlier_position(game: AnyGame) -> None:
    match = walk(game, 1, 5, 120)
    states = [match.start, *(played.state for played in match.line)]
    for count in range(1, len(match.line) + 1):
        back = match.add(Entry(EntryKind.UNDO, count=count))
        assert back.state == states[-1 - count]
        assert len(back.entries) == len(match.entries) + 1
        again = back.add(Entry(EntryKind.UNDO, count=len(back.line))) if back.line else back
        assert again.state == match.start


@every_game
def test_a_match_file_replays_to_the_same_match(game: AnyGame) -> None:
    for seed in range(4):
        match = walk(game, seed, seed + 20, 150)
        match = match.add(Entry(EntryKind.UNDO, count=3, at=12.5))
        text = format_match(match)
        assert parse_match(text) == match
        assert format_match(parse_match(text)) == text
        later = Match.begin(game, match.setup, match.state, (("seal", "x 00ff"),))
        assert parse_match(format_match(later)) == later


REPLAY = """
import sys
from companion.rules.match import parse_match
for text in sys.stdin.read().split("\\f"):
    match = parse_match(text)
    for played in match.line:
        seats = range(len(match.setup.seats))
        print(match.game.id, match.game.format_position(played.state))
        print([match.game.format_move(m) for s in seats for m in match.game.legal_moves(played.state, s)])
        print([match.game.format_outcome(x) for x, _ in match.game.outcomes(played.state)])
        print(played.effects, match.game.looks(played.state))
"""


@pytest.mark.outside
def test_the_same_log_gives_the_same_whatever_the_hash_seed() -> None:
    texts = "\f".join(format_match(walk(game, 2, 7, 100)) for game in GAMES)
    printed = []
    for seed in ("0", "1", "4242"):
        printed.append(
            subprocess.run(
                [sys.executable, "-c", REPLAY],
                input=texts,
                capture_output=True,
                text=True,
                check=True,
                env=dict(os.environ, PYTHONHASHSEED=seed),
            ).stdout
        )
    assert all(f"\n{game.id} " in printed[0] for game in GAMES[1:])
    assert printed[1:] == [printed[0]] * 2


def only_notation_errors(read: Callable[[str], object], text: str) -> None:
    """Anything but NotationError fails the test."""
    with suppress(NotationError):
        read(text)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text of the game with words and lines swapped, doubled, dropped or replaced by noise."""
    lines = text.splitlines()
    words = sorted({word for line in lines for word in line.split()}) or ["x"]
    noise = st.one_of(
        st.sampled_from([*words, "?", "trap", "-1", "007", "1e9", "9" * 5000]), st.text(max_size=6)
    )
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines)))
        match draw(st.integers(0, 3)):
            case 0:
                lines[place:place] = [" ".join(draw(st.lists(noise, max_size=4)))]
            case 1:
                del lines[place : place + 1]
            case 2 if place < len(lines):
                parts = lines[place].split(" ")
                parts[draw(st.integers(0, len(parts) - 1))] = draw(noise)
                lines[place] = " ".join(parts)
            case _ if lines:
                lines.insert(place, draw(st.sampled_from(lines)))
    return "\n".join(lines)


@pytest.mark.slow
@every_game
@given(data=st.data())
def test_damaged_text_is_an_error_of_notation_only(game: AnyGame, data: st.DataObject) -> None:
    match = walk(game, 0, data.draw(st.integers(0, 3)), 40)
    only_notation_errors(game.parse_position, data.draw(damaged(game.format_position(match.state))))
    entry = match.entries[data.draw(st.integers(0, len(match.entries) - 1))]
    reads: list[Callable[[str], object]] = [game.parse_move, game.parse_outcome, parse_entry]
    for read in reads:
        only_notation_errors(read, data.draw(damaged(entry.text)))
        only_notation_errors(read, data.draw(st.text(max_size=30)))


@every_game
@given(data=st.data())
def test_a_damaged_match_file_is_a_rules_error_only(game: AnyGame, data: st.DataObject) -> None:
    match = walk(game, 0, 1, 25)
    start = Match.begin(game, match.setup, match.line[10].state)
    text = data.draw(damaged(format_match(data.draw(st.sampled_from([match, start])))))
    with suppress(RulesError):
        parse_match(text)


@every_game
@given(at=st.none() | st.floats(0, 1e6), count=st.integers(1, 99), seed=st.integers(0, 9))
def test_entries_survive_their_text(game: AnyGame, at: float | None, count: int, seed: int) -> None:
    state = begin(game, 0).state
    seat = game.setup_of(state).seats[0]
    move = game.format_move(
        Random(seed).choice(list(islice(game.attempts(state, seats_of(game, state)[0]), 500)))
    )
    for entry in (
        Entry(EntryKind.MOVE, seat, move, at=at),
        Entry(EntryKind.ANYWAY, seat, move, at=at),
        Entry(EntryKind.UNDO, count=count, at=at),
    ):
        assert parse_entry(format_entry(entry)) == entry
