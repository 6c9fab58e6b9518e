"""The table of a game with ice: its sea, the sun's arc round the board, the line, and what changes next.

Frozen rows are white, the line of the sun disc goes across the board; the line of the next round is dashed,
and the rows between the two are hatched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.games.northwest.board import STRIDE, row_of
from companion.games.northwest.cell_names import sun_place
from companion.games.northwest.screen import ice_pictures
from companion.games.northwest.screen.ice_pictures import LINE
from companion.games.northwest.screen.pieces import Men, crews_of, draw_tile, draw_vehicle, parts
from companion.games.northwest.state import State
from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.contract import CellId, Look, Zone
from companion.rules.pieces import PosedPiece
from companion.screen import pictures, theme
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.flat import Box, draw_picture, spread, square
from companion.screen.pieces import sign_of
from companion.screen.theme import px

_ARC_X, _ARC_Y = 1.55, 0.75
"""In pitches: so far beside the grid the arc is drawn while only the board is shown."""
_BAND = 1.15
"""In pitches: so far above the close view the sun is drawn."""
_ABOVE = 0.6
"""In pitches: beside the middle of the board's upper edge the sun's first place ends."""
_GROWS = (1.0, 1.0, 1.0, 0.8)
_GOES = (0.18, 0.5, 0.71, 0.6)
_STRIPES = 1.5
"""Periods of the hatching in a square."""
_PAIRS = {1: (1, 0), -1: (-1, 0), -STRIDE: (0, 1), STRIDE: (0, -1)}
"""Where the other half of a tile lies, to the right and up."""
_LARGE = 2
"""Squares of a large tile."""
_DASHES = 41


@dataclass(frozen=True, slots=True)
class Sun:
    """``place``: of the disc, from 1; ``now``, ``then``: frozen rows in this round and the next (in the last
    one the same); ``goal``: the next place, 0 when it will not move; ``due``: it has to be moved now."""

    place: int
    now: int
    then: int
    goal: int
    due: bool

    def row(self, row: int) -> tuple[bool, bool]:
        """Whether a row is frozen, and whether that will change."""
        return row <= self.now, (row <= self.now) != (row <= self.then)


def sun_of(state: State) -> Sun:
    """What a position says of the sun."""
    edition, last = state.edition, state.round == state.edition.rounds
    over = state.phase.name == "over"
    goal = 0 if last or over else edition.disc_of(state.round + 1)
    then = edition.lines[goal - 1] if goal else state.frozen_rows
    return Sun(state.sun, state.frozen_rows, then, goal, state.phase.name == "sun")


class IceBoard(BoardView):
    """A :class:`BoardView` that knows the sun. It shows what is close to the tiles, and above it where the
    sun is and goes; if people want, all of the board with the arc, or the whole table."""

    def __init__(
        self, texts: Texts, zones: Sequence[Zone], seats: Sequence[str], _game: object = None, **kwargs: Any
    ) -> None:
        self._state: State | None = None
        self.sun: Sun | None = None
        self.caption: Box = (0.0, 0.0, 0.0, 0.0)
        """Where the round is said."""
        self._lines = InstructionGroup()
        self._rows: dict[CellId, int] = {}
        self._squares: dict[CellId, int] = {}
        self._labels: dict[CellId, str] = {}
        self._crews: dict[PosedPiece, Men] = {}
        self._far = False
        """Whether all of the board is wanted."""
        self._near: tuple[CellId, ...] = ()
        """The squares that are close to the tiles; () while all are shown."""
        super().__init__(texts, zones, seats, **kwargs)
        self._own = self.drawn = Drawn("northwest", seats)
        self._arc = {
            sun_place(place): place
            for place in range(1, len(zones) + 1)
            if sun_place(place) in {zone.cell for zone in zones}
        }

    def tell(self, view: TableView) -> None:
        """The position: which rows are frozen, where the disc lies."""
        state: State = view.state
        before, self._state, self.sun = self.sun, state, sun_of(state)
        if before is None:
            self._learn_board(state)
            self._place()
        elif before != self.sun:
            for cell, row in self._rows.items():
                if before.row(row) != self.sun.row(row):
                    self._draw_cell(cell)
            for cell in self._arc:
                self._draw_cell(cell)
            self._draw_lines()
        self._draw_crews(state)
        if before is not None and self._near != self._wanted():
            self._place()

    def _draw_crews(self, state: State) -> None:
        """Draw the ships and sleds again that have another crew."""
        crews = {PosedPiece(name): men for name, men in crews_of(state).items()}
        if crews != self._crews:
            changed = {piece for piece, men in crews.items() if self._crews.get(piece) != men}
            self._crews = crews
            for cell, look in self._drawn.copy().items():
                if changed.intersection(look.pieces):
                    self._draw_cell(cell)

    def _learn_board(self, state: State) -> None:
        """What never changes: rows, and the pictures of the printed tiles."""
        board = state.edition.board
        self._squares = {CellId(name): square for name, square in board.index.items()}
        self._rows = {cell: row_of(square) for cell, square in self._squares.items()}
        names = {square: CellId(name) for name, square in board.index.items()}
        for tile in board.printed:
            self._labels |= {names[square]: picture for square, picture in tile.pictures.items()}

    # -- layout ---------------------------------------------------------------------------------------

    @property
    def views(self) -> tuple[str, ...]:
        """All of the board is one more, if it is larger than what is close to the tiles."""
        return (("far",) if len(self._nearest()) < len(self._rows) else ()) + super().views

    @property
    def seen_as(self) -> str:
        """All of the board is one more."""
        return "far" if self._far and not self.whole else super().seen_as

    def look_at(self, view: str) -> None:
        """Show the board in one of its views."""
        self._far = view == "far"
        if self.whole == (view == "whole"):
            self._place()
        self.show_whole(view == "whole")

    def _wanted(self) -> tuple[CellId, ...]:
        """The squares of the close view if that is to be shown and leaves any out, else ()."""
        near = () if self._far or self.whole else self._nearest()
        return near if len(near) < len(self._rows) else ()

    def _band(self) -> list[CellId]:
        """Where the sun is, and where it goes."""
        shown = (self.sun.place, self.sun.goal) if self.sun is not None else ()
        return [cell for cell, place in self._arc.items() if place in shown]

    def _nearest(self) -> tuple[CellId, ...]:
        """A rectangle of squares round all tiles that were laid and all vehicles, as wide and high as another
        large tile needs in each direction."""
        state = self._state
        if state is None:
            return ()
        used = {square for tile in state.chart.tiles for square in tile.squares}
        used |= {place for player in state.players for place in (player.ship, player.sled) if place >= 0}
        east = state.edition.board.width + 1

        def spot(square: int) -> tuple[int, int]:
            """Row and column; what is printed in the east lies beside the last column."""
            return square // STRIDE, min(square % STRIDE, east)

        rows, columns = zip(*map(spot, used), strict=True)
        north, south, west = min(rows) - _LARGE, max(rows) + _LARGE, min(columns) - _LARGE
        return tuple(
            cell
            for cell, (row, column) in ((cell, spot(square)) for cell, square in self._squares.items())
            if north <= row <= south and west <= column <= max(columns) + _LARGE
        )

    def _in_view(self) -> list[CellId]:
        if self.whole:
            return list(self._zones)
        if self._near:
            return [*self._near, *self._band()]
        return [cell for cell in self._zones if cell in self._rows or cell in self._arc]

    def _at(self, zone: Zone) -> tuple[float, float]:
        """The arc lies close to the board unless the whole table is shown."""
        if self.whole or self._state is None or zone.cell not in self._arc:
            return zone.x, zone.y
        if self._near and zone.cell in (band := self._band()):
            near = [self._zones[cell] for cell in self._near]
            return min(one.x for one in near) + band.index(zone.cell), max(one.y for one in near) + _BAND
        width = self._state.edition.board.width
        if zone.y > 1:
            return zone.x, _ARC_Y
        return (-_ARC_X if zone.x < 0 else width + _ARC_X), zone.y

    # -- drawing --------------------------------------------------------------------------------------

    def _place(self, *_: object) -> None:
        if self._state is not None:
            self._near = self._wanted()
            super()._place()
            self.canvas.add(self._lines)
            self._draw_lines()

    def _draw_cell(self, cell: CellId) -> None:
        group = self._groups.get(cell)
        if group is None or self.sun is None:
            return
        group.clear()
        look = self._look(cell)
        self._drawn[cell] = look
        zone, box = self._zones[cell], self.box(cell)
        if cell in self._arc:
            self._draw_arc_place(group, self._arc[cell], box, self.sun)
            return
        if cell in self._rows:
            self._draw_square(group, cell, look, box, self.sun)
            self._draw_name(group, zone, box)
        else:
            self._draw_ground(group, zone, box)
        standing = [piece for piece in look.pieces if piece.kind != "token"]
        signs = [piece for piece in look.pieces if piece not in standing] or self._printed(cell)
        if cell not in self._rows:
            standing, signs = [*signs, *standing], []
        for piece in signs:
            left, bottom, width, height = box
            part = (left + 0.5 * width, bottom + 0.04 * height, 0.46 * width, 0.46 * height)
            self._draw_standing(group, piece, part)
        for piece, part in zip(standing, parts(len(standing), box, bool(signs)), strict=True):
            self._draw_standing(group, piece, part)
        if cell in self._ghost:
            self._veil(group, cell)

    def _printed(self, cell: CellId) -> list[PosedPiece]:
        """The symbol of a tile whose token has been taken."""
        tiles = self._state.chart.tiles if self._state is not None else ()
        square = self._squares.get(cell)
        return [PosedPiece(f"symbol {tile.symbol}") for tile in tiles if tile.symbol and tile.at == square]

    def _draw_square(self, group: InstructionGroup, cell: CellId, look: Look, box: Box, sun: Sun) -> None:
        """Water or ice with its land, or the bare grid; hatched when the next round changes it."""
        frozen, changes = sun.row(self._rows[cell])
        left, bottom, width, height = box
        words = look.base.split()
        gap = max(1.0, 0.02 * width)
        inner = (left + gap, bottom + gap, width - 2 * gap, height - 2 * gap)
        picture = words[1] if len(words) > 1 else self._labels.get(cell)
        group.add(Color(*ice_pictures.GRID))
        group.add(Rectangle(pos=box[:2], size=box[2:]))
        if picture is None:
            group.add(Color(*(ice_pictures.FROZEN if frozen else ice_pictures.OPEN)))
            group.add(Rectangle(pos=inner[:2], size=inner[2:]))
            if (printed := self._own.printed(cell)) is not None:
                draw_picture(group, printed, square(inner))
        else:
            x, y = self._other_half(cell)
            joined = (
                inner[0] - gap * (x < 0),
                inner[1] - gap * (y < 0),
                inner[2] + gap * (x != 0),
                inner[3] + gap * (y != 0),
            )
            tile = self._own.land(picture, ice_pictures.FROZEN_TILE if frozen else None)
            draw_picture(group, tile, joined)
        if changes:
            stripes = ice_pictures.hatch(_GOES if frozen else _GROWS)
            spread(group, stripes, inner, inner[2] / _STRIPES)

    def _other_half(self, cell: CellId) -> tuple[int, int]:
        """Where the other half of the tile on a square lies, to the right and up; (0, 0) for none."""
        square = self._squares[cell]
        tile = self._state.chart.tile_at(square) if self._state is not None else ()
        return next((_PAIRS[other - square] for other in tile if other != square), (0, 0))

    def _draw_arc_place(self, group: InstructionGroup, place: int, box: Box, sun: Sun) -> None:
        """The disc, the place where it goes next (filled green while it has to be moved), or an empty one."""
        if place == sun.place:
            self._draw_by_name(group, PosedPiece("disc"), box)
        elif place == sun.goal:
            draw_picture(group, ice_pictures.place(ice_pictures.GOAL, sun.due), box)
        else:
            draw_picture(group, ice_pictures.place(theme.FAINT, False), box)
        left, bottom, width, height = box
        ink = theme.CARD_INK if place == sun.place else theme.INK
        size = int(max(theme.least_letters(), 0.42 * height))
        label = pictures.caption(str(place), size, ink, int(width), bold=True)
        if label is not None:
            at = (left + (width - label.width) / 2, bottom + (height - label.height) / 2)
            draw_picture(group, label, (*at, label.width, label.height))

    def _draw_in(self, group: InstructionGroup, piece: PosedPiece, box: Box, turn: int = 0) -> None:
        del turn  # no card with arrows
        self._draw_standing(group, piece, box)

    def _ink(self, zone: Zone) -> theme.Colour:
        del zone  # on ice, water and land alike
        return theme.CARD_INK

    def _draw_standing(self, group: InstructionGroup, piece: PosedPiece, box: Box) -> None:
        """A ship or sled with its seat's number, a tile beside the board, or what any board can draw."""
        sign = sign_of(piece, self._seats)
        if piece.kind in ("ship", "sled") and sign.number:
            men = self._crews.get(piece, (0, 0))
            draw_vehicle(group, piece.kind, theme.seat_sign(piece.which, self._seats), square(box), men)
        elif piece.kind == "tile" and piece.which:
            draw_tile(group, self._own, piece.which, box)
        elif piece.kind == "symbol":
            draw_picture(group, self._own.shape(piece.which, ice_pictures.GHOST), square(box))
        else:
            self._draw_by_name(group, piece, box)

    def _draw_lines(self) -> None:
        """The line of the disc, and dashed the line of the next round."""
        self._lines.clear()
        state, sun = self._state, self.sun
        if state is None or sun is None or CellId("a1") not in self._zones:
            return
        width = max(2.0, px(3))
        seen = {self._rows[cell] for cell in self._visible() if cell in self._rows}
        if sun.then != sun.now and sun.then in seen:
            left, bottom, length = self._level(sun.then)
            self._lines.add(Color(*LINE))
            for dash in range(0, _DASHES, 2):
                at = (left + length * dash / _DASHES, bottom - width / 2)
                self._lines.add(Rectangle(pos=at, size=(length / _DASHES, width)))
        if not self.magnified:
            self._draw_round(state)
        if sun.now not in seen:
            return
        left, bottom, length = self._level(sun.now)
        self._lines.add(Color(*theme.INK))
        self._lines.add(Rectangle(pos=(left, bottom - width), size=(length, 2 * width)))
        self._lines.add(Color(*LINE))
        self._lines.add(Rectangle(pos=(left, bottom - width / 2), size=(length, width)))

    def _draw_round(self, state: State) -> None:
        """Above the board, east of the sun's first place: west of it the whole table has its turn order. In
        the close view beside the sun."""
        text = self._texts.say("Round {number} of {all}", number=state.round, all=state.edition.rounds)
        left, bottom, width, height = self.box(CellId("a1"))
        east = state.edition.board.width / 2 + _ABOVE
        at = (left + east * width, bottom + 1.2 * height)
        if self._near:
            left, bottom, width, height = self.box(self._band()[-1])
            at = (left + 1.2 * width, bottom + 0.3 * height)
        label = pictures.caption(text, int(px(theme.BODY)), theme.INK, int(self.right - at[0]), bold=True)
        if label is not None:
            self.caption = (*at, float(label.width), float(label.height))
            draw_picture(self._lines, label, self.caption)

    def _level(self, rows: int) -> tuple[float, float, float]:
        """Left end, height and length of the line below so many rows."""
        assert self._state is not None, "a line is drawn only once a position was told"
        left, bottom, pitch, height = self.box(CellId("a1"))
        level, columns = bottom + height - rows * height, self._state.edition.board.width
        if self.magnified or self._near:
            boxes = [self.box(cell) for cell in self._visible() if cell in self._rows]
            west, east = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
            return west, level, east - west
        return left - pitch, level, (columns + 2) * pitch
