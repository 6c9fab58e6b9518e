"""A button that shows a piece, a card or a tile as the table shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.contract import CellId, Lamp, Look, Reading, Zone, ZoneKind
from companion.rules.drawing import drawing_of, rule_of
from companion.rules.pieces import PosedPiece
from companion.screen import theme
from companion.screen.boards import face_board
from companion.screen.drawn import Drawn
from companion.screen.theme import letters, px
from companion.screen.widgets import BigButton, fitting_font

HIGH = 56
"""Height of the picture, at 800 x 480."""
_NAME, _LONG_NAME = 20, 36
"""Height of the name below the picture, in usual print: in one line, and in two."""
_LONG = 11
"""Names with more letters may need two lines."""
_LEAST = 13
"""Nobody reads smaller letters; then the picture stands alone."""


class Pieces:
    """Draws the pieces of one game. ``printed``: what is printed on some cards, as lamps."""

    def __init__(
        self, texts: Texts, view: TableView, zones: Sequence[Zone], printed: Mapping[str, Sequence[Lamp]]
    ):
        self._texts = texts
        self._view = view
        self._printed = printed
        self._drawing = drawing_of(view.game)
        self._drawn = Drawn(view.game, view.setup.seats)
        self._sizes = {
            piece: (zone.width, zone.height)
            for zone in zones
            if zone.kind is ZoneKind.SLOT
            for stack in zone.stacks
            for piece in stack
        }

    def knows(self, piece: str) -> bool:
        """Whether there is a picture."""
        return bool(piece) and rule_of(self._drawing, "piece", piece) is not None

    def says_all(self, piece: str) -> bool:
        """Whether the picture shows all that the name tells: a card that people know by its print, or a tile,
        whose name is a code of its corners."""
        return piece in self._printed or "corners" in (rule_of(self._drawing, "piece", piece) or {})

    def board(self, piece: str) -> Any:
        """A drawing of the piece alone, which can be moved and sized."""
        posed = PosedPiece(piece)
        square = self._drawn.piece(posed) is not None
        width, height = (1.0, 1.0) if square else self._sizes.get(posed, (1.0, 1.0))
        stacks = ((), (posed,))
        zone = Zone(CellId("piece"), 0, 0, width, height, ZoneKind.SLOT, 0, ("",), stacks, Reading.CARDS)
        board = face_board(self._texts, self._view, (zone,), self._printed)
        board.margin = 0.0
        board.show({zone.cell: Look("", (posed,))})
        return board


class PieceButton(BigButton):
    """The picture above its name, "" for none. The picture stands alone if the name would be too small to
    read."""

    def __init__(
        self, pieces: Pieces, piece: str, name: str, act: Callable[[], object], chosen: bool = False
    ) -> None:
        self._below = letters(_LONG_NAME if len(name) > _LONG else _NAME) if name else 0.0
        high = px(HIGH) + self._below
        super().__init__(name, act, chosen, size=theme.TINY, size_hint_y=None, height=high)
        self.piece, self.name = piece, name
        self._picture = pieces.board(piece)
        self.canvas.add(self._picture.canvas)  # only its picture, so that the button feels the finger
        self.bind(pos=self._lay_out, size=self._lay_out)

    def _lay_out(self, *_: object) -> None:
        below = self._below
        room = (int(self.width - px(4)), int(below - px(3)))
        font = fitting_font(self.name, int(letters(theme.TINY)), *room, False)
        fits = bool(self.name) and font >= letters(_LEAST)
        below *= fits
        self.text = self.name if fits else ""
        self.padding = (px(2), self.height - below + px(2), px(2), px(1))
        self._picture.pos = (self.x + px(3), self.y + below + px(1))
        self._picture.size = (self.width - px(6), self.height - below - px(3))
