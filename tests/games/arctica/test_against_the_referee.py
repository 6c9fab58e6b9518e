"""Whole games, recorded and random, compared entry by entry with a second referee (``referee.py``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from companion.games.arctica import game
from companion.rules.contract import Over, Pending, ScoreLine, Seat, apply
from companion.rules.match import replay_match

from .oracle import around, place
from .play import SETUPS
from .position import COPIES, HUNTERS
from .referee import Table

FILES = sorted((Path(__file__).parents[2] / "golden" / "arctica").glob("*.match"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_right_by_the_referee(path: Path) -> None:
    """The referee plays the file by itself: every entry is allowed and leads to the same position."""
    replay = replay_match(path.read_text(encoding="utf-8"), game)
    match = next(replay)
    table = Table(match.game.format_position(match.start))
    for match in replay:
        entry = match.entries[-1]
        assert entry.text in table.legal(entry.seat)
        table.do(entry.text)
        assert table.text() == match.game.format_position(match.state)
        for number, seat in enumerate(table.seats):
            assert total(match.game.score(match.state, Seat(number))) == table.points(seat)
    check_end(table, match.game.pending(match.state))


def total(lines: tuple[ScoreLine, ...]) -> float:
    return float(sum(line.points for line in lines))


def check_end(table: Table, pending: Pending) -> None:
    assert isinstance(pending, Over)
    assert table.phase == ["over"]
    assert [table.seats[seat] for seat in pending.placing[0]] == table.winners()


GAMES = 2
"""Random games from each start in one run."""


@pytest.mark.slow
@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_random_games_are_right_by_the_referee(which: int) -> None:
    """Legal moves of every seat, positions and points after every move, from the start to the end."""
    seats, options = SETUPS[which]
    seen: set[str] = set()
    for seed in range(GAMES):
        start = game.format_position(game.initial(game.setup(seats, options)))
        seen |= play_on(Table(start), Random(seed), 600)
    assert {"play", "drift", "melt", "move", "attack", "end", "over"} <= seen


@pytest.mark.slow
def test_random_games_on_crowded_boards_are_right_by_the_referee() -> None:
    """Figures and ice close together, one life gone here and there: prey, pushes and flights are common."""
    seen: set[str] = set()
    for seed in range(25 * GAMES):
        chooser = Random(seed)
        seen |= play_on(crowded(chooser), chooser, 60)
    assert {"flee", "stay", "answer", "pass", "land", "displace", "attack", "return"} <= seen
    assert {"igloo taken", "deck used up", "lost for good", "two to displace"} <= seen


def play_on(table: Table, chooser: Random, longest: int) -> set[str]:
    """A random game from here: the same moves, positions and points in both; returns what happened."""
    state, seen = game.parse_position(table.text()), set[str]()
    assert not game.faults(state)
    for _ in range(longest):
        for number, name in enumerate(table.seats):
            legal = table.legal(name)
            assert set(map(game.format_move, game.legal_moves(state, Seat(number)))) == legal
            assert total(game.score(state, Seat(number))) == table.points(name)
        if table.phase == ["over"]:
            check_end(table, game.pending(state))
            return seen | {"over"}
        who = table.decides()
        moves = sorted(table.legal(who))
        move = chooser.choices(moves, list(map(weight, moves)))[0]
        before = Table(table.text())
        table.do(move)
        seen |= what_happened(before, table, move)
        state = apply(game, state, Seat(table.seats.index(who)), game.parse_move(move)).state
        assert game.format_position(state) == table.text()
        assert not game.faults(state)
    return seen


def weight(move: str) -> float:
    """Hunts and flights first, turns that end soon, and not only the many moves of the cod."""
    verb, *words = move.split()
    if verb == "move" and words[0] == "cod":
        return 0.1
    return {"attack": 30.0, "stay": 9.0, "pass": 3.0, "end": 5.0, "drop": 0.3}.get(verb, 1.0)


def what_happened(before: Table, after: Table, move: str) -> set[str]:
    """What is remarkable about a move, so that a test can prove that it occurred."""
    verb = move.split()[0]
    seen = {verb}
    if " igloo " in move:
        seen.add("igloo taken")
    if after.discard.total() < before.discard.total():
        seen.add("deck used up")
    if (
        len(after.figures) < len(before.figures)
        and len(after.away) == len(before.away)
        and " cod " not in move
    ):
        seen.add("lost for good")
    if verb == "drift" and len(after.waiting()) > 1:
        seen.add("two to displace")
    return seen


def crowded(chooser: Random) -> Table:
    """All figures and most ice within two cells of a cell, decks half used, some hunters caught once."""
    seats, options = chooser.choice((*SETUPS, SETUPS[2], SETUPS[4]))
    options = {**options, "setup": "standard"}
    table = Table(game.format_position(game.initial(game.setup(seats, options))))
    middle = place(chooser.choice(("e5", "b7", "d3", "g5", "a5", "i3")))
    near = sorted({cell for one in around(middle) for cell in [middle, one, *around(one)]})
    tokens = sorted(table.ice.values())
    table.ice = dict(zip(chooser.sample(near, min(len(near), 12)), chooser.sample(tokens, 12), strict=False))
    table.igloo = next((cell for cell, kind in table.ice.items() if kind == "floe"), None)
    for figure in table.figures:
        figure.spot = chooser.choice([one for cell in near for one in table.poses(figure.kind, cell)])
    unseen = [card for card, copies in COPIES.items() for _ in range(copies)]
    table.discard = Counter(chooser.sample(unseen, chooser.randrange(table.deck)))
    table.deck -= table.discard.total()
    for kind in HUNTERS:
        if chooser.random() < 0.6:
            owner = kind if kind in seats else "supply"
            table.give(kind, owner, chooser.choice([seat for seat in seats if seat != owner]))
            if kind == "seal":
                table.figures.remove(next(figure for figure in table.figures if figure.kind == "seal"))
                table.away.append("seal")
    table.phase = ["return" if table.due() else "turn"]
    return table


def test_the_referee_knows_the_deck() -> None:
    """36 cards: 30 for drifting, 6 for melting (edition, section 1)."""
    assert sum(COPIES.values()) == 36
    assert len(COPIES) == 19
