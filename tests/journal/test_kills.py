"""Killed at any moment, nothing acknowledged is lost and the journal opens."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.journal import open_journal
from companion.rules.match import EntryKind, parse_match
from tests.journal import correcting_process, writing_process

pytestmark = pytest.mark.outside


def run_and_kill(path: Path, match: int, chance: random.Random, most: int) -> int:
    """Kill -9 a writer after at most so many acknowledgements are read; the last number it acknowledged."""
    with subprocess.Popen(
        [sys.executable, writing_process.__file__, str(path), str(match)], stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        for _ in range(chance.choice((1, 1, 2, 20, most))):  # 1: it may still be opening
            assert writer.stdout.readline()
        time.sleep(chance.uniform(0, 0.02))  # the moment within a write is what is to be random
        writer.kill()
        acknowledged = writer.stdout.read().split()
    return max((int(word) for word in acknowledged if word != b"opening"), default=0)


def kill_often(folder: Path, rounds: int, seed: int, most: int) -> None:
    chance = random.Random(seed)
    path = folder / "journal.sqlite"
    book = open_journal(path)
    match = book.create("match 1\ngame marso").match
    book.close()
    stored = 0
    for _ in range(rounds):
        acknowledged = run_and_kill(path, match, chance, most)
        book = open_journal(path)
        lines = book.resume(match).lines()
        book.close()
        assert len(lines) >= max(acknowledged, stored)
        assert list(lines) == [writing_process.entry(number) for number in range(1, len(lines) + 1)]
        stored = len(lines)
    assert stored > 0


def test_a_dozen_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, rounds=12, seed=1, most=60)


@pytest.mark.soak
def test_two_hundred_kills(tmp_path: Path) -> None:
    kill_often(tmp_path, rounds=200, seed=2, most=300)


def test_killed_while_entries_are_put_right(tmp_path: Path) -> None:
    """The journal holds whole corrections only, and each match in it can be taken up."""
    path, chance = tmp_path / "journal.sqlite", random.Random(3)
    corrections = 0
    for _ in range(6):
        with subprocess.Popen(
            [sys.executable, correcting_process.__file__, str(path)], stdout=subprocess.PIPE
        ) as writer:
            assert writer.stdout is not None
            for _ in range(chance.choice((1, 3, 10))):
                assert writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.02))
            writer.kill()
            acknowledged = [int(word) for word in writer.stdout.read().split()]
        book = open_journal(path)
        match = parse_match(book.export(book.unfinished()[0].match))
        book.close()
        assert len(match.entries) >= max(acknowledged, default=0)
        corrected = sum(entry.kind is EntryKind.CORRECTION for entry in match.entries)
        undone = sum(entry.text == "correction" for entry in match.entries)
        assert corrected - undone in (0, 1)
        expected = correcting_process.OTHERWISE if corrected > undone else correcting_process.PLAYED
        assert [played.entry.text for played in match.line] == expected
        corrections += corrected
    assert corrections > 0


def test_killed_while_the_file_is_made(tmp_path: Path) -> None:
    for delay in (0.0, 0.002, 0.005, 0.01, 0.02):
        path = tmp_path / f"{delay}.sqlite"
        script = (
            "import os, sys; from pathlib import Path; from companion.journal import open_journal;"
            "os.write(1, b'!'); open_journal(Path(sys.argv[1])).create('match 1')"
        )
        with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE) as maker:
            assert maker.stdout is not None
            assert maker.stdout.read(1) == b"!"
            time.sleep(delay)
            maker.kill()
        book = open_journal(path)
        assert book.create("match 1").append("south stay") == 1
        book.close()
