"""Chooses the sound for a new view of the table, by comparing it with the view before. Pure."""

from __future__ import annotations

from companion.referee.view import RulingKind, TableView
from companion.sound.tones import Signal

RULINGS = {
    RulingKind.PLAYED: Signal.ACCEPTED,
    RulingKind.ANYWAY: Signal.ACCEPTED,
    RulingKind.RESTORED: Signal.ACCEPTED,
    RulingKind.UNDONE: Signal.ACCEPTED,
    RulingKind.REFUSED: Signal.REFUSED,
    RulingKind.UNCLEAR: Signal.QUESTION,
    RulingKind.UNKNOWN: Signal.QUESTION,
}


def signal_of(before: TableView, now: TableView) -> Signal | None:
    """The sound of the most urgent news in ``now``; None if there is no news with a sound."""
    ruled = RULINGS[now.ruling.kind] if now.ruling and now.ruling != before.ruling else None
    if ruled is Signal.REFUSED:
        return ruled
    if (now.question and now.question != before.question) or (now.doubtful and not before.doubtful):
        return Signal.QUESTION
    if _case(now) and _case(now) != _case(before):
        return Signal.DUEL
    return ruled


def _case(view: TableView) -> int:
    """The number of the totem movement that the referee is judging, 0 for none."""
    return view.totem.case.number if view.totem is not None and view.totem.case is not None else 0
