"""The set-up check. The judge begins when the table does not contradict the set-up, or when people say that
it is right.

State: how each cell looked last, as long as something seems wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.rules.contract import CellId
from vision.seeing import CellView, View
from vision.types import Image

Unlike = Callable[[Mapping[str, Image]], frozenset[str]]
"""The cells that do not look as they should. Takes a picture of each."""


class SetUpCheck:
    """Holds the first view back while cells do not look as they should. ``cells``: those cells."""

    def __init__(self) -> None:
        self.cells: tuple[CellId, ...] = ()
        self._seen: dict[str, CellView] = {}
        self._latest: View | None = None

    @property
    def holds(self) -> bool:
        """Whether a first view is held back."""
        return self._latest is not None

    def admit(self, view: View, unlike: Unlike) -> View | None:
        """The view from which the judge may begin, once nothing is wrong; None until then. Only the first
        view is held back, and with it every view that follows until it is released."""
        self._latest = view
        if view.first:
            self._seen.clear()
        for name, cell in view.cells.items():
            self._seen[name] = replace(cell, change=0.0, shade=0.0, visited=0.0, dwell=0.0, before=None)
        wrong = unlike({name: cell.now for name, cell in self._seen.items()})
        self.cells = tuple(CellId(name) for name in self._seen if name in wrong)
        return None if self.cells else self.release()

    def release(self) -> View | None:
        """The whole table as it looks now, as a first view; None if no view is held back."""
        latest, self._latest, self.cells = self._latest, None, ()
        if latest is None:
            return None
        seen, self._seen = self._seen, {}
        return View(latest.time, latest.since, seen, first=True)
