"""A totem base on a serial port: found, opened, watched, opened again.

Thread: one, named ``totem``; it alone touches the ports and the links, and delivers the records. The other
methods only put wishes on a queue that it empties every few milliseconds.
"""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import select
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from random import SystemRandom

import serial
from serial.tools import list_ports

from hardware import tuning
from hardware.link import UNSET, BaseLink, Known, all_lamps
from hardware.ports import N_, Deliver, HardwareError
from hardware.protocol import Setting
from hardware.records import Gone, Ready, Record, Why

BAUD = 500_000
TURN = tuning.number("serial_base.turn")
"""Seconds between two looks at wishes and clocks."""
SEARCH_EVERY = tuning.number("serial_base.search_every")
SEARCH_BESIDE = tuning.number("serial_base.search_beside")
"""Seconds between two looks for another base while there is one: only a port that has just come is opened."""
STRANGER = tuning.number("serial_base.stranger")
"""Seconds until a port is tried again on which nobody answered, or a base of another version: opening it
restarts whatever hangs there, and the right firmware may be written meanwhile."""

USB_IDS = frozenset({0x1A86, 0x0403, 0x2341, 0x2A03, 0x10C4})
"""Makers of the adapters on Arduino boards: WCH (CH340), FTDI, Arduino twice, Silicon Labs."""

# What pyserial lets through when a cable is pulled, by platform and moment: SerialException is an OSError,
# the ioctl behind in_waiting raises OSError itself, tcflush and tcsetattr raise termios.error.
PORT_ERRORS = (OSError, termios.error)


_NO_BASE = N_("No totem base answers; plug it in, or run companion doctor.")
_NO_RIGHTS = N_("The port {port} may not be used by you; add your user to the group dialout, log in again.")
_NO_PORT = N_("There is no port {port}; plug the totem base in, or correct port in [totem].")
_FOLDER = N_("The port {port} is a folder; name the totem base's port in [totem], or none.")
_NO_SERIAL = N_("{port} is no serial port; name the totem base's port in [totem], or none.")
_IN_USE = N_("The port {port} is in use by another program; close it, a serial monitor for example.")
_NOT_OPENED = N_("The port {port} cannot be opened ({reason}); unplug the totem base and plug it in again.")
_TWO = N_("{count} totem bases answer ({ports}); unplug all but one, or name the port in [totem].")
_VERSION = N_(
    "The totem base on {port} runs another version ({version}); write its firmware again, see doctor."
)
_SILENT = N_("The totem base on {port} stopped answering; it is started again.")
_GARBLED = N_("Only garbage comes from the totem base on {port}; check its cable, or take a shorter one.")

LONGEST = 100
"""Letters of a port's name that a sentence repeats."""

Finder = Callable[[], Sequence[str]]


def likely_ports() -> list[str]:
    """Serial ports that an Arduino may hang on."""
    return sorted(port.device for port in list_ports.comports() if port.vid in USB_IDS)


def _nobody(record: Record) -> None:
    """Takes records before anybody wants them."""
    raise AssertionError(f"not started, but {record}")


def why_not_opened(path: str, error: Exception) -> HardwareError:
    """The sentence for a port that could not be opened."""
    number, shown = _errno(error), path if len(path) <= LONGEST else f"{path[:LONGEST]}…"
    if number == errno.ENOENT:
        key = _NO_PORT
    elif number in (errno.EACCES, errno.EPERM):
        key = _NO_RIGHTS
    elif number in (errno.EBUSY, errno.EAGAIN):
        key = _IN_USE
    elif os.path.isdir(path):  # noqa: PTH112 - pathlib raises errors for names that cannot be
        key = _FOLDER
    elif number == errno.ENOTTY:
        key = _NO_SERIAL
    else:
        reason = os.strerror(number) if number else str(error)
        return HardwareError(_NOT_OPENED, (("port", shown), ("reason", reason)))
    return HardwareError(key, (("port", shown),))


