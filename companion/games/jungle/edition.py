"""Edition data: what only the box shows, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml`` and loads it with :func:`load_edition`; whatever
does not make sense is a NotationError that names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from companion.games.jungle.words import COLOURED, INWARD, MOST_SEATS, OUTWARD, SPECIAL
from companion.rules.contract import EditionValue, Mark, NotationError
from companion.rules.files import read_file
from companion.rules.toml import read_toml

CARDS: Final = 80
SYMBOLS: Final = 18
COLOURS: Final = 4
"""Confirmed: 80 cards, 72 of them 18 symbols in each of 4 colours. No edition may change them."""

NONE: Final = -1

_WORD = re.compile(r"[a-z]+", re.ASCII)
_SYMBOL = re.compile(r"[a-z]+(-[a-z]+)*", re.ASCII)
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*", re.ASCII)
_TOP: Final = ("name", "cards", "seats", "first", "totem", "colours", "symbols", "special")

Table = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Edition:
    """One box. Cards are numbers in the order of cards: symbols by colour, then the special ones.

    ``symbol[card]``, ``colour[card]``, ``family[card]``: numbers, NONE for special cards. ``copies[card]``.
    """

    name: str
    seats: int
    colours: tuple[str, ...]
    names: tuple[str, ...]
    symbol: tuple[int, ...]
    colour: tuple[int, ...]
    family: tuple[int, ...]
    copies: tuple[int, ...]
    values: tuple[EditionValue, ...]
    index: Mapping[str, int] = field(compare=False, repr=False)

    @property
    def outward(self) -> int:
        """The number of the outward card."""
        return self.index[OUTWARD]

    @property
    def inward(self) -> int:
        """The number of the inward card."""
        return self.index[INWARD]

    @property
    def coloured(self) -> int:
        """The number of the coloured card."""
        return self.index[COLOURED]


@cache
def default_edition() -> Edition:
    """The edition that comes with the program."""
    return read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))


def load_edition(path: Path) -> Edition:
    """An owner's edition file. Raises NotationError, also when it goes by the name of the default one."""
    text = read_file(path)
    try:
        edition = read_edition(text)
    except NotationError as error:
        raise NotationError(f"edition file {path}: {error.reason}") from error
    default = default_edition()
    if edition.name == default.name and edition != default:
        raise NotationError(f"edition file {path}: name: give a corrected edition a name of its own")
    return edition


def read_edition(text: str) -> Edition:
    """The edition in a TOML text. Raises NotationError naming the key."""
    data = read_toml(text)
    _only(data, _TOP, "")
    name = data["name"]
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise NotationError("name must be one word of lower-case letters and digits")
    values: list[EditionValue] = []
    cards, seats = (_number(data, key, values) for key in ("cards", "seats"))
    if cards != CARDS:
        raise NotationError(f"cards must be {CARDS}, as the printed rules say")
    if not 2 <= seats <= MOST_SEATS:
        raise NotationError(f"seats must be 2 to {MOST_SEATS}")
    if _value(data, "first", values) != "s1":
        raise NotationError("first must be 's1': players number the seats from the one who begins")
    if not isinstance(_value(data, "totem", values), str):
        raise NotationError("totem must be a text")
    colours = _words(data, "colours", _WORD, values)
    if len(colours) != COLOURS or len(set(colours)) < COLOURS:
        raise NotationError(f"colours must be {COLOURS} different words")
    families = _symbols(data["symbols"], values)
    return _make(name, seats, colours, families, _special(data["special"], values), values)


def _make(
    name: str,
    seats: int,
    colours: tuple[str, ...],
    families: Sequence[tuple[str, ...]],
    special: tuple[int, ...],
    values: list[EditionValue],
) -> Edition:
    symbols = [(symbol, number) for number, family in enumerate(families) for symbol in family]
    numbered = [(s, c) for s in range(len(symbols)) for c in range(len(colours))]
    names = (*(f"{symbols[s][0]}-{colours[c]}" for s, c in numbered), *SPECIAL)
    none = (NONE,) * len(SPECIAL)
    return Edition(
        name=name,
        seats=seats,
        colours=colours,
        names=names,
        symbol=(*(s for s, _ in numbered), *none),
        colour=(*(c for _, c in numbered), *none),
        family=(*(symbols[s][1] for s, _ in numbered), *none),
        copies=(*(1 for _ in numbered), *special),
        values=tuple(values),
        index={card: number for number, card in enumerate(names)},
    )


def _symbols(table: object, values: list[EditionValue]) -> list[tuple[str, ...]]:
    if not isinstance(table, dict) or not table:
        raise NotationError("symbols must be a table of families")
    for family in table:
        if not _WORD.fullmatch(family):
            raise NotationError(f"symbols.{family}: a family is one lower-case word")
    families = [_words(table, family, _SYMBOL, values, "symbols.") for family in table]
    symbols = [symbol for family in families for symbol in family]
    if len(symbols) != SYMBOLS or len(set(symbols)) < SYMBOLS:
        raise NotationError(f"symbols must name {SYMBOLS} different symbols, each in one family")
    return families


def _special(table: object, values: list[EditionValue]) -> tuple[int, ...]:
    if not isinstance(table, dict):
        raise NotationError("special must be a table")
    _only(table, SPECIAL, "special.")
    numbers = tuple(_number(table, card, values, "special.") for card in SPECIAL)
    if min(numbers) < 0 or sum(numbers) != CARDS - SYMBOLS * COLOURS:
        raise NotationError(f"special must hold {CARDS - SYMBOLS * COLOURS} cards together")
    return numbers


def _only(table: Table, keys: Sequence[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise NotationError(f"{where}{key} is unknown; known are {', '.join(keys)}")
    for key in keys:
        if key not in table:
            raise NotationError(f"{where}{key} is missing")


def _value(table: Table, key: str, values: list[EditionValue], where: str = "") -> object:
    """The ``value`` of ``key = { value, mark }``; noted in ``values``, its key in words."""
    row = table[key]
    if not isinstance(row, dict):
        raise NotationError(f"{where}{key} must be written as {{ value = ..., mark = ... }}")
    _only(row, ("value", "mark"), f"{where}{key}.")
    if not isinstance(row["mark"], str) or row["mark"] not in set(Mark):
        raise NotationError(f"{where}{key}.mark must be one of {', '.join(Mark)}")
    value = row["value"]
    shown = "; ".join(map(str, value)) if isinstance(value, list) else str(value)
    values.append(EditionValue(f"{where}{key}".replace(".", " "), shown, Mark(row["mark"])))
    return value


def _number(table: Table, key: str, values: list[EditionValue], where: str = "") -> int:
    value = _value(table, key, values, where)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{where}{key} must be a whole number")
    return value


def _words(
    table: Table, key: str, pattern: re.Pattern[str], values: list[EditionValue], where: str = ""
) -> tuple[str, ...]:
    words = _value(table, key, values, where)
    if not isinstance(words, list) or not words:
        raise NotationError(f"{where}{key} must be a list of words")
    for word in words:
        if not isinstance(word, str) or not pattern.fullmatch(word):
            raise NotationError(f"{where}{key}: {word!r} is not a lower-case word")
    return tuple(words)
