"""RGB lamps on GPIO pins through gpiozero, on any of its pin factories.

Thread: one, named ``lamps``, keeps the rhythm; it sleeps until the next beat, and for good while every lamp
is off or steady. ``show`` only hands it the new signals.
"""

from __future__ import annotations

import contextlib
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gpiozero import PWMLED
from gpiozero.exc import GPIOPinInUse, PinInvalidPin, PinPWMUnsupported

from hardware.gpio import N_, gpio_errors, open_chip
from hardware.ports import HardwareError, LampSignal

Pins = tuple[int, int, int]

BLINKS = {"up": 1, "right": 2, "down": 3, "left": 4}
"""Flashes of one cycle: clockwise from up, so that a direction can be counted without seeing colours."""
BEAT_SECONDS = 0.25
BEATS = 12  # a cycle: four flashes with their gaps, then at least four beats of rest to count from
FULL, WAITING = 1.0, 0.25  # the lamp that is due, and the others
GLOW = 0.12  # of its brightness between flashes: the colour stays readable

OFF = LampSignal(0.0, 0.0, 0.0, "steady", False)


_NO_PIN = N_("GPIO {pin} of lamp {lamp} does not exist; use the numbers of the wiring page, 2 to 27.")
_TAKEN = N_("GPIO {pin} of lamp {lamp} is already used; give every leg of every lamp a pin of its own.")
_NO_PWM = N_("GPIO {pin} of lamp {lamp} cannot be dimmed; choose a pin factory that can, such as lgpio.")
_FAILED = N_("Lamp {lamp} cannot be lit ({reason}); check its wires and start again.")
_BAD_PINS = N_("pins in [lamps] must be lists of three GPIO numbers (red, green, blue), one list a lamp.")
_BAD_ANODE = N_("common_anode in [lamps] must be true or false.")
_BAD_KEY = N_("[lamps] has no key {key}; it knows pins and common_anode.")


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
    3.3 V, so a low pin lights. ``pin_factory``: None for this machine's own GPIO chip through lgpio.
    Raises HardwareError for a pin that does not exist or is taken, and without a chip or permission.
    """

    def __init__(
        self, pins: Sequence[Pins], *, common_anode: bool = False, pin_factory: Any | None = None
    ) -> None:
        _check_pins(pins)
        self._own_factory = open_chip() if pin_factory is None else None
        self._legs: list[PWMLED] = []
        try:
            for number, lamp in enumerate(pins, start=1):
                for pin in lamp:
                    self._legs.append(_open_leg(number, pin, common_anode, pin_factory or self._own_factory))
        except HardwareError:
            self._let_go()
            raise
        self._trouble: HardwareError | None = None
        self._signals: tuple[LampSignal, ...] = (OFF,) * len(pins)
        self._values: list[tuple[float, float, float]] = [(0.0, 0.0, 0.0)] * len(pins)
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._keep_rhythm, name="lamps", daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        """How many lamps there are."""
        return len(self._signals)

    @property
    def trouble(self) -> HardwareError | None:
        """Why the lamps went out while in use; None while all is well."""
        return self._trouble

    def show(self, signals: Sequence[LampSignal]) -> None:
        """Show these from the left, the rest off, until the next call. Raises ValueError for too many
        signals or an unknown pattern."""
        if len(signals) > self.count or any(s.pattern not in ("steady", *BLINKS) for s in signals):
            raise ValueError(f"{self.count} lamps cannot show {signals!r}")
        wanted = (*signals, *(OFF,) * (self.count - len(signals)))
        with self._changed:
            if wanted != self._signals:
                self._signals = wanted
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
                    self._light(beat)
                except HardwareError as error:
                    self._trouble = error
                    return
                moving = any(s.pattern != "steady" for s in self._signals)
                fresh = self._changed.wait(BEAT_SECONDS if moving else None)
                beat = 0 if fresh else (beat + 1) % BEATS

    def _light(self, beat: int) -> None:
        for index, signal in enumerate(self._signals):
            level = brightness(signal, beat)
            value = (signal.red * level, signal.green * level, signal.blue * level)
            if value != self._values[index]:
                with _faults(index + 1):
                    for leg, part in zip(self._legs[3 * index : 3 * index + 3], value, strict=True):
                        leg.value = part
                self._values[index] = value

    def _let_go(self) -> None:
        for leg in self._legs:
            leg.close()
        self._legs.clear()
        if self._own_factory is not None:
            self._own_factory.close()


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


def _check_pins(pins: Sequence[Pins]) -> None:
    uses = Counter(pin for legs in pins for pin in legs)
    for number, legs in enumerate(pins, start=1):
        for pin in legs:
            if uses[pin] > 1:
                raise HardwareError(_TAKEN, (("pin", str(pin)), ("lamp", str(number))))


def _open_leg(lamp: int, pin: int, common_anode: bool, factory: Any) -> PWMLED:
    facts = (("pin", str(pin)), ("lamp", str(lamp)))
    with _faults(lamp):
        try:
            return PWMLED(pin, active_high=not common_anode, pin_factory=factory)
        except PinInvalidPin as error:
            raise HardwareError(_NO_PIN, facts) from error
        except GPIOPinInUse as error:
            raise HardwareError(_TAKEN, facts) from error
        except PinPWMUnsupported as error:
            raise HardwareError(_NO_PWM, facts) from error


@contextlib.contextmanager
def _faults(lamp: int) -> Iterator[None]:
    try:
        yield
    except gpio_errors() as error:
        raise HardwareError(_FAILED, (("lamp", str(lamp)), ("reason", str(error)))) from error
