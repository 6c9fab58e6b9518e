"""What the table looks like in a position, what hands change, what lamps show, what a camera is taught by."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle
from math import dist
from typing import Final

from companion.games.atlantis.course import Course
from companion.games.atlantis.hands import by_hand
from companion.games.atlantis.moves import NOTHING, Move, Outcome, cells_named
from companion.games.atlantis.state import BEGIN_TURN, NOBODY, State, Table, initial, plus
from companion.games.atlantis.words import BACKS, CREATURES, FIGURES, ISLANDS, LAND, TERRAINS, UNSEEN, Counts
from companion.games.atlantis.zones import (
    BOAT_PIECE,
    CREATURE_PIECES,
    CROWD,
    CROWD_ASHORE,
    DIE_TRAY,
    OUT,
    back_piece,
    die_piece,
    hand_place,
    people,
    reserve_place,
    supply_place,
    tile_piece,
)
from companion.rules.contract import CellId, Certainty, Lamp, Look, Seat
from companion.rules.pieces import PosedPiece, Stack
from companion.rules.record import replace


def _look(base: str, pieces: Stack, most: int = CROWD) -> Look:
    """A crowd is more than a camera tells apart; then nothing is concluded from what it sees there."""
    told = len(pieces) - (BOAT_PIECE in pieces)
    return Look(base, pieces, Certainty.SEEN if told <= most else Certainty.HIDDEN)


@lru_cache(maxsize=8192)
def _cell_look(
    colours: tuple[str, ...],
    terrain: int,
    standing: Counts,
    aboard: Counts | None,
    swimming: Counts,
    creatures: tuple[int, ...],
) -> Look:
    """Kept, because positions that are compared with a picture differ in few cells."""
    boat = () if aboard is None else (BOAT_PIECE, *people(colours, aboard))
    swimmers = people(colours, swimming, swimming=True)
    found = tuple(name for kind, name in enumerate(CREATURE_PIECES) for _ in range(creatures[kind]))
    return _look(LAND[terrain], (*people(colours, standing), *boat, *swimmers, *found))


def board_looks(state: State) -> dict[CellId, Look]:
    """Every cell on which something lies, bare sea left out."""
    course = Course(state)
    found = {cell: _BARE_LAND[terrain] for cell, terrain in enumerate(course.land) if terrain}
    creatures = (cell for places in course.creatures for cell in places)
    for cell in {*course.ashore, *course.boats, *course.swimmers, *creatures}:
        found[cell] = _look_at(course, cell)
    return {course.name(cell): found[cell] for cell in sorted(found) if found[cell] != _BARE}


_BARE_LAND: Final = tuple(map(Look, LAND))


def _look_at(course: Course, cell: int) -> Look:
    return _cell_look(
        course.table.edition.colours,
        course.land[cell],
        course.ashore.get(cell, NOBODY),
        course.boats.get(cell),
        course.swimmers.get(cell, NOBODY),
        tuple(places.count(cell) for places in course.creatures),
    )


_BARE = Look()


def safe_looks(state: State) -> dict[CellId, Look]:
    """The safe islands where somebody is."""
    return {
        CellId(island): _ashore(state.table, counts)
        for island, counts in zip(ISLANDS, state.safe, strict=True)
        if any(counts)
    }


def _ashore(table: Table, counts: Counts) -> Look:
    return _look("", people(table.edition.colours, counts), CROWD_ASHORE)


def looks(state: State) -> dict[CellId, Look]:
    """What each zone should look like. Only the board, the safe islands and the tiles out of the game tell
    the camera about moves; beside the board people may keep their things as they like. Which of several tiles
    out of the game lies on top the position does not say."""
    found = {**board_looks(state), **safe_looks(state), **_beside(state)}
    shown = [back for row in state.out for back, number in enumerate(row[:UNSEEN]) for _ in range(number)]
    backs = tuple(map(back_piece, sorted(shown)))
    if any(row[UNSEEN] for row in state.out) or len(set(backs)) > 1:
        found[OUT] = _any(backs)
    elif backs:
        found[OUT] = Look("", backs[:1])
    return found


def _beside(state: State) -> dict[CellId, Look]:
    """Hands, reserves and figures set aside; the backs of tiles in hand nobody sees."""
    table = state.table
    found: dict[CellId, Look] = {}
    for seat, hand in enumerate(state.hands):
        found[hand_place(table, seat)] = _hand_look(hand)
        left = [colour for colour in table.colours[seat] if state.reserve[colour]]
        waiting = people(table.edition.colours, plus(NOBODY, left[0])) if left else ()
        boats = (BOAT_PIECE,) if state.to_launch[seat] else ()
        found[reserve_place(table, seat)] = _any(waiting or boats)
    for figure, number in zip(FIGURES, state.supply, strict=True):
        found[supply_place(figure)] = _any((PosedPiece(figure),) * number)
    found[DIE_TRAY] = _any(())
    return found


def _hand_look(hand: Sequence[tuple[int, int]]) -> Look:
    """A player's tiles, land side up, laid as people like."""
    return _any(tuple(tile_piece(terrain) for terrain, _ in hand))


