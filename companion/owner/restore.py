"""Puts a backup in place of all that an owner keeps here, as a whole.

Settings may lie on another disk than the journal, and folders may be mounted, so no single name can be
exchanged. Instead the backup is unpacked and tried beside the journal, and gets the name ``restore.ready``:
from then on every start of the program goes on with it, however often it is cut short. First what is there
goes to ``before-restore``; when all of that is there, ``restore.ready`` becomes ``restore.placing``, and what
is in it takes its place. When that has been opened, both folders go.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

from companion.journal import open_journal
from companion.journal.store import check_unused
from companion.locale import N_, Message
from companion.owner.backup import (
    BASES,
    JOURNAL,
    SCRATCH,
    SETTINGS,
    Checked,
    Watch,
    disk,
    places,
    replayed,
    scratch_folder,
    told,
    unpack,
)
from companion.owner.configuration import Config, data_folder, load_config, restore_folders, restore_waits
from companion.owner.editions import games_of
from companion.owner.settings_file import Changes, write_settings
from companion.ports.errors import ControllerError
from companion.rules.files import alone, make_folder

OLD, _PLACES = "before-restore", "places.json"
_BESIDE = ("-wal", "-shm", ".open")
"""What may lie beside a journal, and belongs to it."""
_NOT_YOURS = N_("{path} cannot be replaced: check that its folder is yours. Nothing was changed.")
_INTERRUPTED = N_(
    "{path} cannot be put in its place ({reason}): mend that and start again. What was there before is kept"
    " in {old}."
)


def check_no_table(config: Config) -> None:
    """Raises ControllerError if another program has the journal open."""
    with told():
        check_unused(config.journal)


def stage_restore(
    file: Path, config: Config, settings: Path, watch: Watch = lambda _done, _all: None
) -> Checked:
    """Unpack a backup, open it and replay its matches; from now on :func:`finish_restore` puts it in place.
    Raises ControllerError; then nothing has changed.

    What the backup says about where journal and editions are does not count: they come where this machine has
    them, so that no backup can choose which file is replaced."""
    with scratch_folder() as scratch, told():
        unpack(file, scratch)
        with disk(scratch, _INTERRUPTED):
            _settle(scratch / SETTINGS, config)
            checked = replayed(scratch, file, watch)
            where = places(config, settings)
            where |= {f"{JOURNAL}{end}": Path(f"{config.journal}{end}") for end in _BESIDE}
            where |= {base.name: data_folder() / base.name for base in scratch.glob(BASES)}
            for place in where.values():
                make_folder(place.parent)
                if not os.access(place.parent, os.W_OK):
                    raise ControllerError(Message(_NOT_YOURS, (("path", str(place)),)))
            said = {name: str(place.absolute()) for name, place in where.items()}
            (scratch / _PLACES).write_text(json.dumps(said), encoding="utf-8")
            shutil.rmtree(data_folder() / OLD, ignore_errors=True)
            os.sync()
            scratch.rename(restore_folders()[0])
            os.sync()
    return checked


def _settle(settings: Path, config: Config) -> None:
    """Let settings from another place name the places of this machine. Raises ConfigError."""
    found = load_config(settings) if settings.exists() else Config()
    changes: Changes = {"editions": None} if found.editions else {}
    if found.journal != config.journal:
        changes = {"": {"journal": str(config.journal.absolute())}, **changes}
    if changes:
        write_settings(settings, changes)


def finish_restore() -> None:
    """Put in place what :func:`stage_restore` has made ready, or what a power cut has left of that; nothing
    if there is none. Raises ControllerError; then it can be called again."""
    if not restore_waits():
        return
    place = data = data_folder()
    (ready, placing), old = restore_folders(), data / OLD
    try:
        with alone(data), told():
            if ready.is_dir():
                for name, place in _where(ready).items():
                    if os.path.lexists(place):
                        _move(place, old / name)
                os.sync()
                ready.rename(placing)
                os.sync()
            where = _where(placing)
            for name, place in where.items():
                if (placing / name).exists():
                    _move(placing / name, place)
            os.sync()
            _open(where[SETTINGS])
            shutil.rmtree(old, ignore_errors=True)
            placing.rename(data / SCRATCH)
            shutil.rmtree(data / SCRATCH, ignore_errors=True)
    except OSError as error:
        facts = (("path", str(place)), ("reason", error.strerror or str(error)), ("old", str(old)))
        raise ControllerError(Message(_INTERRUPTED, facts)) from error


def _where(folder: Path) -> dict[str, Path]:
    """Where the parts of this restore belong. The new settings are not asked: they may be on their way."""
    said = json.loads((folder / _PLACES).read_text(encoding="utf-8"))
    return {name: Path(place) for name, place in said.items()}


def _open(settings: Path) -> None:
    config = load_config(settings) if settings.exists() else Config()
    games_of(config)
    open_journal(config.journal).close()


def _move(source: Path, place: Path) -> None:
    """Give a file or folder another place; if it is cut short it can be done again."""
    make_folder(place.parent)
    if place.is_dir():  # of a copy that was cut short
        shutil.rmtree(place)
    try:
        source.rename(place)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        folder = source.is_dir()
        (shutil.copytree if folder else shutil.copy2)(source, place)
        os.sync()
        shutil.rmtree(source) if folder else source.unlink()
