"""Reading edition values one by one: each with its mark, every mistake named by its key."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.contract import EditionValue, Mark
from companion.rules.fields import fail

Data = Mapping[str, object]


def table(data: Data, key: str, where: str) -> Data:
    """The table under a key. Raises NotationError."""
    if key not in data:
        raise fail(where + key, "is missing")
    value = data[key]
    if not isinstance(value, dict):
        raise fail(where + key, "has to be a table")
    return value


def only(data: Data, keys: tuple[str, ...], where: str) -> None:
    """Exactly these keys. Raises NotationError."""
    for key in data:
        if key not in keys:
            raise fail(where + key, "is not a key of an edition file")
    for key in keys:
        if key not in data:
            raise fail(where + key, "is missing")


class Values:
    """Takes values with their marks and keeps what is to be shown of them in ``shown``."""

    def __init__(self) -> None:
        self.shown: list[EditionValue] = []

    def number(self, data: Data, key: str, least: int, most: int, where: str = "") -> int:
        """A whole number in a range."""
        value, mark = self._marked(data, key, where)
        found = _number(value, where + key, least, most)
        self.note(where + key, str(found), mark)
        return found

    def text(self, data: Data, key: str, where: str = "") -> str:
        """A text."""
        value, mark = self._marked(data, key, where)
        if not isinstance(value, str):
            raise fail(where + key, 'its value has to be a text in "quotes"')
        self.note(where + key, value, mark)
        return value

    def texts(self, data: Data, key: str, where: str = "") -> tuple[str, ...]:
        """A list of texts, shown as one value."""
        value, mark = self._marked(data, key, where)
        found = read_texts(value, where + key)
        self.note(where + key, " ".join(found), mark)
        return found

    def numbers(self, data: Data, key: str, most: int, where: str = "") -> tuple[int, ...]:
        """A list of whole numbers from 0; with a mark for each it is shown one by one."""
        value, mark = self._marked(data, key, where)
        if not isinstance(value, list) or not value:
            raise fail(where + key, "its value has to be a list of numbers such as [7, 4, 2]")
        found = tuple(_number(item, where + key, 0, most) for item in value)
        if not isinstance(mark, list):
            self.note(where + key, " ".join(map(str, found)), mark)
        elif len(mark) != len(found):
            raise fail(where + key, f"needs one mark, or {len(found)} marks, one for each value")
        else:
            for place, (item, one) in enumerate(zip(found, mark, strict=True), 1):
                self.note(f"{where}{key} {place}", str(item), one)
        return found

    def note(self, key: str, value: str, mark: object) -> None:
        """Keep a value to be shown. Raises NotationError for a mark that is none."""
        if not isinstance(mark, str) or mark not in set(Mark):
            raise fail(key, f"its mark has to be one of: {', '.join(Mark)}")
        self.shown.append(EditionValue(key.replace(".", " "), value, Mark(mark)))

    def _marked(self, data: Data, key: str, where: str) -> tuple[object, object]:
        row = table(data, key, where)
        only(row, ("value", "mark"), f"{where}{key}.")
        return row["value"], row["mark"]


def read_texts(value: object, where: str) -> tuple[str, ...]:
    """A list of texts. Raises NotationError."""
    if not isinstance(value, list) or not value or not all(isinstance(item, str) for item in value):
        raise fail(where, 'has to be a list of texts such as ["gl1", "gl2"]')
    return tuple(value)


def _number(value: object, where: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise fail(where, f"has to be a whole number from {least} to {most}")
    return value


def count(data: Data, key: str, where: str) -> int:
    """A number of pieces, 1 to 99, written without a mark of its own. Raises NotationError."""
    return _number(data[key], where + key, 1, 99)
