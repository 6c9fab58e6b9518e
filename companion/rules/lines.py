"""Positions as lines, read and printed by one description::

    Lines({"deck": "COUNT", "ice": "CELL | ICE", "hand": "SEAT | CARDS", "away": "HUNTER"}, again=("away",))

What stands before the bar says what a line is about: it is said once of each. A line without a bar is said
once, one of ``again`` as often as it is true. Lines stand in any order. What may stand for each word is as in
:mod:`companion.rules.grammar`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from companion.rules.contract import NotationError, Option, OptionValue, RulesError, Setup, SetupError
from companion.rules.grammar import Several, Words
from companion.rules.text import Fact, number_in, option_word

S = TypeVar("S")


class Lines:
    """``forms``: for each key the words after it; ``again``: keys whose lines may be said again."""

    def __init__(self, forms: Mapping[str, str], again: Collection[str] = ()) -> None:
        self._forms: dict[str, tuple[int | None, list[str]]] = {}
        for key, form in forms.items():
            about, bar, rest = form.partition("|")
            once = None if key in again else len(about.split()) if bar else 0
            self._forms[key] = once, f"{about} {rest}".split()

    def read(self, facts: Iterable[Fact], words: Words) -> ReadLines:
        """Raises NotationError for a line that says nothing, or what was said."""
        said = ReadLines()
        for fact in facts:
            if fact.key not in self._forms:
                raise fact.error(f"{fact.key!r} is nothing a position says")
            once, keys = self._forms[fact.key]
            parts = [words[key] for key in keys]
            several = parts.pop() if parts and isinstance(parts[-1], Several) else None
            args, number = fact.args, len(parts)
            if wrong := _wrong_number(fact, number, several):
                form = " ".join((fact.key, *keys[:number], *([several.label] if several else ())))
                raise fact.error(f"after {fact.key} come {wrong}; write it as '{form}'")
            said.add(fact, once)
            values = [part.read(word, fact.line) for part, word in zip(parts, args, strict=False)]
            if several:
                values.append(several.read_all(args[number:], fact.line))
            said.values.setdefault(fact.key, []).append(tuple(values))
        return said

    def write(self, words: Words, key: str, *values: Any) -> str:
        """One line of a position. Raises ValueError for a value that cannot be said."""
        line = [key]
        for part, value in zip(self._forms[key][1], values, strict=True):
            word = words[part].write(value)
            if word is None:
                raise ValueError(f"{value!r} cannot stand as {part} after {key}")
            line += [word] if word else ()
        return " ".join(line)


def _wrong_number(fact: Fact, number: int, several: Several | None) -> str:
    """How many words a line should have instead of those that it has; "" if it has as many."""
    have = len(fact.args)
    if several is None:
        return "" if have == number else f"{number} words, not {have}"
    if have < number + several.least:
        return f"{number + several.least} or more words"
    return f"{number + several.most} words at most" if have > number + several.most else ""


class ReadLines:
    """What a position says."""

    def __init__(self) -> None:
        self.values: dict[str, list[tuple[Any, ...]]] = {}
        self.facts: dict[str, Fact] = {}
        self._lines: dict[str, list[Fact]] = {}

    def add(self, fact: Fact, once: int | None) -> None:
        """Raises NotationError where it was said. ``once``: of how many words it is said once, None for a
        line that may be said again."""
        name = " ".join((fact.key, *fact.args[: once or 0]))
        if once is not None and name in self.facts:
            raise fact.error(f"'{name}' is said twice")
        self.facts[name] = fact
        self._lines.setdefault(fact.key, []).append(fact)

    def all(self, key: str) -> list[tuple[Any, ...]]:
        """The values of all lines with a key."""
        return self.values.get(key, [])

    def error(self, key: str, number: int, reason: str) -> NotationError:
        """About one of the lines with a key."""
        return self._lines[key][number].error(reason)

    def one(self, key: str, default: Any = None) -> Any:
        """The last value of the line that is said once. Raises NotationError if it is missing and there is no
        default."""
        if key in self.values:
            return self.values[key][0][-1]
        if default is None:
            self.need(key)
        return default

    def need(self, *names: str) -> None:
        """Raises NotationError for a line that is missing."""
        for name in names:
            if name not in self.facts:
                raise NotationError(f"the line '{name} ...' is missing")


class PositionText(Generic[S]):
    """The positions of one table as text."""

    def lines(self, state: S) -> Iterator[str]:
        """In the order in which they are printed."""
        raise NotImplementedError

    def read(self, facts: Sequence[Fact]) -> S:
        """Raises NotationError."""
        raise NotImplementedError


def read_setup(facts: Sequence[Fact], setup: Callable[..., Setup], own: Collection[str] = ()) -> Setup:
    """The set-up of the lines ``seats`` and ``option``, checked by ``setup`` (``Game.setup``). ``own``:
    options with a line of their own. Raises NotationError, with the line of an option that is wrong by
    itself."""
    said: dict[str, Fact] = {}
    options: dict[str, OptionValue] = {}
    for fact in facts:
        if fact.key == "seats":
            if "seats" in said:
                raise fact.error("'seats' is said twice")
            said["seats"] = fact
        elif fact.key == "option" or fact.key in own:
            name, value = (fact.key, *fact.words(1)) if fact.key in own else fact.words(2)
            if fact.key not in own and name in own:
                raise fact.error(f"the {name} has a line of its own: '{name} NAME'")
            if name in options:
                raise fact.error(f"option {name} is said twice")
            options[name], said[f"option {name}"] = value, fact
    if "seats" not in said:
        raise NotationError("the line 'seats ...' is missing")
    try:
        return setup(said["seats"].args, options)
    except RulesError as error:
        for name, chosen in options.items():
            try:
                setup(2, {name: chosen})
            except RulesError as wrong:
                raise said[f"option {name}"].error(str(wrong)) from wrong
        raise said["seats"].error(str(error)) from error


def option_lines(options: Iterable[Option], setup: Setup) -> Iterator[str]:
    """The options that are not as usual."""
    chosen = dict(setup.options)
    for option in options:
        if chosen[option.id] != option.default:
            yield f"option {option.id} {option_word(chosen[option.id])}"


def option_value(option: Option, value: OptionValue) -> OptionValue:
    """The value that is meant; it may be given as the word that positions write. Raises SetupError."""
    words = {option_word(one): one for one in option.values}
    if not words and isinstance(value, str) and value == str(number_in(value)):
        return int(value)
    if not words and type(value) is int and value >= 0:
        return value
    if option_word(value) not in words:
        known = f"one of: {', '.join(words)}" if words else "a whole number from 0"
        raise SetupError(f"option {option.id} is {known}")
    return words[option_word(value)]
