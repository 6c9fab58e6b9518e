"""What the table looks like in a position, what hands change, what lamps show, what a camera is taught by."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from companion.rules.atlantis.hands import by_hand
from companion.rules.atlantis.moves import Move
from companion.rules.atlantis.state import BEGIN_TURN, NOBODY, State, Table, initial, plus
from companion.rules.atlantis.words import (
    BACKS,
    CREATURES,
    FIGURES,
    ISLANDS,
    LAND,
    TERRAINS,
    UNSEEN,
    Counts,
)
from companion.rules.atlantis.zones import (
    BOAT_PIECE,
    CROWD,
    CROWD_ASHORE,
    OUT,
    Stack,
    back_piece,
    hand_place,
    people,
    reserve_place,
    supply_place,
    tile_piece,
)
from companion.rules.contract import CellId, Certainty, Lamp, Look, Seat


@lru_cache(maxsize=8192)
def _look(base: str, pieces: Stack, most: int = CROWD) -> Look:
    """A crowd is more than a camera tells apart; then only the base is known."""
    told = len(pieces) - (BOAT_PIECE in pieces)
    return Look(base, pieces) if told <= most else Look(base, (), Certainty.HIDDEN)


def board_looks(state: State) -> dict[CellId, Look]:
    """Every cell and safe island on which something lies."""
    edition, names = state.table.edition, state.table.edition.board.names
    here: dict[int, tuple[str, Stack]] = {
        cell: (LAND[terrain], ()) for cell, terrain in enumerate(state.land) if terrain
    }

    def put(cell: int, pieces: Stack) -> None:
        base, below = here.get(cell, ("", ()))
        here[cell] = (base, below + pieces)

    for cell, counts in state.ashore:
        put(cell, people(edition, counts))
    for cell, counts in state.boats:
        put(cell, (BOAT_PIECE, *people(edition, counts)))
    for cell, counts in state.swimmers:
        put(cell, people(edition, counts, swimming=True))
    for creature, cells in zip(CREATURES, state.creatures, strict=True):
        for cell in cells:
            put(cell, (creature,))
    found = {CellId(names[cell]): _look(*here[cell]) for cell in sorted(here)}
    for island, counts in zip(ISLANDS, state.safe, strict=True):
        if any(counts):
            found[CellId(island)] = _look("", people(edition, counts), CROWD_ASHORE)
    return found


def looks(state: State) -> dict[CellId, Look]:
    """What each zone should look like. Only the board, the safe islands and the tiles out of the game tell
    the camera about moves; beside the board people may keep their things as they like."""
    found = board_looks(state)
    found.update(_beside(state))
    shown = {back for row in state.out for back, number in enumerate(row) if number}
    if len(shown) == 1 and UNSEEN not in shown:
        found[OUT] = Look("", (back_piece(shown.pop()),))
    elif shown:
        found[OUT] = Look("", (), Certainty.ANY)
    return found


def _beside(state: State) -> dict[CellId, Look]:
    """Hands, reserves and figures set aside; the backs of tiles in hand nobody sees."""
    table = state.table
    found: dict[CellId, Look] = {}
    for seat, hand in enumerate(state.hands):
        found[hand_place(table, seat)] = _any(tuple(tile_piece(terrain) for terrain, _ in hand))
        left = [colour for colour in table.colours[seat] if state.reserve[colour]]
        waiting = people(table.edition, plus(NOBODY, left[0])) if left else ()
        boats = (BOAT_PIECE,) if state.to_launch[seat] else ()
        found[reserve_place(table, seat)] = _any(waiting or boats)
    for figure, number in zip(FIGURES, state.supply, strict=True):
        found[supply_place(figure)] = _any((figure,) * number)
    return found


def _any(pieces: Stack) -> Look:
    return Look("", pieces, Certainty.ANY)


def handled(state: State, seat: Seat, move: Move) -> dict[CellId, Look]:
    """The zones that hands change, legal or not, and how they look then."""
    after = by_hand(state, seat, move)
    old, new = board_looks(state), board_looks(after)
    changed = {cell: new.get(cell, Look()) for cell in sorted({*old, *new}) if old.get(cell) != new.get(cell)}
    if after.out != state.out:
        changed[OUT] = Look("", (back_piece(move.back),))
    return changed


def lamps(state: State) -> tuple[Lamp, ...]:
    """A lamp for each creature: white for the one that was rolled, red while others are asked whether they
    defend against it."""
    phase = state.phase
    lit = {"creature": Lamp("white", "steady", True), "defend": Lamp("red", "steady", True)}.get(phase.name)
    return tuple(lit if lit and kind == phase.kind else Lamp() for kind in range(len(CREATURES)))


def teaching(table: Table) -> tuple[State, ...]:
    """The set-up position; land and explorers standing; explorers on boats and swimming, and creatures; then
    every back on the tray of tiles that left the game."""
    start = initial(table)
    edition, board = table.edition, table.edition.board
    land = bytearray(start.land)
    for number, cell in enumerate(board.frame):
        land[cell] = TERRAINS[number % len(TERRAINS)]
    everybody: Counts = tuple(1 if colour in table.playing else 0 for colour in range(len(edition.colours)))
    each = [plus(NOBODY, colour) for colour in table.playing]
    none = replace(start, phase=BEGIN_TURN, land=bytes(land), reserve=NOBODY, to_launch=(0,) * table.seats)
    ashore = replace(
        none,
        ashore=tuple(zip(board.frame, each, strict=False)),
        boats=((board.marks[0], NOBODY),),
        creatures=(board.marks[1:2], (), ()),
        safe=(everybody, *start.safe[1:]),
        hands=(tuple((terrain, UNSEEN) for terrain in TERRAINS), *start.hands[1:]),
    )
    free = [cell for cell, terrain in enumerate(land) if not terrain]
    afloat = replace(
        none,
        boats=tuple(zip(free, each, strict=False)),
        swimmers=tuple(zip(free[len(each) :], each, strict=False)),
        creatures=tuple((free[-1 - kind],) for kind in range(len(CREATURES))),
    )
    return (start, ashore, afloat, *(_with_back(none, back) for back in range(len(BACKS))))


def _with_back(state: State, back: int) -> State:
    """One tile with this back lies open beside the board."""
    terrain = next(land for land in TERRAINS if state.table.edition.copies[land][back])
    return replace(
        state, out=tuple(plus(row, back) if i == terrain else row for i, row in enumerate(state.out))
    )
