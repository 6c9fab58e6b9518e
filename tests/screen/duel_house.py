"""A table of *jungle* on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.doubles.duel_table import DuelTable

from .house import House

if TYPE_CHECKING:
    from .stage import Stage


def seated(house: House, seats: int, lines: str = "", **options: str | bool) -> DuelTable:
    """A table whose position is known, on the screen."""
    table = DuelTable(seats, lines, options)
    house.session = table.session
    table.session.subscribe(lambda _view: house.changed())
    return table


def leave(house: House, stage: Stage) -> None:
    """Close the screen; it hears no more."""
    stage.close()
    house.changed = lambda: None
