"""When the automatics of a camera have come to rest, so that they can be held.

An automatic that is switched off while it still works stays half-way for the whole evening. Each is watched
by what the camera tells of it, or by the picture: how bright, how coloured and how sharp it is. Exposure and
white balance are held after a while even if they never rest, as they are never far off; a focus is not. What
cannot be held, or is left free, is said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Mapping
from typing import Final

import numpy as np

from vision.opencv import cv2
from vision.tuning import number
from vision.types import N_, Image

SETTLE: Final = number("rest.settle")
"""Seconds after opening before which nothing is held."""
LONGEST: Final = number("rest.longest")
"""Seconds after opening when waiting ends."""
STEADY: Final = number("rest.steady")
"""What has not changed for so many seconds is at rest."""
SAYING: Final = number("rest.saying")
"""Seconds for which each sentence is said."""
_SAME: Final = number("rest.same")
"""A value that changes by less than this share of itself has not changed."""
_SAME_SHARP: Final = number("rest.same_sharp")
"""The same for the sharpness of a picture, which noise changes too."""
LOOK_EVERY: Final = number("rest.look_every")
"""Seconds between two looks at a picture."""

EXPOSURE, COLOUR, FOCUS = "exposure", "white balance", "focus"

Told = Mapping[str, tuple[float, ...]]
"""What a camera tells now of each of its automatics. One is left out of which it tells nothing."""

SENTENCES: Final[Mapping[str, str]] = {
    EXPOSURE: N_(
        "The camera's exposure cannot be held: keep the light as it is, or set the exposure in the camera's"
        " settings."
    ),
    COLOUR: N_(
        "The camera's white balance cannot be held: keep the light as it is, or set the white balance in the"
        " camera's settings."
    ),
    FOCUS: N_(
        "The camera's focus does not come to rest: give it more light, or set the focus in the camera's"
        " settings."
    ),
}


class Rest:
    """Watches the automatics of one opened camera. Times are seconds of one clock."""

    def __init__(self, begin: float, automatics: tuple[str, ...]) -> None:
        self._begin = begin
        self._pending = list(automatics)
        self._seen: dict[str, deque[tuple[float, tuple[float, ...]]]] = {}
        self._free: list[str] = []
        self._since = 0.0
        self._looked = -np.inf

    def wants_picture(self, time: float) -> bool:
        """Whether a picture should be measured now (:func:`measured`)."""
        return bool(self._pending) and time - self._looked >= LOOK_EVERY

    def due(
        self, time: float, told: Told, working: Container[str] = (), shown: Told | None = None
    ) -> tuple[str, ...]:
        """The automatics that are to be held now. ``working``: those of which the camera itself says that
        they still work; ``shown``: what :func:`measured` has found in its picture."""
        if shown is not None:
            self._looked = time
        over = time - self._begin >= LONGEST
        found = []
        for name in self._pending:
            rests = self._at_rest(name, time, told, shown) and name not in working
            if time - self._begin >= SETTLE and (rests or (over and name != FOCUS and name in told)):
                found.append(name)
            elif over:
                self._leave(name, time)
        return tuple(found)

    def _at_rest(self, name: str, time: float, told: Told, shown: Told | None) -> bool:
        """Whether what the camera tells of it, and what its picture shows if it was measured, stay the
        same."""
        rests = self._rests(f"{name} told", time, told.get(name), _SAME)
        if shown is None and f"{name} shown" not in self._seen:
            return rests and name in told
        same = _SAME_SHARP if name == FOCUS else _SAME
        return self._rests(f"{name} shown", time, (shown or {}).get(name), same) and rests

    def held(self, name: str, time: float, *, done: bool) -> None:
        """An automatic has been held, or ``done`` is false: the camera would not."""
        self._pending.remove(name)
        if done and name in self._free:
            self._free.remove(name)
        elif not done:
            self._leave(name, time)

    def sentence(self, time: float) -> str:
        """One sentence of what is left free, each for SAYING seconds; else ""."""
        at = int((time - self._since) / SAYING)
        return SENTENCES[self._free[at]] if at < len(self._free) else ""

    def _leave(self, name: str, time: float) -> None:
        if name not in self._free:
            if not self._free or time - self._since >= SAYING * len(self._free):
                self._since = time - SAYING * len(self._free)
            self._free.append(name)

    def _rests(self, key: str, time: float, value: tuple[float, ...] | None, same: float) -> bool:
        """Whether a value has been the same for STEADY seconds; one that is never told is no hindrance."""
        seen = self._seen.setdefault(key, deque()) if value is not None else self._seen.get(key)
        if seen is None:
            return True
        if value is not None:
            seen.append((time, value))
        while len(seen) > 2 and time - seen[1][0] >= STEADY:
            seen.popleft()
        if time - seen[0][0] < STEADY:
            return False
        values = np.array([one for _, one in seen], np.float64)
        return bool((np.ptp(values, axis=0) <= same * np.abs(values).max(axis=0)).all())


def measured(picture: Image) -> Told:
    """What a picture says of each automatic: its brightness, the shares of its colours, its sharpness."""
    mean = np.asarray(cv2.mean(picture)[:3], np.float64) + 1.0
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    sharp = float(cv2.Laplacian(cv2.GaussianBlur(grey, (3, 3), 0), cv2.CV_32F).std()) + 0.1
    total = float(mean.sum())
    return {
        EXPOSURE: (total,),
        COLOUR: tuple(float(one) / total for one in mean),
        FOCUS: (sharp,),
    }
