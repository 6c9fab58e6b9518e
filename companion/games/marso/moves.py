"""Moves and outcomes: their values, the words of their texts, and every move that can be written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any, ClassVar, Final

from companion.games.marso.box import Box
from companion.games.marso.edition import MOST_PATHS
from companion.games.marso.words import BEASTS, PATHS, SIDES
from companion.rules.grammar import Forms, Grammar, Several, Word, Words


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a hunter card so that ``path`` counts ("" for a card without arrows)."""

    verb: ClassVar = "play"
    card: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw the whole hand away; three cards in the order of cards."""

    verb: ClassVar = "discard"
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """``step CELL``: the hunter goes one cell of its path."""

    verb: ClassVar = "step"
    cell: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Put the beast stepped on aside."""

    verb: ClassVar = "shift"
    beast: int
    cell: int


@dataclass(frozen=True, slots=True)
class Fly:
    """Carry out the jet pack."""

    verb: ClassVar = "fly"
    cell: int


@dataclass(frozen=True, slots=True)
class Sleep:
    """Carry out the tranquilliser."""

    verb: ClassVar = "sleep"
    beast: int


@dataclass(frozen=True, slots=True)
class Jump:
    """Use the portal."""

    verb: ClassVar = "jump"
    cell: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Decline the portal."""

    verb: ClassVar = "stay"


@dataclass(frozen=True, slots=True)
class Run:
    """Carry out a line of the beast card: ``beast`` ends on ``cell``."""

    verb: ClassVar = "run"
    beast: int
    cell: int


Move = Play | Discard | Walk | Shift | Fly | Sleep | Jump | Stay | Run


@dataclass(frozen=True, slots=True)
class Opened:
    """The beast card that was opened, by number."""

    verb: ClassVar = "open"
    card: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The score card (by number) that the player at ``SIDES[side]`` shows."""

    verb: ClassVar = "score"
    side: int
    card: int


Outcome = Opened | Shown

_TO_CELL: Final = (Walk, Fly, Jump)
_BEAST_TO_CELL: Final = (Shift, Run)
_MADE: Final[dict[str, Any]] = {
    one.verb: one for one in (Play, Discard, *_TO_CELL, *_BEAST_TO_CELL, Sleep, Stay, Opened, Shown)
}

FORMS: Final[Forms] = {
    "play": ("card:ARROWS PATH", "card:OTHER"),
    "discard": "cards:HAND",
    "step": "CELL",
    "shift": "BEAST CELL",
    "fly": "CELL",
    "sleep": "BEAST",
    "jump": "CELL",
    "stay": "",
    "run": "BEAST CELL",
}
OUTCOMES: Final[Forms] = {"open": "card:BEAST-CARD", "score": "SIDE card:SCORE-CARD"}


def words_of(box: Box) -> Words:
    """What may stand in moves, outcomes and positions. A move can also name a cell that the board does not
    have (CELL): it is refused by a clause."""

    def order_fault(cards: tuple[str, ...]) -> str:
        right = sorted(cards, key=box.order.__getitem__)
        told = f"cards stand in the order of cards: 'discard {' '.join(right)}'"
        return "" if list(cards) == right else told

    cards = {name: name for name in box.cards}
    arrows = {name: name for name, card in box.cards.items() if card.kind in MOST_PATHS}
    return {
        "CARD": Word("hunter card", cards),
        "ARROWS": Word("hunter card with arrows", arrows),
        "OTHER": Word("hunter card without arrows", {name: name for name in cards if name not in arrows}),
        "PATH": Word("path of one to three of the letters u r d l", {path: path for path in PATHS}),
        "HAND": Several(Word("hunter card", cards), 3, 3, "CARD CARD CARD", order_fault),
        "CELL": Word("cell such as 'a1', or 'trap'", box.word_of),
        "BEAST": Word("beast", BEASTS),
        "SIDE": Word("side", SIDES),
        "BEAST-CARD": numbered("beast card", "b", len(box.edition.beast_cards)),
        "SCORE-CARD": numbered("score card", "s", len(box.edition.score_cards)),
    }


def numbered(what: str, letter: str, count: int) -> Word:
    """Cards with a number, as ``b7``."""
    return Word(what, {f"{letter}{number}": number for number in range(1, count + 1)})


def moves_of(words: Words) -> Grammar[Move]:
    return Grammar(_made, FORMS, words)


def outcomes_of(words: Words) -> Grammar[Outcome]:
    return Grammar(_made, OUTCOMES, words, "outcome")


def _made(verb: str, **fields: Any) -> Any:
    return _MADE[verb](**fields)


def attempts(box: Box) -> Iterator[Move]:
    """Every move that can be written, legal or not, in a fixed order."""
    cells, beasts = range(len(box.names)), range(len(BEASTS))
    for card in box.edition.cards:
        for path in PATHS if card.kind in MOST_PATHS else ("",):
            yield Play(card.name, path)
    for cards in combinations_with_replacement(box.cards, 3):
        yield Discard(cards)
    for kind in _TO_CELL:
        yield from map(kind, cells)
    for pair in _BEAST_TO_CELL:
        for beast, cell in product(beasts, cells):
            yield pair(beast, cell)
    yield from map(Sleep, beasts)
    yield Stay()
