"""``companion backup`` and ``companion restore``: what is kept on one machine lies on another one afterwards;
whatever goes wrong is one sentence, and nothing is lost."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.journal import Book, open_journal
from companion.journal.pictures import PictureStore
from companion.owner.backup import write_backup
from companion.owner.configuration import Config, config_path, data_folder, load_config
from companion.owner.editions import games_of, owner_draft, save_edition
from companion.owner.players import Player, Players
from companion.owner.restore import finish_restore, stage_restore
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game

PLAYED = ("* open b1", "@3.25 south play ur r", "@4 south step e3")
SETTINGS = '# mine\nlanguage = "en"\ntable = "kitchen"\ncamera = "none"\n'


def sit(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sit down at the machine whose disk is this folder; where its data are."""
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place / "config"))
    return data_folder()


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def begun(book: Book, *lines: str) -> int:
    game = find_game("marso")
    match = book.create(format_match(Match.begin(game, game.setup(2, {}))), {"player south": "ada"})
    match.append(*lines)
    return match.match


def furnish(table: str) -> None:
    """All that people keep on a machine: two matches, a name, a box, settings, an edition of their own."""
    config_path().parent.mkdir(parents=True)
    config_path().write_text(f'# mine\nlanguage = "en"\ntable = "{table}"\n')
    data = data_folder()
    book = open_journal(load_config().journal)
    book.close_match(begun(book, *PLAYED))
    begun(book, *PLAYED[:2])
    book.close()
    PictureStore(data / "journal.sqlite")._write(1, "0" * 64, "jpg", b"picture")
    Players(data / "players.json").keep(Player("", "Ада", "red"))
    for name in ("boxes/marso-1.npz", "matches/marso-1.match", "base-0000002a.toml", "language"):
        (data / name).parent.mkdir(exist_ok=True)
        (data / name).write_text(f"{name} of {table}")
    save_edition(Config(), "northwest", owner_draft(Config(), "northwest"))


def kept(pictures: bool = False) -> dict[str, bytes]:
    """All files of this machine that people would miss, by name; of the journal what is in it."""
    found = {}
    for root in (data_folder(), config_path().parent):
        for path in root.rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.is_file() and not name.startswith(("journal.sqlite", "restore.", "before-restore")):
                found[name] = path.read_bytes()
    if (journal := load_config().journal).exists():
        book = open_journal(journal)
        for listed in book.matches():
            found[f"match {listed.match}"] = book.export(listed.match).encode()
            found[f"seats {listed.match}"] = repr(book.secrets(listed.match)).encode()
        book.close()
    return {name: data for name, data in found.items() if pictures or "pictures/" not in name}


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two furnished machines, ``old`` and ``other``, and ``old.backup`` with all that ``old`` keeps."""
    disks = tmp_path_factory.mktemp("disks")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("other", "old"):
            sit(disks / name, patch)
            furnish(name)
        done = run("backup", disks / "old.backup", "--pictures")
        assert done.exit_code == 0, done.output
    return disks


@pytest.fixture
def disks(machines: Path, tmp_path: Path) -> Path:
    """The same, to be changed; ``new`` is not there yet."""
    return Path(shutil.copytree(machines, tmp_path / "disks"))


@pytest.fixture
def backup(disks: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The backup of ``old``; people sit at ``other``."""
    sit(disks / "other", monkeypatch)
    return disks / "old.backup"


def repacked(backup: Path, change: Callable[[dict[str, bytes]], object], method: int = ZIP_STORED) -> None:
    with ZipFile(backup) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    change(files)
    with ZipFile(backup, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def one_sentence(done: Result) -> str:
    assert done.exit_code == 1, done.output
    assert isinstance(done.exception, SystemExit), done.exception
    (said,) = done.output.splitlines()
    return said.removeprefix("Error: ")


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


def test_pictures_of_rulings_are_left_out_unless_they_are_asked_for(
    disks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(disks / "old", monkeypatch)
    assert run("backup", disks).exit_code == 0
    (file,) = disks.glob("companion-old-*.backup")
    with ZipFile(file) as small, ZipFile(disks / "old.backup") as large:
        left_out = set(large.namelist()) - set(small.namelist())
    assert left_out == {f"pictures/1/{'0' * 64}.jpg"}


def test_what_was_there_is_replaced_as_a_whole(
    backup: Path, disks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_folder() / "boxes" / "arctica-1.npz").touch()
    done = run("restore", backup, "--yes")
    assert done.exit_code == 0, done.output
    after = kept(pictures=True)
    sit(disks / "old", monkeypatch)
    assert after == kept(pictures=True)


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


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A stick, or a disk of its own, of 16 kB."""
    place = tmp_path / "small"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a disk can only be mounted by root: {made.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.outside
@pytest.mark.usefixtures("backup")
def test_a_full_stick_keeps_the_backup_that_it_has(small_disk: Path) -> None:
    old = small_disk / "table.backup"
    old.write_bytes(b"older")
    assert one_sentence(run("backup", old)).startswith(f"There is no room left in {small_disk}:")
    assert [(path.name, path.read_bytes()) for path in small_disk.iterdir()] == [("table.backup", b"older")]


@pytest.mark.usefixtures("backup")
def test_a_stick_that_is_pulled_is_told(tmp_path: Path) -> None:
    assert "plug the stick in again" in one_sentence(run("backup", tmp_path / "gone" / "table.backup"))


@pytest.mark.usefixtures("backup")
def test_without_a_stick_a_place_must_be_named() -> None:
    assert one_sentence(run("backup")) == "There is no stick here: plug one in, or name a folder or file."


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
