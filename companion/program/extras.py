"""Libraries that not every table needs, by the extra of ``pyproject.toml`` that installs them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec

from companion.locale import N_, Message

LIBRARIES: Mapping[str, tuple[str, ...]] = {
    "screen": ("kivy", "segno"),
    "camera": ("cv2", "requests", "fpdf"),
    "gpio": ("gpiozero", "lgpio"),
    "mqtt": ("paho",),
}
"""Names to import, by extra: a window; a camera, its mat and the simulated table; pins of a Raspberry Pi; a
broker."""

_LACKS = N_("The extra {extra} is not installed: pip install 'companion[{extra}]'.")


def lacking(extra: str) -> Message | None:
    """What to install before the extra's part of the program can be used; None when all is there."""
    if all(find_spec(library) is not None for library in LIBRARIES[extra]):
        return None
    return Message(_LACKS, (("extra", extra),))


def lacked(error: ModuleNotFoundError) -> Message | None:
    """What to install so that a failed import succeeds; None when the module belongs to no extra."""
    wanted = (error.name or "").partition(".")[0]
    found = next((extra for extra, libraries in LIBRARIES.items() if wanted in libraries), None)
    return None if found is None else Message(_LACKS, (("extra", found),))
