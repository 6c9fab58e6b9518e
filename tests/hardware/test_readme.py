"""The wiring page is true."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.devices.buttons import buttons_from
from companion.owner.configuration import EXAMPLE
from hardware.lamps import BLINKS, lamps_from

PAGE = Path(__file__).parents[2] / "hardware" / "README.md"


def test_the_example_runs() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_the_section_is_the_wiring_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = tomllib.loads(text.split("```toml")[1].split("```")[0])["lamps"]
    rows = re.findall(r"^\| [1-4].*?\| (\d+) \(\d+\) \| (\d+) \(\d+\) \| (\d+) \(\d+\) ", text, re.MULTILINE)
    assert section["pins"] == [[int(pin) for pin in row] for row in rows]
    lamps = lamps_from(section, MockFactory(pin_class=MockPWMPin))
    assert lamps.count == 4
    lamps.close()
    assert str(section["pins"]) in EXAMPLE


def test_the_section_of_buttons_is_their_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| [1-4] \| (\d+) \(\d+\) \| (\d+) \(\d+\) \|$", text, re.MULTILINE)
    written = text.partition("[buttons]\n")[2].partition("```")[0].replace("# lamps", "lamps")
    section = tomllib.loads(written)
    assert section == {"pins": [int(row[0]) for row in rows], "lamps": [int(row[1]) for row in rows]}
    assert all(f"{key} = {section[key]}" in EXAMPLE for key in section)
    lamps = {
        pin
        for lamp in tomllib.loads(text.split("```toml")[1].split("```")[0])["lamps"]["pins"]
        for pin in lamp
    }
    assert lamps.isdisjoint([*section["pins"], *section["lamps"]])
    source = buttons_from(section, ("a", "b", "c", "d"), MockFactory(pin_class=MockPWMPin))
    source.close()


def test_header_pins_are_those_of_the_board() -> None:
    """Against gpiozero's own data of a Raspberry Pi's 40-pin header."""
    header = MockFactory(pin_class=MockPWMPin).board_info.headers["J8"]
    for gpio, physical in re.findall(r"\| (\d+) \((\d+)\) ", PAGE.read_text(encoding="utf-8")):
        assert header.pins[int(physical)].name == f"GPIO{gpio}"
    for ground in re.findall(r"ground \((\d+)\)", PAGE.read_text(encoding="utf-8")):
        assert header.pins[int(ground)].name == "GND"


def test_the_rhythms_are_those_of_the_table() -> None:
    rows = re.findall(r"^\| (one|two|three|four) \| (\w+)", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    numbers = {"one": 1, "two": 2, "three": 3, "four": 4}
    assert {direction: numbers[word] for word, direction in rows} == BLINKS
