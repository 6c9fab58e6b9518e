"""The comment line by which the journal remembers who asked for something away from the table."""

from __future__ import annotations

import json

from companion.referee.events import Answered, FromAfar, TotemSaid, TurnDone, UndoAsked

MARK = "# remote "


def remote_note(event: FromAfar) -> str:
    """A line for the match file, which replays without it: ``# remote`` and JSON: ``source``, ``asked``."""
    asked = {"source": event.source, "asked": _asked(event)}
    return MARK + json.dumps(asked, ensure_ascii=True, separators=(", ", ": "))


def _asked(event: FromAfar) -> str:
    match event.word:
        case Answered(number=number, choice=choice):
            return f"answer {number} {choice}"
        case UndoAsked(count=count):
            return f"undo {count}"
        case TurnDone(seat=seat):
            return f"done {seat}".rstrip()
        case TotemSaid(number=number, text=text):
            return f"totem {number} {text}"
