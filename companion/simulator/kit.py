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
from companion.rules.registry import AnyGame
from companion.simulator.art import TableArt
from companion.simulator.tabletop import Carry, TableTop


class Secrets(Protocol):
    """The hidden truth of one match: what is in the hands, in which order the decks lie. It changes with
    every committed move or outcome and always agrees with the public position."""

    def choices(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """Those of the legal moves that the seat can really make with what it holds."""
        ...

    def weight(self, state: Any, seat: Seat, move: Any) -> float:
        """How much a person likes the move (> 0): people play to win, but not well."""
        ...

    def outcome(self, state: Any) -> Any:
        """What really comes: the next card of the deck, the card that was dealt."""
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
"""Those of most games."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """One illegal act. ``lawful``: the legal move (seat, text) that the same hand does just before, if any;
    ``seat``, ``move``: what it amounts to; ``carries``: what the hand does for it. ``stands``: a position
    follows from it if the table agrees; else no match file can tell it."""

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

    def taken_from(self, piece: str, cell: CellId) -> CellId | None:
        """Where a piece that appears in ``cell`` was before: a deck's place, None for a person's hand."""
        ...

    def put_away(self, piece: str, cell: CellId) -> CellId | None:
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
    """What a kit may offer beside, where setting up takes longer than a film should."""

    def prepared(self, secrets: Secrets) -> Any:
        """A position with which play begins, everything set up as the secrets say."""
        ...


@dataclass(frozen=True, slots=True)
class Race:
    """Several arms go for one piece. ``seats``: whose, the first one gets it; ``seconds``: from when the
    first hand sets out until it lifts the piece; ``sensors``: what the base below the piece measured, as a
    totem record says it, its times in microseconds since then; ``falls``: it slips out of the hand."""

    cell: str
    piece: str
    seats: tuple[Seat, ...]
    seconds: float
    sensors: Mapping[str, Any]
    falls: bool = False


@runtime_checkable
class Slipping(Protocol):
    """What secrets may offer beside, where people go wrong in what only happens, such as a grab."""

    def slip(self, state: Any, kind: MistakeKind) -> bool:
        """Let the next outcome go wrong in this way; False if it cannot now."""
        ...


@runtime_checkable
class Racing(Protocol):
    """What secrets may offer beside, where people race for a piece."""

    def race(self, state: Any, outcome: Any) -> Race | None:
        """The race that ends with this outcome, the newest of ``Secrets.outcome``; None when nobody races."""
        ...


@runtime_checkable
class AnyWayRound(Protocol):
    """What a kit may offer beside, where people put things down turned by any angle."""

    twist: float
    """Degrees by which they turn at most."""


@runtime_checkable
class Erring(Protocol):
    """What a kit may offer beside, where people go wrong in other ways than the usual ones."""

    mistakes: tuple[MistakeKind, ...]


@dataclass(frozen=True, slots=True)
class Temper:
    """How simulated players at a totem base behave. ``pace``: 1 is unhurried; ``mistakes``: how many they
    make; ``limit``: they stop after so many entries, 0 = never; ``truth``: when they leave they write the
    match file of what really happened here."""

    seed: int = 7
    pace: float = 1.0
    mistakes: int = 3
    limit: int = 0
    truth: Path | None = None


@runtime_checkable
class Seated(Protocol):
    """What the facet ``simulator`` may hold beside its ``KIT``, where a totem base is simulated: players who
    need no camera."""

    PLAYERS: Callable[[AnyGame, Temper], TotemSource]


def mistakes_of(kit: Kit) -> tuple[MistakeKind, ...]:
    """What people may do wrong at this table, bumps aside."""
    return kit.mistakes if isinstance(kit, Erring) else USUAL_MISTAKES
