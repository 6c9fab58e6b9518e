"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.jungle import game
from companion.games.jungle.state import State
from companion.games.jungle.words import HAND_PLACES, PHASES, SEATS
from tests.rules.contract.hooks import Examples, Hooks, Recorded, Words


def conserved(state: State) -> Mapping[str, int]:
    """Every card of the deck is closed, open, in the pot or still to be told; none lies open too often."""
    lying = sum(map(len, state.opened)) + len(state.pot)
    return {
        "cards": sum(state.closed) + lying + state.untold(),
        "cards too many": sum(state.unaccounted(card) < 0 for card in range(len(state.table.copies))),
    }


PLACES = (*SEATS, *HAND_PLACES)


HOOKS = Hooks(
    setups=(
        (4, {"share": "all"}),
        (3, {"tie": "replay"}),
        (2, {"hands": "both"}),
        (6, {}),
        (2, {"hands": "one", "trio": True, "tie": "replay"}),
        (5, {"trio": True, "share": "all"}),
        (2, {"trio": False}),
        (15, {"tie": "replay"}),
    ),
    conserved=conserved,
    examples=Examples(
        # Matches are told with the grab, not with the card (seeing them is the game), so what makes or hides
        # a match only shows in positions, and so does what does not happen.
        told="""
duel.1 duel.2 duel.4 duel.5 duel.6 duel.7 duel.9 grab.1 grab.2 grab.3 grab.4 fall.1 fall.2 fall.3 tie.4
take.1 take.3 take.4 out.1 in.1 in.2 in.3 in.4 col.1 col.2 col.3 col.4 col.5
situ.1 situ.4 situ.5 situ.6 situ.8 last.1 last.2 last.3 last.4 last.5 last.7 end.1 end.3 end.4
trio.3 hands.4 hands.6 hands.7 hands.8 hands.9 hands.10
""",
        # conduct that no position can show broken; an order told by turn.1; a choice that the phase offers
        never_broken="turn.5 turn.6 out.5 hands.3 situ.3",
        elsewhere="verdict.",  # tests/games/jungle/referee
    ),
    recorded=Recorded(
        seats=frozenset({2, 3, 4, 5, 6, 8, 10, 15}),
        without=frozenset({("trio", "usual")}),
        told="""
situ.1 situ.4 situ.5 situ.6 situ.8 last.1 last.2 last.3 last.4 last.5 last.7 end.1
col.1 col.2 col.3 col.4 col.5 out.1 in.1 in.4 fall.1 fall.2 tie.4 take.3 duel.2 duel.7
grab.1 grab.3 hands.6 hands.7 hands.8 hands.9 trio.3
""",
        said="duel inward give holder tie lapse early fall",
        undo=True,
    ),
    words=Words(
        terms=(
            *(*PLACES, *PHASES, *game.box.names, "flips", "pot", "totem", "back", "closed", "open"),
            *(f"{verb} {place}" for verb in ("grab", "early", "fall", "holder") for place in PLACES),
            *(f"flip {place} star-red" for place in PLACES),
            *(f"give pot {place} 2" for place in PLACES),
            *(f"{pile}:{place}" for pile in ("closed", "open") for place in PLACES),
            *("fall", "lapse", "tie s1 s2", "duel", "inward", "pot star-red"),
            *(value.value for value in game.edition_values),
        )
    ),
)
