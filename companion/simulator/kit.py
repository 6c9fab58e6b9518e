"""What the simulator needs to know of one game beyond its rules: the box's art and what the people hide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any, Protocol, runtime_checkable

from companion.referee.ports import TotemSource
from companion.rules.contract import CellId, Seat, Setup
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.art import TableArt
from companion.simulator.scene import Carrier
from companion.simulator.tabletop import Carry, TableTop


class Secrets(Protocol):
    """The hidden truth of one match: which cards are in the hands, and in which order the decks lie. It
    changes with every committed move or outcome and always agrees with the public position."""

    def choices(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """Those of the legal moves that the seat can really make with what it holds."""
        ...

    def weight(self, state: Any, seat: Seat, move: Any) -> float:
        """How much a person likes the move (> 0). People choose a move twice as liked twice as often; they
        play to win, but not well."""
        ...

    def outcome(self, state: Any) -> Any:
        """The outcome that really comes, such as the next card of the deck."""
        ...

    def committed(self, after: Any, seat: Seat | None, said: Any) -> None:
        """A move (or with seat None an outcome) stands; hands and decks follow to the position ``after``."""
        ...


class MistakeKind(StrEnum):
    """What people do wrong at a table."""

    WRONG_CELL = "wrong-cell"
    WRONG_PLAYER = "wrong-player"
    TWO_PIECES = "two-pieces"
    FORGOTTEN_STEP = "forgotten-step"
    WRONG_BEAST = "wrong-beast"
    BUMP = "bump"
    SUN_FORGOTTEN = "sun-forgotten"
    SUN_EARLY = "sun-early"
    SUN_FAR = "sun-too-far"
    SUN_BACK = "sun-wrong-way"
    WRONG_GRAB = "wrong-grab"
    DROPPED = "dropped"
    TWO_HANDS = "two-hands"
    TOWARDS_SELF = "towards-oneself"


USUAL_MISTAKES = (
    MistakeKind.WRONG_CELL,
    MistakeKind.WRONG_PLAYER,
    MistakeKind.TWO_PIECES,
    MistakeKind.FORGOTTEN_STEP,
    MistakeKind.WRONG_BEAST,
)
"""The kinds of mistake that are possible in most games."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """One illegal act. ``seat``, ``move``: who makes which illegal move; ``carries``: what the hand carries
    for it; ``lawful``: the legal move (seat, text) that the same hand does just before, if any. ``stands``:
    whether the move leads to a position if the people at the table agree to it; a move that does not cannot
    be written into a match file."""

    seat: Seat
    move: str
    carries: tuple[Carry, ...]
    lawful: tuple[Seat, str] | None = None
    stands: bool = True


class Kit(Protocol):
    """One game on a simulated table."""

    def __init__(self, game: AnyGame, setup: Setup) -> None: ...

    def art(self, style: str) -> TableArt:
        """The box in one print. Raises KeyError for an unknown style."""
        ...

    def secrets(self, rng: Random) -> Secrets:
        """Shuffle and deal."""
        ...

    def place(self, seat: Seat) -> tuple[float, float]:
        """The direction (unit vector) from the table's middle to where the seat's player sits."""
        ...

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """Where a piece that appears in ``cell`` was before: a deck's place, None for a person's hand."""
        ...

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """Where a piece that leaves ``cell`` for good goes: a pile's place, None for a person's hand."""
        ...

    def is_pile(self, cell: CellId) -> bool:
        """Whether cards are laid there face up on each other, so that only the newest is seen."""
        ...

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        """A mistake of that kind that is possible now, found without asking the rules, or None."""
        ...

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        """The zones that stay bare when this source of chance is electronic."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """What a kit may offer as well, if setting up the game takes too long for a film."""

    def prepared(self, secrets: Secrets) -> Any:
        """The position at which play begins, after the set-up or some rounds later. It agrees with the
        secrets."""
        ...


@dataclass(frozen=True, slots=True)
class Race:
    """Several arms go for one piece. ``seats``: the people who race; the first of them gets the piece.
    ``seconds``: from when the first hand sets out until it lifts the piece. ``sensors``: what the base below
    the piece measured, in the form of a totem record; its times are microseconds since the first hand set
    out. ``falls``: the piece slips out of the hand."""

    cell: str
    piece: PosedPiece
    seats: tuple[Seat, ...]
    seconds: float
    sensors: Mapping[str, Any]
    falls: bool = False


@runtime_checkable
class Slipping(Protocol):
    """What secrets may offer as well, if people can make mistakes in outcomes too, for example in a grab."""

    def slip(self, state: Any, kind: MistakeKind) -> bool:
        """Make this mistake in the next outcome. False if that is not possible now."""
        ...


@runtime_checkable
class Racing(Protocol):
    """What secrets may offer as well, if people race for a piece."""

    def race(self, state: Any, outcome: Any) -> Race | None:
        """The race that ends with this outcome, None if nobody races. ``outcome``: what ``Secrets.outcome``
        has just given."""
        ...


@runtime_checkable
class AnyWayRound(Protocol):
    """What a kit may offer as well, if people put its pieces down turned by any angle."""

    twist: float
    """The largest angle in degrees by which a piece is turned."""


@runtime_checkable
class Carrying(Protocol):
    """What a kit may offer as well, if figures of its box get into another one, for example into a boat."""

    carrier: Carrier


@runtime_checkable
class Erring(Protocol):
    """What a kit may offer as well, if people make other mistakes in its game than in most games."""

    mistakes: tuple[MistakeKind, ...]


@dataclass(frozen=True, slots=True)
class Temper:
    """How simulated players at a totem base behave. ``pace``: 1 is unhurried; ``mistakes``: how many they
    make; ``limit``: they stop after so many entries, 0 = never; ``truth``: the file into which
    they write, when they leave, the match as it really happened."""

    seed: int = 7
    pace: float = 1.0
    mistakes: int = 3
    limit: int = 0
    truth: Path | None = None


@runtime_checkable
class Seated(Protocol):
    """What the facet ``simulator`` may hold as well as its ``KIT``, for a game with a totem base: simulated
    players who need no camera."""

    PLAYERS: Callable[[AnyGame, Temper], TotemSource]


def mistakes_of(kit: Kit) -> tuple[MistakeKind, ...]:
    """The kinds of mistake that people may make at this table, except pushing the mat."""
    return kit.mistakes if isinstance(kit, Erring) else USUAL_MISTAKES
