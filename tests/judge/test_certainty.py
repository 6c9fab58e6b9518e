"""How certain the judge is of an act, and what it waits for or asks about before an act is final."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.judge import belief as belief_room
from companion.judge.belief import Belief
from companion.judge.deciding import COSTS, decide
from companion.judge.history import History
from companion.judge.judge import Judge
from companion.judge.positions import Following, position_of
from companion.judge.tuning import USUAL
from companion.judge.verdicts import Played, Reason, Unclear, Unknown, Waiting
from companion.rules.contract import CellId, Chance
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import begun, due, somewhere, watching
from tests.judge.seal import entered_by_touch, seal_move
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState


def test_an_act_is_not_final_while_something_strange_stands_beside_it() -> None:
    """What nobody can explain yet may be the rest of another act that began alike."""
    match, judge = entered_by_touch()
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move, 6.0)
    assert seen is not None
    changed = dict.fromkeys(seen.cells, CLEARLY) | {"d5": CLEARLY}
    assert not isinstance(judge.see(match, glance(view(6.0, changed))), Played)


@pytest.mark.slow
def test_a_piece_that_leans_into_the_next_cell_hardly_counts_against_an_act() -> None:
    """A boat near the border of its cell, a tall figure under a slanted camera. Not so a change by itself, or
    one that covers much more of its cell than what stands in the next one."""
    shares, verdicts = [], []
    for touching, much in (({"d5": "i1"}, CLEARLY), ({}, CLEARLY), ({"d5": "i1"}, 2.5 * CLEARLY)):
        match, judge = entered_by_touch()
        move = seal_move(match)
        seen = of_act(match.game, match.state, due(match), move, 6.0)
        assert seen is not None
        changed = dict.fromkeys(seen.cells, CLEARLY) | {"d5": much}
        verdicts.append(judge.see(match, glance(view(6.0, changed, touching=touching))))
        shares.append(
            judge.belief.share(
                partial(_has_led_to, match.game.after_move(match.state, due(match), move).state)
            )
        )
    assert shares[0] > 0.98
    assert not any(isinstance(one, Played) for one in verdicts[1:])


def _has_led_to(state: Any, history: History) -> float:
    return float(state in history.states)


def test_what_was_given_up_for_lack_of_room_counts_against_certainty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of unknown face and a drift leave several histories; with room for one nothing is certain."""
    match = begun("arctica")
    played = match.add(Entry(EntryKind.MOVE, seat="bear", text="play violet1"))
    drift = played.game.parse_move("drift violet g2")
    seen = of_act(played.game, played.state, due(played), drift, 2.0)
    assert seen is not None
    shares = []
    for room in (500, 1):
        monkeypatch.setattr(belief_room, "MOST", room)
        judge = watching(match)
        judge.see(match, glance(view(1.0, {"discard": CLEARLY})))
        judge.see(match, glance(seen))
        shares.append(judge.belief.share(lambda _: 1.0))
    assert shares[0] > 0.999
    assert shares[1] < 0.6


def test_how_a_pile_looks_on_which_anything_may_lie_takes_no_certainty_away() -> None:
    """The laid cards are cleared away: whether the pile of discards looks as before or not, nobody could
    foretell it, so a changed one makes no history less certain."""
    match = begun("marso")
    for seat, text in (("", "open b9"), ("south", "play ur r"), ("south", "step e3"), ("north", "play jet")):
        match = match.add(Entry(EntryKind.MOVE if seat else EntryKind.CHANCE, seat=seat, text=text))
    flown = of_act(match.game, match.state, due(match), match.game.parse_move("fly e4"))
    assert flown is not None
    longer = match.add(Entry(EntryKind.MOVE, seat="north", text="fly e4"))
    laid, pile = ("laid:south", "laid:north"), "discard:hunter:1"
    shares = []
    for change in (0.0, CLEARLY):
        judge = watching(match, frozenset({"beast-card"}))
        judge.see(match, glance(flown))
        judge.see(longer, glance(view(3.0, dict.fromkeys(laid, CLEARLY) | {pile: change})))
        shares.append(judge.belief.share(lambda _: 1.0))
        assert not judge.belief.unexplained
    assert shares[1] >= shares[0]


@pytest.mark.slow
def test_changes_that_no_act_tells_count_against_certainty() -> None:
    """Three cells change far from each other: whatever was made of it may be something else."""
    shares = []
    for priors in (USUAL, replace(USUAL, otherwise=-60.0)):
        match = begun("arctica")
        judge = Judge(match, priors=priors)
        judge.see(match, first(cells_of(match.game, match.setup)))
        judge.see(match, glance(view(1.0, dict.fromkeys(("d5", "g2", "b7"), CLEARLY))))
        shares.append(judge.belief.share(lambda _: 1.0))
    assert shares[0] < 0.9
    assert shares[1] > 0.999


