"""The camera's picture with the outlines of the cells over it, and four corners that can be dragged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from kivy.core.image import Image as CoreImage
from kivy.graphics import Color, Mesh, Rectangle
from kivy.uix.widget import Widget

from companion.screen import pictures, theme, tuning
from companion.screen.theme import px
from vision.types import Preview

REACH = tuning.whole("live.reach")
"""A finger this near, in units of ``px``, takes hold of a corner."""


class LivePicture(Widget):
    """Shows the newest preview, as large as it fits. Corners are in pixels of the preview."""

    def __init__(self, corners_changed: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._preview: Preview | None = None
        self._texture: Any = None
        self._held: int | None = None
        self._handles = False
        self._corners: list[tuple[float, float]] = []
        self._changed = corners_changed
        self.bind(pos=self._draw, size=self._draw)

    @property
    def ready(self) -> bool:
        """Whether there is a picture."""
        return self._preview is not None

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners set so far, in pixels of the preview (y down)."""
        return tuple(self._corners)

    def show(self, preview: Preview | None) -> None:
        """Show this picture; the same one again costs nothing."""
        if preview is self._preview:
            return
        self._preview = preview
        self._texture = CoreImage(BytesIO(preview.jpeg), ext="jpg").texture if preview else None
        self._draw()

    def handles(self, on: bool) -> None:
        """Set whether corners can be set now."""
        self._handles = on
        self._draw()

    def set_corners(self, corners: Iterable[tuple[float, float]]) -> None:
        """Set the corners, in pixels of the preview (y down)."""
        self._corners = list(corners)
        self._draw()

    def clear_corners(self) -> None:
        """Forget the corners."""
        self._corners.clear()
        self._draw()
        self._changed()

    def in_window(self, x: float, y: float) -> tuple[float, float]:
        """A point of the preview as a point of the window."""
        left, bottom, scale = self._frame()
        height = self._preview.height if self._preview else 0
        return left + x * scale, bottom + (height - y) * scale

    def in_preview(self, x: float, y: float) -> tuple[float, float]:
        """A point of the window as a point of the preview."""
        left, bottom, scale = self._frame()
        height = self._preview.height if self._preview else 0
        return (x - left) / scale, height - (y - bottom) / scale

    # -- touch ----------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        """Take hold of the nearest corner, or set the next one."""
        if not self._handles or self._preview is None or not self.collide_point(*touch.pos):
            return False
        distances = [
            (max(abs(x - touch.x), abs(y - touch.y)), index)
            for index, (x, y) in enumerate(self.in_window(*corner) for corner in self._corners)
        ]
        near = min(distances, default=(float("inf"), 0))
        if near[0] <= px(REACH):
            self._held = near[1]
        elif len(self._corners) < 4:
            self._held = len(self._corners)
            self._corners.append((0.0, 0.0))
        else:
            return True
        touch.grab(self)
        self._move_held(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The corner follows the finger."""
        if touch.grab_current is not self:
            return False
        self._move_held(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The corner stays where the finger left it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held = None
        self._changed()
        return True

    def _move_held(self, touch: Any) -> None:
        if self._held is None or self._preview is None:
            return
        x, y = self.in_preview(*touch.pos)
        self._corners[self._held] = (
            min(max(x, 0.0), self._preview.width - 1.0),
            min(max(y, 0.0), self._preview.height - 1.0),
        )
        self._draw()

    # -- drawing --------------------------------------------------------------------------------------

    def _frame(self) -> tuple[float, float, float]:
        """Left, bottom and scale of the picture in the window."""
        if self._preview is None:
            return self.x, self.y, 1.0
        scale = max(1e-6, min(self.width / self._preview.width, self.height / self._preview.height))
        return (
            self.x + self.width / 2 - self._preview.width * scale / 2,
            self.y + self.height / 2 - self._preview.height * scale / 2,
            scale,
        )

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        preview = self._preview
        if preview is None or self._texture is None:
            with self.canvas:
                Color(*theme.PANEL)
                Rectangle(pos=self.pos, size=self.size)
            return
        left, bottom, scale = self._frame()
        with self.canvas:
            Color(1, 1, 1, 1)
            size = (preview.width * scale, preview.height * scale)
            Rectangle(texture=self._texture, pos=(left, bottom), size=size)
            self._draw_outlines()
            if self._handles:
                self._draw_handles()

    def _shown(self) -> list[tuple[tuple[float, float], ...]]:
        """The outlines that are drawn, in pixels of the preview."""
        return list(self._preview.outlines.values()) if self._preview else []

    def _draw_outlines(self) -> None:
        """All outlines in one mesh of line segments."""
        points: list[float] = []
        for outline in self._shown():
            corners = [self.in_window(*corner) for corner in outline]
            for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
                points += [x1, y1, 0, 0, x2, y2, 0, 0]
        if points:
            Color(0.2, 1.0, 0.4, 0.9)
            Mesh(vertices=points, indices=list(range(len(points) // 4)), mode="lines")

    def _draw_handles(self) -> None:
        corners = [self.in_window(*corner) for corner in self._corners]
        if len(corners) > 1:
            points = [value for x, y in corners for value in (x, y, 0, 0)]
            Color(*theme.RESTORE)
            Mesh(vertices=points, indices=list(range(len(corners))), mode="line_loop")
        Color(1, 1, 1, 1)
        side = px(56)
        for number, (x, y) in enumerate(corners, start=1):
            ring = pictures.shape("ring", theme.RESTORE)
            Rectangle(texture=ring, pos=(x - side / 2, y - side / 2), size=(side, side))
            label = pictures.caption(str(number), int(px(theme.BODY)), theme.INK, int(side), True)
            assert label is not None, "one figure always fits the ring"
            Rectangle(texture=label, pos=(x + side * 0.3, y + side * 0.3), size=label.size)
