"""A sequence that grows by one item at a time without copying, as the entries of a match do.

Longer and shorter versions share one list, each knows its own length; who grows from the middle gets a list
of its own. Any thread may read and grow any version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Log(Sequence[T], Generic[T]):
    """Unchangeable, and equal to every log and tuple with the same items; a slice is a tuple."""

    __slots__ = ("_items", "_length")

    def __init__(self, items: Sequence[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    @staticmethod
    def _of(items: list[T], length: int) -> Log[T]:
        log: Log[T] = Log.__new__(Log)
        log._items, log._length = items, length
        return log

    def plus(self, item: T) -> Log[T]:
        """The log with one item more."""
        items, length = self._items, self._length
        if len(items) == length:
            items.append(item)
            if items[length] is item:  # no other thread was faster
                return self._of(items, length + 1)
        grown = items[:length]
        grown.append(item)
        return self._of(grown, length + 1)

    def without(self, last: int) -> Log[T]:
        """The log without its last so many items."""
        return self._of(self._items, max(0, self._length - last))

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        length = self._length
        if isinstance(index, slice):
            start, stop, step = index.indices(length)
            return tuple(self._items[start : stop if stop >= 0 else None : step])
        if not -length <= index < length:
            raise IndexError(index)
        return self._items[index if index >= 0 else length + index]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Log | tuple):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({list(self)!r})"
