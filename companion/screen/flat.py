"""Plain shapes of a board: a card with an edge, a hexagon, the part of a cell where a piece stands."""

from __future__ import annotations

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from companion.screen import theme

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
