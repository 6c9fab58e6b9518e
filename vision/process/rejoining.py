"""A watcher that was started again in mid-game: its first view is compared with what the watcher before it
saw last.

State: how each cell looked last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.change import difference, shares
from vision.opencv import cv2
from vision.seeing import CellView, Glance, View
from vision.tuning import number
from vision.types import Image

_INNER = number("rejoining.inner")
"""Part of a patch in which changes count: the inner part of its cell (:mod:`vision.cells`)."""


class Rejoining:
    """Follows the glances of one table over all starts of its watcher."""

    def __init__(self) -> None:
        self._last: dict[str, Image] = {}

    def forget(self, cells: Iterable[str]) -> None:
        """These cells lie elsewhere from now on, or are not watched any more."""
        for cell in cells:
            self._last.pop(cell, None)

    def see(self, glance: Glance) -> Glance:
        """The same glance. A first view that is not the first of this table becomes a view of changes."""
        view = glance.view
        if view is None:
            return glance
        if view.first and self._last:
            view = rejoined(view, self._last)
        self._last.update((name, cell.now) for name, cell in view.cells.items())
        return replace(glance, view=view)


def rejoined(first: View, last: Mapping[str, Image]) -> View:
    """The view as changes since ``last`` (patches by cell). Hands may have been everywhere meanwhile. A cell
    that was not in ``last`` tells only how it looks now."""
    known = {name: cell.now for name, cell in first.cells.items() if name in last}
    laid = {name: _laid(now, last[name]) for name, now in known.items()}
    light = _light(laid, last)
    cells = {
        name: _compared(name, last[name], laid[name], light) if name in laid else cell
        for name, cell in first.cells.items()
    }
    hidden = frozenset(last.keys() - first.cells.keys())
    return View(first.time, first.since, cells, hidden, bumped=True, blind=True)


def _laid(now: Image, before: Image) -> Image:
    """A patch scaled to the size of another one, as the table may lie elsewhere in the picture."""
    return np.asarray(cv2.resize(now, (before.shape[1], before.shape[0])), np.uint8)


def _light(now: Mapping[str, Image], before: Mapping[str, Image]) -> NDArray[np.int16]:
    """By how many steps of a log picture most cells are brighter than they were, for each channel."""
    apart = [
        np.median(picture.reshape(-1, 3).astype(np.int16) - before[name].reshape(-1, 3), axis=0)
        for name, picture in now.items()
    ]
    return np.asarray(np.round(np.median(apart, axis=0)) if apart else np.zeros(3), np.int16)


def _compared(name: str, before: Image, now: Image, light: NDArray[np.int16]) -> CellView:
    lit = np.asarray(np.clip(now.astype(np.int16) - light, 0, 255), np.uint8)
    height, width = before.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    axes = (round(width * _INNER / 2), round(height * _INNER / 2))
    cv2.ellipse(mask, (width // 2, height // 2), axes, 0, 0, 360, 1, cv2.FILLED)
    shade, change = shares(difference(lit, before), mask, slice(None), slice(None))
    return CellView(name, change, shade, 1.0, 0.0, before, lit)
