"""Moves and their one-line text; every well-formed move of a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.games.arctica.edition import Edition
from companion.games.arctica.words import HUNTERS, ICE, IGLOO, KINDS
from companion.rules.contract import NotationError
from companion.rules.text import read_words

NOTHING = -1


class Move(NamedTuple):
    """A move. Which fields count follows from the verb (``VERBS``); the others are -1.

    ``kind``: of the figure (``lay``: of the hunter, -1 for ice). ``start``, ``end``: spots; ``attack`` keeps
    the hunter's spot in ``start`` and the prey's in ``end``. ``cell``: of ice or igloo. ``prey``: a kind or
    IGLOO. ``ice``: what ``lay`` puts down. A named tuple, because tests and judges make very many of them.
    """

    verb: str
    kind: int = NOTHING
    start: int = NOTHING
    end: int = NOTHING
    cell: int = NOTHING
    prey: int = NOTHING
    card: int = NOTHING
    colour: int = NOTHING
    ice: int = NOTHING


PREY: Final = (*KINDS, "igloo")
_PREY_NUMBER: Final = {**{word: number for number, word in enumerate(KINDS)}, "igloo": IGLOO}

VERBS: Final = {
    "lay": ("piece", "place"),
    "igloo": ("cell",),
    "return": ("hunter", "end"),
    "play": ("card",),
    "drift": ("colour", "cell"),
    "displace": ("kind", "start", "end"),
    "melt": ("cell",),
    "move": ("kind", "start", "end"),
    "attack": ("kind", "start", "prey", "end"),
    "flee": ("card",),
    "stay": (),
    "answer": ("card",),
    "pass": (),
    "land": ("end",),
    "drop": ("card",),
    "end": (),
}
"""The words after each verb."""


def format_move(edition: Edition, move: Move) -> str:
    """The one text of a move."""
    return " ".join((move.verb, *(_FORMAT[part](edition, move) for part in VERBS[move.verb])))


def cells_of(move: Move) -> tuple[int, ...]:
    """The cells that a move names, each once: of its spots first, as in its text."""
    spots = (spot >> 1 for spot in (move.start, move.end) if spot != NOTHING)
    return tuple(dict.fromkeys((*spots, *(() if move.cell == NOTHING else (move.cell,)))))


def _format_place(edition: Edition, move: Move) -> str:
    board = edition.board
    return board.names[move.cell] if move.kind == NOTHING else board.spot_name(move.end)


def _format_piece(_: Edition, move: Move) -> str:
    return ICE[move.ice] if move.kind == NOTHING else KINDS[move.kind]


_FORMAT: Final[dict[str, Callable[[Edition, Move], str]]] = {
    "piece": _format_piece,
    "place": _format_place,
    "cell": lambda edition, move: edition.board.names[move.cell],
    "hunter": lambda _, move: KINDS[move.kind],
    "kind": lambda _, move: KINDS[move.kind],
    "start": lambda edition, move: edition.board.spot_name(move.start),
    "end": lambda edition, move: edition.board.spot_name(move.end),
    "prey": lambda _, move: "igloo" if move.prey == IGLOO else KINDS[move.prey],
    "card": lambda edition, move: edition.cards[move.card].name,
    "colour": lambda edition, move: edition.colours[move.colour],
}


def parse_move(edition: Edition, text: str) -> Move:
    """Read a move. Raises NotationError for words that are none or too many or too few of them."""
    verb, *words = read_words(text)
    parts = VERBS.get(verb)
    if parts is None:
        raise NotationError(f"{verb!r} is no verb; the verbs are {', '.join(VERBS)}")
    if len(words) != len(parts):
        raise NotationError(f"after {verb} come {len(parts)} words, not {len(words)}")
    if verb == "lay":
        return _parse_lay(edition, *words)
    fields: dict[str, int] = {}
    for part, word in zip(parts, words, strict=True):
        fields["kind" if part == "hunter" else part] = _PARSE[part](edition, word)
    return Move(verb, **fields)


def _parse_lay(edition: Edition, piece: str, place: str) -> Move:
    if piece in HUNTERS:
        return Move("lay", kind=HUNTERS.index(piece), end=read_spot(edition, place))
    if piece in ICE and piece:
        return Move("lay", ice=ICE.index(piece), cell=read_cell(edition, place))
    raise NotationError(f"{piece!r} cannot be laid; pieces are {', '.join((*ICE[1:], *HUNTERS))}")


def read_cell(edition: Edition, word: str, line: int | None = None) -> int:
    """The cell of a name. Raises NotationError."""
    cell = edition.board.index.get(word)
    if cell is None:
        raise NotationError(f"{word!r} is no cell of this board", line)
    return cell


def read_spot(edition: Edition, word: str, line: int | None = None) -> int:
    """The spot of a name: a cell, with ``^`` for the top of its ice. Raises NotationError."""
    return 2 * read_cell(edition, word.removesuffix("^"), line) + word.endswith("^")


def read_kind(word: str, line: int | None = None) -> int:
    """The number of a kind. Raises NotationError."""
    if word not in KINDS:
        raise NotationError(f"{word!r} is no kind; the kinds are {', '.join(KINDS)}", line)
    return KINDS.index(word)


def read_hunter(word: str, line: int | None = None) -> int:
    """The number of a hunter, which cod is not. Raises NotationError."""
    if word not in HUNTERS:
        raise NotationError(f"{word!r} is no hunter; the hunters are {', '.join(HUNTERS)}", line)
    return HUNTERS.index(word)


def read_card(edition: Edition, word: str, line: int | None = None) -> int:
    """The number of a card. Raises NotationError."""
    card = edition.card_index.get(word)
    if card is None:
        raise NotationError(f"{word!r} is no ice card of this edition", line)
    return card


def read_colour(edition: Edition, word: str, line: int | None = None) -> int:
    """The number of a colour. Raises NotationError."""
    colour = edition.colour_index.get(word)
    if colour is None:
        raise NotationError(f"{word!r} is no colour; the colours are {', '.join(edition.colours)}", line)
    return colour


def _read_prey(_: Edition, word: str) -> int:
    if word not in _PREY_NUMBER:
        raise NotationError(f"{word!r} is no prey; prey is one of {', '.join(PREY)}")
    return _PREY_NUMBER[word]


_PARSE: Final[dict[str, Callable[[Edition, str], int]]] = {
    "cell": read_cell,
    "hunter": lambda _, word: read_hunter(word),
    "kind": lambda _, word: read_kind(word),
    "start": read_spot,
    "end": read_spot,
    "prey": _read_prey,
    "card": read_card,
    "colour": read_colour,
}
