"""A reader whose exceptions are its own trouble: they stop neither the session nor the other readers."""

from __future__ import annotations

import logging

from companion.locale import N_, Message
from companion.referee.faults import fault_of_game
from companion.referee.ports import Reader
from companion.referee.view import TableView

_FAILED = N_("A part that shows or sends the rulings has failed ({reason}); the referee goes on.")
_LONGEST_REASON = 200

_logger = logging.getLogger(__name__)


def failed(error: BaseException) -> Message:
    """What is told of a fault that nobody foresaw, be it a game's; called while it is handled, as its
    traceback is logged. Raises the exception itself if it ends the program and is no game's."""
    of_game = fault_of_game(error)
    if of_game is not None:
        return of_game
    if not isinstance(error, Exception):
        raise error
    _logger.exception("a reader of the rulings")
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
    return Message(_FAILED, (("reason", reason),))


class Guarded:
    """Hands each view on to ``reader``. ``trouble``: why it could not take the latest one."""

    def __init__(self, reader: Reader) -> None:
        self.trouble: Message | None = None
        self._reader = reader

    def __call__(self, view: TableView) -> None:
        try:
            self._reader(view)
            self.trouble = None
        except BaseException as error:  # noqa: BLE001 - a game may even want to end the program
            self.trouble = failed(error)


class MissingPart:
    """In the place of a part that cannot be used: it only says why."""

    def __init__(self, trouble: Message) -> None:
        self.trouble: Message | None = trouble

    def __call__(self, view: TableView) -> None:
        """Nothing is shown anywhere."""

    def close(self) -> None:
        """Nothing is open."""
