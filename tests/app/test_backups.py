"""Backups from the screen: to the stick that is plugged in, while people play; and back on a new device."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from companion.app.backups import Backups
from companion.journal import Book, open_journal
from companion.owner.configuration import Config, config_path
from companion.owner.restore import finish_restore
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game
from tests.app.sitting import PATIENCE


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    place = tmp_path / "stick"
    place.mkdir()
    return place


class Screen:
    """Backups of one machine, and who waits for their news."""

    def __init__(self, *sticks: Path) -> None:
        self._news = threading.Event()
        self.book: Book = open_journal(Config().journal)
        self.backups = Backups(self.book, Config, config_path(), self._news.set, lambda: sticks)

    def said(self) -> str:
        return " ".join(said.key.format(**dict(said.facts)) for said in self.backups.said)

    def wait(self) -> None:
        """Until it is done."""
        while self.said().startswith("Leave the stick"):
            assert self._news.wait(PATIENCE)
            self._news.clear()


def test_a_backup_is_written_and_restored_on_a_new_device(
    stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Screen(stick)
    game = find_game("marso")
    match = old.book.create(format_match(Match.begin(game, game.setup(2, {}))))
    match.append("* open b1")
    old.backups.write()
    old.wait()
    (file,) = old.backups.found()
    assert old.said() == (
        f"The backup {file} was unpacked and opened as a trial; matches replayed to their end: 1."
    )
    match.append("south play ur r")
    old.book.close()
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "new" / name))
    new = Screen(stick)
    assert not new.backups.restored
    new.backups.restore(file)
    new.wait()
    assert new.backups.restored
    assert new.book.matches() == (), "nothing is in its place before the program begins anew"
    new.book.close()
    finish_restore()
    (restored,) = Screen().book.matches()
    assert (restored.entries, restored.closed) == (1, False)


def test_without_a_stick_nothing_is_begun() -> None:
    screen = Screen()
    screen.backups.write()
    assert screen.said() == "There is no stick here: plug one in, then try again."
    assert screen.backups.found() == ()


def test_a_file_that_is_no_backup_is_told(stick: Path) -> None:
    screen = Screen(stick)
    (stick / "a.backup").write_text("dear")
    screen.backups.restore(*screen.backups.found())
    screen.wait()
    assert screen.said().endswith("is no backup of Companion, or it is damaged: choose another file.")
    assert not screen.backups.restored
