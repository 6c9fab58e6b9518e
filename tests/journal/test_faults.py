"""What can be wrong with a file or a disk is said in one sentence, and nothing stored is lost."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import open_journal
from companion.journal.store import connect
from companion.referee.ports import Journal, JournalError

HEAD = "match 1\ngame marso"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with one match of three entries, closed properly."""
    path = tmp_path / "journal.sqlite"
    book = open_journal(path)
    journal = book.create(HEAD)
    for number in range(1, 4):
        journal.append(f"* open b{number}")
    book.close()
    return path


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1.5 MB of its own: the log and a little more."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1536k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a disk can only be mounted by root: {made.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def refused(path: Path) -> str:
    """The sentence with which opening fails."""
    with pytest.raises(JournalError) as caught:
        open_journal(path)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert caught.value.text.key.format(**dict(caught.value.text.facts)) == sentence
    return sentence


def fill(journal: Journal) -> None:
    """Append until it fails."""
    while True:
        journal.append("south stay " + "x" * 900)


def test_what_durability_rests_on_is_switched_on(path: Path) -> None:
    with closing(connect(path)) as connection:
        settings = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "locking_mode", "foreign_keys")
        }
    assert settings == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "foreign_keys": 1,
    }


def test_an_entry_overwrites_the_log_and_does_not_lengthen_it(path: Path) -> None:
    """A longer file would cost every entry a second write. 600 entries go around the log twice."""
    log = path.with_name(path.name + "-wal")
    book = open_journal(path)
    length = log.stat().st_size
    journal = book.resume(1)
    stored = [journal.append(f"* open b1 {'x' * 900}") for _ in range(600)]
    assert log.stat().st_size == length
    assert stored[-1] == 603
    book.close()
    book = open_journal(path)
    assert len(book.resume(1).lines()) == 603
    book.close()


@pytest.mark.outside
def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    book = open_journal(path)
    journal = book.create(HEAD)
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"x" * 100_000)
    with pytest.raises(JournalError, match="is full; free some space") as caught:
        fill(journal)
    assert str(path) in str(caught.value)
    stored = len(journal.lines())
    assert stored > 10
    ballast.unlink()
    assert journal.append("south stay") == stored + 1
    book.close()
    book = open_journal(path)
    assert len(book.resume(journal.match).lines()) == stored + 1
    book.close()


@pytest.mark.outside
def test_killed_on_a_full_disk_nothing_acknowledged_is_lost(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    script = """if True:
        import os, signal, sys
        from pathlib import Path
        from companion.journal import open_journal
        from companion.referee.ports import JournalError
        journal = open_journal(Path(sys.argv[1])).create("match 1")
        try:
            while True:
                os.write(1, b"%d\\n" % journal.append("* open b1 " + "x" * 900))
        except JournalError:
            os.kill(os.getpid(), signal.SIGKILL)
    """
    killed = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, check=False)
    assert killed.returncode == -9
    acknowledged = len(killed.stdout.split())
    assert acknowledged > 10
    subprocess.run(["mount", "-o", "remount,size=3m", str(small_disk)], check=True)
    book = open_journal(path)
    assert len(book.resume(1).lines()) == acknowledged
    book.close()


@pytest.mark.outside
def test_a_file_that_may_not_grow(path: Path) -> None:
    """As with a quota: writing fails although the disk has room (needs no special rights)."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_300_000, 1_300_000))

    script = """if True:
        import sys
        from pathlib import Path
        from companion.journal import open_journal
        journal = open_journal(Path(sys.argv[1])).resume(1)
        while journal.trouble is None:
            number = journal.append("* open b1 " + "x" * 900)
        print(number, journal.trouble.key.format(**dict(journal.trouble.facts)))
    """
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=limit,
    )
    number, sentence = done.stdout.split(" ", 1)
    assert str(path) in sentence
    assert f"from entry {number} on" in sentence
    book = open_journal(path)
    assert len(book.resume(1).lines()) == int(number) - 1 > 3
    book.close()


@pytest.mark.outside
def test_a_read_only_disk(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    open_journal(path).close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert "cannot be written" in refused(path)
    assert "cannot be written" in refused(small_disk / "other.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_of_somebody_else(path: Path) -> None:
    path.chmod(0o400)
    assert "cannot be written" in refused(path)


@pytest.mark.outside
def test_another_program_has_it(path: Path) -> None:
    script = """if True:
        import sys
        from pathlib import Path
        from companion.journal import open_journal
        book = open_journal(Path(sys.argv[1]))
        print("open", flush=True)
        sys.stdin.read()
        book.close()
    """
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        assert "Another program is using" in refused(path)
        other.communicate()
    open_journal(path).close()


def test_opened_twice_in_one_program(path: Path) -> None:
    book = open_journal(path)
    assert "Another program is using" in refused(path)
    assert book.resume(1).append("south stay") == 4
    book.close()


def test_a_newer_schema_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 2")
    before = path.read_bytes()
    assert "written by a newer Companion" in refused(path)
    assert path.read_bytes() == before


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear journal, " * 100)
    foreign = tmp_path / "photos.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE photos (name TEXT)")
    for path in (text, foreign):
        before = path.read_bytes()
        assert "is not a journal of Companion" in refused(path)
        assert path.read_bytes() == before


def test_a_place_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be used" in refused(tmp_path)
    assert "cannot be used" in refused(tmp_path / "file" / "journal.sqlite")


@pytest.mark.parametrize("where", [0.3, 0.6, 0.9])
def test_a_damaged_file_is_found_when_it_is_opened(path: Path, where: float) -> None:
    data = bytearray(path.read_bytes())
    begin = int(len(data) * where) // 4096 * 4096  # a page's header (sqlite.org/fileformat2.html, 1.6)
    data[begin : begin + 64] = b"\xaa" * 64
    path.write_bytes(data)
    assert "is damaged; rename it" in refused(path)


def test_a_file_cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])
    assert "is damaged; rename it" in refused(path)


def test_a_lost_entry_is_noticed(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_remain")
        connection.execute("DELETE FROM entries WHERE number = 2")
    book = open_journal(path)
    with pytest.raises(JournalError, match="lacks entry 2"):
        book.resume(1)
    book.close()


@pytest.mark.parametrize("change", ["UPDATE entries SET line = '* open b9'", "DELETE FROM entries"])
def test_entries_cannot_be_changed_by_other_tools_either(path: Path, change: str) -> None:
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="append only"),
    ):
        connection.execute(change)
