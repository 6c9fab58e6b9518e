"""Data from outside (TOML, JSON), read by declaration: a dataclass says which keys there are and what may
stand under each, and every mistake is one sentence that names its key.

Whole numbers are never truth values, nor texts lists. What no annotation says is a :class:`Rule`::

    Percent = Annotated[int, span(0, 100)]

    @dataclass(frozen=True)
    class Light:
        level: Percent
        colours: tuple[str, ...] = ()
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Protocol,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from companion.rules.contract import EditionValue, Facts, Mark, NotationError
from companion.rules.files import read_file

T = TypeVar("T")
E = TypeVar("E", bound="NamedEdition")
Reader = Callable[[object, str], Any]
"""From a value and its key to what it is read as. Raises FieldError."""


class NamedEdition(Protocol):
    """An edition: its name stands in match files."""

    @property
    def name(self) -> str: ...


MISSED = "is missing"
UNKNOWN = "is not a key; known are {known}"
NO_TEXT = 'has to be a text in "quotes"'
NO_TRUTH = "has to be true or false"
NO_WHOLE = "has to be a whole number from {least} to {most}"
NO_WORD = "has to be one of: {known}"
_PLAIN = {
    str: (str, NO_TEXT),
    bool: (bool, NO_TRUTH),
    int: (int, "has to be a whole number"),
    float: ((int, float), "has to be a number"),
}


class FieldError(NotationError):
    """What is wrong with the value of a key: ``key``, and ``said`` about it, with ``facts`` for its gaps."""

    def __init__(self, key: str, said: str, facts: Facts = ()) -> None:
        self.key, self.said, self.facts = key, said, facts
        super().__init__(f"{key}: {said.format(key=key, **dict(facts)) if facts else said}")


@dataclass(frozen=True, slots=True)
class Rule:
    """What else a value has to be, and the sentence about any other, also about one of another type."""

    said: str
    holds: Callable[[Any], object] = lambda _: True
    facts: Facts = ()


def span(least: float, most: float, said: str = NO_WHOLE) -> Rule:
    """A number in a range."""
    facts = (("least", str(least)), ("most", str(most)))
    return Rule(said, lambda value: least <= value <= most, facts)


def form(pattern: str, said: str) -> Rule:
    """A text of a form."""
    return Rule(said, re.compile(pattern, re.ASCII).fullmatch)


def one_of(*words: str) -> Rule:
    """One of these texts."""
    return Rule(NO_WORD, words.__contains__, (("known", ", ".join(words)),))


@dataclass(frozen=True, slots=True)
class Keys:
    """A mapping has exactly these keys, and is read in this order."""

    names: tuple[str, ...]


Word = Annotated[str, form(r"[a-z0-9][a-z0-9_-]*", "has to be one lower-case word")]


@dataclass(frozen=True, slots=True)
class Marked(Generic[T]):
    """A value of an edition and how sure it is, or of a list how sure each value in it is."""

    value: T
    mark: Mark | tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many there are of each kind, written side by side with one mark for all."""

    value: Mapping[str, int]
    mark: Mark


def read(kind: type[T], value: object, key: str = "") -> T:
    """A table as a value of this dataclass. ``key``: where it stands. Raises FieldError."""
    found: T = _reader(cast(Any, kind))(value, key)
    return found


