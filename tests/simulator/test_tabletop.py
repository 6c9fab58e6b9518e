"""Which carries lead from one table to another, and in which order."""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.contract import CellId, Certainty, Look
from companion.rules.pieces import PosedPiece, stack_of
from companion.simulator.tabletop import Carry, TableTop
from tests.simulator.tables import marso

A1, B1, C1, TRAP = CellId("a1"), CellId("b1"), CellId("c1"), CellId("trap")
LAID, DISCARD, DECK = CellId("laid:south"), CellId("discard:hunter:1"), CellId("deck:hunter")


@pytest.fixture
def table() -> TableTop:
    setting = marso(2)
    return TableTop(setting.placer(Random(1)), setting.kit)


def steps(carries: list[Carry]) -> list[tuple[str, CellId | None, CellId | None]]:
    return [(carry.after, carry.start, carry.end) for carry in carries]


def test_whoever_stands_in_the_way_moves_first(table: TableTop) -> None:
    """A beast that pushes another one: the pushed one first."""
    table.lay_out({A1: Look("", stack_of("beast red")), B1: Look("", stack_of("beast blue"))})
    plan = table.plan({A1: Look(), B1: Look("", stack_of("beast red")), C1: Look("", stack_of("beast blue"))})
    assert steps(plan) == [("beast blue", B1, C1), ("beast red", A1, B1)]


def test_a_figure_is_laid_down_where_it_stands(table: TableTop) -> None:
    table.lay_out({A1: Look("", stack_of("beast red"))})
    (carry,) = table.plan({A1: Look("", stack_of("beast red lying"))})
    assert (carry.before, carry.after, carry.start, carry.end) == ("beast red", "beast red lying", A1, A1)


def test_a_token_is_turned_over_after_the_figure_has_left_it(table: TableTop) -> None:
    table.lay_out({A1: Look("violet", stack_of("hunter south")), B1: Look("violet")})
    plan = table.plan({A1: Look("turquoise"), B1: Look("violet", stack_of("hunter south"))})
    assert steps(plan) == [("hunter south", A1, B1), ("turquoise", A1, A1)]
    assert plan[1].base


def test_a_card_comes_from_the_hand_and_goes_onto_the_pile(table: TableTop) -> None:
    table.lay_out({})
    (played,) = table.plan({LAID: Look("", stack_of("card ur turned"))})
    assert (played.start, played.origin, played.end) == (None, None, LAID)
    table.lay_out({LAID: Look("", stack_of("card ur turned")), DISCARD: Look("", stack_of("card ud"))})
    (away,) = table.plan({LAID: Look(), DISCARD: Look(certainty=Certainty.ANY)})
    assert (away.before, away.after, away.end) == ("card ur turned", "card ur", DISCARD)


def test_a_card_laid_on_a_pile_covers_it(table: TableTop) -> None:
    table.lay_out({DISCARD: Look("", stack_of("card ud"))})
    (carry,) = table.plan({DISCARD: Look("", stack_of("card jet"))})
    assert (carry.start, carry.end) == (None, DISCARD)
    table.lay(DISCARD, PosedPiece("card jet"), table.spot(DISCARD, PosedPiece("card jet")))
    assert table.labels(DISCARD) == ("card jet",)


def test_a_pile_that_must_be_bare_goes_to_the_deck_with_all_that_is_on_its_way_there(table: TableTop) -> None:
    table.lay_out(
        {
            DISCARD: Look("", stack_of("card ud")),
            LAID: Look("", stack_of("card ur")),
            DECK: Look("", stack_of("back")),
        }
    )
    plan = table.plan({DISCARD: Look(), LAID: Look(), DECK: Look("", stack_of("back"), Certainty.ANY)})
    assert {(carry.before, carry.start, carry.end, carry.goal) for carry in plan} == {
        ("card ud", DISCARD, None, DECK),
        ("card ur", LAID, None, DECK),
    }


def test_a_card_shown_is_turned_over_in_its_place(table: TableTop) -> None:
    secret = CellId("secret:south")
    table.lay_out({secret: Look("", stack_of("back"))})
    (carry,) = table.plan({secret: Look("", stack_of("card s2"))})
    assert (carry.before, carry.after, carry.start, carry.end) == ("back", "card s2", secret, secret)


def test_what_may_be_anything_is_left_alone(table: TableTop) -> None:
    table.lay_out({DISCARD: Look("", stack_of("card ud"))})
    assert table.plan({DISCARD: Look(certainty=Certainty.ANY)}) == []


def test_hidden_places_stay_bare() -> None:
    setting = marso(2)
    opened = CellId("open:beast")
    table = TableTop(setting.placer(Random(1)), setting.kit, hidden=[opened])
    table.lay_out({opened: Look("", stack_of("card b1"))})
    assert table.labels(opened) == ()
    assert table.plan({opened: Look("", stack_of("card b2"))}) == []


def test_a_carry_and_its_way_back_end_where_they_began() -> None:
    carry = Carry(PosedPiece("beast red"), PosedPiece("beast red"), A1, B1)
    assert carry.back() == Carry(PosedPiece("beast red"), PosedPiece("beast red"), B1, A1)
    assert carry.back().back() == carry


def test_taking_what_is_not_there_is_an_error(table: TableTop) -> None:
    table.lay_out({})
    with pytest.raises(KeyError, match="beast red is not at a1"):
        table.take(A1, PosedPiece("beast red"))
