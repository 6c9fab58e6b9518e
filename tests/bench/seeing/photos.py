"""What the product says about a set of photos: through its public door, and by its comparison alone."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import replace

from companion.judge.scene import ViewEvidence
from companion.rules.contract import CellId
from tests.bench.seeing.changes import CellFigures, Said, score
from tests.bench.seeing.film import Shown, Timing, film
from tests.bench.seeing.truth import PhotoSet
from vision.cells import Cells
from vision.change import difference, logs, relit, shares
from vision.evidence import by_network
from vision.networks.changes import ChangeNetwork
from vision.presence import small
from vision.raster import Rectifier, plane_of
from vision.registration import from_corners
from vision.seeing import CellView, Glance, View
from vision.types import Image
from vision.watching import TableWatcher

OF_CELLS = 1 / 50
"""About so many of a board's cells change between two photos: a move of chess changes two of 64."""
LEAST = math.log((1 - OF_CELLS) / OF_CELLS)
"""Nats of evidence from which a change is likelier than none, if one cell in fifty changes."""


def told(view: View) -> frozenset[str]:
    """The cells that a view says have changed rather than not."""
    evidence = ViewEvidence(view, 0.0, tuple(view.cells))
    return frozenset(cell for cell in view.cells if evidence.changed(CellId(cell)) >= LEAST)


# -- the comparison alone ----------------------------------------------------------------------------------


def compared(photos: PhotoSet) -> CellFigures:
    """Each photo against the one before: rectified by its own corners, compared as the watcher compares
    settled views. No hand is sought and nothing is waited for."""
    first = from_corners(photos.anchor(photos.photos[0]), _size(photos.picture(photos.photos[0].number)))
    if first is None:
        raise ValueError(f"{photos.name}: no camera sees a board with these corners.")
    cells = Cells(photos.spots, plane_of(photos.spots, first), first.size)
    network = ChangeNetwork()
    before: Image | None = None
    said, spent = [], []
    for photo in photos.photos:
        picture = photos.picture(photo.number)
        registration = from_corners(photos.anchor(photo), _size(picture)) or first
        cells.place(registration, small(picture).shape[:2])
        rectifier = Rectifier(cells.plane, registration)  # once for many views where the table lies still
        begin = time.thread_time()
        now = logs(rectifier(picture))
        view = None if before is None else _view(network, cells, now, before)
        spent.append(1000 * (time.thread_time() - begin))
        said.append(Said(dict.fromkeys(told(view), 0.0) if view is not None else {}))
        before = now
    return replace(score(photos.photos, said), delays=(), settled=tuple(spent[1:]))


def _size(picture: Image) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _view(network: ChangeNetwork, cells: Cells, now: Image, before: Image) -> View:
    """The changes of all cells between two rasters."""
    lit, _ = relit(now, before)
    apart = difference(lit, before)
    evidence = by_network(network, cells, lit, before)
    seen = {}
    for name in cells.names:
        shade, change = shares(apart, *cells.window(name), cells.usual)
        seen[name] = CellView(
            name, change, shade, 1.0, 0.0, cells.patch(before, name), cells.patch(lit, name),
            evidence=evidence.get(name), crowd=cells.crowds.get(name, False),
        )  # fmt: skip
    return View(0.0, 0.0, seen)


# -- through the public door -------------------------------------------------------------------------------


def watched(photos: PhotoSet, timing: Timing) -> CellFigures:
    """The photos as frames through a watcher, which knows no more than the first photo's corners."""
    watcher = TableWatcher(photos.spots, photos.anchor(photos.photos[0]))
    heard = _Heard(len(photos.photos))
    idle: list[float] = []
    settled: list[float] = []
    end = 0.0
    for shown in film(photos, timing):
        begin = time.thread_time()
        glance = watcher.read(shown.frame)
        (idle if glance.view is None else settled).append(1000 * (time.thread_time() - begin))
        heard.take(shown, glance)
        end = shown.frame.time
    figures = score(photos.photos, heard.said())
    return replace(figures, minutes=end / 60, idle=tuple(idle), settled=tuple(settled))


class _Heard:
    """What the watcher has said, by photo."""

    def __init__(self, count: int) -> None:
        self._cells: list[dict[str, float]] = [{} for _ in range(count)]
        self._hands: list[bool | None] = [None] * count
        self._since: dict[int, float] = {}
        """When each photo was first shown without a drawn arm."""

    def take(self, shown: Shown, glance: Glance) -> None:
        place, now = shown.photo, shown.frame.time
        if shown.free:
            self._since.setdefault(place, now)
        if shown.last:
            self._hands[place] = bool(glance.covered)
        if glance.view is not None and not glance.view.first:
            waited = max(0.0, now - self._since.get(place, now))
            for cell in told(glance.view):
                self._cells[place].setdefault(cell, waited)

    def said(self) -> list[Said]:
        made: list[tuple[Mapping[str, float], bool | None]] = list(zip(self._cells, self._hands, strict=True))
        return [Said(cells, hand) for cells, hand in made]
