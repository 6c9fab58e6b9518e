"""The pads of the shipped .elf as buttons: a tap becomes *my turn is done*, also when nothing is armed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from companion.devices.buttons import PadButtons
from companion.referee.events import Event, TurnDone
from hardware.serial_base import SerialBase
from tests.firmware.simulated import SimulatedBase

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("patient")]


def test_a_tap_on_a_pad_of_the_shipped_firmware(tmp_path: Path) -> None:
    base = SimulatedBase(tmp_path)
    queue: list[Event] = []
    source = PadButtons(SerialBase(find=lambda: [base.port]), {"red": 2, "blue": 7})
    source.start(queue.append)
    try:
        base.pad(2, True)  # red's hand rests
        end = time.monotonic() + 60
        while not queue:
            assert time.monotonic() < end, "no tap was told"
            base.pad(7, True)
            time.sleep(0.15)
            base.pad(7, False)
            time.sleep(0.3)
        assert set(queue) == {TurnDone("blue", "pad")}
        assert source.trouble is None
    finally:
        source.close()
        base.close()
