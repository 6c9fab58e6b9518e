"""What the table looks like in a position, what hands change, what lamps show, what a camera is taught by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from companion.games.arctica.cell_names import DECK, DISCARD, away_place, cell_id, goods_place, kept
from companion.games.arctica.hands import by_hand
from companion.games.arctica.layout import Figure
from companion.games.arctica.moves import Move
from companion.games.arctica.state import TURN, State, Table, initial
from companion.games.arctica.words import BEAR, BERG, ESKIMO, FLOE, SEAL
from companion.games.arctica.zones import (
    CARD_BACK,
    ICEBERG,
    IGLOO_PIECE,
    LYING,
    TOKENS,
    card_piece,
    good_piece,
    piece,
)
from companion.rules.contract import CellId, Certainty, Lamp, Look, Seat
from companion.rules.record import replace

STACK: Final = Look("", (CARD_BACK,))
"""The stack of cards: it is never used up (turn.10)."""


@lru_cache(maxsize=4096)
def _cell_look(ice: int, igloo: bool, figures: tuple[Figure, ...]) -> Look:
    bottom = (ICEBERG,) if ice == BERG else (IGLOO_PIECE,) if igloo else ()
    return Look(TOKENS[FLOE if ice == BERG else ice], (*bottom, *(piece(f.kind, f.spot) for f in figures)))


def board_looks(state: State) -> dict[CellId, Look]:
    """Every cell of the board that is not open sea without anything on it."""
    here: dict[int, list[Figure]] = {cell: [] for cell, ice in enumerate(state.ice) if ice}
    for figure in state.figures:
        here.setdefault(figure.spot >> 1, []).append(Figure(figure.kind, figure.spot & 1))
    if state.igloo >= 0:
        here.setdefault(state.igloo, [])
    return {
        cell_id(state, cell): _cell_look(state.ice[cell], cell == state.igloo, tuple(sorted(figures)))
        for cell, figures in sorted(here.items())
    }


def looks(state: State) -> dict[CellId, Look]:
    """What each zone should look like. Only the board and the discard tell the camera about moves; beside the
    board people may keep their things as they like, so whatever lies there is fine."""
    table = state.table
    found = board_looks(state)
    for row, goods in enumerate(state.goods):
        for good in kept(table, row):
            found[goods_place(table, row, good)] = Look("", (good_piece(good),) * goods[good], Certainty.ANY)
    for kind, number in enumerate(state.away):
        found[away_place(kind)] = Look("", (LYING[kind],) * number, Certainty.ANY)
    found[DECK] = STACK
    found.update(_discard_look(state))
    return found


def _discard_look(state: State) -> dict[CellId, Look]:
    """The position does not say which card lies on top, unless all are of one sort."""
    cards = [card for card, number in enumerate(state.discard) if number]
    if not cards:
        return {}
    name = state.table.edition.cards[cards[0]].name
    return {DISCARD: Look("", (card_piece(name),), Certainty.SEEN if len(cards) == 1 else Certainty.ANY)}


def handled(state: State, seat: Seat, move: Move) -> dict[CellId, Look]:
    """The zones that hands change or reach into, legal or not, and how they look then."""
    if move.verb == "end":
        drawn = state.hands[state.turn] < state.table.edition.hand  # turn.8, turn.11
        return {DECK: STACK} if drawn else {}
    after = by_hand(state, seat, move)
    if after is state:
        return {}
    if after.discard != state.discard:
        return {DISCARD: Look("", (card_piece(state.table.edition.cards[move.card].name),))}
    changed = {cell_id(state, cell): look for cell, look in _changed(state, after)}
    if after.away != state.away:
        changed[away_place(move.kind)] = Look(certainty=Certainty.ANY)
    return changed


def _changed(before: State, after: State) -> Iterator[tuple[int, Look]]:
    """The cells of the board that look different after, in order. A judge asks this for many moves."""
    gone, come = list(before.figures), []
    for figure in after.figures:
        if figure in gone:
            gone.remove(figure)
        else:
            come.append(figure)
    cells = {figure.spot >> 1 for figure in (*gone, *come)}
    if before.ice != after.ice:
        cells.update(cell for cell, ice in enumerate(after.ice) if ice != before.ice[cell])
    if before.igloo != after.igloo:
        cells.update({before.igloo, after.igloo} - {-1})
    for cell in sorted(cells):
        look = _look_at(after, cell)
        if look != _look_at(before, cell):
            yield cell, look


def _look_at(state: State, cell: int) -> Look:
    figures = sorted([Figure(f.kind, f.spot & 1) for f in state.figures if f.spot >> 1 == cell])
    return _cell_look(state.ice[cell], cell == state.igloo, tuple(figures))


def lamps(state: State) -> tuple[Lamp, ...]:
    """As many lamps as a card can move tokens: those still to be moved glow in the colour of the direction.
    When a seal flees, one lamp shows where to."""
    edition, phase = state.table.edition, state.phase
    lit = 1 if phase.name == "answer" else phase.left
    colour = edition.colours[phase.colour] if phase.colour >= 0 else ""
    most = max(card.tokens for card in edition.cards)
    return tuple(
        Lamp(colour, "steady", number == 0) if number < lit and colour else Lamp() for number in range(most)
    )


def teaching(table: Table) -> tuple[State, ...]:
    """The set-up position; every card on the discard, meanwhile everything on other cells and in its other
    pose, so that each is seen several times."""
    start = initial(table)
    standard = replace(initial(replace(table, expert=False)), table=table, phase=TURN)
    shown = [start, standard]
    arranged = (standard, _other_poses(standard), _elsewhere(standard))
    cards = len(table.edition.cards)
    for card in range(cards):
        discard = bytearray(cards)
        discard[card] = 1
        state = arranged[card * len(arranged) // cards]
        shown.append(replace(state, discard=bytes(discard), deck=state.deck - 1))
    return tuple(dict.fromkeys(shown))


def _other_poses(state: State) -> State:
    """Bear and Eskimo in open sea, where little is near; a seal on a floe; the rest stays."""
    taken = {cell for cell, ice in enumerate(state.ice) if ice} | {f.spot >> 1 for f in state.figures}
    around = state.table.edition.board.around
    free = [cell for cell in range(len(state.ice)) if cell not in taken]
    bear = min(free, key=lambda cell: len(taken.intersection(around[cell])))
    others = [cell for cell in free if cell != bear and cell not in around[bear]]
    eskimo = min(others, key=lambda cell: len(taken.intersection(around[cell])))
    wet = [f for f in state.figures if f.kind not in (BEAR, ESKIMO)]
    wet.remove(state.of(SEAL)[0])
    shown = (*wet, Figure(BEAR, 2 * bear), Figure(ESKIMO, 2 * eskimo), Figure(SEAL, _free_floe(state)))
    return replace(state, figures=tuple(sorted(shown)))


def _elsewhere(state: State) -> State:
    """All on cells that are free now, so that every cell is seen bare once; the Eskimo without igloo."""
    taken = sorted(
        {*(cell for cell, ice in enumerate(state.ice) if ice), *(f.spot >> 1 for f in state.figures)}
    )
    free = [cell for cell in range(len(state.ice)) if cell not in taken]
    to = {cell: free[number * len(free) // len(taken)] for number, cell in enumerate(taken)}
    ice = bytearray(len(state.ice))
    for cell, there in to.items():
        ice[there] = state.ice[cell]
    figures = [Figure(f.kind, 2 * to[f.spot >> 1] + (f.spot & 1)) for f in state.figures if f.kind != ESKIMO]
    moved = replace(state, ice=bytes(ice), igloo=to[state.igloo], figures=tuple(sorted(figures)))
    return replace(moved, figures=tuple(sorted((*figures, Figure(ESKIMO, _free_floe(moved))))))


def _free_floe(state: State) -> int:
    """The top of a floe on which nothing is."""
    taken = {state.igloo, *(figure.spot >> 1 for figure in state.figures)}
    return next(2 * cell + 1 for cell, ice in enumerate(state.ice) if ice == FLOE and cell not in taken)
