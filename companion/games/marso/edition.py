"""Edition data: what is printed on the board and cards of one box, read from TOML and checked.

Every complaint is a NotationError that names the key in the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from companion.games.marso.words import BEASTS, DIRECTIONS, LETTERS, SIDES, TOKENS, CardKind
from companion.rules.contract import EditionValue, Mark, NotationError
from companion.rules.files import read_file
from companion.rules.grid import Grid, square_grid
from companion.rules.toml import read_toml

T = TypeVar("T")
Table = Mapping[str, object]

MOST_PATHS = {CardKind.ARROWS: 2, CardKind.FLASH: 2, CardKind.SKATE: 4}
"""Kinds that name a path when they are laid, and in how many ways one card can show it."""

LEAST_CARDS = 4 * 3 + 4
"""Four hands of three and four cards laid: fewer hunter cards could not serve four players."""

_LONGEST_PATH = {CardKind.ARROWS: 1, CardKind.FLASH: 3, CardKind.SKATE: 2}
_NAME = re.compile(r"[a-z][a-z0-9]{0,15}", re.ASCII)
_SIZES = range(5, 27, 2)
_SECTIONS = (
    "name",
    "size",
    "figures",
    "hunters",
    "beasts",
    "portals",
    "hunter_cards",
    "beast_cards",
    "score_cards",
)


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of hunter card. ``paths``: the ways to show it, upright first; none for cards without arrows."""

    name: str
    kind: CardKind
    copies: int
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """One box. Cells are numbers of ``grid`` (columns a, b ... from the bottom up); the Trap is its middle.

    ``hunters``: start cells in the order of SIDES; ``beasts``: of BEASTS; ``tokens``: (cell, colour) at
    set-up, by cell; ``beast_cards``: lines of (beast, direction), b1 first; ``score_cards``: values in the
    order of BEASTS, s1 first.
    """

    name: str
    size: int
    hunters: tuple[int, ...]
    beasts: tuple[int, ...]
    tokens: tuple[tuple[int, int], ...]
    cards: tuple[Card, ...]
    beast_cards: tuple[tuple[tuple[int, int], ...], ...]
    score_cards: tuple[tuple[int, ...], ...]
    values: tuple[EditionValue, ...]


def middle_name(size: int) -> str:
    """What the middle cell would be called; it is written ``trap``, so this name does not exist."""
    return f"{chr(ord('a') + size // 2)}{size // 2 + 1}"


def cell_names(size: int) -> tuple[str, ...]:
    """Printable names of the cells of a board, by number."""
    names = [f"{chr(ord('a') + x)}{y + 1}" for x in range(size) for y in range(size)]
    names[names.index(middle_name(size))] = "trap"
    return tuple(names)


def board_grid(size: int) -> Grid:
    """The board: square, its opposite edges joined."""
    return square_grid(size, size, joined=True)


def load_edition(path: Path) -> Edition:
    """The edition in a file. Raises NotationError for unreadable or wrong content, naming the key."""
    text = read_file(path)
    try:
        return read_edition(text)
    except NotationError as error:
        raise NotationError(f"edition file {path}: {error.reason}") from error


def read_edition(text: str) -> Edition:
    """The edition in a TOML text. Raises NotationError naming the key."""
    data = read_toml(text)
    _only(data, _SECTIONS, "")
    values: list[EditionValue] = []
    name = _value(data, "name", "", str)
    if not _NAME.fullmatch(name):
        raise NotationError("name must be one word of lower-case letters and digits")
    size = _marked(data, "size", "", int, values)
    if size not in _SIZES:
        raise NotationError("size must be an odd number from 5 to 25")
    _marked(data, "figures", "", str, values)
    edition = Edition(
        name=name,
        size=size,
        hunters=_cells(data, "hunters", SIDES, size, values),
        beasts=_cells(data, "beasts", BEASTS, size, values),
        tokens=_tokens(_section(data, "portals"), size, values),
        cards=_hunter_cards(_section(data, "hunter_cards"), values),
        beast_cards=_beast_cards(_section(data, "beast_cards"), values),
        score_cards=_score_cards(_section(data, "score_cards"), values),
        values=tuple(values),
    )
    if len({*edition.hunters, *edition.beasts}) < len(SIDES) + len(BEASTS):
        raise NotationError("hunters, beasts: two figures start on one cell")
    return edition


def _value(table: Table, key: str, where: str, kind: type[T]) -> T:
    value = table.get(key)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        wanted = {str: "text", int: "a whole number", list: "a list", dict: "a table"}[kind]
        raise NotationError(f"{where}{key} must be {wanted}" if key in table else f"{where}{key} is missing")
    return value


def _section(data: Table, key: str) -> Table:
    return _value(data, key, "", dict)