def _errno(error: BaseException | None) -> int:
    """The number of the system's error at the bottom; 0: none. pyserial leaves it out of some of its own."""
    while error is not None:
        number = error.args[0] if error.args else None
        if isinstance(number, int):
            return number
        error = error.__cause__ or error.__context__
    return 0


class _Line:
    """One open port with its link."""

    def __init__(self, path: str, known: Mapping[int, Known]) -> None:
        self.path = path
        self.port = serial.Serial(path, BAUD, timeout=0, write_timeout=0.5, exclusive=True)
        with contextlib.suppress(OSError, ValueError, NotImplementedError):
            self.port.set_low_latency_mode(True)  # FTDI only; a slow adapter shows in the clock's quality
        self.link = BaseLink(time.monotonic(), known)

    def restart_link(self) -> None:
        """The same cable, another start of the board."""
        self.link = BaseLink(time.monotonic())

    def turn(self) -> None:
        """Read, let the link work, write. Raises PORT_ERRORS when the cable is gone."""
        data = self.port.read(4096)
        self.link.feed(data, time.monotonic())
        self.link.poll(time.monotonic())
        output = self.link.take_output()
        if output:
            self.port.write(output)

    def close(self) -> None:
        with contextlib.suppress(*PORT_ERRORS):
            self.port.close()


