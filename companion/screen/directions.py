"""What stands at a board's edge: the cells that bear their names, and directions in colours, an arrow each,
with the letter that cards bear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kivy.graphics import Color, InstructionGroup, Mesh, Rectangle

from companion.locale import Texts
from companion.rules.contract import CellId, Zone, ZoneKind
from companion.rules.optional import Direction
from companion.screen import pictures, theme

_GAP, _SHOULDER, _HIGH, _HALF = 0.03, 0.2, 0.44, 0.22
"""Between cell and arrow; where an arrow begins to narrow, its height, half its width. In pitches."""
_LETTER = 0.22
"""Height of its letter, in pitches."""


def draw(
    group: InstructionGroup, directions: Sequence[Direction], view: tuple[float, float, float], texts: Texts
) -> None:
    """``view``: left and bottom of the map's origin and the pitch, in pixels."""
    left, bottom, pitch = view
    for one in directions:
        x, y = left + (one.x + _GAP * one.dx) * pitch, bottom + (one.y + _GAP * one.dy) * pitch
        along, across = (one.dx * pitch, one.dy * pitch), (-one.dy * pitch, one.dx * pitch)
        paint = theme.COLOURS.get(one.colour, theme.FAINT)
        points = [(0.0, _HALF), (_SHOULDER, _HALF), (_HIGH, 0.0), (_SHOULDER, -_HALF), (0.0, -_HALF)]
        vertices = [
            value
            for far, wide in points
            for value in (x + far * along[0] + wide * across[0], y + far * along[1] + wide * across[1], 0, 0)
        ]
        group.add(Color(*paint))
        group.add(Mesh(vertices=vertices, indices=list(range(5)), mode="triangle_fan"))
        letter = pictures.caption(
            texts.term(one.colour)[:1].upper(), int(_LETTER * pitch), theme.ink_on(paint),
            int(1.6 * _HALF * pitch), bold=True, least=pictures.LEAST_SIGN,
        )  # fmt: skip
        if letter is not None:
            middle = (x + 0.8 * _SHOULDER * along[0], y + 0.8 * _SHOULDER * along[1])
            group.add(Color(1, 1, 1, 1))
            at = (middle[0] - letter.width / 2, middle[1] - letter.height / 2)
            group.add(Rectangle(texture=letter, pos=at, size=letter.size))


def rim(zones: Iterable[Zone]) -> frozenset[CellId]:
    """The first cell of each row, and of squares the lowest of each column: people find the others by
    them."""
    first: dict[tuple[str, int], Zone] = {}
    for zone in zones:
        row, column = ("row", round(zone.y * 4)), ("column", round(zone.x * 4))
        first[row] = min(first.get(row, zone), zone, key=lambda one: one.x)
        if zone.kind is ZoneKind.SQUARE:
            first[column] = min(first.get(column, zone), zone, key=lambda one: one.y)
    return frozenset(zone.cell for zone in first.values())
