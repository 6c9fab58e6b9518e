"""Ice that drifts, from rendered pictures to rulings: *Arctica*'s board, whose cells have thousands of looks.

Only the board is watched, so that one picture of each arrangement teaches it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.view import RulingKind
from companion.rules.contract import CellId, Look, Seat
from companion.simulator.scene import Scene
from companion.simulator.setting import setting_of
from tests.referee_judge.filmed import Filmed, spots

LESSONS = (0, 2, 10, 16)
"""The expert set-up; then pieces as set up, in other poses, and in other cells."""
COD = "cod lying"


def test_ice_that_drifts_against_the_card_is_refused_and_with_it_accepted() -> None:
    """drift.1 while the ice lies in another direction than the card's; put back, all is well."""
    setting = setting_of("arctica", 2, {})
    game = setting.game
    text = game.format_position(game.initial(setting.setup)).replace("cod d4 1", "cod d3 1")
    state = game.after_move(game.parse_position(text), Seat(0), game.parse_move("play red2")).state
    filmed = Filmed(setting, spots(setting, lambda cell: len(cell) == 2), state, LESSONS)

    def table(state: Any, move: str = "") -> Scene:
        handled: Mapping[CellId, Look] = game.handled(state, Seat(0), game.parse_move(move)) if move else {}
        return filmed.scene({**game.looks(state), **handled})

    filmed.show(table(state))
    seen = filmed.last.cells["d3"]
    assert max(seen.stacks, key=seen.stacks.__getitem__) == (COD,)  # a small fish under bright ice
    assert seen.stacks[COD,] > 2.0
    wrong = table(state, "drift green c8")
    filmed.act(table(state), wrong, ("c8",))
    filmed.act(wrong, table(state), ("c8",))
    drift = game.after_move(state, Seat(0), game.parse_move("drift red c8")).state
    filmed.act(table(state), table(drift), ("c8",))
    assert filmed.rulings == [
        (RulingKind.REFUSED, "drift green c8", ("arctica/drift.1",)),
        (RulingKind.RESTORED, "drift green c8", ()),
        (RulingKind.PLAYED, "drift red c8", ()),
    ]
