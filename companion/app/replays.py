"""When a match is over, a page that replays it is written where spectators find it.

Thread: building the page takes seconds, so each is built on a thread of its own, named ``replay``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol, runtime_checkable
from urllib.parse import quote, urljoin

from companion.broadcast import BroadcastError, broadcast_from
from companion.broadcast.page import page_address
from companion.broadcast.replay import replay_page
from companion.locale import N_, Message
from companion.owner.configuration import Config
from companion.referee.faults import fault_of_game
from companion.referee.ports import JournalError
from companion.referee.view import TableView
from companion.rules.contract import Over, RulesError
from companion.rules.files import keep_file
from companion.rules.registry import AnyGame

_NOT_WRITTEN = N_("The replay cannot be written to {folder} ({reason}); check replays in [broadcast].")
_PATIENCE = 1.0


@runtime_checkable
class Broadcast(Protocol):
    """A broadcast. ``page``: the address of the spectators' page, "" without one."""

    page: str


def replays_for(
    config: Config, name: str, export: Callable[[], str], game: AnyGame, changed: Callable[[], None]
) -> tuple[ReplayWriter, ...]:
    """Who writes a page that replays the match, if its owner wants one."""
    try:
        broker = broadcast_from(config.broadcast or {})
    except BroadcastError:  # there is none, or it is told where the broadcast should begin
        return ()
    if broker.replays is None:
        return ()
    return (ReplayWriter(export, game, (broker.replays, f"{config.table}-{name}"), broker.page, changed),)


def page_of(readers: Iterable[object], table: str) -> str:
    """Where an open table can be watched; "" unless it is broadcast and its owner named the page."""
    broker = next((one for one in readers if isinstance(one, Broadcast)), None)
    return page_address(broker.page, table) if broker is not None else ""


def replay_of(readers: Iterable[object]) -> str:
    """Where the match of an open table can be replayed; "" when it cannot be (yet)."""
    writer = next((one for one in readers if isinstance(one, ReplayWriter)), None)
    return writer.address if writer is not None else ""


class ReplayWriter:
    """A reader. ``export`` gives the match file; ``place``: a folder and the replay's name in it; ``page``:
    the address of the spectators' page, whose folder holds that one. ``address``: of the replay, "" before
    it is there."""

    def __init__(
        self,
        export: Callable[[], str],
        game: AnyGame,
        place: tuple[Path, str],
        page: str,
        changed: Callable[[], None],
    ) -> None:
        self.trouble: Message | None = None
        self.address = ""
        self._export = export
        self._game = game
        self._folder, self._name = place
        self._page = page
        self._changed = changed
        self._entries = -1
        self._thread: threading.Thread | None = None

    def __call__(self, view: TableView) -> None:
        """Begin to write once the match is over; anew when its end was another one first."""
        if not isinstance(view.pending, Over) or view.entries == self._entries:
            return
        self._entries = view.entries
        before = self._thread
        self._thread = threading.Thread(target=self._write, args=(before,), name="replay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait a moment for the page; what is not there by then is written from the match file by hand."""
        if self._thread is not None:
            self._thread.join(_PATIENCE)

    def _write(self, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        file = self._folder / f"{self._name}.html"
        try:
            page = replay_page(self._export(), self._game)
            keep_file(file, page.encode())
        except (OSError, RulesError, JournalError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.trouble = Message(_NOT_WRITTEN, (("folder", str(self._folder)), ("reason", reason)))
        except BaseException as error:  # a game may even want to end the program
            self.trouble = fault_of_game(error)
            if self.trouble is None:
                raise
        else:
            self.trouble = None
            self.address = urljoin(self._page, quote(f"{self._folder.name}/{file.name}"))
        self._changed()
