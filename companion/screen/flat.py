"""Plain shapes of a board: a card with an edge, a hexagon, the part of a cell where a piece stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from companion.rules.contract import Lamp
from companion.screen import pictures, theme

Box = tuple[float, float, float, float]
"""Left, bottom, width, height in pixels."""


def card(group: InstructionGroup, colour: theme.Colour, box: Box) -> None:
    """A coloured card."""
    left, bottom, width, height = box
    edge = 0.03 * min(width, height)
    group.add(Color(*theme.CARD_INK))
    group.add(Rectangle(pos=(left, bottom), size=(width, height)))
    group.add(Color(*colour))
    group.add(Rectangle(pos=(left + edge, bottom + edge), size=(width - 2 * edge, height - 2 * edge)))


def hexagon(box: Box) -> Mesh:
    """A hexagon with a corner at the top when it is taller than wide, at the right when it is wider."""
    left, bottom, width, height = box
    corners = (
        ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
        if height >= width
        else ((0, 0.5), (0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1))
    )
    points: list[float] = []
    for x, y in corners:
        points += [left + x * width, bottom + y * height, 0, 0]
    return Mesh(vertices=points, indices=list(range(6)), mode="triangle_fan")


def part(box: Box, place: tuple[float, float, float]) -> Box:
    """Where a piece stands in its cell."""
    left, bottom, width, height = box
    x, y, size = place
    return (left + (x - size / 2) * width, bottom + (y - size / 2) * height, size * width, size * height)


def square(box: Box) -> Box:
    """The largest square in the middle of a place."""
    left, bottom, width, height = box
    side = min(width, height)
    return (left + (width - side) / 2, bottom + (height - side) / 2, side, side)


def draw_picture(group: InstructionGroup, texture: Any, box: Box, turned: bool = False) -> None:
    """A texture in a place of the window."""
    left, bottom, width, height = box
    rectangle = Rectangle(texture=texture, pos=(left, bottom), size=(width, height))
    if turned:
        # Four corners, counter-clockwise; half a turn moves them on by two.
        coordinates = list(texture.tex_coords)
        rectangle.tex_coords = coordinates[4:] + coordinates[:4]
    group.add(Color(1, 1, 1, 1))
    group.add(rectangle)


def spread(group: Any, texture: Any, box: Box, side: float) -> None:
    """A picture that is repeated over a place, each time as wide and high as ``side``."""
    left, bottom, width, height = box
    x, y = width / side, height / side
    group.add(Color(1, 1, 1, 1))
    group.add(
        Rectangle(
            texture=texture, pos=(left, bottom), size=(width, height), tex_coords=(0, 0, x, 0, x, y, 0, y)
        )
    )


def printed_card(group: InstructionGroup, lamps: Sequence[Lamp], box: Box, turn: int) -> None:
    """A card with an arrow or a number for each lamp, from top to bottom."""
    card(group, theme.CARD, box)
    left, bottom, width, height = box
    side = min(0.8 * width, 0.9 * height / len(lamps))
    for row, lamp in enumerate(lamps, 1):
        at = (left + (width - side) / 2, bottom + 0.95 * height - row * side, side, side)
        colour = theme.COLOURS.get(lamp.colour, theme.CARD)
        group.add(Color(*colour))
        group.add(Rectangle(pos=at[:2], size=at[2:]))
        ink = theme.ink_on(colour)
        if not lamp.pattern.isdigit():
            draw_picture(group, pictures.arrow(lamp.pattern, ink, turn), at)
        elif number := pictures.caption(lamp.pattern, int(0.8 * side), ink, int(side), True, 1):
            middle = (at[0] + (side - number.width) / 2, at[1] + (side - number.height) / 2)
            draw_picture(group, number, (*middle, number.width, number.height))
