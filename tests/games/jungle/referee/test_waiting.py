"""What the base has measured, as evidence for what happened: which cards lay open, and who took the totem."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.case import Case
from companion.games.jungle.referee.waiting import CONTRADICTED, SLIP, UNMEASURED, UntoldMovements
from companion.rules.match import Match
from tests.referee.test_duel_seen import DECIDING, EARLIER, LIFT, begun, more, taken, taken_at_once

DUEL = (*EARLIER, DECIDING)
"""s1 and s3 show equal cards."""
NO_DUEL = (*EARLIER, "flip s3 full-circle-green")


def nats(measured: UntoldMovements, match: Match[Any, Any, Any], *acts: str) -> float:
    """Of these acts after the match."""
    longer = more(match, *acts)
    new = longer.line[len(match.line) :]
    return measured.nats(match.state, [one.entry for one in new], [one.state for one in new])


def measured(*numbers: int) -> UntoldMovements:
    """So many movements, each by the hand of s1 alone."""
    cases = [Case(taken(number, LIFT * number).record, LIFT, 0) for number in numbers]
    return UntoldMovements(default_budget(), tuple(cases))


def test_a_hand_sets_out_for_equal_cards() -> None:
    """Before anybody knows who took the totem: cards that give s1 a right to it are likelier."""
    assert nats(measured(1), begun(*DUEL)) == 0
    assert nats(measured(1), begun(*NO_DUEL)) == pytest.approx(SLIP)
    assert nats(measured(1), begun(*EARLIER), "flip s3 star-green") == 0


def test_who_took_the_totem_is_who_the_base_says() -> None:
    assert nats(measured(1), begun(*DUEL), "grab s1") == 0
    assert nats(measured(1), begun(*DUEL), "grab s3") == pytest.approx(CONTRADICTED)
    assert nats(measured(1), begun(*NO_DUEL), "grab s1") == pytest.approx(SLIP)


def test_the_base_tells_of_every_movement() -> None:
    assert nats(measured(), begun(*DUEL)) == 0
    assert nats(measured(), begun(*DUEL), "grab s1") == pytest.approx(UNMEASURED)
    again = ("grab s1", "flip s3 string-red", "grab s2")
    assert nats(measured(1), begun(*DUEL), *again) == pytest.approx(UNMEASURED)
    assert nats(measured(1, 2), begun(*DUEL), *again) == pytest.approx(SLIP + CONTRADICTED), "s1 set out"


def test_who_was_first_may_be_open_between_two() -> None:
    """30 ms apart: either of them may have been first, and the table says which (jungle/tie.2)."""
    both = UntoldMovements(default_budget(), (Case(taken_at_once().record, LIFT, 0),))
    for act in ("grab s1", "grab s3"):
        assert nats(both, begun(*DUEL), act) == 0
    assert nats(both, begun(*DUEL), "grab s2") == pytest.approx(CONTRADICTED)


def test_outcomes_are_left_to_the_base_while_a_movement_waits() -> None:
    assert {"grab", "early", "fall", "tie", "holder"} <= measured(1).verbs
    assert not measured().verbs
