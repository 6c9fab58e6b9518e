"""What people type into the terminal referee."""

from __future__ import annotations

from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    Event,
    MoveEntered,
    OutcomeEntered,
    TotemSaid,
    TurnDone,
    UndoAsked,
)
from companion.referee.view import CaseView, TableView
from companion.rules.text import number_in


def read_event(line: str, view: TableView) -> Event | None:
    """``SEAT MOVE``, ``* OUTCOME``, ``undo [N]``, ``anyway``, ``shown`` (all lies as it should),
    ``done [SEAT]``, the number of an answer; while a movement of the totem is open also ``PLACE names
    PLACE``, ``PLACE appeal``, ``what grab|knocked|dropped``; or None."""
    word, _, rest = line.partition(" ")
    case = view.totem.case if view.totem is not None else None
    if case is not None and (said := _about_totem(case, word, rest)) is not None:
        return said
    if word == "undo" and (count := number_in(rest or "1")) is not None:
        return UndoAsked(count)
    if word == "anyway" and not rest and view.ruling:
        return AnywayAsked(view.ruling.number)
    if word == "shown" and not rest:
        return AsShown()
    if word == "done" and rest in ("", *view.setup.seats):
        return TurnDone(rest, "typed")
    if word == "*" and rest:
        return OutcomeEntered(rest)
    number = number_in(word) if not rest else None
    if number is not None and view.question:
        choices = view.question.choices
        known = 1 <= number <= len(choices)
        return Answered(view.question.number, choices[number - 1].key) if known else None
    if word in view.setup.seats and rest:
        return MoveEntered(word, rest)
    return None


def _about_totem(case: CaseView, word: str, rest: str) -> TotemSaid | None:
    number = number_in(word) if not rest else None
    if number is not None and 1 <= number <= len(case.ways):
        return TotemSaid(case.number, "", case.ways[number - 1].key)
    if word == "what" and rest:
        return TotemSaid(case.number, "", f"what {rest}")
    if word in case.nameable and (rest == "appeal" or rest.startswith("names ")):
        return TotemSaid(case.number, word, rest)
    return None
