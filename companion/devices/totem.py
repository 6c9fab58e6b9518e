"""A totem base at an open table: its records become movements for the session, and what is in the journal is
acknowledged to it.

Threads: records come on the base's own; one named ``totem movements`` looks whether a movement is complete;
views come on the session's.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.locale import N_, Message
from companion.owner.configuration import ConfigError, data_folder
from companion.referee.events import Event, TotemMoved, TotemNamed
from companion.referee.totem_record import HostClock, ToldAt, TotemRecord
from companion.referee.view import TableView
from companion.rules.contract import NotationError
from companion.rules.files import read_text
from companion.rules.toml import read_toml
from hardware.bench import BenchError, Certificate, read_certificate
from hardware.clock import TOLERANCE, HostTime
from hardware.gpio_base import GpioBase
from hardware.movement import Movement, Watch
from hardware.ports import HardwareError, TotemBase
from hardware.protocol import TICK_HZ
from hardware.records import Edged, Gone, Ready, Record
from hardware.serial_base import SerialBase

LOOK_EVERY = 0.003
"""Seconds between two looks for a movement whose window has passed."""
_TOUCHES = 64
"""Entries whose moments are remembered: more than a simultaneous opening of ten seats and its grabs."""
_KNOWN = ("port", "pads", "switch")
_NO_KEY = N_("[totem] has no key {key}; it knows port, pads and switch.")
_PORT = N_('The setting port of [totem] must be a text in quotes, such as "/dev/ttyUSB0".')
_PADS = N_("The setting pads of [totem] must be a list of different pad numbers from 1, a place each.")
_FEW_PADS = N_("[totem] names {count} pads, but {needed} places play; name one for each.")
_SWITCH = N_("The setting switch of [totem] must be a GPIO number, and then there is no port.")

Clock = Callable[[], float]


class BaseSource:
    """A :class:`companion.referee.ports.TotemSource`. ``pads``: the number of each place's pad.

    A base does not see the cards: with each movement it tells when the last entries were told, on the base's
    clock, and of the pads only those hands that lay there since.
    """

    def __init__(self, base: TotemBase, pads: Mapping[str, int], clock: Clock = time.monotonic) -> None:
        self._base = base
        self._pads = dict(pads)
        self._clock = clock
        self._watch = Watch(base.tier)
        self._lock = threading.Lock()
        self._told: dict[int, Movement] = {}
        self._touches: deque[tuple[int, float]] = deque(maxlen=_TOUCHES)
        self._tick_hz = TICK_HZ
        self._anchor: tuple[int, HostTime] | None = None
        self._certificate: Certificate | None = None
        self._token = 0
        self._send: Callable[[Event], None] = lambda _event: None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._look, name="totem movements", daemon=True)

    @property
    def trouble(self) -> Message | None:
        """Why there is no base now."""
        why = self._base.trouble
        return None if why is None else Message(why.key, why.facts)

    def start(self, send: Callable[[Event], None]) -> None:
        """Look for the base and listen to it."""
        self._send = send
        self._base.start(self._deliver)
        self._thread.start()

    def __call__(self, view: TableView) -> None:
        """Acknowledge what is in the journal, and watch the next movement."""
        if view.totem is None:
            return
        with self._lock:
            if not self._touches or self._touches[-1][0] != view.entries:
                self._touches.append((view.entries, self._clock()))
            done = [number for number in self._told if number <= view.totem.journaled]
            movements = [self._told.pop(number) for number in done]
        for movement in movements:
            self._base.journaled(movement.boot, movement.event)
        if movements:
            self._arm()

    def close(self) -> None:
        """Let go of the base. Safe to call twice."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        self._base.close()

    # -- the base's thread, and that of the looks -----------------------------------------------------

    def _deliver(self, record: Record) -> None:
        with self._lock:
            movements = self._watch.feed(record, self._clock())
            spare = None if self._told or movements else self._watch.spare()
        if spare is not None:  # the base keeps only so many events
            self._base.journaled(*spare)
        match record:
            case Edged(host=HostTime() as host):
                with self._lock:
                    self._anchor = (round(record.tick * 1_000_000 / self._tick_hz), host)
            case Ready():
                with self._lock:
                    self._certificate = valid_certificate(record)
                    self._tick_hz, self._anchor = record.tick_hz, None
                self._send(TotemNamed(f"{record.board:04x}", self._base.tier, False))
                self._arm()
            case Gone():
                self._send(TotemNamed("", "", False))
        self._tell(movements)

    def _look(self) -> None:
        while not self._closing.wait(LOOK_EVERY):
            with self._lock:
                movements = self._watch.poll(self._clock())
            self._tell(movements)

    def _tell(self, movements: Sequence[Movement]) -> None:
        for movement in movements:
            with self._lock:
                self._told[movement.number] = movement
                sensors = movement.sensors(self._pads, None, certificate=self._certificate)
                told = self._told_before(movement)
                host = self._host_clock()
            hands = hands_at_lift(sensors.get("pads", {}), movement, self._pads)
            if told and movement.lift_us is not None and "pads" in sensors:
                since = max(moment.us + moment.u_us for moment in told)
                sensors["pads"] = pads_since(hands, since)
            cause = movement.why.value if movement.why is not None else ""
            number, now_us = movement.number, movement.now_us
            self._send(TotemMoved(TotemRecord(number, sensors, now_us, told, cause, host, hands)))

    def _host_clock(self) -> HostClock | None:
        """The base's clock against this machine's, on which pictures are timed, at its newest event."""
        if self._anchor is None:
            return None
        anchor_us, host = self._anchor
        return HostClock(host.time, anchor_us, 1e6 * host.bound, TOLERANCE)

    def _told_before(self, movement: Movement) -> tuple[ToldAt, ...]:
        """When entries were told, on the base's clock; nothing as long as that is not known. One that may
        have been told before the lift counts as such."""
        if self._anchor is None:
            return ()
        anchor_us, host = self._anchor
        moments = []
        for entries, at in self._touches:
            away = at - host.time
            u_us = 1e6 * (host.bound + TOLERANCE * abs(away))
            moments.append(ToldAt(entries, anchor_us + round(1e6 * away), round(u_us)))
        lift_us = movement.lift_us
        return tuple(told for told in moments if lift_us is None or told.us - told.u_us < lift_us)

    def _arm(self) -> None:
        with self._lock:
            self._token += 1
            token = self._token
        self._base.arm(token)


