"""``companion restore``: what is kept on one machine lies on another one afterwards; whatever goes wrong is
one sentence, and nothing is lost."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from companion.cli import main
from companion.journal import open_journal
from companion.owner.configuration import config_path, data_folder, load_config
from companion.owner.editions import games_of
from companion.owner.restore import finish_restore, stage_restore
from tests.owner.machines import PLAYED, begun, kept, one_sentence, repacked, run, sit


def test_all_that_one_machine_keeps_is_on_a_new_one(disks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sit(disks / "old", monkeypatch)
    before = kept(pictures=True)
    sit(disks / "new", monkeypatch)
    done = run("restore", disks / "old.backup", "--yes")
    assert done.exit_code == 0, done.output
    assert "replayed to their end: 2." in done.output
    assert kept(pictures=True) == before
    assert games_of(load_config())["northwest"].edition == "owner1"
    assert (disks / "old.backup").stat().st_mode & 0o077 == 0, "it holds seeds, names and logins"
    assert [path.name for path in data_folder().glob("*restore*")] == []


def test_what_was_there_is_replaced_as_a_whole(
    backup: Path, disks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_folder() / "boxes" / "arctica-1.npz").touch()
    done = run("restore", backup, "--yes")
    assert done.exit_code == 0, done.output
    after = kept(pictures=True)
    sit(disks / "old", monkeypatch)
    assert after == kept(pictures=True)


def test_settings_of_another_machine_choose_no_place_on_this_one(backup: Path, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("dear")

    def climb(files: dict[str, bytes]) -> None:
        files["companion.toml"] = f'journal = "{letter}"\n[editions]\nmarso = "{letter}"\n'.encode()

    repacked(backup, climb)
    done = run("restore", backup, "--yes")
    assert done.exit_code == 0, done.output
    assert letter.read_text() == "dear"
    assert load_config().journal == data_folder() / "journal.sqlite"
    assert not load_config().editions


def test_journal_and_editions_stay_where_this_machine_has_them(
    backup: Path, disks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own" / "table.sqlite"
    edition = shutil.copy(config_path().parent / "editions" / "northwest.toml", tmp_path / "mine.toml")
    config_path().write_text(f'journal = "{own}"\n[editions]\nnorthwest = "{edition}"\n')
    assert run("restore", backup, "--yes").exit_code == 0
    assert load_config().journal == own
    assert b"south play ur r" in kept()["match 2"]
    config_path().write_text(config_path().read_text() + f'\n[editions]\nnorthwest = "{edition}"\n')
    assert run("backup", tmp_path / "again.backup").exit_code == 0
    sit(disks / "new", monkeypatch)
    assert run("restore", tmp_path / "again.backup", "--yes").exit_code == 0
    assert b"south play ur r" in kept()["match 2"]
    assert kept()["editions/northwest.toml"] == Path(edition).read_bytes()


# -- bad input


def climbing(files: dict[str, bytes]) -> None:
    files["boxes/../../evil.npz"] = b"x"


def foreign(files: dict[str, bytes]) -> None:
    files["notes.txt"] = b"x"


def newer(files: dict[str, bytes]) -> None:
    files["backup.json"] = json.dumps({"backup": 2, "journal": 1}).encode()


def other_journal(files: dict[str, bytes]) -> None:
    files["journal.sqlite"] = b"SQLite format 3\0" + bytes(4096)


def without_journal(files: dict[str, bytes]) -> None:
    del files["journal.sqlite"]


def wrong_setting(files: dict[str, bytes]) -> None:
    files["companion.toml"] = b"colour = 3\n"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (climbing, "“boxes/../../evil.npz” does not belong into a backup"),
        (foreign, "“notes.txt” does not belong"),
        (newer, "newer Companion: update"),
        (other_journal, "is not a journal of Companion"),
        (without_journal, "is no backup of Companion, or it is damaged"),
        (wrong_setting, "There is no setting colour"),
    ],
)
def test_a_backup_that_is_none_is_refused_and_nothing_changes(
    backup: Path, change: Callable[[dict[str, bytes]], None], words: str
) -> None:
    before = kept(pictures=True)
    repacked(backup, change)
    assert words in one_sentence(run("restore", backup, "--yes"))
    assert kept(pictures=True) == before
    assert [path.name for path in data_folder().glob("*restore*")] == []


def cut(backup: Path) -> None:
    backup.write_bytes(backup.read_bytes()[:-2000])


def altered(backup: Path) -> None:
    data = bytearray(backup.read_bytes())
    data[data.index(b"south play ur r")] ^= 1
    backup.write_bytes(data)


def no_archive(backup: Path) -> None:
    backup.write_text("dear")


def gone(backup: Path) -> None:
    backup.unlink()


def bomb(backup: Path) -> None:
    """1 GB of zeros in 1 MB."""
    repacked(backup, lambda files: files.update({"boxes/a.npz": bytes(1 << 22)}), ZIP_DEFLATED)


def twice(backup: Path) -> None:
    with ZipFile(backup, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("journal.sqlite", b"")


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (cut, "is no backup of Companion, or it is damaged: choose another file."),
        (altered, "is no backup of Companion, or it is damaged"),
        (no_archive, "is no backup of Companion"),
        (gone, "cannot be read (No such file or directory): plug the stick in again"),
        (twice, "is no backup of Companion"),
        (bomb, "does not belong into a backup"),
    ],
)
def test_a_harmed_file_is_refused_and_nothing_changes(
    backup: Path, harm: Callable[[Path], None], words: str
) -> None:
    before = kept(pictures=True)
    harm(backup)
    assert words in one_sentence(run("restore", backup, "--yes"))
    assert kept(pictures=True) == before


def test_no_restore_while_a_table_is_open(backup: Path) -> None:
    before = kept()
    journal = load_config().journal
    book = open_journal(journal)
    said = one_sentence(run("restore", backup, "--yes", "--lang", "uk"))
    book.close()
    assert said.startswith(f"Файл {journal}"), "in their language"
    assert kept() == before


def test_a_damaged_journal_is_no_reason_not_to_restore(backup: Path) -> None:
    load_config().journal.write_bytes(b"SQLite format 3\0" + bytes(9000))
    assert run("restore", backup, "--yes").exit_code == 0
    assert b"south play ur r" in kept()["match 2"]


# -- the power goes


class PowerCutError(BaseException):
    pass


class Power:
    """Goes off when the names of so many files have been changed; then nothing is changed any more."""

    def __init__(self) -> None:
        self.left: int | None = None
        self.changes = 0
        sys.addaudithook(self._heard)

    def _heard(self, event: str, _: object) -> None:
        if self.left is not None and event in ("os.rename", "os.remove", "os.mkdir", "os.rmdir"):
            self.changes += 1
            if self.changes > self.left:
                raise PowerCutError


POWER = Power()


def cut_after(changes: int, act: Callable[[], object]) -> bool:
    """Whether the power went during this."""
    POWER.left, POWER.changes = changes, 0
    try:
        act()
    except PowerCutError:
        return True
    finally:
        POWER.left = None
    return False


def restoring(backup: Path) -> Callable[[], object]:
    return lambda: main(["restore", str(backup), "--yes"], standalone_mode=False)


def restarting() -> object:
    return main(["journal", "list"], standalone_mode=False)


def contents(*but: str) -> set[bytes]:
    """What is in the files of this machine, the journal left out, but for these folders."""
    return {
        path.read_bytes()
        for root in (data_folder(), config_path().parent)
        for path in root.rglob("*")
        if path.is_file()
        and not path.name.startswith("journal.sqlite")
        and not set(but) & set(path.relative_to(root).parts)
    }


@pytest.mark.parametrize(
    "cuts",
    [
        pytest.param((3, 20, 32, 38, 60), id="some"),
        pytest.param(range(61), id="all", marks=pytest.mark.soak),
    ],
)
def test_whenever_the_power_goes_all_is_as_it_was_or_all_is_restored(
    cuts: Sequence[int], backup: Path, disks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes again and again, once the restore has begun, until a start is left alone."""
    was, before = kept(pictures=True), contents()
    sit(disks / "old", monkeypatch)
    wanted, after = kept(pictures=True), contents()
    whole = []
    for cut in cuts:
        sit(Path(shutil.copytree(disks / "other", tmp_path / str(cut))), monkeypatch)
        went = cut_after(cut, restoring(backup))
        placed = contents("restore.new", "restore.ready", "restore.placing", "before-restore")
        assert before <= contents("restore.new") or placed == after, "the old goes when the new is in place"
        for later in range(1, 60):
            if not went or not cut_after(later % 9, restarting):
                break
        found = kept(pictures=True)
        assert found in (was, wanted), cut
        whole.append(found == wanted)
    assert whole == sorted(whole), "once it has begun it is brought to its end"
    assert set(whole) == {False, True}
    assert not went, "the last one was left alone"


