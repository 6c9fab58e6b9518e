"""The values that all of vision speaks, and the only ones that leave it. Knows cells and looks, no game.

Geometry: a *table plane* measured in cell pitches (x right, y up, as on the game's map); a *picture*
measured in pixels (x right, y down, centre of the top left pixel at 0, 0). Times are seconds of the
monotonic clock of the machine that captured the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.tuning import number

USUAL_SMALLEST = number("types.smallest")
"""Pitches across the smallest thing of a usual game."""

Image = NDArray[np.uint8]
"""Height x width x 3, BGR, 8 bit."""

Homography = NDArray[np.float64]
"""3 x 3, from the table plane (pitches) to the picture (pixels)."""


class SpotReading(StrEnum):
    """How a spot is read. WHOLE: all of it is compared, as who sits there sees it. SYMBOL: one symbol and its
    colour are sought, turned by any angle. PIECES: a base fills the spot; a piece on it is what differs from
    what lay there before, turned by any angle. DIE: the upper face of a die that lies anywhere in it.
    NOTHING: it is not read, only drawn on the mat."""

    WHOLE = "whole"
    SYMBOL = "symbol"
    PIECES = "pieces"
    DIE = "die"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place to watch. Fields as in the map of the game: centre, extent in pitches, quarter turns
    clockwise, outline (``square``, ``hex``, ``slot``: beside the board), possible bases, possible stacks of
    pieces, how they are read, pieces that are only ever on the bare board, whether hands race for what lies
    there, and the names of cards that mean something else when turned half round, each with the name of the
    same card upright. ``smallest``: extent in pitches of the smallest thing that is told apart there; the
    raster is fine enough for it."""

    cell: str
    x: float
    y: float
    width: float
    height: float
    kind: str
    turn: int
    bases: tuple[str, ...]
    stacks: tuple[tuple[str, ...], ...]
    reading: SpotReading
    afloat: tuple[str, ...] = ()
    raced: bool = False
    turned: tuple[tuple[str, str], ...] = ()
    smallest: float = USUAL_SMALLEST


class CellLook(Protocol):
    """What lies in a cell: a base, and pieces on it from bottom to top."""

    @property
    def base(self) -> str: ...
    @property
    def pieces(self) -> tuple[str, ...]: ...


Looks = Mapping[Any, CellLook]
"""Cell names (texts) to looks."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture. ``number`` counts from 0 and never repeats within a source, even after a reconnect.
    ``image``: for the work of every frame; of a camera that sends more, a smaller copy. ``fine``: gives the
    same picture with all the points that the camera sent; None if ``image`` has them. ``note``: one sentence
    of what the camera does badly, for a person."""

    number: int
    time: float
    image: Image = field(repr=False, compare=False)
    fine: Callable[[], Image] | None = field(default=None, repr=False, compare=False)
    note: str = ""

    def large(self) -> Image:
        """The picture with all its points. Made anew each time it is asked for, which takes a while."""
        return self.image if self.fine is None else self.fine()


def N_(sentence: str) -> str:
    """Mark an English sentence that a person will read, so that it gets into the catalogues. As
    ``companion.locale.N_``, which vision may not import."""
    return sentence


class SourceError(Exception):
    """A camera or file that cannot be used; the message is one sentence that says what to do.

    ``key``: the English sentence with ``{placeholders}``, by which it is translated; ``facts`` fill them.
    """

    def __init__(self, key: str, **facts: str) -> None:
        self.key = key
        self.facts = tuple(facts.items())
        super().__init__(key.format(**facts) if facts else key)


class FrameSource(Protocol):
    """Where frames come from. ``read`` blocks for at most ``timeout`` seconds.

    Implementations reconnect by themselves; while they are cut off ``read`` returns None and
    ``trouble`` holds one sentence. A finished file or folder raises EOFError.
    """

    @property
    def name(self) -> str: ...
    @property
    def simulated(self) -> bool:
        """True when a simulator draws the pictures; the screen must say so."""
        ...

    @property
    def trouble(self) -> str: ...
    def read(self, timeout: float) -> Frame | None: ...
    def close(self) -> None: ...


class CameraState(StrEnum):
    """What vision can vouch for in this frame."""

    READY = "ready"
    HAND = "hand"
    LIGHT = "light"
    MOVED = "moved"
    LOST = "lost"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Preview:
    """A small picture for the screen (JPEG) and the spots' outlines in its pixels."""

    jpeg: bytes = field(repr=False)
    width: int
    height: int
    outlines: Mapping[str, tuple[tuple[float, float], ...]]
