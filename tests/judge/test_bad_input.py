"""What goes wrong at real tables, through the session with the real judge: a tumble, a cat, a player who acts
out of turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.judge.judge import Judge
from companion.judge.tuning import USUAL, Priors
from companion.judge.verdicts import Refused
from companion.referee.events import AsShown, Seen
from companion.referee.view import RulingKind
from companion.rules.contract import Seat
from companion.rules.match import Match, parse_entry
from tests.doubles.table import SessionTable
from tests.judge.matches import begun, due
from tests.judge.seal import entered_by_touch, seal_move
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState


class Table(SessionTable):
    """It really judges."""

    def __init__(self, match: Match[Any, Any, Any]) -> None:
        super().__init__(match)
        self.see(first(cells_of(match.game, match.setup)))

    def see(self, seen: Glance) -> None:
        self.time = max(self.time, seen.time)
        ruling = self.send(Seen(seen)).ruling
        assert ruling is None or ruling.kind is not RulingKind.REFUSED, "nobody is accused"

    def wait(self, until: float) -> None:
        while self.time < until:
            self.see(Glance(1, self.time + 0.5, CameraState.READY))


@pytest.mark.slow
@pytest.mark.parametrize("cells", [6, 12, 40])
def test_after_a_tumble_one_tap_says_that_all_lies_as_shown(cells: int) -> None:
    """Pieces fell over and were put back by hand, none of them just so."""
    match, _ = entered_by_touch()
    table = Table(match)
    fallen = cells_of(match.game, match.setup)[:cells]
    table.see(glance(view(1.0, dict.fromkeys(fallen, CLEARLY))))
    table.wait(12.0)
    assert table.pages.entries == []
    table.session.handle(AsShown())
    table.wait(14.0)
    assert table.session.view.question is None
    seen = of_act(match.game, match.state, due(match), seal_move(match), 15.0)
    assert seen is not None
    table.see(glance(seen))
    assert match.game.format_move(seal_move(match)) in table.pages.entries[0]


@pytest.mark.slow
@pytest.mark.parametrize("cells", [7, 20])
def test_a_cat_that_lies_down_on_the_board_and_goes_is_no_act(cells: int) -> None:
    match, _ = entered_by_touch()
    table = Table(match)
    under = cells_of(match.game, match.setup)[4 : 4 + cells]
    for time in (1.0, 9.0):
        table.see(glance(view(time, dict.fromkeys(under, 0.8))))
        table.wait(time + 6.0)
    assert table.pages.entries == []


def test_under_people_who_lean_over_the_board_for_minutes_play_by_touch_goes_on() -> None:
    match, _ = entered_by_touch()
    table = Table(match)
    board = cells_of(match.game, match.setup)
    seal = match.game.format_move(seal_move(match))
    for second in range(1, 180):
        table.see(Glance(second, float(second), CameraState.HAND, covered=frozenset(board)))
        if second == 90:
            assert table.enter("bear", seal).trouble is None
    assert [line.split(maxsplit=1)[1] for line in table.pages.entries] == [f"bear {seal}"]
    seen = of_act(match.game, match.state, due(match), seal_move(match), 180.0)
    assert seen is not None
    table.see(glance(seen))
    table.wait(190.0)
    assert len(table.pages.entries) == 1, "nothing else is played when the board is seen again"
    assert table.session.view.question is None


def out_of_turn(match: Match[Any, Any, Any], text: str, priors: Priors = USUAL) -> Any:
    judge = Judge(match, frozenset({"beast-card"}), priors=priors)
    judge.see(match, first(cells_of(match.game, match.setup)))
    seen = of_act(match.game, match.state, Seat(1), match.game.parse_move(text))
    assert seen is not None
    return judge.see(match, glance(seen))


@pytest.mark.parametrize("text", ["step e5", "step d6", "step c5"])
def test_a_player_who_acts_for_another_is_told_whose_turn_it_is(text: str) -> None:
    """marso/turn.2: hunters walk one after the other. South is due, and the hunter of north is moved."""
    match = begun("marso")
    for line in ("* open b9", "south play ur r"):
        match = match.add(parse_entry(line))
    verdict = out_of_turn(match, text)
    assert isinstance(verdict, Refused)
    assert [(entry.seat, entry.text) for entry in verdict.attempts] == [("north", text)]
    assert [breach.clause for breach in verdict.breaches] == ["marso/turn.2"]
    assert not isinstance(out_of_turn(match, text, replace(USUAL, other_seat=-60.0)), Refused)
