"""The table of a game with a totem: large open cards round it, closed cards counted, no grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.games.jungle.referee.claim import shown_state
from companion.games.jungle.screen import symbols
from companion.games.jungle.state import State, Table
from companion.games.jungle.words import SPECIAL
from companion.games.jungle.zones import TOTEM, card_piece
from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules import palette
from companion.rules.contract import CellId, Look, Zone
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.screen import pictures, theme
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn
from companion.screen.flat import Box
from companion.screen.flight import MOST, Moved
from companion.screen.theme import px

# -- Places round a table in the greatest size that fits

STRIP = 0.36
"""Below each card lies a strip of this height in parts of the card: who, and how many cards lie closed."""
_GAP = 4.0
_HAND_CELLS = (3, 5, 7, 1)
"""Of the four hands of two players, in the order of places: the corners of a grid of three by three."""
_WIDEST = 9


@dataclass(frozen=True, slots=True)
class Ring:
    """``side``: of a card. ``corners``: left bottom of each place's block; the strip is below its card."""

    side: float
    strip: float
    corners: tuple[tuple[float, float], ...]


def ring(
    places: int, hands: bool, size: tuple[float, float], centre: tuple[float, float], least: float
) -> Ring:
    """The first place at the top, the others clockwise, on the edge of a grid whose middle stays free.

    ``size``: of the table; ``centre``: width and height to be kept free in the middle; ``least``: height of a
    strip at least. Of all grids with enough cells at the edge the one with the greatest cards is taken.
    """
    grids = [
        (columns, rows)
        for columns in range(3, _WIDEST)
        for rows in range(3, _WIDEST)
        if _edge(columns, rows) >= places
    ]
    columns, rows = max(grids, key=lambda grid: _side(grid, size, centre, least))
    side = max(1.0, _side((columns, rows), size, centre, least))
    strip = max(least, STRIP * side)
    width, height = size[0] / columns, size[1] / rows
    around = _clockwise(columns, rows)
    chosen = _HAND_CELLS if hands else [round(place * len(around) / places) for place in range(places)]
    cells = [around[index] for index in chosen]
    return Ring(
        side,
        strip,
        tuple(
            ((x + 0.5) * width - side / 2, size[1] - (y + 0.5) * height - (side + strip) / 2)
            for x, y in cells
        ),
    )


def _edge(columns: int, rows: int) -> int:
    return 2 * (columns + rows) - 4


def _side(
    grid: tuple[int, int], size: tuple[float, float], centre: tuple[float, float], least: float
) -> float:
    """The card that fits a cell of the grid; what the middle lacks is taken from the cells."""
    columns, rows = grid
    width = min(size[0] / columns, (size[0] - centre[0]) / 2) - _GAP
    height = min(size[1] / rows, (size[1] - centre[1]) / 2) - _GAP
    return min(width, height / (1 + STRIP), height - least)


def _clockwise(columns: int, rows: int) -> list[tuple[int, int]]:
    """The cells at the edge (column, row from the top), from the middle of the top."""
    right, bottom = columns - 1, rows - 1
    found = [(x, 0) for x in range(columns)]
    found += [(right, y) for y in range(1, rows)]
    found += [(x, bottom) for x in range(right - 1, -1, -1)]
    found += [(0, y) for y in range(bottom - 1, 0, -1)]
    first = right // 2
    return found[first:] + found[:first]


# -- The table of a game with a totem

_CENTRE = (132.0, 126.0)
_READY = theme.rgb("4fc36b")
_NAMED = 30
"""A place's strip that is lower has no room for a name below its count."""


