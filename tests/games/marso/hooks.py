"""What the shared tests must know of this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.games.marso import game
from companion.games.marso.state import Stage, State
from companion.games.marso.words import BEASTS, DIRECTIONS, SIDES, TOKENS, UNKNOWN
from tests.rules.contract.hooks import Examples, Hooks, Recorded, Words

CARDS = Counter({card.name: card.copies for card in game.box.edition.cards})


def conserved(state: State) -> Mapping[str, int]:
    """Fifty hunter cards, sixteen beast cards, four beasts, four tokens with two sides each."""
    in_play = len(state.spent) + bool(state.open)
    return {
        "hunter cards": state.deck
        + sum(state.discard)
        + sum(map(len, state.hands))
        + sum(laid is not None for laid in state.laid),
        "beast cards": in_play + len([n for n in range(1, 17) if n not in state.spent and n != state.open]),
        "beasts": len(state.beasts),
        "token cells": sum(cell << (8 * i) for i, (cell, _) in enumerate(state.tokens)),
        "hunters": len(state.hunters),
    }


def resealed(state: State, chooser: Random) -> State:
    """Other cards in every hand, drawn from those nobody has seen, and other score cards where unseen."""
    seen = Counter(dict(zip(CARDS, state.discard, strict=True)))
    seen += Counter(laid.card for laid in state.laid if laid is not None)
    unseen = list((CARDS - seen).elements())
    chooser.shuffle(unseen)
    order = [*CARDS, UNKNOWN]
    hands = tuple(tuple(sorted((unseen.pop() for _ in hand), key=order.index)) for hand in state.hands)
    secrets = state.secrets
    if state.phase.stage not in (Stage.SCORES, Stage.OVER):
        secrets = tuple(chooser.sample(range(1, 5), len(secrets)))
    return replace(state, hands=hands, secrets=secrets)


VERBS = "play discard step shift fly sleep jump stay run open score"
OTHERS = "beast-card score-cards trap hunter beast back"


HOOKS = Hooks(
    setups=(
        (2, {}),
        (3, {"target": 15}),
        (4, {}),
        (("east", "south"), {"young": True}),
        (("north", "east", "south", "west"), {"target": 12, "young": True}),
        (("west", "north", "south"), {"target": 1}),
    ),
    conserved=conserved,
    resealed=resealed,
    examples=Examples(
        told="""
turn.7 turn.8 card.7 card.8 walk.5 portal.4 portal.6 still.1 dart.4 beasts.11 beasts.13 deck.2 young.1 match.2
score.1 score.2 score.3 score.4 end.1 end.5 end.6 match.1
"""
    ),
    recorded=Recorded(without=None),
    words=Words(
        terms=(
            *(*BEASTS, *DIRECTIONS, *TOKENS, *(stage.value for stage in Stage), *CARDS, "start card"),
            *(path for card in game.box.edition.cards for path in card.paths),
            *(*VERBS.split(), *OTHERS.split()),
            *(f"hunter {side}" for side in SIDES),
            *(f"beast {beast}{pose}" for beast in BEASTS for pose in ("", " lying")),
        ),
        said=(
            ("play ur u", "lay up/right: up", "картка вгору/вправо: вгору", "карта вверх/вправо: вверх"),
            (
                "play skate ll",
                "lay Skate: left twice",
                "картка «Скейт»: 2 × вліво",
                "карта «Скейт»: 2 × влево",
            ),
            ("play still", "lay Stand still", "картка «Стояти на місці»", "карта «Стоять на месте»"),
            ("step d3", "step to cell d3", "крок на клітинку d3", "шаг на клетку d3"),
            ("jump a4", "jump to token a4", "стрибок на жетон a4", "прыжок на жетон a4"),
            ("shift red d2", "put red aside to d2", "відсунути червоного на d2", "отодвинуть красного на d2"),
            ("sleep blue", "put blue to sleep", "приспати синього", "усыпить синего"),
            ("run green a2", "green goes to a2", "зелений біжить на a2", "зелёный бежит на a2"),
            (
                "run red trap",
                "red goes into the Trap",
                "червоний забігає в Пастку",
                "красный забегает в Ловушку",
            ),
        ),
    ),
)
