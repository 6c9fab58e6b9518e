"""Draws the table from what a game says about any board: its zones, and what lies in each.

It knows squares, hexes and slots, figures, flat cards and bases. It knows no game and no rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.locale import Texts
from companion.referee.sentences import capital
from companion.referee.tasks import Task
from companion.referee.view import TableView
from companion.rules.contract import CellId, Lamp, Look, Zone, ZoneKind
from companion.rules.optional import Direction
from companion.rules.pieces import PosedPiece
from companion.screen import directions, pictures, theme
from companion.screen.drawn import Drawn, plain_ring
from companion.screen.flat import Box, card, draw_picture, hexagon, part, printed_card, square
from companion.screen.flight import Flights, Moved, moved
from companion.screen.pieces import Sign, kinds_apart, short_name, sign_of
from companion.screen.pointing import Pointing
from companion.screen.touched import Touched

_MARGIN = 0.15
_EMPTY = Look()
_WHITE = (1.0, 1.0, 1.0, 1.0)

_PLACES: dict[int, tuple[tuple[float, float, float], ...]] = {
    1: ((0.53, 0.47, 0.86),),
    2: ((0.3, 0.36, 0.6), (0.7, 0.64, 0.6)),
    3: ((0.28, 0.28, 0.52), (0.72, 0.28, 0.52), (0.5, 0.72, 0.52)),
    4: ((0.28, 0.28, 0.5), (0.72, 0.28, 0.5), (0.28, 0.72, 0.5), (0.72, 0.72, 0.5)),
}
"""Where the pieces of one cell stand: centre and size in parts of the cell."""


class BoardView(Touched):
    """Draws zones and what lies in them. ``whole`` shows the slots beside the board too; otherwise the
    board's own cells fill the space."""

    def __init__(self, texts: Texts, zones: Sequence[Zone], seats: Sequence[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texts = texts
        self._zones = {zone.cell: zone for zone in zones}
        self._seats = tuple(seats)
        self._kinds = kinds_apart(zones, seats, texts.term)
        """What is written on the men of a seat, by kind, if a seat has several kinds."""
        self._looks: Mapping[CellId, Look] = {}
        self._drawn: dict[CellId, Look] = {}
        self._groups: dict[CellId, InstructionGroup] = {}
        self._pointing = Pointing(self.box, self._six, self._occupied, self._draw_ghost)
        self._named: frozenset[CellId] = frozenset()
        """The cells that bear their names."""
        self._ghost: Mapping[CellId, Look] = {}
        self._air = InstructionGroup()
        self.flights = Flights(self._air, self._draw_alone, self._middle, self._draw_cell)
        self.whole = False
        self.margin = _MARGIN
        """In pitches: what is left free round all places."""
        self.printed: Mapping[str, Sequence[Lamp]] = {}
        """What is printed on some cards, drawn instead of their names: coloured arrows."""
        self.directions: Sequence[Direction] = ()
        self.drawn: Drawn | None = None
        """The game's own pictures; without them bases are rings, pieces signs and cards."""
        self.bind(pos=self._place, size=self._place)

    # -- what the pages say ---------------------------------------------------------------------------

    @property
    def looks(self) -> Mapping[CellId, Look]:
        """What is shown."""
        return self._looks

    @property
    def marked(self) -> dict[str, tuple[CellId, ...]]:
        """What is highlighted: ``restore``, ``hint``, ``may``, ``to_do``, ``last``."""
        return dict(self._pointing.marked)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """What the arrows show."""
        return self._pointing.tasks

    def tell(self, view: TableView) -> None:
        """Take a new view. Only a game's own board needs it, which shows more than what lies in the cells."""

    def show(self, looks: Mapping[CellId, Look]) -> None:
        """Show what lies in the cells. Only cells that changed are drawn again, and pieces that moved are
        seen to move."""
        if looks != self._looks:  # otherwise only words are new, and pieces on their way go on
            moves = self._moves(looks)
            self._looks = looks
            self.flights.start(moves)
        for cell in self._visible():
            if self._drawn.get(cell) != self._look(cell):
                self._draw_cell(cell)

    def _moves(self, looks: Mapping[CellId, Look]) -> tuple[Moved, ...]:
        """The pieces that moved within sight since the last call of :meth:`show`. Pieces that were on their
        way arrive."""
        self.flights.land()
        moves, visible = moved(self._looks, looks), set(self._visible())
        return tuple(move for move in moves if move.start in visible and move.end in visible)

    def show_ghost(self, ghost: Mapping[CellId, Look]) -> None:
        """Show what would lie in these places, paler, in place of what lies there."""
        changed = [cell for cell in {*ghost, *self._ghost} if ghost.get(cell) != self._ghost.get(cell)]
        self._ghost = ghost
        for cell in changed:
            self._draw_cell(cell)

    def mark(
        self,
        restore: Iterable[CellId] = (),
        hint: Iterable[CellId] = (),
        may: Iterable[CellId] = (),
        to_do: Iterable[CellId] = (),
        last: Iterable[CellId] = (),
        tasks: Iterable[Task] = (),
    ) -> None:
        """Highlight cells to put right, to look at, that may be tapped, to tidy up, and those that changed
        last; ``tasks``: what hands must move."""
        marked = {"last": last, "may": may, "to_do": to_do, "hint": hint, "restore": restore}
        if self._pointing.mark(marked, tasks):
            self._pointing.draw(self._visible())

    @property
    def views(self) -> tuple[str, ...]:
        """How the board can be looked at, beside the usual way: ``whole`` with what lies beside the board,
        ``far`` with what is far from all pieces."""
        return () if self.has(self._zones) and not self.whole else ("whole",)

    @property
    def seen_as(self) -> str:
        """One of :attr:`views`, "" for the usual one."""
        return "whole" if self.whole else ""

    def look_at(self, view: str) -> None:
        """Show the board in one of its :attr:`views`; "" for the usual one."""
        self.show_whole(view == "whole")

    def show_whole(self, whole: bool) -> None:
        """Show the board with or without the slots beside it."""
        if whole != self.whole or self.magnified:
            self.whole, self.magnified = whole, ()
            self._place()

    def small(self) -> list[CellId]:
        """The board's own cells, on the whole table all places."""
        shown = self._in_view()
        return [cell for cell in shown if self.whole or self._zones[cell].kind is not ZoneKind.SLOT]

    def lit(self) -> list[CellId]:
        """The cells that are marked as ones to tap."""
        visible = set(self._visible())
        lit = (*self.marked.get("may", ()), *self.marked.get("hint", ()))
        return [cell for cell in dict.fromkeys(lit) if cell in visible]

    def carry(self, start: CellId, at: tuple[float, float]) -> None:
        """Draw the piece of a cell under the finger that came down on it."""
        if self._occupied(start):
            self.flights.carry(self._looks[start].pieces[-1], start, at)

    def let_go(self) -> None:
        """Draw the piece that a finger has carried back in its cell."""
        if not self.flights.flying:
            self.flights.land()

    def place(self) -> None:
        """Lay out and draw everything."""
        self._place()

    def has(self, cells: Iterable[CellId]) -> bool:
        """Whether all these cells are shown now."""
        return {*cells} <= {*self._visible()}

    def box(self, cell: CellId) -> Box:
        """Where a cell is in this window."""
        zone = self._zones[cell]
        left, bottom, pitch = self._view()
        width, height = _extent(zone)
        x, y = self._at(zone)
        return (
            left + (x - width / 2) * pitch,
            bottom + (y - height / 2) * pitch,
            width * pitch,
            height * pitch,
        )

    def cell_at(self, x: float, y: float) -> CellId | None:
        """The visible cell under a point of the window."""
        for cell in self._visible():
            left, bottom, width, height = self.box(cell)
            if left <= x <= left + width and bottom <= y <= bottom + height:
                return cell
        return None

    # -- geometry -------------------------------------------------------------------------------------

    def _visible(self) -> list[CellId]:
        return list(self.magnified) or self._in_view()

    def _in_view(self) -> list[CellId]:
        """The cells that are shown without the closer look."""
        board = [cell for cell, zone in self._zones.items() if zone.kind is not ZoneKind.SLOT]
        return list(self._zones) if self.whole or not board else board

    def _at(self, zone: Zone) -> tuple[float, float]:
        """Where the centre of a zone is drawn, in pitches."""
        return zone.x, zone.y

    def _view(self) -> tuple[float, float, float]:
        """Left and bottom of the map's origin and the pitch, all in pixels."""
        zones = [self._zones[cell] for cell in self._visible()]
        boxes = [(*self._at(zone), *_extent(zone)) for zone in zones]
        west = min(x - width / 2 for x, _, width, _ in boxes) - self.margin
        east = max(x + width / 2 for x, _, width, _ in boxes) + self.margin
        south = min(y - height / 2 for _, y, _, height in boxes) - self.margin
        north = max(y + height / 2 for _, y, _, height in boxes) + self.margin
        pitch = max(1.0, min(self.width / (east - west), self.height / (north - south)))
        return (
            self.x + self.width / 2 - (west + east) / 2 * pitch,
            self.y + self.height / 2 - (south + north) / 2 * pitch,
            pitch,
        )

    # -- drawing --------------------------------------------------------------------------------------

    def _look(self, cell: CellId) -> Look:
        """What is drawn in a place now."""
        return self._ghost.get(cell) or self.flights.without(cell, self._looks.get(cell, _EMPTY))

    def _middle(self, cell: CellId) -> tuple[float, float]:
        left, bottom, width, height = self.box(cell)
        return left + width / 2, bottom + height / 2

    def _place(self, *_: object) -> None:
        self.flights.land()
        self.canvas.clear()
        self._groups.clear()
        self._drawn.clear()
        if self.drawn is not None:
            self.drawn.spread_cloth(self.canvas, (*self.pos, *self.size))
        board = [
            zone for zone in map(self._zones.__getitem__, self._visible()) if zone.kind is not ZoneKind.SLOT
        ]
        self._named = frozenset(zone.cell for zone in board) if self.magnified else directions.rim(board)
        for cell in self._visible():
            self._groups[cell] = InstructionGroup()
            self.canvas.add(self._groups[cell])
            self._draw_cell(cell)
        if self.directions and not self.magnified:
            edge = InstructionGroup()
            directions.draw(edge, self.directions, self._view(), self._texts)
            self.canvas.add(edge)
        self.canvas.add(self._pointing.group)
        self.canvas.add(self._air)
        self._pointing.draw(self._visible())

    def _draw_cell(self, cell: CellId) -> None:
        group = self._groups.get(cell)
        if group is None:  # not laid out yet
            return
        group.clear()
        look = self._look(cell)
        self._drawn[cell] = look
        zone, box = self._zones[cell], self.box(cell)
        self._draw_ground(group, zone, box)
        if self.drawn is not None and (printed := self.drawn.printed(cell)) is not None:
            draw_picture(group, printed, square(box))
        if look.base and self._fill(look.base) is None:
            draw_picture(group, self.drawn.ring(look.base) if self.drawn else plain_ring(look.base), box)
        places = _PLACES.get(len(look.pieces))
        for index, piece in enumerate(look.pieces):
            self._draw_in(group, piece, part(box, places[index] if places else _PLACES[1][0]), zone.turn)
        self._draw_name(group, zone, box)
        if cell in self._ghost:
            self._veil(group, cell)

    def _draw_alone(self, group: InstructionGroup, piece: PosedPiece, cell: CellId) -> None:
        """Draw a piece as large as it is when nothing else lies in its place. A base fills the place."""
        if piece not in self._zones[cell].bases:
            self._draw_in(group, piece, part(self.box(cell), _PLACES[1][0]), self._zones[cell].turn)
        elif (paint := self._fill(piece)) is not None:
            group.add(Color(*paint))
            group.add(hexagon(self.box(cell)))

    def _draw_ghost(self, group: InstructionGroup, piece: PosedPiece, cell: CellId) -> None:
        """Draw a piece paler than those that lie there by the match."""
        self._draw_alone(group, piece, cell)
        self._veil(group, cell)

    def _veil(self, group: InstructionGroup, cell: CellId) -> None:
        box = self.box(cell)
        group.add(Color(*theme.BACKGROUND[:3], 0.4))
        group.add(hexagon(box) if self._six(cell) else Rectangle(pos=box[:2], size=box[2:]))

    def _occupied(self, cell: CellId) -> bool:
        return bool(self._looks.get(cell, _EMPTY).pieces)

    def _six(self, cell: CellId) -> bool:
        """Whether a place has six corners."""
        return self._zones[cell].kind is ZoneKind.HEX

    def _draw_in(self, group: InstructionGroup, piece: PosedPiece, box: Box, turn: int = 0) -> None:
        """``turn``: quarters clockwise by which the place is turned, and with it the arrows of a card."""
        if piece in self.printed:
            printed_card(group, self.printed[piece], box, turn)
        else:
            self._draw_by_name(group, piece, box)

    def _draw_ground(self, group: InstructionGroup, zone: Zone, box: Box) -> None:
        left, bottom, width, height = box
        plain = theme.CELL if self.drawn is None else self._chequered(zone, self.drawn)
        base = self._fill(self._looks.get(zone.cell, _EMPTY).base)
        group.add(Color(*(base or (theme.SLOT if zone.kind is ZoneKind.SLOT else plain))))
        gap = 0.02 * min(width, height)
        inner = (left + gap, bottom + gap, width - 2 * gap, height - 2 * gap)
        if zone.kind is ZoneKind.HEX:
            group.add(hexagon(inner))
        else:
            group.add(Rectangle(pos=inner[:2], size=inner[2:]))

    def _chequered(self, zone: Zone, drawn: Drawn) -> theme.Colour:
        """The colour of a square. Every other one, counted from the one at (0, 0), may have another
        colour."""
        odd = zone.kind is ZoneKind.SQUARE and (round(zone.x) + round(zone.y)) % 2
        return drawn.chequer if odd else drawn.ground

    def _fill(self, base: str) -> theme.Colour | None:
        return self.drawn.fill(base) if self.drawn is not None else None

    def _ink(self, zone: Zone) -> theme.Colour:
        """The colour for the name of a cell, by what covers the cell."""
        base = self._fill(self._looks.get(zone.cell, _EMPTY).base)
        if self.drawn is None or base is None:
            return theme.CELL_INK if self.drawn is None else self.drawn.ink
        return theme.ink_on(base)

    def _draw_by_name(self, group: InstructionGroup, piece: PosedPiece, box: Box) -> None:
        """Draw a piece by the game's own picture, if it has one."""
        own = self.drawn.piece(piece) if self.drawn is not None else None
        if own is None:
            back = self.drawn is not None and self.drawn.is_back(piece)
            sign = sign_of(PosedPiece("back") if back else piece, self._seats)
            letters = self._kinds.get(piece.kind, "") if sign.number else ""
            self._draw_piece(group, replace(sign, letters=letters), box)
            return
        texture, sign = own
        box = square(box)
        draw_picture(group, texture, box)
        self._draw_label(group, sign, box)

    def _draw_name(self, group: InstructionGroup, zone: Zone, box: Box) -> None:
        """Draw the name of a cell on the rim into its top left corner (of a hexagon, the upper one), never
        over a piece. Slots have none; their place tells what they are."""
        left, bottom, width, height = box
        if zone.cell not in self._named or self._occupied(zone.cell):
            return
        wanted = int(max(theme.least_letters(), min(width * 0.3, theme.letters(theme.TINY))))
        name = pictures.caption(
            self._texts.term(zone.cell), wanted, self._ink(zone), int(width * 1.1), halo=True
        )
        if name is not None:
            at = (left + min(0.05 * width, (width - name.width) / 2), bottom + 0.98 * height - name.height)
            if zone.kind is ZoneKind.HEX:
                at = (left + (width - name.width) / 2, bottom + 0.94 * height - name.height)
            draw_picture(group, name, (*at, name.width, name.height))

    def _draw_piece(self, group: InstructionGroup, sign: Sign, box: Box) -> None:
        if sign.shape == "card":
            card(group, sign.colour, box)
        else:
            box = square(box)
            draw_picture(group, pictures.shape(sign.shape, sign.colour), box)
        self._draw_label(group, sign, box)

    def _draw_label(self, group: InstructionGroup, sign: Sign, box: Box) -> None:
        left, bottom, width, height = box
        label = self._label(sign, width, height)
        if label is None:
            return
        dip = height * (0.19 if sign.low else 0.06 if sign.shape in ("triangle", "beast") else 0.0)
        at = (left + (width - label.width) / 2, bottom + (height - label.height) / 2 - dip)
        draw_picture(group, label, (*at, label.width, label.height), turned=sign.turned)

    def _label(self, sign: Sign, width: float, height: float) -> Any:
        """What is written on a piece: a seat's number or a kind's letters, a colour's first letter, or the
        name of a card (its short name in a small place)."""
        if sign.letters:
            candidates = [capital(sign.letters)]
        elif sign.number:
            candidates = [str(sign.number)]
        elif sign.shape == "card":
            name = self._texts.term(sign.word)
            candidates = [name.replace(" ", "\n").replace("/", "/\n"), short_name(name, sign.word)]
        else:
            candidates = [self._texts.term(sign.word)[:1].upper()]
        least = theme.least_letters() if sign.shape == "card" else pictures.LEAST_SIGN
        wanted = int(max(least, height * (0.3 if sign.shape == "card" else 0.42)))
        room = int(width * (0.9 if sign.shape == "card" else 0.55))
        labels = (
            pictures.caption(text, wanted, theme.ink_on(sign.colour), room, bold=True, least=least)
            for text in candidates
            if text
        )
        return next((label for label in labels if label is not None and label.height <= height), None)


def _extent(zone: Zone) -> tuple[float, float]:
    """Width and height as seen on the map: a zone turned by a quarter lies across."""
    return (zone.height, zone.width) if zone.turn % 2 else (zone.width, zone.height)
