"""What the shared tests must know of this game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.arctica.moves import FORMS
from companion.games.arctica.position import PHASES
from companion.games.arctica.state import State
from companion.games.arctica.words import COD, GOODS, HUNTERS, ICE, IGLOO, KINDS
from tests.rules.contract.hooks import Examples, Hooks, Words


def conserved(state: State) -> Mapping[str, int]:
    """36 cards; every token, cod and plankton somewhere: 35.5 points, and 2 of the igloo while it is in play.

    Points are counted in halves. The igloo is not: it may melt away (melt.4).
    """
    owned = {
        good: sum(row[number] for row in state.goods) for number, good in enumerate(GOODS) if number != IGLOO
    }
    owned[KINDS[COD]] += len(state.of(COD))
    worth = dict(zip(GOODS, state.table.edition.points, strict=True))
    return {
        "cards": state.deck + sum(state.hands) + sum(state.discard),
        "half points": int(2 * sum(worth[good] * number for good, number in owned.items())),
        **owned,
    }


COLOURS = ("yellow", "orange", "red", "violet", "blue", "green")


HOOKS = Hooks(
    setups=(
        (2, {}),
        (3, {"pack_push": "none"}),
        (4, {}),
        (("seal", "eskimo"), {"seal_attacks": "each"}),
        (("eskimo", "seal", "orca", "bear"), {"setup": "expert", "seal_attacks": "each"}),
        (("orca", "bear"), {"setup": "expert", "pack_push": "none"}),
    ),
    conserved=conserved,
    examples=Examples(
        told="""
expert.7 expert.12 turn.7 turn.8 turn.10 card.4 drift.7 push.4 carry.3 melt.3 melt.4
capture.1 capture.2 capture.3 capture.4 capture.5 return.4 return.7
defence.1 defence.4 defence.5 defence.7 defence.10
score.1 score.2 score.3 score.4 end.1 end.2 end.4 end.5 end.6
""",
        never_broken="turn.12",  # it excuses from turn.2 and forbids nothing
    ),
    words=Words(
        terms=(
            *(*KINDS, *GOODS, *ICE[1:], *FORMS, *PHASES, "supply", "kayak", "deck", "discard", "back"),
            *(*COLOURS, *(f"drift {colour}" for colour in COLOURS)),
            *(f"{colour}{number}" for colour in COLOURS for number in (1, 2, 3)),
            *(f"{verb} {kind}" for verb in ("move", "attack", "displace") for kind in KINDS),
            *(f"{verb} {kind}" for verb in ("lay", "return") for kind in HUNTERS),
        ),
        said=(
            ("play green2", "ice card, green 2"),
            ("drift green d3", "the ice on d3 drifts to the green edge"),
            ("move bear e9^ e8", "Bear moves from e9 (on the ice) to e8"),
            ("attack orca d4 seal d4", "Orca attacks Seal on d4, from d4"),
            ("displace eskimo d4 d4^", "move Eskimo aside from d4 to d4 (on the ice)"),
            ("lay seal a9^", "place Seal on a9 (on the ice)"),
            ("return bear e9^", "Bear returns to e9 (on the ice)"),
        ),
    ),
)
