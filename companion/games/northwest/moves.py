"""Moves and their one-line text, outcomes likewise."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.games.northwest.board import STRIDE, may_touch, square_name
from companion.games.northwest.chart import Tile
from companion.games.northwest.pictures import class_of, is_kind, is_picture, is_small, is_upright
from companion.games.northwest.words import BACK, NOWHERE, SHIP, SYMBOLS, VEHICLES
from companion.rules.contract import NotationError
from companion.rules.text import read_number, read_words

Index = Mapping[str, int]
"""The squares that may be named, by name."""


class Move(NamedTuple):
    """A move. Which fields count follows from the verb (``FORMS``); the others keep their defaults.

    ``kind``: of the tile of ``take`` and ``pick``. ``tile``: what ``place`` lays; its picture is BACK for a
    small tile with the back up. ``square``: of ``move``, ``shift``, ``explore``, ``discover``, and where
    ``transfer`` sets the sled down. ``ready``, ``resting``: on the sled after a ``transfer``. ``place``: of
    the sun disc.
    """

    verb: str
    vehicle: int = SHIP
    kind: str = ""
    tile: Tile | None = None
    square: int = NOWHERE
    ready: int = 0
    resting: int = 0
    place: int = 0


FORMS: Final = {
    "take": "ship|sled KIND",
    "refresh": "ship|sled",
    "pick": "KIND",
    "place": "ship|sled SQUARE [SQUARE] PICTURE [SYMBOL SQUARE]",
    "move": "ship|sled SQUARE",
    "shift": "ship|sled SQUARE",
    "transfer": "ship|sled READY RESTING [SQUARE]",
    "explore": "ship|sled SQUARE",
    "discover": "ship|sled SQUARE",
    "end": "",
    "pass": "",
    "sun": "PLACE",
}
"""The words after each verb."""

_LENGTHS: Final = {"place": (3, 4, 5, 6), "transfer": (3, 4)}


def format_tile(tile: Tile) -> str:
    """Squares, picture and symbol, as in a ``tile`` line."""
    words = [*(square_name(square) for square in tile.squares), tile.picture]
    if tile.symbol:
        words += [tile.symbol, square_name(tile.at)]
    return " ".join(words)


def format_move(move: Move) -> str:
    """The one text of a move."""
    words = [move.verb]
    if "ship|sled" in FORMS[move.verb]:
        words.append(VEHICLES[move.vehicle])
    match move.verb:
        case "take" | "pick":
            words.append(move.kind)
        case "place" if move.tile is not None:
            words.append(format_tile(move.tile))
        case "move" | "shift" | "explore" | "discover":
            words.append(square_name(move.square))
        case "transfer":
            words += [str(move.ready), str(move.resting)]
            words += [square_name(move.square)] if move.square != NOWHERE else []
        case "sun":
            words.append(str(move.place))
    return " ".join(words)


def parse_move(index: Index, text: str) -> Move:
    """Read a move. ``index``: the squares that a move can name, also where the board has none. Raises
    NotationError for words that are none, or too many or too few of them."""
    verb, *words = read_words(text)
    if verb not in FORMS:
        raise NotationError(f"{verb!r} is no verb; the verbs are {', '.join(FORMS)}")
    expected = len(FORMS[verb].split())
    if len(words) not in _LENGTHS.get(verb, (expected,)):
        raise NotationError(f"write it as '{f'{verb} {FORMS[verb]}'.strip()}', not {text!r}")
    read = _READ.get(verb)
    return Move(verb) if read is None else read(index, verb, words)


def _read_take(_: Index, verb: str, words: Sequence[str]) -> Move:
    return Move(verb, read_vehicle(words[0]), kind=read_kind(words[1]))


def _read_refresh(_: Index, verb: str, words: Sequence[str]) -> Move:
    return Move(verb, read_vehicle(words[0]))


def _read_pick(_: Index, verb: str, words: Sequence[str]) -> Move:
    return Move(verb, kind=read_kind(words[0]))


def _read_place(index: Index, verb: str, words: Sequence[str]) -> Move:
    vehicle, *rest = words
    if rest[1:] == [BACK]:
        return Move(verb, read_vehicle(vehicle), tile=Tile(read_square(index, rest[0]), NOWHERE, BACK))
    return Move(verb, read_vehicle(vehicle), tile=read_tile(index, rest))


def _read_to(index: Index, verb: str, words: Sequence[str]) -> Move:
    return Move(verb, read_vehicle(words[0]), square=read_square(index, words[1]))


def _read_transfer(index: Index, verb: str, words: Sequence[str]) -> Move:
    vehicle, ready, resting, *place = words
    return Move(
        verb,
        read_vehicle(vehicle),
        square=read_square(index, place[0]) if place else NOWHERE,
        ready=read_number(ready, "the number of ready crewmen on the sled"),
        resting=read_number(resting, "the number of resting crewmen on the sled"),
    )


def _read_sun(_: Index, verb: str, words: Sequence[str]) -> Move:
    return Move(verb, place=read_number(words[0], "the place of the sun disc"))


_READ: Final[dict[str, Callable[[Index, str, Sequence[str]], Move]]] = {
    "take": _read_take,
    "refresh": _read_refresh,
    "pick": _read_pick,
    "place": _read_place,
    "move": _read_to,
    "shift": _read_to,
    "transfer": _read_transfer,
    "explore": _read_to,
    "discover": _read_to,
    "sun": _read_sun,
}


def read_vehicle(word: str) -> int:
    """The number of a vehicle. Raises NotationError."""
    if word not in VEHICLES:
        raise NotationError(f"{word!r} is neither ship nor sled")
    return VEHICLES.index(word)


def read_square(index: Index, word: str, line: int | None = None) -> int:
    """The number of a square. Raises NotationError."""
    square = index.get(word)
    if square is None:
        raise NotationError(f"{word!r} is no square of this board", line)
    return square


def read_kind(word: str, line: int | None = None) -> str:
    """The kind of a tile: class picture and symbol. Raises NotationError."""
    if is_kind(word):
        return word
    picture, colon, symbol = word.partition(":")
    if is_picture(picture) and class_of(picture) != picture:
        raise NotationError(
            f"such a tile is named by its class picture: {class_of(picture)}{colon}{symbol}", line
        )
    raise NotationError(f"{word!r} is no tile; write x../.x. or x../.x.:strait", line)


def read_tile(index: Index, words: Sequence[str], line: int | None = None) -> Tile:
    """``SQUARE [SQUARE] PICTURE [SYMBOL SQUARE]``. Raises NotationError."""
    pictures = [place for place, word in enumerate(words) if is_picture(word)]
    if pictures not in ([1], [2]) or len(words) - pictures[0] not in (1, 3):
        raise NotationError(
            "a tile is one or two squares, its picture, and its symbol with the square of it", line
        )
    squares = tuple(read_square(index, word, line) for word in words[: pictures[0]])
    picture, *rest = words[pictures[0] :]
    _check_squares(squares, picture, line)
    symbol, at = "", NOWHERE
    if rest:
        symbol, at = rest[0], read_square(index, rest[1], line)
        if symbol not in SYMBOLS:
            raise NotationError(f"{symbol!r} is no symbol; symbols are {', '.join(SYMBOLS)}", line)
        if at not in squares:
            raise NotationError(f"the symbol lies on a square of its tile, not on {rest[1]}", line)
    return Tile(squares[0], squares[1] if len(squares) > 1 else NOWHERE, picture, symbol, at)


def _check_squares(squares: tuple[int, ...], picture: str, line: int | None) -> None:
    if is_small(picture):
        if len(squares) != 1:
            raise NotationError(f"{picture} is the picture of one square", line)
        return
    upright = is_upright(picture)
    beside = len(squares) == 2 and (squares[1] - squares[0] == STRIDE if upright else may_touch(*squares))
    if not beside:
        way = "north to south" if upright else "west to east"
        raise NotationError(f"{picture} is the picture of two squares side by side, {way}", line)


def format_outcome(outcome: str) -> str:
    """``tile KIND``: what came out of the bag."""
    return f"tile {outcome}"


def parse_outcome(text: str) -> str:
    """The kind of the tile that was drawn. Raises NotationError, also for a small tile: none is in the
    bag."""
    words = read_words(text)
    if len(words) != 2 or words[0] != "tile":
        raise NotationError(f"an outcome is written as 'tile KIND', not {text!r}")
    kind = read_kind(words[1])
    if is_small(kind):
        raise NotationError("small tiles are not drawn from the bag")
    return kind