@cache
def _reader(hint: Any, rules: tuple[Rule, ...] = ()) -> Reader:
    """How a value of an annotation is read. The first of its ``rules`` is told of a value of another type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        kind, about = inner[0], inner[1:]
        if isinstance(about[0], Keys):
            return _keyed(_reader(get_args(kind)[1]), about[0].names)
        return _reader(kind, about)
    if origin in (Union, UnionType):  # None is what a key that is left out stands for
        return _reader(next(one for one in inner if one is not type(None)), rules)
    if hint is Any:
        return _checked(object, rules)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _checked(str, (one_of(*hint),), hint)
    if hint in _PLAIN:
        kind, said = _PLAIN[hint]
        return _checked(kind, rules or (Rule(said),))
    if origin is tuple or hasattr(hint, "_fields"):
        return _list(hint, rules)
    if origin is Marked:
        return _marked(*map(_reader, inner))
    if hint is Counts:
        return _counts
    if origin is Mapping:
        return _mapping(_reader(inner[0]), _reader(inner[1]))
    assert is_dataclass(hint), f"nothing is read as {hint}"
    return _table(hint)


def _checked(kind: Any, rules: tuple[Rule, ...], make: Callable[[Any], Any] | None = None) -> Reader:
    def get(value: object, key: str) -> Any:
        right = isinstance(value, kind) and (kind in (bool, object) or not isinstance(value, bool))
        for rule in rules:
            if not right or not rule.holds(value):
                raise FieldError(key, rule.said, rule.facts)
        return make(value) if make else value

    return get


def _list(hint: Any, rules: tuple[Rule, ...]) -> Reader:
    """Of values of one kind (``tuple[str, ...]``), or one of each (a named tuple)."""
    inner, make = get_args(hint), tuple
    if not inner:
        inner, make = tuple(get_type_hints(hint, include_extras=True).values()), hint._make
    every = _reader(inner[0]) if inner[1:] == (...,) else None
    each = () if every else tuple(map(_reader, inner))
    texts = 'has to be a list of texts such as ["c5", "g5"]' if inner[0] is str else "has to be a list"
    told = rules[0] if rules else Rule(texts)

    def get(value: object, key: str) -> Any:
        right = isinstance(value, list | tuple) and (every or len(value) == len(each))
        if right and isinstance(value, list | tuple):
            readers = (every,) * len(value) if every else each
            try:
                found = make(one(item, key) for one, item in zip(readers, value, strict=True))
            except FieldError:
                if every and (rules or inner[0] is str):
                    raise FieldError(key, told.said, told.facts) from None
                raise
            if told.holds(found):
                return found
        raise FieldError(key, told.said, told.facts)

    return get


def _under(key: str, name: object) -> str:
    return f"{key}.{name}" if key else str(name)


def table(value: object, key: str) -> Mapping[str, Any]:
    """Any table. Raises FieldError."""
    if not isinstance(value, Mapping):
        raise FieldError(key, "has to be a table")
    return value


def _mapping(name_of: Reader, value_of: Reader) -> Reader:
    def get(value: object, key: str) -> Any:
        rows = {_under(key, name): (name, item) for name, item in table(value, key).items()}
        return {name_of(name, where): value_of(item, where) for where, (name, item) in rows.items()}

    return get


def _keyed(value_of: Reader, names: tuple[str, ...]) -> Reader:
    def get(value: object, key: str) -> Any:
        rows = table(value, key)
        check_keys(rows, names, key)
        return {name: value_of(_item(rows, name, key), _under(key, name)) for name in names}

    return get


def _item(rows: Mapping[str, Any], name: str, key: str) -> Any:
    if name not in rows:
        raise FieldError(_under(key, name), MISSED)
    return rows[name]


def _table(kind: Any) -> Reader:
    hints = get_type_hints(kind, include_extras=True)
    parts = {field.name: _reader(hints[field.name]) for field in fields(kind) if field.init}
    needed = sorted(
        field.name
        for field in fields(kind)
        if field.init and field.default is MISSING and field.default_factory is MISSING
    )

    def get(value: object, key: str) -> Any:
        rows = table(value, key)
        check_keys(rows, parts, key)
        for name in needed:
            _item(rows, name, key)
        return kind(**{name: parts[name](item, _under(key, name)) for name, item in rows.items()})

    return get


def check_keys(rows: Mapping[str, Any], known: Mapping[str, Any] | tuple[str, ...], key: str = "") -> None:
    """Raises FieldError for a key that means nothing."""
    for name in rows:
        if name not in known:
            raise FieldError(_under(key, name), UNKNOWN, (("known", ", ".join(known)),))


# -- editions


def _marked(value_of: Reader) -> Reader:
    def get(row: object, key: str) -> Any:
        if not isinstance(row, Mapping):
            raise FieldError(key, 'has to be a table such as { value = ..., mark = "default" }')
        check_keys(row, ("value", "mark"), key)
        value, mark = value_of(_item(row, "value", key), key), read_mark(_item(row, "mark", key), key)
        if isinstance(mark, tuple) and (not isinstance(value, tuple) or len(value) != len(mark)):
            count = len(value) if isinstance(value, tuple) else 1
            raise FieldError(key, f"needs one mark, or {count} marks, one for each value")
        return Marked(value, mark)

    return get


def _counts(rows: object, key: str) -> Counts:
    counts = dict(table(rows, key))
    mark = _reader(Mark)(_item(counts, "mark", key), key)
    del counts["mark"]
    return Counts(_reader(Mapping[str, Annotated[int, span(1, 99)]])(counts, key), mark)


def read_mark(value: object, key: str) -> Mark | tuple[Mark, ...]:
    """One mark, or a list of them. Raises FieldError."""
    marks = value if isinstance(value, list) else [value]
    if not marks or not all(isinstance(mark, str) and mark in set(Mark) for mark in marks):
        raise FieldError(key, f"its mark has to be one of: {', '.join(Mark)}")
    found = tuple(Mark(str(mark)) for mark in marks)
    return found if isinstance(value, list) else found[0]


def edition_values(data: Mapping[str, Any], key: str = "") -> Iterator[EditionValue]:
    """What the screen shows of an edition, value by value: each that has a mark beside it, or in the table
    ``marks`` (then all but the name have one). Raises FieldError for a mark that is none, or none at all."""
    marks = table(data.get("marks", {}), "marks")
    if marks:
        check_keys(marks, tuple(name for name in data if name not in ("name", "marks")), "marks")
    for name, value in data.items():
        where = _under(key, name)
        if marks and name not in ("name", "marks"):
            if name not in marks:
                raise FieldError(f"marks.{name}", MISSED)
            yield EditionValue(name, shown(value), _reader(Mark)(marks[name], f"marks.{name}"))
        elif isinstance(value, Mapping) and "mark" in value:
            yield from _shown_values(value, where)
        elif isinstance(value, Mapping) and name != "marks":
            yield from edition_values(value, where)


def _shown_values(row: Mapping[str, Any], key: str) -> Iterator[EditionValue]:
    """One value with its mark, or each of a list with its own; its key in words that can be translated."""
    value = row["value"] if "value" in row else {name: part for name, part in row.items() if name != "mark"}
    mark, said = read_mark(row["mark"], key), key.replace(".", " ")
    if isinstance(mark, tuple):
        for place, (item, one) in enumerate(zip(value, mark, strict=True), 1):
            yield EditionValue(f"{said} {place}", shown(item), one)
    else:
        yield EditionValue(said, shown(value), mark)


def printed(number: int) -> Rule:
    """What the box or the printed rules say: no edition may change it."""
    return span(number, number, "has to be {least}, as the printed rules say")


def edition_loader(parse: Callable[[str], E], *shipped: E) -> Callable[[Path], E]:
    """What a package offers as ``load_edition``: it reads an owner's edition file by ``parse`` and raises
    NotationError with what to correct, also when the file goes by the name of an edition in ``shipped``."""

    def load(path: Path) -> E:
        edition = parse(read_file(path))
        if any(edition.name == known.name and edition != known for known in shipped):
            raise FieldError("name", "give a corrected edition a name of its own")
        return edition

    return load


def shown(value: object) -> str:
    """A value as one line for the screen."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(item)}" for key, item in value.items())
    if isinstance(value, list):
        items = [shown(item) for item in value]
        return ("; " if any(" " in item for item in items) else " ").join(items)
    return str(value)
