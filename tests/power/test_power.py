"""The power may go at any moment: nothing acknowledged is lost, and the journal opens."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from companion.app.kept import Kept
from companion.journal import open_journal
from companion.referee.ports import JournalError
from tests.power.disk import Disk, Kind, Operation, lay
from tests.power.recording import record, recorder

pytestmark = pytest.mark.outside

ACTS = 400
"""Acts of one recording: the journal's log goes around more than once."""


class Cuts:
    """A table whose power goes again and again."""

    def __init__(self, folder: Path, seed: int, synchronous: str = "") -> None:
        self.lost: list[str] = []
        self.cuts = 0
        self._library = recorder(folder)
        self._root = folder / "table"
        self._root.mkdir()
        self._trial = folder / "trial"
        self._chance = Random(seed)
        self._synchronous = synchronous
        self._disk = Disk(self._root)
        self._entries: dict[int, int] = {}
        self._over: set[int] = set()

    @property
    def acknowledged(self) -> int:
        """Entries that people were told of."""
        return sum(self._entries.values())

    def play_and_cut(self, times: int) -> None:
        """Play on, and look at what cuts at so many random moments would have left. The next games begin with
        what the last cut left; or, as when only the program died, with all that was written until then."""
        done = self._play()
        written = self._written()
        moments = sorted(self._chance.randrange(len(done)) for _ in range(times))
        before = 0
        for moment in moments:
            for operation in done[before:moment]:
                self._disk.do(operation)
                self._hear(operation)
            before = moment
            lay(self._disk.after_a_cut(self._chance), self._disk.root, self._trial)
            self._look(written)
        if self._chance.random() < 0.5:
            lay(self._disk.now(), self._root, self._root)
        else:
            lay(self._disk.after_a_cut(self._chance), self._root, self._root)
            self._disk = Disk(self._root)

    def _play(self) -> list[Operation]:
        command = [sys.executable, "-m", "tests.power.play_on", str(_journal(self._root))]
        chosen = [str(self._chance.randrange(10**6)), str(ACTS), self._synchronous]
        operations = record(self._library, [*command, *chosen], self._root)
        replayed = deepcopy(self._disk)
        for operation in operations:
            replayed.do(operation)
        assert replayed.now() == Disk(self._root).now(), "the recorder has missed something"
        return operations

    def _written(self) -> dict[int, list[str]]:
        lay(Disk(self._root).now(), self._root, self._trial)
        return _games(self._trial)[0]

    def _hear(self, operation: Operation) -> None:
        for line in operation.data.decode().splitlines() if operation.kind is Kind.SAID else ():
            first, second = line.split()
            if first == "over":
                self._over.add(int(second))
            else:
                self._entries[int(first)] = int(second)

    def _look(self, written: dict[int, list[str]]) -> None:
        self.cuts += 1
        try:
            games, open_ones = _games(self._trial)
        except JournalError as error:
            self.lost.append(str(error))
            return
        for match, lines in games.items():
            assert lines == written[match][: len(lines)], f"match {match} is not as it was played"
        for match, entries in self._entries.items():
            there = len(games.get(match, ()))
            if there < entries:
                self.lost.append(f"match {match}: {there} of {entries} entries")
        self.lost += [f"match {match} is open again" for match in self._over & open_ones]


def _journal(root: Path) -> Path:
    return root / "data" / "journal.sqlite"


def _games(root: Path) -> tuple[dict[int, list[str]], set[int]]:
    """The entries of every match, and which are not over. Raises JournalError if it does not open."""
    book = open_journal(_journal(root))
    try:
        open_ones = {listed.match for listed in book.unfinished()}
        for match in open_ones:
            book.resume(match)
        exported = {listed.match: book.export(listed.match) for listed in book.matches()}
    finally:
        book.close()
    return {match: text.split("\n\n", 1)[1].splitlines() for match, text in exported.items()}, open_ones


@pytest.mark.slow
def test_forty_cuts_lose_nothing(tmp_path: Path) -> None:
    cuts = Cuts(tmp_path, seed=1)
    for _ in range(2):
        cuts.play_and_cut(20)
    assert cuts.lost == []
    assert cuts.acknowledged > 100


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_journal_that_synchronises_less_is_found_out(tmp_path: Path, synchronous: str) -> None:
    cuts = Cuts(tmp_path, seed=2, synchronous=synchronous)
    cuts.play_and_cut(20)
    assert cuts.lost


@pytest.mark.soak
def test_a_thousand_cuts_lose_nothing(tmp_path: Path) -> None:
    cuts = Cuts(tmp_path, seed=3)
    for _ in range(40):
        cuts.play_and_cut(25)
    print(f"{cuts.cuts} cuts of the power, {cuts.acknowledged} acknowledged entries, {len(cuts.lost)} lost")
    assert cuts.cuts >= 1000
    assert cuts.lost == []


def test_which_table_is_open_is_kept(tmp_path: Path) -> None:
    """What ``Kept`` has returned from stands; a cut in the middle leaves what was there before or after."""
    library, root, trial = recorder(tmp_path), tmp_path / "table", tmp_path / "trial"
    root.mkdir()
    script = """if True:
        import os, sys
        from pathlib import Path
        from companion.app.kept import Kept, OpenTable
        kept = Kept(Path(sys.argv[1]))
        for turn in range(12):
            if turn % 4 == 3:
                kept.forget()
            else:
                kept.keep(OpenTable(str(turn), "usb:0", False))
            os.write(1, b"%d\\n" % turn)
    """
    disk = Disk(root)
    done = record(library, [sys.executable, "-c", script, str(root / "journal.sqlite")], root)
    states = [None, *(None if turn % 4 == 3 else str(turn) for turn in range(12)), None]
    chance, told = Random(4), 0
    for operation in done:
        disk.do(operation)
        if operation.kind is Kind.SAID:
            told = int(operation.data) + 1
        for _ in range(4):
            lay(disk.after_a_cut(chance), root, trial)
            found = Kept(trial / "journal.sqlite").read()
            assert (found.match if found else None) in states[told : told + 2]
    assert told == 12
