"""One moment of a match, as a view that boards can draw."""

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
    """The view, with an empty totem if its game has a totem and the view has none. Such a game has its own
    board even if the referee has no movement before it."""
    if view.totem is None and totem_of(view.game) is not None:
        return replace(view, totem=TotemView())
    return view
