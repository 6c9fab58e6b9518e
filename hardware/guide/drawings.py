"""Draws the guide's pictures from their sources: the wiring from ``firmware/avr/board.h`` and the outlines,
to scale, from the parametric models. ``python hardware/guide/drawings.py`` writes them, ``--check``
compares."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path

HERE = Path(__file__).parent
BOARD = HERE.parents[1] / "firmware" / "avr" / "board.h"

STYLE = (
    "<style>.label{font:3.2px sans-serif}.small{font:2.6px sans-serif}.title{font:bold 5px sans-serif}"
    ".cut{fill:none;stroke:#000;stroke-width:.2}.mark{fill:none;stroke:#06c;stroke-width:.2}"
    ".wire{fill:none;stroke-width:.5}.box{fill:#f4f4ee;stroke:#000;stroke-width:.3}</style>"
)


def pins() -> dict[str, list[str]]:
    """What hangs on which pin of the Nano, read from the comment of ``board.h`` that the firmware is built
    with."""
    text = BOARD.read_text(encoding="utf-8")
    rows = re.findall(r"^ \*   (pads|segments|piezo|lamps)[^(\n]*\(([AD0-9 ]+)\)", text, re.MULTILINE)
    found: dict[str, list[str]] = {}
    for kind, names in rows:
        found.setdefault(kind, []).extend(names.split())
    comparator = re.search(r"AIN1 = PD7 load \((D\d+)\).*?\((D\d+)\).*?\((D\d+)\)", text)
    if comparator is None:
        raise ValueError("board.h does not say where the comparator is")
    return {**found, "comparator": list(comparator.groups())}


def parameters(name: str) -> dict[str, float]:
    """The numbers at the top of a model."""
    text = (HERE / name).read_text(encoding="utf-8")
    return {key: float(value) for key, value in re.findall(r"^(\w+)\s*=\s*([\d.]+);", text, re.MULTILINE)}


def svg(width: float, height: float, lines: Iterator[str]) -> str:
    """A picture in millimetres."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">'
    )
    return "\n".join((head, STYLE, *lines, "</svg>")) + "\n"


# wiring ----------------------------------------------------------------------------------------------

COLOURS = {"pads": "#06c", "segments": "#c33", "piezo": "#930", "lamps": "#090", "comparator": "#609"}


def wiring() -> str:
    """The Nano in the middle, everything that hangs on it on both sides."""
    return svg(210, 150, _wiring())


def _wiring() -> Iterator[str]:
    p = pins()
    yield '<rect width="210" height="150" fill="#fff"/>'
    yield '<text x="6" y="9" class="title">Totem base: what goes where on the Arduino Nano</text>'
    yield '<rect class="box" x="85" y="14" width="40" height="128" rx="2"/>'
    yield '<text class="label" x="94" y="21">Arduino Nano</text>'
    yield '<text class="small" x="92" y="139">USB to the host</text>'
    for n, pin in enumerate(p["pads"]):
        y = 28 + 10.5 * n
        yield from _wire(85, 62, y, COLOURS["pads"], pin, left=True)
        yield from _part(8, y - 3.6, 54, f"pad {n + 1}: two foils, to GND", "470 ohm in the wire")
    right = [
        *(
            (pin, "segments", f"segment {n + 1}: foil to 5 V", "10 k to GND; 47 k to D7")
            for n, pin in enumerate(p["segments"])
        ),
        (p["piezo"][0], "piezo", "piezo disc to GND", "1 M across; BAT85 to 5 V and to GND"),
        (p["comparator"][0], "comparator", "the four 47 k meet here", "mean of all segments (AIN1)"),
        (p["comparator"][1], "comparator", "threshold (AIN0)", "10 uF to GND; 10 k to " + p["comparator"][2]),
        (p["comparator"][2], "comparator", "10 k to " + p["comparator"][1], "makes the threshold (PWM)"),
        (p["lamps"][0], "lamps", "330 ohm, strip of 12 WS2812B", "strip: 5 V, GND, 470 uF across"),
    ]
    for n, (pin, kind, first, second) in enumerate(right):
        y = 28 + 11.5 * n
        yield from _wire(125, 148, y, COLOURS[kind], pin, left=False)
        yield from _part(148, y - 3.6, 58, first, second)


