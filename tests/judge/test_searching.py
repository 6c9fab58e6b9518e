"""No history becomes less likely only because the search after it found nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.judge.explaining import Explainer
from companion.judge.explanation import Explanation
from companion.judge.history import History
from companion.judge.scene import ViewEvidence
from companion.judge.searching import explanations
from companion.judge.tuning import USUAL
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind
from companion.rules.pieces import stack_of
from tests.judge.matches import begun, due, watching
from tests.judge.seal import seal_move
from tests.judge.views import of_act

ELSEWHERE = CellId("a1")


@pytest.mark.parametrize("missed", [False, True])
def test_what_explains_a_view_after_one_history_is_tried_after_another(
    missed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two histories, as likely as each other, differ in a cell that nobody touches. The search after one of
    them misses the seal's move."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move)
    assert seen is not None
    belief = watching(match).belief
    one, strange = belief.best, Look("", stack_of("seal"))
    other = replace(one, table={**one.table, ELSEWHERE: strange})
    search = Explainer.explain

    def explain(self: Explainer, history: History) -> list[Explanation]:
        blind = missed and history.table.get(ELSEWHERE) == strange
        return [self.nothing(history)] if blind else search(self, history)

    monkeypatch.setattr(Explainer, "explain", explain)
    scene = ViewEvidence(seen, USUAL.untouched, [zone.cell for zone in match.game.zones(match.setup)])
    found = explanations(Explainer(scene, USUAL, belief.shown), match, belief.shown, [one, other])
    text = match.game.format_move(move)
    moved = [each.history for each in found if [act.text for act in each.acts] == [text]]
    assert [history.table.get(ELSEWHERE) for history in moved] == [None, strange]
    assert moved[0].weight == pytest.approx(moved[1].weight)
