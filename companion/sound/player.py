"""Plays a WAV file with ``aplay``, ALSA's own player; on a desktop the sound goes to its sound server.

The player is a separate process. If a driver hangs, only that process hangs, and it can be ended.
"""

from __future__ import annotations

import io
import logging
import subprocess
import threading
import wave
from collections.abc import Sequence

from companion.locale import N_, Message
from companion.rules.contract import Facts
from companion.sound import tuning

APLAY = ("aplay", "-q", "-")
LONGEST = tuning.number("player.longest")
"""Seconds after which a player is ended; no sentence takes so long."""
_NO_PLAYER = N_("Sounds need the program aplay: install the package {package}.")
_NO_CARD = N_("No loudspeaker answers: check it and its plug. Play goes on without sound.")

_logger = logging.getLogger(__name__)


class SoundError(Exception):
    """The sound cannot be played; ``text`` is one sentence that tells people what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class Process:
    """Runs one program at a time, with bytes as input and output. Another thread may stop it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None

    def run(self, command: Sequence[str], given: bytes, over: threading.Event) -> tuple[int, bytes, str]:
        """Run ``command`` with ``given`` as its input. Gives its exit status, its output and the last line of
        its error output. After :meth:`stop` with the same ``over`` the status is 0. Raises FileNotFoundError
        if there is no such program, and subprocess.TimeoutExpired after :data:`LONGEST` seconds."""
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
        """End the program that runs with this event; one that is to be run with it later will not start."""
        with self._lock:
            over.set()
            if self._running is not None:
                self._running.kill()


def after_silence(file: bytes, seconds: float) -> bytes:
    """A WAV file that begins with so much silence."""
    if not seconds:
        return file
    with wave.open(io.BytesIO(file)) as read:
        parameters, frames = read.getparams(), read.readframes(read.getnframes())
    silence = bytes(round(seconds * parameters.framerate) * parameters.nchannels * parameters.sampwidth)
    written = io.BytesIO()
    with wave.open(written, "wb") as out:
        out.setparams(parameters)
        out.writeframes(silence + frames)
    return written.getvalue()


class SoundPlayer(Process):
    """Plays WAV files. ``command``: a program that reads a WAV file from its standard input. ``lead_in``:
    seconds of silence before each, for loudspeakers that wake up only then (HDMI, Bluetooth)."""

    def __init__(self, command: Sequence[str] = APLAY, lead_in: float = 0.0) -> None:
        super().__init__()
        self._lead_in = lead_in
        self._command = tuple(command)

    def play(self, file: bytes, over: threading.Event) -> None:
        """Play a WAV file; returns when it has ended or was stopped. Raises SoundError."""
        try:
            status, _, reason = self.run(self._command, after_silence(file, self._lead_in), over)
        except FileNotFoundError as error:
            raise SoundError(_NO_PLAYER, (("package", "alsa-utils"),)) from error
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SoundError(_NO_CARD) from error
        if status:
            _logger.warning("%s ended with %d: %s", self._command[0], status, reason)
            raise SoundError(_NO_CARD)
