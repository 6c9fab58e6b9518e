"""Moves and outcomes, and the words of which their texts are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from companion.games.northwest.board import FRAME, STRIDE, may_touch, square_name
from companion.games.northwest.chart import Tile
from companion.games.northwest.pictures import class_of, is_kind, is_picture, is_small, is_upright
from companion.games.northwest.words import BACK, NOWHERE, SHIP, SYMBOLS, VEHICLES
from companion.rules.contract import NotationError
from companion.rules.grammar import Forms, Grammar, Number, Several, Word, Words


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


FORMS: Final[Forms] = {
    "take": "vehicle:ship|sled KIND",
    "refresh": "vehicle:ship|sled",
    "pick": "KIND",
    "place": "vehicle:ship|sled TILE",
    "move": "vehicle:ship|sled SQUARE",
    "shift": "vehicle:ship|sled SQUARE",
    "transfer": "vehicle:ship|sled READY RESTING [SQUARE]",
    "explore": "vehicle:ship|sled SQUARE",
    "discover": "vehicle:ship|sled SQUARE",
    "end": "",
    "pass": "",
    "sun": "PLACE",
}


class KindText:
    """The kind of a tile: class picture and symbol. ``fault``: why it cannot be a small one, "" if it can."""

    def __init__(self, fault: str = "") -> None:
        self.fault = fault

    def read(self, word: str, line: int | None = None) -> str:
        """Raises NotationError."""
        if is_kind(word):
            if self.fault and is_small(word):
                raise NotationError(self.fault, line)
            return word
        picture, colon, symbol = word.partition(":")
        if is_picture(picture) and class_of(picture) != picture:
            raise NotationError(
                f"such a tile is named by its class picture: {class_of(picture)}{colon}{symbol}", line
            )
        raise NotationError(f"{word!r} is no tile; write x../.x. or x../.x.:strait", line)

    def write(self, kind: str) -> str:
        return kind


class TileText(Several):
    """``SQUARE [SQUARE] PICTURE [SYMBOL SQUARE]``, or ``SQUARE back`` for a small tile with its back up."""

    def __init__(self, squares: Word) -> None:
        super().__init__(squares, 2, 5, "SQUARE [SQUARE] PICTURE [SYMBOL SQUARE]")

    def read_all(self, words: Sequence[str], line: int | None = None) -> Tile:
        """Raises NotationError. ``line``: of a position, in which all tiles lie with the face up."""
        if line is None and words[1:] == [BACK]:
            return Tile(self.part.read(words[0]), NOWHERE, BACK)
        pictures = [place for place, word in enumerate(words) if is_picture(word)]
        if pictures not in ([1], [2]) or len(words) - pictures[0] not in (1, 3):
            raise NotationError(
                "a tile is one or two squares, its picture, and its symbol with the square of it", line
            )
        squares = tuple(self.part.read(word, line) for word in words[: pictures[0]])
        picture, *rest = words[pictures[0] :]
        _check_squares(squares, picture, line)
        symbol, at = "", NOWHERE
        if rest:
            symbol, at = rest[0], self.part.read(rest[1], line)
            if symbol not in SYMBOLS:
                raise NotationError(f"{symbol!r} is no symbol; symbols are {', '.join(SYMBOLS)}", line)
            if at not in squares:
                raise NotationError(f"the symbol lies on a square of its tile, not on {rest[1]}", line)
        return Tile(squares[0], squares[1] if len(squares) > 1 else NOWHERE, picture, symbol, at)

    def write(self, tile: Tile) -> str:
        words = [*(square_name(square) for square in tile.squares), tile.picture]
        if tile.symbol:
            words += [tile.symbol, square_name(tile.at)]
        return " ".join(words)


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


def words_of(index: Mapping[str, int]) -> Words:
    """What may stand in moves and positions. ``index``: the squares that may be named."""
    squares = Word("square of this board", index)
    return {
        "ship|sled": Word("vehicle", VEHICLES),
        "SQUARE": squares,
        "TILE": TileText(squares),
        "KIND": KindText(),
        "READY": Number("the number of ready crewmen on the sled"),
        "RESTING": Number("the number of resting crewmen on the sled"),
        "PLACE": Number("the place of the sun disc"),
    }


WORDS: Final = words_of(FRAME)
MOVES: Final = Grammar(Move, FORMS, WORDS)
"""A move can also name a square that the board does not have: it is refused by a clause."""

_LARGE: Final = {"KIND": KindText("small tiles are not drawn from the bag")}
OUTCOMES: Final[Grammar[str]] = Grammar(lambda _, kind: str(kind), {"tile": "KIND"}, _LARGE, "outcome")
