"""What a game draws itself on the screen: its board, its panels, and the strip that tells what comes.

They are the facet ``screen`` of the game (``rules.facets``), a module that may hold

- ``BOARD(texts, zones, seats, game)``: a :class:`BoardView` of the whole table,
- ``FACES(texts, zones, seats)``: the same for single cards or tiles,
- ``PANELS``: panels by the mode that shows them (``situation``), instead of the usual ones,
- ``FORECAST(texts, seats)``: a :class:`Strip` below the board.

What it leaves out is drawn in the usual way, by the game's ``picture.toml``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.contract import Lamp, Zone
from companion.rules.facets import BrokenFacetError, facet
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.panels import Panel
from companion.screen.ports import AnyGame
from companion.screen.widgets import Column

log = logging.getLogger(__name__)


class Strip(Column):
    """What the table will do by itself, in lines below the board."""

    def tell(self, forecast: tuple[str, ...]) -> None:
        """The newest lines, as :class:`companion.rules.contract.Forecasting` says them."""
        raise NotImplementedError


def face_board(
    texts: Texts, view: TableView, zones: Sequence[Zone], printed: Mapping[str, Sequence[Lamp]]
) -> BoardView:
    """A drawing of single cards or tiles. ``printed``: what some of them show, as lamps."""
    own = _own(view.game, "FACES")
    board: BoardView = own(texts, zones, view.setup.seats) if own else _drawn(texts, view, zones)
    board.printed = printed
    board.show_whole(True)
    board.tell(view)
    return board


def board_for(texts: Texts, game: AnyGame, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """A drawing of these zones, in the way of the game that is played."""
    own = _own(view.game, "BOARD")
    board: BoardView = own(texts, zones, view.setup.seats, game) if own else _drawn(texts, view, zones)
    return board


def panels_of(game_id: str) -> Mapping[str, type[Panel]]:
    """The game's own panels, by the mode in which each is shown."""
    panels: Mapping[str, type[Panel]] = _own(game_id, "PANELS") or {}
    return panels


def strip_for(texts: Texts, view: TableView) -> Strip | None:
    """What tells the forecast; None for a game without one."""
    own = _own(view.game, "FORECAST")
    strip: Strip | None = own(texts, view.setup.seats) if own is not None and view.forecast else None
    return strip


@cache
def _own(game_id: str, name: str) -> Any:
    """What the game's facet holds under a name; None when it has nothing or cannot be used."""
    try:
        return getattr(facet(game_id, "screen"), name, None)
    except BrokenFacetError as error:
        log.warning("game %r is drawn in the usual way: %s", game_id, error)
        return None


def _drawn(texts: Texts, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """By the game's own ``picture.toml``."""
    board = BoardView(texts, zones, view.setup.seats)
    board.drawn = Drawn(view.game, view.setup.seats)
    return board
