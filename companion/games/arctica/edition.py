"""Edition data: what only the pictures of the printed rules showed, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml`` and loads it with :func:`load_edition`; whatever
does not make sense is a NotationError that names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Final

from companion.games.arctica.board import MAX_RADIUS, Board, Vector, make_board
from companion.games.arctica.layout import Layout, read_layout
from companion.games.arctica.words import FIGURES, GOODS, HUNTERS, MELT
from companion.rules.contract import EditionValue
from companion.rules.fields import Fields, fail, marked_values
from companion.rules.files import read_file
from companion.rules.grid import HEX_DIRECTIONS
from companion.rules.toml import read_toml

CARDS: Final = 36
MAX_DRIFT: Final = 9
MARKED: Final = (
    "radius",
    "ice_tokens",
    "icebergs",
    "plankton",
    "hand",
    "directions",
    "deck",
    "lives",
    "points",
    "layout",
)
PRINTED: Final = {"ice_tokens": 12, "icebergs": 2, "hand": 3}
"""Confirmed by the printed list of components: no edition may change them."""


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


def parse_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    fields = Fields(data, "", {"name", *MARKED, "marks"})
    name = fields.word("name")
    for key, value in PRINTED.items():
        if fields.number(key, 1, 99) != value:
            raise fail(key, f"has to be {value}, as the box says")
    colours, steps = _directions(fields.table("directions"))
    arrows = {colour: ARROWS[step] for colour, step in zip(colours, steps, strict=True)}
    board = make_board(fields.number("radius", 2, MAX_RADIUS), steps)
    cards = _cards(fields.table("deck"), colours)
    return Edition(
        name=name,
        board=board,
        colours=colours,
        cards=cards,
        ice_tokens=PRINTED["ice_tokens"],
        icebergs=PRINTED["icebergs"],
        plankton=fields.number("plankton", 1, 99),
        hand=PRINTED["hand"],
        lives=_lives(Fields(fields.table("lives"), "lives", set(HUNTERS))),
        points=_points(Fields(fields.table("points"), "points", set(GOODS))),
        layout=read_layout(fields.table("layout"), board, PRINTED["ice_tokens"], PRINTED["icebergs"]),
        values=marked_values({**data, "directions": arrows}, MARKED),
        card_index={card.name: number for number, card in enumerate(cards)},
        colour_index={colour: number for number, colour in enumerate(colours)},
    )


def _directions(table: Mapping[str, object]) -> tuple[tuple[str, ...], tuple[Vector, ...]]:
    steps: list[Vector] = []
    for colour, value in table.items():
        if not re.fullmatch(r"[a-z]+", colour) or colour == MELT:
            raise fail(f"directions.{colour}", "a colour is one lower-case word without digits")
        match value:
            case [int(dq), int(dr)] if (dq, dr) in HEX_DIRECTIONS:
                steps.append((dq, dr))
            case _:
                raise fail(f"directions.{colour}", "has to be a step to a neighbour, such as [1, 0]")
    if len(steps) != len(HEX_DIRECTIONS) or set(steps) != set(HEX_DIRECTIONS):
        raise fail("directions", "has to give each of the six steps one colour")
    return tuple(table), tuple(steps)


def _cards(table: Mapping[str, object], colours: tuple[str, ...]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for name, copies in table.items():
        if not isinstance(copies, int) or isinstance(copies, bool) or not 1 <= copies <= CARDS:
            raise fail(f"deck.{name}", f"has to be a number of cards from 1 to {CARDS}")
        form = re.fullmatch(rf"([a-z]+)([1-{MAX_DRIFT}])", name)
        if name == MELT:
            cards.append(Card(name, -1, 0, copies))
        elif form and form[1] in colours:
            cards.append(Card(name, colours.index(form[1]), int(form[2]), copies))
        else:
            raise fail(f"deck.{name}", f"has to be melt, or a colour and a number from 1 to {MAX_DRIFT}")
    if sum(card.copies for card in cards) != CARDS:
        raise fail("deck", f"has to hold {CARDS} cards")
    return tuple(sorted(cards, key=lambda card: (card.colour < 0, card.colour, card.tokens)))


def _lives(fields: Fields) -> tuple[int, ...]:
    """One token more than figures: the first loss comes back, the next ones do not (return.4)."""
    lives = tuple(fields.number(kind, 1, 9) for kind in HUNTERS)
    for kind, number, figures in zip(HUNTERS, lives, FIGURES, strict=True):
        if number != figures + 1:
            raise fail(f"lives.{kind}", f"has to be {figures + 1}, as the rules say")
    return lives


def _points(fields: Fields) -> tuple[Fraction, ...]:
    points: list[Fraction] = []
    for good in GOODS:
        text = fields.text(good)
        if not re.fullmatch(r"\d{1,3}(\.5)?", text):
            raise fail(f"points.{good}", 'has to be a number of points such as "3" or "0.5"')
        points.append(Fraction(text))
    return tuple(points)


DEFAULT: Final = parse_edition(files(__package__).joinpath("edition.toml").read_text(encoding="utf-8"))
"""The edition that comes with the program."""


def load_edition(path: Path) -> Edition:
    """Read an owner's edition file. Raises NotationError with what to correct."""
    edition = parse_edition(read_file(path))
    if edition.name == DEFAULT.name and edition != DEFAULT:
        raise fail("name", "give a corrected edition a name of its own")
    return edition
