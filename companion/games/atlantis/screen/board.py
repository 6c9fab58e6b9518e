"""The table of a game with a sinking island: land and sea, who stands, sits in a boat or swims where.

Drawn from the position itself, so that cells with more figures than a camera tells apart are shown too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics.texture import Texture

from companion.games.atlantis.screen import island_pictures
from companion.games.atlantis.state import NOBODY, State
from companion.games.atlantis.state import Table as IslandTable
from companion.games.atlantis.words import BACK_WORDS, CREATURES, FIGURES, ISLANDS, LAND, UNSEEN, Counts
from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.contract import CellId, Look, Zone, ZoneKind
from companion.rules.pieces import Pose, PosedPiece
from companion.screen import pictures, theme
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.flat import Box, square

_BADGE = theme.rgb("1b1b1b")
_HULL = (0.14, 0.43)
"""Where the hull begins in the picture of a boat, and how high it is, in parts of the picture's height."""
_KEEL = 0.15
"""How far above the lower corner of a cell the hull begins, in parts of the height."""
_SEATED = 1.8
"""Height of a boat with passengers, in heights of its hull."""
_PASSENGERS = (0.2, 0.5, 0.8)
"""Middles of the seats in parts of a boat's width."""
_CLOSE = 1.3
"""Figures that share a cell overlap by as much: larger ones are told apart better."""


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that look alike: ``number`` of them are drawn as one. ``label``: the number of their seat;
    ``dip``: how far below the middle it stands, in parts of the height."""

    picture: Texture
    number: int = 1
    label: str = ""
    ink: theme.Colour = theme.INK
    dip: float = 0.0


@dataclass(frozen=True, slots=True)
class Content:
    """What lies in one place. ``ground``: as ``island_pictures.ground`` knows it; ``crew``: explorers in its
    boat, None without a boat."""

    ground: str
    crew: tuple[Group, ...] | None = None
    others: tuple[Group, ...] = ()


class IslandBoard(BoardView):
    """A :class:`BoardView` that shows every explorer of a position."""

    def __init__(
        self, texts: Texts, zones: Sequence[Zone], seats: Sequence[str], _game: object = None, **kwargs: Any
    ) -> None:
        self._contents: dict[CellId, Content] = {}
        self._told: dict[CellId, Content] = {}
        self._before: dict[CellId, Content] = {}
        self._table: IslandTable | None = None
        super().__init__(texts, zones, seats, **kwargs)
        self._own = Drawn("atlantis", seats)
        self.drawn = self._own

    def content(self, cell: CellId) -> Content | None:
        """What is shown in a place."""
        return self._told.get(cell)

    def tell(self, view: TableView) -> None:
        """The position; only places that changed are drawn again."""
        self._table = view.state.table
        before, self._told = self._told, self._contents_of(view.state)
        self._before = before
        if not before:
            self._place()
            return
        for cell in self._visible():
            if before.get(cell) != self._told.get(cell):
                self._draw_cell(cell)

    def show(self, looks: Mapping[CellId, Look]) -> None:
        """What was told is drawn already; what moved is seen to move."""
        moves = self._moves(looks)
        self._looks = looks
        self.flights.start(moves)
        for move in moves:  # as it was, until something arrives
            self._draw_cell(move.end)

    # -- what lies where ------------------------------------------------------------------------------

    def _contents_of(self, state: State) -> dict[CellId, Content]:
        board = state.table.edition.board
        found = {}
        ashore, boats, swimmers = dict(state.ashore), dict(state.boats), dict(state.swimmers)
        for cell, name in enumerate(board.names):
            crew = boats.get(cell)
            found[CellId(name)] = Content(
                "mark" if cell in board.marks else LAND[state.land[cell]],
                None if crew is None else tuple(self._explorers(state.table, crew)),
                (
                    *self._explorers(state.table, ashore.get(cell, NOBODY)),
                    *self._explorers(state.table, swimmers.get(cell, NOBODY), swimming=True),
                    *self._creatures(state, cell),
                ),
            )
        for island, counts in zip(ISLANDS, state.safe, strict=True):
            found[CellId(island)] = Content("shore", None, tuple(self._explorers(state.table, counts)))
        found |= {CellId(cell): Content("", None, groups) for cell, groups in self._beside(state)}
        return found

    def _explorers(self, table: IslandTable, counts: Counts, *, swimming: bool = False) -> Iterator[Group]:
        """A colour's own sign: shape and number of the seat that commands it."""
        for colour, number in enumerate(counts):
            if number:
                sign = theme.seat_sign(table.setup.seats[table.owner[colour]], self._seats)
                paint = theme.COLOURS[table.edition.colours[colour]]
                draw = island_pictures.swimmer if swimming else island_pictures.explorer
                picture = draw(sign.shape, paint)
                yield Group(picture, number, str(sign.number), theme.ink_on(paint), island_pictures.BODY)

    def _beside(self, state: State) -> Iterator[tuple[str, tuple[Group, ...]]]:
        """Hands (backs as far as the view knows them), what is to be placed, what is set aside."""
        table = state.table
        for seat, name in enumerate(table.setup.seats):
            hand = state.hands[seat]
            tiles = (
                Group(island_pictures.ground(LAND[land]), hand.count((land, back)), _back(back), _BADGE)
                for land, back in dict.fromkeys(hand)
            )
            yield f"hand:{name}", tuple(tiles)
            own = tuple(n if c in table.colours[seat] else 0 for c, n in enumerate(state.reserve))
            waiting = (*self._explorers(state.table, own), *self._figures("boat", state.to_launch[seat]))
            yield f"reserve:{name}", waiting
        for figure, number in zip(FIGURES, state.supply, strict=True):
            yield f"supply:{figure}", tuple(self._figures(figure, number))
        gone = [(LAND[land], sum(row)) for land, row in enumerate(state.out) if sum(row)]
        yield "out", tuple(Group(island_pictures.ground(land), number) for land, number in gone)

    def _figures(self, name: str, number: int) -> Iterator[Group]:
        """So many boats or creatures."""
        drawn = self._own.piece(PosedPiece(name))
        if number and drawn is not None:
            yield Group(drawn[0], number)

    def _creatures(self, state: State, cell: int) -> Iterator[Group]:
        for kind, places in enumerate(state.creatures):
            yield from self._figures(CREATURES[kind], places.count(cell))

    # -- drawing --------------------------------------------------------------------------------------

    def _occupied(self, cell: CellId) -> bool:
        content = self._told.get(cell)
        return content is not None and (content.crew is not None or bool(content.others))

    def _draw_cell(self, cell: CellId) -> None:
        group = self._groups.get(cell)
        if group is None:
            return
        group.clear()
        arriving = any(move.end == cell for move in self.flights.flying)
        content = (self._before if arriving else self._told).get(cell, Content(""))
        zone, box = self._zones[cell], self.box(cell)
        if zone.kind is ZoneKind.SLOT:
            self._draw_ground(group, zone, box)
        else:
            _draw(group, island_pictures.ground(content.ground), box)
            self._draw_name(group, zone, box)
        boat = self._own.piece(PosedPiece("boat"))
        assert boat is not None, "picture.toml draws it"
        _fill(group, content, box, 0.74 if zone.kind is ZoneKind.HEX else 1.0, boat[0])

    def _draw_in(self, group: InstructionGroup, piece: PosedPiece, box: Box, turn: int = 0) -> None:
        """A single figure or tile."""
        table, what, rest = self._table, piece.kind, piece.which
        if table is not None and what == "explorer" and rest in table.edition.colours:
            counts = tuple(int(name == rest) for name in table.edition.colours)
            (one,) = self._explorers(table, counts, swimming=piece.pose is Pose.LYING)
        elif what in FIGURES or what in CREATURES:
            (one,) = self._figures(what, 1)
        elif what == "tile" and rest in LAND:
            one = Group(island_pictures.ground(rest))
        else:
            super()._draw_in(group, piece, box, turn)
            return
        at = square(box)
        _draw(group, one.picture, at)
        _label(group, one, at)


