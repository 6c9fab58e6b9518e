"""Lines of a journal that hold JSON. Everything that can be wrong with one raises the same kind of error."""

from __future__ import annotations

import json
from typing import Any


def read_row(text: str, what: str) -> dict[str, Any]:
    """The object in a line. ValueError, with the beginning of the line, for text that holds none."""
    try:
        row = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also comes of numbers with thousands of digits
        raise damaged(text, what) from error
    if not isinstance(row, dict):
        raise damaged(text, what)
    return row


def damaged(text: str, what: str) -> ValueError:
    """The error for such a line."""
    return ValueError(f"this line about {what} is damaged: {text[:60]!r}")
