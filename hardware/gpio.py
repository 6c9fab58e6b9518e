"""The GPIO chip of a Raspberry Pi through gpiozero and lgpio: opening it, and what goes wrong."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gpiozero.exc import GPIOZeroError

from hardware.ports import HardwareError


def N_(sentence: str) -> str:
    """Mark an English sentence that a person will read, so that it gets into the catalogues."""
    return sentence


_NO_CHIP = N_(
    "No GPIO chip of a Raspberry Pi was found here; leave out [lamps] and the switch of [totem], or run this "
    "on the Pi."
)
_NO_RIGHT = N_("The GPIO chip cannot be opened; add your user to the group gpio, and log in again.")


def open_chip() -> Any:
    """This machine's own GPIO chip, a gpiozero pin factory. Raises HardwareError without one or without
    rights."""
    # lgpio leaves a named pipe in the working directory when it is imported; this one is deleted with it
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        from gpiozero.pins.lgpio import LGPIOFactory
    try:
        return LGPIOFactory()
    except gpio_errors() as error:
        raise no_chip(sorted(Path("/dev").glob("gpiochip*"))) from error


def no_chip(devices: Sequence[Path]) -> HardwareError:
    """Why the chip could not be opened, given the GPIO devices that there are."""
    return HardwareError(_NO_RIGHT if devices else _NO_CHIP)


def gpio_errors() -> tuple[type[Exception], ...]:
    """What gpiozero raises, and what lgpio raises below it where it is in use."""
    lgpio = sys.modules.get("lgpio")
    return (GPIOZeroError,) if lgpio is None else (GPIOZeroError, lgpio.error)
