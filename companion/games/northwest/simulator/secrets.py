"""What the people want. In this game only the order of the tiles in the bag is hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.northwest.moves import Move
from companion.games.northwest.pictures import is_small
from companion.games.northwest.state import State, is_home
from companion.rules.contract import Seat
from companion.rules.registry import AnyGame

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
