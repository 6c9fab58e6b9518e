"""How good a finished network is on made-up pictures that it was not trained with, kind by kind. Nothing here
is a real table."""

from __future__ import annotations

from functools import partial

import numpy as np

from vision.networks.changes import ChangeNetwork
from vision.networks.hands import HandsNetwork
from vision.networks.model import Model
from vision.opencv import cv2
from vision.training import change_pictures, hands_pictures
from vision.training.calibration import cells_of, compared, joined, seen
from vision.training.store import made
from vision.training.textures import Bank

_SEED = 920_000
_EACH = 24
"""Pictures of each kind."""
_LEAST = 12
"""Pixels of half size that make a hand."""

Row = dict[str, float]


def change_scores(model: Model, bank: Bank) -> dict[str, Row]:
    """By kind: cells that changed, the share of them found, and false cells per 1000."""
    network, rows = ChangeNetwork(model), {}
    for number, source in enumerate(change_pictures.SOURCES):
        make = partial(change_pictures.change_pair, source=source)
        samples = [made(make, bank, _SEED + number, i) for i in range(_EACH)]
        cells = joined([cells_of(sample, compared(network, sample)) for sample in samples])
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
            told, target = seen(network, sample) > 0, sample.targets()[0]
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
