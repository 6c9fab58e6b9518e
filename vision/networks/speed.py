"""Is this machine quick enough for both networks? Measured where a camera is started."""

from __future__ import annotations

from vision.networks.inputs import STEP
from vision.networks.model import Model
from vision.tuning import number

_HEIGHT, _WIDTH = 6 * STEP, 10 * STEP
"""The small picture in which hands are looked for. A board's raster is two or three times as large."""
_ALLOWED = {"hands": number("speed.hands"), "change": number("speed.change")}
"""Milliseconds for one picture of that size. Hands are looked for in every frame, changes in each settled
view."""


def demand_speed() -> None:
    """Raises NetworkError, with figures, if this machine is too slow, or if a network cannot be used."""
    for name, allowed in _ALLOWED.items():
        Model(name).demand(_HEIGHT, _WIDTH, allowed)