class TotemBoard(BoardView):
    """A :class:`BoardView` with a layout of its own. ``game``: says what may be shown of a position."""

    def __init__(
        self, texts: Texts, zones: Sequence[Zone], seats: Sequence[str], game: AnyGame, **kwargs: Any
    ) -> None:
        self._game = game
        self._state: State | None = None
        self._before: State | None = None
        """What is drawn where a card is about to arrive."""
        self._boxes: dict[CellId, Box] = {}
        self._facts: dict[CellId, object] = {}
        self._active: frozenset[int] = frozenset()
        drawn = Drawn(game.id, seats)
        self._totem = drawn.piece(TOTEM)
        super().__init__(texts, zones, seats, **kwargs)
        self.drawn = drawn

    # -- what the page says ---------------------------------------------------------------------------

    def tell(self, view: TableView) -> None:
        """The position: cards, counts, who is to act."""
        before, self._state = self._state, view.state
        first = before is None
        if before is not None:
            self.flights.land()
            self._before = before
            self.flights.start(cards_moved(before, view.state))
        self._active = active_places(shown_state(self._game, view.state))
        if first:
            self._place()
            return
        for cell in self._zones:
            if self._facts.get(cell) != self._fact(cell):
                self._draw_cell(cell)

    def show(self, looks: Mapping[CellId, Look]) -> None:
        """Kept for readers; what is drawn was told."""
        self._looks = looks

    def show_whole(self, whole: bool) -> None:
        """All of it is always shown."""
        del whole

    def box(self, cell: CellId) -> Box:
        """Where a cell is in this window."""
        return self._boxes[cell]

    # -- layout ---------------------------------------------------------------------------------------

    def _in_view(self) -> list[CellId]:
        return list(self._boxes)

    def small(self) -> list[CellId]:
        """All its places are large."""
        return []

    def _place(self, *_: object) -> None:
        if self._state is not None:
            self._lay_out(self._state.table)
        super()._place()

    def _lay_out(self, table: Table) -> None:
        found: Ring = ring(
            len(table.places),
            table.two_hands,
            (self.width, self.height),
            (px(_CENTRE[0]), px(_CENTRE[1])),
            px(24),
        )
        self._boxes = {}
        for place, (x, y) in zip(table.places, found.corners, strict=True):
            left, bottom = self.x + x, self.y + y
            self._boxes[CellId(f"closed:{place}")] = (left, bottom, found.side, found.strip)
            self._boxes[CellId(f"open:{place}")] = (left, bottom + found.strip, found.side, found.side)
        middle_x, middle_y = self.x + self.width / 2, self.y + self.height / 2
        self._boxes[CellId("totem")] = (middle_x - px(62), middle_y - px(36), px(58), px(96))
        self._boxes[CellId("pot")] = (middle_x + px(4), middle_y - px(14), px(58), px(58))

    def _fact(self, cell: CellId) -> object:
        """Everything of the position that is drawn in a cell."""
        state = self._state
        assert state is not None
        kind, _, name = cell.partition(":")
        if kind == "totem":
            return (state.colours, state.phase == "over")
        if kind == "pot":
            return state.pot
        place = state.table.number[name]
        return (state.closed[place], state.opened[place], place in self._active)

    # -- drawing --------------------------------------------------------------------------------------

    def _draw_cell(self, cell: CellId) -> None:
        group = self._groups.get(cell)
        if group is None or self._state is None:
            return
        group.clear()
        self._facts[cell] = self._fact(cell)
        arriving = any(move.end == cell for move in self.flights.flying)
        state = self._before if arriving and self._before is not None else self._state
        kind, _, name = cell.partition(":")
        draw = {"totem": self._draw_totem, "pot": self._draw_pot}.get(kind)
        if draw is not None:
            draw(group, self.box(cell), state)
        elif kind == "closed":
            self._draw_strip(group, self.box(cell), state, name)
        else:
            self._draw_top(group, self.box(cell), state, name)

    def _draw_alone(self, group: InstructionGroup, piece: PosedPiece, cell: CellId) -> None:
        """A card, as large as in an open place."""
        left, bottom, width, height = self.box(cell)
        side = next(box[2] for place, box in self._boxes.items() if place.startswith("open:"))
        box = (left + (width - side) / 2, bottom + (height - side) / 2, side, side)
        card = piece.which
        if symbols.has_picture(card):
            _show(group, symbols.card_picture(card), box)
        else:
            _fill(group, theme.CARD, box)

    def _draw_top(self, group: InstructionGroup, box: Box, state: State, name: str) -> None:
        """The newest open card with its colour's first letter, and how many there are."""
        place = state.table.number[name]
        cards = state.opened[place]
        if not cards:
            _fill(group, theme.CHOSEN if place in self._active else theme.SLOT, _inset(box, 0.03))
            return
        card = state.table.edition.names[cards[-1]]
        left, bottom, side, _ = box
        if symbols.has_picture(card):
            _show(group, symbols.card_picture(card), box)
            colour = "" if card in SPECIAL else self._texts.term(card.rpartition("-")[2])
            corner = (left + side * 0.02, bottom + side * 0.02, side * 0.2, side * 0.2)
            _write(group, colour[:1].upper(), corner, theme.CARD_INK, side * 0.15)
        else:  # an owner's edition with a symbol of its own: its name, then
            _fill(group, theme.CARD, box)
            words = self._texts.term(card).replace(" ", "\n")
            _write(group, words, (left, bottom, side, side), theme.CARD_INK, px(theme.TINY))
        if len(cards) > 1:
            corner = (left + side * 0.7, bottom + side * 0.02, side * 0.29, side * 0.24)
            _fill(group, theme.NEUTRAL, corner)
            _write(group, str(len(cards)), corner, theme.INK, corner[3])

    def _draw_strip(self, group: InstructionGroup, box: Box, state: State, name: str) -> None:
        """Whose place it is, and the closed cards."""
        left, bottom, width, height = box
        place = state.table.number[name]
        _fill(group, theme.CHOSEN if place in self._active else theme.PANEL, box)
        seat = state.table.setup.seats[state.table.seat_of[place]]
        sign = theme.seat_sign(seat, state.table.setup.seats)
        badge = (left + 1, bottom + 1, height - 2, height - 2)
        _show(group, pictures.shape(sign.shape, sign.colour), badge)
        _write(group, str(sign.number), badge, theme.ink_on(sign.colour), height * 0.5)
        room = (left + height, bottom, width - height, height)
        if state.table.two_hands:
            hand = self._texts.say("R") if name.endswith("r") else self._texts.say("L")
            _write(group, hand, (left + height, bottom, height * 0.6, height), theme.INK, height * 0.62)
            room = (left + height * 1.6, bottom, width - height * 1.6, height)
        if room[2] > height * 1.9:
            stack = (room[0] + height * 0.1, bottom + height * 0.16, height * 0.5, height * 0.68)
            _fill(group, _BACK if state.closed[place] else theme.SLOT, stack)
            room = (stack[0] + stack[2], bottom, left + width - stack[0] - stack[2], height)
        called = self._texts.names.get(seat, "")
        if called and height >= px(_NAMED):
            below = (left + height, bottom + height * 0.04, width - height, height * 0.38)
            _write(group, called, below, theme.INK, px(theme.TINY))
            room = (room[0], bottom + height * 0.4, room[2], height * 0.6)
        _write(group, str(state.closed[place]), room, theme.INK, room[3] * 0.66)

    def _draw_totem(self, group: InstructionGroup, box: Box, state: State) -> None:
        left, bottom, width, height = box
        _fill(group, theme.SLOT, (left, bottom + height * 0.08, width, height * 0.1))
        side = height * 0.86
        if self._totem is not None:
            _show(group, self._totem[0], (left + (width - side) / 2, bottom + height * 0.14, side, side))
        lamp = (left + width * 0.37, bottom + height * 0.24, width * 0.26, width * 0.26)
        lit = bool(self._game.lamps(state)[0].colour)
        _show(group, pictures.shape("circle", _READY if lit else theme.BUTTON_OFF), lamp)
        if state.colours:
            below = (self.x + self.width / 2 - px(66), bottom - px(27), px(132), px(28))
            _fill(group, theme.ASK, below)
            _write(group, self._texts.say("COLOURS"), below, theme.INK, px(theme.BODY))

    def _draw_pot(self, group: InstructionGroup, box: Box, state: State) -> None:
        """The cards under the totem: their number, and one of them."""
        left, bottom, side, _ = box
        label = (left - px(2), bottom - px(22), side + px(4), px(22))
        if not state.pot:
            _fill(group, theme.SLOT, _inset(box, 0.1))
            _write(group, "0", label, theme.FAINT, px(theme.SMALL))
            return
        card = state.table.edition.names[state.pot[-1]]
        if symbols.has_picture(card):
            _show(group, symbols.card_picture(card), box)
        else:
            _fill(group, theme.CARD, box)
        _write(group, str(len(state.pot)), label, theme.INK, px(theme.BODY))


