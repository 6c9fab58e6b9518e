"""LEDs on GPIO pins that keep a rhythm together, through gpiozero on any of its pin factories.

Thread: one, under the name given, keeps the rhythm; it sleeps until the next beat, and for good while nothing
moves. ``play`` only hands it what is to be shown.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from hardware import tuning
from hardware.gpio import close_chip, gpio_errors, is_taken, open_chip, reason
from hardware.ports import N_, HardwareError

if TYPE_CHECKING:
    from gpiozero import PWMLED

BEAT_SECONDS = tuning.number("lights.beat_seconds")
BEATS = 12
"""Beats of a cycle; then the rhythm begins again."""

Levels = Callable[[int], Sequence[float]]
"""How bright each LED is, 0..1, at a beat (from 0) of the cycle."""

_NO_PIN = N_("GPIO {pin} of lamp {lamp} does not exist; use the numbers of the wiring page, 2 to 27.")
_TAKEN = N_("GPIO {pin} of lamp {lamp} is already used; give every leg of every lamp a pin of its own.")
_NO_PWM = N_("GPIO {pin} of lamp {lamp} cannot be dimmed; choose a pin factory that can, such as lgpio.")
_FAILED = N_("Lamp {lamp} cannot be lit ({reason}); check its wires and start again.")


class Lights:
    """``pins``: the GPIO numbers of each lamp's legs. ``active_high``: a high pin lights. ``pin_factory``:
    None for this machine's own GPIO chip through lgpio. Raises HardwareError for a pin that does not exist
    or is taken, and without a chip or permission."""

    def __init__(
        self, name: str, pins: Sequence[Sequence[int]], *, active_high: bool, pin_factory: Any | None
    ) -> None:
        _check_pins(pins)
        self._own_chip = pin_factory is None
        factory = open_chip() if pin_factory is None else pin_factory
        self._legs: list[PWMLED] = []
        self._lamps = [number for number, legs in enumerate(pins, start=1) for _ in legs]
        try:
            for number, legs in enumerate(pins, start=1):
                for pin in legs:
                    self._legs.append(_open_leg(number, pin, active_high, factory))
        except HardwareError:
            self._let_go()
            raise
        self._trouble: HardwareError | None = None
        self._values = [0.0] * len(self._legs)
        self._levels: Levels = lambda _beat: self._values
        self._moving = False
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._keep_rhythm, name=name, daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> HardwareError | None:
        """Why they went out while in use; None while all is well."""
        return self._trouble

    def play(self, levels: Levels, moving: bool) -> None:
        """Begin this rhythm; not ``moving``: its first beat is all."""
        with self._changed:
            self._levels, self._moving = levels, moving
            self._changed.notify()

    def close(self) -> None:
        """Switch off and free the pins. Safe to call twice."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        self._let_go()

    def _keep_rhythm(self) -> None:
        beat = 0
        with self._changed:
            while not self._closing:
                try:
                    self._light(self._levels(beat))
                except HardwareError as error:
                    self._trouble = error
                    return
                fresh = self._changed.wait(BEAT_SECONDS if self._moving else None)
                beat = 0 if fresh else (beat + 1) % BEATS

    def _light(self, levels: Sequence[float]) -> None:
        for index, (leg, lamp, level) in enumerate(zip(self._legs, self._lamps, levels, strict=True)):
            if level != self._values[index]:
                with _faults(lamp):
                    leg.value = level
                self._values[index] = level

    def _let_go(self) -> None:
        for leg in self._legs:
            with contextlib.suppress(*gpio_errors()):  # the chip may have vanished
                leg.close()
        self._legs.clear()
        if self._own_chip:
            self._own_chip = False
            close_chip()


def _check_pins(pins: Sequence[Sequence[int]]) -> None:
    uses = Counter(pin for legs in pins for pin in legs)
    for number, legs in enumerate(pins, start=1):
        for pin in legs:
            if uses[pin] > 1:
                raise HardwareError(_TAKEN, (("pin", str(pin)), ("lamp", str(number))))


def _open_leg(lamp: int, pin: int, active_high: bool, factory: Any) -> PWMLED:
    from gpiozero import PWMLED
    from gpiozero.exc import PinInvalidPin, PinPWMUnsupported

    facts = (("pin", str(pin)), ("lamp", str(lamp)))
    with _faults(lamp):
        try:
            return PWMLED(pin, active_high=active_high, pin_factory=factory)
        except PinInvalidPin as error:
            raise HardwareError(_NO_PIN, facts) from error
        except PinPWMUnsupported as error:
            raise HardwareError(_NO_PWM, facts) from error
        except gpio_errors() as error:
            if is_taken(error):
                raise HardwareError(_TAKEN, facts) from error
            raise


@contextlib.contextmanager
def _faults(lamp: int) -> Iterator[None]:
    try:
        yield
    except gpio_errors() as error:
        raise HardwareError(_FAILED, (("lamp", str(lamp)), ("reason", reason(error)))) from error
