"""Reads a sentence aloud with espeak-ng, which has voices for all our languages and needs no network."""

from __future__ import annotations

import logging
import subprocess
import threading
from collections.abc import Sequence

from companion.locale import LANGUAGE_NAMES, N_
from companion.sound import tuning
from companion.sound.player import Process, SoundError

ESPEAK = ("espeak-ng", "--stdin", "--stdout", "-b", "1")
"""The program reads UTF-8 text from its input and writes a WAV file to its output."""
PACE = tuning.whole("voice.pace")
"""Words a minute; espeak-ng's own 175 is too fast for people who are playing."""
_NO_VOICE = N_("The voice needs the program espeak-ng: install the package {package}.")
_NO_LANGUAGE = N_("The voice does not speak {language}: install the package {package}.")

_logger = logging.getLogger(__name__)


class Voice(Process):
    """Turns text into speech. ``command``: a program that reads text from its standard input; it also gets
    the arguments ``-v LANGUAGE -s PACE -a VOLUME``."""

    def __init__(self, command: Sequence[str] = ESPEAK) -> None:
        super().__init__()
        self._command = tuple(command)

    def wav(self, text: str, language: str, volume: int, over: threading.Event) -> bytes:
        """The sentence as a WAV file; empty if it was stopped. ``text``: may hold phonemes
        (:func:`companion.sound.pronunciation.pronounced`). ``volume``: per cent. Raises SoundError."""
        options = ("-v", language, "-s", str(PACE), "-a", str(volume))
        try:
            status, said, reason = self.run((*self._command, *options), text.encode(), over)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SoundError(_NO_VOICE, (("package", "espeak-ng"),)) from error
        if status:
            _logger.warning("%s ended with %d: %s", self._command[0], status, reason)
            facts = (("language", LANGUAGE_NAMES[language]), ("package", "espeak-ng-data"))
            raise SoundError(_NO_LANGUAGE, facts)
        return said