def _wire(start: float, end: float, y: float, colour: str, pin: str, left: bool) -> Iterator[str]:
    yield f'<path class="wire" stroke="{colour}" d="M{start:g} {y:g}H{end:g}"/>'
    yield f'<text class="label" x="{start + (2 if left else -8):g}" y="{y + 1.1:g}">{pin}</text>'


def _part(x: float, y: float, width: float, first: str, second: str) -> Iterator[str]:
    yield f'<rect class="box" x="{x:g}" y="{y:g}" width="{width:g}" height="8.4" rx="1"/>'
    yield f'<text class="label" x="{x + 2:g}" y="{y + 3.6:g}">{first}</text>'
    yield f'<text x="{x + 2:g}" y="{y + 7:g}" class="small">{second}</text>'


# outlines --------------------------------------------------------------------------------------------


def base_outline() -> str:
    """Top and bottom disc to scale on A4."""
    return svg(210, 297, _base_outline(parameters("base.scad")))


def _base_outline(m: dict[str, float]) -> Iterator[str]:
    yield from _ruler("Totem base, 1:1. Cut the black lines; blue is where things are glued.")
    yield from _disc(105, 90, m["bottom_d"], "bottom")
    for n in range(4):
        x, y = 105 + m["foil_r"] * cos(n * pi / 2), 90 + m["foil_r"] * sin(n * pi / 2)
        yield f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="{m["foil_d"] / 2:g}"/>'
        yield f'<circle class="mark" cx="{x:g}" cy="{y:g}" r="{m["post_d"] / 2:g}"/>'
        yield f'<text class="small" text-anchor="middle" x="{x:g}" y="{y + 1:g}">foil {n + 1}</text>'
    yield from _disc(105, 215, m["top_d"], "top, seen from below")
    yield f'<circle class="mark" cx="105" cy="215" r="{m["piezo_d"] / 2:g}"/>'
    yield '<text class="small" text-anchor="middle" x="105" y="222">piezo</text>'


def _disc(x: float, y: float, d: float, name: str) -> Iterator[str]:
    yield f'<circle class="cut" cx="{x:g}" cy="{y:g}" r="{d / 2:g}"/>'
    yield f'<path class="cut" d="M{x - 3:g} {y:g}h6M{x:g} {y - 3:g}v6"/>'
    yield f'<text class="label" text-anchor="middle" x="{x:g}" y="{y - d / 2 + 14:g}">{name}, {d:g} mm</text>'


def pad_outline() -> str:
    """Card and foam of a pad to scale on A4."""
    return svg(210, 297, _pad_outline(parameters("pad.scad")))


def _pad_outline(m: dict[str, float]) -> Iterator[str]:
    yield from _ruler("Hand pad, 1:1. Stiff and thin card: one each, foil on the inner side.")
    for top, name in ((30, "cards"), (160, "mounting tape")):
        size = f'width="{m["pad_w"]:g}" height="{m["pad_l"]:g}" rx="{m["corner"]:g}"'
        yield f'<rect class="cut" x="60" y="{top}" {size}/>'
        yield f'<text class="label" x="64" y="{top + 6}">{name}</text>'
    middle_x, middle_y = 60 + m["pad_w"] / 2, 160 + m["pad_l"] / 2
    for column in (-1, 0, 1):
        for row in (-1, 0, 1):
            x = middle_x + column * (m["hole"] + m["foam_w"] / 2) - m["hole"] / 2
            y = middle_y + row * (m["hole"] + m["foam_w"]) - m["hole"] / 2
            yield f'<rect class="cut" x="{x:g}" y="{y:g}" width="{m["hole"]:g}" height="{m["hole"]:g}"/>'


def _ruler(title: str) -> Iterator[str]:
    yield f'<text class="label" x="10" y="10">{title}</text>'
    yield '<path class="cut" d="M10 14h100M10 12v4M60 12v4M110 12v4"/>'
    yield '<text class="label" x="112" y="15.2">100 mm: print at 100 %</text>'


PICTURES = {"wiring.svg": wiring, "base-outline.svg": base_outline, "pad-outline.svg": pad_outline}


def main() -> int:
    """Write all pictures, or check them."""
    stale = 0
    for name, draw in PICTURES.items():
        path, text = HERE / name, draw()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale = 1
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        print(f"{name} {'is not up to date' if '--check' in sys.argv else 'written'}")
    return stale if "--check" in sys.argv else 0


if __name__ == "__main__":
    raise SystemExit(main())
