"""What is ruled while hands are still over the table."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Played, Reason, Waiting
from companion.rules.match import Entry, EntryKind
from tests.judge.matches import begun, due, watching
from tests.judge.seal import seal_move, seal_too_far
from tests.judge.views import of_act
from vision.seeing import Glance
from vision.types import CameraState


@pytest.mark.parametrize(
    ("covered", "settling", "ruled"),
    [
        pytest.param({"a9"}, set(), True, id="elsewhere"),
        pytest.param({"i1"}, set(), False, id="over-the-act"),
        pytest.param({"a9"}, {"i1"}, False, id="just-left-the-act"),
    ],
)
def test_a_move_is_ruled_while_hands_are_elsewhere(
    covered: set[str], settling: set[str], ruled: bool
) -> None:
    """The seal leaves i1; a hand is still over the table."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move)
    judge = watching(match)
    hand = Glance(1, 1.0, CameraState.HAND, seen, frozenset(covered), settling=frozenset(settling))
    verdict = judge.see(match, hand)
    if ruled:
        assert isinstance(verdict, Played)
        assert [entry.text for entry in verdict.entries] == [match.game.format_move(move)]
    else:
        assert isinstance(verdict, Waiting)
        assert verdict.reason is Reason.HAND


def test_nobody_is_accused_while_hands_are_over_the_table() -> None:
    """They may still put it right."""
    match, seen = seal_too_far()
    verdict = watching(match).see(match, Glance(1, 1.0, CameraState.HAND, seen, frozenset({"a9"})))
    assert isinstance(verdict, Waiting)
    assert verdict.reason is Reason.HAND
