"""Setting a base to its owner's totem: from what the base shows loaded and empty to its thresholds. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hardware import tuning
from hardware.ports import N_, HardwareError
from hardware.protocol import SEGMENTS

LEAST_DIFFERENCE: Final = tuning.whole("calibration.least_difference")
"""Of 1023: the mean of the segments with the totem must exceed their mean without it by at least so much."""
LEAST_BLOWS: Final = tuning.whole("calibration.least_blows")
LEAST_BLOW: Final = tuning.whole("calibration.least_blow")
"""Of 1023: a weaker blow cannot be told from the piezo's noise."""

_NO_LOAD = N_(
    "The base hardly feels the totem ({loaded} with it, {empty} without); check wires and resistors."
)
_DEAD = N_("Segment {segment} feels nothing; check its wires, and that the plate lies on it.")
_WEAK = N_("The piezo hardly feels the blows; glue it flat under the top plate and check its wires.")


def load_threshold(loaded: Sequence[int], empty: Sequence[int]) -> int:
    """The comparator's threshold, 0 to 255 of 5 V, half way between the means. ``loaded``, ``empty``: all
    segments, 0 to 1023 of 5 V. Raises HardwareError with what to check."""
    for number in range(SEGMENTS):
        if loaded[number] - empty[number] < LEAST_DIFFERENCE // 4:
            raise HardwareError(_DEAD, (("segment", str(number + 1)),))
    high, low = sum(loaded) / SEGMENTS, sum(empty) / SEGMENTS
    if high - low < LEAST_DIFFERENCE:
        raise HardwareError(_NO_LOAD, (("loaded", str(round(high))), ("empty", str(round(low)))))
    return round((high + low) / 2 * 255 / 1023)


def blow_threshold(blows: Sequence[int]) -> int:
    """Half of the weakest of some blows, 0 to 1023 of 5 V. Raises HardwareError for weak ones."""
    if not blows or min(blows) < LEAST_BLOW:
        raise HardwareError(_WEAK)
    return min(blows) // 2
