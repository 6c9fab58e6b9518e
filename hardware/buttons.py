"""Push buttons on GPIO pins, through gpiozero on any of its pin factories. A button closes its pin to
ground.

Thread: gpiozero's callbacks only put edges on a queue; one thread of its own, named ``buttons``, waits until
a contact is steady and says that a button was pressed. A button that is not there is never pressed.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from hardware import tuning
from hardware.gpio import close_chip, gpio_errors, is_taken, open_chip, reason
from hardware.ports import N_, HardwareError

if TYPE_CHECKING:
    from gpiozero import DigitalInputDevice

STEADY: Final = tuning.number("buttons.steady")
"""Seconds for which a contact must stay closed, or open, until that is believed."""
HELD: Final = tuning.number("buttons.held")
"""Seconds after which a button that stays pressed is no finger: it jams, or its wires touch."""

_NO_PIN = N_("GPIO {pin} of button {button} does not exist; use the numbers of the wiring page, 2 to 27.")
_TAKEN = N_("GPIO {pin} of button {button} is already used; give every button a pin of its own.")
_FAILED = N_("Button {button} cannot be read ({reason}); check its wires and start again.")
_STUCK = N_("Button {button} on GPIO {pin} stays pressed; loosen it, or check that its wires do not touch.")

OnPress = Callable[[int], None]
"""Takes the number of a button, from 0, on the thread of the buttons; must return at once and never raise."""


class GpioButtons:
    """``pins``: the GPIO number of each button. ``pin_factory``: None for this machine's own chip. Raises
    HardwareError for a pin that does not exist or is taken, and without a chip or permission."""

    def __init__(self, pins: Sequence[int], pin_factory: Any | None = None) -> None:
        self.pins = tuple(pins)
        self._own_chip = pin_factory is None
        factory = open_chip() if pin_factory is None else pin_factory
        self._devices: list[DigitalInputDevice] = []
        try:
            for number, pin in enumerate(pins, start=1):
                self._devices.append(_opened(number, pin, factory))
        except HardwareError:
            self._let_go()
            raise
        self._edges: queue.SimpleQueue[tuple[int, float, bool] | None] = queue.SimpleQueue()
        self._closed = [False] * len(pins)
        self._since = [time.monotonic()] * len(pins)
        self._on_press: OnPress = lambda _number: None
        self._thread = threading.Thread(target=self._work, name="buttons", daemon=True)

    @property
    def trouble(self) -> HardwareError | None:
        """A button that stays pressed; None while all is well."""
        now = time.monotonic()
        for index, pin in enumerate(self.pins):
            if self._closed[index] and now - self._since[index] >= HELD:
                return HardwareError(_STUCK, (("button", str(index + 1)), ("pin", str(pin))))
        return None

    def pressed(self, index: int) -> bool:
        """Whether a button is down now."""
        return self._closed[index]

    def start(self, on_press: OnPress) -> None:
        """Say from now on when a button is pressed. One that is down already was not pressed."""
        self._on_press = on_press
        for index, device in enumerate(self._devices):
            device.when_activated = partial(self._edge, index, True)
            device.when_deactivated = partial(self._edge, index, False)
            self._closed[index] = bool(device.is_active)
        self._thread.start()

    def close(self) -> None:
        """Free the pins. Safe to call twice."""
        self._edges.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._let_go()

    def _let_go(self) -> None:
        for device in self._devices:
            with contextlib.suppress(*gpio_errors()):  # the chip may have vanished
                device.close()
        self._devices.clear()
        if self._own_chip:
            self._own_chip = False
            close_chip()

    # gpiozero's thread

    def _edge(self, index: int, closed: bool) -> None:
        self._edges.put((index, time.monotonic(), closed))

    # the thread

    def _work(self) -> None:
        changed: dict[int, tuple[float, bool]] = {}
        while True:
            wait = min((at + STEADY - time.monotonic() for at, _ in changed.values()), default=None)
            try:
                edge = self._edges.get(timeout=None if wait is None else max(0.0, wait))
            except queue.Empty:
                now = time.monotonic()
                for index in [index for index, (at, _) in changed.items() if now - at >= STEADY]:
                    self._settled(index, *changed.pop(index))
                continue
            if edge is None:
                return
            index, at, closed = edge
            if index in changed and at - changed[index][0] >= STEADY:  # this thread was late
                self._settled(index, *changed[index])
            changed[index] = (at, closed)

    def _settled(self, index: int, at: float, closed: bool) -> None:
        """A contact has been steady for long enough."""
        if closed == self._closed[index]:
            return  # it bounced
        self._closed[index], self._since[index] = closed, at
        if closed:
            self._on_press(index)


def _opened(number: int, pin: int, factory: Any) -> DigitalInputDevice:
    from gpiozero import DigitalInputDevice
    from gpiozero.exc import PinInvalidPin

    facts = (("pin", str(pin)), ("button", str(number)))
    try:
        return DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
    except PinInvalidPin as error:
        raise HardwareError(_NO_PIN, facts) from error
    except gpio_errors() as error:
        if is_taken(error):
            raise HardwareError(_TAKEN, facts) from error
        raise HardwareError(_FAILED, (("button", str(number)), ("reason", reason(error)))) from error
