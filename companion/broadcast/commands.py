"""Reads commands to the table from the network and checks that they fit the newest view. Pure.

A table takes commands only if its owner has written ``commands = true``. The broker decides who may publish
them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.judge.press import END
from companion.locale import LANGUAGES, N_, Message
from companion.referee.events import Answered, FromAfar, TotemSaid, TurnDone, UndoAsked
from companion.referee.sentences import last_standing
from companion.referee.view import TableView
from companion.rules.fields import FieldError, read

LONGEST = 2048
"""Largest size of a command in bytes; a longer one never reaches the table."""
LONGEST_SOURCE = 60
"""Largest number of characters in the sender's name."""
REMOTE = "remote"
"""The source of a *my turn is done* that comes over the network."""
ASK = "ask"
"""The topic of people who may ask and change nothing."""

_NO_COMMAND = N_("This is no command; the page on MQTT shows what is one.")
_OLD = N_("This command was kept by the broker; send it without “retain”.")
_NO_TABLE = N_("There is no match at this table yet.")
_STALE_QUESTION = N_("Question {number} is not open any more.")
_NO_CHOICE = N_("Question {number} has no such answer.")
_MOVED_ON = N_("The table has gone on since: it has {entries} entries now.")
_NOTHING = N_("There is nothing to take back.")
_NOT_NOW = N_("No turn can be ended now.")
_ONLY_ASKS = N_("Here one may only ask; commands have a topic of their own.")
_LANGUAGE = N_("There is no such language here; choose one of {languages}.")
NOBODY = N_("There is no such seat at this table.")
_WHOSE = N_("More than one player can end a turn now; name the seat.")


class RefusedError(Exception):
    """A command that is not carried out; ``text`` says why."""

    def __init__(self, key: str, **facts: object) -> None:
        self.text = Message(key, tuple((name, str(value)) for name, value in facts.items()))
        super().__init__(key.format(**facts))


@dataclass(frozen=True, slots=True)
class Switch:
    """The command to broadcast (``on``) or to stop."""

    on: bool


@dataclass(frozen=True, slots=True)
class Asks:
    """The question whether a move of a seat is allowed now ("": of anybody who may act), or, without a move,
    what may be done. ``view``: in which position; ``language``: of the answer, "" for the table's."""

    seat: str
    move: str
    view: TableView
    language: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. ``said``: the fields of the message, each of the right type. ``mark``: the id that the
    sender may give it, which the answer repeats."""

    kind: str
    source: str
    said: dict[str, Any]
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What every command may hold. The fields of each kind: below."""

    command: str
    source: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentAnswer(Sent):
    question: int
    choice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentSettle(Sent):
    case: int
    choice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentUndo(Sent):
    entries: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentDone(SentUndo):
    seat: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMay(SentDone):
    move: str = ""
    lang: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentSpeak(Sent):
    on: bool


KINDS: Mapping[str, type[Sent]] = {
    "answer": SentAnswer,
    "settle": SentSettle,
    "undo": SentUndo,
    "done": SentDone,
    "may": SentMay,
    "broadcast": SentSpeak,
}


def read_command(data: bytes, retained: bool, only_asks: bool = False) -> Command:
    """A message as a command; ``only_asks``: it may change nothing. Raises RefusedError."""
    if retained:
        raise RefusedError(_OLD)
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RefusedError(_NO_COMMAND) from error
    kind = said.get("command") if isinstance(said, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise RefusedError(_NO_COMMAND)
    if only_asks and kind != "may":
        raise RefusedError(_ONLY_ASKS)
    try:
        sent = read(KINDS[kind], said)
    except FieldError as error:
        raise RefusedError(_NO_COMMAND) from error
    given = {name: value for name, value in said.items() if name not in ("command", "source", "id")}
    source, mark = sent.source[:LONGEST_SOURCE], sent.id[:LONGEST_SOURCE]
    return Command(kind, source or "?", given, mark)


def decide(command: Command, view: TableView | None) -> FromAfar | Switch | Asks:
    """The event that carries the command out. Raises RefusedError if it does not fit the newest view."""
    if command.kind == "broadcast":
        return Switch(command.said["on"])
    if view is None:
        raise RefusedError(_NO_TABLE)
    entries = command.said.get("entries")
    if entries is not None and entries != view.entries:
        raise RefusedError(_MOVED_ON, entries=view.entries)
    if command.kind == "may":
        seat, move, language = (command.said.get(name, "") for name in ("seat", "move", "lang"))
        if language not in ("", *LANGUAGES):
            raise RefusedError(_LANGUAGE, languages=", ".join(LANGUAGES))
        return Asks(seat, move, view, language)
    return FromAfar(_word(command, view), command.source, view.entries)


def _word(command: Command, view: TableView) -> Answered | TotemSaid | UndoAsked | TurnDone:
    match command.kind:
        case "answer":
            return _answer(command.said["question"], command.said["choice"], view)
        case "settle":
            return _settle(command.said["case"], command.said["choice"], view)
        case "undo":
            if last_standing(view) is None:
                raise RefusedError(_NOTHING)
            return UndoAsked(1)
        case _:
            return _done(command.said.get("seat", ""), view)


def _answer(number: int, choice: str, view: TableView) -> Answered:
    if view.question is None or view.question.number != number:
        raise RefusedError(_STALE_QUESTION, number=number)
    if choice not in (offered.key for offered in view.question.choices):
        raise RefusedError(_NO_CHOICE, number=number)
    return Answered(number, choice)


def _settle(number: int, choice: str, view: TableView) -> TotemSaid:
    case = view.totem.case if view.totem is not None else None
    if case is None or case.number != number:
        raise RefusedError(_STALE_QUESTION, number=number)
    if choice not in (way.key for way in case.ways):
        raise RefusedError(_NO_CHOICE, number=number)
    return TotemSaid(number, "", choice)


def _done(seat: str, view: TableView) -> TurnDone:
    """The event that says that a turn is done. With a camera it is evidence for the referee. Without one, a
    move must exist that ends the turn now; else RefusedError."""
    if seat and seat not in view.setup.seats:
        raise RefusedError(NOBODY)
    if view.camera.state == "none":
        ends = [move for move in view.touch if move.text == END and seat in ("", move.seat)]
        if not ends:
            raise RefusedError(_NOT_NOW)
        if len(ends) > 1:
            raise RefusedError(_WHOSE)
    return TurnDone(seat, REMOTE)
