"""A base without a microcontroller: one pressure switch under the totem, on a GPIO pin. It says WHEN, never
WHO (T0).

The switch is closed, to ground, while the totem stands on it. One switch cannot tell a grab from a knock
either. Thread: gpiozero's callbacks only put edges on a queue; one thread of its own, named ``totem``,
delivers.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Sequence
from typing import Any, Final, cast

from hardware import tuning
from hardware.clock import HostTime
from hardware.gpio import close_chip, gpio_errors, is_no_pin, is_taken, open_chip, reason
from hardware.ports import N_, Deliver, HardwareError
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Armed, Edged, Gone, Ready, Why

STEADY: Final = tuning.number("gpio_base.steady")
"""Seconds for which the switch must be closed before the totem is back."""
BOUND: Final = tuning.number("gpio_base.bound")
"""Seconds by which the stamp of an edge may be wrong."""
OWN_CLOCK: Final = tuning.number("gpio_base.own_clock")
"""A stamp further from now than this is on another clock (older kernels count from 1970): then now is
taken."""

_NO_PIN = N_("GPIO {pin} of the totem's switch does not exist; use a number of the wiring page, 2 to 27.")
_TAKEN = N_("GPIO {pin} of the totem's switch is already used; give it a pin of its own.")
_FAILED = N_("GPIO {pin} of the totem's switch cannot be read ({reason}); check its wires and start again.")


class GpioBase:
    """A :class:`hardware.ports.TotemBase`. ``pin``: its GPIO number; ``pin_factory``: None for this
    machine's own chip. Raises HardwareError for a pin that does not exist or is taken, and without a chip
    or permission."""

    tier = "T0"

    def __init__(self, pin: int, pin_factory: Any | None = None) -> None:
        self._own = pin_factory is None
        self._factory = cast(Any, open_chip() if pin_factory is None else pin_factory)
        facts = (("pin", str(pin)),)
        try:
            self._factory.reserve_pins(self, pin)
            self._pin = self._factory.pin(pin)
            self._pin.function = "input"
            self._pin.pull = "up"
            self._pin.edges = "both"
        except gpio_errors() as error:
            self._factory.release_pins(self, pin)
            self._free()
            if is_no_pin(error):
                raise HardwareError(_NO_PIN, facts) from error
            if is_taken(error):
                raise HardwareError(_TAKEN, facts) from error
            raise HardwareError(_FAILED, (*facts, ("reason", reason(error)))) from error
        self._number = pin
        self._started = time.monotonic()
        self._edges: queue.SimpleQueue[tuple[float, bool] | None] = queue.SimpleQueue()
        self._deliver: Deliver | None = None
        self._token = 0
        self._event = 0
        self._lifted = False
        self._back: float | None = None
        self._thread = threading.Thread(target=self._work, name="totem", daemon=True)

    @property
    def trouble(self) -> HardwareError | None:
        """None: a switch cannot be missed."""
        return None

    def start(self, deliver: Deliver) -> None:
        """Deliver from now on, on the thread ``totem``."""
        self._deliver = deliver
        deliver(Ready(0, 1, 0, 0, TICK_HZ, self._started))
        self._pin.when_changed = self._changed  # kept weakly: a bound method, never a lambda
        self._lifted = bool(self._pin.state)  # read last: what changes from now on is on the queue
        self._thread.start()

    def arm(self, token: int) -> None:
        """A duel begins; there is nobody who could refuse."""
        self._token = token
        self._tell(Armed(1, token, self._tick(time.monotonic()), frozenset(), self._lifted))

    def disarm(self) -> None:
        """The duel is over."""
        self.arm(0)

    def journaled(self, boot: int, event: int) -> None:
        """Nothing: a switch repeats nothing."""

    def show(self, rgb: Sequence[int]) -> None:
        """Nothing: it has no lamps."""

    def close(self) -> None:
        """Free the pin. Safe to call twice."""
        if self._pin is None:
            return
        with contextlib.suppress(*gpio_errors()):  # the chip may have vanished
            self._pin.when_changed = None
        self._edges.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._tell(Gone(Why.CLOSED, self._token, time.monotonic()))
        with contextlib.suppress(*gpio_errors()):
            self._pin.close()
        self._pin = None
        self._factory.release_pins(self, self._number)
        self._free()

    def _conflicts_with(self, other: object) -> bool:
        """Asked by gpiozero: whether a pin of this and of another device may not be the same."""
        return other is not self

    def _free(self) -> None:
        if self._own:
            close_chip()

    # gpiozero's thread

    def _changed(self, ticks: float, state: int) -> None:
        now = time.monotonic()
        self._edges.put((ticks if abs(ticks - now) < OWN_CLOCK else now, bool(state)))

    # the thread

    def _work(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=STEADY if self._back is not None else None)
            except queue.Empty:
                self._settle()
                continue
            if edge is None:
                return
            at, high = edge
            if self._back is not None and at - self._back >= STEADY:
                self._settle()
            if high and not self._lifted:
                self._lifted = True
                self._told(Channel.LIFT, Edge.OFF, at)
            self._back = None if high or not self._lifted else (self._back or at)

    def _settle(self) -> None:
        """Closed for long enough: the totem is back since the switch closed."""
        assert self._back is not None
        self._lifted = False
        self._told(Channel.LIFT, Edge.ON, self._back)
        self._told(Channel.LOAD, Edge.ON, self._back)
        self._back = None

    def _told(self, channel: Channel, edge: Edge, at: float) -> None:
        self._tell(Edged(1, self._event, channel, 0, edge, 0, self._tick(at), HostTime(at, BOUND)))
        self._event += 1

    def _tell(self, record: Armed | Edged | Gone) -> None:
        if self._deliver is not None:
            self._deliver(record)

    def _tick(self, at: float) -> int:
        return max(0, int((at - self._started) * TICK_HZ))
