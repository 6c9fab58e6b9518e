"""Edition data: board, values and tiles of a box, read from TOML and checked.

An owner of the box corrects a copy of ``edition.toml`` and loads it with :func:`load_edition`; whatever
does not make sense is a NotationError that names the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from companion.games.northwest.board import EAST, MAX_HEIGHT, MAX_WIDTH, STRIDE, WEST, Board, make_board
from companion.games.northwest.chart import make_chart
from companion.games.northwest.marked import Data, Values, count, only, read_texts, table
from companion.games.northwest.pictures import LAND, SEA, is_kind, is_small
from companion.games.northwest.words import GREENLAND, PASSAGE, RANKED, SYMBOLS, TOKENS, VEHICLES
from companion.rules.contract import EditionValue
from companion.rules.fields import fail
from companion.rules.files import read_file
from companion.rules.toml import read_toml

KEYS: Final = (
    *("name", "width", "height", "rounds", "colours", "crew", "display", "start", "build", "places", "lines"),
    *("zones", "passage", "printed", "greenland", "majority", "supply", "points", "tiles"),
)
CONFIRMED: Final = {"rounds": 10, "crew": 7, "display": 4}
"""Printed in the rules: no edition may change them."""
POINTS: Final = {"set": 6, "crew": -2, "ship": -2}
"""Likewise, in the order of ``Edition.points``."""
PLAYERS: Final = (2, 3, 4)

_WORD: Final = re.compile(r"[a-z]+", re.ASCII)
_BAND: Final = re.compile(r"x([1-9]) ([a-z])-([a-z])", re.ASCII)
_TAKEN: Final = (*VEHICLES, *TOKENS, "sun", "first", "second", "large", "small")
"""Words that a colour cannot be: places and pieces of the table have these names."""


@dataclass(frozen=True, slots=True)
class Edition:
    """All edition data. ``lines[place - 1]``: frozen rows. ``zones[column]``: multipliers, column 0 is ``a``.

    ``passage``, ``greenland[players - 2]``: values of the tokens, highest first. ``majority[kind][place -
    1]``: points, kinds in the order of ``RANKED``. ``supply``: tokens in the order of ``TOKENS``.
    ``points``: of a set, a lost crewman and a lost ship. ``large``, ``small``: kinds of tiles with their
    number, by kind.
    """

    name: str
    board: Board = field(repr=False)
    colours: tuple[str, ...]
    rounds: int
    crew: int
    display: int
    start: int
    build: str
    lines: tuple[int, ...]
    zones: tuple[int, ...]
    passage: tuple[int, ...]
    greenland: tuple[tuple[int, ...], ...]
    majority: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    points: tuple[int, int, int]
    large: tuple[tuple[str, int], ...]
    small: tuple[tuple[str, int], ...]
    values: tuple[EditionValue, ...]
    copies: Mapping[str, int] = field(compare=False, repr=False)

    def disc_of(self, number: int) -> int:
        """The place of the sun disc in a round (sun.6)."""
        return (number - 1) % len(self.lines) + 1

    def zone(self, square: int) -> int:
        """The multiplier of a square of the grid (zone.1)."""
        return self.zones[square % STRIDE - 1]


def parse_edition(text: str) -> Edition:
    """Check an edition file's text. Raises NotationError with the line or the key."""
    data = read_toml(text)
    like = data.pop("like", None)
    if like is not None:
        if like != "standard":
            raise fail("like", 'can only be "standard"')
        data = {**read_toml(_shipped("edition.toml")), **data}
    only(data, KEYS, "")
    name = data["name"]
    if not isinstance(name, str) or not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name, re.ASCII):
        raise fail("name", "has to be one lower-case word")
    values = Values()
    for key, value in CONFIRMED.items():
        if values.number(data, key, 1, 99) != value:
            raise fail(key, f"has to be {value}, as the printed rules say")
    board = _board(data, values)
    large, small = _tiles(table(data, "tiles", ""), values)
    return Edition(
        name=name,
        board=board,
        colours=_colours(data, values),
        rounds=CONFIRMED["rounds"],
        crew=CONFIRMED["crew"],
        display=CONFIRMED["display"],
        start=_start(data, board, values),
        build=_build(data, board, values),
        lines=_lines(data, board, values),
        zones=_zones(data, board, values),
        passage=_falling(values.numbers(data, "passage", 99), "passage"),
        greenland=_greenland(table(data, "greenland", ""), values),
        majority=_majority(table(data, "majority", ""), values),
        supply=_supply(table(data, "supply", ""), values),
        points=_points(table(data, "points", ""), values),
        large=large,
        small=small,
        values=tuple(values.shown),
        copies=dict((*large, *small)),
    )


def _board(data: Data, values: Values) -> Board:
    width = values.number(data, "width", 2, MAX_WIDTH)
    height = values.number(data, "height", 2, MAX_HEIGHT)
    printed = table(data, "printed", "")
    only(printed, (GREENLAND, PASSAGE), "printed.")
    tiles = {
        name: _printed(table(printed, name, "printed."), name, side, height, values)
        for name, side in ((GREENLAND, EAST), (PASSAGE, WEST))
    }
    board = make_board(width, height, tiles)
    if not make_chart(board, joined=False).ways.lead(board):
        raise fail("printed", "the sea way from Greenland to the Passage has to be open on the empty board")
    return board


