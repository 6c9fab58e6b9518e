"""An owner's corrected edition while it is being made: what to ask, what was answered, and the file of it.

Works on the TOML of any game's edition. A value has its mark beside it (``{ value = 7, mark = "default" }``,
or a table with a key ``mark``) or in the table ``marks``. An answer never checks whether it makes sense in
the game: one value may depend on another that comes later. The game's own reader judges the whole file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from companion.rules.contract import Mark
from companion.rules.fields import FieldError
from companion.rules.toml import read_toml

Path = tuple[str, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_INLINE = 6
"""A table with more entries is a section of its own."""
_WIDE = 100


@dataclass(frozen=True, slots=True)
class DraftQuestion:
    """One value and its mark; of several marks the least certain.

    ``shown``: the value as text. ``entries``: its parts, name and text, when it consists of several with
    names of their own; then an answer names the part, too. ``more``: it counts things, and may count others.
    ``items``: the texts of a list with several of them, which are corrected together or one by one.
    """

    path: Path
    mark: Mark
    shown: str
    entries: tuple[tuple[str, str], ...] = ()
    more: bool = False
    items: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """What is asked for, in the words of the edition's values."""
        return " ".join(self.path)


@dataclass(frozen=True)
class Draft:
    """The tables of an edition file; answers make a new draft."""

    data: Mapping[str, Any]

    def questions(self) -> tuple[DraftQuestion, ...]:
        """Every value that has a mark, in the order of the file."""
        return tuple(_questions(self.data))

    def unsure(self) -> tuple[Path, ...]:
        """What is not confirmed; of an edition that is, everything, so that a slip can be corrected."""
        asked = self.questions()
        return tuple(q.path for q in asked if q.mark is not Mark.CONFIRMED) or tuple(q.path for q in asked)

    def question(self, path: Path) -> DraftQuestion:
        """The value at a place, as it is now. Raises KeyError."""
        return next(asked for asked in self.questions() if asked.path == path)

    def confirmed(self, question: DraftQuestion) -> Draft:
        """It is so in the owner's box."""
        data = deepcopy(dict(self.data))
        _confirm(data, question.path)
        return Draft(data)

    def changed(self, question: DraftQuestion, answer: str) -> Draft:
        """It is otherwise: a text as in ``shown``, or ``NAME VALUE`` for one of the entries (a count of 0
        takes it away); the others are not confirmed by that. Raises NotationError for a text of another
        form."""
        data = deepcopy(dict(self.data))
        if not question.entries:
            holder, key = _holder(data, question.path)
            holder[key] = _read(answer, holder[key], question.key)
            _confirm(data, question.path)
        else:
            parts = _at(data, question.path)
            _change_entry(parts.get("value", parts), answer, question.key)
        return Draft(data)

    def replaced(self, question: DraftQuestion, place: int, answer: str) -> Draft:
        """One of the ``items``, by its place from 0, is otherwise (a zone's border, one of the sun's lines).
        The others are not confirmed by that. Raises NotationError for a text of another form."""
        data = deepcopy(dict(self.data))
        holder, key = _holder(data, question.path)
        values = list(holder[key])
        values[place] = _read(answer, values[place], f"{question.key} {place + 1}")
        holder[key] = values
        mark = holder.get("mark")
        if key == "value" and isinstance(mark, list):
            mark[place] = str(Mark.CONFIRMED)
        return Draft(data)

    def named(self, name: str) -> Draft:
        """The same under a name of its own."""
        return Draft({**self.data, "name": name})

    def text(self) -> str:
        """The file."""
        return "# An owner's edition, written by the program.\n" + "".join(_section(self.data, ()))


def read_draft(text: str) -> Draft:
    """The draft of an edition file. Raises NotationError when it is not TOML."""
    return Draft(read_toml(text))


# questions ------------------------------------------------------------------------------------------


def _questions(data: Mapping[str, Any]) -> Iterator[DraftQuestion]:
    marks = data.get("marks", {})
    for path, value in _marked(data, ()):
        yield _question(path, value, value["mark"])
    for key in marks:
        if key in data:
            yield _question((key,), data[key], marks[key])


