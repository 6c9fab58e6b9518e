"""Colours and sizes.

A seat is told by colour, shape and number, never by colour alone. Sizes are given for a window of
800 x 480, the smallest supported one, and grow with the window; that window is 154 mm wide on a Pi's
7 inch touchscreen, where 10 mm, the least size of a touch target, are 52 px. A window that is higher than
wide (the screen is turned by a quarter) has the same sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.core.window import Window

from companion.rules import palette
from companion.screen import tuning

Colour = tuple[float, float, float, float]

SMALLEST = (800, 480)
TOUCH = 56
"""Height and least width of everything that can be touched, in units of :func:`px`."""

BIG, BODY, SMALL, TINY = 25, 20, 17, 14
LEAST_LETTERS = 13
"""Size of the smallest letters, in units of :func:`px`."""


LARGE = tuning.number("theme.large")
"""Letters are so many times larger in large print. Places and touch targets keep their size."""

LEAST_SCALE = tuning.number("theme.least_scale")
"""The least part of the sizes at 800 x 480 that is used, however small a window the panel reports. Some
report 0 x 0 while they wake."""

_print = {"large": False}


def set_large_print(large: bool) -> None:
    """Switch large print on or off for all pages that are built from now on."""
    _print["large"] = large


def large_print() -> bool:
    """Whether letters are large."""
    return _print["large"]


def upright() -> bool:
    """Whether the window is higher than wide."""
    return bool(Window.height > Window.width)


def cramped() -> bool:
    """Whether lines hold few letters: large print in a window that is higher than wide."""
    return large_print() and upright()


def px(units: float) -> float:
    """Pixels of this window for a length at 800 x 480."""
    long, short = max(Window.size), min(Window.size)
    return float(units * max(LEAST_SCALE, min(long / SMALLEST[0], short / SMALLEST[1])))


def usable() -> bool:
    """Whether the window has a size in which anything can be read."""
    long, short = max(Window.size), min(Window.size)
    return bool(long >= LEAST_SCALE * SMALLEST[0] and short >= LEAST_SCALE * SMALLEST[1])


def letters(units: float) -> float:
    """Pixels of this window for the size of letters at 800 x 480 in usual print."""
    return px(units) * (LARGE if large_print() else 1)


def least_letters() -> int:
    """Pixels of the smallest letters that are written anywhere; smaller ones cannot be read at a table."""
    return int(px(LEAST_LETTERS))


def rgb(code: str) -> Colour:
    """``rrggbb`` to Kivy's colour."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return (red, green, blue, 1.0)


BACKGROUND = rgb("12181f")
PANEL = rgb("1f2833")
BUTTON = rgb("33455a")
BUTTON_DOWN = rgb("5b7ba0")
BUTTON_OFF = rgb("262d36")
CHOSEN = rgb("3f6ea3")
INK = rgb("f5f3ec")
FAINT = rgb("a9b4c0")
CELL = rgb("e5d9bd")
CELL_INK = rgb("6b5d3f")
SLOT = rgb("3a4a5c")
CARD = rgb(palette.CARD)
CARD_INK = rgb("1b1b1b")

GOOD = rgb("2e7d4f")
BAD = rgb("a8322d")
ASK = rgb("8a5a00")
NEUTRAL = rgb("3b5068")

RESTORE = rgb("e8352c")
HINT = rgb("1a66d0")
TO_DO = rgb("8f2fc4")
LAST = rgb("ffd84a")

COLOURS: dict[str, Colour] = {name: rgb(code) for name, code in palette.COLOURS.items()}
"""Colours by the names that games use for their pieces, bases, seats and lamps."""


@dataclass(frozen=True, slots=True)
class SeatSign:
    """What tells a seat from the others: colour, shape and number together."""

    number: int
    shape: str
    colour: Colour


def seat_sign(name: str, seats: Sequence[str]) -> SeatSign:
    """The sign of a seat. Numbers count from 1 in the order of turns. Raises ValueError for a seat that is
    not there."""
    mark = palette.seat_mark(name, seats)
    return SeatSign(mark.number, mark.shape, rgb(mark.colour))


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Contrast ratio of two colours (WCAG 2), 1 to 21."""
    lighter, darker = sorted((palette.luminance(one), palette.luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: Colour) -> Colour:
    """Black or white, whichever is easier to read on ``colour``."""
    return CARD_INK if palette.is_light(colour) else (1.0, 1.0, 1.0, 1.0)
