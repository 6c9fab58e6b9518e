"""One file with a match and the pictures of its rulings, and whether such a file is as it was written.

It is a ZIP archive. ``match.match`` is the match file; its lines ``# pictured`` hold the SHA-256 of each
exhibit (``exhibits/SHA256.json``), which holds those of its pictures (``pictures/SHA256.jpg``).
``record.json`` holds a chain over the lines of the match file, and what else is in the archive. The SHA-256
of ``record.json`` is the code of the whole: who has written it down can tell every later change.

Nothing of an archive is ever written to the disk."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from companion.journal.pictures import LARGEST as LARGEST_PICTURE
from companion.journal.pictures import PICTURE, RECORD, PictureStore
from companion.locale import N_, Message
from companion.referee.exhibit import DIGEST, Exhibit, digest_of, noted_in, unpacked
from companion.rules.contract import Facts
from companion.rules.files import LARGEST, keep_made
from companion.rules.match import entry_lines

_MATCH, _RECORD = "match.match", "record.json"
_FORMAT = 1
_NO_ARCHIVE = N_("{path} is no archive of a match, or it is damaged: choose another file.")
_STRANGE = N_("“{name}” does not belong into the archive of a match; nothing of it was opened.")
_LARGE = N_("“{name}” is larger than anything in the archive of a match; nothing of it was opened.")
_LACKS = N_("The archive has no “{name}”, or it is damaged: the rest cannot be checked.")
_NEWER = N_("The archive was written by a newer Companion: update Companion and check it again.")
_ENTRY = N_("Entry {entry} is not as it was written (line {line}).")
_LINE = N_("Line {line} of the match is not as it was written.")
_LENGTH = N_("The match had {written} lines when it was written, and has {found} now.")
_EXHIBIT = N_("What was kept of the ruling that line {line} tells of is missing or altered: {name}.")
_PICTURE = N_("The picture of “{move}” after entry {entry} is altered or damaged: {name}.")
_MISSING = N_("The picture of “{move}” after entry {entry} is missing: {name}.")
_FOREIGN = N_("No ruling of the match tells of “{name}”.")


def _exhibit_name(digest: str) -> str:
    return f"exhibits/{digest}.{RECORD}"


def _picture_name(digest: str) -> str:
    return f"pictures/{digest}.{PICTURE}"


_KINDS = (_MATCH, _RECORD, _exhibit_name(DIGEST.pattern), _picture_name(DIGEST.pattern))
_NAMES = re.compile("|".join(_KINDS).replace(".", r"\."))


class ArchiveError(Exception):
    """A file that cannot be checked; ``text`` is one sentence."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive holds. ``text``: its match file; ``code``: of the whole; ``pictures``: how many there
    are; ``left_out``: how many were not kept any more when it was written; ``faults``: what is not as it was
    written, one sentence each."""

    text: str
    code: str
    pictures: int
    left_out: int
    faults: tuple[Message, ...] = ()


def write_archive(path: Path, text: str, store: PictureStore, match: int) -> Archive:
    """Write the match file ``text`` of a match and what is kept of its rulings. Raises OSError; then the
    place is as it was."""
    fresh = path.with_name(f"{path.name}.new")
    try:
        with ZipFile(fresh, "w") as archive:
            names, lost = _write_kept(archive, text, store, match)
            row = {"record": _FORMAT, "lines": _chain(text), "files": sorted(names)}
            record = json.dumps(row, separators=(",", ":")).encode()
            for name, data in ((_MATCH, text.encode()), (_RECORD, record)):
                archive.writestr(ZipInfo(name), data)
        keep_made(fresh, path)
    finally:
        with suppress(OSError):
            fresh.unlink()
    pictures = sum(name.endswith(PICTURE) for name in names)
    return Archive(text, digest_of(record), pictures, lost)


def _write_kept(archive: ZipFile, text: str, store: PictureStore, match: int) -> tuple[set[str], int]:
    """Write the exhibits and their pictures; the names of what was written, and how many are gone."""
    names: set[str] = set()
    lost = 0
    for digest in noted_in(text.split("\n")):
        record = store.data(match, digest, RECORD)
        if record is None:
            lost += 1
            continue
        kept = {_exhibit_name(digest): record}
        with suppress(ValueError):  # a damaged one is written as it is, to be found
            for picture in unpacked(record).pictures:
                data = store.data(match, picture, PICTURE)
                lost += data is None
                kept |= {} if data is None else {_picture_name(picture): data}
        for name in sorted(kept.keys() - names):
            archive.writestr(ZipInfo(name), kept[name])
        names |= kept.keys()
    return names, lost


def read_archive(path: Path) -> Archive:
    """Check an archive. Raises ArchiveError for a file that is none, or that may do harm."""
    try:
        with ZipFile(path) as archive:
            names = _checked_names(archive)
            text, record = (_read(archive, name) for name in (_MATCH, _RECORD))
            return _compared(archive, names, _text(text, _MATCH), record or b"")
    except (BadZipFile, OSError, EOFError, ValueError, NotImplementedError) as error:
        raise ArchiveError(_NO_ARCHIVE, (("path", str(path)),)) from error


def _checked_names(archive: ZipFile) -> set[str]:
    names: set[str] = set()
    for info in archive.infolist():
        if not _NAMES.fullmatch(info.filename) or info.filename in names:
            raise ArchiveError(_STRANGE, (("name", info.filename[:80]),))
        if info.file_size > _most(info.filename):
            raise ArchiveError(_LARGE, (("name", info.filename),))
        names.add(info.filename)
    return names


def _most(name: str) -> int:
    return LARGEST if name in (_MATCH, _RECORD) else LARGEST_PICTURE


def _read(archive: ZipFile, name: str) -> bytes | None:
    """What is in a member, never more than it may have; None if it is missing or damaged."""
    try:
        with archive.open(name) as member:
            data = member.read(_most(name) + 1)
    except (KeyError, BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, zlib.error):
        return None
    return data if len(data) <= _most(name) else None


def _text(data: bytes | None, name: str) -> str:
    try:
        return (data or b"").decode()
    except UnicodeDecodeError:
        raise ArchiveError(_LACKS, (("name", name),)) from None


def _compared(archive: ZipFile, names: set[str], text: str, record: bytes) -> Archive:
    if not text:
        raise ArchiveError(_LACKS, (("name", _MATCH),))
    chain, files = _recorded(record)
    faults = list(_altered_lines(text, chain))
    told: set[str] = set()
    lost = 0
    for digest, line in noted_in(text.split("\n")).items():
        name = _exhibit_name(digest)
        told.add(name)
        if name not in names | files:
            lost += 1
            continue
        exhibit = _exhibit(archive, digest)
        if exhibit is None:
            faults.append(Message(_EXHIBIT, (("line", str(line)), ("name", name))))
            continue
        for picture in exhibit.pictures:
            name = _picture_name(picture)
            told.add(name)
            lost += name not in names | files
            faults += _picture_faults(archive, exhibit, picture) if name in names | files else ()
    if not faults:
        faults += [Message(_FOREIGN, (("name", name),)) for name in sorted(names - told - {_MATCH, _RECORD})]
    return Archive(
        text, digest_of(record), sum(name.endswith(PICTURE) for name in names), lost, tuple(faults)
    )


def _recorded(record: bytes) -> tuple[Sequence[str], set[str]]:
    """The chain and the names of the record."""
    try:
        row = json.loads(record)
        version, chain, files = (
            row["record"],
            [str(link) for link in row["lines"]],
            set(map(str, row["files"])),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ArchiveError(_LACKS, (("name", _RECORD),)) from error
    if version != _FORMAT:
        raise ArchiveError(_NEWER)
    return chain, files


def _chain(text: str) -> list[str]:
    """For each line the SHA-256 of the link before it and of the line."""
    chain = [""]
    for line in text.split("\n"):
        chain.append(_link(chain[-1], line))
    return chain[1:]


def _link(before: str, line: str) -> str:
    return sha256(f"{before}\n{line}".encode()).hexdigest()


def _altered_lines(text: str, chain: Sequence[str]) -> Iterator[Message]:
    """Every line that does not fit its link; only the first one if lines are missing or new, as then all
    after it are moved."""
    lines, entries = text.split("\n"), _numbers(text)
    links_before = ("", *chain)
    wrong = [
        at for at, (line, link) in enumerate(zip(lines, chain, strict=False), 1)
        if _link(links_before[at - 1], line) != link
    ]  # fmt: skip
    moved = len(lines) != len(chain)
    for at in wrong[:1] if moved else wrong:
        entry = entries.get(at)
        said = Message(_LINE, (("line", str(at)),))
        yield said if entry is None else Message(_ENTRY, (("entry", str(entry)), ("line", str(at))))
    if moved:
        yield Message(_LENGTH, (("written", str(len(chain))), ("found", str(len(lines)))))


def _numbers(text: str) -> Mapping[int, int]:
    """The number of each entry, by its line."""
    return {line: number for number, (line, _) in enumerate(entry_lines(text), 1)}


def _exhibit(archive: ZipFile, digest: str) -> Exhibit | None:
    """The exhibit of this SHA-256; None if it is missing or is not what it was."""
    data = _read(archive, _exhibit_name(digest))
    if data is None or digest_of(data) != digest:
        return None
    with suppress(ValueError):
        return unpacked(data)
    return None


def _picture_faults(archive: ZipFile, exhibit: Exhibit, digest: str) -> Iterator[Message]:
    name = _picture_name(digest)
    facts = (("move", exhibit.move or exhibit.kind.value), ("entry", str(exhibit.entries)), ("name", name))
    if name not in archive.namelist():
        yield Message(_MISSING, facts)
    elif (data := _read(archive, name)) is None or digest_of(data) != digest:
        yield Message(_PICTURE, facts)
