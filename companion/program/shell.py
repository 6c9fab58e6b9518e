"""Runs the command line so that a person meets sentences only: odd terminals, and faults that nobody foresaw.

Tracebacks go to ``companion.log`` in the data folder; a fault that ends the program is told in one sentence.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from itertools import pairwise
from logging.handlers import RotatingFileHandler
from pathlib import Path

from companion.locale import LANGUAGES, N_, Message, Texts
from companion.owner.configuration import Config, ConfigError, data_folder, remembered_language
from companion.program.ending import ENDING
from companion.program.extras import lacked
from companion.program.memory import keep_heap_small

_FAULT = N_(
    "The program ends by a fault of its own ({reason}); a match is kept: go on with --resume. Details: {path}"
)
_IN_OUT = N_("Reading or writing failed ({reason}): check the disk, and where the output goes.")
_LARGEST_LOG = 1_000_000
_LONGEST_REASON = 200

_logger = logging.getLogger(__name__)


def run(command: Callable[[], object]) -> int:
    """Run the command line. Returns the status that the process ends with."""
    _open_streams()
    _keep_log()
    keep_heap_small()
    threading.excepthook = _thread_died
    try:
        command()
    except SystemExit as end:
        if _of_game(end) is None:
            return end.code if isinstance(end.code, int) else int(end.code is not None)
        _say(_fault(end))
    except ModuleNotFoundError as error:
        _logger.exception("%s", error)
        lacks = lacked(error)
        _say(_fault(error) if lacks is None else texts_asked().message(lacks))
    except OSError as error:
        _logger.exception("%s", error)
        _say(texts_asked().say(_IN_OUT, reason=error.strerror or str(error)))
    except Exception as error:
        _logger.exception("%s", error)
        _say(_fault(error))
    return 1


def _open_streams() -> None:
    """A closed stream becomes an empty one, lest a file of ours gets its number; what a terminal cannot
    show is shown as ``?``."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


class _Log(RotatingFileHandler):
    """Begins a file, and its folder, when there is something to write."""

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        return super()._open()


def log_path() -> Path:
    """Where tracebacks are kept. Raises ConfigError without a home folder."""
    return data_folder() / "companion.log"


def _keep_log() -> None:
    logging.raiseExceptions = False  # a log that cannot be written must not be heard of
    handler: logging.Handler = logging.NullHandler()
    with suppress(ConfigError, OSError):
        handler = _Log(log_path(), "a", _LARGEST_LOG, backupCount=1, encoding="utf-8", delay=True)
    logging.basicConfig(handlers=[handler], format="%(asctime)s %(name)s %(message)s", level=logging.WARNING)


def _thread_died(died: threading.ExceptHookArgs) -> None:
    error = died.exc_value or died.exc_type()
    _logger.error("thread %s", died.thread.name if died.thread else "?", exc_info=error)
    ENDING.fail(_fault(error))


def _of_game(error: BaseException) -> Message | None:
    """The sentence for an exception out of a game's code; None for others, and before any game is loaded."""
    if "companion.rules.registry" not in sys.modules:
        return None
    from companion.referee.faults import fault_of_game

    return fault_of_game(error)


def _fault(error: BaseException) -> str:
    of_game = _of_game(error)
    if of_game is not None:
        return texts_asked().message(of_game)
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
    place = ""
    with suppress(ConfigError):
        place = str(log_path())
    return texts_asked().say(_FAULT, reason=reason, path=place)


def texts_asked() -> Texts:
    """The language that was asked for, or the one used last."""
    words = " ".join(sys.argv[1:]).replace("--lang=", "--lang ").split()
    asked = [after for before, after in pairwise(words) if before == "--lang"]
    with suppress(ConfigError):
        asked.append(remembered_language(Config()))
    return Texts(next((language for language in asked if language in LANGUAGES), "en"))


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError):  # nobody reads any more
        print(sentence, file=sys.stderr, flush=True)
