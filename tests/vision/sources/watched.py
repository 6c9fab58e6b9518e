"""A process that watches, and what its parent has heard of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from tests.doubles.waiting import until
from tests.vision.sources.drawing import to_picture
from tests.vision.sources.table import SPOTS, VIEW, WIDTH
from vision.mat import spot_outline
from vision.process.messages import WorkerSpec
from vision.process.worker import VisionWorker, WorkerPatience
from vision.seeing import Glance, View
from vision.types import CameraState, Preview

START = 60.0
"""Seconds after which a test gives up on a process; it takes about one on a free core."""

READY = CameraState.READY
TROUBLE = CameraState.TROUBLE


class Parent:
    """Keeps what a worker tells."""

    def __init__(self, spec: WorkerSpec, patience: WorkerPatience | None = None) -> None:
        self.worker = VisionWorker(spec, patience)
        self.glances: list[Glance] = []
        self.previews: list[Preview] = []
        self.names: list[tuple[str, bool]] = []
        self.threads: set[int] = set()
        self.worker.start(self.note_glance, self.previews.append, self.note_name)

    def note_glance(self, glance: Glance) -> None:
        self.threads.add(threading.get_ident())
        self.glances.append(glance)

    def note_name(self, name: str, simulated: bool) -> None:
        self.threads.add(threading.get_ident())
        self.names.append((name, simulated))

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        until(condition, f"{what}; last glance: {self.glances[-1:]}", START)

    def wait_for(self, state: CameraState, words: str = "", since: int = 0) -> Glance:
        """The first glance after the first ``since`` ones with this state and message."""

        def found() -> list[Glance]:
            return [e for e in self.glances[since:] if e.state is state and words in said(e)]

        self.wait(lambda: bool(found()), f"{state} {words!r}")
        return found()[0]

    def wait_for_preview(self) -> Preview:
        """A preview with outlines, not sent yet when this is called."""
        before = len(self.previews)
        self.wait(lambda: any(p.outlines for p in self.previews[before:]), "a preview with outlines")
        return next(p for p in self.previews[before:] if p.outlines)


def said(glance: Glance) -> str:
    """Its sentence with its facts."""
    return glance.message.format(**dict(glance.facts))


@contextmanager
def watching(spec: WorkerSpec, patience: WorkerPatience | None = None) -> Iterator[Parent]:
    parent = Parent(spec, patience)
    try:
        yield parent
    finally:
        parent.worker.stop()


def outlines_of(preview: Preview) -> dict[str, np.ndarray]:
    """Where the cells must be in a preview, from the view they were drawn with."""
    scale = preview.width / WIDTH
    return {s.cell: (to_picture(VIEW, spot_outline(s)) + 0.5) * scale - 0.5 for s in SPOTS}


def views(parent: Parent) -> list[View]:
    return [glance.view for glance in parent.glances if glance.view is not None]