def _back(back: int) -> str:
    return BACK_WORDS[UNSEEN] if back == UNSEEN else ""


def _fill(group: InstructionGroup, content: Content, box: Box, part: float, boat: Texture) -> None:
    """Everything that lies in a place; ``part`` of its height can be used."""
    left, bottom, width, height = box
    room = (left + 0.06 * width, bottom + 0.08 * height, 0.88 * width, (part - 0.08) * height)
    if content.crew is not None:
        share = 0.6 if content.others else 0.9
        hull = (room[0], room[1], room[2], room[3] * share)
        room = (room[0], room[1] + room[3] * share, room[2], room[3] * (1 - share))
        _draw_boat(group, boat, content.crew, hull)
    placed = list(zip(content.others, _slots(len(content.others), room), strict=True))
    for one, at in placed:
        _draw(group, one.picture, at)
        _label(group, one, at)
    for one, at in placed:  # above the neighbours too
        _count(group, one, at)


def _draw_boat(group: InstructionGroup, boat: Texture, crew: Sequence[Group], room: Box) -> None:
    """A boat, and who sits in it."""
    left, low, width, height = room
    begins, high = _HULL
    bottom = low + _KEEL * height
    side = min(0.95 * width, (1 - _KEEL) * height / (_SEATED * high))
    left += (width - side) / 2
    _draw(group, boat, (left, bottom - begins * side, side, side))
    seated = [one for one in crew for _ in range(one.number)]
    for x, one in zip(_seats(len(seated)), seated, strict=True):
        figure = 0.48 * side
        at = (left + x * side - figure / 2, bottom + 0.6 * high * side - 0.3 * figure, figure, figure)
        _draw(group, one.picture, at)
        _label(group, one, at)