def _printed(row: Data, name: str, side: str, height: int, values: Values) -> tuple[tuple[str, ...], str]:
    """The squares and labels of a printed tile: a column beside the grid."""
    where = f"printed.{name}"
    only(row, ("squares", "picture", "mark"), f"{where}.")
    squares = read_texts(row["squares"], f"{where}.squares")
    column = [f"{side}{number}" for number in range(1, height + 1)]
    first = column.index(squares[0]) if squares[0] in column else 0
    if squares != tuple(column[first : first + len(squares)]):
        raise fail(
            f"{where}.squares", f"has to name squares from {column[0]} to {column[-1]}, one below another"
        )
    picture = row["picture"]
    rows = picture.split("/") if isinstance(picture, str) else []
    if len(rows) != len(squares) + 1 or any(len(r) != 2 or set(r) - {LAND, SEA} for r in rows):
        raise fail(f"{where}.picture", f"has to be {len(squares) + 1} rows of two points such as xx/.x")
    values.note(where, f"{' '.join(squares)} {picture}", row["mark"])
    return squares, "".join(rows)


def _colours(data: Data, values: Values) -> tuple[str, ...]:
    colours = values.texts(data, "colours")
    if len(set(colours)) != len(colours) or len(colours) != PLAYERS[-1]:
        raise fail("colours", f"has to name {PLAYERS[-1]} different colours")
    for colour in colours:
        if not _WORD.fullmatch(colour) or colour in _TAKEN:
            raise fail("colours", f"{colour!r} is no lower-case word, or one that stands for something else")
    return colours


def _start(data: Data, board: Board, values: Values) -> int:
    name = values.text(data, "start")
    greenland = board.tile_printed(GREENLAND).squares
    square = board.index.get(name)
    if square not in greenland or not make_chart(board, joined=True).has_water(square):
        raise fail("start", "has to be a square of Greenland with water")
    return square


def _build(data: Data, board: Board, values: Values) -> str:
    name = values.text(data, "build")
    if name not in {tile.name for tile in board.printed}:
        raise fail("build", f"has to be one of: {', '.join(tile.name for tile in board.printed)}")
    return name


def _lines(data: Data, board: Board, values: Values) -> tuple[int, ...]:
    places = values.number(data, "places", 3, 30)
    lines = values.numbers(data, "lines", board.height)
    if len(lines) != places:
        raise fail("lines", f"has to hold {places} numbers, one for each place of the sun arc")
    return lines


def _zones(data: Data, board: Board, values: Values) -> tuple[int, ...]:
    letters = ascii_lowercase[: board.width]
    found: list[int] = []
    for band in values.texts(data, "zones"):
        form = _BAND.fullmatch(band)
        left = letters[len(found) :]
        if form is None or not left.startswith(form[2]) or form[3] not in left:
            raise fail(
                "zones", f"{band!r} has to be a band of columns such as x2 e-h that follows on the one before"
            )
        found += [int(form[1])] * (letters.index(form[3]) + 1 - len(found))
    if len(found) != board.width:
        raise fail("zones", f"has to reach from column {letters[0]} to column {letters[-1]}")
    return tuple(found)


def _falling(tokens: tuple[int, ...], key: str) -> tuple[int, ...]:
    if 0 in tokens or list(tokens) != sorted(tokens, reverse=True):
        raise fail(key, "has to be a list of values, the most valuable token first")
    return tokens


def _greenland(rows: Data, values: Values) -> tuple[tuple[int, ...], ...]:
    only(rows, tuple(map(str, PLAYERS)), "greenland.")
    return tuple(_falling(values.numbers(rows, str(n), 99, "greenland."), f"greenland.{n}") for n in PLAYERS)


def _majority(rows: Data, values: Values) -> tuple[tuple[int, ...], ...]:
    only(rows, RANKED, "majority.")
    return tuple(values.numbers(rows, kind, 99, "majority.") for kind in RANKED)


def _supply(rows: Data, values: Values) -> tuple[int, ...]:
    only(rows, TOKENS, "supply.")
    return tuple(values.number(rows, token, 0, 99, "supply.") for token in TOKENS)


def _points(rows: Data, values: Values) -> tuple[int, int, int]:
    only(rows, tuple(POINTS), "points.")
    for key, value in POINTS.items():
        if values.number(rows, key, -99, 99, "points.") != value:
            raise fail(f"points.{key}", f"has to be {value}, as the printed rules say")
    return POINTS["set"], POINTS["crew"], POINTS["ship"]


def _tiles(rows: Data, values: Values) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    only(rows, ("large", "small"), "tiles.")
    large = _tile_set(table(rows, "large", "tiles."), "tiles.large.", values)
    small = _tile_set(table(rows, "small", "tiles."), "tiles.small.", values)
    for kind, where in (*((kind, "large") for kind, _ in large), *((kind, "small") for kind, _ in small)):
        if is_small(kind) != (where == "small"):
            raise fail(f"tiles.{where}.{kind}", f"is not the picture of a {where} tile")
    return large, small


def _tile_set(rows: Data, where: str, values: Values) -> tuple[tuple[str, int], ...]:
    kinds = sorted(key for key in rows if key != "mark")
    if not kinds:
        raise fail(where.rstrip("."), "has to hold at least one kind of tile")
    for kind in kinds:
        if not is_kind(kind):
            raise fail(
                where + kind, f"has to be a class picture, with one of :{' :'.join(SYMBOLS)} if it bears it"
            )
    found = tuple((kind, count(rows, kind, where)) for kind in kinds)
    shown = ", ".join(f"{kind} {number}" for kind, number in found)
    values.note(where.rstrip("."), shown, rows.get("mark"))
    return found


def _shipped(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


STANDARD: Final = parse_edition(_shipped("edition.toml"))
SKETCH: Final = parse_edition(_shipped("sketch.toml"))
"""The editions that come with the program."""


def load_edition(path: Path) -> Edition:
    """An owner's edition file. Raises NotationError with what to correct."""
    edition = parse_edition(read_file(path))
    for known in (STANDARD, SKETCH):
        if edition.name == known.name and edition != known:
            raise fail("name", "give a corrected edition a name of its own")
    return edition
