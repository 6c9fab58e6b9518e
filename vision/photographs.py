"""The view of one picture of the table, in which everything can be seen: for the first view, and for
portraits, for example of a contact sheet."""

from __future__ import annotations

from collections.abc import Sequence

from vision.camera import CameraModel
from vision.cells import Cells
from vision.change import logs
from vision.die import find_die
from vision.holding import Holding
from vision.mat import Mat
from vision.presence import small
from vision.raster import Rectifier, plane_of
from vision.registration import Corners
from vision.seeing import CellView, View
from vision.types import Image, Spot


def photographed(
    image: Image, spots: Sequence[Spot], anchor: Mat | Corners, camera: CameraModel | None
) -> View | None:
    """The first view of a single picture. None if the table is not found in it."""
    registration = Holding(spots, anchor, camera).find(image)
    if registration is None:
        return None
    plane = plane_of(spots, registration)
    cells = Cells(spots, plane, registration.size)
    picture = small(image)
    cells.place(registration, (picture.shape[0], picture.shape[1]))
    return whole_view(cells, logs(Rectifier(plane, registration)(image)), 0.0)


def whole_view(cells: Cells, now: Image, time: float) -> View:
    """A view of all cells, with nothing known but how each looks now. A tray without a die is left out."""
    patches = {name: cells.patch(now, name) for name in cells.names}
    trays = patches.keys() & cells.trays
    lacking = {name for name in trays if find_die(patches[name], cells.plane.scale) is None}
    seen = {name: CellView(name, 0.0, 0.0, 0.0, 0.0, None, patches[name]) for name in patches}
    return View(time, time, {name: cell for name, cell in seen.items() if name not in lacking}, first=True)
