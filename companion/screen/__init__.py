"""The touchscreen. Knows no rules: it shows what the session publishes and sends back what people touch.

Only :mod:`companion.screen.ports` may be imported without a display; :func:`run_screen` brings Kivy in.
"""

from __future__ import annotations

from companion.screen.ports import (
    CameraOption,
    Controller,
    ControllerError,
    Lessons,
    TableChoice,
)
from companion.screen.start import BARE_SCREEN, has_display, open_window, run_screen, show_fault

__all__ = [
    "BARE_SCREEN",
    "CameraOption",
    "Controller",
    "ControllerError",
    "Lessons",
    "TableChoice",
    "has_display",
    "open_window",
    "run_screen",
    "show_fault",
]
