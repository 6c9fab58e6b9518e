"""Matches, entries, notes and secrets through the public door."""

from __future__ import annotations

import sqlite3
import stat
import tempfile
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import open_journal
from companion.referee.ports import Journal, JournalError

HEAD = "match 1\ngame marso\nseats south west"
SEED = "5eed" * 16


def test_entries_are_numbered_from_one_and_exported_in_order(tmp_path: Path) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    journal: Journal = book.create(HEAD)
    assert [journal.append("* open b1"), journal.append("@2.5 south play ur r")] == [1, 2]
    assert list(journal.lines()) == ["* open b1", "@2.5 south play ur r"]
    assert book.export(1) == f"{HEAD}\n\n* open b1\n@2.5 south play ur r\n"
    book.close()


def test_resume_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    book = open_journal(path)
    other, journal = book.create(HEAD), book.create(HEAD + "\noption young yes")
    journal.append("* open b1")
    other.append("* open b2")
    book.close()

    book = open_journal(path)
    again = book.resume(journal.match)
    assert again.lines() == ("* open b1",)
    assert again.append("south play still") == 2
    assert book.head(journal.match) == HEAD + "\noption young yes"
    assert book.resume(other.match).lines() == ("* open b2",)
    book.close()


def test_unfinished_lists_the_newest_first_and_forgets_closed_ones(tmp_path: Path) -> None:
    before = datetime.now(UTC) - timedelta(seconds=1)
    book = open_journal(tmp_path / "journal.sqlite")
    numbers = [book.create(f"{HEAD}\noption target {n}").match for n in range(3)]
    book.resume(numbers[2]).append("* open b1")
    book.close_match(numbers[1])
    listed = book.unfinished()
    assert [(m.match, m.entries) for m in listed] == [(numbers[2], 1), (numbers[0], 0)]
    assert all(m.created and before <= m.created <= datetime.now(UTC) for m in listed)
    assert listed[0].head == f"{HEAD}\noption target 2"
    assert [(m.match, m.closed) for m in book.matches()] == [
        (numbers[2], False),
        (numbers[1], True),
        (numbers[0], False),
    ]
    with pytest.raises(JournalError, match=f"Match {numbers[1]} is closed"):
        book.resume(numbers[1])
    assert book.export(numbers[1]).startswith(HEAD)
    book.close()


def test_notes_come_at_the_end_of_the_head_and_only_once(tmp_path: Path) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    match = book.create(f"{HEAD}\nseal beast-card 00").match
    book.resume(match).append("* open b1")
    book.add_note(match, f"seed beast-card {SEED}")
    book.add_note(match, f"seed beast-card {SEED}")
    assert book.export(match) == f"{HEAD}\nseal beast-card 00\nseed beast-card {SEED}\n\n* open b1\n"
    book.close()


def test_secrets_survive_but_are_never_exported(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    book = open_journal(path)
    match = book.create(HEAD, {"beast-card": SEED}).match
    book.close()
    book = open_journal(path)
    assert book.secrets(match) == {"beast-card": SEED}
    assert SEED not in book.export(match)
    assert SEED not in repr(book.matches())
    book.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_another_thread_may_take_over(tmp_path: Path) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    journal = book.create(HEAD)
    session = threading.Thread(target=lambda: [journal.append(f"* open b{n}") for n in range(1, 51)])
    session.start()
    while session.is_alive():
        exported = book.export(journal.match).splitlines()[4:]
        assert exported == [f"* open b{n}" for n in range(1, len(exported) + 1)]
    session.join()
    assert len(journal.lines()) == 50
    book.close()


@pytest.mark.parametrize("line", ["", "south stay\nwest stay", "south stay\n", "south\u2028stay"])
def test_an_entry_is_one_line(tmp_path: Path, line: str) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    journal = book.create(HEAD)
    with pytest.raises(JournalError, match="exactly one line"):
        journal.append(line)
    with pytest.raises(JournalError, match="exactly one line"):
        book.add_note(journal.match, line)
    assert journal.lines() == ()
    assert journal.append("south stay") == 1
    book.close()


def test_a_match_that_is_not_there(tmp_path: Path) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    for call in (book.resume, book.export, book.head, book.close_match):
        with pytest.raises(JournalError, match="There is no match 7"):
            call(7)
    with pytest.raises(JournalError, match="There is no match 7"):
        book.add_note(7, "seed x 00")
    book.close()


def test_after_closing_nothing_is_written(tmp_path: Path) -> None:
    book = open_journal(tmp_path / "journal.sqlite")
    journal = book.create(HEAD)
    journal.close()
    with pytest.raises(JournalError, match="resume the match first"):
        journal.append("south stay")
    book.close()
    book.close()
    with pytest.raises(JournalError, match="is closed"):
        book.matches()


@settings(max_examples=12, deadline=None)
@given(st.lists(st.text(min_size=1).filter(lambda text: text.splitlines() == [text]), max_size=8))
def test_every_line_comes_back_as_it_was(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        book = open_journal(path)
        journal = book.create(HEAD)
        assert [journal.append(line) for line in lines] == list(range(1, len(lines) + 1))
        book.close()
        book = open_journal(path)
        assert list(book.resume(journal.match).lines()) == lines
        book.close()


def test_matches_of_this_start_of_the_computer_are_dated_by_its_uptime(tmp_path: Path) -> None:
    path, now = tmp_path / "journal.sqlite", datetime.now(UTC)
    book = open_journal(path)
    for _ in range(3):
        book.create(HEAD)
    book.close()
    wrong = (now - timedelta(days=3), now, now + timedelta(days=4000))  # a clock that was set meanwhile
    _change(
        path, *(("UPDATE matches SET created = ? WHERE id = ?", date, n + 1) for n, date in enumerate(wrong))
    )
    book = open_journal(path)
    for listed in book.matches():
        assert listed.created is not None
        assert abs(listed.created - now) < timedelta(minutes=1)
    assert book.secrets(1) == {}
    book.close()


def test_a_date_in_the_future_is_that_of_the_next_match(tmp_path: Path) -> None:
    path, now = tmp_path / "journal.sqlite", datetime.now(UTC)
    book = open_journal(path)
    for _ in range(3):
        book.create(HEAD)
    book.close()
    dates = (now - timedelta(days=9), now + timedelta(days=4000), now - timedelta(days=2))
    _change(
        path, *(("UPDATE matches SET created = ? WHERE id = ?", date, n + 1) for n, date in enumerate(dates))
    )
    _change(path, ("UPDATE secrets SET value = 'another-start 77' WHERE name <> ? OR match = ?", now, 0))
    book = open_journal(path)
    assert [listed.created for listed in book.matches()] == [dates[2], dates[2], dates[0]]
    book.close()


def _change(path: Path, *statements: tuple[str, datetime, int]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement, date, number in statements:
            db.execute(statement, (date.isoformat(), number))
