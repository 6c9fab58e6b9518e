"""*Arctica* from rendered pictures to rulings: cards that differ in small print, fish under ice, a drift."""

from __future__ import annotations

from companion.referee.view import RulingKind
from companion.rules.contract import CellId, Look, Seat
from companion.simulator.scene import Scene
from companion.simulator.setting import setting_of
from tests.referee_judge.filmed import Filmed, spots

COD = "cod lying"


def test_a_drift_against_the_card_is_refused_and_one_with_it_accepted() -> None:
    """drift.1 while the ice lies in another direction than the card's; put back, all is well."""
    setting = setting_of("arctica", 2, {})
    game = setting.game
    text = game.format_position(game.initial(setting.setup)).replace("cod d4 1", "cod d3 1")
    state = game.parse_position(text)
    filmed = Filmed(setting, spots(setting, *"abcdefghi"), state, None)

    def table(state: object, move: str = "") -> Scene:
        handled: dict[CellId, Look] = game.handled(state, Seat(0), game.parse_move(move)) if move else {}
        return filmed.scene({**game.looks(state), **handled})

    filmed.show(table(state))
    seen = filmed.last.cells["d3"]
    assert max(seen.stacks, key=seen.stacks.__getitem__) == (COD,)  # a small fish under bright ice
    assert seen.stacks[COD,] > 2.0
    card = game.after_move(state, Seat(0), game.parse_move("play red2")).state
    filmed.act(table(state), table(card), ("discard",))
    wrong = table(card, "drift green c8")
    filmed.act(table(card), wrong, ("c8",))
    filmed.act(wrong, table(card), ("c8",))
    drift = game.after_move(card, Seat(0), game.parse_move("drift red c8")).state
    filmed.act(table(card), table(drift), ("c8",))
    assert filmed.rulings == [
        (RulingKind.PLAYED, "play red2", ()),
        (RulingKind.REFUSED, "drift green c8", ("arctica/drift.1",)),
        (RulingKind.RESTORED, "drift green c8", ()),
        (RulingKind.PLAYED, "drift red c8", ()),
    ]
