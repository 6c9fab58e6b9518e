"""What people type into the terminal referee."""

from __future__ import annotations

from companion.referee.events import Answered, AnywayAsked, Event, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.view import TableView


def read_event(line: str, view: TableView) -> Event | None:
    """``SEAT MOVE``, ``* OUTCOME``, ``undo [N]``, ``anyway``, the number of an answer; else None."""
    word, _, rest = line.partition(" ")
    if word == "undo" and (not rest or rest.isdigit()):
        return UndoAsked(int(rest or "1"))
    if word == "anyway" and not rest and view.ruling:
        return AnywayAsked(view.ruling.number)
    if word == "*" and rest:
        return OutcomeEntered(rest)
    if word.isdigit() and not rest and view.question:
        index = int(word) - 1
        choices = view.question.choices
        return Answered(view.question.number, choices[index].key) if 0 <= index < len(choices) else None
    if word in view.setup.seats and rest:
        return MoveEntered(word, rest)
    return None
