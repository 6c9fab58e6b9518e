"""One box on the table: an edition and everything that is looked up in it again and again."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.marso.edition import Card, Edition, board_grid, cell_names, middle_name
from companion.games.marso.words import PATHS, SIDES, direction
from companion.rules.contract import CellId
from companion.rules.grid import Grid, names_beyond


@dataclass(frozen=True, slots=True)
class Box:
    """``next[cell][direction]``, ``crosses[cell][direction]`` and ``places[cell]`` as in Grid;
    ``names[cell]`` and ``cell_of[name]``; ``words`` and ``word_of``: the same with the cells that only a
    move can name, numbered on behind those of the board; ``cards[name]`` and ``order[name]``: a hunter card
    and its place in the order of cards; ``walks[side, path][cell]``: the cells reached one after another
    along a path of letters from ``cell``, for the player at that side."""

    edition: Edition
    trap: int
    next: tuple[tuple[int, ...], ...]
    crosses: tuple[tuple[bool, ...], ...]
    places: tuple[tuple[int, int], ...]
    names: tuple[CellId, ...]
    cell_of: dict[str, int]
    words: tuple[CellId, ...]
    word_of: dict[str, int]
    cards: dict[str, Card]
    order: dict[str, int]
    cards_in_all: int
    walks: dict[tuple[int, str], tuple[tuple[int, ...], ...]]


def open_box(edition: Edition) -> Box:
    """Everything looked up in an edition."""
    grid = board_grid(edition.size)
    names = tuple(CellId(name) for name in cell_names(edition.size))
    words = (*names, *(CellId(name) for name in names_beyond((*names, middle_name(edition.size)))))
    return Box(
        edition=edition,
        trap=len(grid) // 2,
        next=grid.next,
        crosses=grid.crosses,
        places=grid.places,
        names=names,
        cell_of={name: cell for cell, name in enumerate(names)},
        words=words,
        word_of={word: cell for cell, word in enumerate(words)},
        cards={card.name: card for card in edition.cards},
        order={card.name: i for i, card in enumerate(edition.cards)},
        cards_in_all=sum(card.copies for card in edition.cards),
        walks={
            (side, path): tuple(_walk(grid, cell, side, path) for cell in range(len(grid)))
            for side in range(len(SIDES))
            for path in PATHS
        },
    )


def _walk(grid: Grid, cell: int, side: int, path: str) -> tuple[int, ...]:
    cells = []
    for letter in path:
        cell = grid.next[cell][direction(side, letter)]
        cells.append(cell)
    return tuple(cells)
