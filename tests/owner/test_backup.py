"""``companion backup``: what is in it, while people play, on a stick that is full or gone."""

from __future__ import annotations

import fcntl
import os
import sqlite3
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import open_journal
from companion.owner.backup import write_backup
from companion.owner.configuration import config_path, load_config
from companion.ports.errors import ControllerError
from tests.owner.machines import PLAYED, begun, kept, one_sentence, run, sit


def test_the_copy_is_of_one_moment_while_people_play(
    disks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(disks / "old", monkeypatch)
    book = open_journal(load_config().journal)
    match = book.resume(2)

    def play() -> None:
        for _ in range(60):
            match.append("south step e3", "undo 1")  # together: a copy has both or none

    playing = threading.Thread(target=play)
    playing.start()
    try:
        checked = write_backup(tmp_path / "now.backup", book, load_config(), config_path())
    finally:
        playing.join()
    assert (checked.matches, checked.unread) == (2, ())
    sit(disks / "new", monkeypatch)
    assert run("restore", checked.path, "--yes").exit_code == 0
    restored, written = (kept()["match 2"].splitlines(), book.export(2).encode().splitlines())
    book.close()
    assert written[: len(restored)] == restored
    assert restored[-1] in (b"undo 1", PLAYED[1].encode())


def test_a_match_that_cannot_be_replayed_is_named_and_kept(
    disks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(disks / "old", monkeypatch)
    book = open_journal(load_config().journal)
    wrong = begun(book, "south step e3")  # a card must be turned first
    gap = begun(book, *PLAYED)
    strange = book.create("match 1\ngame ludo\nrules 1\nedition box\nseats a b").match
    book.close()
    with closing(sqlite3.connect(load_config().journal, isolation_level=None)) as damaged:
        damaged.execute("DROP TRIGGER entries_remain")
        damaged.execute("DELETE FROM entries WHERE match = ? AND number = 2", (gap,))
    done = run("backup", disks / "new.backup")
    assert done.exit_code == 0
    assert f"cannot be replayed on this machine: {wrong}, {gap}, {strange}." in done.output


@pytest.mark.outside
@pytest.mark.usefixtures("backup")
def test_a_full_stick_keeps_the_backup_that_it_has(small_disk: Path) -> None:
    old = small_disk / "table.backup"
    old.write_bytes(b"older")
    assert one_sentence(run("backup", old)).startswith(f"There is no room left in {small_disk}:")
    assert [(path.name, path.read_bytes()) for path in small_disk.iterdir()] == [("table.backup", b"older")]


_GONE = 0x8004587D
"""``EXT4_IOC_SHUTDOWN`` of Linux's uapi/linux/ext4.h: from now on the disk answers with errors alone."""


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[Path]:
    """A file system of 1 MB on a block device."""
    image, place = tmp_path / "stick.img", tmp_path / "stick"
    image.write_bytes(bytes(1 << 20))
    place.mkdir()
    try:
        subprocess.run(["mkfs.ext4", "-q", "-O", "^has_journal", image], check=True, capture_output=True)
        subprocess.run(["mount", "-o", "loop", image, place], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"a disk of its own can only be made by root with loop devices: {error}")
    yield place
    subprocess.run(["umount", place], check=True)


@pytest.mark.outside
@pytest.mark.usefixtures("backup")
def test_a_stick_that_is_pulled_while_the_backup_is_tried_is_told(stick: Path) -> None:
    def pull(_done: int, _all: int) -> None:
        place = os.open(stick, os.O_RDONLY)
        fcntl.ioctl(place, _GONE, struct.pack("I", 2))
        os.close(place)

    before = kept()
    book, file = open_journal(load_config().journal), stick / "table.backup"
    with pytest.raises(ControllerError) as told:
        write_backup(file, book, load_config(), config_path(), watch=pull)
    book.close()
    assert dict(told.value.text.facts)["path"] == str(file)
    assert "plug the stick in again" in told.value.text.key
    assert kept() == before


@pytest.mark.usefixtures("backup")
def test_a_folder_that_is_not_there_any_more_is_told(tmp_path: Path) -> None:
    assert "plug the stick in again" in one_sentence(run("backup", tmp_path / "gone" / "table.backup"))


@pytest.mark.usefixtures("backup")
def test_without_a_stick_a_place_must_be_named() -> None:
    assert one_sentence(run("backup")) == "There is no stick here: plug one in, or name a folder or file."
