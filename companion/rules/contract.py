"""What a game module is.

A game is a pure value: frozen dataclasses in, frozen dataclasses out; no clock, no randomness, no I/O.
The table rolls, draws and moves; a game only says what is legal, what follows and what it scores.

Only :func:`apply` and :func:`resolve` change a state, and both always check. Everything else asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any, Generic, NewType, Protocol, TypeVar

from companion.rules.pieces import PosedPiece, Stack

VERSION = 3
"""Of this contract. A game's package says by ``CONTRACT = 3`` for which one it was written; the version grows
when a game that kept to the old one would no longer work."""

Seat = NewType("Seat", int)
"""0 .. n-1, clockwise in turn order; the name a game prints for it is ``Setup.seats[seat]``."""

CellId = NewType("CellId", str)
"""A short printable name of a place on the table, stable for an edition (``d7``, ``laid:south``)."""

ClauseId = NewType("ClauseId", str)
"""``game/section.number``, dotted and stable; never reused, never renumbered."""

Facts = tuple[tuple[str, str], ...]
"""Named facts, in a fixed order, that fill the placeholders of a translated sentence."""


class ClauseKind(StrEnum):
    """What a clause does; ``SETUP`` comes before the first move, ``END`` after the last."""

    SETUP = "SETUP"
    TURN = "TURN"
    MOVE = "MOVE"
    EFFECT = "EFFECT"
    SCORE = "SCORE"
    END = "END"


class ClauseSource(StrEnum):
    """Where a clause comes from: the publisher's text, our answer to its silence, or a variant."""

    PRINTED = "printed"
    RULING = "ruling"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of the rules, in our own words. ``text`` is English and is the gettext key."""

    id: ClauseId
    kind: ClauseKind
    source: ClauseSource
    text: str


@dataclass(frozen=True, slots=True)
class Breach:
    """A clause that an attempt breaks, the cells to light up and the facts for the sentence."""

    clause: ClauseId
    cells: tuple[CellId, ...] = ()
    facts: Facts = ()


class RulesError(ValueError):
    """Anything that is wrong with what somebody gave to the rules."""


class NotationError(RulesError):
    """Text that is not in the game's text form. ``line`` counts from 1; None for a single line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason if line is None else f"line {line}: {reason}")


class SetupError(RulesError):
    """Seats or options that the game does not have."""


class IllegalMoveError(RulesError):
    """A move (or an outcome) that the rules forbid here; ``breaches`` is never empty."""

    def __init__(self, what: str, breaches: tuple[Breach, ...]) -> None:
        self.what = what
        self.breaches = breaches
        super().__init__(f"{what}: breaks {', '.join(b.clause for b in breaches)}")


@dataclass(frozen=True, slots=True)
class Decide:
    """These seats may act now (one of them does), in the named phase of the game."""

    seats: tuple[Seat, ...]
    phase: str


@dataclass(frozen=True, slots=True)
class Chance:
    """The table must roll, draw or show something: ``source`` names the die, deck or cards."""

    source: str


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. ``placing`` holds the seats of each place, winners first."""

    placing: tuple[tuple[Seat, ...], ...]
    clause: ClauseId


Pending = Decide | Chance | Over


@dataclass(frozen=True, slots=True)
class Effect:
    """What follows by itself, so what hands at the table must now do at ``cells``."""

    clause: ClauseId
    cells: tuple[CellId, ...] = ()
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points of one seat under one clause."""

    clause: ClauseId
    points: Fraction
    facts: Facts = ()


class Certainty(StrEnum):
    """Whether a camera above the table must find the look: seen, hidden under something, or any."""

    SEEN = "seen"
    HIDDEN = "hidden"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Look:
    """What one cell should look like: its base and the pieces on it, bottom to top.

    A piece is a name that the box is taught by (``hunter south``, ``card ur``), and its pose unless it is
    upright (``bear lying``, ``card ur turned``).

    ``certainty`` HIDDEN: nothing can be concluded, be it covered or a crowd that is in none of the zone's
    stacks; ANY: whatever lies there is fine. ANY on a pile (:attr:`Reading.piled`): its pieces are all that
    lie there, in no order, and each of them may be the one that is seen.
    """

    base: str = ""
    pieces: Stack = ()
    certainty: Certainty = Certainty.SEEN


class ZoneKind(StrEnum):
    """The outline of a zone: a square or hexagonal cell of the board, or a rectangle beside it."""

    SQUARE = "square"
    HEX = "hex"
    SLOT = "slot"


