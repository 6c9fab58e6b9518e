"""The text form of a position: one fact a line, in a canonical order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.atlantis.state import WITHOUT_TURN, Pile, State
from companion.games.atlantis.words import BACK_WORDS, CREATURES, FIGURES, ISLANDS, LAND, Counts
from companion.rules.contract import Option
from companion.rules.text import option_word

GAME: Final = "atlantis"

OPTIONS: Final = (
    Option("colours", 1, (1, 2), "Colours that each player commands; two colours for two players only"),
    Option("boats", 2, (2, 4), "Boats that each player launches; four with two colours only"),
    Option("crowd", False, (False, True), "Challenge 1: the island is overcrowded"),
    Option(
        "ending",
        "volcano",
        ("volcano", "rescue", "sunk"),
        "The end: the volcano, the last explorer (challenge 2), or the last land tile (challenge 4)",
    ),
    Option("equal", False, (False, True), "Challenge 3: every saved explorer counts the same"),
    Option("ashore", True, (True, False), "Swimmers may reach a safe island without a boat"),
)


def format_position(state: State) -> str:
    """The canonical text."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    table = state.table
    yield f"game {GAME}"
    chosen = dict(table.setup.options)
    for option in OPTIONS:
        if chosen[option.id] != option.default:
            yield f"option {option.id} {option_word(chosen[option.id])}"
    for seat, colours in zip(table.setup.seats, table.colours, strict=True):
        yield f"seat {seat} {' '.join(table.edition.colours[colour] for colour in colours)}"
    yield from _phase_lines(state)
    yield from (f"reserve {line}" for line in _each(state, state.reserve))
    for seat, number in zip(table.setup.seats, state.to_launch, strict=True):
        if number:
            yield f"boats {seat} {number}"
    yield from _board_lines(state)
    yield from _tile_lines(state)
    yield from (f"supply {figure} {number}" for figure, number in zip(FIGURES, state.supply, strict=True))
    for colour, values in zip(table.edition.colours, state.treasures, strict=True):
        for value in sorted(set(values)):
            yield f"treasure {colour} {value} {values.count(value)}"


def _phase_lines(state: State) -> Iterator[str]:
    phase, names, seats = state.phase, state.table.edition.board.names, state.table.setup.seats
    yield f"phase {phase.name}"
    if phase.name not in WITHOUT_TURN:
        yield f"turn {seats[state.turn]}"
    match phase.name:
        case "act":
            yield f"moves {phase.moves}"
            yield f"played {option_word(phase.played)}"
        case "back":
            yield f"taken {names[phase.cell]} {LAND[phase.terrain]}"
        case "fill":
            yield f"fill {names[phase.cell]}"
        case "creature":
            yield f"die {CREATURES[phase.kind]}"
        case "defend":
            yield f"attack {CREATURES[phase.kind]} {names[phase.cell]}"
            yield " ".join(("asked", *(seats[seat] for seat in phase.asked)))


def _each(state: State, counts: Counts) -> Iterator[str]:
    """``COLOUR N`` of each colour that is there."""
    for colour, number in zip(state.table.edition.colours, counts, strict=True):
        if number:
            yield f"{colour} {number}"


def _pile_lines(state: State, key: str, piles: tuple[Pile, ...]) -> Iterator[str]:
    names = state.table.edition.board.names
    yield from (" ".join((key, names[cell], *_each(state, counts))) for cell, counts in piles)


def _board_lines(state: State) -> Iterator[str]:
    names, ashore = state.table.edition.board.names, dict(state.ashore)
    for cell, terrain in enumerate(state.land):
        if terrain:
            people = _each(state, ashore[cell]) if cell in ashore else ()
            yield " ".join(("tile", names[cell], LAND[terrain], *people))
    yield from _pile_lines(state, "boat", state.boats)
    yield from _pile_lines(state, "sea", state.swimmers)
    for creature, cells in zip(CREATURES, state.creatures, strict=True):
        yield from (f"{creature} {names[cell]} {number}" for cell, number in Counter(cells).items())
    for island, counts in zip(ISLANDS, state.safe, strict=True):
        if any(counts):
            yield " ".join(("safe", island, *_each(state, counts)))
    yield from _pile_lines(state, "used boat", state.used_aboard)
    yield from _pile_lines(state, "used sea", state.used_afloat)


def _tile_lines(state: State) -> Iterator[str]:
    for seat, hand in zip(state.table.setup.seats, state.hands, strict=True):
        for (terrain, back), number in Counter(hand).items():
            yield f"hand {seat} {LAND[terrain]} {BACK_WORDS[back]} {number}"
    for terrain, counts in enumerate(state.out):
        for word, number in zip(BACK_WORDS, counts, strict=True):
            if number:
                yield f"out {LAND[terrain]} {word} {number}"
