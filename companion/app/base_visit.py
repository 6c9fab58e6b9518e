"""Finding the totem base, writing its firmware and setting it, while a screen shows how far that is.

Thread: one, named ``base visit``; it alone talks to the base. It waits in :meth:`BaseVisit._ask` until
somebody has done what was asked for. The other methods leave a wish that it takes up.
"""

from __future__ import annotations

import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from companion.doctor.base import BaseListener, Doctor
from companion.locale import N_, Message, Texts
from companion.ports.first_start import BaseNow, BaseStage
from hardware.ports import HardwareError
from hardware.serial_base import SerialBase, likely_ports

LOOK_EVERY = 1.0
"""Seconds between two looks for a port while there is none."""
HURRIED = 0.8
"""Seconds after a question in which no answer is taken."""
WRITES_WITHIN = 90.0
"""Seconds for avrdude at one speed: 14 kB take 10."""
BAUDS = (115_200, 57_600)
"""Of the bootloaders on Nanos, the newer one first."""
_FIRMWARE = (Path("/usr/share/companion/base.hex"), Path(__file__).parents[2] / "firmware" / "base.hex")
"""Where the package brings it, and where it lies in the project."""
_NO_AVRDUDE = N_("avrdude, which writes the firmware, is missing: sudo apt install avrdude")
_NO_FIRMWARE = N_("The firmware's file is missing: install the program again.")
_NOT_WRITTEN = N_("The firmware could not be written to {port} ({reason}): check the cable, then try again.")
_SEVERAL = N_("Several boards are plugged in ({ports}): leave the totem base alone, then try again.")
_YOURS = N_(
    "Is what hangs on {port} your totem base? Then touch Done. If it is another device, skip this step: being"
    " asked would restart it."
)
_UNFIT = N_(
    "What hangs on {port} does not answer as a totem base: it has no firmware of ours, or an old one."
)

Finder = Callable[[], Sequence[str]]


class _LeftError(Exception):
    """Nobody waits for the answer any more."""


class BaseVisit:
    """``changed``: told, on the thread, that :attr:`now` is a new one. ``use``: called, on the thread, with
    the pad numbers (from 1) of the seats in turn order when the base has been set; it says why they could not
    be kept. ``asks_first``: nothing is sent to a port before people have said that the base hangs there."""

    def __init__(
        self,
        texts: Texts,
        changed: Callable[[], None],
        use: Callable[[list[int]], Message | None],
        find: Finder = likely_ports,
        asks_first: bool = False,
    ) -> None:
        self._asks_first = asks_first
        self._named: set[str] = set()
        """Ports of which people have said that the base hangs there."""
        self.now = BaseNow()
        self._texts = texts
        self._changed = changed
        self._use = use
        self._find = find
        self._wishes: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._answered = threading.Event()
        self._asked_at = 0.0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="base visit", daemon=True)
        self._thread.start()

    def write_firmware(self) -> None:
        """Write this version's firmware into what hangs on the only port, then look again."""
        self._wishes.put(self._write)

    def calibrate(self, seats: int) -> None:
        """Thresholds, then the pads of so many seats."""
        self._wishes.put(lambda: self._set(seats))

    def answer(self) -> None:
        """What was asked for is done. The second half of a double tap answers nothing."""
        if time.monotonic() - self._asked_at > HURRIED:
            self._answered.set()

    def close(self) -> None:
        """Let go of the base, soon. A firmware that is being written is written to its end."""
        self._closing.set()
        self._answered.set()
        self._wishes.put(None)

    # -- the thread -----------------------------------------------------------------------------------

    def _work(self) -> None:
        seen: Sequence[str] | None = None
        while not self._closing.is_set():
            ports = self._find()
            if ports != seen:
                seen = ports
                self._look(ports)
            try:
                wish = self._wishes.get(timeout=LOOK_EVERY)
            except queue.Empty:
                continue
            if wish is not None:
                wish()

    def _look(self, ports: Sequence[str]) -> None:
        """What hangs there?"""
        if not ports:
            self._tell(BaseNow(BaseStage.NONE))
            return
        if len(ports) > 1:
            self._tell(BaseNow(BaseStage.NONE, trouble=_message(_SEVERAL, ports=", ".join(ports))))
            return
        if self._asks_first and ports[0] not in self._named:
            try:
                self._ask(self._texts.say(_YOURS, port=ports[0]))
            except _LeftError:
                return
            self._named.add(ports[0])
        self._tell(BaseNow(BaseStage.LOOKING))
        self._visit(ports[0], lambda doctor: doctor.look(), BaseStage.UNFIT)

    def _set(self, seats: int) -> None:
        def setting(doctor: Doctor) -> None:
            doctor.look()
            doctor.set_load()
            if refused := self._use([pad + 1 for pad in doctor.set_pads(seats)]):
                raise HardwareError(refused.key, refused.facts)

        ports = self._find()
        if len(ports) == 1:
            self._visit(ports[0], setting, BaseStage.FOUND)

    def _visit(self, port: str, doing: Callable[[Doctor], None], failed: BaseStage) -> None:
        """Open the base, do it, let go of it. ``failed``: the stage when it cannot be done, of a base that
        has told of itself."""
        lines: list[str] = []
        link = SerialBase(port)
        try:
            doing(Doctor(BaseListener(link), self._texts, lines.append, self._ask))
        except HardwareError as error:
            if lines:
                self._tell(BaseNow(failed, tuple(lines), trouble=Message(error.key, error.facts)))
            else:
                self._tell(BaseNow(BaseStage.UNFIT, trouble=_message(_UNFIT, port=port)))
        except _LeftError:
            return
        else:
            self._tell(BaseNow(BaseStage.FOUND, tuple(lines)))
        finally:
            link.close()

    def _ask(self, sentence: str) -> None:
        self._answered.clear()
        self._asked_at = time.monotonic()
        self._tell(replace(self.now, stage=BaseStage.ASKING, ask=sentence, trouble=None))
        self._answered.wait()
        if self._closing.is_set():
            raise _LeftError

    def _write(self) -> None:
        ports = self._find()
        if len(ports) != 1:
            self._look(ports)
            return
        self._tell(BaseNow(BaseStage.WRITING))
        try:
            write_firmware(ports[0])
        except HardwareError as error:
            self._tell(BaseNow(BaseStage.UNFIT, trouble=Message(error.key, error.facts)))
            return
        self._look(self._find())

    def _tell(self, now: BaseNow) -> None:
        self.now = now
        if not self._closing.is_set():
            self._changed()


def write_firmware(port: str, files: Sequence[Path] = _FIRMWARE) -> None:
    """Write the firmware of this version with avrdude, by whichever bootloader answers. Raises
    HardwareError."""
    program = shutil.which("avrdude")
    if program is None:
        raise HardwareError(_NO_AVRDUDE)
    file = next((one for one in files if one.is_file()), None)
    if file is None:
        raise HardwareError(_NO_FIRMWARE)
    reason = ""
    for baud in BAUDS:
        options = ["-p", "atmega328p", "-c", "arduino", "-P", port, "-b", str(baud), "-D", "-q", "-q"]
        try:
            done = subprocess.run(
                [program, *options, "-U", f"flash:w:{file}:i"],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=WRITES_WITHIN,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            reason = type(error).__name__
            continue
        if done.returncode == 0:
            return
        reason = next((line for line in done.stderr.splitlines() if line.strip()), "")[:120].rstrip(".: ")
    raise HardwareError(_NOT_WRITTEN, (("port", port), ("reason", reason or "-")))


def _message(key: str, **facts: str) -> Message:
    return Message(key, tuple(facts.items()))