class Reading(StrEnum):
    """How a camera reads what lies in a zone.

    CARDS: one flat thing or the top of a pile, turned as ``Zone.turn`` says; the place is compared as a
    whole. TOKENS: as CARDS, turned by any angle, known by one symbol and its colour. FIGURES: pieces in the
    middle, one on another; each is cut out of what lay there before. CROWD: as FIGURES, side by side; a look
    of more than its stacks hold is HIDDEN. TILES: as CROWD, on bases that are tiles laid edge to edge.
    DIE: one die anywhere in the place; its upper face is read. The looks are always ANY; an outcome tells the
    face (:class:`companion.rules.optional.Throwing`). COUNTER: one sort of pieces, laid as people like, of
    which the position tells the number; no camera reads it. SECRET: what a player keeps, of any sort and as
    they like; no camera reads it.
    """

    CARDS = "cards"
    TOKENS = "tokens"
    FIGURES = "figures"
    CROWD = "crowd"
    TILES = "tiles"
    DIE = "die"
    COUNTER = "counter"
    SECRET = "secret"

    @property
    def watched(self) -> bool:
        """Whether a camera reads it at all. Where not, looks are always ANY, and nothing that only lies there
        is taught."""
        return self not in (Reading.COUNTER, Reading.SECRET)

    @property
    def piled(self) -> bool:
        """Whether only what lies on top is seen."""
        return self in (Reading.CARDS, Reading.TOKENS)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a cell lies on the table and everything that could ever be seen there.

    ``x``, ``y``: centre in cell pitches of the game's map (x to the right, y up). ``width``,
    ``height``: extent in pitches before turning. ``turn``: clockwise quarter turns (0..3, as seen on
    the map) of what lies there against upright. ``bases``: possible bases (``""`` = the bare board).
    ``stacks``: possible contents, each sorted bottom to top; always holds ``()``. ``afloat``: pieces that are
    only ever on the bare board, not on another base. ``raced``: hands race for what lies there.
    ``smallest``: extent in pitches, as a camera above sees it, of the smallest thing that is told apart
    there: so many points of a picture are looked at as that needs. None: what is usual.
    """

    cell: CellId
    x: float
    y: float
    width: float
    height: float
    kind: ZoneKind
    turn: int
    bases: tuple[str, ...]
    stacks: tuple[Stack, ...]
    reading: Reading
    afloat: tuple[PosedPiece, ...] = ()
    raced: bool = False
    smallest: float | None = None


@dataclass(frozen=True, slots=True)
class Lamp:
    """One lamp of the electronic deck or die: a colour name (``""`` is off), a pattern (``up right down left
    steady``, on printed cards also a number) and whether it is the one that is due now."""

    colour: str = ""
    pattern: str = "steady"
    due: bool = False


class Mark(StrEnum):
    """How sure an edition's value is."""

    CONFIRMED = "confirmed"
    INFERRED = "inferred"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class EditionValue:
    """One named value of an edition file, shown on screen with its mark."""

    key: str
    value: str
    mark: Mark


OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A variant that is chosen before the match. ``values`` is empty when any whole number >= 0 is fine."""

    id: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """Who sits at the table, in turn order, and the options that differ from or equal the defaults."""

    seats: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()

    def option(self, key: str) -> OptionValue:
        """The value of an option. Raises KeyError for an unknown one."""
        return dict(self.options)[key]


S = TypeVar("S")
M = TypeVar("M")
X = TypeVar("X")
S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """A new state and what followed by itself on the way to it, in order."""

    state: S_co
    effects: tuple[Effect, ...] = ()


class Game(Protocol[S, M, X]):
    """A game: S its state, M its moves, X the outcomes of its chance.

    Registered under the entry-point group ``companion.games`` as an object (or a callable without
    arguments that returns one). Methods never raise anything but RulesError on values of S, M, X.
    """

    def __hash__(self) -> int:
        """A game may be the key of what was worked out about it once."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str:
        """The English title, a gettext key."""

    @property
    def rules_version(self) -> str: ...
    @property
    def edition(self) -> str:
        """Name of the edition data in use."""

    @property
    def edition_values(self) -> tuple[EditionValue, ...]: ...
    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses; this order is the order in which broken ones are told."""

    @property
    def options(self) -> tuple[Option, ...]: ...
    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The usual seats for each number of players, fewest first."""

    @property
    def electronic(self) -> tuple[str, ...]:
        """The chance sources (as in :class:`Chance`) that an electronic deck or die can stand in for:
        public, and drawn at random."""

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Check and complete seats and options. Raises SetupError."""

    def setup_of(self, state: S) -> Setup: ...
    def initial(self, setup: Setup) -> S: ...
    def pending(self, state: S) -> Pending: ...

    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """Every legal move of the seat, in a fixed order; proved equal to ``why_illegal`` by tests."""

    def attempts(self, state: S, seat: Seat) -> Iterator[M]:
        """Every well-formed move, legal or not."""

    def why_illegal(self, state: S, seat: Seat, move: M) -> tuple[Breach, ...]:
        """All clauses the move breaks, in the order of ``clauses``; empty when it is legal."""

    def after_move(self, state: S, seat: Seat, move: M) -> Step[S]:
        """The step of a legal move. Call :func:`apply` instead, which checks."""

    def after_anyway(self, state: S, seat: Seat, move: M) -> Step[S]:
        """The step when the table agrees to a move that the rules forbid ("played anyway").

        Raises RulesError, with the reason, when no possible position can follow from it.
        """

    def outcomes(self, state: S) -> tuple[tuple[X, Fraction], ...]:
        """What chance may bring, with exact weights that add up to 1; empty unless Chance is pending."""

    def why_impossible(self, state: S, outcome: X) -> tuple[Breach, ...]: ...
    def after_chance(self, state: S, outcome: X) -> Step[S]: ...
    def score(self, state: S, seat: Seat) -> tuple[ScoreLine, ...]: ...
    def faults(self, state: S) -> tuple[str, ...]:
        """Why this position cannot be, one English sentence each; empty when it is possible."""

    def observe(self, state: S, viewer: Seat | None) -> S:
        """The state as the viewer (None: the public) knows it, secrets sealed."""

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """The places a camera can watch, in a fixed order."""

    def looks(self, state: S) -> Mapping[CellId, Look]:
        """What each zone should look like; a zone left out is bare."""

    def handled(self, state: S, seat: Seat, move: M) -> Mapping[CellId, Look]:
        """The zones that hands change when they carry out the move, legal or not, and how they look
        then, before anything follows from it; also where they must reach though it looks as before (a deck
        from which a card is drawn). Empty for a move without hands."""

    def lamps(self, state: S) -> tuple[Lamp, ...]:
        """What the lamps of an electronic deck or die show in this position; public facts only."""

    def teaching(self, setup: Setup) -> tuple[S, ...]:
        """Positions (not necessarily reachable) that together show every piece at least once; the
        first is the set-up position. A simulated table is taught from a picture of each."""

    def format_position(self, state: S) -> str: ...
    def parse_position(self, text: str) -> S:
        """Raises NotationError with the line."""

    def format_move(self, move: M) -> str: ...
    def parse_move(self, text: str) -> M: ...
    def format_outcome(self, outcome: X) -> str: ...
    def parse_outcome(self, text: str) -> X: ...


def apply(game: Game[S, M, X], state: S, seat: Seat, move: M) -> Step[S]:
    """Carry out a legal move. Raises IllegalMoveError with every breach."""
    breaches = game.why_illegal(state, seat, move)
    if breaches:
        raise IllegalMoveError(game.format_move(move), breaches)
    return checked(game, "after_move", game.after_move(state, seat, move))


def resolve(game: Game[S, M, X], state: S, outcome: X) -> Step[S]:
    """Take in what chance brought. Raises IllegalMoveError when it cannot be."""
    breaches = game.why_impossible(state, outcome)
    if breaches:
        raise IllegalMoveError(game.format_outcome(outcome), breaches)
    return checked(game, "after_chance", game.after_chance(state, outcome))


class WrongValueError(Exception):
    """A game's method gave what the contract does not allow. ``game_id``: whose fault it is; ``wanted``: the
    type that the value should have."""

    def __init__(self, game_id: str, method: str, value: object, wanted: Any) -> None:
        self.game_id = game_id
        kind = getattr(wanted, "__name__", str(wanted).replace(f"{__name__}.", ""))
        told = f"gave {value!r:.80}, and no {kind}"
        if wanted is PosedPiece and isinstance(value, str):
            told = f"hold {value!r:.80}, a plain text: make it a PosedPiece"
        super().__init__(f"its {method} {told}")


def checked(game: Game[S, M, X], method: str, step: Step[S]) -> Step[S]:
    """The step that a method of the game gave. Raises WrongValueError for anything else."""
    if not isinstance(step, Step):  # code of any author
        raise WrongValueError(game.id, method, step, Step)
    return step
