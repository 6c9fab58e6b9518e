"""What is ruled while hands are still over the table."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Played, Reason, Waiting
from companion.rules.match import Entry, EntryKind
from tests.judge.matches import begun, due, watching
from tests.judge.seal import seal_move, seal_too_far
from tests.judge.views import cells_of, of_act, view
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


@pytest.mark.parametrize("under_hands", [False, True])
def test_an_act_of_which_all_is_hidden_is_not_believed(under_hands: bool) -> None:
    """A hand came to a9 and left nothing there. Another one lies over everything round the seal on i1; the
    control: nothing is hidden, and the seal has moved."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    judge = watching(match)
    hidden = [cell for cell in cells_of(match.game, match.setup) if cell != "a9"]
    moved = of_act(match.game, match.state, due(match), seal_move(match))
    seen = view(1.0, {}, visited=["a9"], hidden=hidden) if under_hands else moved
    judge.see(match, Glance(1, 1.0, CameraState.HAND, seen, frozenset(hidden)))
    acts = {entry.text for history in judge.belief.histories for entry in history.entries}
    assert any(text.startswith("move seal i1") for text in acts) is not under_hands
