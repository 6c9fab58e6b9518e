"""Each device tried by itself, on the page *Test*: what the doctor measures, and what people see or hear.

Thread: one, named ``trial``, for the device that is being tried; it alone uses it.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.chance.lamps import lamp_signal
from companion.doctor import camera, parts
from companion.doctor.base import Ask, BaseListener, Doctor, Say
from companion.doctor.buttons import pins_of, try_buttons
from companion.doctor.finding import Finding
from companion.locale import N_, Message, Texts
from companion.owner.configuration import Config, preferences_path, trials_path
from companion.owner.preferences import read_preferences
from companion.ports.errors import ControllerError
from companion.rules.contract import Lamp
from companion.rules.files import keep_file
from companion.rules.registry import AnyGame
from companion.screen.keeping import DeviceTrial
from hardware.lamps import lamps_from
from hardware.ports import HardwareError
from hardware.serial_base import SerialBase

_HURRIED = 0.8
"""Seconds after a question in which no answer is taken: the second half of a double tap."""
_NO_LAMPS = N_("There is no section [lamps] in your configuration; see hardware/README.md.")
_NO_BASE = N_("No totem base is configured: set it up first.")
_NO_CAMERA = N_("No camera is configured.")
_AT_A_TABLE = N_("A table is open and uses the devices: leave it first.")
_SHINE = {
    "red": N_("All lamps shine red. Touch Done to go on."),
    "green": N_("All lamps shine green. Touch Done to go on."),
    "blue": N_("All lamps shine blue. Touch Done to go on."),
}
_FELT = N_("Pads that were felt, in turn order: {pads}.")
_PADS = 4
"""Pads that are tried if none are configured."""


class _LeftError(Exception):
    """Nobody waits for the answer any more."""


class Trials:
    """A :class:`companion.screen.keeping.TrialsPort`. ``at_table``: whether a table is open. ``sample``:
    plays a sound. ``open_base``, ``pins`` (gpiozero's pin factory): others in tests."""

    def __init__(
        self,
        config: Callable[[], Config],
        game: Callable[[], AnyGame],
        at_table: Callable[[], bool],
        sample: Callable[[], None],
        tell: Callable[[], None],
        open_base: Callable[[str | None], Any] = SerialBase,
        pins: Any | None = None,
    ) -> None:
        self._config = config
        self._game = game
        self._at_table = at_table
        self._sample = sample
        self._tell = tell
        self._open_base = open_base
        self._pins = pins
        self._answered = threading.Event()
        self._asked_at = 0.0
        self._thread: threading.Thread | None = None
        self.now = DeviceTrial()

    def begin(self, part: str, texts: Texts) -> None:
        """As in the port."""
        if self._at_table():
            self.now = DeviceTrial(part, (texts.say(_AT_A_TABLE),), over=True)
            return
        self._answered.clear()
        self.now = DeviceTrial(part)
        words = (part, texts, self.now, self._thread)
        self._thread = threading.Thread(target=self._run, args=words, name="trial", daemon=True)
        self._thread.start()

    def answer(self) -> None:
        """As in the port."""
        if time.monotonic() - self._asked_at > _HURRIED:
            self._answered.set()

    def leave(self) -> None:
        """As in the port."""
        self.now = DeviceTrial()
        self._answered.set()

    def results(self) -> Mapping[str, bool]:
        """As in the port."""
        return {part: found["works"] is True for part, found in read_trials().items()}

    def rule(self, part: str, works: bool, said: tuple[str, ...]) -> None:
        """As in the port."""
        found = {"works": works, "at": time.strftime("%Y-%m-%d %H:%M"), "said": said}
        try:
            text = json.dumps({**read_trials(), part: found}, ensure_ascii=False, indent=1)
            keep_file(trials_path(), text.encode())
        except OSError as error:
            facts = (("path", str(trials_path())), ("reason", error.strerror or str(error)))
            raise ControllerError(Message(N_("{path} cannot be written: {reason}."), facts)) from error

    # -- the thread

    def _run(self, part: str, texts: Texts, trial: DeviceTrial, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()  # it lets go of its device

        def tell(new: DeviceTrial) -> None:
            nonlocal trial
            if self.now is trial:
                self.now = trial = new
                self._tell()

        def show(line: str) -> None:
            tell(replace(trial, lines=(*trial.lines, line)))

        def ask(sentence: str) -> None:
            self._answered.clear()
            self._asked_at = time.monotonic()
            tell(replace(trial, ask=sentence))
            if self.now is trial:
                self._answered.wait()
            if self.now is not trial:
                raise _LeftError
            tell(replace(trial, ask=""))

        with suppress(_LeftError):
            try:
                _TRIALS[part](self, texts, show, ask)
            except HardwareError as error:
                show(texts.say(error.key, **dict(error.facts)))
            tell(replace(trial, over=True))

    def _lamps(self, texts: Texts, _show: Say, ask: Ask) -> None:
        section = self._config().lamps
        if section is None:
            raise HardwareError(_NO_LAMPS)
        lamps = lamps_from(section, self._pins)
        try:
            for colour, sentence in _SHINE.items():
                lamps.show([lamp_signal(Lamp(colour, due=True))] * lamps.count)
                ask(texts.say(sentence))
                if lamps.trouble is not None:
                    raise lamps.trouble
        finally:
            lamps.close()

    def _buttons(self, texts: Texts, show: Say, ask: Ask) -> None:
        try_buttons(pins_of(self._config()), texts, show, ask, self._pins)

    def _pads(self, texts: Texts, show: Say, ask: Ask) -> None:
        section = self._config().totem
        if section is None or "switch" in section:
            raise HardwareError(_NO_BASE)
        pads = section.get("pads")
        link = self._open_base(section.get("port"))
        try:
            doctor = Doctor(BaseListener(link), texts, lambda _: None, ask)
            doctor.look()
            felt = doctor.set_pads(len(pads) if isinstance(pads, list) and pads else _PADS)
            show(texts.say(_FELT, pads=" ".join(str(pad + 1) for pad in felt)))
        finally:
            link.close()

    def _base(self, texts: Texts, show: Say, _ask: Ask) -> None:
        _report(parts.base(self._config(), texts), texts, show)

    def _sound(self, texts: Texts, show: Say, _ask: Ask) -> None:
        self._sample()
        _report(parts.sound(read_preferences(preferences_path()), texts.language), texts, show)

    def _camera(self, texts: Texts, show: Say, _ask: Ask) -> None:
        source = self._config().camera
        if source in ("", "none"):
            raise HardwareError(_NO_CAMERA)
        _report(camera.look(source, self._game())[0], texts, show)


_TRIALS = {
    "lamps": Trials._lamps,
    "buttons": Trials._buttons,
    "pads": Trials._pads,
    "base": Trials._base,
    "sound": Trials._sound,
    "camera": Trials._camera,
}
"""By the parts of the page; fingers it tries by itself."""


def _report(findings: Iterable[Finding], texts: Texts, show: Say) -> None:
    for found in findings:
        show(texts.message(found.message))


def read_trials(path: Path | None = None) -> dict[str, Any]:
    """What was found on the page *Test*, by part; nothing if the file cannot be read."""
    try:
        found = json.loads((path or trials_path()).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    found = found if isinstance(found, dict) else {}
    return {part: one for part, one in found.items() if isinstance(one, dict) and "works" in one}
