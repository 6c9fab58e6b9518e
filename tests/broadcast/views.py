"""Views of any match, as the referee of a real session publishes them."""

from __future__ import annotations

from itertools import count
from typing import Any

from companion.judge.judge import Judge
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.match import Match
from tests.broadcast.sitting import Notebook


def session_of(match: Match[Any, Any, Any], name: str = "1", journal: Notebook | None = None) -> Session:
    ticks = count()
    pages = journal or Notebook()
    return Session("kitchen", name, match, pages, Judge(match), [], lambda: float(next(ticks)))


def view_of(match: Match[Any, Any, Any], name: str = "1") -> TableView:
    """The view of a match that is taken up where it is."""
    return session_of(match, name).view
