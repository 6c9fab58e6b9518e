"""*My turn is done*, said with a button on a GPIO pin or with a tap on the seat's pad of a totem base; the
lamps beside them say what becomes of it.

Threads: presses come on those of the drivers and are only put on the session's queue; views come on the
session's. The lamps of a base blink on a thread named ``pad lamps``.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.devices.totem import pads_from
from companion.locale import N_, Message
from companion.referee.events import Event, TurnDone
from companion.referee.guard import MissingPart
from companion.referee.ports import TotemSource
from companion.referee.view import DoneStage, TableView
from companion.rules.contract import Decide
from hardware.buttons import GpioButtons
from hardware.lights import BEAT_SECONDS, BEATS
from hardware.ports import HardwareError, TotemBase, TurnLamps, TurnSignal
from hardware.protocol import LAMPS
from hardware.records import Edged, Ready, Record
from hardware.serial_base import SerialBase
from hardware.taps import Taps
from hardware.turn_lamps import RHYTHM, GpiozeroTurnLamps, moves

SIGNALS = {
    DoneStage.HEARD: TurnSignal.HEARD,
    DoneStage.RULED: TurnSignal.RULED,
    DoneStage.STOPPED: TurnSignal.STOPPED,
}
"""What a lamp says; of all other stages people read on the screen (``ASKED``)."""
COLOURS: Mapping[TurnSignal, tuple[int, int, int]] = {
    TurnSignal.DARK: (0, 0, 0),
    TurnSignal.HEARD: (40, 40, 40),
    TurnSignal.RULED: (0, 100, 0),
    TurnSignal.ASKED: (110, 55, 0),
    TurnSignal.STOPPED: (110, 0, 0),
}
"""Red, green, blue of a base's lamp: white, green, amber, red, below half of what it could give."""

_KNOWN = ("pins", "lamps")
_NO_KEY = N_("[buttons] has no key {key}; it knows pins and lamps.")
_PINS = N_("{key} in [buttons] must be a list of different GPIO numbers, one for each seat or one for all.")
_FEW = N_("[buttons] names {count} {key}, but {needed} seats play; name one for each seat, or one for all.")

Send = Callable[[Event], None]


def signals(view: TableView) -> tuple[TurnSignal, ...]:
    """What the lamp of each seat says, in turn order."""
    seats = view.setup.seats
    if view.done is not None:
        said = SIGNALS.get(view.done.stage, TurnSignal.ASKED)
        return tuple(said if view.done.seat in ("", seat) else TurnSignal.DARK for seat in seats)
    due = view.pending.seats if view.question is not None and isinstance(view.pending, Decide) else ()
    return tuple(TurnSignal.ASKED if number in due else TurnSignal.DARK for number in range(len(seats)))


def for_all(shown: Sequence[TurnSignal]) -> TurnSignal:
    """What one lamp says for all seats."""
    return next((signal for signal in shown if signal is not TurnSignal.DARK), TurnSignal.DARK)


class ButtonSource:
    """Buttons, one for each of ``seats`` or one for all, and perhaps lamps. A
    :class:`companion.referee.ports.TotemSource` that measures nothing."""

    def __init__(self, buttons: GpioButtons, lamps: TurnLamps | None, seats: Sequence[str]) -> None:
        self._buttons = buttons
        self._lamps = lamps
        self._seats = tuple(seats) if len(buttons.pins) > 1 or len(seats) == 1 else ("",)

    @property
    def trouble(self) -> Message | None:
        """A button that stays pressed, lamps that went out."""
        found = self._buttons.trouble or (self._lamps.trouble if self._lamps is not None else None)
        return None if found is None else Message(found.key, found.facts)

    def start(self, send: Send) -> None:
        """Listen to the buttons."""

        def pressed(number: int) -> None:
            if number < len(self._seats):
                send(TurnDone(self._seats[number], "button"))

        self._buttons.start(pressed)

    def __call__(self, view: TableView) -> None:
        """Light the lamps."""
        if self._lamps is not None:
            shown = signals(view)
            self._lamps.show(shown if self._lamps.count >= len(shown) else (for_all(shown),))

    def close(self) -> None:
        """Free the pins."""
        self._buttons.close()
        if self._lamps is not None:
            self._lamps.close()


