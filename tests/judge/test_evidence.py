"""How the cues of vision become evidence in nats: the network's, the share of changed pixels, and where hands
were seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.judge.scene import ViewEvidence, log_odds
from companion.judge.tuning import USUAL
from companion.rules.contract import CellId, Look
from companion.rules.pieces import stack_of
from tests.judge.test_faces import Eyes
from tests.judge.views import CLEARLY, untouched, view
from vision.seeing import CellView, View

SURE = 5.0


def cell(evidence: float | None, crowd: bool = False, share: float = CLEARLY) -> CellView:
    return replace(view(1.0, {"a1": share}).cells["a1"], evidence=evidence, crowd=crowd)


@pytest.mark.parametrize("evidence", [-SURE, 0.0, SURE])
@pytest.mark.parametrize("share", [0.011, CLEARLY])
def test_where_one_thing_lies_the_network_is_believed(evidence: float, share: float) -> None:
    assert log_odds(cell(evidence, share=share)) == evidence


@pytest.mark.parametrize("evidence", [-6.0, 0.0, SURE])
def test_what_the_network_sees_where_no_pixel_changed_leans_in_from_elsewhere(evidence: float) -> None:
    assert log_odds(cell(evidence, share=0.0)) == min(evidence, log_odds(cell(None, share=0.0)))


@pytest.mark.parametrize("evidence", [-SURE, SURE])
@pytest.mark.parametrize("share", [0.0, CLEARLY])
def test_in_a_crowd_both_count_alike(evidence: float, share: float) -> None:
    by_share = log_odds(cell(None, share=share))
    assert log_odds(cell(evidence, crowd=True, share=share)) == pytest.approx((evidence + by_share) / 2)


def told(seen: View) -> float:
    return ViewEvidence(seen, USUAL.untouched, ("a1", "h8")).changed(CellId("a1"))


def test_a_change_where_no_hand_was_seen_is_hard_to_believe() -> None:
    by_hand, alone = view(1.0, {"a1": CLEARLY}), untouched(1.0, {"a1": CLEARLY})
    assert told(alone) == pytest.approx(told(by_hand) + USUAL.untouched)
    assert told(alone) < 0


def test_it_is_less_hard_while_a_hand_is_seen_elsewhere() -> None:
    alone = untouched(1.0, {"a1": CLEARLY})
    elsewhere = replace(alone, cells={**alone.cells, **view(1.0, {}, visited=["h8"]).cells})
    assert told(alone) < 0 < told(elsewhere)
    assert told(elsewhere) < told(view(1.0, {"a1": CLEARLY}))


class Persuaded(Eyes):
    """Eyes that find every look as likely as can be, and know no portrait."""

    def compare(self, _view: View, _cell: str, _before: Look | None, _now: Look) -> float:
        return SURE


@pytest.mark.parametrize(("change", "counts"), [(0.0, False), (CLEARLY, True)])
def test_what_hides_in_a_crowd_is_not_proven_by_how_the_crowd_looks(change: float, counts: bool) -> None:
    """A seal that joins another one may be hidden by it. Then the cell shows nothing of it."""
    one, two = (Look("", stack_of("seal") * count) for count in (1, 2))
    seen, a1 = view(1.0, {"a1": change}), CellId("a1")
    claims = [
        ViewEvidence(seen, USUAL.untouched, ("a1",), eyes).claimed(a1, one, two)
        for eyes in (None, Persuaded())
    ]
    assert claims[1] == claims[0] + (SURE if counts else 0.0)
