"""What the search for an explanation looks at, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.judge import positions
from companion.judge.acting import Acting
from companion.judge.explaining import Explainer
from companion.judge.explanation import Node
from companion.judge.history import BARE, History, Mismatch, visible
from companion.judge.judge import Judge
from companion.judge.positions import Following
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import USUAL
from companion.judge.verdicts import Played
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import begun, due, watching
from tests.judge.seal import seal_move
from tests.judge.test_faces import Eyes
from tests.judge.views import cells_of, first, glance, of_act, view
from vision.seeing import View


@pytest.fixture
def seal() -> tuple[Match[Any, Any, Any], Any, View]:
    """A match of *arctica*, a move of the seal on i1, and what a camera sees of it."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move)
    assert seen is not None
    return match, move, seen


def explainer_of(match: Match[Any, Any, Any], seen: View) -> tuple[Explainer, History]:
    belief = watching(match).belief
    scene = ViewEvidence(seen, USUAL.untouched, cells_of(match.game, match.setup))
    return Explainer(scene, USUAL, belief.shown), belief.best


def test_an_act_that_shows_is_looked_at_only_where_something_changed(
    seal: tuple[Match[Any, Any, Any], Any, View], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _, seen = seal
    explainer, history = explainer_of(match, seen)
    elsewhere, follow = list[str](), Acting.follow

    def followed(self: Acting, node: Node, follows: Following, handled: Any, *more: Any) -> Node:
        table = node.history.table
        shows = {cell for cell, look in handled.items() if visible(table.get(cell, BARE), look)}
        changed = set(map(CellId, seen.cells))
        if not node.acts and shows and shows.isdisjoint(changed):
            elsewhere.append(follows.entry.text)
        return follow(self, node, follows, handled, *more)

    monkeypatch.setattr(Acting, "follow", followed)
    assert explainer.explain(history)[0].acts
    assert elsewhere == []


def test_what_comes_near_no_likely_history_is_not_searched_on(
    seal: tuple[Match[Any, Any, Any], Any, View],
) -> None:
    """The same history, once as it is and once e^30 times less likely."""
    match, move, seen = seal
    explainer, history = explainer_of(match, seen)
    text = match.game.format_move(move)
    assert [act.text for act in explainer.explain(history)[0].acts] == [text]
    assert not any(one.acts for one in explainer.explain(replace(history, weight=-30.0)))


class Knowing(Eyes):
    """Eyes that see how every cell looks, and nothing of what they were not told."""

    def __init__(self, looks: Mapping[CellId, Look]) -> None:
        super().__init__()
        self.looks = looks
        self.right = 0.0

    def compare(self, _view: View, cell: str, _before: Look | None, now: Look) -> float:
        return self.right if self.looks.get(CellId(cell), BARE) == now else -6.0


def test_a_card_and_the_drifts_after_it_are_found_in_one_view() -> None:
    """Four acts before hands leave the table; every cell looks as changed as can be. Leaving all of it
    unexplained is likelier than any one act alone."""
    match = begun("arctica")
    after = match
    for text in ("play red3", "drift red c5", "drift red d3", "drift red h4"):
        after = after.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    old, new = (one.game.looks(one.state) for one in (match, after))
    changed = {str(cell): 1.0 for cell in {*old, *new} if old.get(cell, BARE) != new.get(cell, BARE)}
    judge = Judge(match, likeness=Knowing(new))
    judge.see(match, first(cells_of(match.game, match.setup)))
    judge.see(match, glance(view(1.0, changed), 1))
    best = judge.belief.best
    assert [entry.text for entry in best.entries[:1]] == ["play red3"]
    assert sorted(entry.text for entry in best.entries[1:]) == [
        "drift red c5",
        "drift red d3",
        "drift red h4",
    ]
    assert not best.mismatches


@pytest.mark.parametrize(
    ("change", "looks_right", "settled"), [(0.05, True, True), (0.05, False, False), (0.0, True, False)]
)
def test_what_is_put_right_counts_although_it_hardly_shows(
    change: float, looks_right: bool, settled: bool
) -> None:
    """The seal has yet to be put onto i1. A hand was there, and a share of the pixels has changed that speaks
    a little against a change; where none has, how the cell looks proves nothing."""
    match, i1 = begun("arctica"), CellId("i1")
    belief = watching(match).belief
    eyes = Knowing(match.game.looks(match.state) if looks_right else {})
    eyes.right = 6.0
    owed = replace(belief.best, table={**belief.best.table, i1: BARE}, mismatches={i1: Mismatch.PENDING})
    scene = ViewEvidence(view(1.0, {"i1": change}), USUAL.untouched, cells_of(match.game, match.setup), eyes)
    assert scene.changed(i1) <= 0
    best = Explainer(scene, USUAL, belief.shown).explain(owed)[0]
    assert (best.acts, i1 not in best.history.mismatches) == ((), settled)


def test_positions_that_are_let_go_meanwhile_change_nothing(
    seal: tuple[Match[Any, Any, Any], Any, View], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, move, seen = seal
    monkeypatch.setattr(positions, "KEPT", 5)
    verdict = watching(match).see(match, glance(seen, 1))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == [match.game.format_move(move)]
