"""How the program ends: one path for Ctrl-C, SIGTERM, SIGHUP and its own faults, whenever they come.

No signal interrupts anything: a thread named ``ending`` hears of it, closes what is open in order, and ends
the process, whatever the main thread does meanwhile (loads libraries, draws, waits for the keyboard). A
second signal changes nothing. The process leaves without Python's own finish, which would cut threads off in
the middle of OpenCV.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LONGEST = 2.9
"""Seconds from a signal to the end of the process, also when something cannot be closed."""
CLOSING = 2.4
"""Of these, for what is open; the rest is for saying what was left."""
_SAYING = 0.2


class ClosingPart(threading.Thread):
    """Something that is being closed on a thread of its own, so that what hangs delays nothing else."""

    def __init__(self, name: str, close: Callable[[], None]) -> None:
        super().__init__(target=close, name=name, daemon=True)
        self.start()

    def ended(self, deadline: float) -> bool:
        """Whether it is closed, at the latest at this monotonic time."""
        self.join(max(0.0, deadline - time.monotonic()))
        return not self.is_alive()


class Ending:
    """The end of this process; there is one, :data:`ENDING`. ``late``: what is said when not everything could
    be closed in time."""

    def __init__(self) -> None:
        self._begun = False
        self._once = threading.RLock()
        self._loads = threading.Lock()
        self._close: Callable[[], None] | None = None
        self._late = ""

    def heed_signals(self) -> None:
        """From now on; on the main thread. What was started to ignore a signal (``nohup``) goes on ignoring
        it."""
        ear, mouth = os.pipe()
        os.set_blocking(mouth, False)
        signal.set_wakeup_fd(mouth, warn_on_full_buffer=False)
        threading.Thread(target=self._listen, args=(ear,), name="ending", daemon=True).start()
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _heard)

    @contextmanager
    def in_order(self, close: Callable[[], None], late: str) -> Iterator[None]:
        """While this lasts the end closes first: when the block is left, or when a signal comes."""
        self._close, self._late = close, late
        try:
            yield
        finally:
            self._close_once()

    @contextmanager
    def loading(self) -> Iterator[None]:
        """While libraries are loaded that start programs with temporary files (Kivy looks for the C library
        with a linker): the end waits for them, as long as it may. The programs are not told of signals."""
        with self._loads, spared():
            yield

    def finish(self, status: int) -> NoReturn:
        """End the process; what has been printed is out."""
        if self._begun:
            threading.Event().wait()  # the thread that heard the signal ends it
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        _leave(status)

    def fail(self, sentence: str) -> None:
        """End the process because something died that it cannot do without."""
        self._end(1, sentence)

    def _close_once(self) -> None:
        with self._once:
            close, self._close = self._close, None
            if close is not None:
                close()

    def _listen(self, ear: int) -> None:
        while (number := os.read(ear, 1)[0]) not in SIGNALS:
            pass
        self._end(0 if self._close is not None else 128 + number, "")

    def _end(self, status: int, sentence: str) -> None:
        if self._begun:
            return
        self._begun = True
        deadline = time.monotonic() + LONGEST
        saying = ClosingPart("saying", lambda: _say(sentence))
        if not ClosingPart("closing", self._close_once).ended(deadline - _SAYING):
            saying, status = ClosingPart("late", lambda: _say(self._late)), 1
        saying.ended(deadline)
        self._loads.acquire(timeout=max(0.0, deadline - time.monotonic()))
        _leave(status)


ENDING = Ending()


@contextmanager
def spared() -> Iterator[None]:
    """What is started here, threads and processes, is not told of these signals: it is ours to end it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _heard(_number: int, _frame: object) -> None:
    """The byte that Python has written for the listening thread is all that is needed."""


def _say(sentence: str) -> None:
    if sentence:
        with suppress(OSError, ValueError):  # nobody reads any more
            print(sentence, file=sys.stderr, flush=True)


def _leave(status: int) -> NoReturn:
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(status)
