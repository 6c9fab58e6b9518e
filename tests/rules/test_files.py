"""People's files: written whole or not at all, on the disk when it is said, by two programs at once, too."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from click import ClickException

from companion.broadcast.page import write_page
from companion.commands import simulate
from companion.locale import Texts
from companion.rules.files import change_file, keep_file
from companion.simulator.truth_file import TruthFile


def test_a_file_is_synchronised_before_it_takes_its_name_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, said = tmp_path / "match.png", []
    real_sync, real_replace = os.fsync, Path.replace

    def fsync(number: int) -> None:
        real_sync(number)
        said.append("folder" if Path(f"/proc/self/fd/{number}").is_dir() else "file")

    def replace(self: Path, target: Path) -> Path:
        said.append("name")
        return real_replace(self, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    keep_file(path, b"picture")
    assert said == ["file", "name", "folder"]


def test_a_disk_that_is_full_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.png"
    keep_file(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        keep_file(path, b"new" * 100_000)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("match.png", b"old")]


def test_rights_stay_and_links_stay_links(tmp_path: Path) -> None:
    path, link = tmp_path / "real", tmp_path / "link"
    keep_file(path, b"1", private=True)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    link.symlink_to(path)
    keep_file(link, b"2")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"2", 0o640)


def test_names_of_every_length_are_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "я" * 127):
        keep_file(tmp_path / name, b"1")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    keep_file(pipe, b"through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)


def test_changes_of_many_threads_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(b"")

    def add() -> None:
        change_file(path, lambda now: now.read_bytes() + b"x")

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() == b"x" * 8


def test_all_that_is_written_for_people_survives_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page for spectators, a file of what happened at a simulated table, a drawn picture."""
    write_page(tmp_path / "page")
    truth, drawn = tmp_path / "truth.match", tmp_path / "table.png"
    assert TruthFile(truth).keep("first") is None
    simulate._write_picture(drawn, np.zeros((9, 9, 3), np.uint8), Texts("en"))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_page(tmp_path / "page", "ws://elsewhere:1")
    assert "No space left" in str(TruthFile(truth).keep("second"))
    with pytest.raises(ClickException, match="cannot be written"):
        simulate._write_picture(drawn, np.full((9, 9, 3), 9, np.uint8), Texts("en"))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