class SerialBase:
    """A :class:`hardware.ports.TotemBase` on a serial port. ``port``: None looks for it; ``find``: where."""

    tier = "T1"

    def __init__(self, port: str | None = None, find: Finder = likely_ports) -> None:
        self._find: Finder = find if port is None else lambda: [port]
        self._deliver: Deliver = _nobody
        self._wishes: queue.SimpleQueue[Callable[[BaseLink, float], None]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._trouble: HardwareError | None = HardwareError(_NO_BASE)
        self._lines: dict[str, _Line] = {}
        self._active: _Line | None = None
        self._known: dict[int, Known] = {}
        self._refused: dict[str, HardwareError] = {}
        self._strangers: dict[str, float] = {}
        self._search_at = 0.0
        self._seen: frozenset[str] = frozenset()
        self._named_boards: set[tuple[str, int]] = set()
        self._thread = threading.Thread(target=self._work, name="totem", daemon=True)

    @property
    def trouble(self) -> HardwareError | None:
        """Why there is no base now; None while there is one."""
        return self._trouble

    def start(self, deliver: Deliver) -> None:
        """Look for it, and deliver from now on, on the thread ``totem``."""
        self._deliver = deliver
        self._thread.start()

    def arm(self, token: int) -> None:
        """A duel begins."""
        self._wishes.put(lambda link, now: link.arm(token, now))

    def disarm(self) -> None:
        """The duel is over."""
        self._wishes.put(lambda link, now: link.disarm(now))

    def journaled(self, boot: int, event: int) -> None:
        """Events up to this one are durable."""
        self._wishes.put(lambda link, _: link.journaled(boot, event))

    def show(self, rgb: Sequence[int]) -> None:
        """Light its lamps. Raises ValueError for what they cannot show."""
        colours = all_lamps(rgb)
        self._wishes.put(lambda link, now: link.show(colours, now))

    def configure(self, setting: Setting, value: int) -> None:
        """Keep a setting in the base; its status comes back."""
        self._wishes.put(lambda link, _: link.configure(setting, value))

    def ask_status(self) -> None:
        """A record ``StatusTold`` will come soon; one comes every second anyway."""
        self._wishes.put(lambda link, now: link.ask_status(now))

    def close(self) -> None:
        """Let go of the port. Safe to call twice."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    # the thread --------------------------------------------------------------------------------------

    def _work(self) -> None:
        while not self._closing.is_set():
            now = time.monotonic()
            if now >= self._search_at:
                self._search()
                self._search_at = now + (SEARCH_EVERY if self._active is None else SEARCH_BESIDE)
            self._fulfil()
            self._wait()
            for line in list(self._lines.values()):
                self._turn(line)
            self._choose()
        for line in list(self._lines.values()):
            line.link.close(Why.CLOSED, time.monotonic())
            self._tell(line)
            self._drop(line)

    def _wait(self) -> None:
        ports = [line.port.fileno() for line in self._lines.values()]
        if ports:
            select.select(ports, [], [], TURN)
        else:
            self._closing.wait(TURN)

    def _search(self) -> None:
        """Open every likely port that is not open; all are asked at once who they are. Beside a base that is
        in use only what has just been plugged in is asked: it may be another one."""
        there = self._find()
        new = [path for path in there if path not in self._seen]
        self._seen = frozenset(there)
        self._refused = {path: why for path, why in self._refused.items() if path in there}
        self._strangers = {path: until for path, until in self._strangers.items() if path in there}
        for path in there if self._active is None else new:
            if path in self._lines or time.monotonic() < self._strangers.get(path, 0.0):
                continue
            try:
                self._lines[path] = _Line(path, self._known)
            except (*PORT_ERRORS, ValueError) as error:  # ValueError: a name that no file can have
                self._refused[path] = why_not_opened(path, error)

    def _fulfil(self) -> None:
        while True:
            try:
                wish = self._wishes.get_nowait()
            except queue.Empty:
                return
            if self._active is not None:
                wish(self._active.link, time.monotonic())

    def _turn(self, line: _Line) -> None:
        try:
            line.turn()
        except PORT_ERRORS:
            line.link.close(Why.UNPLUGGED, time.monotonic())
        self._name(line)
        if line is self._active:
            self._tell(line)
        if line.link.ended is not None:
            self._end(line, line.link.ended)

    def _end(self, line: _Line, ended: Gone) -> None:
        if line is self._active:
            self._active = None
        if line.link.known:
            self._known[line.link.known.board] = line.link.known
        self._search_at = 0.0
        if ended.why is Why.RESTARTED:
            line.restart_link()
            return
        if ended.why is Why.VERSION:
            facts = (("port", line.path), ("version", str(ended.version)))
            self._refused[line.path] = HardwareError(_VERSION, facts)
            self._strangers[line.path] = time.monotonic() + STRANGER
        elif ended.why is Why.GARBLED:
            self._refused[line.path] = HardwareError(_GARBLED, (("port", line.path),))
        elif ended.why is Why.SILENT and line.link.ready is not None:
            self._refused[line.path] = HardwareError(_SILENT, (("port", line.path),))
        elif ended.why is Why.SILENT:
            self._refused.pop(line.path, None)
            self._strangers[line.path] = time.monotonic() + STRANGER
        self._drop(line)

    def _tell(self, line: _Line) -> None:
        for record in line.link.take_records():
            self._deliver(record)

    def _name(self, line: _Line) -> None:
        """A board without a number gets one: two bases could not be told apart else."""
        ready = line.link.ready
        if ready is not None and ready.board == UNSET and (line.path, ready.boot) not in self._named_boards:
            self._named_boards.add((line.path, ready.boot))
            line.link.name_board(SystemRandom().randrange(1, UNSET))

    def _drop(self, line: _Line) -> None:
        line.close()
        self._lines.pop(line.path, None)

    def _choose(self) -> None:
        """Exactly one base that answers, and has a number, is the base; else people are told why there is
        none."""
        ready = [line for line in self._lines.values() if line.link.ready is not None]
        if len(ready) == 1:
            self._trouble = None
            self._activate(ready[0])
            return
        if self._active is not None:
            self._deliver(Gone(Why.SEVERAL, self._active.link.armed, time.monotonic()))
            self._active = None
        if ready:
            ports = ", ".join(sorted(line.path for line in ready))
            self._trouble = HardwareError(_TWO, (("count", str(len(ready))), ("ports", ports)))
        else:
            refused = list(self._refused.values())
            self._trouble = refused[0] if refused else HardwareError(_NO_BASE)

    def _activate(self, line: _Line) -> None:
        known = line.link.ready
        if line is self._active or known is None or known.board == UNSET:
            return
        self._active = line
        self._refused.pop(line.path, None)
        self._deliver(known)
        for record in line.link.take_records():
            if not isinstance(record, Ready):
                self._deliver(record)
