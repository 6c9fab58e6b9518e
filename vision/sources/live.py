"""What all live cameras share: a thread that grabs, the newest picture, reconnection, a watchdog.

Threads: ``read``, ``trouble`` and ``close`` belong to one reader's thread; each connection is grabbed by a
daemon thread of its own (*pump*). A pump that hangs inside a driver cannot be stopped, so the watchdog
leaves it behind and starts another; when it ever wakes up it sees that, closes its camera and ends.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from vision.sources.picture import PictureError, TooLargeError, decode, decode_small
from vision.tuning import number
from vision.types import N_, Frame, Image, SourceError

_log = logging.getLogger(__name__)

_SILENT = N_("The camera sends no pictures: check its cable; it is being opened again.")
_GARBAGE = N_("The camera sends pictures that cannot be read: check its cable or its settings.")
_TOO_LARGE = N_("The camera sends pictures that are too large: choose a smaller size in its settings.")
_FAULT = N_("The camera cannot be read because of a fault of this program; it is being opened again.")


@dataclass(frozen=True, slots=True)
class Shot:
    """What a camera gave: when (s, local monotonic clock) and the picture, possibly still a JPEG. ``fine``:
    gives a larger picture of the same moment, from a camera with two streams. ``note``: as in Frame."""

    time: float
    picture: Image | bytes = field(repr=False)
    fine: Callable[[], Image] | None = field(default=None, repr=False)
    note: str = ""


class Camera(Protocol):
    """One open connection to a camera. Used by one thread; errors are SourceError, then it is closed."""

    @property
    def simulated(self) -> bool: ...

    def grab(self) -> Shot | None:
        """Wait for the next picture; None when there was none but the connection is alive."""
        ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Patience:
    """Waiting times in seconds. ``hang``: a camera that gives no picture for so long is opened again; if its
    driver does not even notice that, it is left behind after a third more. The pause before opening it again
    doubles from ``pause`` up to ``longest_pause``; after a connection that lived so long it is short
    again."""

    hang: float = number("live.hang")
    pause: float = number("live.pause")
    longest_pause: float = number("live.longest_pause")

    @property
    def stuck(self) -> float:
        return self.hang * 4 / 3


class LiveSource:
    """A FrameSource over a camera that can come and go. ``connect`` opens it or raises SourceError."""

    def __init__(self, name: str, connect: Callable[[], Camera], patience: Patience | None = None) -> None:
        self._name = name
        self._connect = connect
        self._patience = patience or Patience()
        self._changed = threading.Condition()
        # under _changed
        self._pump = 0
        self._shot: Shot | None = None
        self._count = 0
        self._heard = 0.0
        self._error = ""
        self._simulated = False
        # the reader's own
        self._read_count = 0
        self._unreadable = ""
        self._threads: list[threading.Thread] = []
        self._start_pump()

    @property
    def name(self) -> str:
        return self._name

    @property
    def simulated(self) -> bool:
        with self._changed:
            return self._simulated

    @property
    def trouble(self) -> str:
        with self._changed:
            if self._error:
                return self._error
            if time.monotonic() - self._heard > self._patience.stuck:
                return _SILENT
        return self._unreadable

    def read(self, timeout: float) -> Frame | None:
        """The newest picture not read yet; None after ``timeout`` seconds without one.

        Raises SourceError when the camera's driver hangs for good.
        """
        deadline = time.monotonic() + timeout
        while True:
            with self._changed:
                left = max(0.0, deadline - time.monotonic())
                self._changed.wait_for(lambda: self._count > self._read_count, left)
                fresh, shot, count = self._count > self._read_count, self._shot, self._count
                hung = time.monotonic() - self._heard > self._patience.stuck
            if fresh and shot is not None:
                self._read_count = count
                frame = self._frame(count - 1, shot)
                if frame is not None:
                    return frame
            elif hung:
                self._replace_pump()
            if time.monotonic() >= deadline:
                return None

    def _frame(self, number: int, shot: Shot) -> Frame | None:
        self._unreadable = ""
        if not isinstance(shot.picture, bytes):
            return Frame(number, shot.time, shot.picture, shot.fine, shot.note)
        try:
            image, smaller = decode_small(shot.picture)
            fine = partial(decode, shot.picture) if smaller else None
            return Frame(number, shot.time, image, fine, shot.note)
        except TooLargeError:
            self._unreadable = _TOO_LARGE
        except PictureError:
            self._unreadable = _GARBAGE
        return None

    def close(self) -> None:
        """Let go of the camera. Returns at once even when its driver hangs."""
        with self._changed:
            self._pump += 1
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(self._patience.pause)

    def _start_pump(self) -> None:
        with self._changed:
            self._pump += 1
            number = self._pump
            self._heard = time.monotonic()
        thread = threading.Thread(target=self._run, args=(number,), name=self._name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _replace_pump(self) -> None:
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if len(self._threads) > 2:
            raise SourceError(
                N_("The camera's driver does not answer: unplug the camera and plug it in again.")
            )
        with self._changed:
            self._error = _SILENT
        self._start_pump()

    def _run(self, number: int) -> None:
        pause = self._patience.pause
        while self._pump == number:
            before, begun = self._count, time.monotonic()
            try:
                self._grab_all(number)
            except SourceError as error:
                self._fail(number, str(error))
            except Exception:  # noqa: BLE001 - a driver's or library's own: no camera may end this thread unnoticed
                _log.debug("unexpected error of the camera %s", self._name, exc_info=True)
                self._fail(number, _FAULT)
            longest = self._patience.longest_pause
            lived = self._count > before and time.monotonic() - begun >= longest
            pause = self._patience.pause if lived else min(2 * pause, longest)
            with self._changed:
                self._changed.wait_for(lambda: self._pump != number, pause)

    def _grab_all(self, number: int) -> None:
        camera = self._connect()
        try:
            while self._pump == number:
                shot = camera.grab()
                self._publish(number, shot, camera.simulated)
        finally:
            camera.close()

    def _fail(self, number: int, error: str) -> None:
        with self._changed:
            if self._pump == number:
                self._error, self._heard = error, time.monotonic()

    def _publish(self, number: int, shot: Shot | None, simulated: bool) -> None:
        with self._changed:
            if self._pump != number:
                return
            self._heard = time.monotonic()
            if shot is None:
                return
            self._shot, self._simulated, self._error = shot, simulated, ""
            self._count += 1
            self._changed.notify_all()
