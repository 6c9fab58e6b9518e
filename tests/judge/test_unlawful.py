"""Acts that the rules forbid: refused with their clause, never taken in, and nobody is accused too early."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from companion.games.atlantis import game
from companion.judge.belief import Belief
from companion.judge.deciding import ASK_UNEXPLAINED, COSTS, decide
from companion.judge.history import History, Mismatch
from companion.judge.judge import Judge
from companion.judge.tuning import USUAL
from companion.judge.verdicts import Played, Refused, Same, Unclear, Unknown, Waiting
from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind, Match
from tests.games.atlantis.test_table import state_of
from tests.judge.matches import begun, due, somewhere, watching
from tests.judge.seal import seal_move, seal_too_far
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState


@pytest.mark.parametrize("name", ["arctica", "atlantis"])
@pytest.mark.parametrize("seed", range(3))
def test_unlawful_act_is_never_taken_in(name: str, seed: int) -> None:
    match = somewhere(name, seed, 30)
    seat, game = due(match), match.game
    rng = random.Random(seed)
    verbs = {game.format_move(m).split()[0] for m in game.legal_moves(match.state, seat)}
    attempts = [m for m in game.attempts(match.state, seat) if game.format_move(m).split()[0] in verbs]
    rng.shuffle(attempts)
    for move in attempts:
        breaches = game.why_illegal(match.state, seat, move)
        seen = of_act(game, match.state, seat, move) if breaches else None
        if seen is not None and len(seen.cells) >= 2:
            break
    else:
        raise AssertionError("nothing unlawful can be seen here")
    judge = watching(match)
    verdict = judge.see(match, glance(seen))
    if isinstance(verdict, Played):  # something lawful looks just so
        longer = match
        for entry in verdict.entries:
            longer = longer.add(entry)
        before, after = game.looks(match.state), game.looks(longer.state)
        assert {c for c in map(CellId, seen.cells) if before.get(c) != after.get(c)} == set(seen.cells)
    elif isinstance(verdict, Refused):
        told = {breach.clause for breach in verdict.breaches}
        assert told
        assert set(verdict.cells) <= set(seen.cells)


def test_seal_that_moved_three_cells_is_refused_with_its_clause() -> None:
    """arctica/move.3: a seal moves one or two cells."""
    match, seen = seal_too_far()
    judge = watching(match)
    verdict = judge.see(match, glance(seen))
    assert isinstance(verdict, Refused)
    assert [breach.clause for breach in verdict.breaches] == ["arctica/move.3"]
    assert set(verdict.cells) == set(seen.cells)
    # and when the seal is back, everything is as before
    assert isinstance(judge.see(match, glance(view(3.0, dict.fromkeys(seen.cells, CLEARLY)))), Same)


@pytest.mark.parametrize("fresh", [True, False])
def test_nobody_is_accused_while_something_of_the_same_view_is_not_explained(fresh: bool) -> None:
    """What the act was lawful after may be what nobody has understood yet. What stood elsewhere before it
    keeps nobody from being told."""
    match, seen = seal_too_far()
    judge = watching(match)
    assert isinstance(judge.see(match, glance(seen)), Refused)
    held, looks = judge.belief, match.game.looks(match.state)
    cup = next(cell for cell in cells_of(match.game, match.setup) if cell not in {*looks, *seen.cells})
    puzzled = [
        replace(
            one,
            mismatches={**one.mismatches, cup: Mismatch.UNEXPLAINED},
            arrived=frozenset({cup} if fresh else ()),
        )
        for one in held.histories
    ]
    verdict = decide(Belief(match, held.shown, puzzled), waited=ASK_UNEXPLAINED, open_for=ASK_UNEXPLAINED)
    if not fresh:
        assert isinstance(verdict, Refused)
        assert set(verdict.cells) == set(seen.cells)
        return
    assert isinstance(verdict, Unclear | Unknown)
    assert cup in verdict.cells


def test_an_accusation_that_stays_uncertain_becomes_a_question() -> None:
    match, seen = seal_too_far()
    judge = watching(match)
    assert isinstance(judge.see(match, glance(seen)), Refused)
    held = judge.belief
    nothing = replace(Belief.begin(match, frozenset()).best, weight=held.best.weight - 0.3)
    unsure = Belief(match, held.shown, [held.best, nothing])
    assert isinstance(decide(unsure, waited=1.0, open_for=1.0), Waiting)
    asked = decide(unsure, waited=2 * COSTS.question, open_for=2 * COSTS.question)
    assert isinstance(asked, Unclear)
    assert set(asked.cells) == set(seen.cells)


def test_unlawful_act_beside_a_lawful_one_in_one_view() -> None:
    """Somebody moves one animal as the rules allow and another one too far before the camera sees the table
    again (arctica/move.3). The first is taken in when the second has been put back."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    game, seat = match.game, due(match)
    lawful = seal_move(match)
    after = game.after_move(match.state, seat, lawful).state
    moved = of_act(game, match.state, seat, lawful)
    assert moved is not None
    far, wrong = next(
        (move, seen)
        for move in game.attempts(after, seat)
        if game.format_move(move).startswith("move seal a9 ")
        and [breach.clause for breach in game.why_illegal(after, seat, move)] == ["arctica/move.3"]
        and (seen := of_act(game, after, seat, move)) is not None
        and seen.cells.keys().isdisjoint(moved.cells)
    )
    judge = watching(match)
    both = dict.fromkeys((*moved.cells, *wrong.cells), CLEARLY)
    verdict = judge.see(match, glance(view(1.0, both)))
    best = judge.belief.best
    assert [entry.text for entry in best.entries] == [game.format_move(lawful)]
    assert [tried.entry.text for tried in best.tried] == [game.format_move(far)]
    if isinstance(verdict, Played):  # the lawful act may be certain already
        match = match.add(verdict.entries[0])
        verdict = judge.see(match, Glance(2, 1.1, CameraState.READY))
    assert isinstance(verdict, Refused)
    assert [breach.clause for breach in verdict.breaches] == ["arctica/move.3"]
    assert set(verdict.cells) == set(wrong.cells)
    verdict = judge.see(match, glance(view(3.0, dict.fromkeys(wrong.cells, CLEARLY)), 3))
    if isinstance(verdict, Played):
        match = match.add(verdict.entries[0])
    assert [entry.text for entry in match.entries][2:] == [game.format_move(lawful)]


