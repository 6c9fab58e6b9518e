"""The letters of what is printed: Roboto, which comes with Kivy and has Cyrillic."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def font(bold: bool = False) -> Path:
    """The TrueType file. Found without importing Kivy, which opens windows. Raises ModuleNotFoundError
    without the extra ``screen``."""
    kivy = find_spec("kivy")
    places = kivy.submodule_search_locations if kivy else None
    if not places:
        raise ModuleNotFoundError("The fonts of Kivy are missing", name="kivy")
    return Path(places[0]) / "data" / "fonts" / f"Roboto-{'Bold' if bold else 'Regular'}.ttf"
