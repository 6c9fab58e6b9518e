"""The build guide: its pictures are those of their sources, and its table is that of the firmware."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from hardware.guide.drawings import parameters, pins

GUIDE = Path(__file__).parents[2] / "hardware" / "guide"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.outside
def test_the_pictures_are_up_to_date() -> None:
    command = [sys.executable, str(GUIDE / "drawings.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_wiring_table_is_that_of_the_firmware() -> None:
    """The macros that are compiled, the comment that the picture is drawn from, and the guide's table
    agree."""
    board = (GUIDE.parents[1] / "firmware" / "avr" / "board.h").read_text(encoding="utf-8")
    names = {"D": {n: f"D{n}" for n in range(8)}, "B": {n: f"D{n + 8}" for n in range(6)}}
    names["C"] = {n: f"A{n}" for n in range(6)}
    compiled = []
    for port in "DBC":
        macro = re.search(rf"#define PADS_{port} \((.*)\)", board)
        assert macro is not None
        compiled += [names[port][int(bit)] for bit in re.findall(rf"_BV\(P{port}(\d)\)", macro[1])]
    found = pins()
    assert found["pads"] == compiled
    inputs = re.search(r"ADC_INPUTS \{ ([\d, ]+) \}", board)
    assert inputs is not None
    assert [*found["segments"], *found["piezo"]] == [f"A{n}" for n in inputs[1].split(", ")]
    text = (GUIDE / "README.md").read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| ([\w ]+)[^|]* \| ((?:[AD]\d+ ?)+) \|$", text, re.MULTILINE))
    assert table["pads 1 to 10"].split() == found["pads"]
    assert table["segments 1 to 4"].split() == found["segments"]
    assert table["piezo"].split() == found["piezo"]
    assert table["lamps"].split() == found["lamps"]
    assert table["mean of the segments"].split() == found["comparator"]


@pytest.mark.parametrize("name", ["base-outline.svg", "pad-outline.svg"])
def test_outlines_are_to_scale_and_on_the_paper(name: str) -> None:
    root = ET.parse(GUIDE / name).getroot()
    assert (root.get("width"), root.get("viewBox")) == ("210mm", "0 0 210 297")
    for circle in root.iter(f"{SVG}circle"):
        x, y, r = (float(circle.get(key, "nan")) for key in ("cx", "cy", "r"))
        assert x - r >= 5
        assert x + r <= 205
        assert y + r <= 292
    for rect in root.iter(f"{SVG}rect"):
        assert float(rect.get("y", "nan")) + float(rect.get("height", "nan")) <= 292


def test_the_model_holds_its_own_parts() -> None:
    m = parameters("base.scad")
    assert m["foil_r"] + m["foil_d"] / 2 <= m["top_d"] / 2  # foils lie under the top plate
    assert m["piezo_d"] / 2 + m["post_d"] / 2 < m["foil_r"]  # and leave the middle to the piezo
    assert m["top_d"] + 2 * m["play"] + 4 <= m["bottom_d"]
    assert m["rim_h"] > m["foil_h"] + m["post_h"]  # the rim holds the top plate
    assert m["top_d"] + 2 * m["play"] + 4 + 2 * m["strip_h"] <= m["bottom_d"]  # the lamps stand on the bottom
    assert m["strip_l"] < 3.14 * m["top_d"] - m["cable_w"]


def test_a_hand_closes_a_pad() -> None:
    """A clamped round plate under a force in its middle (Timoshenko, Theory of Plates and Shells, 19)."""
    m = parameters("pad.scad")
    stiffness = 3e9 * (m["top_h"] / 1000) ** 3 / 12 / (1 - 0.3**2)  # card: 3 GPa
    bends = 3 * (m["hole"] / 2000) ** 2 / (16 * 3.14159 * stiffness)  # 3 N
    assert 1000 * bends >= m["foam_h"]
    assert 3 * m["hole"] + 2 * m["foam_w"] / 2 + 2 * m["foam_w"] <= m["pad_w"]
