"""What speaks for a change of a cell beside the share of its pixels that changed, in nats: the network where
pieces stand, and the die in its tray."""

from __future__ import annotations

from vision.cells import Cells
from vision.change import plain
from vision.die import thrown
from vision.networks.changes import ChangeNetwork, cell_evidence
from vision.types import Image


def by_network(network: ChangeNetwork, cells: Cells, now: Image, before: Image) -> dict[str, float]:
    """Nats for a change of each cell in which pieces stand, by the network, between two log pictures of the
    whole raster. It is shown the part with those cells only, because it takes time for every pixel."""
    part = cells.with_pieces()
    if part is None:
        return {}
    top, left, pitch = part[0].start, part[1].start, float(cells.plane.scale)
    maps = network.compare(plain(now[part]), plain(before[part]), pitch)
    evidence = {}
    for name in cells.names:
        if name in cells.crowds:
            mask, rows, columns = cells.window(name)
            window = (
                slice(rows.start - top, rows.stop - top),
                slice(columns.start - left, columns.stop - left),
            )
            evidence[name] = cell_evidence(maps, pitch, cells.crowds[name], mask, *window)
    return evidence


def by_die(cells: Cells, now: Image, before: Image) -> dict[str, float]:
    """Nats for a throw in each tray with a die in one of two log pictures of the raster."""
    trays = (name for name in cells.names if name in cells.trays)
    patches = {name: (cells.patch(before, name), cells.patch(now, name)) for name in trays}
    told = {name: thrown(*pair, cells.plane.scale) for name, pair in patches.items()}
    return {name: nats for name, nats in told.items() if nats is not None}
