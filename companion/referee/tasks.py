"""What hands must do now, piece by piece, worked out from how the table lies and how it should lie. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.referee import tuning
from companion.rules.contract import CellId, Look, RulesError, Seat
from companion.rules.match import AnyMatch, Entry, EntryKind
from companion.rules.pieces import PosedPiece, Stack

Looks = Mapping[CellId, Look]

MOST = tuning.whole("tasks.most")
"""More tasks than this are a set-up; nobody could follow so many arrows."""


@dataclass(frozen=True, slots=True)
class Task:
    """A piece, or a base, that goes from ``start`` to ``end``. ``start`` None: it comes from beside the
    table; ``end`` None: it leaves it."""

    piece: PosedPiece
    start: CellId | None
    end: CellId | None


def changes(before: Looks, after: Looks) -> tuple[Task, ...]:
    """The tasks that lead from one position to another. Pieces that look alike go in the order of the places.
    A piece that stood and now lies is still the same piece."""
    gone: dict[PosedPiece, list[tuple[CellId, PosedPiece]]] = {}
    come: dict[PosedPiece, list[tuple[CellId, PosedPiece]]] = {}
    for cell in dict.fromkeys((*before, *after)):
        was, now = Counter(_things(before.get(cell))), Counter(_things(after.get(cell)))
        for piece in (was - now).elements():
            gone.setdefault(piece.standing, []).append((cell, piece))
        for piece in (now - was).elements():
            come.setdefault(piece.standing, []).append((cell, piece))
    found = []
    for name in dict.fromkeys((*gone, *come)):
        left, arrived = gone.get(name, []), come.get(name, [])
        pairs = min(len(left), len(arrived))
        for (start, _), (end, piece) in zip(left, arrived, strict=False):
            found += [Task(piece, start, end)] if start != end else []
        found += [Task(piece, start, None) for start, piece in left[pairs:]]
        found += [Task(piece, None, end) for end, piece in arrived[pairs:]]
    return tuple(found)


def left_to_do(match: AnyMatch, since: int, cells: Collection[CellId]) -> tuple[Task, ...]:
    """What follows from the entries after the first ``since`` and was not done by the moves themselves, as
    far as it touches one of these cells."""
    fresh = [number for number, played in enumerate(match.line) if cells and played.number > since]
    if not fresh:
        return ()
    game, line = match.game, match.line

    def public(number: int) -> Any:
        return game.observe(line[number - 1].state if number else match.start, None)

    lies = dict(game.looks(public(fresh[0])))
    for number in fresh:
        lies |= _handled(match, public(number), (line[number].entry,))
    tasks = changes(lies, game.looks(public(len(line))))
    return _few([task for task in tasks if task.start in cells or task.end in cells])


def to_restore(match: AnyMatch, attempts: Iterable[Entry]) -> tuple[Task, ...]:
    """The tasks that put back what was tried and refused."""
    public = match.game.observe(match.state, None)
    looks = match.game.looks(public)
    return _few(changes({**looks, **_handled(match, public, attempts)}, looks))


def to_play(match: AnyMatch, entry: Entry) -> tuple[Task, ...]:
    """The tasks that carry out an entry: a move as hands make it, an outcome as it then lies."""
    if entry.kind is EntryKind.CHANCE:
        return between(match, match.add(entry))
    public = match.game.observe(match.state, None)
    looks = match.game.looks(public)
    return _few(changes(looks, {**looks, **_handled(match, public, (entry,))}))


def between(before: AnyMatch, after: AnyMatch) -> tuple[Task, ...]:
    """The tasks that lead from the position of one match to that of another, of the same game."""
    game = before.game
    old, new = (game.looks(game.observe(match.state, None)) for match in (before, after))
    return _few(changes(old, new))


def _handled(match: AnyMatch, public: Any, entries: Iterable[Entry]) -> dict[CellId, Look]:
    """How the places look that hands have changed by these moves."""
    found: dict[CellId, Look] = {}
    for entry in entries:
        if entry.kind not in (EntryKind.MOVE, EntryKind.ANYWAY):
            continue
        seat = Seat(match.setup.seats.index(entry.seat))
        try:
            found |= match.game.handled(public, seat, match.game.parse_move(entry.text))
        except RulesError:  # a place that this position does not have
            continue
    return found


def _few(tasks: Sequence[Task]) -> tuple[Task, ...]:
    return tuple(tasks) if len(tasks) <= MOST else ()


def _things(look: Look | None) -> Stack:
    if look is None:
        return ()
    return (PosedPiece(look.base), *look.pieces) if look.base else look.pieces
