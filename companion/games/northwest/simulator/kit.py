"""The box of the *Northwest Passage* on the simulated table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import is_small
from companion.games.northwest.rules import Northwest
from companion.games.northwest.simulator.art import NorthwestArt
from companion.games.northwest.simulator.mistakes import Onlooker
from companion.games.northwest.state import State, is_home
from companion.rules.contract import Chance, Decide, Seat, Setup, apply, resolve
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.open_kit import OpenKit
from companion.simulator.tabletop import TableTop

# -- What the people want

_LIKED = {
    "place": 6.0,
    "move": 5.0,
    "explore": 8.0,
    "discover": 8.0,
    "take": 3.0,
    "refresh": 0.3,
    "transfer": 0.6,
    "shift": 0.2,
    "end": 2.5,
    "pass": 0.6,
}
"""How much people like each kind of move, all moves of the kind together; 1 for a kind that is not named."""
_SMALL = 0.1
"""Factor of that liking for a small tile. It is low because a camera above cannot tell which one was
taken."""

_HOME = 0.02
"""Factor of that liking for sailing home, where the game is over for the player."""


class NorthwestSecrets:
    """Implements :class:`companion.simulator.kit.Secrets`."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._game = game
        self._rng = rng
        self._verbs: Counter[str] = Counter()

    def choices(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        del state, seat
        self._verbs = Counter(move.verb for move in legal)
        return legal

    def weight(self, state: State, seat: Seat, move: Move) -> float:
        del seat
        dull = _SMALL if move.verb in ("take", "pick") and is_small(move.kind) else 1.0
        if move.verb == "move" and is_home(state.edition, move.square):
            dull = _HOME
        return dull * _LIKED.get(move.verb, 1.0) / max(1, self._verbs[move.verb])

    def outcome(self, state: State) -> Any:
        kinds, shares = zip(*self._game.outcomes(state), strict=True)
        return self._rng.choices(kinds, [float(share) for share in shares])[0]

    def committed(self, after: State, seat: Seat | None, said: Any) -> None:
        """Do nothing: no hand holds anything."""


# -- The box of the *Northwest Passage* on the simulated table

_SIDES: Final = ((1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0))
"""Directions in which people sit. The first sits in the east, beside the boards, so that arms seldom lie over
the sea."""

_FEW: Final = 5
"""Play begins when only so many crewmen are still ready."""


class NorthwestKit(OpenKit):
    """A :class:`companion.simulator.kit.Kit` that implements its :class:`Erring` and :class:`Prepared`."""

    box = Northwest
    game: Northwest
    mistakes = (
        MistakeKind.SUN_FAR,
        MistakeKind.WRONG_CELL,
        MistakeKind.SUN_EARLY,
        MistakeKind.WRONG_PLAYER,
        MistakeKind.SUN_BACK,
        MistakeKind.SUN_FORGOTTEN,
    )

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        super().__init__(game, setup)
        self.edition = self.game.initial(setup).edition
        self._rng = Random(0)

    def paint(self, style: str) -> NorthwestArt:
        return NorthwestArt(self.edition, self.game.zones(self.setup), style)

    def secrets(self, rng: Random) -> Secrets:
        self._rng = Random(rng.random())
        return NorthwestSecrets(self.game, rng)

    def prepared(self, secrets: Secrets) -> State:
        """A position after some rounds: tiles and ice are laid, and the sun disc will soon move again."""
        rng, game, state = Random(self._rng.random()), self.game, self.game.initial(self.setup)
        until = rng.randint(2, 7)
        while state.round < until or isinstance(game.pending(state), Chance) or _ready(state) > _FEW:
            pending = game.pending(state)
            if isinstance(pending, Chance):
                state = resolve(game, state, secrets.outcome(state)).state
            elif isinstance(pending, Decide):
                seat = rng.choice(pending.seats)
                moves = secrets.choices(state, seat, game.legal_moves(state, seat))
                liked = rng.choices(moves, [secrets.weight(state, seat, move) for move in moves])[0]
                state = apply(game, state, seat, liked).state
            else:
                return game.initial(self.setup)  # the game is already over for everybody
        return game.parse_position(game.format_position(state))  # on display in the order of the text

    def place(self, seat: Seat) -> tuple[float, float]:
        return _SIDES[seat]

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(state, table, rng).blunder(kind)


def _ready(state: State) -> int:
    """The number of ready crewmen of all seats that are still in this round."""
    return sum(p.crew.ready for seat, p in enumerate(state.players) if not state.is_out(seat))
