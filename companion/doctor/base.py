"""The totem base: find it, show how it is, and set it to its owner's totem and pads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from companion.devices.totem import valid_certificate
from companion.doctor import tuning
from companion.locale import N_, Texts
from hardware.calibration import LEAST_BLOW, LEAST_BLOWS, blow_threshold, load_threshold
from hardware.ports import HardwareError
from hardware.protocol import Channel, Edge, Setting
from hardware.records import Edged, Ready, Record, StatusTold
from hardware.serial_base import SerialBase

FINDING, LISTENING, ANSWERING = (
    tuning.number("base.finding"),
    tuning.number("base.listening"),
    tuning.number("base.answering"),
)
"""Seconds: to find a base behind its bootloader, to learn its clock, for one answer."""

R = TypeVar("R", bound=Record)
Say = Callable[[str], None]
Ask = Callable[[str], None]
"""Shows a sentence and comes back when somebody says that it is done."""


class BaseListener:
    """A base, and what it has told. Records come on the driver's thread."""

    def __init__(self, base: SerialBase) -> None:
        self.base = base
        self._records: list[Record] = []
        self._news = threading.Condition()
        base.start(self._take)

    def _take(self, record: Record) -> None:
        with self._news:
            self._records.append(record)
            self._news.notify_all()

    def mark(self) -> int:
        """A place in what was told: ``after`` of the others."""
        with self._news:
            return len(self._records)

    def since(self, after: int) -> list[Record]:
        """What was told since."""
        with self._news:
            return self._records[after:]

    def wait(
        self, kind: type[R], seconds: float, after: int = 0, when: Callable[[R], bool] = lambda _: True
    ) -> R | None:
        """The first such record since; None if none comes in time."""
        end = time.monotonic() + seconds
        with self._news:
            while True:
                for record in self._records[after:]:
                    if isinstance(record, kind) and when(record):
                        return record
                if not self._news.wait(end - time.monotonic()):
                    return None

    def status(self) -> StatusTold:
        """A fresh one. Raises HardwareError if the base does not answer."""
        after = self.mark()
        self.base.ask_status()
        told = self.wait(StatusTold, ANSWERING, after)
        if told is None:
            raise self.base.trouble or HardwareError(_NO_ANSWER)
        return told


_NO_ANSWER = N_("The totem base does not answer; pull its cable and put it back.")
_FOUND = N_("Base {board}, firmware {firmware}, {pads} pads.")
_DESIGN = N_("No bench certificate of this base and firmware; the design's uncertainties hold.")
_CERTIFIED = N_("Bench certificate: a pad edge is known to {pad} us, a lift to {lift} us.")
_CLOCK = N_("Clock: every tick known to {bound} ms, answers after {trip} ms, {rate} ppm off nominal.")
_NO_CLOCK = N_("Clock: no ping has come back.")
_SLOW = N_("The serial adapter holds bytes back, so the clock is less sure; set its latency timer to 1 ms.")
_LINK = N_(
    "Link: {frames} frames, {broken} broken, {skipped} never arrived; events lost in the base: {lost}."
)
_LOAD = N_("Load of the segments: {loads}; the comparator sees {seen}.")
_NOTHING, _SOMETHING = N_("no totem"), N_("the totem")
_LIFE = N_("Touched pads: {pads}.")
_NONE = N_("none")


