"""Ships and sleds with their crews, and tiles, drawn into a box."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from kivy.graphics import InstructionGroup

from companion.games.northwest.pictures import is_upright, squares_of
from companion.games.northwest.state import State
from companion.games.northwest.words import VEHICLES
from companion.screen import pictures, theme
from companion.screen.drawn import Drawn
from companion.screen.flat import Box, draw_picture
from companion.screen.theme import px

Men = tuple[int, int]
"""Ready and resting crewmen."""

_LIFTS = {"ship": -0.27, "sled": 0.1}
"""Where a vehicle bears its number, above the middle of its picture."""
_MEN, _ROOM_FOR_MEN = 7, 40
"""Pips in a row, and the least width of it in units of :func:`px`."""


def draw_tile(group: InstructionGroup, drawn: Drawn, kind: str, box: Box) -> None:
    """A tile as it lies, its squares beside or below each other."""
    picture, _, symbol = kind.partition(":")
    squares = list(squares_of(picture))
    upright = is_upright(picture)
    across, down = (1, len(squares)) if upright else (len(squares), 1)
    left, bottom, width, height = box
    side = min(width / across, height / down)
    left += (width - side * across) / 2
    top = bottom + (height + side * down) / 2
    for number, one in enumerate(squares):
        x, y = (0, number) if upright else (number, 0)
        draw_picture(group, drawn.land(one), (left + x * side, top - (y + 1) * side, side, side))
    if symbol:
        middle = (left + side / 4, top - 3 * side / 4, side / 2, side / 2)
        draw_picture(group, drawn.shape(symbol, theme.CARD_INK), middle)


def crews_of(state: State) -> dict[str, Men]:
    """Ready and resting crewmen on each ship and sled."""
    return {
        f"{word} {name}": (
            player.crew.ready_on(vehicle),
            player.crew.on(vehicle) - player.crew.ready_on(vehicle),
        )
        for name, player in zip(state.table.setup.seats, state.players, strict=True)
        for vehicle, word in enumerate(VEHICLES)
    }


def draw_men(group: InstructionGroup, men: Men, colour: theme.Colour, box: Box, columns: int) -> None:
    """A pip for each crewman, row by row from the top left: filled for who is ready, a ring for who rests."""
    left, bottom, width, height = box
    side = min(width / columns, height / ceil(_MEN / columns))
    for number, name in enumerate(("circle",) * men[0] + ("ring",) * men[1]):
        row, column = divmod(number, columns)
        at = (left + column * side, bottom + height - (row + 1) * side, side, side)
        draw_picture(group, pictures.shape(name, colour), at)


def draw_vehicle(
    group: InstructionGroup, piece: str, sign: theme.SeatSign, box: Box, men: Men = (0, 0)
) -> None:
    """A ship or a sled in its seat's colour, with the seat's number on the hull or the load, above its crew
    as pips where there is room."""
    left, bottom, width, height = box
    if sum(men) and width >= px(_ROOM_FOR_MEN):
        row = width / _MEN
        draw_men(group, men, sign.colour, (left, bottom, width, row), _MEN)
        bottom, height = bottom + row, height - row
        left, width = left + row / 2, width - row
        box = (left, bottom, width, height)
    draw_picture(group, Drawn("northwest", ()).shape(piece, sign.colour), box)
    size, ink = int(max(pictures.LEAST_SIGN, 0.36 * height)), theme.ink_on(sign.colour)
    label = pictures.caption(str(sign.number), size, ink, int(width), bold=True, least=pictures.LEAST_SIGN)
    if label is not None:
        lift = _LIFTS[piece] * height
        at = (left + (width - label.width) / 2, bottom + (height - label.height) / 2 + lift)
        draw_picture(group, label, (*at, label.width, label.height))


def parts(number: int, box: Box, beside: bool) -> Iterator[Box]:
    """Places for so many pieces in rows; ``beside``: a token keeps the lower right quarter free."""
    left, bottom, width, height = box
    edge = 0.04 * min(width, height)
    left, bottom, width, height = left + edge, bottom + edge, width - 2 * edge, height - 2 * edge
    if beside and number == 1:
        yield left, bottom + 0.22 * height, 0.72 * width, 0.72 * height
        return
    columns = min(number, max(1, ceil(sqrt(number * width / height)))) if number else 1
    rows = ceil(number / columns) if number else 1
    for index in range(number):
        row, column = divmod(index, columns)
        yield (
            left + column * width / columns,
            bottom + height - (row + 1) * height / rows,
            width / columns,
            height / rows,
        )
