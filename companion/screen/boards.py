"""Which drawing a game's table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.atlantis.state import State as IslandState
from companion.rules.contract import Lamp, Zone
from companion.rules.northwest.state import State as IcyState
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.ice_board import IceBoard
from companion.screen.island_board import IslandBoard
from companion.screen.ports import AnyGame
from companion.screen.totem_board import TotemBoard


def face_board(
    texts: Texts, view: TableView, zones: Sequence[Zone], printed: Mapping[str, Sequence[Lamp]]
) -> BoardView:
    """A drawing of single cards or tiles. ``printed``: what some of them show, as lamps."""
    seats = view.setup.seats
    board = IceBoard(texts, zones, seats) if isinstance(view.state, IcyState) else _drawn(texts, view, zones)
    board.printed = printed
    board.show_whole(True)
    board.tell(view)
    return board


def board_for(texts: Texts, game: AnyGame, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """A drawing of these zones, in the way of the game that is played."""
    if view.totem is not None:
        return TotemBoard(texts, zones, view.setup.seats, game)
    if isinstance(view.state, IslandState):
        return IslandBoard(texts, zones, view.setup.seats)
    if isinstance(view.state, IcyState):
        return IceBoard(texts, zones, view.setup.seats)
    return _drawn(texts, view, zones)


def _drawn(texts: Texts, view: TableView, zones: Sequence[Zone]) -> BoardView:
    """By the game's own ``picture.toml``."""
    board = BoardView(texts, zones, view.setup.seats)
    board.drawn = Drawn(view.game, view.setup.seats)
    return board
