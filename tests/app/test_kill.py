"""A game that is killed at any moment goes on where it was; nothing acknowledged is lost."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.journal import open_journal
from companion.rules.match import parse_match
from tests.app.play import digest

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]


def run_and_kill(path: Path, seed: int, seconds: float) -> list[tuple[int, int, str]]:
    """Acknowledgements of a playing process that was killed ``seconds`` after its first one."""
    command = [sys.executable, "-m", "tests.app.play", str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        lines = [first, *process.stdout.readlines()]
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(match), int(entries), position) for match, entries, position in whole]


def check(path: Path, acknowledged: list[tuple[int, int, str]]) -> None:
    """Replay the journal and compare with what the world was told last about each match."""
    book = open_journal(path)
    try:
        newest = {match: (entries, position) for match, entries, position in acknowledged}
        for number, (entries, position) in newest.items():
            match = parse_match(book.export(number))
            assert len(match.entries) >= entries
            prefix = parse_match("\n".join(book.export(number).split("\n\n", 1)[0].splitlines()) + "\n\n")
            for entry in match.entries[:entries]:
                prefix = prefix.add(entry)
            public = prefix.game.observe(prefix.state, None)
            assert digest(prefix.game.format_position(public)) == position
    finally:
        book.close()


def kill_often(path: Path, times: int, seed: int) -> int:
    """Kill the game again and again; how many entries were acknowledged in all."""
    rng = random.Random(seed)
    total = 0
    for turn in range(times):
        acknowledged = run_and_kill(path, seed + turn, rng.uniform(0, 0.4))
        check(path, acknowledged)
        total += len(acknowledged)
    return total


def test_killed_and_resumed(tmp_path: Path) -> None:
    assert kill_often(tmp_path / "journal.sqlite", times=5, seed=1) > 5


@pytest.mark.soak
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    total = kill_often(tmp_path / "journal.sqlite", times=200, seed=2)
    print(f"200 kills, {total} acknowledged entries, none lost")
