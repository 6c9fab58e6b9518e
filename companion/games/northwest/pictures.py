"""Pictures of tiles: land ``x`` and sea ``.`` on the corners of squares, and what turning a tile does to
them.

A picture is rows of points from the north, joined by ``/``: 2 + 2 for one square, 3 + 3 for two squares
west to east, 2 + 2 + 2 for two squares north to south. A *half* is 0 or 1: which square of a tile, in
reading order. A *kind* of tile is its class picture, with ``:symbol`` behind it when it shows one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from companion.games.northwest.words import SYMBOLS

LAND: Final = "x"
SEA: Final = "."

_PICTURE: Final = re.compile(r"[.x]{2}/[.x]{2}|[.x]{3}/[.x]{3}|[.x]{2}/[.x]{2}/[.x]{2}", re.ASCII)
_SMALL: Final = 5
"""Characters of a small picture."""


class Face(NamedTuple):
    """What a tile shows: its picture, its symbol ("" for none) and the half in which that is (0 without)."""

    picture: str
    symbol: str
    half: int


def is_picture(word: str) -> bool:
    """Whether this is the picture of one or two squares."""
    return _PICTURE.fullmatch(word) is not None


def is_small(picture: str) -> bool:
    """One square. Also for the kind of a tile."""
    return len(picture.partition(":")[0]) == _SMALL


def is_upright(picture: str) -> bool:
    """Two squares, north to south."""
    return len(picture.split("/")) == 3


def _turned(picture: str, half: int) -> tuple[str, int]:
    """A quarter turn clockwise: what was west is north then, what was north is east."""
    rows = picture.split("/")
    after = "/".join("".join(column) for column in zip(*reversed(rows), strict=True))
    return after, 1 - half if is_upright(picture) else half


def _mirrored(picture: str, half: int) -> tuple[str, int]:
    """West and east exchanged: the other side of a large tile."""
    after = "/".join(row[::-1] for row in picture.split("/"))
    return after, half if is_upright(picture) or is_small(picture) else 1 - half


@lru_cache(maxsize=1024)
def _shown(picture: str, half: int) -> frozenset[tuple[str, int]]:
    """Everything a tile can show that can show this: four turns, each also mirrored."""
    found: set[tuple[str, int]] = set()
    small = is_small(picture)
    for side in ((picture, half), _mirrored(picture, half)):
        for _ in range(4):
            found.add((side[0], 0 if small else side[1]))
            side = _turned(*side)
    return frozenset(found)


@lru_cache(maxsize=256)
def class_of(picture: str) -> str:
    """The class picture: the horizontal one that comes last in ASCII order."""
    return max(shown for shown, _ in _shown(picture, 0) if not is_upright(shown))


def make_kind(picture: str, symbol: str) -> str:
    """The kind of a tile by its class picture and symbol."""
    return f"{picture}:{symbol}" if symbol else picture


def is_kind(word: str) -> bool:
    """Whether a word is written as a kind: a class picture and perhaps a symbol."""
    picture, colon, symbol = word.partition(":")
    known = symbol in SYMBOLS if colon else True
    return known and is_picture(picture) and class_of(picture) == picture


@lru_cache(maxsize=4096)
@lru_cache(maxsize=1024)
def kind_of(face: Face) -> str | None:
    """The kind of tile that shows this; None when its symbol cannot come to lie there.

    The symbol is printed in the west square of the class picture.
    """
    picture = class_of(face.picture)
    if face.symbol and (face.picture, face.half) not in _shown(picture, 0):
        return None
    return make_kind(picture, face.symbol)


@lru_cache(maxsize=1024)
def faces(kind: str) -> tuple[Face, ...]:
    """Everything a kind of tile can show, in a fixed order; faces that look the same are one."""
    picture, _, symbol = kind.partition(":")
    return tuple(sorted({Face(shown, symbol, half if symbol else 0) for shown, half in _shown(picture, 0)}))


def squares_of(picture: str) -> Iterator[str]:
    """The pictures of its squares, in reading order."""
    rows = picture.split("/")
    if is_upright(picture):
        yield from ("/".join(rows[half : half + 2]) for half in (0, 1))
    else:
        for column in range(len(rows[0]) - 1):
            yield "/".join(row[column : column + 2] for row in rows)