def _seats(number: int) -> Sequence[float]:
    return _PASSENGERS[1:2] if number == 1 else _PASSENGERS[::2] if number == 2 else _PASSENGERS[:number]


def _slots(number: int, room: Box) -> Iterator[Box]:
    """Equal squares, a little over one another, in as many rows as make them largest."""
    left, bottom, width, height = room
    if not number:
        return
    rows = max(range(1, number + 1), key=lambda r: min(width / ceil(number / r), height / r))
    columns = ceil(number / rows)
    side = min(width / columns, height / rows)
    for index in range(number):
        row, column = divmod(index, columns)
        across = min(columns, number - row * columns)
        x = left + width / 2 + (column - (across - 1) / 2) * side
        y = bottom + height / 2 + ((rows - 1) / 2 - row) * side
        drawn = min(side * _CLOSE, height, width) if number > 1 else side
        yield (x - drawn / 2, y - drawn / 2, drawn, drawn)


def _draw(group: InstructionGroup, texture: Texture, box: Box) -> None:
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=box[:2], size=box[2:]))


def _label(group: InstructionGroup, one: Group, box: Box) -> None:
    """The seat's number, or the question mark of a back that nobody may know."""
    left, bottom, width, height = box
    text = (
        pictures.caption(
            one.label, int(height * 0.5), one.ink, int(width), bold=True, least=pictures.LEAST_SIGN
        )
        if one.label
        else None
    )
    if text is not None:
        low = bottom + (height - text.height) / 2 - one.dip * height
        _draw(group, text, (left + (width - text.width) / 2, low, *text.size))


def _count(group: InstructionGroup, one: Group, box: Box) -> None:
    """How many they are, on a dark field in the lower right corner."""
    if one.number < 2:
        return
    left, bottom, width, height = box
    size = int(max(pictures.LEAST_SIGN + 1, height * 0.34))
    text = pictures.caption(
        f"×{one.number}", size, theme.INK, int(width), bold=True, least=pictures.LEAST_SIGN
    )
    if text is None:
        return
    at = (left + width - text.width, bottom, text.width, text.height * 0.9)
    group.add(Color(*_BADGE))
    group.add(Rectangle(pos=at[:2], size=at[2:]))
    _draw(group, text, (at[0], bottom - text.height * 0.05, text.width, text.height))
