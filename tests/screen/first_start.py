"""A set-up that only remembers what it was asked for; tests say what camera and base show."""

from __future__ import annotations

from companion.locale import Message, Texts
from companion.ports.errors import ControllerError
from companion.ports.first_start import Aim, BaseNow, Configured
from companion.ports.wifi import WifiNow
from vision.sources.found import FoundCamera


class ToldWifi:
    """Implements ``companion.ports.wifi.Wifi``; tests say what becomes of what was asked for."""

    def __init__(self) -> None:
        self.shown = WifiNow()
        self.asked: list[tuple[object, ...]] = []
        self.code = ""
        self.refusal: Message | None = None

    def now(self) -> WifiNow:
        return self.shown

    def look(self) -> None:
        self.asked.append(("look",))

    def join(self, name: str, password: str = "", hidden: bool = False) -> None:
        self.asked.append(("join", name, password, hidden))

    def forget(self, name: str) -> None:
        self.asked.append(("forget", name))

    def begin_own(self) -> None:
        self.asked.append(("begin own",))

    def end_own(self) -> None:
        self.asked.append(("end own",))

    def country(self) -> str:
        return self.code

    def set_country(self, code: str) -> None:
        self.code = code
        if self.refusal is not None:
            raise ControllerError(self.refusal)


class ToldSetUp:
    """Implements ``companion.ports.first_start.FirstStart``."""

    def __init__(self) -> None:
        self.wifi = ToldWifi()
        self.wanted_now = False
        self.refusal: Message | None = None
        self.known_now = Configured()
        self.notes: tuple[Message, ...] = ()
        self.connected: tuple[FoundCamera, ...] = ()
        self.aim_now = Aim()
        self.base_now = BaseNow()
        self.done: list[str] = []

    def wanted(self) -> bool:
        return self.wanted_now

    def known(self) -> Configured:
        return self.known_now

    def _set(self, known: Configured) -> None:
        self.known_now = known
        if self.refusal is not None:
            raise ControllerError(self.refusal)

    def set_turn(self, turn: int) -> None:
        now = self.known_now
        self._set(Configured(now.camera, turn, now.totem, now.broker))

    def set_camera(self, source: str) -> None:
        now = self.known_now
        self._set(Configured(source, now.turn, now.totem, now.broker))

    def set_broker(self, host: str) -> None:
        now = self.known_now
        self._set(Configured(now.camera, now.turn, now.totem, host))

    def use_base(self) -> None:
        now = self.known_now
        self._set(Configured(now.camera, now.turn, True, now.broker))

    def end(self) -> None:
        self.wanted_now = False
        self._set(self.known_now)

    def screen_notes(self) -> tuple[Message, ...]:
        return self.notes

    def cameras(self) -> tuple[FoundCamera, ...]:
        return self.connected

    def aim(self, source: str) -> None:
        self.done.append(f"aim {source}")

    def aimed(self) -> Aim:
        return self.aim_now

    def visit_base(self, texts: Texts) -> None:
        self.done.append(f"visit {texts.language}")

    def base(self) -> BaseNow:
        return self.base_now

    def write_firmware(self) -> None:
        self.done.append("write")

    def calibrate(self, seats: int) -> None:
        self.done.append(f"calibrate {seats}")

    def answer(self) -> None:
        self.done.append("answer")

    def rest(self) -> None:
        self.done.append("rest")
