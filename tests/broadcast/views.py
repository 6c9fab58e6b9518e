"""Views of any match, as the referee of a real session publishes them."""

from __future__ import annotations

from itertools import count

from companion.referee.view import TableView
from companion.rules.match import AnyMatch
from tests.doubles.table import SessionTable


def table_of(match: AnyMatch, name: str = "1") -> SessionTable:
    """The table of a match that is taken up where it is; a second passes whenever its clock is read."""
    return SessionTable(match, name=name, clock=count(0.0).__next__)


def view_of(match: AnyMatch, name: str = "1") -> TableView:
    return table_of(match, name).view