def _only(table: Table, known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise NotationError(f"{where}{key} is unknown; known are {', '.join(known)}")


def _mark(row: Table, where: str) -> Mark:
    word = _value(row, "mark", f"{where}.", str)
    if word not in set(Mark):
        raise NotationError(f"{where}.mark must be {', '.join(Mark)}")
    return Mark(word)


def _marked(table: Table, key: str, where: str, kind: type[T], values: list[EditionValue]) -> T:
    """The ``value`` of ``key = { value, mark }``; noted in ``values``."""
    row = _value(table, key, where, dict)
    _only(row, ("value", "mark"), f"{where}{key}.")
    value = _value(row, "value", f"{where}{key}.", kind)
    _note(values, f"{where}{key}", _print(value), row)
    return value


def _note(values: list[EditionValue], where: str, shown: str, row: Table) -> None:
    """Keys for people have blanks (``hunters south``), so that each word can be translated."""
    values.append(EditionValue(where.replace(".", " "), shown, _mark(row, where)))


def _print(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    if isinstance(value, dict):
        return "; ".join(f"{key} {number}" for key, number in value.items())
    return str(value)


def _cell(word: str, size: int, where: str) -> int:
    names = cell_names(size)
    if word not in names or word == "trap":
        raise NotationError(f"{where}: {word!r} is no cell; cells are a1 to {names[-1]}, without the Trap")
    return names.index(word)


def _cells(
    data: Table, key: str, words: tuple[str, ...], size: int, values: list[EditionValue]
) -> tuple[int, ...]:
    table = _section(data, key)
    _only(table, words, f"{key}.")
    return tuple(_cell(_marked(table, word, f"{key}.", str, values), size, f"{key}.{word}") for word in words)


def _tokens(table: Table, size: int, values: list[EditionValue]) -> tuple[tuple[int, int], ...]:
    if len(table) != 4:
        raise NotationError(f"portals must name four cells, not {len(table)}")
    tokens = []
    for cell in table:
        colour = _marked(table, cell, "portals.", str, values)
        if colour not in TOKENS:
            raise NotationError(f"portals.{cell}: the colour is {' or '.join(TOKENS)}, not {colour!r}")
        tokens.append((_cell(cell, size, "portals"), TOKENS.index(colour)))
    return tuple(sorted(tokens))


def _hunter_cards(table: Table, values: list[EditionValue]) -> tuple[Card, ...]:
    cards = tuple(_hunter_card(table, name, values) for name in table)
    if sum(card.copies for card in cards) < LEAST_CARDS:
        raise NotationError(f"hunter_cards: at least {LEAST_CARDS} cards are needed")
    return cards


def _hunter_card(table: Table, name: str, values: list[EditionValue]) -> Card:
    where = f"hunter_cards.{name}"
    row = _value(table, name, "hunter_cards.", dict)
    _only(row, ("kind", "copies", "paths", "mark"), f"{where}.")
    if not _NAME.fullmatch(name):
        raise NotationError(f"{where}: a card's name is one word of lower-case letters and digits")
    word = _value(row, "kind", f"{where}.", str)
    if word not in set(CardKind):
        raise NotationError(f"{where}.kind must be one of {', '.join(CardKind)}")
    kind = CardKind(word)
    copies = _value(row, "copies", f"{where}.", int)
    if copies < 0:
        raise NotationError(f"{where}.copies must not be negative")
    paths = tuple(_value(row, "paths", f"{where}.", list)) if kind in MOST_PATHS else ()
    if kind not in MOST_PATHS and "paths" in row:
        raise NotationError(f"{where}.paths: a card of the kind {kind} has none")
    if kind in MOST_PATHS:
        _check_paths(paths, kind, where)
    shown = f"{copies} x {kind} {', '.join(paths)}".rstrip()
    _note(values, where, shown, row)
    return Card(name, kind, copies, paths)


def _check_paths(paths: tuple[object, ...], kind: CardKind, where: str) -> None:
    pattern = re.compile(f"[{LETTERS}]{{1,{_LONGEST_PATH[kind]}}}", re.ASCII)
    right = all(isinstance(path, str) and pattern.fullmatch(path) for path in paths)
    if not right or not 1 <= len(set(paths)) == len(paths) <= MOST_PATHS[kind]:
        raise NotationError(
            f"{where}.paths must be 1 to {MOST_PATHS[kind]} different paths of at most "
            f"{_LONGEST_PATH[kind]} of the letters {LETTERS}"
        )


def _numbered(table: Table, letter: str, where: str, least: int) -> tuple[str, ...]:
    names = tuple(f"{letter}{i}" for i in range(1, max(len(table), least) + 1))
    if tuple(table) != names:
        raise NotationError(f"{where} must hold {letter}1, {letter}2 ... in order, at least {least}")
    return names


def _beast_cards(table: Table, values: list[EditionValue]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(
        _beast_lines(_marked(table, name, "beast_cards.", list, values), f"beast_cards.{name}")
        for name in _numbered(table, "b", "beast_cards", 1)
    )


def _beast_lines(lines: list[object], where: str) -> tuple[tuple[int, int], ...]:
    moves = []
    for line in lines:
        words = line.split(" ") if isinstance(line, str) else []
        if len(words) != 2 or words[0] not in BEASTS or words[1] not in DIRECTIONS:
            raise NotationError(f"{where}: {line!r} is not a beast and a direction such as 'red left'")
        moves.append((BEASTS.index(words[0]), DIRECTIONS.index(words[1])))
    if not 1 <= len({beast for beast, _ in moves}) == len(moves):
        raise NotationError(f"{where}: each beast has at most one line, and a card at least one")
    return tuple(moves)


def _score_cards(table: Table, values: list[EditionValue]) -> tuple[tuple[int, ...], ...]:
    cards = []
    for name in _numbered(table, "s", "score_cards", len(SIDES)):
        row = _marked(table, name, "score_cards.", dict, values)
        _only(row, BEASTS, f"score_cards.{name}.value.")
        cards.append(tuple(_value(row, beast, f"score_cards.{name}.value.", int) for beast in BEASTS))
        if min(cards[-1]) < 0:
            raise NotationError(f"score_cards.{name}: a beast is worth 0 points or more")
    return tuple(cards)
