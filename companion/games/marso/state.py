"""A position of the game: a frozen value, compact enough to make thousands a second."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.games.marso.box import Box
from companion.games.marso.words import BEASTS, SIDES, UNKNOWN
from companion.rules.contract import OptionValue, Setup

NOBODY: Final = -1
HAND_SIZE: Final = 3


class Stage(StrEnum):
    """The word after ``phase`` in a position."""

    OPEN = "open"
    CARD = "card"
    WALK = "walk"
    FLY = "fly"
    SLEEP = "sleep"
    TELEPORT = "teleport"
    SHIFT = "shift"
    PORTAL = "portal"
    BEASTS = "beasts"
    SCORES = "scores"
    OVER = "over"


TURN_STAGES: Final = frozenset(
    (Stage.CARD, Stage.WALK, Stage.FLY, Stage.SLEEP, Stage.TELEPORT, Stage.SHIFT, Stage.PORTAL)
)
"""Stages of a hunter's turn; ``Phase.seat`` is its seat."""

OPEN_CARD_STAGES: Final = TURN_STAGES | {Stage.BEASTS}
"""Stages in which a beast card lies open."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Where in the round the table is. ``path``: letters still to walk (WALK, SHIFT); ``beast``: the one to
    put aside (SHIFT); ``jumped``: the hunter came by a jump (SHIFT); ``line``: of the open card, from 1."""

    stage: Stage
    seat: int = NOBODY
    path: str = ""
    beast: int = NOBODY
    jumped: bool = False
    line: int = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before the match: seats (indices of SIDES, in turn order) and the options."""

    sides: tuple[int, ...]
    target: int
    young: bool


@dataclass(frozen=True, slots=True)
class Laid:
    """A hunter card on the table and the path that counts ("" for a card without arrows)."""

    card: str
    path: str


@dataclass(frozen=True, slots=True)
class State:
    """A position. Cells are numbers of the box's board. By seat: ``hunters`` (cells), ``laid``, ``hands``
    (card names in the order of cards, ``?`` last), ``bonus`` (points of score.2 in this game), ``totals``
    (points of earlier games, and of score.2 in them), ``secrets`` (number of the score card, 0 = unknown).
    ``beasts``: cell by beast; ``tokens``: (cell, colour) by cell; ``discard``: copies by card, in the order
    of cards; ``open``, ``spent``: numbers of beast cards (0: none is open); ``stayed``: seats;
    ``asleep``: beasts.
    """

    terms: Terms
    phase: Phase
    hunters: tuple[int, ...]
    beasts: tuple[int, ...]
    tokens: tuple[tuple[int, int], ...]
    hands: tuple[tuple[str, ...], ...]
    deck: int
    discard: tuple[int, ...]
    bonus: tuple[int, ...]
    totals: tuple[tuple[int, int], ...]
    secrets: tuple[int, ...]
    laid: tuple[Laid | None, ...]
    game: int = 1
    round: int = 1
    start: int = 0
    open: int = 0
    spent: frozenset[int] = frozenset()
    asleep: frozenset[int] = frozenset()
    stayed: frozenset[int] = frozenset()


def terms_of(setup: Setup) -> Terms:
    """The terms of a checked set-up."""
    options = dict(setup.options)
    target, young = options["target"], options["young"]
    return Terms(tuple(SIDES.index(seat) for seat in setup.seats), int(target), bool(young))


def setup_of(terms: Terms) -> Setup:
    """The set-up of the terms, every option said."""
    options: tuple[tuple[str, OptionValue], ...] = (("target", terms.target), ("young", terms.young))
    return Setup(tuple(SIDES[side] for side in terms.sides), options)


def set_up(box: Box, terms: Terms) -> State:
    """The set-up position of the first game of a match (clauses setup.1 to setup.8)."""
    seats = len(terms.sides)
    return State(
        terms=terms,
        phase=Phase(Stage.OPEN),
        hunters=tuple(box.edition.hunters[side] for side in terms.sides),
        beasts=box.edition.beasts,
        tokens=box.edition.tokens,
        hands=((UNKNOWN,) * HAND_SIZE,) * seats,
        deck=box.cards_in_all - HAND_SIZE * seats,
        discard=(0,) * len(box.edition.cards),
        bonus=(0,) * seats,
        totals=((0, 0),) * seats,
        secrets=(0,) * seats,
        laid=(None,) * seats,
    )


def token_at(state: State, cell: int) -> int:
    """The colour of the token on a cell, NOBODY when there is none."""
    for place, colour in state.tokens:
        if place == cell:
            return colour
    return NOBODY


def beast_at(state: State, cell: int) -> int:
    """The beast on a cell, NOBODY when there is none."""
    return state.beasts.index(cell) if cell in state.beasts else NOBODY


def trapped(box: Box, state: State) -> int:
    """How many beasts are in the Trap."""
    return state.beasts.count(box.trap)


def has_room(box: Box, state: State, cell: int, seat: int) -> bool:
    """Whether a beast on ``cell`` could be put aside by the hunter of ``seat`` that comes there from any
    other cell (shift.3): the Trap is always free, and so is the cell which that hunter leaves."""
    others = [where for other, where in enumerate(state.hunters) if other != seat]
    return any(
        near == box.trap or (near not in state.beasts and near not in others) for near in box.next[cell]
    )


def reachable_tokens(box: Box, state: State, seat: int, *, any_colour: bool) -> list[int]:
    """Cells to which the hunter could jump now (portal.2 or teleport.2, walk.3, portal.8)."""
    here = state.hunters[seat]
    own = token_at(state, here)
    return [
        cell
        for cell, colour in state.tokens
        if cell != here
        and (any_colour or colour == own)
        and cell not in state.hunters
        and (state.terms.young or cell not in state.beasts or has_room(box, state, cell, seat))
    ]


def points(box: Box, state: State, seat: int) -> int:
    """Everything a seat has so far; the score card counts only when it is known."""
    return state.totals[seat][0] + state.bonus[seat] + sum(worth(box, state, seat).values())


def driving_points(state: State, seat: int) -> int:
    """The points of score.2 in all games of the match."""
    return state.totals[seat][1] + state.bonus[seat]


def worth(box: Box, state: State, seat: int) -> dict[int, int]:
    """What each beast in the Trap is worth to a seat whose score card is known; empty otherwise."""
    if not state.secrets[seat]:
        return {}
    values = box.edition.score_cards[state.secrets[seat] - 1]
    return {beast: values[beast] for beast in range(len(BEASTS)) if state.beasts[beast] == box.trap}
