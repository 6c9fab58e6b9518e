"""Exact weights become whole numbers of tickets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from companion.referee.draws import tickets
from companion.rules.registry import AnyGame, find_game


class Die:
    """A die with named faces; all that ``tickets`` asks of a game."""

    def __init__(self, **faces: str) -> None:
        self.faces = faces

    def outcomes(self, _state: object) -> tuple[tuple[str, Fraction], ...]:
        return tuple((face, Fraction(weight)) for face, weight in self.faces.items())

    def format_outcome(self, outcome: str) -> str:
        return f"die {outcome}"


def of(die: Die) -> tuple[str, ...]:
    return tickets(cast("AnyGame", cast(Any, die)), None)


def test_faces_that_are_more_likely_stand_more_often() -> None:
    assert of(Die(shark="1/2", whale="1/3", swim="1/6")) == (
        *("die shark",) * 3,
        *("die whale",) * 2,
        "die swim",
    )


def test_equal_weights_give_one_ticket_each() -> None:
    assert of(Die(a="1/3", b="1/3", c="1/3")) == ("die a", "die b", "die c")
    assert of(Die(only="1")) == ("die only",)


def test_the_beast_deck_has_sixteen_tickets() -> None:
    game = find_game("marso")
    state = game.initial(game.setup(2, {}))
    assert sorted(tickets(game, state)) == sorted(f"open b{number}" for number in range(1, 17))
