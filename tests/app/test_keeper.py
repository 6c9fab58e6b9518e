"""What is kept from one evening to the next: matches, settings, files; and that all of it can be deleted."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.app.keeper import Keeper
from companion.journal import Book, open_journal
from companion.owner.configuration import Config, data_folder
from companion.owner.players import Player
from companion.owner.preferences import Preferences, read_preferences
from companion.ports.errors import ControllerError
from companion.rules.match import Match, format_match, parse_match
from companion.rules.registry import find_game, games

SECRET = "5ec2e7" * 8


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return open_journal(tmp_path / "journal.sqlite")


def begun(book: Book, *lines: str, closed: bool = True) -> int:
    game = find_game("marso")
    match = Match.begin(game, game.setup(2, {"young": True}))
    journal = book.create(format_match(match), {"beast-card": SECRET})
    if lines:
        journal.append(*lines)
    if closed:
        book.close_match(journal.match)
    return journal.match


def keeper(book: Book, tmp_path: Path, playing: int = 0, sticks: tuple[Path, ...] = ()) -> Keeper:
    config = Config(journal=tmp_path / "journal.sqlite")
    return Keeper(config, book, games, lambda: playing, lambda: sticks)


def test_finished_matches_are_listed_with_their_options(book: Book, tmp_path: Path) -> None:
    first, second = begun(book, "* open b1"), begun(book, "* open b2")
    begun(book, "* open b3", closed=False)
    begun(book)  # nothing was played
    kept = keeper(book, tmp_path)
    assert [match.match for match in kept.finished()] == [str(second), str(first)]
    assert kept.finished()[0].seats == ("south", "north")
    assert kept.options(str(first)) == {"target": 0, "young": True}
    assert parse_match(kept.match_text(str(first)), find_game("marso")).entries[0].text == "open b1"


def test_a_deleted_match_is_gone_from_the_disk(book: Book, tmp_path: Path) -> None:
    gone, stays = begun(book, "* open b1", "# gone for good"), begun(book, "* open b2")
    keeper(book, tmp_path).delete_match(str(gone))
    assert [listed.match for listed in book.matches()] == [stays]
    assert book.secrets(gone) == {}
    book.close()
    disk = b"".join(path.read_bytes() for path in tmp_path.glob("journal.sqlite*"))
    assert b"gone for good" not in disk
    again = open_journal(tmp_path / "journal.sqlite")
    assert "open b2" in again.export(stays)
    with pytest.raises(Exception, match="append only"), again._using() as db:
        db.execute("DELETE FROM entries")


def test_the_open_match_is_not_deleted(book: Book, tmp_path: Path) -> None:
    other, playing = begun(book, "* open b1"), begun(book, "* open b2", closed=False)
    kept = keeper(book, tmp_path, playing)
    with pytest.raises(ControllerError, match="leave the table first"):
        kept.delete_match(str(playing))
    kept.delete_stored("matches")
    assert [listed.match for listed in book.matches()] == [playing]
    assert other != playing


def test_files_go_onto_a_stick_or_into_the_programs_own_folder(book: Book, tmp_path: Path) -> None:
    number = begun(book, "* open b1")
    stick = tmp_path / "STICK"
    stick.mkdir()
    kept = keeper(book, tmp_path, sticks=(stick,))
    assert kept.sticks() == ("STICK",)
    path = Path(kept.export(str(number), "STICK"))
    assert path.parent == stick
    assert path.read_text(encoding="utf-8") == kept.match_text(str(number))
    assert Path(kept.export(str(number))).parent == data_folder() / "matches"
    picture = Path(kept.keep_picture(str(number), b"png"))
    assert picture.read_bytes() == b"png"
    copied = Path(kept.keep_picture(str(number), b"png", "STICK"))
    assert (copied, copied.read_bytes()) == (path.with_suffix(".png"), b"png")
    with pytest.raises(ControllerError, match="no stick GONE"):
        kept.export(str(number), "GONE")
    assert {stored.kind: bool(stored.bytes) for stored in kept.stored()}["files"]
    kept.delete_stored("files")
    assert not picture.exists()


def test_a_stick_that_takes_nothing_is_told(book: Book, tmp_path: Path) -> None:
    number = begun(book, "* open b1")
    stick = tmp_path / "FULL"
    stick.write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(ControllerError, match="cannot be written"):
        keeper(book, tmp_path, sticks=(stick,)).export(str(number), "FULL")


def test_settings_are_kept_and_odd_ones_are_the_usual(book: Book, tmp_path: Path) -> None:
    kept = keeper(book, tmp_path)
    kept.prefer(Preferences(large_print=True, saver=30))
    assert keeper(book, tmp_path).preferences() == Preferences(large_print=True, saver=30)
    path = tmp_path / "odd.json"
    path.write_text('{"large_print": 1, "saver": 7, "brightness": 40}', encoding="utf-8")
    assert read_preferences(path) == Preferences(brightness=40)
    path.write_text('{"clocks": {"marso": 5, "arctica": "x"}, "volume": 0}', encoding="utf-8")
    assert read_preferences(path) == Preferences()
    path.write_text('{"clocks": {"marso": 5}, "volume": 40}', encoding="utf-8")
    assert read_preferences(path) == Preferences(clocks={"marso": 5}, volume=40)
    path.write_text("[[[", encoding="utf-8")
    assert read_preferences(path) == Preferences()


def test_deleted_names_are_in_no_damaged_file_either(book: Book, tmp_path: Path) -> None:
    kept = keeper(book, tmp_path)
    file = kept._players.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.with_name("players.json.old1").write_text('[{"name": "Anna"', encoding="utf-8")
    kept.keep_player(Player("", "Anna", "red"))
    kept.delete_stored("players")
    assert list(file.parent.glob("players.json*")) == []


def test_a_language_that_the_disk_does_not_take_is_told(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keeper(book, tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        kept.remember_language("uk")
    trouble = kept.preferences_trouble()
    assert trouble is not None
    assert dict(trouble.facts)["reason"] == "No space left on device"
    kept.remember_language("uk")
    assert kept.preferences_trouble() is None


def test_settings_on_a_disk_that_takes_nothing_are_no_fault(book: Book, tmp_path: Path) -> None:
    (tmp_path / "xdg_data_home").write_text("a file where the folder should be", encoding="utf-8")
    kept = keeper(book, tmp_path)
    kept.prefer(Preferences(large_print=True))
    assert kept.preferences().large_print, "it counts until the program ends"
    kept.keep_player(Player("", "Anna", "red"))
    for trouble in (kept.preferences_trouble(), kept.players_trouble()):
        assert trouble is not None
        assert "cannot be written" in trouble.key
