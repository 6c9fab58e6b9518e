"""The clock of a table. It counts up for each seat, or down from so many minutes. Nothing happens when the
time is over."""

from __future__ import annotations

from companion.referee.clock import spent
from companion.referee.view import TableView
from companion.rules.contract import Decide

CHOICES = (None, 0, 5, 10, 20, 30, 60)
"""Minutes for each seat. 0 only counts up; None is no clock."""


def following(minutes: int | None) -> int | None:
    """The next choice."""
    return CHOICES[(CHOICES.index(minutes) + 1) % len(CHOICES)] if minutes in CHOICES else None


def times_of(view: TableView, minutes: int, waited: float) -> dict[str, int]:
    """Whole seconds by seat: used, or left of so many minutes (less than 0 when they are over). ``waited``:
    seconds since the latest entry, which count for the seat whose turn it is."""
    used = spent(view.history)
    pending = view.pending
    if isinstance(pending, Decide) and len(pending.seats) == 1:
        seat = view.setup.seats[pending.seats[0]]
        used[seat] = used.get(seat, 0.0) + waited
    return {
        seat: minutes * 60 - int(used.get(seat, 0.0)) if minutes else int(used.get(seat, 0.0))
        for seat in view.setup.seats
    }


def shown(seconds: int) -> str:
    """Minutes and seconds, with hours where there are any."""
    minutes, rest = divmod(abs(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if seconds < 0 else text
