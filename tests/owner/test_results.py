"""Results of matches: from the real journal, and reaction times from what a base has measured."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from companion.app.simulated import SIMULATED
from companion.owner.players import Player
from companion.owner.results import Participation, Result, tallied
from companion.ports.choices import TableChoice
from companion.rules.contract import ClauseId, Over
from tests.app.sitting import Sitting

Sit = Callable[..., Sitting]


def to_the_end(sitting: Sitting, **players: str) -> None:
    game = sitting.app.game("marso")
    setup = game.setup(2, {"young": True})
    choice = TableChoice(
        "marso", setup.seats, dict(setup.options), "", frozenset(game.electronic), players=players
    )
    sitting.app.open_table(choice)
    sitting.play(Random(8))
    assert isinstance(sitting.view.pending, Over)


@pytest.mark.slow
def test_a_match_that_is_over_counts_for_people_with_names(sit: Sit) -> None:
    sitting = sit()
    keeper = sitting.app.keeper
    anna = keeper.keep_player(Player("", "Anna", "red"))
    to_the_end(sitting, south=anna.id)
    view = sitting.view
    (result,) = keeper.results()
    assert isinstance(view.pending, Over)
    (part,) = result.parts
    assert part.player == anna.id
    assert part.won is (view.setup.seats.index("south") in view.pending.placing[0])
    seat = next(seat for seat in view.seats if seat.name == "south")
    assert sum(part.points.values()) == seat.points
    assert set(part.points) == {line.clause for line in seat.lines}
    sitting.app.leave_table()
    assert list(keeper.results()) == [result], "closed: read once, then remembered"
    assert list(keeper.results()) == [result]
    to_the_end(sitting)
    assert list(keeper.results()) == [result], "nobody has a name in the second"
    sitting.app.leave_table()
    keeper.delete_match(str(result.match))
    assert list(keeper.results()) == []


def test_an_unfinished_match_and_a_simulated_table_count_for_nobody(sit: Sit) -> None:
    sitting = sit()
    anna = sitting.app.keeper.keep_player(Player("", "Anna", "red"))
    sitting.open(players={"south": anna.id})
    sitting.play(Random(1), 4)
    assert list(sitting.app.keeper.results()) == []
    setup = sitting.app.game("jungle").setup(2, {})
    sitting.app.open_table(TableChoice("jungle", setup.seats, {}, SIMULATED.source, players={"s1": anna.id}))
    assert sitting.app.names() == {}


def test_sums_of_several_matches() -> None:
    one, two = ClauseId("g/1"), ClauseId("g/2")
    results = (
        Result(
            1, "g", 0, (Participation("a", True, {one: Fraction(2)}, (300.0,)), Participation("b", False, {}))
        ),
        Result(2, "g", 0, (Participation("a", False, {one: Fraction(1), two: Fraction(1, 2)}, (250.0,)),)),
        Result(3, "h", 0, (Participation("a", True, {}),)),
    )
    tally = tallied(results)["g"]["a"]
    assert (tally.played, tally.won, tally.sum) == (2, 1, Fraction(7, 2))
    assert tally.points == {one: Fraction(3), two: Fraction(1, 2)}
    assert tally.reactions == [300.0, 250.0]
    assert tallied(results)["h"]["a"].played == 1