_BACK = theme.rgb(palette.BACK)


def active_places(state: Any) -> frozenset[int]:
    """Whose hands are expected: who opens, chooses or deals out, or the tied ones."""
    match state.phase:
        case "flip":
            return frozenset({state.turn})
        case "burst":
            return frozenset(waiting(state))
        case "choose" | "give" | "tie":
            return frozenset(state.who)
    return frozenset()


def cards_moved(before: State, after: State) -> tuple[Moved, ...]:
    """Cards that were opened, and the tops of open piles that went under the totem or to who takes them."""
    table, found = after.table, []
    places = range(len(table.places))
    takers = [place for place in places if after.closed[place] > before.closed[place]]
    taker = CellId(f"closed:{table.places[takers[0]]}") if takers else None
    for place in places:
        was, now, name = before.opened[place], after.opened[place], table.places[place]
        if len(now) == len(was) + 1 and after.closed[place] == before.closed[place] - 1:
            card = card_piece(table.edition.names[now[-1]])
            found.append(Moved(card, CellId(f"closed:{name}"), CellId(f"open:{name}")))
        elif was and not now:
            end = CellId("pot") if len(after.pot) > len(before.pot) else taker
            card = card_piece(table.edition.names[was[-1]])
            found += [Moved(card, CellId(f"open:{name}"), end)] if end is not None else []
    return tuple(found) if len(found) <= MOST else ()


def waiting(state: State) -> list[int]:
    """Who has still to open in a simultaneous opening, clockwise from the one whose turn it is."""
    return [
        place
        for place in state.table.clockwise(state.turn)
        if state.closed[place] and place not in state.shown
    ]


def _inset(box: Box, part: float) -> Box:
    left, bottom, width, height = box
    return (left + width * part, bottom + height * part, width * (1 - 2 * part), height * (1 - 2 * part))


def _fill(group: InstructionGroup, colour: theme.Colour, box: Box) -> None:
    group.add(Color(*colour))
    group.add(Rectangle(pos=box[:2], size=box[2:]))


def _show(group: InstructionGroup, texture: Any, box: Box) -> None:
    group.add(Color(1, 1, 1, 1))
    group.add(Rectangle(texture=texture, pos=box[:2], size=box[2:]))


def _write(group: InstructionGroup, text: str, box: Box, colour: theme.Colour, size: float) -> None:
    """In the middle of the box, as large as it allows."""
    left, bottom, width, height = box
    label = pictures.caption(text, int(max(theme.least_letters(), size)), colour, int(max(1, width)), True)
    if label is not None:
        at = (left + (width - label.width) / 2, bottom + (height - label.height) / 2)
        _show(group, label, (*at, label.width, label.height))