def test_card_on_one_of_the_same_face_is_noticed() -> None:
    """A hand was at the discard pile, and its top has changed: another card like it may lie there as well as
    any other card."""
    match = begun("arctica")
    for text in ("play melt", "melt c8"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    judge = watching(match)
    drop = next(
        move
        for move in match.game.legal_moves(match.state, due(match))
        if match.game.format_move(move) == "drop melt"
    )
    judge.see(match, glance(view(1.0, {"discard": CLEARLY})))
    dropped = match.game.after_move(match.state, due(match), drop).state
    assert judge.belief.holds(dropped, 1.0)
    assert not judge.belief.holds(match.state, 1.0)


def test_unlawful_act_after_cards_that_nobody_knows_is_refused_all_the_same() -> None:
    """marso/walk.4: no hunter walks into the Trap, whatever card lies open or was played."""
    match = begun("marso")
    judge = watching(match)
    judge.see(match, glance(view(1.0, {"open:beast": CLEARLY})))
    judge.see(match, glance(view(2.0, {"laid:south": CLEARLY})))
    looks = match.game.looks(match.state)
    hunter = next(cell for cell, look in looks.items() if "hunter south" in look.pieces)
    verdict = judge.see(match, glance(view(3.0, {hunter: CLEARLY, "trap": CLEARLY})))
    assert isinstance(verdict, Refused)
    assert set(verdict.cells) == {hunter, "trap"}
    assert "marso/walk.4" in {breach.clause for breach in verdict.breaches}


@pytest.mark.parametrize(("lawful", "thought_of"), [(USUAL.lawful, False), (USUAL.unlawful - 1.0, True)])
def test_unlawful_acts_are_thought_of_where_lawful_ones_are_no_likelier(
    lawful: float, thought_of: bool
) -> None:
    """Many lawful acts between two views, or one that hardly ever happens: somebody may have erred."""
    match = begun("arctica")
    judge = Judge(match, priors=replace(USUAL, lawful=lawful))
    judge.see(match, first(cells_of(match.game, match.setup)))
    seen = of_act(match.game, match.state, due(match), seal_move(match))
    assert seen is not None
    judge.see(match, glance(seen))
    assert judge.belief.holds(match.game.after_move(match.state, due(match), seal_move(match)).state, 9.0)
    assert any(history.tried for history in judge.belief.histories) is thought_of


def _only(entry: Entry, history: History) -> float:
    return float(history.entries == (entry,))


def test_an_unlawful_act_makes_no_history_less_likely_only_because_nobody_looked() -> None:
    """Nobody saw what the die shows, so serpent, shark and whale are as likely as each other. Then blue
    carries an explorer to a far shore, which is unlawful after each of them."""
    state = state_of(("phase act\nturn red\nmoves 3\nplayed no", "phase die\nturn red"))
    match = Match.begin(game, game.setup_of(state), state)
    judge = watching(match)
    judge.see(match, glance(view(1.0, {}, visited=["tray:die"])))
    kinds = [Entry(EntryKind.CHANCE, text=f"die {kind}") for kind in ("serpent", "shark", "whale")]

    def shares() -> list[float]:
        return [judge.belief.share(partial(_only, kind)) for kind in kinds]

    assert shares() == pytest.approx([shares()[0]] * 3)
    judge.see(match, glance(view(2.0, {"e4": CLEARLY, "k9": CLEARLY})))
    wrong = [one.tried for one in judge.belief.histories if one.entries and one.entries[0] in kinds]
    assert any(wrong)
    assert min(shares()) > 0.1
    assert shares() == pytest.approx([shares()[0]] * 3, rel=0.1)


@pytest.mark.parametrize(("behind", "accused"), [(1.0, True), (9.0, False)])
def test_an_unlikely_accusation_does_not_stand_because_people_entered_another_move(
    behind: float, accused: bool
) -> None:
    """The camera took a lawful move for another one. A history that holds the right one, and an unlawful act
    beside it, is left; it counts as much as it did before people told."""
    match, seen = seal_too_far()
    judge = watching(match)
    assert isinstance(judge.see(match, glance(seen)), Refused)
    wrong = judge.belief.best
    position = wrong.position
    mine = position.moves[0]
    right = next(one for one in position.moves if one.after.state != mine.after.state)
    held = [
        replace(Belief.begin(match, frozenset()).best, entries=(mine.entry,), states=(mine.after.state,)),
        replace(wrong, entries=(right.entry,), states=(right.after.state,), weight=-behind),
    ]
    after = Belief(match, judge.belief.shown, held).follow(match.add(right.entry))
    assert bool(after.best.tried) is accused


@pytest.mark.parametrize(
    ("same", "behind", "refused"),
    [(True, 3.0, True), (True, 1.0, False), (False, 3.0, False)],
    ids=["the same cells lie wrong", "it may as well be no act", "another cell lies wrong"],
)
def test_what_lies_wrong_in_any_case_is_refused_by_its_likeliest_act(
    same: bool, behind: float, refused: bool
) -> None:
    """An unlawful act, or something that no act explains in the same cells: they must be put right anyway."""
    match, seen = seal_too_far()
    judge = watching(match)
    judge.see(match, glance(seen))
    wrong = replace(judge.belief.best, weight=0.0)
    cells = sorted(wrong.mismatches) if same else [CellId("d5")]
    lie = dict.fromkeys(cells, Mismatch.UNEXPLAINED)
    other = replace(wrong, tried=(), mismatches=lie, weight=-behind)
    verdict = decide(Belief(match, judge.belief.shown, [wrong, other]), waited=1.0, open_for=1.0)
    assert isinstance(verdict, Refused) is refused
