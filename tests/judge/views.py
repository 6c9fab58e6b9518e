"""Views made by hand: what a camera would say of an act, without pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from companion.judge.history import BARE, visible
from companion.rules.contract import CellId
from vision.seeing import CellView, Glance, View
from vision.types import CameraState

CLEARLY = 0.4
"""Share of a cell's pixels that a piece which comes or goes changes."""
_PATCH = np.zeros((8, 8, 3), np.uint8)


def view(
    time: float,
    changed: Mapping[str, float],
    visited: Iterable[str] = (),
    hidden: Iterable[str] = (),
    touching: Mapping[str, str] | None = None,
) -> View:
    """A view in which these cells changed by so much and hands were there and in ``visited``; the change of a
    cell in ``touching`` runs on into another one."""
    runs_on = {cell: frozenset({other}) for cell, other in (touching or {}).items()}
    cells = {
        cell: CellView(
            cell,
            changed.get(cell, 0.0),
            changed.get(cell, 0.0),
            1.0,
            0.5,
            _PATCH,
            _PATCH,
            touching=runs_on.get(cell, frozenset()),
        )
        for cell in {*changed, *visited}
    }
    return View(time, time - 0.2, cells, frozenset(hidden))


def untouched(time: float, changed: Mapping[str, float]) -> View:
    """A view in which these cells look changed though no hand was there."""
    cells = {cell: CellView(cell, much, much, 0.0, 0.0, _PATCH, _PATCH) for cell, much in changed.items()}
    return View(time, time, cells)


def glance(seen: View, number: int = 0) -> Glance:
    """The frame that completes a view."""
    return Glance(number, seen.time, CameraState.READY, seen)


def first(cells: Iterable[str]) -> Glance:
    """The first view of a table."""
    patches = {cell: CellView(cell, 0.0, 0.0, 0.0, 0.0, None, _PATCH) for cell in cells}
    return Glance(0, 0.0, CameraState.READY, View(0.0, 0.0, patches, first=True))


def of_act(game: Any, state: Any, seat: Any, move: Any, time: float = 1.0) -> View | None:
    """What hands change when they carry out a move, legal or not; None when nothing of it can be seen."""
    before, handled = game.looks(state), game.handled(state, seat, move)
    changed = {c: CLEARLY for c, look in handled.items() if visible(before.get(c, BARE), look)}
    return view(time, changed, visited=handled) if changed else None


def cells_of(game: Any, setup: Any) -> list[CellId]:
    return [zone.cell for zone in game.zones(setup) if zone.reading.watched]
