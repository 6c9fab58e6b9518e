"""Try the buttons on pins: each press is told, then which were not felt."""

from __future__ import annotations

from typing import Any

from companion.doctor.base import Ask, Say
from companion.locale import N_, Texts
from companion.owner.configuration import Config
from hardware.buttons import GpioButtons
from hardware.ports import HardwareError

_NO_BUTTONS = N_("There is no section [buttons] with pins in your configuration; see hardware/README.md.")


def pins_of(config: Config) -> list[int]:
    """The pins of the configured buttons. Raises HardwareError without any."""
    pins = (config.buttons or {}).get("pins")
    if not isinstance(pins, list) or not pins or not all(type(pin) is int for pin in pins):
        raise HardwareError(_NO_BUTTONS)
    return pins


def try_buttons(pins: list[int], texts: Texts, say: Say, ask: Ask, pin_factory: Any | None = None) -> None:
    """Tell each press, then which buttons were not felt. Raises HardwareError."""
    felt: set[int] = set()
    buttons = GpioButtons(pins, pin_factory)

    def pressed(number: int) -> None:
        felt.add(number)
        say(texts.say(N_("Button {button} on GPIO {pin} was pressed."), button=number + 1, pin=pins[number]))

    try:
        buttons.start(pressed)
        ask(texts.say(N_("Press every button once, then Enter.")))
        for number, pin in enumerate(pins):
            if buttons.pressed(number):
                key = N_("Button {button} on GPIO {pin} stays pressed; check that its wires do not touch.")
            elif number not in felt:
                key = N_(
                    "Button {button} on GPIO {pin} was not felt; check its wires to the pin and to ground."
                )
            else:
                continue
            say(texts.say(key, button=number + 1, pin=pin))
    finally:
        buttons.close()