class PadButtons:
    """The pads of a base as buttons, in a game that has no totem. ``pads``: the number of each seat's pad."""

    def __init__(
        self, base: TotemBase, pads: Mapping[str, int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._base = base
        self._seats = {pad: seat for seat, pad in pads.items()}
        self._clock = clock
        self._taps = Taps()
        self._met = False
        self._send: Send = lambda _event: None
        self._shown: tuple[TurnSignal, ...] = (TurnSignal.DARK,) * len(pads)
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._blink, name="pad lamps", daemon=True)

    @property
    def trouble(self) -> Message | None:
        """Why the base that was here is gone; nobody misses one that never was."""
        why = self._base.trouble if self._met else None
        return None if why is None else Message(why.key, why.facts)

    def start(self, send: Send) -> None:
        """Look for the base and listen to it."""
        self._send = send
        self._base.start(self._deliver)
        self._thread.start()

    def __call__(self, view: TableView) -> None:
        """Light the lamps of the base."""
        with self._changed:
            shown = signals(view)
            if shown != self._shown:
                self._shown = shown
                self._changed.notify()

    def close(self) -> None:
        """Let go of the base. Safe to call twice."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()
        self._base.close()

    # the base's thread

    def _deliver(self, record: Record) -> None:
        if isinstance(record, Ready):
            self._met = True
        pad = self._taps.feed(record, self._clock())
        if pad is not None and pad in self._seats:
            self._send(TurnDone(self._seats[pad], "pad"))
        if isinstance(record, Edged):  # the base keeps it until then, and has room for 64
            self._base.journaled(record.boot, record.event)

    # that of the lamps

    def _blink(self) -> None:
        beat = 0
        with self._changed:
            while not self._closing:
                self._base.show(ring(self._shown, beat))
                fresh = self._changed.wait(BEAT_SECONDS if moves(self._shown) else None)
                beat = 0 if fresh else (beat + 1) % BEATS
        self._base.show(())


def ring(shown: Sequence[TurnSignal], beat: int) -> tuple[int, ...]:
    """Red, green, blue of every lamp round the rim at a beat: the seats' lamps lie evenly, the first at 0."""
    lamps = [(0, 0, 0)] * LAMPS
    for number, signal in enumerate(shown):
        if beat in RHYTHM[signal]:
            lamps[number * LAMPS // len(shown)] = COLOURS[signal]
    return tuple(part for lamp in lamps for part in lamp)


def buttons_from(
    section: Mapping[str, Any], seats: Sequence[str], pin_factory: Any | None = None
) -> ButtonSource:
    """The buttons of the configuration's section ``[buttons]``. Raises HardwareError.

    ``pins``: a GPIO number for each seat in turn order, or one for all; ``lamps``: the same of LEDs.
    """
    for key in section:
        if key not in _KNOWN:
            raise HardwareError(_NO_KEY, (("key", str(key)),))
    pins = _numbers(section.get("pins"), "pins", len(seats))
    lit = _numbers(section["lamps"], "lamps", len(seats)) if "lamps" in section else []
    buttons = GpioButtons(pins, pin_factory)
    try:
        lamps = GpiozeroTurnLamps(lit, pin_factory) if lit else None
    except HardwareError:
        buttons.close()
        raise
    return ButtonSource(buttons, lamps, seats)


def _numbers(value: object, key: str, seats: int) -> list[int]:
    """A GPIO number for each seat, or one for all; more than there are seats wait for a larger table."""
    if not isinstance(value, list) or not value or not all(type(pin) is int for pin in value):
        raise HardwareError(_PINS, (("key", key),))
    if len(set(value)) < len(value):
        raise HardwareError(_PINS, (("key", key),))
    if 1 < len(value) < seats:
        facts = (("key", key), ("count", str(len(value))), ("needed", str(seats)))
        raise HardwareError(_FEW, facts)
    return value if len(value) == 1 else value[:seats]


def presses_from(
    buttons: Mapping[str, Any] | None, totem: Mapping[str, Any] | None, seats: Sequence[str]
) -> tuple[tuple[TotemSource, ...], tuple[MissingPart, ...]]:
    """All configured ways to say *my turn is done* in a game without a totem, and why others cannot be
    used."""
    found: list[TotemSource] = []
    missing: list[MissingPart] = []
    try:
        if buttons is not None:
            found.append(buttons_from(buttons, seats))
    except HardwareError as error:
        missing.append(MissingPart(Message(error.key, error.facts)))
    try:
        if totem is not None and "switch" not in totem:
            port, pads = pads_from(totem, seats, enough=False)
            found.append(PadButtons(SerialBase(port), pads))
    except HardwareError as error:
        missing.append(MissingPart(Message(error.key, error.facts)))
    return tuple(found), tuple(missing)
