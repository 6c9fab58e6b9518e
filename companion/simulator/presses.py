"""*My turn is done* at the simulated table: its people tap their pads, and the app asks who has tapped."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from companion.locale import Message
from companion.referee.events import Event, TurnDone
from companion.referee.view import TableView
from companion.simulator import tuning
from companion.simulator.lamps import LampsError, read_json

EVERY = tuning.number("presses.every")
"""Seconds from one question to the next. (A real pad would report a tap at once.)"""

Send = Callable[[Event], None]


def format_presses(seats: Sequence[str]) -> bytes:
    """The seats that pressed, in order, as JSON."""
    return json.dumps(list(seats)).encode()


def parse_presses(text: bytes) -> tuple[str, ...]:
    """The seats from the JSON of :func:`format_presses`. Raises LampsError."""
    return read_json(tuple[str, ...], text)


class SimulatedPresses:
    """The app's end: a :class:`companion.referee.ports.TotemSource` that measures nothing. A thread of its
    own, named ``simulated presses``, asks as soon as there is a table (:meth:`connect`)."""

    trouble: Message | None = None
    """Always None. If the table does not answer, people are told that its camera is gone."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._address = ""
        self._closed = False
        self._count = 0
        self._send: Send = lambda _event: None
        self._thread = threading.Thread(target=self._ask_on, name="simulated presses", daemon=True)

    def start(self, send: Send) -> None:
        """Begin to send, once the table is there."""
        self._send = send
        self._thread.start()

    def connect(self, address: str) -> None:
        """Ask the table at this address (up to the port) from now on."""
        with self._news:
            self._address = address
            self._news.notify_all()

    def __call__(self, view: TableView) -> None:
        """Do nothing: the simulated people do not use the view."""

    def close(self) -> None:
        """Stop. Safe to call twice."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _ask_on(self) -> None:
        while True:
            with self._news:
                if self._address:
                    self._news.wait_for(lambda: self._closed, EVERY)
                else:
                    self._news.wait_for(lambda: self._closed or self._address)
                if self._closed:
                    return
                address = self._address
            for seat in self._asked(address) if address else ():
                self._count += 1
                self._send(TurnDone(seat, "pad"))

    def _asked(self, address: str) -> tuple[str, ...]:
        parts = urlsplit(address)
        connection = HTTPConnection(parts.hostname or "127.0.0.1", parts.port or 80, timeout=3)
        try:
            connection.request("GET", f"/done/{self._count}")
            answer = connection.getresponse()
            return parse_presses(answer.read()) if answer.status == 200 else ()
        except (OSError, HTTPException, LampsError):
            return ()
        finally:
            connection.close()
