"""Reading TOML values one by one, so that every mistake in an edition file is named by its key."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.contract import NotationError


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

    def table(self, key: str) -> Mapping[str, object]:
        """A table with free keys."""
        value = self._table[key]
        if not isinstance(value, dict):
            raise fail(self._prefix + key, "has to be a table")
        return value