def test_several_strange_cells_are_told() -> None:
    """In cells that no lawful act changes; however unsure it is that nothing else has happened."""
    match = begun("arctica")
    judge = watching(match)
    judge.see(match, glance(view(1.0, dict.fromkeys(("a5", "c5", "g5"), CLEARLY))))
    later = judge.see(match, Glance(1, 9.0, CameraState.READY))
    assert isinstance(later, Unknown | Unclear)
    assert {"a5", "c5", "g5"} >= set(later.cells) > set()


# -- what is waited for ----------------------------------------------------------------------------------


def test_it_waits_for_the_hand_that_is_there() -> None:
    match = begun("arctica")
    over = Glance(1, 1.0, CameraState.HAND, covered=frozenset({"i2", "i1"}), edges=("bottom",))
    judge = watching(match)
    assert judge.see(match, over) == Waiting(Reason.HAND, (CellId("i1"), CellId("i2")), ("bottom",))
    assert judge.verdict == Waiting(Reason.HAND, (CellId("i1"), CellId("i2")), ("bottom",))


def test_what_looks_alike_is_named_with_its_rival() -> None:
    """On pack ice a seal lies or stands: without portraits one is as likely as the other."""
    match = begun("arctica")
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), match.game.parse_move("move seal a9 a7"))
    assert seen is not None
    judge.see(match, glance(seen))
    verdict = judge.see(match, Glance(1, seen.time + 2.0, CameraState.READY))
    assert isinstance(verdict, Waiting)
    assert verdict.reason is Reason.AMBIGUOUS
    assert verdict.best is not None
    assert verdict.rival is not None
    told = [verdict.best, verdict.rival]
    assert {one.entries[-1].text for one in told} == {"move seal a9 a7", "move seal a9 a7^"}
    assert verdict.cells == ("a7",)
    assert 0.5 > verdict.best.probability >= verdict.rival.probability > 0.25


def test_people_are_not_asked_soon_about_what_leaves_no_trace() -> None:
    """Whether a turn is over: who plays next tells. Where a seal lies or stands, nobody will tell."""
    match = begun("arctica")
    for text, soon in (("move seal i1 h1", False), ("move seal a9 a7", True)):
        judge = watching(match)
        move = match.game.parse_move(text)
        seen = of_act(match.game, match.state, due(match), move)
        assert seen is not None
        judge.see(match, glance(seen))
        after = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[due(match)], text=text))
        match_now = match if soon else after
        judge.see(match_now, Glance(1, seen.time + 1.0, CameraState.READY))
        asked = judge.see(match_now, Glance(2, seen.time + 2.5 * COSTS.question, CameraState.READY))
        assert isinstance(asked, Unclear) is soon


def test_what_is_strange_is_waited_for_by_its_cells() -> None:
    match = begun("arctica")
    judge = watching(match)
    seen = view(1.0, dict.fromkeys(("a5", "c5", "g5"), CLEARLY))
    judge.see(match, Glance(0, seen.time, CameraState.HAND))
    judge.see(match, glance(seen))
    for after, reason in ((0.5, Reason.SETTLING), (2.5, Reason.UNFINISHED)):
        verdict = judge.see(match, Glance(1, seen.time + after, CameraState.READY))
        assert isinstance(verdict, Waiting)
        assert (verdict.reason, verdict.cells) == (reason, ("a5", "c5", "g5"))


def test_a_commit_says_how_likely_it_is_wrong() -> None:
    """By the costs: a wrong commit is worth a hundred questions, so at most half a hundredth."""
    match = begun("arctica")
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), seal_move(match))
    assert seen is not None
    verdict = judge.see(match, glance(seen))
    assert isinstance(verdict, Played)
    assert 0.0 < verdict.wrong <= 0.005


def test_people_who_wait_for_a_machine_are_asked_about_the_only_act_it_may_be() -> None:
    """They wait for its card, it waits for certainty: no later act will tell."""
    electronic = frozenset({"beast-card"})
    matches = (somewhere("marso", seed, acts) for acts in range(4, 12) for seed in range(6))
    match, last = next((match, one) for match in matches for one in _before_a_draw(match, electronic))
    begun_with = Belief.begin(match, electronic)
    root, shown = begun_with.best, begun_with.shown
    done = replace(
        root,
        entries=(last.entry,),
        states=(last.after.state,),
        position=last.after,
        table=dict(shown.looks(last.after)),
        weight=3.0,
    )
    unsure = Belief(match, shown, [done, root])
    assert isinstance(decide(unsure, 2.0, 2.0), Waiting)
    asked = decide(unsure, 12.0, 12.0)
    assert isinstance(asked, Unclear)
    assert asked.candidates == ((last.entry,),)


def _before_a_draw(match: Match[Any, Any, Any], electronic: frozenset[str]) -> Iterator[Following]:
    """Acts after which a machine draws."""
    for follows in position_of(match.game, match.state).moves:
        pending = follows.after.pending
        if isinstance(pending, Chance) and pending.source in electronic:
            yield follows
