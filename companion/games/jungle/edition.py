"""Edition data: what only the box shows, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml``; whatever does not make sense is a NotationError that
names the key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Annotated, Final

from companion.games.jungle.words import COLOURED, INWARD, MOST_SEATS, OUTWARD, SPECIAL
from companion.rules.contract import EditionValue
from companion.rules.fields import (
    FieldError,
    Keys,
    Marked,
    Rule,
    Word,
    edition_values,
    form,
    printed,
    read,
    span,
)
from companion.rules.toml import read_toml

CARDS: Final = 80
SYMBOLS: Final = 18
COLOURS: Final = 4
"""Confirmed: 80 cards, 72 of them 18 symbols in each of 4 colours. No edition may change them."""

NONE: Final = -1

_Word = Annotated[str, form("[a-z]+", "has to be one lower-case word")]
_Symbol = Annotated[str, form("[a-z]+(-[a-z]+)*", "")]
_Family = Annotated[tuple[_Symbol, ...], Rule("has to be a list of lower-case words such as star-big", len)]
_Colours = Annotated[
    tuple[_Word, ...],
    Rule(
        f"has to be a list of {COLOURS} different lower-case words",
        lambda colours: len(colours) == len(set(colours)) == COLOURS,
    ),
]
_Copies = Annotated[int, span(0, CARDS)]


@dataclass(frozen=True, slots=True)
class _File:
    """An edition file."""

    name: Word
    cards: Marked[Annotated[int, printed(CARDS)]]
    seats: Marked[Annotated[int, span(2, MOST_SEATS)]]
    first: Marked[Annotated[str, form("s1", "has to be s1, the one who begins")]]
    totem: Marked[str]
    colours: Marked[_Colours]
    symbols: Mapping[_Word, Marked[_Family]]
    special: Annotated[Mapping[str, Marked[_Copies]], Keys(SPECIAL)]


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


def read_edition(text: str) -> Edition:
    """The edition in a TOML text. Raises NotationError naming the key."""
    data = read_toml(text)
    file = read(_File, data)
    families = tuple(family.value for family in file.symbols.values())
    symbols = [symbol for family in families for symbol in family]
    if len(symbols) != SYMBOLS or len(set(symbols)) < SYMBOLS:
        raise FieldError("symbols", f"has to name {SYMBOLS} different symbols, each in one family")
    special = tuple(row.value for row in file.special.values())
    if sum(special) != CARDS - SYMBOLS * COLOURS:
        raise FieldError("special", f"has to hold {CARDS - SYMBOLS * COLOURS} cards together")
    values = tuple(edition_values(data))
    return _make(file.name, file.seats.value, file.colours.value, families, special, values)


def _make(
    name: str,
    seats: int,
    colours: tuple[str, ...],
    families: Sequence[tuple[str, ...]],
    special: tuple[int, ...],
    values: tuple[EditionValue, ...],
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
        values=values,
        index={card: number for number, card in enumerate(names)},
    )


DEFAULT = read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""
