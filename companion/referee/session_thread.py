"""The session's own thread: takes events from one queue and wakes the session when it waits for a moment."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from companion.referee import tuning
from companion.referee.asking import AS_SHOWN
from companion.referee.events import (
    Answered,
    AnywayAsked,
    Event,
    FromAfar,
    LineEntered,
    MoveEntered,
    OutcomeEntered,
    Seen,
    Stopped,
    TimePassed,
    UndoAsked,
)
from companion.referee.session import Session

LEAST_WAIT = tuning.number("session_thread.least_wait")
"""Least seconds between two wakings. A session that cannot write when it is woken must not be woken again at
once."""
LATE = tuning.number("session_thread.late")
"""If what the referee works on came more seconds ago, people are told that it is behind their hands."""


def _replaces(later: Event, earlier: Event | None) -> bool:
    """Whether this picture makes the one before it needless, because both tell the same state and no
    change."""
    if not isinstance(later, Seen) or not isinstance(earlier, Seen):
        return False
    new, old = later.glance, earlier.glance
    return new.view is None and old.view is None and new.state is old.state


def _overtakes(event: Event) -> bool:
    """Whether this is heard before the pictures that wait: people speak of what the screen shows them now.
    What they say of the table itself is heard after the pictures that came before it."""
    if isinstance(event, FromAfar):
        return _overtakes(event.word)
    if isinstance(event, Answered):
        return event.choice != AS_SHOWN
    return isinstance(event, MoveEntered | OutcomeEntered | LineEntered | UndoAsked | AnywayAsked)


class SessionThread:
    """Runs a session on a thread of its own, fed by one queue; any thread may :meth:`send`. ``clock``: the
    session's; ``hold``: told whether the camera is to hold its views back. When the referee thinks for
    longer than the camera takes for a picture, pictures that tell nothing new do not pile up in front of what
    people enter; and while a view waits, the next one is held back, so that it shows the newest still
    table."""

    def __init__(
        self, session: Session, clock: Callable[[], float], hold: Callable[[bool], None] | None = None
    ) -> None:
        self._session = session
        self._clock = clock
        self._hold, self._held = hold, False
        self._news = threading.Condition()
        self._queue: deque[tuple[Event | None, float]] = deque()
        """What is to be handled, with the time at which it came."""
        self._came: float | None = None
        """When that came which is being handled; None while nothing is."""
        self._probed: float | None = None
        self._thread = threading.Thread(target=self._run, name="session")

    def start(self) -> None:
        """Begin to take events."""
        self._thread.start()

    def send(self, event: Event) -> None:
        """Put an event on the queue; returns at once."""
        with self._news:
            if self._queue and not self._session.times_arms and _replaces(event, self._queue[-1][0]):
                self._queue.pop()
            place = len(self._queue)
            while place and _overtakes(event) and isinstance(self._queue[place - 1][0], Seen | None):
                place -= 1
            self._queue.insert(place, (event, self._clock()))
            self._hold_views()
            self._news.notify()

    def _hold_views(self) -> None:
        """Let the camera hold its views back while one waits. Called with the lock, so in order."""
        waits = any(isinstance(event, Seen) and event.glance.view is not None for event, _ in self._queue)
        if waits is not self._held:
            self._held = waits
            if self._hold is not None:
                self._hold(waits)

    def unanswered(self) -> float:
        """For how many seconds a probe has waited in the queue behind the events. 0 if it was taken; then a
        new probe is sent. It grows while a reader hangs, and after the thread has died. Only one thread may
        call it."""
        now = self._clock()
        if self._probed is None:
            self._probed = now
            with self._news:
                self._queue.append((None, now))
                self._news.notify()
        return now - self._probed

    @property
    def late(self) -> bool:
        """Whether the referee still works on something that came more than :data:`LATE` seconds ago."""
        came = self._came
        return came is not None and self._clock() - came > LATE

    def stop(self) -> None:
        """Handle what is queued, close the journal, end the thread."""
        self.send(Stopped())
        self._thread.join()

    def _run(self) -> None:
        while True:
            event = self._next()
            if event is None:
                self._probed = self._came = None
                continue
            self._session.handle(event)
            self._came = None
            if isinstance(event, Stopped):
                return

    def _next(self) -> Event | None:
        """The next event; None for a probe. If the session's moment comes before the next event, that time
        has passed."""
        moment = self._session.wakes_at()
        wait = None if moment is None else max(LEAST_WAIT, moment - self._clock())
        with self._news:
            self._news.wait_for(lambda: self._queue, wait)
            event, self._came = self._queue.popleft() if self._queue else (TimePassed(), self._clock())
            self._hold_views()
            return event
