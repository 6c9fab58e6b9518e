"""Plays a WAV file by ALSA's own player, which a desktop's sound server takes in as well.

A process of its own: what hangs in a driver hangs there, and can be ended.
"""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Sequence

from companion.locale import N_
from companion.referee.view import Message
from companion.rules.contract import Facts
from companion.sound import tuning

APLAY = ("aplay", "-q", "-")
LONGEST = tuning.number("player.longest")
"""Seconds after which a player is given up; nothing that is said takes so long."""
_NO_PLAYER = N_("Sounds need the program aplay: install the package {package}.")
_NO_CARD = N_("No loudspeaker answers: check it and its plug. Play goes on without sound.")

_logger = logging.getLogger(__name__)


class SoundError(Exception):
    """Nothing is heard; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class Process:
    """One program at a time, with bytes in and bytes out; another thread may stop it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None

    def run(self, command: Sequence[str], given: bytes, over: threading.Event) -> tuple[int, bytes, str]:
        """Its status, its output and the last line of its complaints. ``over``: as of :meth:`stop`; then the
        status is 0. Raises FileNotFoundError, and subprocess.TimeoutExpired when it does not end."""
        with self._lock:
            if over.is_set():
                return 0, b"", ""
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            self._running = process
        try:
            said, complaints = process.communicate(given, timeout=LONGEST)
        finally:
            with self._lock:
                self._running = None
                if process.poll() is None:
                    process.kill()
        lines = complaints.decode(errors="replace").strip().splitlines() or [""]
        return 0 if over.is_set() else process.returncode, said, lines[-1]

    def stop(self, over: threading.Event) -> None:
        """End what was, or will be, run with this event."""
        with self._lock:
            over.set()
            if self._running is not None:
                self._running.kill()


class SoundPlayer(Process):
    """``command``: takes a WAV file on its standard input."""

    def __init__(self, command: Sequence[str] = APLAY) -> None:
        super().__init__()
        self._command = tuple(command)

    def play(self, file: bytes, over: threading.Event) -> None:
        """Returns when it has been heard, or was stopped. Raises SoundError."""
        try:
            status, _, reason = self.run(self._command, file, over)
        except FileNotFoundError as error:
            raise SoundError(_NO_PLAYER, (("package", "alsa-utils"),)) from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SoundError(_NO_CARD) from error
        if status:
            _logger.warning("%s ended with %d: %s", self._command[0], status, reason)
            raise SoundError(_NO_CARD)
