"""When a game's own code raises in the middle of a match: one sentence that names the game's package."""

from __future__ import annotations

import logging
import threading
from functools import lru_cache

from companion.locale import N_, Message
from companion.rules.registry import culprit

_FAULT = N_(
    "The game {game} failed by a fault of its package {package} ({reason}); the match is kept, and play can "
    "go on."
)
_LONGEST_REASON = 200

_logger = logging.getLogger(__name__)


def fault_of_game(error: BaseException) -> Message | None:
    """The sentence for an exception that came out of a game's code; None if it came from elsewhere. Call it
    while the exception is handled, as its traceback is logged."""
    asked = isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread()
    found = None if asked else culprit(error)
    if found is None:
        return None
    game, package = found
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST_REASON]
    _log(game, reason)
    return Message(_FAULT, (("game", game), ("package", package), ("reason", reason)))


@lru_cache(maxsize=64)
def _log(game: str, _reason: str) -> None:
    """Log the exception with its traceback, once for each reason: a camera has ten pictures a second
    judged."""
    _logger.exception("the game %s", game)
