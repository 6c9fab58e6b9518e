"""``companion export --with-pictures`` and ``companion audit``: whatever was altered is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.journal import open_journal
from companion.journal.pictures import PictureStore
from companion.referee.exhibit import Exhibit, digest_of, exhibit_note
from companion.referee.view import RulingKind
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game

PLAYED = ("* open b1", "south play ur r")
PICTURES = (b"first picture", b"second picture")


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with two matches; a picture stands beside the second entry of the newer one."""
    path = tmp_path / "journal.sqlite"
    game, store = find_game("marso"), PictureStore(path)
    head = format_match(Match.begin(game, game.setup(2, {})))
    book = open_journal(path)
    book.create(head)
    match = book.create(head)
    match.append(*PLAYED)
    before, after = map(digest_of, PICTURES)
    exhibit = Exhibit(RulingKind.PLAYED, 4.0, "south", "play ur r", 2, before, after)
    match.note(exhibit_note(store.keep(match.match, exhibit, PICTURES)))
    match.close()
    book.close()
    return path


@pytest.fixture
def archive(journal: Path, tmp_path: Path) -> Path:
    path = tmp_path / "match.zip"
    done = run("export", "--journal", journal, "--with-pictures", path)
    assert done.exit_code == 0, done.output
    assert "2 pictures" in done.output
    return path


def altered(archive: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The same archive with some of its files changed."""
    with ZipFile(archive) as whole:
        files = {name: whole.read(name) for name in whole.namelist()}
    change(files)
    with ZipFile(archive, "w", ZIP_DEFLATED) as changed:
        for name, data in files.items():
            changed.writestr(name, data)
    return archive


def name_of(data: bytes) -> str:
    return f"pictures/{digest_of(data)}.jpg"


def test_an_archive_is_as_it_was_written(journal: Path, archive: Path) -> None:
    done = run("audit", archive)
    assert done.exit_code == 0, done.output
    assert "2 pictures" in done.output
    again = run("export", 2, "--journal", journal, "--with-pictures", archive)
    code = again.output.split("code is ")[1][:64]
    assert code in done.output
    with ZipFile(archive) as whole:
        text = whole.read("match.match").decode()
    assert [line for line in text.split("\n") if line in PLAYED] == [*PLAYED]


def test_one_altered_byte_of_a_picture_is_named(archive: Path) -> None:
    name = name_of(PICTURES[1])

    def change(files: dict[str, bytes]) -> None:
        files[name] = files[name][:-1] + bytes([files[name][-1] ^ 1])

    done = run("audit", altered(archive, change))
    assert done.exit_code == 1
    for part in ("play ur r", "entry 2", name):
        assert part in done.output


def test_an_altered_entry_is_named_and_no_other(archive: Path) -> None:
    def change(files: dict[str, bytes]) -> None:
        files["match.match"] = files["match.match"].replace(b"* open b1", b"* open b2")

    done = run("audit", altered(archive, change))
    assert done.exit_code == 1
    (said,) = done.output.splitlines()
    assert said.startswith("Entry 1 is not as it was written")


def test_a_picture_altered_on_the_disk_before_is_named_too(journal: Path, tmp_path: Path) -> None:
    """The journal has its hash since the ruling."""
    file = journal.with_suffix(".pictures") / "2" / f"{digest_of(PICTURES[0])}.jpg"
    file.write_bytes(b"another picture")
    path = tmp_path / "match.zip"
    assert run("export", "--journal", journal, "--with-pictures", path).exit_code == 0
    done = run("audit", path)
    assert done.exit_code == 1
    assert name_of(PICTURES[0]) in done.output


def gone(files: dict[str, bytes]) -> None:
    del files[name_of(PICTURES[1])]


def climbing(files: dict[str, bytes]) -> None:
    files["../../evil.jpg"] = b"x"


def foreign(files: dict[str, bytes]) -> None:
    files[name_of(b"foreign")] = b"foreign"


def large(files: dict[str, bytes]) -> None:
    files[name_of(PICTURES[1])] = bytes(50_000_000)


def without_record(files: dict[str, bytes]) -> None:
    del files["record.json"]


def without_match(files: dict[str, bytes]) -> None:
    del files["match.match"]


def without_exhibit(files: dict[str, bytes]) -> None:
    for name in [name for name in files if name.startswith("exhibits/")]:
        del files[name]


def shorter(files: dict[str, bytes]) -> None:
    files["match.match"] = files["match.match"].replace(b"south play ur r\n", b"")


BAD: Mapping[Callable[[dict[str, bytes]], None], tuple[int, str]] = {
    gone: (1, "is missing"),
    climbing: (2, "../../evil.jpg"),
    foreign: (1, "No ruling of the match tells of"),
    large: (2, "larger than anything"),
    without_record: (2, "record.json"),
    without_match: (2, "match.match"),
    without_exhibit: (1, "missing or altered"),
    shorter: (1, "Line "),
}


@pytest.mark.parametrize("change", BAD, ids=lambda change: change.__name__)
def test_what_is_wrong_is_said_and_nothing_is_written(
    archive: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    altered(archive, change)
    before = sorted(tmp_path.rglob("*"))
    done = run("audit", archive)
    status, said = BAD[change]
    assert (done.exit_code, said in done.output) == (status, True), done.output
    assert "Traceback" not in done.output
    assert sorted(tmp_path.rglob("*")) == before


def test_a_cut_archive_is_no_archive(archive: Path) -> None:
    data = archive.read_bytes()
    for size in (len(data) // 2, len(data) - 30, 10):
        archive.write_bytes(data[:size])
        done = run("audit", archive)
        assert done.exit_code == 2
        assert done.output == f"{archive} is no archive of a match, or it is damaged: choose another file.\n"
    middle = data.replace(PICTURES[0], b"FIRST PICTURE")  # the checksum of ZIP does not fit
    archive.write_bytes(middle)
    done = run("audit", archive)
    assert (done.exit_code, name_of(PICTURES[0]) in done.output) == (1, True)


def test_pictures_that_the_budget_took_are_left_out(journal: Path, tmp_path: Path) -> None:
    (journal.with_suffix(".pictures") / "2" / f"{digest_of(PICTURES[0])}.jpg").unlink()
    path = tmp_path / "match.zip"
    assert "left out: 1" in run("export", "--journal", journal, "--with-pictures", path).output
    done = run("audit", path)
    assert (done.exit_code, "left out: 1" in done.output) == (0, True)


def test_a_place_that_cannot_be_written_is_said(journal: Path, tmp_path: Path) -> None:
    done = run("export", "--journal", journal, "--with-pictures", tmp_path / "no" / "match.zip")
    assert done.exit_code == 1
    assert "cannot be written" in done.output
    assert not (tmp_path / "no").exists()


def test_all_pictures_are_deleted_by_a_command(journal: Path) -> None:
    assert run("journal", "delete-pictures", "--yes", "--journal", journal).exit_code == 0
    assert not journal.with_suffix(".pictures").exists()
    assert "2: marso" in run("journal", "list", "--journal", journal).output
