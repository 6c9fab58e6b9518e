"""Moves and outcomes and their one-line text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.games.atlantis.board import read_any_cell, read_cell
from companion.games.atlantis.edition import HIGHEST, Edition
from companion.games.atlantis.words import (
    BACK_WORDS,
    BACKS,
    CREATURES,
    DOLPHIN,
    ISLANDS,
    LAND,
    LURE,
    OWN_TURN,
    RED,
    TERRAINS,
    WIND,
)
from companion.rules.contract import NotationError
from companion.rules.text import read_number, read_words

NOTHING: Final = -1

TILE: Final = 0
BOAT: Final = 1
WATER: Final = 2
SAFE: Final = 3
PLACES: Final = ("tile", "boat", "sea", "safe")
"""Where an explorer can be; the first three are cells, the last one an island."""


class Move(NamedTuple):
    """A move. Which fields count follows from the verb; the others are -1.

    ``back``, ``terrain``: of the tile played. ``leaves``, ``enters``: kinds of place of an explorer.
    ``start``, ``end``: cells, or an island's number where the kind of place is ``SAFE``; verbs with one cell
    have it in ``end``. ``kind``: of creature. A named tuple, because tests and judges make very many of them.
    """

    verb: str
    colour: int = NOTHING
    start: int = NOTHING
    end: int = NOTHING
    back: int = NOTHING
    terrain: int = NOTHING
    leaves: int = NOTHING
    enters: int = NOTHING
    kind: int = NOTHING


class Outcome(NamedTuple):
    """What the table showed. ``verb``: ``lay``, ``tile``, ``die`` or ``treasure``; the rest as in a move."""

    verb: str
    cell: int = NOTHING
    terrain: int = NOTHING
    back: int = NOTHING
    kind: int = NOTHING
    colour: int = NOTHING
    value: int = NOTHING


VERBS: Final = {
    "place": ("colour", "end"),
    "launch": ("end",),
    "move": ("colour", "leaves", "start", "enters", "end"),
    "sail": ("start", "end"),
    "take": ("end",),
    "creature": ("kind", "start", "end"),
    "end": (),
    "pass": (),
}
"""The words after each verb."""

PLAYS: Final = {
    DOLPHIN: ("back", "terrain", "colour", "start", "end"),
    **dict.fromkeys(range(WIND, OWN_TURN.stop), ("back", "terrain", "start", "end")),
    **dict.fromkeys(range(OWN_TURN.stop, RED.stop), ("back", "terrain")),
}
"""The words after ``play``, by the back."""

OUTCOMES: Final = {
    "lay": ("cell", "terrain"),
    "tile": ("cell", "back"),
    "die": ("kind",),
    "treasure": ("colour", "value"),
}
"""The words after each verb of an outcome."""


def cells_named(move: Move) -> tuple[int, ...]:
    """Start and end, where the move names them and they are cells."""
    named = ((move.leaves, move.start), (move.enters, move.end))
    return tuple(dict.fromkeys(cell for kind, cell in named if kind != SAFE and cell != NOTHING))


def lured(move: Move) -> int:
    """The kind of creature that a played tile moves, -1 for another tile."""
    return move.back - LURE if move.verb == "play" and LURE <= move.back < OWN_TURN.stop else NOTHING


def format_move(edition: Edition, move: Move) -> str:
    """The one text of a move."""
    parts = PLAYS[move.back] if move.verb == "play" else VERBS[move.verb]
    return " ".join((move.verb, *(_written(edition, part, move) for part in parts)))


def _written(edition: Edition, part: str, move: Move) -> str:
    number: int = getattr(move, part)
    if part in ("start", "end"):
        safe = (move.leaves if part == "start" else move.enters) == SAFE
        return ISLANDS[number] if safe else edition.board.words[number]
    return edition.colours[number] if part == "colour" else _WORDS[part][number]


_WORDS: Final = {
    "back": BACK_WORDS,
    "terrain": LAND,
    "leaves": PLACES,
    "enters": PLACES,
    "kind": CREATURES,
}


def parse_move(edition: Edition, text: str) -> Move:
    """Read a move. Raises NotationError for words that are none or too many or too few of them."""
    verb, *words = read_words(text)
    if verb == "play":
        if not words or words[0] not in BACKS or BACKS.index(words[0]) not in PLAYS:
            raise NotationError(f"after play comes one of {', '.join(BACKS[back] for back in PLAYS)}")
        parts: tuple[str, ...] = PLAYS[BACKS.index(words[0])]
    elif verb in VERBS:
        parts = VERBS[verb]
    else:
        raise NotationError(f"{verb!r} is no verb; the verbs are play, {', '.join(VERBS)}")
    return Move(verb, **_read_parts(edition, verb, parts, words))


def _read_parts(edition: Edition, verb: str, parts: tuple[str, ...], words: list[str]) -> dict[str, int]:
    if len(words) != len(parts):
        raise NotationError(f"after {verb} come {len(parts)} words, not {len(words)}")
    fields: dict[str, int] = {}
    for part, word in zip(parts, words, strict=True):
        fields[part] = _read_part(edition, part, word, fields)
    return fields


def _read_part(edition: Edition, part: str, word: str, before: dict[str, int]) -> int:
    match part:
        case "start" | "end":
            place = before.get("leaves" if part == "start" else "enters")
            return read_island(word) if place == SAFE else read_any_cell(edition.board, word)
        case "cell":
            return read_cell(edition.board, word)
        case "colour":
            return read_colour(edition, word)
    return _READ[part](word)


def format_outcome(edition: Edition, outcome: Outcome) -> str:
    """The one text of an outcome."""
    return " ".join((outcome.verb, *(_shown(edition, part, outcome) for part in OUTCOMES[outcome.verb])))


def _shown(edition: Edition, part: str, outcome: Outcome) -> str:
    number: int = getattr(outcome, part)
    match part:
        case "cell":
            return edition.board.names[number]
        case "colour":
            return edition.colours[number]
        case "value":
            return str(number)
    return _WORDS[part][number]


def parse_outcome(edition: Edition, text: str) -> Outcome:
    """Read an outcome. Raises NotationError."""
    verb, *words = read_words(text)
    if verb not in OUTCOMES:
        raise NotationError(f"{verb!r} is no outcome; outcomes begin with {', '.join(OUTCOMES)}")
    return Outcome(verb, **_read_parts(edition, verb, OUTCOMES[verb], words))


def read_colour(edition: Edition, word: str, line: int | None = None) -> int:
    """The number of a colour. Raises NotationError."""
    return _number(word, edition.colours, "colour", line)


def read_terrain(word: str, line: int | None = None) -> int:
    """The number of a terrain. Raises NotationError."""
    return TERRAINS[0] + _number(word, LAND[TERRAINS[0] :], "terrain", line)


def read_back(word: str, line: int | None = None) -> int:
    """The number of a back, ``?`` among them. Raises NotationError."""
    return _number(word, BACK_WORDS, "back", line)


def read_kind(word: str, line: int | None = None) -> int:
    """The number of a kind of creature. Raises NotationError."""
    return _number(word, CREATURES, "creature", line)


def read_island(word: str, line: int | None = None) -> int:
    """The number of a safe island. Raises NotationError."""
    return _number(word, ISLANDS, "safe island", line)


def read_value(word: str, line: int | None = None) -> int:
    """The number under an explorer. Raises NotationError."""
    value = read_number(word, "the number under an explorer", line)
    if not 1 <= value <= HIGHEST:
        raise NotationError(f"the number under an explorer is 1 to {HIGHEST}", line)
    return value


def _read_place(word: str) -> int:
    return _number(word, PLACES, "place")


def _number(word: str, words: tuple[str, ...], what: str, line: int | None = None) -> int:
    if word not in words:
        raise NotationError(f"{word!r} is no {what}; choose one of {', '.join(words)}", line)
    return words.index(word)


_READ: Final[dict[str, Callable[[str], int]]] = {
    "back": read_back,
    "terrain": read_terrain,
    "leaves": _read_place,
    "enters": _read_place,
    "kind": read_kind,
    "value": read_value,
}