def test_the_log_of_the_journal_before_is_not_taken_for_one_of_the_new(
    backup: Path, disks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power goes while the program still has its journal open, with a backup ready to be put in place."""
    sit(disks / "old", monkeypatch)
    wanted = kept(pictures=True)
    sit(disks / "other", monkeypatch)
    book = open_journal(load_config().journal)
    begun(book, *PLAYED)
    stage_restore(backup, load_config(), config_path())
    left = {path: path.read_bytes() for path in data_folder().glob("journal.sqlite*") if path.is_file()}
    book.close()
    for path, data in left.items():
        path.write_bytes(data)
    assert len(left) == 2, "journal and log"
    finish_restore()
    assert kept(pictures=True) == wanted


@pytest.mark.outside
def test_settings_on_another_disk_are_restored_as_well(
    backup: Path, disks: Path, small_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where folders of a partition are mounted over those of a system that is never written to."""
    sit(disks / "old", monkeypatch)
    wanted = kept(pictures=True)
    place = disks / "other"
    shutil.copytree(place / "config" / "companion", small_disk / "companion")
    shutil.rmtree(place / "config")
    sit(place, monkeypatch)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(small_disk))
    went = cut_after(20, restoring(backup))
    while went:
        went = cut_after(7, restarting)
    assert kept(pictures=True) == wanted
