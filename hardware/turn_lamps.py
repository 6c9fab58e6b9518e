"""One plain LED for each seat, or one for all, that says what becomes of *my turn is done*.

Thread: that of its lights, named ``turn lamps``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardware.lights import BEATS, Lights
from hardware.ports import HardwareError, TurnSignal

RHYTHM: Mapping[TurnSignal, frozenset[int]] = {
    TurnSignal.DARK: frozenset(),
    TurnSignal.HEARD: frozenset(range(0, BEATS, 4)),
    TurnSignal.RULED: frozenset(range(BEATS)),
    TurnSignal.ASKED: frozenset(beat for beat in range(BEATS) if beat % 4 < 2),
    TurnSignal.STOPPED: frozenset(range(0, BEATS, 2)),
}
"""The beats at which a lamp is lit: short flashes, steady, slow and quick blinking, told without colours."""


def moves(signals: Sequence[TurnSignal]) -> bool:
    """Whether any of them has a rhythm."""
    return any(0 < len(RHYTHM[signal]) < BEATS for signal in signals)


class GpiozeroTurnLamps:
    """A :class:`hardware.ports.TurnLamps`. ``pins``: GPIO numbers in turn order. ``pin_factory`` and errors:
    as :class:`hardware.lights.Lights`."""

    def __init__(self, pins: Sequence[int], pin_factory: Any | None = None) -> None:
        legs = [(pin,) for pin in pins]
        self._lights = Lights("turn lamps", legs, active_high=True, pin_factory=pin_factory)
        self._signals: tuple[TurnSignal, ...] = (TurnSignal.DARK,) * len(pins)

    @property
    def count(self) -> int:
        """How many lamps there are."""
        return len(self._signals)

    @property
    def trouble(self) -> HardwareError | None:
        """Why the lamps went out while in use; None while all is well."""
        return self._lights.trouble

    def show(self, signals: Sequence[TurnSignal]) -> None:
        """Show these in turn order, the rest dark. Raises ValueError for more than there are lamps."""
        if len(signals) > self.count:
            raise ValueError(f"{self.count} lamps cannot show {len(signals)} seats")
        wanted = (*signals, *(TurnSignal.DARK,) * (self.count - len(signals)))
        if wanted != self._signals:
            self._signals = wanted
            self._lights.play(
                lambda beat: [float(beat in RHYTHM[signal]) for signal in wanted], moving=moves(wanted)
            )

    def close(self) -> None:
        """Switch off and free the pins. Safe to call twice."""
        self._lights.close()
