"""The moments of a match that was played, as its public saw them; for replays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.referee.own import shown_pending, told_position, totem_of
from companion.referee.presenter import NO_CAMERA
from companion.referee.publish import forecast_of, history_of, seats_of
from companion.referee.refusal import read_refusal
from companion.referee.totem_record import read_judged
from companion.referee.view import CaseView, Ruling, RulingKind, TableView, TotemView
from companion.rules.contract import Breach, Seat
from companion.rules.match import AnyMatch, EntryKind, entry_lines, replay_match
from companion.rules.registry import AnyGame

_KINDS = {
    EntryKind.UNDO: RulingKind.UNDONE,
    EntryKind.ANYWAY: RulingKind.ANYWAY,
    EntryKind.CORRECTION: RulingKind.CORRECTED,
}


def views_of(text: str, game: AnyGame | None = None) -> Iterator[TableView]:
    """The moments of a match file: its beginning, then each entry, each refusal and each verdict about the
    totem.

    A damaged comment line is passed over like any other comment."""
    steps = replay_match(text, game)
    match: AnyMatch = next(steps)
    clauses = {clause.id for clause in match.game.clauses}
    entries = {number for number, _ in entry_lines(text)}
    totem = totem_of(match.game.id)
    case, until = None, 0
    yield view_of(match)
    for number, line in enumerate(text.split("\n"), 1):
        if number in entries:
            match = next(steps)
            case = case if len(match.entries) <= until else None
            yield view_of(match, case)
            continue
        with suppress(ValueError):
            refused = read_refusal(line, number)
            if refused is not None and clauses.issuperset(breach.clause for breach in refused.breaches):
                yield replace(view_of(match, case), ruling=refused)
            if totem is None:
                continue
            for judged in read_judged([line]):
                case, until = totem.judged_view(judged), len(match.entries)
                yield view_of(match, case)
            length = totem.open_until(line)
            until = until if length is None else length


def view_of(match: AnyMatch, case: CaseView | None = None) -> TableView:
    """One moment of a match as its public saw it. ``case``: the movement of the totem that the referee had
    before it."""
    game = match.game
    public = game.observe(match.state, None)
    empty: dict[str, Any] = {"defaults": (), "touch": (), "decks": (), "lamps": ()}
    return TableView(
        table="",
        match="",
        revision=len(match.entries),
        entries=len(match.entries),
        game=game.id,
        setup=match.setup,
        edition=game.edition,
        state=public,
        position=game.format_position(public),
        pending=shown_pending(game, public),
        seats=seats_of(game, match.setup, public),
        ruling=_ruling(match),
        question=None,
        to_do=match.line[-1].effects if match.line else (),
        history=history_of(match),
        camera=NO_CAMERA,
        trouble=None,
        forecast=forecast_of(game, public),
        told=told_position(game, public),
        totem=None if case is None else TotemView(case=case),
        **empty,
    )


def _ruling(match: AnyMatch) -> Ruling | None:
    if not match.entries:
        return None
    entry = match.entries[-1]
    kind = _KINDS.get(entry.kind, RulingKind.PLAYED)
    breaches = _agreed(match) if kind is RulingKind.ANYWAY else ()
    text = "" if kind is RulingKind.UNDONE else entry.text
    return Ruling(len(match.entries), kind, entry.at or 0.0, entry.seat, text, breaches, ())


def _agreed(match: AnyMatch) -> tuple[Breach, ...]:
    """The clauses that the latest move broke, if the table agreed to it."""
    entry, game = match.entries[-1], match.game
    before = match.line[-2].state if len(match.line) > 1 else match.start
    seat = Seat(match.setup.seats.index(entry.seat))
    return game.why_illegal(before, seat, game.parse_move(entry.text))
