"""Entries a second against python-chess perft(4) nodes a second, in one run, interleaved, medians.

Each entry of a random game is one listed choice of legal moves, one validation and one log entry; the other
figures add the durable journal (a synchronised write each time, so they measure the disk as well).
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import chess
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.journal import open_journal
from companion.program.memory import keep_loaded
from companion.rules.contract import Chance, Decide, Over
from companion.rules.match import Entry, EntryKind, Match, format_entry, format_match, replay_match
from companion.rules.registry import find_game
from tests.ours import OURS

ROUNDS = 5
ENTRIES = 1500
CHAIN = 4
"""Small moves of one turn that may be seen at once: card, step, beast put aside, jump."""
FOLLOWED = Path(__file__).with_name("followed.match")
GAMES = 5
"""The followed game is journaled so many times a round."""
FRAME = 4096 + 24
"""Bytes of a page in SQLite's write-ahead log (sqlite.org/fileformat2.html, "The Write-Ahead Log")."""


@pytest.fixture(autouse=True)
def loaded() -> None:
    """As when the session's thread begins."""
    keep_loaded()


def perft(board: chess.Board, depth: int) -> int:
    """Leaves of the move tree, one push and pop a node, without bulk counting."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def chosen(game_id: str, seed: int) -> list[tuple[Match[Any, Any, Any], Entry]]:
    """Entries of random games, each with the match it is added to; chosen before the clock runs."""
    game, rng = find_game(game_id), random.Random(seed)
    pairs: list[tuple[Match[Any, Any, Any], Entry]] = []
    while len(pairs) < ENTRIES:
        match = Match.begin(game, game.setup(rng.choice(game.seatings), {}))
        while len(pairs) < ENTRIES:
            match_pending = game.pending(match.state)
            if isinstance(match_pending, Over):
                break
            if isinstance(match_pending, Chance):
                outcome = rng.choice([outcome for outcome, _ in game.outcomes(match.state)])
                entry = Entry(EntryKind.CHANCE, text=game.format_outcome(outcome))
            else:
                assert isinstance(match_pending, Decide)
                seat = rng.choice([s for s in match_pending.seats if game.legal_moves(match.state, s)])
                move = rng.choice(game.legal_moves(match.state, seat))
                entry = Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move))
            pairs.append((match, entry))
            match = match.add(entry)
    return pairs


def rate(work: Callable[[], int]) -> float:
    """Things done a second."""
    begin = time.perf_counter()
    done = work()
    return done / (time.perf_counter() - begin)


@pytest.mark.parametrize("game_id", OURS)
def test_entries_against_chess(game_id: str, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    pairs = chosen(game_id, seed=1)
    match = pairs[0][0]
    book = open_journal(tmp_path / "bench.sqlite")

    def log() -> int:
        for before, entry in pairs:
            before.add(entry)
        return len(pairs)

    def log_and_journal() -> int:
        journal = book.create(format_match(match))
        for before, entry in pairs:
            before.add(entry)
            journal.append(format_entry(entry))
        return len(pairs)

    def log_and_journal_chains() -> int:
        journal = book.create(format_match(match))
        for start in range(0, len(pairs), CHAIN):
            chain = pairs[start : start + CHAIN]
            for before, entry in chain:
                before.add(entry)
            journal.append(*(format_entry(entry) for _, entry in chain))
        return len(pairs)

    nodes: list[float] = []
    logged: list[float] = []
    journaled: list[float] = []
    chained: list[float] = []
    for _ in range(ROUNDS):
        nodes.append(rate(lambda: perft(chess.Board(), 4)))
        logged.append(rate(log))
        journaled.append(rate(log_and_journal))
        chained.append(rate(log_and_journal_chains))
    book.close()
    benchmark(log)
    p, v, j, c = (statistics.median(values) for values in (nodes, logged, journaled, chained))
    print(f"\n{game_id}: P = {p:,.0f} perft nodes/s")
    print(f"{game_id}: validated and logged {v:,.0f} entries/s = {v / p:.3f} P")
    print(f"{game_id}: ... and journaled, one synchronised write each {j:,.0f} entries/s = {j / p:.3f} P")
    print(f"{game_id}: ... and journaled, {CHAIN} moves seen at once {c:,.0f} entries/s = {c / p:.3f} P")


def followed() -> list[list[tuple[Match[Any, Any, Any], Entry]]]:
    """The entries of a game that was followed by camera, each with the match it is added to, in the groups
    in which the referee journaled them: what it saw done at once has one time."""
    matches = list(replay_match(FOLLOWED.read_text("ascii")))
    pairs = [(before, after.entries[-1]) for before, after in pairwise(matches)]
    return [list(group) for _, group in groupby(pairs, lambda pair: pair[1].at)]


def test_a_followed_game_against_chess(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    groups = followed()
    book = open_journal(tmp_path / "bench.sqlite")
    entries = sum(map(len, groups))

    def journal_games() -> int:
        for _ in range(GAMES):
            journal = book.create(format_match(groups[0][0][0]))
            for group in groups:
                for before, entry in group:
                    before.add(entry)
                journal.append(*(format_entry(entry) for _, entry in group))
        return GAMES * entries

    def write_alone() -> int:
        frames = GAMES * len(groups)
        with (tmp_path / "log").open("wb", buffering=0) as file:
            file.write(bytes(frames * FRAME))
            os.fsync(file.fileno())
            begin = time.perf_counter()
            for number in range(frames):
                os.pwrite(file.fileno(), b"x" * FRAME, number * FRAME)
                os.fdatasync(file.fileno())
            alone.append((time.perf_counter() - begin) / frames)
        return frames

    nodes: list[float] = []
    journaled: list[float] = []
    alone: list[float] = []
    for _ in range(ROUNDS):
        nodes.append(rate(lambda: perft(chess.Board(), 4)))
        journaled.append(rate(journal_games))
        write_alone()
    book.close()
    benchmark(lambda: [before.add(entry) for group in groups for before, entry in group])
    p, j, w = (statistics.median(values) for values in (nodes, journaled, alone))
    print(f"\nmarso: a whole game, as the referee journaled it ({entries} entries in {len(groups)} writes):")
    print(f"marso: validated and journaled {j:,.0f} entries/s = {j / p:.3f} P")
    print(f"marso: of {1e6 * entries / j / len(groups):,.0f} us a write the disk alone takes {1e6 * w:,.0f}")


@pytest.mark.parametrize("game_id", OURS)
def test_legal_moves(game_id: str, benchmark: BenchmarkFixture) -> None:
    game = find_game(game_id)
    states = [
        (match.state, pending)
        for match, _ in chosen(game_id, seed=2)
        if isinstance(pending := game.pending(match.state), Decide)
    ]
    if not states:
        pytest.skip(f"{game_id}: nobody decides anything, cards and hands do")
    times = []
    for state, pending in states:
        begin = time.perf_counter()
        for seat in pending.seats:
            game.legal_moves(state, seat)
        times.append(time.perf_counter() - begin)
    times.sort()
    worst = max(states, key=lambda pair: len(game.legal_moves(pair[0], pair[1].seats[0])))
    benchmark(lambda: game.legal_moves(worst[0], worst[1].seats[0]))
    p50, p99 = (times[len(times) * share // 100] * 1e6 for share in (50, 99))
    print(f"\n{game_id}: legal moves of a position p50 {p50:,.0f} us, p99 {p99:,.0f} us")