@dataclass
class Doctor:
    """One visit."""

    listener: BaseListener
    texts: Texts
    say: Say
    ask: Ask

    def look(self) -> None:
        """Find the base and show how it is. Raises HardwareError."""
        ready = self.listener.wait(Ready, FINDING)
        if ready is None:
            raise self.listener.base.trouble or HardwareError(_NO_ANSWER)
        self._tell(_FOUND, board=ready.board, firmware=f"{ready.firmware:08x}", pads=ready.pads)
        certificate = valid_certificate(ready)
        if certificate is None:
            self._tell(_DESIGN)
        else:
            self._tell(_CERTIFIED, pad=f"{certificate.pad_u_us:.1f}", lift=f"{certificate.lift_u_us:.1f}")
        time.sleep(LISTENING)
        told = self.listener.status()
        self._clock(told)
        status = told.status
        self._tell(
            _LINK,
            frames=told.link.frames,
            broken=told.link.broken,
            skipped=told.link.skipped,
            lost=status.lost,
        )
        seen = self.texts.say(_NOTHING if status.lifted else _SOMETHING)
        self._tell(_LOAD, loads=" ".join(map(str, status.loads)), seen=seen)
        touched = [str(n + 1) for n in range(ready.pads) if status.touched >> n & 1]
        self._tell(_LIFE, pads=" ".join(touched) or self.texts.say(_NONE))

    def _clock(self, told: StatusTold) -> None:
        clock = told.clock
        if clock is None:
            self._tell(_NO_CLOCK)
            return
        self._tell(
            _CLOCK,
            bound=f"{clock.bound * 1000:.2f}",
            trip=f"{clock.round_trip * 1000:.1f}",
            rate=f"{(clock.rate - 1) * 1e6:+.0f}",
        )
        if clock.slow_adapter:
            self._tell(_SLOW)

    def set_load(self) -> None:
        """Thresholds of the comparator and of the piezo. Raises HardwareError with what to check."""
        self.ask(self.texts.say(N_("Put the totem on the middle of the base and take your hands away.")))
        loaded = self.listener.status().status.loads
        self.ask(self.texts.say(N_("Take the totem off.")))
        empty = self.listener.status().status.loads
        threshold = load_threshold(loaded, empty)
        self._keep(Setting.THRESHOLD, threshold, lambda told: told.status.threshold)
        self._tell(N_("The lift is seen at {threshold} of 255, half way."), threshold=threshold)
        self._keep(Setting.KNOCK, LEAST_BLOW, lambda told: told.status.knock)
        after = self.listener.mark()
        self.ask(
            self.texts.say(N_("Let the totem fall over on the table {n} times, as in a game."), n=LEAST_BLOWS)
        )
        blows = [r.value for r in self.listener.since(after) if isinstance(r, Edged) and r.edge is Edge.BLOW]
        knock = blow_threshold(blows)
        self._keep(Setting.KNOCK, knock, lambda told: told.status.knock)
        self._tell(N_("A blow counts from {knock} of 1023."), knock=knock)

    def _keep(self, setting: Setting, value: int, kept: Callable[[StatusTold], int]) -> None:
        after = self.listener.mark()
        self.listener.base.configure(setting, value)
        if not self.listener.wait(StatusTold, ANSWERING, after, lambda told: kept(told) == value):
            raise HardwareError(N_("The base did not keep a setting; pull its cable and put it back."))

    def set_pads(self, seats: int) -> list[int]:
        """Which pad belongs to which seat, in their order; prints the line for the configuration."""
        found: list[int] = []
        for seat in range(1, seats + 1):
            after = self.listener.mark()
            self.ask(self.texts.say(N_("Seat {seat}, clockwise: press your pad and let go."), seat=seat))
            told = [
                r.index
                for r in self.listener.since(after)
                if isinstance(r, Edged) and r.channel is Channel.PAD and r.edge is Edge.ON
            ]
            fresh = [pad for pad in dict.fromkeys(told) if pad not in found]
            if len(fresh) != 1:
                raise HardwareError(
                    N_("Seat {seat}: {n} pads were pressed; press one, and check its wires."),
                    (("seat", str(seat)), ("n", str(len(fresh)))),
                )
            found += fresh
        self._tell(N_("Write into the section [totem]: pads = {pads}"), pads=[pad + 1 for pad in found])
        return found

    def _tell(self, key: str, **facts: object) -> None:
        self.say(self.texts.say(key, **facts))
