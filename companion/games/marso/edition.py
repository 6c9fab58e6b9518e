"""Edition data: what is printed on the board and cards of one box, read from TOML and checked.

Every complaint is a NotationError that names the key in the file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated

from companion.games.marso.words import BEASTS, DIRECTIONS, LETTERS, SIDES, TOKENS, CardKind
from companion.rules.contract import EditionValue, Mark, NotationError
from companion.rules.fields import FieldError, Keys, Marked, Rule, edition_values, form, one_of, read, span
from companion.rules.grid import Grid, square_grid
from companion.rules.toml import read_toml

MOST_PATHS = {CardKind.ARROWS: 2, CardKind.FLASH: 2, CardKind.SKATE: 4}
"""Kinds that name a path when they are laid, and in how many ways one card can show it."""

LEAST_CARDS = 4 * 3 + 4
"""Four hands of three and four cards laid: fewer hunter cards could not serve four players."""

_LONGEST_PATH = {CardKind.ARROWS: 1, CardKind.FLASH: 3, CardKind.SKATE: 2}
_Name = Annotated[
    str, form(r"[a-z][a-z0-9]{0,15}", "has to be one word of at most 16 lower-case letters and digits")
]
_Points = Annotated[int, span(0, 99)]


@dataclass(frozen=True, slots=True)
class _CardRow:
    kind: CardKind
    copies: Annotated[int, span(0, 999)]
    mark: Mark
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    """An edition file."""

    name: _Name
    size: Marked[Annotated[int, Rule("has to be an odd number from 5 to 25", range(5, 27, 2).__contains__)]]
    figures: Marked[str]
    hunters: Annotated[Mapping[str, Marked[str]], Keys(SIDES)]
    beasts: Annotated[Mapping[str, Marked[str]], Keys(BEASTS)]
    portals: Mapping[str, Marked[Annotated[str, one_of(*TOKENS)]]]
    hunter_cards: Mapping[_Name, _CardRow]
    beast_cards: Mapping[str, Marked[tuple[str, ...]]]
    score_cards: Mapping[str, Marked[Annotated[Mapping[str, _Points], Keys(BEASTS)]]]


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


def read_edition(text: str) -> Edition:
    """The edition in a TOML text. Raises NotationError naming the key."""
    data = read_toml(text)
    file = read(_File, data)
    size = file.size.value
    cards = tuple(_hunter_card(name, row) for name, row in file.hunter_cards.items())
    if sum(card.copies for card in cards) < LEAST_CARDS:
        raise FieldError("hunter_cards", f"at least {LEAST_CARDS} cards are needed")
    told = {
        card.name: {
            "value": f"{card.copies} x {card.kind} {', '.join(card.paths)}".rstrip(),
            "mark": row.mark,
        }
        for card, row in zip(cards, file.hunter_cards.values(), strict=True)
    }
    _check_numbers(tuple(file.beast_cards), "b", "beast_cards", 1)
    _check_numbers(tuple(file.score_cards), "s", "score_cards", len(SIDES))
    edition = Edition(
        name=file.name,
        size=size,
        hunters=tuple(_cell(row.value, size, f"hunters.{key}") for key, row in file.hunters.items()),
        beasts=tuple(_cell(row.value, size, f"beasts.{key}") for key, row in file.beasts.items()),
        tokens=_tokens(file.portals, size),
        cards=cards,
        beast_cards=tuple(_beast_lines(key, row.value) for key, row in file.beast_cards.items()),
        score_cards=tuple(tuple(row.value.values()) for row in file.score_cards.values()),
        values=tuple(edition_values({**data, "hunter_cards": told})),
    )
    if len({*edition.hunters, *edition.beasts}) < len(SIDES) + len(BEASTS):
        raise NotationError("hunters, beasts: two figures start on one cell")
    return edition


def _cell(word: str, size: int, where: str) -> int:
    names = cell_names(size)
    if word not in names or word == "trap":
        raise FieldError(where, f"{word!r} is no cell; cells are a1 to {names[-1]}, without the Trap")
    return names.index(word)


def _tokens(rows: Mapping[str, Marked[str]], size: int) -> tuple[tuple[int, int], ...]:
    if len(rows) != 4:
        raise FieldError("portals", f"has to name four cells, not {len(rows)}")
    return tuple(
        sorted((_cell(cell, size, "portals"), TOKENS.index(row.value)) for cell, row in rows.items())
    )


def _hunter_card(name: str, row: _CardRow) -> Card:
    if (row.kind in MOST_PATHS) != bool(row.paths):
        raise FieldError(f"hunter_cards.{name}.paths", f"are for {', '.join(MOST_PATHS)}, and for these only")
    if row.kind in MOST_PATHS:
        _check_paths(row.paths, row.kind, f"hunter_cards.{name}")
    return Card(name, row.kind, row.copies, row.paths)


def _check_paths(paths: tuple[str, ...], kind: CardKind, where: str) -> None:
    pattern = re.compile(f"[{LETTERS}]{{1,{_LONGEST_PATH[kind]}}}", re.ASCII)
    right = all(map(pattern.fullmatch, paths))
    if not right or not 1 <= len(set(paths)) == len(paths) <= MOST_PATHS[kind]:
        raise FieldError(
            f"{where}.paths",
            f"has to be 1 to {MOST_PATHS[kind]} different paths of at most "
            f"{_LONGEST_PATH[kind]} of the letters {LETTERS}",
        )


def _check_numbers(names: tuple[str, ...], letter: str, where: str, least: int) -> None:
    if names != tuple(f"{letter}{number}" for number in range(1, max(len(names), least) + 1)):
        raise FieldError(where, f"has to hold {letter}1, {letter}2 ... in order, at least {least}")


def _beast_lines(name: str, lines: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    moves, where = [], f"beast_cards.{name}"
    for line in lines:
        words = line.split(" ")
        if len(words) != 2 or words[0] not in BEASTS or words[1] not in DIRECTIONS:
            raise FieldError(where, f"{line!r} is not a beast and a direction such as 'red left'")
        moves.append((BEASTS.index(words[0]), DIRECTIONS.index(words[1])))
    if not 1 <= len({beast for beast, _ in moves}) == len(moves):
        raise FieldError(where, "each beast has at most one line, and a card at least one")
    return tuple(moves)


DEFAULT = read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""
