"""Moves and outcomes: their values, their one-line text, and every move that can be written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from companion.games.marso.box import Box
from companion.games.marso.edition import MOST_PATHS
from companion.games.marso.words import BEASTS, PATHS, SIDES
from companion.rules.contract import NotationError
from companion.rules.text import read_words


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a hunter card so that ``path`` counts ("" for a card without arrows)."""

    card: str
    path: str = ""


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw the whole hand away; three cards in the order of cards."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """``step CELL``: the hunter goes one cell of its path."""

    cell: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Put the beast stepped on aside."""

    beast: int
    cell: int


@dataclass(frozen=True, slots=True)
class Fly:
    """Carry out the jet pack."""

    cell: int


@dataclass(frozen=True, slots=True)
class Sleep:
    """Carry out the tranquilliser."""

    beast: int


@dataclass(frozen=True, slots=True)
class Jump:
    """Use the portal."""

    cell: int


@dataclass(frozen=True, slots=True)
class Stay:
    """Decline the portal."""


@dataclass(frozen=True, slots=True)
class Run:
    """Carry out a line of the beast card: ``beast`` ends on ``cell``."""

    beast: int
    cell: int


Move = Play | Discard | Walk | Shift | Fly | Sleep | Jump | Stay | Run

_TO_CELL: dict[str, type[Walk] | type[Fly] | type[Jump]] = {"step": Walk, "fly": Fly, "jump": Jump}
_BEAST_TO_CELL: dict[str, type[Shift] | type[Run]] = {"shift": Shift, "run": Run}
_VERB: dict[type[Move], str] = {
    **{kind: verb for verb, kind in _TO_CELL.items()},
    **{kind: verb for verb, kind in _BEAST_TO_CELL.items()},
}


@dataclass(frozen=True, slots=True)
class Opened:
    """The beast card that was opened, by number."""

    card: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The score card (by number) that the player at ``SIDES[side]`` shows."""

    side: int
    card: int


Outcome = Opened | Shown


def format_move(box: Box, move: Move) -> str:
    match move:
        case Play(card, path):
            return f"play {card} {path}" if path else f"play {card}"
        case Discard(cards):
            return f"discard {' '.join(cards)}"
        case Sleep(beast):
            return f"sleep {BEASTS[beast]}"
        case Stay():
            return "stay"
        case Shift(beast, cell) | Run(beast, cell):
            return f"{_VERB[type(move)]} {BEASTS[beast]} {box.words[cell]}"
        case Walk(cell) | Fly(cell) | Jump(cell):
            return f"{_VERB[type(move)]} {box.words[cell]}"


def parse_move(box: Box, text: str) -> Move:
    """Raises NotationError for text that the grammar does not yield."""
    verb, *args = read_words(text)
    match verb, args:
        case (("step" | "fly" | "jump"), [cell]):
            return _TO_CELL[verb](_cell(box, cell))
        case (("shift" | "run"), [beast, cell]):
            return _BEAST_TO_CELL[verb](_beast(beast), _cell(box, cell))
        case "sleep", [beast]:
            return Sleep(_beast(beast))
        case "stay", []:
            return Stay()
        case "play", [card, *path] if len(path) <= 1:
            return _play(box, card, "".join(path))
        case "discard", [_, _, _]:
            return _discard(box, tuple(args))
    raise NotationError(
        f"{text!r} is not a move such as 'play ur u', 'discard ud teleport teleport', 'step d3', "
        "'shift red d2', 'fly e5', 'sleep blue', 'jump a4', 'stay' or 'run green a2'"
    )


def _cell(box: Box, word: str) -> int:
    """Also one that the board does not have: a move there is refused by a clause."""
    if word not in box.word_of:
        raise NotationError(f"{word!r} is not a cell such as 'a1', or 'trap'")
    return box.word_of[word]


def _beast(word: str) -> int:
    if word not in BEASTS:
        raise NotationError(f"{word!r} is not a beast; the beasts are {', '.join(BEASTS)}")
    return BEASTS.index(word)


def _card(box: Box, word: str) -> str:
    if word not in box.cards:
        raise NotationError(f"{word!r} is not a hunter card; the cards are {', '.join(box.cards)}")
    return word


def _play(box: Box, card: str, path: str) -> Play:
    has_paths = box.cards[_card(box, card)].kind in MOST_PATHS
    if has_paths and path not in PATHS:
        raise NotationError(f"say which way {card!r} is shown, as 'play {card} {box.cards[card].paths[0]}'")
    if path and not has_paths:
        raise NotationError(f"{card!r} is laid without a path: 'play {card}'")
    return Play(card, path)


def _discard(box: Box, cards: tuple[str, ...]) -> Discard:
    order = [box.order[_card(box, card)] for card in cards]
    if order != sorted(order):
        right = " ".join(sorted(cards, key=box.order.__getitem__))
        raise NotationError(f"cards stand in the order of cards: 'discard {right}'")
    return Discard(cards)


def format_outcome(outcome: Outcome) -> str:
    match outcome:
        case Opened(card):
            return f"open b{card}"
        case Shown(side, card):
            return f"score {SIDES[side]} s{card}"


def parse_outcome(box: Box, text: str) -> Outcome:
    """Raises NotationError for text that the grammar does not yield."""
    match read_words(text):
        case ["open", card]:
            return Opened(read_card(card, "b", len(box.edition.beast_cards)))
        case ["score", side, card] if side in SIDES:
            return Shown(SIDES.index(side), read_card(card, "s", len(box.edition.score_cards)))
    raise NotationError(f"{text!r} is not an outcome such as 'open b1' or 'score south s1'")


def read_card(word: str, letter: str, count: int, line: int | None = None) -> int:
    """The number of a numbered card, as ``b7``."""
    names = [f"{letter}{i}" for i in range(1, count + 1)]
    if word not in names:
        raise NotationError(f"{word!r} is not a card from {names[0]} to {names[-1]}", line)
    return names.index(word) + 1


def attempts(box: Box) -> Iterator[Move]:
    """Every move that can be written, legal or not, in a fixed order."""
    cells, beasts = range(len(box.names)), range(len(BEASTS))
    for card in box.edition.cards:
        for path in PATHS if card.kind in MOST_PATHS else ("",):
            yield Play(card.name, path)
    for cards in combinations_with_replacement(box.cards, 3):
        yield Discard(cards)
    for kind in _TO_CELL.values():
        yield from map(kind, cells)
    for pair in _BEAST_TO_CELL.values():
        for beast, cell in product(beasts, cells):
            yield pair(beast, cell)
    yield from map(Sleep, beasts)
    yield Stay()
