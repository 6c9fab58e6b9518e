"""Why a position cannot be: what the box holds, where pieces may be, what a phase presupposes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.atlantis.edition import EXPLORERS, PASSENGERS, PRINTED_FIGURES, TILES
from companion.games.atlantis.ending import covered, nobody_can_be_saved, nobody_left
from companion.games.atlantis.state import AFTER_THE_GAME, NOBODY, PREDATORS, SETUP_PHASES, SINKERS, State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import (
    BACKS,
    BOAT_BACK,
    CREATURES,
    FIGURES,
    GREEN,
    LAND,
    RED,
    SERPENT,
    SHARK,
    SHARK_BACK,
    TERRAINS,
    UNSEEN,
    VOLCANO,
    WHALE,
    WHALE_BACK,
)


def faults(state: State) -> tuple[str, ...]:
    """One English sentence for each thing that cannot be; empty when the position is possible."""
    return (
        *_explorers(state),
        *_sea(state),
        *_marks(state),
        *_tiles(state),
        *_figures(state),
        *_end(state),
        *_phase(state),
    )


def _name(state: State, cell: int) -> str:
    return state.table.edition.board.names[cell]


def _explorers(state: State) -> Iterator[str]:
    for colour in state.table.playing:
        word = state.table.edition.colours[colour]
        number = state.reserve[colour] + sum(counts[colour] for counts in (*state.outside(), *state.safe))
        if number > EXPLORERS:
            yield f"there are {number} {word} explorers instead of {EXPLORERS}"
        if number < EXPLORERS and state.phase.name in SETUP_PHASES:
            yield f"only {number} {word} explorers are there, and none can be lost before the first turn"
    if any(state.reserve) and state.phase.name not in ("island", "place"):
        yield "explorers are in reserve although all are placed before boats are launched"
    if any(state.to_launch) and state.phase.name not in SETUP_PHASES:
        yield "boats are still to be launched although the game has begun"


def _sea(state: State) -> Iterator[str]:
    """Swimmers, boats and creatures are at sea, and prey does not share a cell with its creature."""
    afloat = [("swimmers", cell) for cell, _ in state.swimmers] + [
        ("a boat", cell) for cell, _ in state.boats
    ]
    for creature, places in zip(CREATURES, state.creatures, strict=True):
        afloat += [(f"a {creature}", cell) for cell in places]
    for what, cell in afloat:
        if state.land[cell]:
            yield f"{what} cannot be on the land tile of {_name(state, cell)}"
    for cell, counts in state.boats:
        if sum(counts) > PASSENGERS:
            yield f"the boat on {_name(state, cell)} carries more than {PASSENGERS}"
    manned = [cell for cell, counts in state.boats if any(counts)]
    for what, cells, kinds in (
        ("swimmers", [cell for cell, _ in state.swimmers], PREDATORS),
        ("a boat with passengers", manned, SINKERS),
    ):
        for cell in cells:
            for kind in kinds:
                near = state.creatures[kind].count(cell)
                if near and not (_attack(state) == (kind, cell) and near == 1):
                    yield f"{what} and a {CREATURES[kind]} cannot both be on {_name(state, cell)}"


def _attack(state: State) -> tuple[int, int]:
    """Kind and cell of the attack that is pending, if any."""
    return (state.phase.kind, state.phase.cell) if state.phase.name == "defend" else (-1, -1)


def _marks(state: State) -> Iterator[str]:
    for used, there, what in (
        (state.used_aboard, dict(state.boats), "on the boat"),
        (state.used_afloat, dict(state.swimmers), "in the water"),
    ):
        for cell, counts in used:
            have = there.get(cell, NOBODY)
            if any(mark > number for mark, number in zip(counts, have, strict=True)):
                yield f"more explorers {what} of {_name(state, cell)} have made a sea movement than are there"
    if (state.used_aboard or state.used_afloat) and state.phase.name != "act":
        yield f"sea movements are not remembered in phase {state.phase.name}"


def _tiles(state: State) -> Iterator[str]:
    edition, sunk = state.table.edition, state.table.ending == "sunk"
    for terrain in TERRAINS:
        left, word = stock(state, terrain), LAND[terrain]
        held = sum(1 for hand in state.hands for land, _ in hand if land == terrain)
        number = left.board + held + sum(state.out[terrain])
        if number > TILES[terrain] or (number < TILES[terrain] and state.phase.name != "island"):
            yield f"there are {number} {word} tiles instead of {TILES[terrain]}"
        for back, missing in enumerate(left.unaccounted):
            if missing < 0:
                copies = edition.copies[terrain][back]
                yield f"the box has {copies} {word} tiles with the back {BACKS[back]}, not {copies - missing}"
        if sum(max(0, left.unaccounted[back]) for back in RED) < left.unseen:
            yield f"more unknown {word} tiles are in hands than red backs are left"
    if any(back in GREEN for hand in state.hands for _, back in hand):
        yield "a tile with a green back is never in a hand"
    unseen = sum(row[UNSEEN] for row in state.out)
    last = sunk and state.phase.name in AFTER_THE_GAME and not any(state.land)
    if unseen != last:
        yield "only the last tile of ending sunk leaves the game with a back that nobody knows"


def _figures(state: State) -> Iterator[str]:
    table = state.table
    given = table.boats * table.seats
    backs = {"boat": BOAT_BACK, "shark": SHARK_BACK, "whale": WHALE_BACK}
    there = {"boat": len(state.boats) + sum(state.to_launch)}
    there |= {"shark": len(state.creatures[SHARK]), "whale": len(state.creatures[WHALE])}
    for figure, aside in zip(FIGURES, state.supply, strict=True):
        appeared = sum(row[backs[figure]] for row in state.out)
        begun = given if figure == "boat" else 0
        if aside + appeared + begun != PRINTED_FIGURES[figure]:
            right = PRINTED_FIGURES[figure] - appeared - begun
            yield f"{aside} {figure} figures are set aside instead of {right}"
        if there[figure] > appeared + begun:
            came = appeared + begun
            yield f"there are {there[figure]} {figure} figures in play, but only {came} came into it"
    if len(state.creatures[SERPENT]) > PRINTED_FIGURES["serpent"]:
        yield f"there are more than {PRINTED_FIGURES['serpent']} serpents"


def _end(state: State) -> Iterator[str]:
    """What is only there after the game, and positions in which it would be over."""
    table, after = state.table, state.phase.name in AFTER_THE_GAME
    for colour, left in enumerate(covered(state)):
        word = table.edition.colours[colour]
        if left < 0:
            yield f"more numbers of {word} are turned up than explorers are saved"
        for value in set(state.treasures[colour]):
            if state.treasures[colour].count(value) > table.edition.treasures.count(value):
                yield f"the number {value} is under fewer {word} explorers"
    if any(state.treasures) and (table.equal or not after):
        yield "numbers are turned up only after the game, and not when all explorers count the same"
    if after:
        if not nobody_left(state):
            yield "after the game explorers are on safe islands only"
        return
    playing = state.phase.name not in SETUP_PHASES
    volcano = any(row[VOLCANO] for row in state.out)
    ends = {
        "volcano": volcano,
        "sunk": playing and not any(state.land),
        "rescue": playing and _rescued(state),
    }
    if ends[table.ending]:
        yield f"the game is over, with ending {table.ending}"


def _rescued(state: State) -> bool:
    late = state.phase.name not in ("back", "fill")
    return nobody_left(state) or (late and nobody_can_be_saved(state))


def _phase(state: State) -> Iterator[str]:
    """What the phase presupposes and is not there."""
    laid = sum(map(bool, state.land))
    frame = len(state.table.edition.board.frame)
    match state.phase.name:
        case "island":
            untouched = laid < frame and not (state.boats or any(state.hands) or any(map(any, state.out)))
            fault = "" if untouched else "the island is laid already"
        case "place":
            fault = _place_fault(state, laid == frame)
        case "launch":
            ready = laid == frame and state.to_launch[state.turn]
            fault = "" if ready else "the seat in turn has no boat to launch, or the island is not laid"
        case "back":
            sunk = state.phase.cell in state.table.edition.board.frame and not state.land[state.phase.cell]
            fault = "" if sunk else "the tile just taken is not gone"
        case "fill":
            fault = _fill_fault(state)
        case "creature":
            moves = state.can_swim_off(state.phase.kind)
            fault = "" if moves else "no creature of the kind rolled can move"
        case "defend":
            fault = _defend_fault(state)
        case "treasure" | "over":
            fault = _after_fault(state)
        case _:
            fault = ""
    if fault:
        yield fault


def _place_fault(state: State, laid: bool) -> str:
    if not laid:
        return "explorers are placed when the island is laid"
    due = state.table.of_seat(state.reserve, state.turn)
    return "" if due else "the seat in turn has no explorer to place"


def _fill_fault(state: State) -> str:
    cell = state.phase.cell
    aboard, afloat = sum(state.passengers(cell) or ()), sum(state.swimming(cell))
    there = state.passengers(cell) is not None and aboard < PASSENGERS < aboard + afloat
    return "" if there else "nobody has to choose who goes aboard"


def _defend_fault(state: State) -> str:
    kind, cell = _attack(state)
    prey = state.swimming(cell) if kind == SHARK else state.passengers(cell) or NOBODY
    if cell not in state.creatures[kind] or not any(prey):
        return f"no {CREATURES[kind]} attacks there"
    if any(seat == state.turn or not state.table.of_seat(prey, seat) for seat in state.phase.asked):
        return "only other players whose explorers are attacked are asked to defend"
    return ""


def _after_fault(state: State) -> str:
    covering = not state.table.equal and sum(covered(state)) > 0
    if covering == (state.phase.name == "treasure"):
        return ""
    return "the game is over when every saved explorer is turned up, and not before"
