"""How good a finished network is on made-up pictures that it was not trained with, kind by kind. Nothing here
is a real table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.networks.changes import ChangeMaps, ChangeNetwork, cell_evidence
from vision.networks.hands import HandsNetwork
from vision.networks.model import Model
from vision.opencv import cv2
from vision.training import change_pictures, hands_pictures
from vision.training.calibration import Truths, Values
from vision.training.shapes import Mask, Points
from vision.training.store import Sample, made
from vision.training.textures import Bank

_SEED = 920_000
_EACH = 24
"""Pictures of each kind."""
_LEAST = 12
"""Pixels of half size that make a hand."""
_CHANGED, _SAME = 0.06, 0.004
"""A cell changed if more than the first part of its middle is covered by bases that changed. It is the same
if less than the second part of its window is. Cells between, into which a neighbour's thing reaches, are left
out."""
_HALF, _MIDDLE = 0.42, 0.28
"""Half the side of a cell's window and of its middle, in pitches."""

Row = dict[str, float]


def change_scores(model: Model, bank: Bank) -> dict[str, Row]:
    """By kind: cells that changed, the share of them found, and false cells per 1000."""
    network, rows = ChangeNetwork(model), {}
    for number, source in enumerate(change_pictures.SOURCES):
        make = partial(change_pictures.change_pair, source=source)
        samples = [made(make, bank, _SEED + number, i) for i in range(_EACH)]
        cells = _joined([_cells_of(sample, _compared(network, sample)) for sample in samples])
        told, truths = cells.values > 0, cells.truths
        found = float(told[truths].mean()) if truths.any() else float("nan")
        rows[source] = {
            "changed": float(truths.sum()),
            "found, %": 100 * found,
            "false per 1000": 1000 * float(told[~truths].mean()),
        }
    return rows


def hands_scores(model: Model, bank: Bank) -> dict[str, Row]:
    """By kind: the share of people's pixels found, pictures with people seen at all, and pictures in which
    something else is taken for one."""
    network, rows = HandsNetwork(model), {}
    for number, source in enumerate(hands_pictures.SOURCES):
        make = partial(
            hands_pictures.hands_frame, source="" if source == hands_pictures.SOURCES[0] else source
        )
        samples = [made(make, bank, _SEED + number, i) for i in range(_EACH)]
        found, shown, false = [], [], []
        for sample in samples:
            told, target = _seen(network, sample) > 0, sample.targets()[0]
            people = target > 224
            if people.sum() >= _LEAST:
                found.append(float(told[people].mean()))
                shown.append(bool((told & people).sum() >= _LEAST))
            near = cv2.dilate((target > 0).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
            false.append(_largest(told & ~near) >= _LEAST)
        rows[source] = {
            "with people": float(len(found)),
            "seen, %": 100 * float(np.mean(shown)) if shown else float("nan"),
            "pixels found, %": 100 * float(np.mean(found)) if found else float("nan"),
            "falsely seen, %": 100 * float(np.mean(false)),
        }
    return rows


def _largest(mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> int:
    """Pixels of the largest spot."""
    _, _, spots, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return int(spots[1:, cv2.CC_STAT_AREA].max()) if len(spots) > 1 else 0


@dataclass(frozen=True, slots=True)
class _Cells:
    """Cells of one made-up pair: the evidence for a change of each, and which of them changed."""

    values: Values
    truths: Truths


def _cells_of(sample: Sample, maps: ChangeMaps) -> _Cells:
    """The cells that lie wholly inside, as a watcher would read them."""
    target = sample.targets()[0]
    values, truths = [], []
    for middle in sample.middles:
        rows, columns = _around(middle, _HALF * sample.pitch)
        if min(rows.start, columns.start) < 0 or max(rows.stop, columns.stop) > 2 * len(target):
            continue
        changed = _covered(target, *_around(middle, _MIDDLE * sample.pitch)) > _CHANGED
        if not changed and _covered(target, rows, columns) > _SAME:
            continue
        mask = np.ones((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
        values.append(cell_evidence(maps, sample.pitch, False, mask, rows, columns))
        truths.append(changed)
    return _Cells(np.array(values, np.float64), np.array(truths, bool))


def _around(middle: Points, half: float) -> tuple[slice, slice]:
    """Rows and columns of a square."""
    x, y = middle
    return slice(round(y - half), round(y + half)), slice(round(x - half), round(x + half))


def _covered(target: Mask, rows: slice, columns: slice) -> float:
    """The part of a window that the mask, of half its size, covers."""
    window = target[rows.start // 2 : rows.stop // 2, columns.start // 2 : columns.stop // 2]
    return float(np.mean(window)) / 255


def _compared(network: ChangeNetwork, sample: Sample) -> ChangeMaps:
    """The maps of a made-up pair, by the program's own way."""
    return network.compare(*sample.pictures(), pitch=sample.pitch)


def _joined(parts: list[_Cells]) -> _Cells:
    """All cells of several pairs."""
    return _Cells(
        np.concatenate([part.values for part in parts]), np.concatenate([part.truths for part in parts])
    )


def _seen(network: HandsNetwork, sample: Sample) -> NDArray[np.float32]:
    """Log-odds that a person is there, at the size of the masks."""
    return network.hands(*sample.pictures())[::2, ::2]