def hands_at_lift(
    pads: Mapping[str, Any], movement: Movement, numbers: Mapping[str, int]
) -> dict[str, dict[str, Any]]:
    """Pads as evidence, ``rest`` being whether a hand lay there at the lift; nothing without a lift."""
    lift_us = movement.lift_us
    if lift_us is None:
        return {}
    return {
        seat: {**row, "rest": movement.pads[numbers[seat]].touched_at(lift_us)} for seat, row in pads.items()
    }


def pads_since(hands: Mapping[str, Any], since_us: float) -> dict[str, Any]:
    """Of pads as evidence those whose hand lay there at some moment between ``since_us`` and the lift:
    it left for the totem, or not at all. Where the others were, and what for, a pad cannot tell.
    ``hands``: as they lay at the lift."""
    return {
        seat: {**hand, "rest": True}
        for seat, hand in hands.items()
        if hand["rest"] or ("release" in hand and hand["release"][0] >= since_us)
    }


def certificate_path(board: int) -> Path:
    """Where the bench certificate of a board is kept."""
    return data_folder() / f"base-{board:08x}.toml"


def valid_certificate(ready: Ready) -> Certificate | None:
    """The bench certificate of a base with the firmware that it runs now; None without a usable one, and then
    the design's uncertainties, which are wider, hold."""
    try:
        found = read_certificate(read_toml(read_text(certificate_path(ready.board))))
    except (OSError, UnicodeDecodeError, NotationError, BenchError, ConfigError):
        return None  # companion doctor says which is in use
    return found if (found.board, found.firmware) == (ready.board, ready.firmware) else None


def base_from(section: Mapping[str, Any], places: Sequence[str]) -> BaseSource:
    """The base of the configuration's section ``[totem]``. Raises HardwareError.

    ``port``: of a base with pads (left out: it is looked for), and ``pads``: the number, from 1, of each
    place's pad (left out: in their order); or ``switch``: the GPIO number of a mere switch.
    """
    if "switch" in section:
        pin = section["switch"]
        _check_keys(section)
        if type(pin) is not int or "port" in section:
            raise HardwareError(_SWITCH)
        return BaseSource(GpioBase(pin), {})
    port, pads = pads_from(section, places)
    return BaseSource(SerialBase(port), pads)


def pads_from(
    section: Mapping[str, Any], places: Sequence[str], enough: bool = True
) -> tuple[str | None, dict[str, int]]:
    """The port of a base with pads (None: it is looked for), and the number, from 0, of each place's pad;
    ``enough``: no place may be without one. Raises HardwareError."""
    _check_keys(section)
    port = section.get("port")
    if port is not None and (not isinstance(port, str) or not port):
        raise HardwareError(_PORT)
    numbers = _pad_numbers(section.get("pads", list(range(1, len(places) + 1))))
    if enough and len(numbers) < len(places):
        facts = (("count", str(len(numbers))), ("needed", str(len(places))))
        raise HardwareError(_FEW_PADS, facts)
    return port, {place: number - 1 for place, number in zip(places, numbers, strict=False)}


def _check_keys(section: Mapping[str, Any]) -> None:
    for key in section:
        if key not in _KNOWN:
            raise HardwareError(_NO_KEY, (("key", str(key)),))


def _pad_numbers(value: object) -> list[int]:
    if not isinstance(value, list) or not all(type(number) is int and number > 0 for number in value):
        raise HardwareError(_PADS)
    if len(set(value)) < len(value):
        raise HardwareError(_PADS)
    return value
