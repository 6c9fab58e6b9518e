"""Backups from the screen: written and unpacked on a thread of their own, which no ruling waits for."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion.journal import Book
from companion.locale import N_, Message
from companion.owner.backup import SUFFIX, WRITTEN, backup_name, write_backup
from companion.owner.configuration import Config
from companion.owner.restore import stage_restore
from companion.ports.errors import ControllerError
from companion.program.machine import sticks

_NO_STICK = N_("There is no stick here: plug one in, then try again.")
_BEGUN = N_("Leave the stick where it is: {place} is being worked on.")
_REPLAYING = N_("Leave the stick where it is: {place} is tried, matches replayed: {done} of {all}.")
_STEPS = 20
"""How often the screen is told how far that is."""


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
            watch = partial(self._watch, path)
            return write_backup(path, self._book, config, self._settings, watch=watch).said(WRITTEN)

        self._begin(act, path)

    def found(self) -> tuple[str, ...]:
        """As in the port."""
        with suppress(OSError):  # a stick that has just been pulled
            return tuple(str(file) for stick in self._sticks() for file in sorted(stick.glob(f"*{SUFFIX}")))
        return ()

    def restore(self, file: str) -> None:
        """As in the port."""

        def act() -> tuple[Message, ...]:
            stage_restore(Path(file), self._config(), self._settings, partial(self._watch, Path(file)))
            self.restored = True
            return ()

        self._begin(act, Path(file))

    def _watch(self, place: Path, done: int, all_: int) -> None:
        if done % max(1, all_ // _STEPS) == 0:
            facts = (("place", str(place)), ("done", str(done)), ("all", str(all_)))
            self.said = (Message(_REPLAYING, facts),)
            self._tell()

    def _begin(self, act: Callable[[], tuple[Message, ...]], place: Path) -> None:
        """Do this on a thread, unless the one before still goes on."""

        def run() -> None:
            try:
                self.said = act()
            except ControllerError as error:
                self.said = (error.text,)
            self._tell()

        if self._thread is None or not self._thread.is_alive():
            self.said = (Message(_BEGUN, (("place", str(place)),)),)
            self._thread = threading.Thread(target=run, name="backup", daemon=True)
            self._thread.start()