def _any(pieces: Stack) -> Look:
    return Look("", pieces, Certainty.ANY)


def handled(state: State, seat: Seat, move: Move) -> dict[CellId, Look]:
    """The zones that hands change, legal or not, and how they look then."""
    before, after = Course(state), by_hand(state, seat, move)
    has = state.table.edition.board.has
    touched = sorted({*filter(has, cells_named(move)), state.phase.cell} - {NOTHING})
    looks = {after.name(cell): (_look_at(before, cell), _look_at(after, cell)) for cell in touched}
    changed = {cell: new for cell, (old, new) in looks.items() if old != new}
    for number, island in enumerate(ISLANDS):
        if after.safe[number] != before.safe[number]:
            changed[CellId(island)] = _ashore(state.table, after.safe[number])
    if after.out != before.out:
        changed[OUT] = Look("", (back_piece(move.back),))
        changed[hand_place(state.table, seat)] = _hand_look(after.hands[seat])
    return changed


def lamps(state: State) -> tuple[Lamp, ...]:
    """A lamp for each creature: white for the one that was rolled, red while others are asked whether they
    defend against it."""
    phase = state.phase
    lit = {"creature": Lamp("white", "steady", True), "defend": Lamp("red", "steady", True)}.get(phase.name)
    return tuple(lit if lit and kind == phase.kind else Lamp() for kind in range(len(CREATURES)))


def rolled(outcome: Outcome) -> tuple[Lamp, ...]:
    """The lamp of the creature that the die shows."""
    return tuple(Lamp("white") if kind == outcome.kind else Lamp() for kind in range(len(CREATURES)))


def thrown(outcome: Outcome) -> dict[CellId, Look]:
    """The face of the die that lies in its tray."""
    return {DIE_TRAY: Look("", (die_piece(outcome.kind),))} if outcome.verb == "die" else {}


APART: Final = 1.8
"""Pitches between figures of a teaching picture: none hides another, or lies in its shadow."""


def teaching(table: Table) -> tuple[State, ...]:
    """The set-up position; the island with explorers; the sea with everything that can be there, each piece
    by itself and several times. Then only the tile is changed that lies with its back up."""
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
        ashore=tuple(zip(_apart(table, board.frame), cycle(each))),
        safe=(everybody,) * len(start.safe),
        hands=(tuple((terrain, UNSEEN) for terrain in TERRAINS), *start.hands[1:]),
    )
    sea = _apart(table, [cell for cell, terrain in enumerate(land) if not terrain])
    boats, *creatures = (sea[number :: 4 + len(each)] for number in range(1 + len(CREATURES)))
    rest = [cell for cell in sea if cell not in {*boats, *(cell for cells in creatures for cell in cells)}]
    afloat = replace(
        none,
        boats=tuple((cell, NOBODY) for cell in boats),
        swimmers=tuple(zip(rest, cycle(each))),
        creatures=tuple(tuple(sorted(cells)) for cells in creatures),
    )
    return (start, ashore, *(_with_back(afloat, back) for back in range(len(BACKS))))


def _apart(table: Table, cells: Sequence[int]) -> list[int]:
    """As many of the cells as one after another keep their distance, sorted."""
    centres, found = table.edition.board.centres, list[int]()
    for cell in cells:
        if all(dist(centres[cell], centres[other]) >= APART for other in found):
            found.append(cell)
    return found


def _with_back(state: State, back: int) -> State:
    """One tile with this back lies open beside the board."""
    terrain = next(land for land in TERRAINS if state.table.edition.copies[land][back])
    return replace(
        state, out=tuple(plus(row, back) if i == terrain else row for i, row in enumerate(state.out))
    )
