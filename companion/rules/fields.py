"""Reading TOML values one by one, so that every mistake in an edition file is named by its key."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.rules.contract import EditionValue, Mark, NotationError


def marked_values(data: Mapping[str, object], keys: Sequence[str]) -> tuple[EditionValue, ...]:
    """What the screen shows of an edition: each of ``keys`` with its mark from the table ``marks``."""
    marks = Fields(Fields(data, "", set(data)).table("marks"), "marks", set(keys))
    values: list[EditionValue] = []
    for key in keys:
        mark = marks.text(key)
        if mark not in set(Mark):
            raise fail(f"marks.{key}", f"has to be one of: {', '.join(Mark)}")
        values.append(EditionValue(key, _shown(data[key]), Mark(mark)))
    return tuple(values)


def _shown(value: object) -> str:
    """A value as one line for the screen."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(_shown(item) for item in value)
    return str(value)


def fail(key: str, reason: str) -> NotationError:
    """What is wrong with the value of a key."""
    return NotationError(f"{key}: {reason}")


class Fields:
    """A table with exactly the given keys."""

    def __init__(self, table: Mapping[str, object], path: str, keys: set[str]) -> None:
        self._table = table
        self._prefix = f"{path}." if path else ""
        for key in table:
            if key not in keys:
                raise fail(self._prefix + key, "is not a key of an edition file")
        for key in sorted(keys):
            if key not in table:
                raise fail(self._prefix + key, "is missing")

    def text(self, key: str) -> str:
        """A string."""
        value = self._table[key]
        if not isinstance(value, str):
            raise fail(self._prefix + key, 'has to be a text in "quotes"')
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self._table[key]
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise fail(self._prefix + key, 'has to be a list of texts such as ["c5", "g5"]')
        return tuple(value)

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number in a range."""
        value = self._table[key]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise fail(self._prefix + key, f"has to be a whole number from {least} to {most}")
        return value

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers in a range."""
        value = self._table[key]
        if isinstance(value, list) and all(type(item) is int and least <= item <= most for item in value):
            return tuple(value)
        raise fail(self._prefix + key, f"has to be a list of whole numbers from {least} to {most}")

    def table(self, key: str) -> Mapping[str, object]:
        """A table with free keys."""
        value = self._table[key]
        if not isinstance(value, dict):
            raise fail(self._prefix + key, "has to be a table")
        return value

    def word(self, key: str) -> str:
        """One lower-case word."""
        value = self.text(key)
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", value):
            raise fail(self._prefix + key, "has to be one lower-case word")
        return value
