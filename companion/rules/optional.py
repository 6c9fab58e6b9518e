"""What a game may offer beside its rules; each part is found by its presence (``isinstance``)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, Protocol, cast, runtime_checkable

from companion.rules.contract import CellId, ClauseId, Game, Lamp, Look, Setup


@runtime_checkable
class Forecasting(Protocol):
    """What a game may offer beside: what the table will do by itself if nobody moves."""

    def forecast(self, state: Any) -> tuple[str, ...]:
        """Lines of words (``ship red freezes``), the same for screen, tests and network; public facts
        only."""
        ...


@runtime_checkable
class Reminding(Protocol):
    """What a game may offer beside: what people at the table are apt to forget."""

    def forgotten(self, state: Any) -> ClauseId | None:
        """The clause that says what everybody waits for now, when nothing but that may happen."""
        ...


@runtime_checkable
class Wording(Protocol):
    """What a game may offer beside: words for what its text form writes as a picture or code."""

    def in_words(self, word: str) -> str:
        """Terms of the game, set apart by brackets, commas, colons and semicolons; "" for any other word."""
        ...


@runtime_checkable
class Laying(Protocol):
    """What a game may offer beside: chance that is no draw from anything hidden."""

    @property
    def laid(self) -> tuple[str, ...]:
        """The chance sources (as in :class:`Chance`) by which open pieces are laid at random in the set-up:
        anybody may say where each goes."""
        ...


@runtime_checkable
class Rolling(Protocol):
    """What a game may offer beside: lamps for a roll from which nothing follows."""

    def rolled(self, outcome: Any) -> tuple[Lamp, ...]:
        """The lamps that tell what was rolled; none is due."""
        ...


@runtime_checkable
class Throwing(Protocol):
    """What a game may offer beside: a die that people throw into a tray."""

    def thrown(self, outcome: Any) -> Mapping[CellId, Look]:
        """The tray, and the face that lies up in it; empty for an outcome that is no throw."""
        ...


@runtime_checkable
class Drawing(Protocol):
    """What a game may offer beside: stacks from which people take what comes, and which look the same
    afterwards."""

    def drawn_from(self, outcome: Any) -> tuple[CellId, ...]:
        """The stacks that hands come to for an outcome; none for an outcome that takes nothing."""
        ...


@runtime_checkable
class Mistaking(Protocol):
    """What a game may offer beside: outcomes that hands may bring about although the rules forbid them now,
    such as a card turned over out of turn."""

    def mistaken(self, state: Any) -> Iterator[tuple[Any, Mapping[CellId, Look]]]:
        """Each such outcome, and what lies then in the cells that it changes."""
        ...


@runtime_checkable
class Printing(Protocol):
    """What a game may offer beside: cards that people know by the arrows on them."""

    def printed(self) -> Mapping[str, tuple[Lamp, ...]]:
        """For each such piece its arrows as its owner sees them, from top to bottom; no colour: in ink."""
        ...


class Direction(NamedTuple):
    """``x, y``: the middle of the side at the board's edge beside which its arrow lies; ``dx, dy``: the step
    to the next cell. In pitches, y up."""

    colour: str
    x: float
    y: float
    dx: float
    dy: float


@runtime_checkable
class Directing(Protocol):
    """What a game may offer beside: directions that cards name by a colour and the board by its edge."""

    def directions(self, setup: Setup) -> tuple[Direction, ...]:
        """One for each colour; screen and page draw an arrow in that colour beside the board."""
        ...


@runtime_checkable
class Grounding(Protocol):
    """What a game may offer beside: what is printed on its board, for those who draw it."""

    def ground(self, setup: Setup) -> Mapping[CellId, str]:
        """What is printed on each such cell, in the form of a base; a base on the cell covers it."""
        ...


@runtime_checkable
class Marking(Protocol):
    """What a game may offer beside: pieces that mark something for all, such as the season, and are counted
    apart when a clip is scored."""

    @property
    def markers(self) -> Mapping[str, str]:
        """The section of the clauses that are about each marker, by its name: ``{"disc": "ludo/moon"}``."""
        ...


class Locating(Protocol):
    """What a game may offer beside: the cells of a move whose text marks them (``d4^``: on the ice of d4)."""

    def cells_of(self, move: Any) -> tuple[CellId, ...]:
        """The cells that the move names, each once, in the order of its text."""
        ...


def cells_of(game: Game[Any, Any, Any], move: Any, cells: Collection[CellId]) -> tuple[CellId, ...]:
    """The ones of these ``cells`` that a move names, each once, in the order of its text. For a game that is
    not :class:`Locating` they are the words of the text, after the verb, that are the name of a cell."""
    if hasattr(game, "cells_of"):  # as ``isinstance`` asks, but faster: attempts are thousands
        return tuple(cell for cell in cast(Locating, game).cells_of(move) if cell in cells)
    words = map(CellId, game.format_move(move).split(" ")[1:])
    return tuple(dict.fromkeys(word for word in words if word in cells))


def drawn_lamps(game: Game[Any, Any, Any], after: Any, outcome: Any) -> tuple[Lamp, ...]:
    """The lamps when a machine has just drawn this, which led to the position ``after``: people must see it
    though nothing follows from it."""
    lamps = game.lamps(after)
    if isinstance(game, Rolling) and not any(lamp.colour for lamp in lamps):
        return game.rolled(outcome)
    return lamps
