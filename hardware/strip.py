"""A strip of plain LEDs along the table's edge, one for each row of the board, from the north.

Thread: that of its lights, named ``strip``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.lights import BEATS, Lights
from hardware.ports import N_, HardwareError, RowSignal

_LIT: Mapping[RowSignal, frozenset[int]] = {
    RowSignal.DARK: frozenset(),
    RowSignal.LIT: frozenset(range(BEATS)),
    RowSignal.WILL_LIGHT: frozenset(range(0, BEATS, 4)),
    RowSignal.WILL_GO_OUT: frozenset(range(BEATS)) - frozenset(range(0, BEATS, 4)),
}
"""The beats at which a lamp is lit: short flashes once a second, or short gaps."""

_BAD_ROWS = N_(
    "rows in [strip] must be a list of GPIO numbers, one for each row of the board, from the north."
)
_BAD_KEY = N_("[strip] has no key {key}; it knows rows.")


class GpiozeroStrip:
    """A :class:`hardware.ports.RowStrip`. ``rows``: GPIO numbers from the north. ``pin_factory`` and errors:
    as :class:`hardware.lights.Lights`."""

    def __init__(self, rows: Sequence[int], pin_factory: Any | None = None) -> None:
        pins = [(pin,) for pin in rows]
        self._lights = Lights("strip", pins, active_high=True, pin_factory=pin_factory)
        self._signals: tuple[RowSignal, ...] = (RowSignal.DARK,) * len(rows)

    @property
    def count(self) -> int:
        """How many lamps there are."""
        return len(self._signals)

    @property
    def trouble(self) -> HardwareError | None:
        """Why the lamps went out while in use; None while all is well."""
        return self._lights.trouble

    def show(self, signals: Sequence[RowSignal]) -> None:
        """Show these from the north, the rest dark. Raises ValueError for more than there are lamps."""
        if len(signals) > self.count:
            raise ValueError(f"{self.count} lamps cannot show {len(signals)} rows")
        wanted = (*signals, *(RowSignal.DARK,) * (self.count - len(signals)))
        if wanted != self._signals:
            self._signals = wanted
            self._lights.play(
                lambda beat: [float(beat in _LIT[signal]) for signal in wanted],
                moving=any(0 < len(_LIT[signal]) < BEATS for signal in wanted),
            )

    def close(self) -> None:
        """Switch off and free the pins. Safe to call twice."""
        self._lights.close()


def strip_from(section: Mapping[str, Any], pin_factory: Any | None = None) -> GpiozeroStrip:
    """The strip of the owner's ``[strip]`` section. Raises HardwareError for a wrong key or value, too."""
    for key in section.keys() - {"rows"}:
        raise HardwareError(_BAD_KEY, (("key", key),))
    rows = section.get("rows")
    if not isinstance(rows, list) or not rows or not all(type(pin) is int for pin in rows):
        raise HardwareError(_BAD_ROWS)
    return GpiozeroStrip(rows, pin_factory)
