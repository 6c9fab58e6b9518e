"""The first reference of a table: every cell as it looked before a hand came to it, or when the first one had
left it. So a move that begins before the whole table was seen is not lost.

State: the log picture as far as it has been seen, and the cells that it shows."""

from __future__ import annotations

import math

import numpy as np

from vision.cells import Cells
from vision.change import relit
from vision.tuning import number, whole
from vision.types import Image

_ANEW = number("beginning.anew")
"""Before anybody has come, the table is looked at anew every so many seconds."""
_EXPOSED = whole("beginning.exposed")
"""Steps (1.25 %) by which the light may change between the first pictures of the cells."""


class Beginning:
    """Collects the first reference."""

    def __init__(self) -> None:
        self.picture: Image | None = None
        self._taken: frozenset[str] = frozenset()
        self._looked = -math.inf

    def is_due(self, cells: Cells, time: float) -> bool:
        """Whether the table is to be looked at now."""
        return bool(cells.calm - self._taken) or time - self._looked >= _ANEW

    def look(self, cells: Cells, now: Image, time: float) -> None:
        """Take the cells that can be seen from the log picture ``now``: those that are lacking, or all anew
        if nobody has come yet, or if the camera still sought its exposure when the others were taken."""
        self._looked = time
        new = cells.calm - self._taken
        untouched = cells.calm.issuperset(cells.names) and not cells.dirty & self._taken
        if self.picture is None or untouched or self._was_exposed_otherwise(now):
            self.picture, self._taken, new = now, frozenset(), cells.calm
        else:
            cells.paste(self.picture, relit(now, self.picture)[0], new)
        cells.clean(new)
        self._taken |= new

    def is_whole(self, cells: Cells) -> bool:
        """Whether every cell has been seen."""
        return self._taken.issuperset(cells.names)

    def _was_exposed_otherwise(self, now: Image) -> bool:
        assert self.picture is not None
        return bool(abs(np.median(now.astype(np.int16) - self.picture)) > _EXPOSED)
