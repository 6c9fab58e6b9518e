"""What a press of *my turn is done* says about a belief.

A press is evidence like a view. It makes histories less likely and adds none, except the move that the press
itself is (``END``). So it commits nothing that the table does not show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.judge.belief import Belief
from companion.judge.history import BARE, History, Mismatch, differing, visible
from companion.judge.positions import Following, Position, following, position_of
from companion.judge.revision import pending_in
from companion.judge.tuning import Priors
from companion.rules.contract import Decide, NotationError, Seat
from companion.rules.match import Entry, EntryKind

END = "end"
"""The move by which a turn is ended, in every game that has one (docs/adding-a-game.md)."""
ANYBODY = ""
"""The seat of a press that does not say whose it is: one button for all."""


@dataclass(frozen=True, slots=True)
class Press:
    """Somebody says that the turn of ``seat`` (or ``ANYBODY``) is done. ``at``: seconds, on the clock of
    glances; ``mixed``: hands came over the table afterwards, so that others may have acted as well."""

    seat: str
    at: float
    mixed: bool = False


def weighed(belief: Belief, press: Press, priors: Priors) -> Belief:
    """The belief after a press, once the table has settled."""
    pressed = [_pressed(belief, one, press, priors) for one in belief.histories]
    least = max(one.weight - old.weight for one, old in zip(pressed, belief.histories, strict=True))
    return belief.reweighed([replace(one, weight=one.weight - least) for one in pressed])


def ending(match: Any, seat: str) -> Entry | None:
    """The entry that ends the turn of a seat in the position of a match; None if there is none. With
    ``ANYBODY``: of the only seat that can."""
    ends = _ends(position_of(match.game, match.state), seat)
    return ends[0].entry if len(ends) == 1 else None


def _pressed(belief: Belief, history: History, press: Press, priors: Priors) -> History:
    """The history with what the press says for and against it."""
    actors = _actors(belief, history)
    ended = _ended(belief, history, press, actors)
    nats = 0.0 if ended is not None else _against(belief, history, press, actors, priors)
    if not _others(actors, press):
        kinds = set(history.mismatches.values())
        half = not kinds.isdisjoint((Mismatch.UNEXPLAINED, Mismatch.PARTIAL))
        nats += priors.done_partial if half else priors.done_pending if Mismatch.PENDING in kinds else 0.0
    return replace(ended or history, weight=history.weight + nats)


def _actors(belief: Belief, history: History) -> tuple[str, ...]:
    """The seats that acted after the match, as far as the table shows it. There are none if it looks as
    before: whoever presses does not point at acts without a trace."""
    looks = belief.shown.looks(position_of(belief.match.game, belief.match.state))
    owed = {cell for cell, kind in history.mismatches.items() if kind is Mismatch.PENDING}
    if not any(
        visible(looks.get(cell, BARE), history.table.get(cell, BARE))
        for cell in differing(looks, history.table) - owed
    ):
        return ()
    acts = (*history.entries, *(attempt.entry for attempt in history.tried))
    return tuple(entry.seat for entry in acts if entry.kind is EntryKind.MOVE)


def _others(actors: tuple[str, ...], press: Press) -> bool:
    """Whether somebody else may have acted after the press."""
    return press.mixed and len({press.seat or actors[-1], *actors} if actors else ()) > 1


def _against(
    belief: Belief, history: History, press: Press, actors: tuple[str, ...], priors: Priors
) -> float:
    """Nats against a history to which the press adds no move."""
    last = history.entries[-1] if history.entries else None
    if last is not None and last.text == END and press.seat in (ANYBODY, last.seat):
        return 0.0  # the history holds this move already
    if not actors:
        return _against_nothing(belief, press, priors)
    if _others(actors, press):
        return 0.0 if press.seat in (ANYBODY, *actors) else priors.done_other
    if press.seat not in (ANYBODY, actors[-1]) and not _same_for(belief, history, press.seat):
        return priors.done_other
    still = actors[-1] in _due(history.position) and not history.tried
    return priors.done_due if still else 0.0


def _against_nothing(belief: Belief, press: Press, priors: Priors) -> float:
    """Nats against the table showing nothing new; 0 if the turn of whoever pressed is over already."""
    moved = [played.entry.seat for played in belief.match.line if played.entry.kind is not EntryKind.CHANCE]
    due = _due(position_of(belief.match.game, belief.match.state))
    seat = press.seat or (moved[-1] if moved else ANYBODY)
    if seat in due or not seat:
        return priors.done_due
    return 0.0 if moved and moved[-1] == seat else priors.done_other


def _same_for(belief: Belief, history: History, seat: str) -> bool:
    """Whether this seat may as well have done the last act: some tasks anybody may do."""
    last = history.entries[-1] if history.entries and not history.tried else None
    if last is None or last.kind is not EntryKind.MOVE:
        return False
    before = history.states[-2] if len(history.states) > 1 else belief.match.state
    follows = following(position_of(belief.match.game, before), replace(last, seat=seat))
    return follows is not None and bool(follows.after.state == history.position.state)


def _ended(belief: Belief, history: History, press: Press, actors: tuple[str, ...]) -> History | None:
    """The history with the move that the press itself is. None unless that move is lawful, nothing lies
    wrong, and the last act was no taking back."""
    if history.tried or history.unexplained or history.unseen or _others(actors, press):
        return None
    if history.entries and history.entries[-1].kind is EntryKind.UNDO:
        return None
    last = next((each.seat for each in reversed(history.entries) if each.kind is EntryKind.MOVE), ANYBODY)
    ends = _ends(history.position, press.seat or last)
    if len(ends) != 1:
        return None
    (end,) = ends
    return replace(
        pending_in(history, end.after, belief.shown),
        entries=(*history.entries, end.entry),
        states=(*history.states, end.after.state),
    )


def _ends(position: Position, seat: str) -> list[Following]:
    """The lawful moves that end a turn, of this seat or of anybody."""
    if not _knows_end(position.game):
        return []
    named = [name for name in _due(position) if seat in (ANYBODY, name)]
    entries = (Entry(EntryKind.MOVE, seat=name, text=END) for name in named)
    return [follows for entry in entries if (follows := following(position, entry)) is not None]


def _knows_end(game: Any) -> bool:
    try:
        game.parse_move(END)
    except NotationError:
        return False
    return True


def _due(position: Position) -> tuple[str, ...]:
    pending = position.pending
    seats: tuple[Seat, ...] = pending.seats if isinstance(pending, Decide) else ()
    return tuple(position.names[seat] for seat in seats)
