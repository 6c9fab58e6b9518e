"""The box of the jungle game on the simulated table."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from random import Random
from typing import Any, Final

from companion.games.jungle.claims import rights
from companion.games.jungle.moves import LAPSE, Move, Outcome
from companion.games.jungle.rules import Jungle
from companion.games.jungle.simulator.art import JungleArt
from companion.games.jungle.simulator.grab import Grab, GrabMishap, grab, since_start
from companion.games.jungle.simulator.stacks import Stacks
from companion.games.jungle.state import State, Table
from companion.games.jungle.words import POT
from companion.games.jungle.zones import BACK, TOTEM, angle_of
from companion.rules.contract import CellId, Seat, Setup
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import MistakeKind, Race, Secrets
from companion.simulator.open_kit import KitBase

# -- What nobody at the table knows

NOTICES: Final = 0.85
"""Probability that a player who may grab notices it."""
WRONG: Final = 0.02
"""Probability that somebody grabs after a card that gives nobody the right to."""


class JungleSecrets:
    """Implements :class:`companion.simulator.kit.Secrets`, its :class:`Racing` and :class:`Slipping`."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._stacks = Stacks(rng)
        self._grab: Grab | None = None
        self._hands: list[int] = []
        self._slip: MistakeKind | None = None
        """The mistake in the next outcome, None for no mistake."""

    def choices(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """Only moves that give a whole pile: nobody counts cards while the others wait."""
        del state, seat
        return [move for move in legal if not move.number]

    def weight(self, state: State, seat: Seat, move: Move) -> float:
        del state, seat, move
        return 1.0

    def slip(self, state: State, kind: MistakeKind) -> bool:
        phases = {
            MistakeKind.WRONG_GRAB: ("flip",) if any(state.opened) else (),
            MistakeKind.DROPPED: ("claim",),
            MistakeKind.TWO_HANDS: ("claim",),
            MistakeKind.TOWARDS_SELF: ("flip", "burst"),
        }
        if state.phase not in phases.get(kind, ()):
            return False
        self._slip = kind
        return True

    def outcome(self, state: State) -> Outcome:
        self._stacks.follow(state)
        self._grab = None
        if state.phase == "deal":
            return Outcome("pot", (), self._stacks.left_over())
        if state.phase == "burst":
            place = self._rng.choice([p for p, n in enumerate(state.closed) if n and p not in state.shown])
            return self._flip(state, place)
        places = range(len(state.table.places))
        if state.phase == "flip":
            wrong = self._slip is MistakeKind.WRONG_GRAB
            if wrong or (any(state.opened) and self._rng.random() < WRONG):
                return self._goes(state, [self._rng.choice(places)])
            return self._flip(state, state.turn)
        right = rights(state)
        hands = [place for place in places if place in right and self._rng.random() < NOTICES]
        if self._slip is not None and not hands:
            hands = [self._rng.choice(sorted(right))]
        return self._goes(state, hands) if hands else LAPSE

    def _flip(self, state: State, place: int) -> Outcome:
        return Outcome("flip", (state.table.places[place],), self._stacks.top(place))

    def _goes(self, state: State, hands: list[int]) -> Outcome:
        names = state.table.places
        mishap = GrabMishap.DROPPED if self._slip is MistakeKind.DROPPED else GrabMishap.NONE
        self._grab = grab(self._rng, names, [names[place] for place in hands], 0, mishap)
        self._hands = hands
        return Outcome(self._grab.truth.split(" ")[0], (self._grab.first,))

    def race(self, state: State, outcome: Outcome) -> Race | None:
        """The race that ends with this outcome; None unless it is the newest grab or fall."""
        if self._grab is None or outcome.verb not in ("grab", "fall"):
            return None
        table = state.table
        places = sorted(self._hands, key=lambda place: table.places[place] != outcome.places[0])
        seats = tuple(dict.fromkeys(table.seat_of[place] for place in places))
        if self._slip is MistakeKind.TWO_HANDS:
            seats = (seats[0], *seats)
        return Race(TOTEM, TOTEM, seats, *since_start(self._grab), falls=outcome.verb == "fall")

    def committed(self, after: State, seat: Seat | None, said: Any) -> None:
        """Forget the mistake. The stacks are brought up to date when the next card is asked for."""
        del after, seat, said
        self._slip = None


# -- The box of the jungle game on the simulated table


class JungleKit(KitBase):
    """Implements :class:`companion.simulator.kit.Kit`, its :class:`Erring` and :class:`AnyWayRound`,
    and :class:`companion.simulator.tabletop.FaceDown`. No mistake is a move: they are in outcomes
    (:class:`companion.simulator.kit.Slipping`)."""

    box = Jungle
    mistakes: Final = (
        MistakeKind.WRONG_GRAB,
        MistakeKind.DROPPED,
        MistakeKind.TWO_HANDS,
        MistakeKind.TOWARDS_SELF,
    )
    twist: Final = 180.0

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        super().__init__(game, setup)
        self.table: Table = game.initial(setup).table

    def paint(self, style: str) -> JungleArt:
        return JungleArt(self.table.edition, style)

    def secrets(self, rng: Random) -> Secrets:
        return JungleSecrets(rng)

    def place(self, seat: Seat) -> tuple[float, float]:
        """The direction to the seat; between its two places if the player has two."""
        angles = [radians(angle_of(self.table, place)) for place in self.table.places_of(seat)]
        x, y = sum(map(cos, angles)), sum(map(sin, angles))
        length = (x * x + y * y) ** 0.5
        return x / length, y / length

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """An open card comes from the closed stack of its place, a totem or the pot from a hand."""
        del piece
        kind, _, place = cell.partition(":")
        return CellId(f"closed:{place}") if kind == "open" else None

    def face_down(self, origin: CellId) -> PosedPiece | None:
        return BACK if origin.startswith("closed:") else None

    def is_pile(self, cell: CellId) -> bool:
        return cell == POT or (cell != CellId(TOTEM) and not cell.startswith("closed:"))
