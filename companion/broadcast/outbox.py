"""Holds what is still to be sent: the newest view, and every event until the broker has it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

from companion.broadcast import tuning
from companion.referee.view import HistoryLine, Ruling, TableView

SAID_AGAIN_SECONDS = tuning.number("outbox.said_again_seconds")
"""After a break, events are sent again if they were acknowledged at most so many seconds before the last
acknowledgement.

A broker acknowledges an event before its subscribers have it. Mosquitto sends 20 events at once to a
subscriber and keeps the others in memory; if Mosquitto is killed, those are lost.
"""


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One journal entry or ruling. ``number``: counts events from 1 since the program was started;
    ``entries``: how many entries the match had."""

    number: int
    match: str
    game: str
    entries: int
    news: HistoryLine | Ruling


class Outbox:
    """Keeps at most ``room`` events that were never sent, and ``room`` acknowledged ones. Any thread may call
    it.

    When it is full, the oldest unsent event is dropped and counted. Events keep their numbers, so a receiver
    sees the gap. ``clock``: gives the seconds of a monotonic clock.
    """

    def __init__(self, room: int, clock: Callable[[], float] = monotonic) -> None:
        self._room = room
        self._clock = clock
        self._lock = threading.Lock()
        self._view: TableView | None = None
        self._numbered = 0
        self._lost = 0
        self._waiting: deque[Bulletin] = deque()
        self._again: deque[Bulletin] = deque()
        self._taken: Bulletin | None = None
        self._under_way: dict[int, Bulletin] = {}
        self._arrived: deque[tuple[float, Bulletin]] = deque(maxlen=room)
        self._match_seen = ""
        self._entries_seen = 0
        self._ruling_seen = 0

    @property
    def view(self) -> TableView | None:
        """The newest view; None before the first."""
        return self._view

    @property
    def lost(self) -> int:
        """How many events were dropped or left out unsent since the program was started."""
        return self._lost

    @property
    def under_way(self) -> int:
        """How many events were sent and not yet acknowledged."""
        return len(self._under_way)

    @property
    def empty(self) -> bool:
        """Whether the broker has acknowledged everything."""
        with self._lock:
            return not (self._waiting or self._again or self._taken or self._under_way)

    def note(self, view: TableView) -> None:
        """Keep a new view, and queue its entries and ruling that earlier views did not have."""
        with self._lock:
            for news in self._news(view):
                self._numbered += 1
                self._waiting.append(Bulletin(self._numbered, view.match, view.game, view.entries, news))
                if len(self._waiting) > self._room:
                    self._waiting.popleft()
                    self._lost += 1
            self._view = view

    def take(self) -> Bulletin | None:
        """The next event to send, None if there is none. The caller sends it and then calls :meth:`sent`."""
        with self._lock:
            queue = self._again or self._waiting
            self._taken = queue.popleft() if queue else None
            return self._taken

    def sent(self, message: int) -> None:
        """The event that was taken last has been sent as the message with this id."""
        with self._lock:
            if self._taken is not None:
                self._under_way[message] = self._taken
                self._taken = None

    def leave_out(self) -> None:
        """The event that was taken last is not sent: the broker does not take so large a one."""
        with self._lock:
            if self._taken is not None:
                self._taken = None
                self._lost += 1

    def acknowledged(self, messages: Iterable[int]) -> None:
        """The broker has these messages; ids of other messages are ignored."""
        with self._lock:
            now = self._clock()
            for message in messages:
                event = self._under_way.pop(message, None)
                if event is not None:
                    self._arrived.append((now, event))
            while self._arrived and self._arrived[0][0] < self._arrived[-1][0] - SAID_AGAIN_SECONDS:
                self._arrived.popleft()

    def drop(self) -> None:
        """Drop all events that wait, also those to be sent again: the table has been told not to
        broadcast."""
        with self._lock:
            self._lost += len(self._waiting)
            self._waiting.clear()
            self._again.clear()

    def broken(self) -> None:
        """The connection is lost. Events without acknowledgement, and the last acknowledged ones, go out
        again."""
        with self._lock:
            arrived = (event for _, event in self._arrived)
            unsure = [*arrived, *self._under_way.values(), *self._again]
            if self._taken is not None:
                unsure.append(self._taken)
            events = {event.number: event for event in unsure}
            self._again = deque(events[number] for number in sorted(events))
            self._under_way.clear()
            self._taken = None

    def _news(self, view: TableView) -> Iterator[HistoryLine | Ruling]:
        """The entries and the ruling that are new in this view; for a new match, its whole history."""
        if view.match != self._match_seen:
            self._match_seen, self._entries_seen, self._ruling_seen = view.match, 0, 0
        yield from view.history[self._entries_seen :]
        self._entries_seen = len(view.history)
        if view.ruling is not None and view.ruling.number > self._ruling_seen:
            self._ruling_seen = view.ruling.number
            yield view.ruling
