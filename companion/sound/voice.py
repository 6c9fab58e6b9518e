"""Reads a sentence aloud: English with flite, Ukrainian and Russian with RHVoice.

What these cannot read is read by espeak-ng. None needs a network.
Which program reads which language is chosen by listening (decision 0016)."""

from __future__ import annotations

import io
import logging
import shutil
import subprocess
import threading
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.locale import LANGUAGE_NAMES, N_, Message
from companion.sound import tuning
from companion.sound.player import Process, SoundError
from companion.sound.pronunciation import NONE, Pronunciation, with_phonemes, with_stress

ESPEAK = ("espeak-ng", "--stdin", "--stdout", "-b", "1")
"""The program reads UTF-8 text from its input and writes a WAV file to its output."""
FLITE = ("flite", "-voice", "rms")
RHVOICE = ("RHVoice-test",)
"""These programs read text from a file and write a WAV file; flite cannot use pipes."""
RHVOICES = Path("/usr/share/RHVoice/voices")
"""Where Debian's packages put the voices of RHVoice, a folder each."""
CHOSEN = {"uk": ("marianna", "rhvoice-ukrainian"), "ru": ("irina", "rhvoice-russian")}
"""The voice of RHVoice that reads a language, and its package."""
PACE = tuning.whole("voice.pace")
"""Words a minute; espeak-ng's own 175 is too fast for people who are playing."""
_NO_VOICE = N_("The voice needs the program {program}: install the package {package}.")
_NO_LANGUAGE = N_("The voice does not speak {language}: install the package {package}.")
_NO_ROOM = N_("The voice cannot write its file: see whether the disk is full.")
_POOR = N_("{language} can be read much more clearly: install the packages rhvoice and {package}.")

_logger = logging.getLogger(__name__)


class Voice(Process):
    """Turns text into speech. ``espeak``: a program that reads text from its standard input; it also gets
    the arguments ``-v LANGUAGE -s PACE -a VOLUME``. ``flite``: one that also gets ``-f TEXT -o WAV``, two
    files. ``rhvoice``: one that also gets ``-p VOICE -i TEXT -o WAV``; ``voices``: its voices' folder."""

    def __init__(
        self,
        espeak: Sequence[str] = ESPEAK,
        flite: Sequence[str] = FLITE,
        rhvoice: Sequence[str] = RHVOICE,
        voices: Path = RHVOICES,
    ) -> None:
        super().__init__()
        self._espeak = tuple(espeak)
        self._flite = tuple(flite)
        self._rhvoice = tuple(rhvoice)
        self._voices = voices

    def wav(
        self, text: str, language: str, volume: int, over: threading.Event, own: Pronunciation = NONE
    ) -> bytes:
        """The sentence as a WAV file; empty if it was stopped. ``volume``: per cent. ``own``: what a game
        tells of its words. Raises SoundError."""
        if language == "en" and _in_english_letters(text):
            words = text.encode("ascii", errors="replace")
            return self._by_file((*self._flite, "-f"), words, "en", volume, over)
        if self._has_rhvoice(language):
            words = with_stress(text, language, own).encode()
            return self._by_file(
                (*self._rhvoice, "-p", CHOSEN[language][0], "-i"), words, language, volume, over
            )
        options = ("-v", language, "-s", str(PACE), "-a", str(volume))
        words = with_phonemes(text, language, own).encode()
        status, said, reason = self._run((*self._espeak, *options), words, over, "espeak-ng")
        if status:
            raise self._mute(self._espeak, language, "espeak-ng-data", f"{status}: {reason}")
        return said

    def advice(self, language: str) -> Message | None:
        """What to install so that people understand this language well; None if it is there."""
        if language not in CHOSEN or self._has_rhvoice(language):
            return None
        return Message(_POOR, (("language", LANGUAGE_NAMES[language]), ("package", CHOSEN[language][1])))

    def _has_rhvoice(self, language: str) -> bool:
        """Whether RHVoice and its voice for this language are installed."""
        if language not in CHOSEN:
            return False
        return shutil.which(self._rhvoice[0]) is not None and (self._voices / CHOSEN[language][0]).is_dir()

    def _by_file(
        self, command: Sequence[str], text: bytes, language: str, volume: int, over: threading.Event
    ) -> bytes:
        """Read by a program that gets the name of a file with the text, then ``-o`` and the name of a WAV
        file."""
        package = "flite" if language == "en" else CHOSEN[language][1]
        try:
            with TemporaryDirectory(prefix="companion-voice-") as place:
                words, said = Path(place, "words.txt"), Path(place, "said.wav")
                words.write_bytes(text + b"\n")
                status, _, reason = self._run((*command, str(words), "-o", str(said)), b"", over, package)
                file = said.read_bytes() if said.exists() else b""
        except OSError as error:
            raise SoundError(_NO_ROOM) from error
        if over.is_set():
            return b""
        try:
            return _quieter(file, volume)
        except (wave.Error, EOFError, ValueError) as error:  # the status is 0 whatever goes wrong
            raise self._mute(command, language, package, f"{status}: {reason}") from error

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
    """A WAV file of 16-bit samples at this volume, in per cent. Raises wave.Error, EOFError or ValueError
    for a file that is cut off or without a sample."""
    with wave.open(io.BytesIO(file)) as read:
        parameters, samples = read.getparams(), array("h", read.readframes(read.getnframes()))
    if not samples:
        raise ValueError("no sample")
    written = io.BytesIO()
    with wave.open(written, "wb") as out:
        out.setparams(parameters)
        out.writeframes(array("h", (sample * volume // 100 for sample in samples)).tobytes())
    return written.getvalue()
