"""The GPIO chip of a Raspberry Pi through gpiozero and lgpio: opening it, and what goes wrong.

The program opens it once, however many devices are on it: all of gpiozero's local factories have the same
pins, and one that is closed closes those of the others (``LocalPiFactory.pins``, ``PiFactory.close``).
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.ports import N_, HardwareError

_NO_CHIP = N_(
    "No GPIO chip of a Raspberry Pi was found here; leave out [lamps], [buttons] and the switch of [totem], "
    "or run this on the Pi."
)
_NO_LIBRARY = N_("GPIO pins need an extra that is not installed: pip install 'companion[gpio]'.")
_NO_LGPIO = N_(
    "With this Python GPIO pins need the package python3-lgpio, which Raspberry Pi OS has: "
    "sudo apt install python3-lgpio."
)
_NO_RIGHT = N_("The GPIO chip cannot be opened; add your user to the group gpio, and log in again.")

_DEVICES = Path("/dev")

_lock = threading.Lock()
_users: list[Any] = []
"""The open chip, once for each device on it."""


def open_chip() -> Any:
    """This machine's own GPIO chip, a gpiozero pin factory, until ``close_chip`` was called as often. Raises
    HardwareError without one or without rights."""
    with _lock:
        _users.append(_users[0] if _users else _opened())
        return _users[0]


def close_chip() -> None:
    """One device less is on it; without any it is closed, and its pins are free for other programs."""
    with _lock:
        chip = _users.pop()
        if not _users:
            with contextlib.suppress(*gpio_errors()):  # it may have vanished
                chip.close()


def _opened() -> Any:
    # lgpio leaves a named pipe in the working directory when it is imported; this one is deleted with it
    try:
        with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
            from gpiozero.exc import PinUnknownPi
            from gpiozero.pins.lgpio import LGPIOFactory
    except ModuleNotFoundError as error:
        if error.name == "lgpio":  # the extra has it for Python 3.12 and older only
            raise no_chip(_chips(), _NO_LGPIO) from error
        raise HardwareError(_NO_LIBRARY) from error
    try:
        return LGPIOFactory()
    except PinUnknownPi as error:  # a PC may well have a GPIO chip
        raise no_chip([]) from error
    except gpio_errors() as error:
        raise no_chip(_chips()) from error


def _chips() -> list[Path]:
    return sorted(_DEVICES.glob("gpiochip*"))


def no_chip(devices: Sequence[Path], lacks: str = _NO_RIGHT) -> HardwareError:
    """Why the chip could not be opened, given the GPIO devices that there are. ``lacks``: what is missing if
    there are some."""
    return HardwareError(lacks if devices else _NO_CHIP)


def gpio_errors() -> tuple[type[Exception], ...]:
    """What gpiozero raises, and what lgpio raises below it where it is in use."""
    from gpiozero.exc import GPIOZeroError

    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError,) if lgpio is None else (GPIOZeroError, lgpio.error)


def is_no_pin(error: Exception) -> bool:
    """Whether the chip has no such pin."""
    from gpiozero.exc import PinInvalidPin

    return isinstance(error, PinInvalidPin)


def is_taken(error: Exception) -> bool:
    """Whether the pin is in use, by this program or (lgpio's "GPIO busy") by another one."""
    from gpiozero.exc import GPIOPinInUse

    return isinstance(error, GPIOPinInUse) or "GPIO busy" in str(error)


def reason(error: Exception) -> str:
    """Its own words; lgpio puts them between quotes."""
    return str(error).strip("'")
