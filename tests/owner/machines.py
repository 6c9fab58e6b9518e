"""Furnished machines, and a backup of one."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.journal import Book, open_journal
from companion.journal.pictures import PictureStore
from companion.owner.configuration import Config, config_path, data_folder, load_config
from companion.owner.editions import owner_draft, save_edition
from companion.owner.players import Player, Players
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game

PLAYED = ("* open b1", "@3.25 south play ur r", "@4 south step e3")


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
        done = run("backup", disks / "old.backup")
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
