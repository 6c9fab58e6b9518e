"""What a camera costs the process that reads it: run in a process of its own, with a memory of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vision.mat import Mat
from vision.opencv import cv2
from vision.sources.picture import decode, decode_small
from vision.types import Frame, Spot
from vision.watching import TableWatcher


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of the processor: to decode each picture small, and to watch it, without and with a
    settled view. ``base``, ``peak``: megabytes before, and at most."""

    decoding: tuple[float, ...]
    watching: tuple[float, ...]
    settled: tuple[float, ...]
    base: float
    peak: float


def watched(folder: Path, fps: float, spots: Sequence[Spot], mat: Mat) -> Cost:
    """The cost of a folder of JPEG pictures, as a camera sends them."""
    cv2.setNumThreads(1)
    watcher, base = TableWatcher(spots, mat), _megabytes()
    decoding, watching, settled = list[float](), list[float](), list[float]()
    for number, file in enumerate(sorted(folder.iterdir())):
        data = file.read_bytes()
        begin = time.thread_time()
        image, smaller = decode_small(data)
        frame = Frame(number, number / fps, image, partial(decode, data) if smaller else None)
        decoded = time.thread_time()
        view = watcher.read(frame).view
        (watching if view is None else settled).append(1000 * (time.thread_time() - decoded))
        decoding.append(1000 * (decoded - begin))
    return Cost(tuple(decoding), tuple(watching), tuple(settled), base, _megabytes())


def _megabytes() -> float:
    """The most memory that this process has had since it began."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return float(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024
