"""The standard layout of an edition: ice, igloo and figures on the board at the start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from companion.games.arctica.board import Board
from companion.games.arctica.poses import wrong_poses
from companion.games.arctica.words import BERG, COD, COD_FIGURES, FIGURES, FLOE, HUNTERS, ICE
from companion.rules.fields import FieldError, Rule


class Figure(NamedTuple):
    """A figure on the board: its kind, its spot, and what it has done this turn (bits of ``MARKS``).

    A named tuple, because positions hold up to fourteen of them and sort them after every move."""

    kind: int
    spot: int
    marks: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """``ice``: the ice of each cell; ``igloo``: its cell; ``figures``: all of them, sorted."""

    ice: bytes
    igloo: int
    figures: tuple[Figure, ...]


_Cells = Annotated[tuple[str, ...], Rule('has to be a list of cells such as ["c5", "g5"]')]


@dataclass(frozen=True, slots=True)
class LayoutRow:
    """As it is written: cells, with ``^`` on top of their ice."""

    iceberg: _Cells
    floe: _Cells
    pack: _Cells
    igloo: str
    bear: str
    orca: str
    seal: _Cells
    eskimo: str
    cod: _Cells


def read_layout(row: LayoutRow, board: Board, tokens: int, icebergs: int) -> Layout:
    """Check a layout. Raises NotationError with the key."""
    ice = _ice(row, board, tokens, icebergs)
    igloo = _cell(board, "igloo", row.igloo)
    if ice[igloo] != FLOE:
        raise FieldError("layout.igloo", "has to lie on a floe")
    figures: list[Figure] = []
    for kind, word in enumerate((*HUNTERS, "cod")):
        count = COD_FIGURES if kind == COD else FIGURES[kind]
        named = getattr(row, word)
        spots = named if isinstance(named, tuple) else (named,)
        if len(spots) != count:
            raise FieldError(f"layout.{word}", f"has to name {count} places")
        for text in spots:
            figure = Figure(kind, 2 * _cell(board, word, text.removesuffix("^")) + text.endswith("^"))
            if wrong_poses(ice, kind, figure.spot):
                raise FieldError(f"layout.{word}", f"a figure of this kind cannot be at {text}")
            figures.append(figure)
    return Layout(ice, igloo, tuple(sorted(figures)))


def _ice(row: LayoutRow, board: Board, tokens: int, icebergs: int) -> bytes:
    ice = bytearray(len(board.names))
    for kind, word in enumerate(ICE):
        for text in getattr(row, word) if kind else ():
            cell = _cell(board, word, text)
            if ice[cell]:
                raise FieldError(f"layout.{word}", f"{text} has ice already")
            ice[cell] = kind
    if len(ice) - ice.count(0) != tokens or ice.count(BERG) != icebergs:
        raise FieldError("layout", f"has to use {tokens} ice tokens, {icebergs} of them with an iceberg")
    return bytes(ice)


def _cell(board: Board, key: str, text: str) -> int:
    if text not in board.index:
        raise FieldError(f"layout.{key}", f"{text} is no cell of this board")
    return board.index[text]
