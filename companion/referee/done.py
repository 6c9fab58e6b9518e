"""*My turn is done*, said by a pad, a button or a touch, and what becomes of it. Pure.

A press is evidence for the judge (``judge/press.py``). It is journaled as a comment line. No game needs
it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.judge.press import END
from companion.judge.verdicts import Reason, Refused, Same, Unclear, Unknown, Verdict, Waiting
from companion.referee.events import TurnDone
from companion.referee.view import DoneStage, DoneView
from companion.rules.contract import Decide
from companion.rules.match import AnyMatch, Entry, EntryKind

MARK = "# done "
TWICE = 1.0
"""A second press of the same seat within so many seconds counts as the same press: fingers tremble, contacts
bounce."""
_OPEN = (DoneStage.HEARD, DoneStage.ASKED, DoneStage.STOPPED)
"""Stages in which the press still waits for something."""


def done_note(event: TurnDone) -> str:
    """A line for the match file, which replays without it: ``# done`` and JSON: ``seat``, ``by``."""
    said = {"seat": event.seat, "by": event.by}
    return MARK + json.dumps(said, ensure_ascii=True, separators=(", ", ": "))


@dataclass(frozen=True, slots=True)
class Pressed:
    """The latest press. ``at``: seconds of the session's clock; ``since``: for each seat, the number of
    entries in the match at its press before this one; ``entries``: the number of entries at this press or,
    once it has ended, at its end; ``told``: whether people are still told of it."""

    number: int
    seat: str
    at: float
    entries: int
    since: Mapping[str, int] = field(default_factory=dict)
    stage: DoneStage = DoneStage.HEARD
    told: bool = True

    def view(self, entries: int) -> DoneView | None:
        """What the public view of a match with so many entries shows of the press. A press that has ended is
        no longer shown when play goes on."""
        over = self.stage not in _OPEN and entries != self.entries
        return DoneView(self.number, self.seat, self.stage) if self.told and not over else None

    def ended(self, stage: DoneStage, match: AnyMatch) -> Pressed:
        """The press when nothing more comes of it."""
        return replace(self, stage=stage, entries=len(match.entries))


def pressed(last: Pressed | None, event: TurnDone, match: AnyMatch, now: float) -> Pressed | None:
    """The press that an event makes; None if it repeats the last one, or if its seat is not at this table."""
    if event.seat and event.seat not in match.setup.seats:
        return None
    if last is None:
        return Pressed(1, event.seat, now, len(match.entries))
    if last.seat == event.seat and now - last.at < TWICE:
        return None
    since = {**last.since, last.seat: last.entries}
    return Pressed(last.number + 1, event.seat, now, len(match.entries), since)


def followed(press: Pressed, verdict: Verdict, counts: bool, match: AnyMatch) -> Pressed:
    """The press after one more glance. ``counts``: whether the judge has counted it."""
    if not press.told or not counts:
        return press
    match verdict:
        case Waiting(reason=Reason.HAND) if press.stage is not DoneStage.HEARD:
            return replace(press, told=False)  # somebody plays on
        case Same() if press.stage in _OPEN:
            return press.ended(ruled(press, match), match)
        case Unclear():
            return replace(press, stage=DoneStage.ASKED)
        case Refused() | Unknown():
            return replace(press, stage=DoneStage.STOPPED)
        case _:
            return press


def ruled(press: Pressed, match: AnyMatch) -> DoneStage:
    """The stage in which the press ends when the table shows the position of the match."""
    acts = _latest(press, match)
    pending = match.game.pending(match.state)
    due = [match.setup.seats[seat] for seat in pending.seats] if isinstance(pending, Decide) else []
    if not acts:
        return DoneStage.NOTHING if press.seat in ("", *due) else DoneStage.NOT_DUE
    alone = due == [acts[0].seat] and len(match.setup.seats) > 1
    return DoneStage.MORE if alone and acts[0].text != END else DoneStage.RULED


def _latest(press: Pressed, match: AnyMatch) -> list[Entry]:
    """What the seat did since its last press and since others acted, the newest entry first."""
    since, acts = press.since.get(press.seat, 0), list[Entry]()
    for played in reversed(match.line):
        if played.number <= since:
            break
        if played.entry.kind is EntryKind.CHANCE:
            continue
        if played.entry.seat != (press.seat or (acts or [played.entry])[0].seat):
            break
        acts.append(played.entry)
    return acts
