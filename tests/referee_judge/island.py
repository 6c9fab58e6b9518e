"""Tables of *Atlantis* that tests in several rooms begin from."""

from __future__ import annotations

from companion.referee.watcher import Watcher
from companion.rules.contract import CellId, Look
from companion.rules.registry import find_game
from tests.referee_judge.people import Party

TAKEN = """game atlantis
seat red red
seat blue blue
phase back
turn red
taken d5 forest
tile d4 forest red 1
tile d6 forest
tile e5 mountain blue 1
tile e6 mountain
tile e7 mountain red 1
tile i4 forest
tile i5 forest
tile i6 forest
tile i7 forest
tile j4 forest
tile j5 forest
tile j6 forest
tile j7 forest
boat c4
serpent b1 1
shark l8 1
whale k5 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 3
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 1
out forest whale 1
out forest boat 2
out forest whirlpool 1
out mountain whirlpool 4
out mountain stop-shark 1
supply boat 5
supply shark 2
supply whale 1
"""
"""Red has taken a tile beside which nothing swims; what lies on top of the pile the position does not say."""

DENSE = """game atlantis
seat red red
seat blue blue
phase act
turn red
moves 3
played no
tile d4 mountain
tile d5 forest
tile d6 forest
tile d7 beach red 1
tile e4 mountain blue 1
tile e5 beach
tile e6 beach
tile e7 forest
tile e8 forest
tile f4 forest blue 1
tile f5 beach
tile f6 beach blue 1
tile f7 mountain blue 1
tile f8 mountain
tile f9 forest red 1
tile f10 beach blue 1
tile g3 beach
tile g5 mountain
tile g8 beach
tile g9 mountain
tile h3 forest
tile h5 beach red 1 blue 1
tile h6 beach
tile h7 forest
tile h8 forest
tile h9 forest red 1
tile h10 forest red 1
tile i4 mountain red 1
tile i5 beach blue 1
tile i6 forest
tile i7 mountain blue 1
tile i8 forest red 2
tile j4 forest blue 2
tile j5 forest
tile j6 forest
tile j7 beach red 1
boat d9
boat f2
boat i3
boat j10
sea f3 red 1
serpent b1 1
serpent c11 1
serpent g6 1
serpent k1 1
serpent l10 1
shark h4 1
whale f3 1
hand red beach ? 2
out beach shark 1
out beach whale 1
supply boat 8
supply shark 5
supply whale 4
"""
"""Red's turn, with much that both could do."""


def party(top: str = "back shark") -> Party:
    game = find_game("atlantis")
    table = Party(game, 2, 1, start=game.parse_position(TAKEN))
    begin_with(table, "out", (top,))
    return table


def begin_with(table: Party, cell: str, stack: tuple[str, ...]) -> None:
    """Let the watcher find this on the cell from the first."""
    table.table.put(cell, stack)
    table.table.touched.clear()
    table.watcher, table.seen = Watcher(table.game), table.truth
    table.look()


def visit(table: Party, changes: dict[str, Look]) -> None:
    """A hand changes these cells; then people wait."""
    table.hand(changes)
    table.table.lay({CellId(cell): look for cell, look in changes.items()})
    table.look(30)


def heard(table: Party) -> list[str]:
    return [played.entry.text for played in table.seen.line]


def at_sea() -> Party:
    """Red's turn; a serpent swims beside the boat on j10."""
    game = find_game("atlantis")
    start = game.parse_position(DENSE.replace("serpent l10", "serpent k10"))
    return Party(game, 2, 1, start=start, noise=0.0)


def phantom(cell: str) -> Party:
    """As ``at_sea``; from now on a swimmer is seen in that cell, where nobody is."""
    watched = at_sea()
    watched.table.similar = {(CellId(cell), ("explorer red lying",)): watched.table.right + 6.0}
    return watched
