"""What hands change is told without looking at the whole table: it is just what then looks different."""

from __future__ import annotations

from random import Random

from companion.games.northwest import game
from companion.games.northwest.hands import by_hand
from companion.games.northwest.moves import Move
from companion.rules.contract import Decide, Look, Seat
from tests.judge.matches import somewhere

BARE = Look()


def test_hands_change_what_looks_different_after() -> None:
    """For acts of every kind, lawful or not, in many positions; a pile that was reached into is told, too."""
    verbs = set[str]()
    for seed in range(12):
        match = somewhere("northwest", seed, 6 + 4 * seed)
        state, chooser = match.state, Random(seed)
        pending = game.pending(state)
        assert isinstance(pending, Decide)
        for seat in map(Seat, range(len(state.players))):
            kinds: dict[str, list[Move]] = {}
            for attempt in game.attempts(state, seat):
                kinds.setdefault(attempt.verb, []).append(attempt)
            for move in (one for kind in kinds.values() for one in chooser.sample(kind, min(20, len(kind)))):
                after = by_hand(state, seat, move)
                if after is state:
                    continue
                verbs.add(move.verb)
                old, new = game.looks(state), game.looks(after)
                told = dict(game.handled(state, seat, move))
                wanted = {c: new.get(c, BARE) for c in {*old, *new} if old.get(c) != new.get(c)}
                reached = told.keys() - wanted.keys()
                assert all(cell.startswith("small") for cell in reached), game.format_move(move)
                assert {c: look for c, look in told.items() if c not in reached} == wanted
    assert verbs >= {"take", "pick", "refresh", "place", "move", "shift", "transfer", "pass", "sun"}
    assert verbs >= {"explore", "discover"}
