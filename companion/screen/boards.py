"""Which drawing a game's table has: its own (``own.py``), or the usual one by its ``picture.toml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.locale import Texts
from companion.referee.sheets import printed_on
from companion.referee.view import TableView
from companion.rules.contract import Lamp, Zone
from companion.rules.optional import Directing
from companion.rules.registry import AnyGame
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.own import own
from companion.screen.widgets import Column


class Strip(Column):
    """What a game tells in lines below the board: what the table will do next without a decision of
    anybody (:class:`companion.rules.optional.Forecasting`), and what stands in no cell."""

    def tell(self, view: TableView) -> None:
        """Take a new view."""
        raise NotImplementedError


def face_board(
    texts: Texts, view: TableView, zones: Sequence[Zone], printed: Mapping[str, Sequence[Lamp]]
) -> BoardView:
    """A drawing of single cards or tiles. ``printed``: what is printed on some of them, as lamps."""
    make = own(view.game, "FACES")
    board: BoardView = make(texts, zones, view.setup.seats) if make else _drawn(texts, view, zones)
    board.printed = printed
    board.show_whole(True)
    board.tell(view)
    return board


def board_for(texts: Texts, game: AnyGame, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """A drawing of these zones, in the way of the game that is played."""
    make = own(view.game, "BOARD")
    board: BoardView = make(texts, zones, view.setup.seats, game) if make else _drawn(texts, view, zones)
    board.printed = printed_on(game, view.setup)
    board.directions = game.directions(view.setup) if isinstance(game, Directing) else ()
    return board


def strip_for(texts: Texts, view: TableView) -> Strip | None:
    """The strip that shows the forecast; None for a game without one."""
    make = own(view.game, "FORECAST")
    strip: Strip | None = make(texts, view.setup.seats) if make and view.forecast else None
    return strip


def _drawn(texts: Texts, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """A drawing by the game's own ``picture.toml``."""
    board = BoardView(texts, zones, view.setup.seats)
    board.drawn = Drawn(view.game, view.setup.seats)
    return board
