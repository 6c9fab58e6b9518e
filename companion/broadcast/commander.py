"""Receives commands to the table over the network, carries each out or refuses it, and answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic

from companion.broadcast import payloads, tuning
from companion.broadcast.commands import Command, RefusedError, Switch, decide, read_command
from companion.broadcast.connection import Received
from companion.locale import Texts
from companion.referee.events import FromAfar
from companion.referee.view import TableView

MOST, SECONDS = tuning.whole("commander.most"), tuning.number("commander.seconds")
"""At most ``MOST`` messages in ``SECONDS`` seconds are read, more than a person sends; others are ignored."""


class Commander:
    """``send``: puts an event on the session's queue. ``on``: whether the table broadcasts."""

    def __init__(self, send: Callable[[FromAfar], None], clock: Callable[[], float] = monotonic) -> None:
        self.on = True
        self._send = send
        self._clock = clock
        self._lately: deque[float] = deque(maxlen=MOST)

    def hear(self, boot: str, heard: Received, view: TableView | None, texts: Texts) -> payloads.Json | None:
        """Carry a command out or refuse it. Gives the answer to the sender, None for a message that is
        ignored."""
        now = self._clock()
        if len(self._lately) == MOST and now - self._lately[0] < SECONDS:
            return None
        self._lately.append(now)
        command: Command | None = None
        try:
            command = read_command(heard.data, heard.kept)
            wish = decide(command, view)
        except RefusedError as refused:
            return _answer(boot, command, payloads.message(refused.text, texts))
        if isinstance(wish, Switch):
            self.on = wish.on
        else:
            self._send(wish)
        return _answer(boot, command, None)


def _answer(boot: str, command: Command | None, reason: payloads.Json | None) -> payloads.Json:
    return payloads.head(boot) | {
        "command": command.kind if command else "",
        "id": command.mark if command else "",
        "accepted": reason is None,
        "reason": reason,
    }
