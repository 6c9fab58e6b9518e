"""Edition data: what only the pictures of the printed rules showed, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml``; whatever does not make sense is a NotationError that
names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from typing import Annotated, Final

from companion.games.arctica.board import MAX_RADIUS, Board, make_board
from companion.games.arctica.layout import Layout, LayoutRow, read_layout
from companion.games.arctica.words import FIGURES, GOODS, HUNTERS, MELT
from companion.rules.contract import EditionValue, Mark
from companion.rules.fields import FieldError, Keys, Rule, Word, edition_values, form, printed, read, span
from companion.rules.grid import HEX_DIRECTIONS
from companion.rules.toml import read_toml

CARDS: Final = 36
MAX_DRIFT: Final = 9
ARROWS = dict(zip(HEX_DIRECTIONS, "→↘↙←↖↗", strict=True))
"""The steps as people see them on the board."""


@dataclass(frozen=True, slots=True)
class Card:
    """An ice card: its word, the colour's number (-1: melt), tokens that drift, copies in the deck."""

    name: str
    colour: int
    tokens: int
    copies: int


@dataclass(frozen=True, slots=True)
class Edition:
    """All edition data. ``cards`` in card order: colours, rising numbers, melt last."""

    name: str
    board: Board
    colours: tuple[str, ...]
    cards: tuple[Card, ...]
    ice_tokens: int
    icebergs: int
    plankton: int
    hand: int
    lives: tuple[int, ...]
    points: tuple[Fraction, ...]
    layout: Layout
    values: tuple[EditionValue, ...]
    card_index: Mapping[str, int] = field(compare=False)
    colour_index: Mapping[str, int] = field(compare=False)


_Colour = Annotated[str, form(f"(?!{MELT}$)[a-z]+", "a colour is one lower-case word without digits")]
_Step = Annotated[
    tuple[int, int], Rule("has to be a step to a neighbour, such as [1, 0]", HEX_DIRECTIONS.__contains__)
]
_Points = Annotated[str, form(r"\d{1,3}(\.5)?", 'has to be a number of points such as "3" or "0.5"')]


@dataclass(frozen=True, slots=True)
class _File:
    """An edition file."""

    name: Word
    radius: Annotated[int, span(2, MAX_RADIUS)]
    ice_tokens: Annotated[int, printed(12)]
    icebergs: Annotated[int, printed(2)]
    plankton: Annotated[int, span(1, 99)]
    hand: Annotated[int, printed(3)]
    directions: Mapping[_Colour, _Step]
    deck: Mapping[str, Annotated[int, span(1, CARDS, "has to be a number of cards from 1 to {most}")]]
    lives: Annotated[Mapping[str, Annotated[int, span(1, 9)]], Keys(HUNTERS)]
    points: Annotated[Mapping[str, _Points], Keys(GOODS)]
    layout: LayoutRow
    marks: Mapping[str, Mark]


def read_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    file = read(_File, data)
    colours, steps = tuple(file.directions), tuple(file.directions.values())
    if sorted(steps) != sorted(HEX_DIRECTIONS):
        raise FieldError("directions", "has to give each of the six steps one colour")
    board, cards = make_board(file.radius, steps), _cards(file.deck, colours)
    for (kind, number), figures in zip(file.lives.items(), FIGURES, strict=True):
        if number != figures + 1:  # the first loss comes back, the next ones do not (return.4)
            raise FieldError(f"lives.{kind}", f"has to be {figures + 1}, as the rules say")
    arrows = {colour: ARROWS[step] for colour, step in zip(colours, steps, strict=True)}
    return Edition(
        name=file.name,
        board=board,
        colours=colours,
        cards=cards,
        ice_tokens=file.ice_tokens,
        icebergs=file.icebergs,
        plankton=file.plankton,
        hand=file.hand,
        lives=tuple(file.lives.values()),
        points=tuple(map(Fraction, file.points.values())),
        layout=read_layout(file.layout, board, file.ice_tokens, file.icebergs),
        values=tuple(edition_values({**data, "directions": arrows})),
        card_index={card.name: number for number, card in enumerate(cards)},
        colour_index={colour: number for number, colour in enumerate(colours)},
    )


def _cards(deck: Mapping[str, int], colours: tuple[str, ...]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for name, copies in deck.items():
        form = re.fullmatch(rf"([a-z]+)([1-{MAX_DRIFT}])", name)
        if name == MELT:
            cards.append(Card(name, -1, 0, copies))
        elif form and form[1] in colours:
            cards.append(Card(name, colours.index(form[1]), int(form[2]), copies))
        else:
            raise FieldError(
                f"deck.{name}", f"has to be melt, or a colour and a number from 1 to {MAX_DRIFT}"
            )
    if sum(card.copies for card in cards) != CARDS:
        raise FieldError("deck", f"has to hold {CARDS} cards")
    return tuple(sorted(cards, key=lambda card: (card.colour < 0, card.colour, card.tokens)))


DEFAULT: Final = read_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""
