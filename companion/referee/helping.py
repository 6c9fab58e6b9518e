"""What people who know what they did say to a session: the right answer, or a touch that enters what is
missing.

``wanted``: what was really done since the session and the truth last agreed, oldest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.judge.positions import Looks, following, position_of
from companion.referee.events import Event, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.session import Session
from companion.rules.match import Entry, EntryKind, PlayedEntry

Wanted = Sequence[PlayedEntry[Any]]


def right_answers(session: Session, wanted: Wanted) -> Mapping[str, int]:
    """The true answers to the question that stands, by key. For each: how many of the wanted entries it
    covers."""
    found = {key: _along(session, entries, wanted) for key, entries in session.answers.items()}
    question = session.view.question
    if question is not None and session.faces:
        cell = question.cells[0]
        there = [looks.get(cell) for looks in _laid(session, wanted)]
        found |= {key: there.index(look) + 1 for key, look in session.faces.items() if look in there}
    return {key: count for key, count in found.items() if count}


def touches(session: Session, mine: int, wanted: Wanted) -> Iterator[tuple[PlayedEntry[Any] | None, Event]]:
    """One touch after another. First they undo what stands after the first ``mine`` entries, then they enter
    what is wanted. Each comes with the entry that it makes. What a machine has drawn meanwhile stands and is
    left out."""
    acts = sum(played.ref not in session.drawn for played in session.match.line[mine:])
    if acts:
        yield None, UndoAsked(acts)
    for index, missing in enumerate(wanted, mine):
        if len(session.match.line) > index:
            continue
        entry = missing.entry
        if entry.kind is EntryKind.CHANCE:
            yield missing, OutcomeEntered(entry.text)
        else:
            yield missing, MoveEntered(entry.seat, entry.text)


def _laid(session: Session, wanted: Wanted) -> list[Looks]:
    """What lies on the table right after each of these entries. It shows a card that was just played on its
    pile; the position does not tell a pile's top."""
    tables: list[Looks] = []
    game, state = session.match.game, session.match.state
    for played in wanted:
        follows = following(position_of(game, state), replace(played.entry, at=None))
        laid = follows.hands if follows is not None else {}
        tables.append({**game.looks(played.state), **laid})
        state = played.state
    return tables


def _along(session: Session, entries: Sequence[Entry], wanted: Wanted) -> int:
    """How many of the wanted entries these entries cover; 0 if they cover none, or lead elsewhere."""
    match = session.match
    for entry in entries:
        match = match.add(entry)
    there = (number for number, played in enumerate(wanted, 1) if played.state == match.state)
    return max(there, default=0) if entries else 0
