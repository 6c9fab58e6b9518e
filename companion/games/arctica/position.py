"""The text form of a position: one fact a line, in a canonical order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from companion.games.arctica.cell_names import owner_name
from companion.games.arctica.state import State
from companion.games.arctica.words import COD, GOODS, HUNTERS, ICE, KINDS, MARKS, SEAL
from companion.rules.contract import Option

PHASES: Final = {
    "lay": (),
    "igloo": (),
    "return": (),
    "turn": (),
    "drift": ("colour", "left"),
    "displace": ("colour", "left", "cell"),
    "melt": (),
    "flee": ("spot",),
    "answer": ("spot", "colour"),
    "land": ("spot", "cell"),
    "drop": (),
    "over": (),
}
"""The words of each phase line, which are fields of Phase."""

COUNTED: Final = (SEAL, COD)
"""Kinds with several figures, written with their number."""

OPTIONS: Final = (
    Option(
        "setup",
        "standard",
        ("standard", "expert"),
        "Set-up: as in the book (compare it with yours), or laid by the players",
    ),
    Option("pack_push", "pack", ("pack", "none"), "What pack ice may push: one pack token, or nothing"),
    Option("seal_attacks", "one", ("one", "each"), "Attacks of the seals in a turn: one in all, or one each"),
)


def format_position(state: State) -> str:
    """The canonical text."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    setup = state.table.setup
    yield f"seats {' '.join(setup.seats)}"
    chosen = dict(setup.options)
    for option in OPTIONS:
        if chosen[option.id] != option.default:
            yield f"option {option.id} {chosen[option.id]}"
    yield f"phase {_phase_words(state)}"
    yield f"turn {setup.seats[state.turn]}"
    yield f"card {'done' if state.card_done else 'todo'}"
    yield f"hunt neutral {state.hunt}" if state.hunt in KINDS else f"hunt {state.hunt}"
    yield from _board_lines(state)
    yield from (f"away {HUNTERS[kind]}" for kind in range(COD) for _ in range(state.away[kind]))
    for row, goods in enumerate(state.goods):
        owner = owner_name(state.table, row)
        yield from (f"has {owner} {GOODS[good]} {number}" for good, number in enumerate(goods) if number)
    for seat, cards in zip(setup.seats, state.hands, strict=True):
        yield " ".join(("hand", seat, *"?" * cards))
    yield f"deck {state.deck}"
    lying = zip(state.table.edition.cards, state.discard, strict=True)
    yield from (f"discard {card.name} {number}" for card, number in lying if number)
    yield from (f"locked {state.table.edition.board.names[cell]}" for cell in state.locked)


def _board_lines(state: State) -> Iterator[str]:
    board = state.table.edition.board
    yield from (f"ice {name} {ICE[ice]}" for name, ice in zip(board.names, state.ice, strict=True) if ice)
    if state.igloo >= 0:
        yield f"igloo {board.names[state.igloo]}"
    groups = Counter(state.figures)
    for figure in sorted(groups, key=lambda f: (f.kind, f.spot, mark_words(f.marks))):
        number = groups[figure]
        words = [KINDS[figure.kind], board.spot_name(figure.spot)]
        words += [MARKS[mark] for mark in mark_words(figure.marks)]
        if figure.kind in COUNTED:
            words.insert(2, str(number))
            yield " ".join(words)
        else:
            yield from (" ".join(words) for _ in range(number))


def mark_words(marks: int) -> tuple[int, ...]:
    """The numbers of the marks in a set of bits, in the order of ``MARKS``."""
    return tuple(number for number in range(len(MARKS)) if marks >> number & 1)


def _phase_words(state: State) -> str:
    phase = state.phase
    return " ".join((phase.name, *(_phase_word(state, part) for part in PHASES[phase.name])))


def _phase_word(state: State, part: str) -> str:
    edition, phase = state.table.edition, state.phase
    match part:
        case "colour":
            return edition.colours[phase.colour]
        case "left":
            return str(phase.left)
        case "cell":
            return edition.board.names[phase.cell]
        case _:
            return edition.board.spot_name(phase.spot)
