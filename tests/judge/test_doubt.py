"""What no history holds: it stays until people or later views settle it, and counts only where it may change
something."""

from __future__ import annotations

import pytest

from companion.judge import belief as belief_room
from companion.judge.doubt import Doubt, carried, committed, left_by
from companion.judge.history import BARE, visible
from companion.judge.judge import Judge
from companion.judge.verdicts import Played, Unclear, Unknown
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind
from tests.judge.matches import begun, due, watching
from tests.judge.seal import seal_move
from tests.judge.test_faces import Eyes
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState

ELSEWHERE, HERE = frozenset({CellId("d5")}), frozenset({CellId("a1"), CellId("a2")})


def test_a_doubt_about_entries_counts_from_them_on() -> None:
    doubt = Doubt(0.25, since=1, until=2, cells=HERE)
    assert left_by([doubt], 1, HERE) == 1.0
    assert left_by([doubt], 2, frozenset()) == left_by([doubt], 3, HERE) == 0.75


def test_a_doubt_about_cells_alone_counts_only_in_these_cells() -> None:
    doubt = Doubt(0.25, since=0, until=0, cells=ELSEWHERE)
    assert left_by([doubt], 3, HERE) == 1.0
    assert left_by([doubt], 3, HERE | ELSEWHERE) == 0.75


def test_doubts_about_different_things_count_together() -> None:
    doubts = [Doubt(0.5, 0, 1), Doubt(0.2, 1, 2, HERE)]
    assert left_by(doubts, 2, HERE) == pytest.approx(0.4)


def test_views_that_explain_nothing_settle_no_doubt() -> None:
    doubts = (Doubt(0.3, 0, 1), Doubt(0.3, 0, 0, ELSEWHERE), Doubt(0.2, 1, 2, HERE))
    assert carried(doubts, frozenset(), agreed=2) == doubts


def test_an_act_in_a_cell_makes_the_doubt_about_it_smaller_and_no_other() -> None:
    pruned, here = Doubt(0.3, 0, 1), Doubt(0.2, 1, 2, HERE)
    assert carried((pruned, here), ELSEWHERE, agreed=2) == (pruned, here)
    kept, smaller = carried((pruned, here), frozenset({CellId("a1")}), agreed=2)
    assert kept == pruned
    assert smaller.mass < here.mass


def test_when_the_best_history_becomes_another_one_its_doubts_count_from_where_both_part() -> None:
    (doubt,) = carried((Doubt(0.3, 2, 3),), frozenset(), agreed=0)
    assert (doubt.since, doubt.until) == (0, 1)


def test_what_is_final_is_not_doubted_any_more() -> None:
    cells = Doubt(0.1, 0, 0, ELSEWHERE)
    assert committed((Doubt(0.004, 0, 1), cells, Doubt(0.5, 2, 4)), 2, 5) == (cells, Doubt(0.5, 0, 2))


@pytest.mark.slow
def test_something_unexplained_elsewhere_does_not_keep_an_act_from_being_final() -> None:
    """A cup stands on the ice, then a seal moves far from it."""
    match = begun("arctica")
    judge = watching(match)
    judge.see(match, glance(view(1.0, {"d5": CLEARLY})))
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move, 3.0)
    assert seen is not None
    assert "d5" not in seen.cells
    verdict = judge.see(match, glance(seen))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == [match.game.format_move(move)]


def test_nothing_is_final_after_an_act_that_was_missed() -> None:
    """A drift of two cells whose card nobody saw, then a seal moves far from it: the move may not come first.
    People are asked about the two cells."""
    match = begun("arctica")
    judge = watching(match)
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move, 3.0)
    assert seen is not None
    strange = {"a5", "g5"}
    assert strange.isdisjoint(seen.cells)
    judge.see(match, glance(view(1.0, dict.fromkeys(strange, 1.0))))
    assert not isinstance(judge.see(match, glance(seen)), Played)
    later = judge.see(match, Glance(1, 12.0, CameraState.READY))
    assert isinstance(later, Unclear | Unknown)
    assert strange <= set(later.cells)


def test_people_are_asked_about_a_missed_act_though_hands_never_rest() -> None:
    """Hands come and go every second, so nobody waits for long; after the cost of a question it is asked."""
    match = begun("arctica")
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), seal_move(match), 3.0)
    assert seen is not None
    judge.see(match, glance(view(1.0, dict.fromkeys(("a5", "g5"), 1.0))))
    judge.see(match, glance(seen))
    verdicts = {}
    for second in range(4, 18):
        judge.see(match, Glance(1, float(second), CameraState.HAND))
        verdicts[second] = judge.see(match, glance(view(second + 0.5, {}, visited=["d9"])))
    assert not any(isinstance(verdicts[second], Unclear | Unknown | Played) for second in range(4, 10))
    assert isinstance(verdicts[17], Unclear | Unknown)


@pytest.mark.slow
def test_what_was_pruned_stays_doubtful_however_many_views_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of unknown face is laid; there is room for one history. Hands come and go and nobody answers."""
    monkeypatch.setattr(belief_room, "MOST", 1)
    match = begun("arctica")
    played = match.add(Entry(EntryKind.MOVE, seat="bear", text="play violet1"))
    drift = of_act(played.game, played.state, due(played), played.game.parse_move("drift violet g2"), 2.0)
    assert drift is not None
    judge = watching(match)
    judge.see(match, glance(view(1.0, {"discard": CLEARLY})))
    judge.see(match, glance(drift))
    before = judge.belief.share(lambda _: 1.0)
    assert before < 0.6
    for second in range(10, 40):
        verdict = judge.see(match, glance(view(float(second), {}, visited=["a5"])))
        assert not isinstance(verdict, Played)
    assert judge.belief.share(lambda _: 1.0) <= before


def test_a_line_that_nobody_saw_step_by_step_is_asked_about() -> None:
    """A card with three steps is laid and all are gone at once: the second one leaves no trace."""
    match = begun("marso").add(Entry(EntryKind.CHANCE, text="open b9"))
    line, before, hands = match, match.game.looks(match.state), dict[CellId, Look]()
    for text in ("play flash1 ddl", "step d2", "step d1", "step c1"):
        hands |= match.game.handled(line.state, due(line), match.game.parse_move(text))
        line = line.add(Entry(EntryKind.MOVE, seat="south", text=text))
    eyes = Eyes("card flash1 turned", "card jet")
    eyes.truth["laid:south"] = "card flash1 turned"
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(match.game, match.setup)))
    changed: dict[str, float] = {
        c: CLEARLY for c, look in hands.items() if visible(before.get(c, BARE), look)
    }
    assert not isinstance(judge.see(match, glance(view(2.0, changed, visited=hands))), Played)
    assert judge.belief.best.position.state == line.state
    later = judge.see(match, Glance(1, 90.0, CameraState.READY))
    assert isinstance(later, Unclear)
    assert {candidate[0].text for candidate in later.candidates} == {"play flash1 ddl"}
