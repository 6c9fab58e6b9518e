"""Reads a sentence aloud: English with flite, Ukrainian and Russian with espeak-ng. Neither needs a network.

Which program reads which language is chosen by listening (decision 0016)."""

from __future__ import annotations

import io
import logging
import subprocess
import threading
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.locale import LANGUAGE_NAMES, N_
from companion.sound import tuning
from companion.sound.player import Process, SoundError

ESPEAK = ("espeak-ng", "--stdin", "--stdout", "-b", "1")
"""The program reads UTF-8 text from its input and writes a WAV file to its output."""
FLITE = ("flite", "-voice", "rms")
"""The program reads text from a file and writes a WAV file; it cannot use pipes."""
PACE = tuning.whole("voice.pace")
"""Words a minute; espeak-ng's own 175 is too fast for people who are playing."""
_NO_VOICE = N_("The voice needs the program {program}: install the package {package}.")
_NO_LANGUAGE = N_("The voice does not speak {language}: install the package {package}.")
_NO_ROOM = N_("The voice cannot write its file: see whether the disk is full.")

_logger = logging.getLogger(__name__)


class Voice(Process):
    """Turns text into speech. ``espeak``: a program that reads text from its standard input; it also gets
    the arguments ``-v LANGUAGE -s PACE -a VOLUME``. ``flite``: one that also gets ``-f TEXT -o WAV``, two
    files."""

    def __init__(self, espeak: Sequence[str] = ESPEAK, flite: Sequence[str] = FLITE) -> None:
        super().__init__()
        self._espeak = tuple(espeak)
        self._flite = tuple(flite)

    def wav(self, text: str, language: str, volume: int, over: threading.Event) -> bytes:
        """The sentence as a WAV file; empty if it was stopped. ``text``: may hold phonemes
        (:func:`companion.sound.pronunciation.pronounced`). ``volume``: per cent. Raises SoundError."""
        if language == "en" and _in_english_letters(text):
            return self._by_flite(text, volume, over)
        options = ("-v", language, "-s", str(PACE), "-a", str(volume))
        status, said, reason = self._run((*self._espeak, *options), text.encode(), over, "espeak-ng")
        if status:
            raise self._mute(self._espeak, language, "espeak-ng-data", f"{status}: {reason}")
        return said

    def _by_flite(self, text: str, volume: int, over: threading.Event) -> bytes:
        try:
            with TemporaryDirectory(prefix="companion-voice-") as place:
                words, said = Path(place, "words.txt"), Path(place, "said.wav")
                words.write_text(f"{text}\n", encoding="ascii", errors="replace")
                files = ("-f", str(words), "-o", str(said))
                status, _, reason = self._run((*self._flite, *files), b"", over, "flite")
                file = said.read_bytes() if said.exists() else b""
        except OSError as error:
            raise SoundError(_NO_ROOM) from error
        if over.is_set():
            return b""
        try:
            return _quieter(file, volume)
        except (wave.Error, EOFError, ValueError) as error:  # its status is 0 whatever goes wrong
            raise self._mute(self._flite, "en", "flite", f"{status}: {reason}") from error

    def _run(
        self, command: Sequence[str], given: bytes, over: threading.Event, package: str
    ) -> tuple[int, bytes, str]:
        try:
            return self.run(command, given, over)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SoundError(_NO_VOICE, (("program", package), ("package", package))) from error

    def _mute(self, command: Sequence[str], language: str, package: str, reason: str) -> SoundError:
        _logger.warning("%s ended with %s", command[0], reason)
        return SoundError(_NO_LANGUAGE, (("language", LANGUAGE_NAMES[language]), ("package", package)))


def _in_english_letters(text: str) -> bool:
    """Flite leaves out every other letter; a name that has one is read by espeak-ng."""
    return all(letter.isascii() for letter in text if letter.isalpha())


def _quieter(file: bytes, volume: int) -> bytes:
    """A WAV file of 16-bit samples at this volume, in per cent; flite knows no volume. Raises wave.Error,
    EOFError or ValueError for a file that is cut off or without a sample."""
    with wave.open(io.BytesIO(file)) as read:
        parameters, samples = read.getparams(), array("h", read.readframes(read.getnframes()))
    if not samples:
        raise ValueError("no sample")
    written = io.BytesIO()
    with wave.open(written, "wb") as out:
        out.setparams(parameters)
        out.writeframes(array("h", (sample * volume // 100 for sample in samples)).tobytes())
    return written.getvalue()
