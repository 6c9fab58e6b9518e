"""A row of RGB lamps on GPIO pins. Thread: that of its lights, named ``lamps``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardware import tuning
from hardware.lights import BEATS, Lights
from hardware.ports import N_, HardwareError, LampSignal

Pins = tuple[int, int, int]

BLINKS = {"up": 1, "right": 2, "down": 3, "left": 4}
"""Flashes of one cycle: clockwise from up, so that a direction can be counted without seeing colours. After
four flashes with their gaps at least four of the ``BEATS`` remain, a rest to count from."""
FULL, WAITING = 1.0, tuning.number("lamps.waiting")  # the lamp that is due, and the others
GLOW = tuning.number("lamps.glow")  # of its brightness between flashes: the colour stays readable

OFF = LampSignal(0.0, 0.0, 0.0, "steady", False)

_BAD_PINS = N_("pins in [lamps] must be lists of three GPIO numbers (red, green, blue), one list a lamp.")
_BAD_ANODE = N_("common_anode in [lamps] must be true or false.")
_BAD_KEY = N_("[lamps] has no key {key}; it knows pins and common_anode.")

__all__ = ["BEATS", "GpiozeroLamps", "brightness", "lamps_from"]


def brightness(signal: LampSignal, beat: int) -> float:
    """How bright a lamp is, 0..1, at a beat (from 0) of its cycle."""
    full = FULL if signal.due else WAITING
    if signal.pattern == "steady":
        return full
    flash = beat % 2 == 0 and beat // 2 < BLINKS[signal.pattern]
    return full if flash else full * GLOW


class GpiozeroLamps:
    """A row of RGB lamps; a :class:`hardware.ports.Lamps`.

    ``pins``: (red, green, blue) GPIO numbers of each lamp. ``common_anode``: the lamps' shared leg is at
    3.3 V, so a low pin lights. ``pin_factory`` and errors: as :class:`hardware.lights.Lights`.
    """

    def __init__(
        self, pins: Sequence[Pins], *, common_anode: bool = False, pin_factory: Any | None = None
    ) -> None:
        self._lights = Lights("lamps", pins, active_high=not common_anode, pin_factory=pin_factory)
        self._signals: tuple[LampSignal, ...] = (OFF,) * len(pins)

    @property
    def count(self) -> int:
        """How many lamps there are."""
        return len(self._signals)

    @property
    def trouble(self) -> HardwareError | None:
        """Why the lamps went out while in use; None while all is well."""
        return self._lights.trouble

    def show(self, signals: Sequence[LampSignal]) -> None:
        """Show these from the left, the rest off, until the next call. Raises ValueError for too many
        signals or an unknown pattern."""
        if len(signals) > self.count or any(s.pattern not in ("steady", *BLINKS) for s in signals):
            raise ValueError(f"{self.count} lamps cannot show {signals!r}")
        wanted = (*signals, *(OFF,) * (self.count - len(signals)))
        if wanted != self._signals:
            self._signals = wanted
            self._lights.play(
                lambda beat: [value for signal in wanted for value in _values(signal, beat)],
                moving=any(signal.pattern != "steady" for signal in wanted),
            )

    def close(self) -> None:
        """Switch off and free the pins. Safe to call twice."""
        self._lights.close()


def _values(signal: LampSignal, beat: int) -> tuple[float, float, float]:
    level = brightness(signal, beat)
    return signal.red * level, signal.green * level, signal.blue * level


def lamps_from(section: Mapping[str, Any], pin_factory: Any | None = None) -> GpiozeroLamps:
    """The lamps of the owner's ``[lamps]`` section. Raises HardwareError for a wrong key or value, too."""
    for key in section.keys() - {"pins", "common_anode"}:
        raise HardwareError(_BAD_KEY, (("key", key),))
    pins, common_anode = section.get("pins"), section.get("common_anode", False)
    if not isinstance(common_anode, bool):
        raise HardwareError(_BAD_ANODE)
    if not isinstance(pins, list) or not pins or not all(_is_lamp(lamp) for lamp in pins):
        raise HardwareError(_BAD_PINS)
    lamps = [(red, green, blue) for red, green, blue in pins]
    return GpiozeroLamps(lamps, common_anode=common_anode, pin_factory=pin_factory)


def _is_lamp(value: object) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(type(pin) is int for pin in value)
