"""The strip of plain LEDs on gpiozero's mock pins: which rows are lit, which flash, and how."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from companion.owner.configuration import EXAMPLE
from hardware.ports import HardwareError, RowSignal
from hardware.strip import GpiozeroStrip, strip_from
from tests.doubles.waiting import until

ROWS = [4, 17, 27, 22]
LIT, DARK, WILL_LIGHT, WILL_GO_OUT = (
    RowSignal.LIT,
    RowSignal.DARK,
    RowSignal.WILL_LIGHT,
    RowSignal.WILL_GO_OUT,
)


@pytest.fixture
def strip(factory: MockFactory) -> Iterator[GpiozeroStrip]:
    strip = GpiozeroStrip(ROWS, factory)
    yield strip
    strip.close()


def lit(factory: MockFactory) -> list[float]:
    return [factory.pin(pin).state for pin in ROWS]


def shares(factory: MockFactory, pin: int, changes: int) -> tuple[float, float]:
    """How long a lamp was lit and dark between two changes each, in seconds, over some cycles."""
    until(lambda: len(factory.pin(pin).states) > changes)
    states = factory.pin(pin).states[1:changes]
    on = sum(after.timestamp for before, after in pairwise(states) if before.state)
    off = sum(after.timestamp for before, after in pairwise(states) if not before.state)
    return on, off


def test_frozen_rows_are_lit_from_the_north(factory: MockFactory, strip: GpiozeroStrip) -> None:
    strip.show([LIT, LIT])
    until(lambda: lit(factory) == [1.0, 1.0, 0.0, 0.0])
    strip.show([LIT])
    until(lambda: lit(factory) == [1.0, 0.0, 0.0, 0.0])
    strip.show([])
    until(lambda: lit(factory) == [0.0] * 4)
    assert (strip.count, strip.trouble) == (4, None)


def test_a_row_that_will_freeze_flashes_and_one_that_will_thaw_winks(
    factory: MockFactory, strip: GpiozeroStrip
) -> None:
    """Freezing: mostly dark; thawing: mostly lit; so the two are told apart by looking once."""
    strip.show([LIT, WILL_GO_OUT, WILL_LIGHT])
    on, off = shares(factory, 27, 6)
    assert on < off
    on, off = shares(factory, 17, 6)
    assert on > off
    assert lit(factory)[0] == 1.0
    assert lit(factory)[3] == 0.0


def test_a_steady_strip_needs_no_work(factory: MockFactory, strip: GpiozeroStrip) -> None:
    strip.show([LIT, LIT, LIT])
    until(lambda: lit(factory)[2] == 1.0)
    changes = len(factory.pin(4).states)
    strip.show([LIT, LIT])
    until(lambda: lit(factory)[2] == 0.0)
    assert len(factory.pin(4).states) == changes


def test_closing_switches_off_and_frees_the_pins(factory: MockFactory) -> None:
    for _ in range(2):
        strip = GpiozeroStrip(ROWS, factory)
        strip.show([LIT] * 4)
        until(lambda: lit(factory) == [1.0] * 4)
        strip.close()
        strip.close()
        assert lit(factory) == [0.0] * 4


def test_more_rows_than_lamps_are_a_mistake_of_the_caller(strip: GpiozeroStrip) -> None:
    with pytest.raises(ValueError, match="4 lamps cannot show 5 rows"):
        strip.show([LIT] * 5)


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ({"rows": [4, 99]}, "GPIO 99 of lamp 2 does not exist"),
        ({"rows": [4, 17, 4]}, "GPIO 4 of lamp 1 is already used"),
        ({"rows": [18]}, "GPIO 18 of lamp 1 is already used"),
        ({"rows": [[4]]}, "must be a list of GPIO numbers"),
        ({"rows": [True]}, "must be a list of GPIO numbers"),
        ({"rows": []}, "must be a list of GPIO numbers"),
        ({}, "must be a list of GPIO numbers"),
        ({"rows": [4], "pins": [5]}, "[strip] has no key pins"),
    ],
)
def test_a_wrong_section_is_told_in_one_sentence(
    factory: MockFactory, section: dict[str, object], words: str
) -> None:
    other = LED(18, pin_factory=factory)
    with pytest.raises(HardwareError) as caught:
        strip_from(section, factory)
    assert words in str(caught.value)
    strip_from({"rows": ROWS}, factory).close()  # nothing stayed reserved
    other.close()


def test_a_pin_that_fails_in_use_is_told_and_does_not_raise(factory: MockFactory) -> None:
    strip = GpiozeroStrip(ROWS, factory)
    factory.pin(17).function = "input"  # somebody else took the pin
    strip.show([LIT, LIT])
    until(lambda: strip.trouble is not None)
    assert str(strip.trouble).startswith("Lamp 2 cannot be lit (")
    strip.close()


def test_the_section_of_the_wiring_page_is_its_table() -> None:
    text = (Path(__file__).parents[2] / "hardware" / "README.md").read_text(encoding="utf-8")
    page = text.split("# A strip of lamps")[1].split("\n# ")[0]
    section = tomllib.loads(page.split("```toml")[1].split("```")[0])["strip"]
    cells = re.findall(r"(\d+) \| (\d+) \(\d+\)", page)
    assert section["rows"] == [int(pin) for _, pin in sorted(cells, key=lambda cell: int(cell[0]))]
    assert len(section["rows"]) == 10
    assert str(section["rows"]) in EXAMPLE
