"""A match at a moment, as a view that boards can draw."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.moments import view_of
from companion.referee.own import totem_of
from companion.referee.view import TableView, TotemView
from companion.rules.match import AnyMatch


def view_for(match: AnyMatch) -> TableView:
    """What the public sees."""
    return with_totem(view_of(match))


def with_totem(view: TableView) -> TableView:
    """A game with a totem has its own board, also when no movement is before the referee."""
    if view.totem is None and totem_of(view.game) is not None:
        return replace(view, totem=TotemView())
    return view
