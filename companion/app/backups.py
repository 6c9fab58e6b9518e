"""Backups from the screen: written and unpacked on a thread of their own, which no ruling waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.journal import Book
from companion.locale import N_, Message
from companion.owner.backup import SUFFIX, WRITTEN, backup_name, write_backup
from companion.owner.configuration import Config
from companion.owner.restore import stage_restore
from companion.ports.errors import ControllerError
from companion.program.machine import sticks

_NO_STICK = N_("There is no stick here: plug one in, then try again.")
_WRITING = N_("The backup is being written to {place} and tried: leave the stick where it is.")
_READING = N_("{place} is being unpacked and tried: leave the stick where it is.")


class Backups:
    """A :class:`companion.screen.keeping.BackupsPort`. ``settings``: the file of the configuration; ``tell``:
    there is news, called from any thread; ``sticks``: where sticks are mounted."""

    def __init__(
        self,
        book: Book,
        config: Callable[[], Config],
        settings: Path,
        tell: Callable[[], None],
        sticks: Callable[[], tuple[Path, ...]] = sticks,
    ) -> None:
        self._book = book
        self._config = config
        self._settings = settings
        self._tell = tell
        self._sticks = sticks
        self._thread: threading.Thread | None = None
        self.said: tuple[Message, ...] = ()
        self.restored = False

    def write(self) -> None:
        """As in the port."""
        stick = next(iter(self._sticks()), None)
        if stick is None:
            self.said = (Message(_NO_STICK),)
            return
        config = self._config()
        path = stick / backup_name(config)

        def act() -> tuple[Message, ...]:
            return write_backup(path, self._book, config, self._settings).said(WRITTEN)

        self._begin(act, _WRITING, path)

    def found(self) -> tuple[str, ...]:
        """As in the port."""
        with suppress(OSError):  # a stick that has just been pulled
            return tuple(str(file) for stick in self._sticks() for file in sorted(stick.glob(f"*{SUFFIX}")))
        return ()

    def restore(self, file: str) -> None:
        """As in the port."""

        def act() -> tuple[Message, ...]:
            stage_restore(Path(file), self._config(), self._settings)
            self.restored = True
            return ()

        self._begin(act, _READING, Path(file))

    def _begin(self, act: Callable[[], tuple[Message, ...]], meanwhile: str, place: Path) -> None:
        """Do this on a thread, unless the one before still goes on."""

        def run() -> None:
            try:
                self.said = act()
            except ControllerError as error:
                self.said = (error.text,)
            self._tell()

        if self._thread is None or not self._thread.is_alive():
            self.said = (Message(meanwhile, (("place", str(place)),)),)
            self._thread = threading.Thread(target=run, name="backup", daemon=True)
            self._thread.start()
