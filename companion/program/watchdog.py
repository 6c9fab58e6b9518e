"""Tells systemd that the program works, only while it does; what is stuck ends the program with a sentence.

Thread: one of its own, named ``watchdog``, begun only where a service asks for it (``WATCHDOG_USEC``). The
protocol is sd_notify(3): datagrams to the socket that ``NOTIFY_SOCKET`` names. A program that is frozen as a
whole, this thread included, sends nothing, and systemd kills it 30 s after its last sign of life (the units'
``WatchdogSec``). That sign was up to a quarter of 30 s old when it froze: 22 s are always survived, 30 s
never.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from companion.locale import N_, Message

DRAWS_WITHIN = 20.0
"""Seconds: the screen draws every three seconds; building a page takes some seconds on a slow machine."""
_TURNS = 4
"""How often in the time that systemd allows; sd_watchdog_enabled(3) advises at least twice."""
_NOT_DRAWN = N_("The screen draws no more; the program ends, to be started again.")


class Notifier:
    """Sends words to whoever started the program; to nobody when ``NOTIFY_SOCKET`` is not set."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)

    def send(self, *words: str) -> None:
        """Lines such as ``READY=1``. One that nobody takes is lost: systemd then waits in vain, and acts."""
        if self._address:
            with suppress(OSError):
                self._socket.sendto("\n".join(words).encode(), self._address)


def period(environment: Mapping[str, str]) -> float | None:
    """Seconds between two signs of life; None when no service asks this very process for them."""
    asked, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not asked.isascii() or not asked.isdigit() or int(asked) == 0:
        return None
    if process and process != str(os.getpid()):
        return None
    return int(asked) / 1e6 / _TURNS


class Watchdog:
    """``stuck``: what does not work at this moment, or None. ``fail``: ends the program because of that."""

    def __init__(
        self,
        stuck: Callable[[], Message | None],
        fail: Callable[[Message], None],
        environment: Mapping[str, str],
    ) -> None:
        self._stuck = stuck
        self._fail = fail
        self._notifier = Notifier(environment)
        self._period = period(environment)
        self._drawn: float | None = None
        self._started = False

    def start(self) -> None:
        """The program is ready: say so, and watch from now on. Called again it does nothing."""
        if self._started:
            return
        self._started = True
        self._notifier.send("READY=1")
        if self._period is not None:
            threading.Thread(target=self._run, args=(self._period,), name="watchdog", daemon=True).start()

    def drawn(self) -> None:
        """The screen has drawn a picture; the first one means that the program is ready."""
        self._drawn = time.monotonic()
        self.start()

    def _run(self, pause: float) -> None:
        before = time.monotonic()
        while True:
            now = time.monotonic()
            late = now - before > 2 * pause  # the whole program was held: first let the others come round
            before = now
            stuck = None if late else self._undrawn(now) or self._stuck()
            if stuck is not None:
                self._fail(stuck)
                return
            self._notifier.send("WATCHDOG=1")
            time.sleep(pause)

    def _undrawn(self, now: float) -> Message | None:
        drawn = self._drawn
        return Message(_NOT_DRAWN) if drawn is not None and now - drawn > DRAWS_WITHIN else None