def _marked(table: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    for key, value in table.items():
        if isinstance(value, dict):
            if "mark" in value:
                yield (*path, key), value
            else:
                yield from _marked(value, (*path, key))


def _question(path: Path, value: Any, mark: str | list[str]) -> DraftQuestion:
    inner = value["value"] if isinstance(value, dict) and "value" in value else value
    entries = tuple(_entries(inner, "")) if isinstance(inner, dict) else ()
    shown = ", ".join(" ".join(entry) for entry in entries) if entries else _shown(inner)
    least = _least(mark if isinstance(mark, list) else [mark])
    several = isinstance(inner, list) and len(inner) > 1 and not any(map(_drawn, inner))
    items = tuple(map(_shown, inner)) if several else ()
    return DraftQuestion(path, least, shown, entries, more=bool(entries) and _counts(inner), items=items)


def _least(marks: list[str]) -> Mark:
    """The least certain one; a word that is no mark is for the game's reader to refuse."""
    return next((mark for mark in (Mark.DEFAULT, Mark.INFERRED) if mark in marks), Mark.CONFIRMED)


def _entries(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _entries(value, f"{prefix}{key} ")
        elif prefix or key != "mark":
            yield f"{prefix}{key}", _shown(value)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        items = [_shown(item) for item in value]
        return (", " if any(" " in item for item in items) else " ").join(items)
    return str(value)


# answers --------------------------------------------------------------------------------------------


def _at(data: dict[str, Any], path: Path) -> dict[str, Any]:
    found: Any = data
    for key in path:
        found = found[key]
    if not isinstance(found, dict):
        raise KeyError(path)
    return found


def _holder(data: dict[str, Any], path: Path) -> tuple[dict[str, Any], str]:
    """The table in which a value without entries stands, and its key there."""
    holder = _at(data, path[:-1])
    value = holder[path[-1]]
    return (value, "value") if isinstance(value, dict) else (holder, path[-1])


def _confirm(data: dict[str, Any], path: Path) -> None:
    marks = data.get("marks", {})
    if len(path) == 1 and path[0] in marks:
        marks[path[0]] = str(Mark.CONFIRMED)
    else:
        _at(data, path)["mark"] = str(Mark.CONFIRMED)


def _read(answer: str, like: Any, key: str) -> Any:
    """A text as a value of the same kind as the one before; blanks count only where they counted there."""
    if isinstance(like, list) and any(_drawn(item) for item in like):
        return re.split(", ?", answer)
    answer = " ".join(answer.split())
    if isinstance(like, int):
        if not re.fullmatch(r"-?\d{1,4}", answer, re.ASCII):
            raise FieldError(key, "has to be a whole number")
        return int(answer)
    if isinstance(like, list):
        words = [word.strip() for word in answer.split(",")]
        if len(words) == 1 and not any(isinstance(item, str) and " " in item for item in like):
            words = answer.split()
        kind = like[0] if like else ""
        return [_read(word, kind, key) for word in words if word]
    if not answer:
        raise FieldError(key, "must not be empty")
    return answer


def _drawn(item: object) -> bool:
    """A line of a map, whose blanks are places."""
    return isinstance(item, str) and item != " ".join(item.split())


def _change_entry(table: dict[str, Any], answer: str, key: str) -> None:
    """``NAME VALUE`` with a known name, or with a new one in a table of counts."""
    answer = " ".join(answer.split())
    for name, _ in _entries(table, ""):
        if answer.startswith(f"{name} "):
            *way, last = name.split(" ")
            holder = _at(table, tuple(way))
            value = _read(answer[len(name) + 1 :], holder[last], f"{key} {name}")
            if value == 0 and _counts(holder):
                del holder[last]
            else:
                holder[last] = value
            return
    name, _, number = answer.rpartition(" ")
    if not name or " " in name or not _counts(table):
        raise FieldError(key, "has to be one of its names with a value, such as the ones shown")
    table[name] = _read(number, 1, f"{key} {name}")


def _counts(table: Mapping[str, Any]) -> bool:
    return all(type(value) is int for name, value in table.items() if name != "mark")


# the file -------------------------------------------------------------------------------------------


def _section(table: Mapping[str, Any], path: Path) -> Iterator[str]:
    """Values first, then the tables that have sections of their own."""
    own = {key: value for key, value in table.items() if _is_section(value, path)}
    for key, value in table.items():
        if key not in own:
            yield f"{_key(key)} = {_value(value)}\n"
    for key, value in own.items():
        below = (*path, key)
        yield f"\n[{'.'.join(map(_key, below))}]\n"
        yield from _section(value, below)


def _is_section(value: object, path: Path) -> bool:
    if not isinstance(value, dict):
        return False
    return (not path and "value" not in value) or len(value) > _INLINE


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key)


def _value(value: Any) -> str:
    """Strings, whole numbers, true and false are written in TOML as in JSON (ASCII)."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        items = [_value(item) for item in value]
        line = f"[{', '.join(items)}]"
        return line if len(line) <= _WIDE else "[\n" + "".join(f"    {item},\n" for item in items) + "]"
    return json.dumps(value)
