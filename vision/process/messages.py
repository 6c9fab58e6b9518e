"""The messages between the process that watches and its parent, picklable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vision.seeing import Glance, View
from vision.tuning import number
from vision.types import Frame, Preview, SourceError, Spot

if TYPE_CHECKING:
    from vision.camera import CameraModel
    from vision.mat import Mat
    from vision.registration import Corners

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class WorkerSpec:
    """What to watch, picklable.

    ``source``: as for ``vision.sources.open_source``, recordings in real time. ``anchor``: the mat or four
    corners that were tapped earlier; None until ``set_corners``.
    """

    source: str
    spots: tuple[Spot, ...]
    anchor: Mat | Corners | None
    camera: CameraModel | None = None
    fps: float = number("messages.fps")


# Messages to the worker process


@dataclass(frozen=True, slots=True)
class AskPreview:
    on: bool


@dataclass(frozen=True, slots=True)
class SetCorners:
    """Four points in pixels of a preview, see ``VisionWorker.set_corners``."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class SetSpots:
    """See ``VisionWorker.set_spots``."""

    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """See ``VisionWorker.hold``."""

    on: bool


@dataclass(frozen=True, slots=True)
class FrameRequest:
    """A request that is answered: the newest frame; or, with ``view``, how the whole table looks in it, or
    how these spots look."""

    number: int
    view: bool
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    pass


Command = AskPreview | SetCorners | SetSpots | Hold | FrameRequest | Stop

# Messages from the worker process


@dataclass(frozen=True, slots=True)
class FrameReport:
    """What one frame says; ``dropped``: how many older ones had to be dropped since the process began."""

    glance: Glance
    dropped: int


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class Answer:
    number: int
    value: View | Frame | None = field(repr=False)
    error: SourceError | None = None


@dataclass(frozen=True, slots=True)
class Alive:
    """Sent after a second in which there was nothing else to say."""


@dataclass(frozen=True, slots=True)
class LastWords:
    """Why the process is about to end by itself: a sentence and its facts."""

    message: str
    facts: tuple[tuple[str, str], ...] = ()


Report = FrameReport | Preview | Named | Answer | Alive | LastWords
