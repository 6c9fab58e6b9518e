"""What the first-start wizard needs from the app: the settings that it makes, a camera to aim, a base to set.

All methods are called from Kivy's main thread and return at once; what takes longer goes on elsewhere and is
told through the values below and ``Controller.subscribe``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from companion.locale import Message, Texts
from companion.ports.wifi import Wifi
from vision.sources.found import FoundCamera
from vision.types import Preview


@dataclass(frozen=True, slots=True)
class Configured:
    """What is configured. ``camera``: its source, "" if there is none yet, ``none`` for a table without one.
    ``turn``: of the screen, in degrees. ``totem``: whether a base is used. ``broker``: where rulings are
    broadcast to, "" for nowhere."""

    camera: str = ""
    turn: int = 0
    totem: bool = False
    broker: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about something that was looked at, and whether it is in order."""

    good: bool
    text: Message


@dataclass(frozen=True, slots=True)
class Aim:
    """What a camera sees: the newest small picture with the cells of the mat, and how good it is. ``game``:
    the game of the mat, "" if none is seen."""

    preview: Preview | None = None
    notes: tuple[Note, ...] = ()
    game: str = ""


class BaseStage(StrEnum):
    """How far the set-up of the totem base has come."""

    NONE = "none"
    """There is no port on which a base may hang."""
    LOOKING = "looking"
    FOUND = "found"
    UNFIT = "unfit"
    """Something hangs there and does not answer as a totem base: its firmware is old, or it has none."""
    WRITING = "writing"
    ASKING = "asking"
    """Somebody must do what ``ask`` says, and then answer."""


@dataclass(frozen=True, slots=True)
class BaseNow:
    """The totem base. ``lines``: what it told, ready to be shown. ``trouble``: what last went wrong."""

    stage: BaseStage = BaseStage.LOOKING
    lines: tuple[str, ...] = ()
    ask: str = ""
    trouble: Message | None = None


class FirstStart(Protocol):
    """Its setters raise ControllerError if the configuration cannot be written; then the setting counts until
    the program ends."""

    @property
    def wifi(self) -> Wifi: ...
    def wanted(self) -> bool:
        """Whether the owner has not gone through the set-up yet."""
        ...

    def known(self) -> Configured: ...
    def set_turn(self, turn: int) -> None:
        """Turn the screen by 0, 90, 180 or 270 degrees."""
        ...

    def set_camera(self, source: str) -> None:
        """Watch with this camera from now on; ``none``: without a camera."""
        ...

    def set_broker(self, host: str) -> None:
        """Broadcast to the broker on this host; "" nowhere."""
        ...

    def end(self) -> None:
        """Do not show the set-up by itself any more."""
        ...

    def screen_notes(self) -> tuple[Message, ...]:
        """What is wrong with the screen or its touch panel."""
        ...

    # the camera
    def cameras(self) -> tuple[FoundCamera, ...]:
        """The cameras that are connected now."""
        ...

    def aim(self, source: str) -> None:
        """Look through this camera, until :meth:`rest`."""
        ...

    def aimed(self) -> Aim:
        """What it sees now."""
        ...

    # the totem base
    def visit_base(self, texts: Texts) -> None:
        """Look for a base, until :meth:`rest`. ``texts``: the language of what it says."""
        ...

    def base(self) -> BaseNow: ...
    def write_firmware(self) -> None:
        """Write this version's firmware into what hangs there."""
        ...

    def calibrate(self, seats: int) -> None:
        """Ask for what the thresholds and the pads of so many seats need, then use the base."""
        ...

    def use_base(self) -> None:
        """Use the base as it is set, its pads in their order."""
        ...

    def answer(self) -> None:
        """Say that what ``ask`` asked for is done."""
        ...

    def rest(self) -> None:
        """Let go of camera and base."""
        ...
