"""The camera's picture with the boxes of piles and hands over it. A finger moves a box; a ring at its corner
resizes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kivy.graphics import Color, Line, Mesh, Rectangle

from companion.ports.choices import Point
from companion.referee.places import LARGEST
from companion.referee.places import Rectangle as Place
from companion.rules.contract import CellId
from companion.screen import pictures, theme, tuning
from companion.screen.pages.ground import Ground
from companion.screen.pages.live import REACH, LivePicture
from companion.screen.theme import px

RING = 56
"""Width of the ring at 800 x 480, as large as a finger. It stands so far off the corner that a small box
stays free."""
LEAST = tuning.number("places_picture.least")
"""The shortest side of a place, in pitches."""
_CORNERS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
"""The corners at which the ring may stand, on the map; the first one that lies in the picture is taken."""


class PlacesPicture(LivePicture):
    """``boxes``: the rectangles on the map; ``gone``: those that are not kept. ``told`` is called when
    another box is chosen or one was moved."""

    def __init__(self, told: Callable[[], None], **kwargs: Any) -> None:
        self.boxes: dict[CellId, Place] = {}
        self.gone: set[CellId] = set()
        self.chosen: CellId | None = None
        self.ground: Ground | None = None
        self._told = told
        self._grip: tuple[Point, Place, tuple[int, int] | None] | None = None
        super().__init__(lambda: None, **kwargs)

    def lay(self, boxes: Mapping[CellId, Place], gone: set[CellId], chosen: CellId | None) -> None:
        """Show these boxes."""
        self.boxes, self.gone, self.chosen = dict(boxes), set(gone), chosen
        self._draw()

    def stand(self, ground: Ground | None) -> None:
        """Tell where the table lies in the picture now."""
        self.ground = ground
        self._draw()

    def at(self, point: Point) -> Point:
        """A place on the table as a point of the window; only while the table is found."""
        assert self.ground is not None
        return self.in_window(*self.ground.to_picture(point))

    def ring(self) -> tuple[Point, tuple[int, int]] | None:
        """Where the ring of the chosen box stands in the window, and at which of its corners."""
        if self.chosen is None or self.chosen in self.gone or self.ground is None:
            return None
        box, side = self.boxes[self.chosen], px(RING) / 2
        middle, found = self.at(box[:2]), []
        for corner in _CORNERS:
            x, y = self.at(_corner(box, corner))
            apart = max(1.0, ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5)
            x += (x - middle[0]) / apart * side
            y += (y - middle[1]) / apart * side
            found.append(((x, y), corner))
            if self.x + side <= x <= self.right - side and self.y + side <= y <= self.top - side:
                return found[-1]
        return found[0]

    # -- touch ----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the ring, or of the box under the finger or nearest to it."""
        if self.ground is None or self._grip is not None or not self.collide_point(*touch.pos):
            return False
        ring = self.ring()
        held = self._nearest(touch.pos)
        if ring is not None and held != (self.chosen, 0.0) and _apart(ring[0], touch.pos) <= px(RING) / 2:
            assert self.chosen is not None
            self._take(touch, self.chosen, ring[1])
        elif held is not None:
            self._take(touch, held[0], None)
        else:
            return False
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The box, or its corner, follows the finger."""
        if touch.grab_current is not self or self._grip is None or self.chosen is None:
            return False
        begun, box, corner = self._grip
        x, y = self._on_table(touch.pos)
        by = (x - begun[0], y - begun[1])
        moved = _moved(box, by) if corner is None else _resized(box, corner, by)
        if self.chosen not in self.gone and self._holds(moved):
            self.boxes[self.chosen] = moved
            self._draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The box stays where the finger left it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._grip = None
        self._told()
        return True

    def _take(self, touch: Any, cell: CellId, corner: tuple[int, int] | None) -> None:
        self.chosen = cell
        self._grip = (self._on_table(touch.pos), self.boxes[cell], corner)
        touch.grab(self)
        self._draw()

    def _nearest(self, point: Point) -> tuple[CellId, float] | None:
        """The box under a finger (the chosen one first, then the smallest), or the nearest in reach."""
        x, y = point
        found = []
        for cell, box in self.boxes.items():
            corners = [self.at(_corner(box, corner)) for corner in _CORNERS]
            left, right = min(c[0] for c in corners), max(c[0] for c in corners)
            low, high = min(c[1] for c in corners), max(c[1] for c in corners)
            away = max(left - x, x - right, low - y, y - high, 0.0)
            found.append((away, cell != self.chosen, (right - left) * (high - low), cell))
        away, _, _, cell = min(found, default=(float("inf"), True, 0.0, CellId("")))
        return (cell, away) if away <= px(REACH) else None

    def _on_table(self, point: Point) -> Point:
        assert self.ground is not None
        return self.ground.to_table(self.in_preview(*point))

    def _holds(self, box: Place) -> bool:
        """Whether the middle of a box lies in the picture, and no part of it beyond any table."""
        left, bottom = self.in_window(0, self._preview.height if self._preview else 0)
        right, top = self.in_window(self._preview.width if self._preview else 0, 0)
        x, y = self.at(box[:2])
        return left <= x <= right and bottom <= y <= top and max(map(abs, box)) <= LARGEST

    # -- drawing --------------------------------------------------------------------------------------

    def _draw(self, *_: object) -> None:
        super()._draw()
        if self._texture is None or self.ground is None:
            return
        with self.canvas:
            for number, (cell, box) in enumerate(self.boxes.items(), start=1):
                self._draw_box(f"{number}", box, cell == self.chosen, cell in self.gone)
            self._draw_ring()

    def _shown(self) -> list[tuple[Point, ...]]:
        """The outlines of the board's own cells. The boxes are drawn separately, where they are being put."""
        outlines = self._preview.outlines if self._preview else {}
        return [tuple(outline) for cell, outline in outlines.items() if cell not in self.boxes]

    def _draw_box(self, number: str, box: Place, chosen: bool, gone: bool) -> None:
        colour = theme.HINT if chosen else theme.FAINT if gone else theme.TO_DO
        a, b, c, d = (self.at(_corner(box, corner)) for corner in ((-1, 1), (1, 1), (1, -1), (-1, -1)))
        Color(*colour[:3], 0.2 if gone else 0.45)
        Mesh(
            vertices=[value for point in (a, b, c, d) for value in (*point, 0, 0)],
            indices=list(range(4)),
            mode="triangle_fan",
        )
        Color(*(theme.INK if chosen else colour))
        Line(points=[*a, *b, *c, *d], width=px(2 if chosen else 1.2), close=True)
        if gone:
            Line(points=[*a, *c], width=px(1.2))
            Line(points=[*b, *d], width=px(1.2))
        label = pictures.caption(number, int(px(theme.SMALL)), theme.INK, int(px(60)), True)
        assert label is not None, "two figures always fit"
        x, y = self.at(box[:2])
        Color(*theme.BACKGROUND[:3], 0.75)
        width, height = label.size
        Rectangle(pos=(x - width / 2 - px(2), y - height / 2), size=(width + px(4), height))
        Color(1, 1, 1, 1)
        Rectangle(texture=label, pos=(x - width / 2, y - height / 2), size=label.size)

    def _draw_ring(self) -> None:
        ring = self.ring()
        if ring is None or self.chosen is None:
            return
        (x, y), corner = ring
        Color(*theme.INK)
        Line(points=[*self.at(_corner(self.boxes[self.chosen], corner)), x, y], width=px(1.5))
        Color(1, 1, 1, 1)
        side = px(RING)
        Rectangle(
            texture=pictures.shape("ring", theme.HINT), pos=(x - side / 2, y - side / 2), size=(side, side)
        )


def _corner(box: Place, corner: tuple[int, int]) -> Point:
    x, y, width, height = box
    return (x + corner[0] * width / 2, y + corner[1] * height / 2)


def _moved(box: Place, by: Point) -> Place:
    x, y, width, height = box
    return (round(x + by[0], 2), round(y + by[1], 2), width, height)


def _resized(box: Place, corner: tuple[int, int], by: Point) -> Place:
    """One corner moved; the opposite one stays."""
    x, y, width, height = box
    wide = round(max(LEAST, width + corner[0] * by[0]), 2)
    high = round(max(LEAST, height + corner[1] * by[1]), 2)
    return (
        round(x + corner[0] * (wide - width) / 2, 3),
        round(y + corner[1] * (high - height) / 2, 3),
        wide,
        high,
    )


def _apart(one: Point, other: Point) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)
