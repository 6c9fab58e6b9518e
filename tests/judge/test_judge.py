"""The belief over histories, asked through the judge, with views made by hand. Expected: the rules."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.judge import explaining
from companion.judge.history import BARE, visible
from companion.judge.judge import Judge
from companion.judge.positions import Following
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import USUAL, WATCHED, switched_off
from companion.judge.verdicts import Played, Reason, Refused, Same, TakenBack, Unclear, Unknown, Waiting
from companion.rules.contract import Decide
from companion.rules.match import Entry, EntryKind, Match, parse_entry
from tests.judge.matches import GAMES, begun, due, somewhere, watching
from tests.judge.seal import entered_by_touch, seal_move, seal_too_far
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, untouched, view
from vision.seeing import Glance
from vision.types import CameraState


def test_quiet_table_is_the_position() -> None:
    match = begun("arctica")
    judge = watching(match)
    assert judge.see(match, Glance(1, 5.0, CameraState.READY)) == Same()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_lawful_act_is_held_for_possible_and_nothing_else_is_committed(name: str, seed: int) -> None:
    match = somewhere(name, seed, 6)
    rng, seat = random.Random(seed), due(match)
    moves = list(match.game.legal_moves(match.state, seat))
    rng.shuffle(moves)
    for move in moves:
        seen = of_act(match.game, match.state, seat, move)
        if seen is not None:
            break
    else:
        pytest.skip("nothing that can be seen is lawful here")
    judge = watching(match)
    verdict = judge.see(match, glance(seen))
    after = match.game.after_move(match.state, seat, move).state
    assert judge.belief.holds(after, 4.0)
    assert not isinstance(verdict, Refused | Unknown)
    if isinstance(verdict, Played):
        longer = match
        for entry in verdict.entries:
            longer = longer.add(entry)
        assert longer.state == after


def test_steps_tell_which_card_was_played() -> None:
    """A card whose face nobody has seen: the token that drifts tells its colour, and that an animal moves
    next tells that only one token was to drift (arctica/card.2)."""
    match = begun("arctica")
    judge = watching(match)
    game = match.game
    position = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[0], text="play violet1"))
    verdict = judge.see(match, glance(view(1.0, {"discard": CLEARLY})))
    assert not isinstance(verdict, Played)
    seat = due(position)
    drifts = game.legal_moves(position.state, seat)
    drift = next(m for m in drifts if game.format_move(m).startswith("drift violet"))
    seen = of_act(game, position.state, seat, drift, 2.0)
    assert seen is not None
    judge.see(match, glance(seen))
    drifted = game.after_move(position.state, seat, drift).state
    move = next(m for m in game.legal_moves(drifted, seat) if game.format_move(m).startswith("move seal"))
    then = of_act(game, drifted, seat, move, 3.0)
    assert then is not None
    verdict = judge.see(match, glance(then))
    played = [entry.text for entry in verdict.entries] if isinstance(verdict, Played) else []
    if not played:  # where the animal came to may look like something else; what was drawn may not
        played = [entry.text for entry in judge.belief.best.entries]
    assert played[:2] == ["play violet1", game.format_move(drift)]


def test_an_act_after_one_that_left_no_trace_is_found_among_many_others() -> None:
    """*northwest*: who has ended one turn, alone as the other has passed, sends three sailors ashore in the
    next; in the same turn too few would be left to pay for it (northwest/trans.2). Many other acts change
    cells that have changed, and the end of a turn changes none."""
    match = begun("northwest")
    for text in (
        "",
        "",
        "",
        "",
        "pass",
        "take ship xx/xx",
        "end",
        "take ship xx/x.",
        "end",
        "take ship xx/..",
    ):
        match = match.add(_acted(match, text))
    ended = match.add(_acted(match, "end"))
    ashore = _parsed(ended, "transfer ship 3 0 gl1")
    assert ashore not in match.game.legal_moves(match.state, due(match))
    seen = of_act(ended.game, ended.state, due(ended), ashore)
    assert seen is not None
    judge = watching(match)
    judge.see(match, glance(seen))
    assert judge.belief.holds(ended.game.after_move(ended.state, due(ended), ashore).state, 4.0)


def _acted(match: Match[Any, Any, Any], text: str) -> Entry:
    """The move of who is due, or the first outcome that may come."""
    if isinstance(match.game.pending(match.state), Decide):
        return Entry(EntryKind.MOVE, seat=match.setup.seats[due(match)], text=text)
    outcome, _ = match.game.outcomes(match.state)[0]
    return Entry(EntryKind.CHANCE, text=match.game.format_outcome(outcome))


def _parsed(match: Match[Any, Any, Any], text: str) -> Any:
    return next(
        move
        for move in match.game.legal_moves(match.state, due(match))
        if match.game.format_move(move) == text
    )


def followings() -> int:
    """How many acts that were thought of are still held."""
    gc.collect()
    return sum(type(one) is Following for one in gc.get_objects())  # asking a dead weak proxy raises


def test_what_one_view_was_searched_for_is_let_go() -> None:
    """One position's moves may stay for the next view, the tree of what could follow on them may not."""
    match, seen = seal_too_far()
    judge = watching(match)
    before = followings()
    judge.see(match, glance(seen))
    moves = sum(1 for _ in match.game.legal_moves(match.state, due(match)))
    assert followings() - before <= moves


def test_every_history_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked for after one history leaves something for the others."""
    monkeypatch.setattr(explaining, "WATCHED", replace(WATCHED, acts=60, acts_each=30))
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    seen = of_act(match.game, match.state, due(match), seal_move(match))
    assert seen is not None
    judge = watching(match)
    history, watched = judge.belief.best, cells_of(match.game, match.setup)
    explainer = explaining.Explainer(ViewEvidence(seen, USUAL.untouched, watched), USUAL, judge.belief.shown)
    first_of, second_of = (explainer.explain(history)[0] for _ in range(2))
    assert [act.text for act in first_of.acts] == [match.game.format_move(seal_move(match))]
    assert second_of.acts == first_of.acts


@pytest.mark.slow
def test_tile_was_not_played_from_a_hand_that_nobody_touched() -> None:
    """A creature moves by a player's tile (atlantis/play.4: the tile leaves the game). Where the owner keeps
    the hands in view, it is told by them whether a tile was played."""

    def lures(match: Match[Any, Any, Any]) -> Iterator[Any]:
        """Tiles that move a creature and are lawful now."""
        pending = match.game.pending(match.state)
        moves = match.game.legal_moves(match.state, pending.seats[0]) if isinstance(pending, Decide) else ()
        return (move for move in moves if match.game.format_move(move).startswith("play move-"))

    matches = (somewhere("atlantis", seed, 80) for seed in range(60))
    match, lure = next((match, lure) for match in matches for lure in lures(match))
    game, seat = match.game, due(match)
    seen = of_act(game, match.state, seat, lure)
    assert seen is not None
    hand = f"hand:{match.setup.seats[seat]}"
    board = {cell: CLEARLY for cell in seen.cells if cell not in (hand, "out")}

    def played(changed: Mapping[str, float], kept: bool) -> float:
        """How likely it is that a tile was played, if the hands are ``kept`` in view."""
        judge = Judge(match)
        judge.see(match, first([*cells_of(game, match.setup), *[hand] * kept]))
        judge.see(match, glance(view(1.0, changed)))
        return judge.belief.share(lambda one: any(e.text.startswith("play ") for e in one.entries[:1]))

    touched = {**board, hand: CLEARLY, "out": CLEARLY}
    assert played(touched, kept=True) > 0.9
    assert played({**board, "out": CLEARLY}, kept=True) < played({**board, "out": CLEARLY}, kept=False)
    assert played(board, kept=True) < min(0.1, played(board, kept=False))


@pytest.mark.parametrize("name", GAMES)
def test_light_moves_nothing(name: str) -> None:
    """However many cells look changed: where no hand was nothing has moved."""
    match = begun(name)
    judge = watching(match)
    cells = cells_of(match.game, match.setup)
    for number, part in enumerate((cells[:2], cells[::3], cells), start=1):
        verdict = judge.see(match, glance(untouched(float(number), dict.fromkeys(part, 0.9)), number))
        assert not isinstance(verdict, Played | Refused | TakenBack)
    assert not judge.belief.best.entries


def test_nothing_is_committed_of_what_a_hand_still_covers() -> None:
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    game = match.game
    seat = due(match)
    move = next(
        m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("move seal i1 ")
    )
    seen = of_act(game, match.state, seat, move)
    assert seen is not None
    covered = next(cell for cell in seen.cells if cell != "i1")
    part = view(1.0, {"i1": CLEARLY}, hidden=[covered])
    judge = watching(match)
    assert not isinstance(judge.see(match, glance(part)), Played)
    verdict = judge.see(match, glance(view(2.0, {covered: CLEARLY})))
    held = game.after_move(match.state, seat, move).state
    assert judge.belief.holds(held, 4.0)
    assert isinstance(verdict, Played | Waiting | Same)


def test_what_was_committed_can_be_taken_back_by_hand() -> None:
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    game = match.game
    seat = due(match)
    move = next(
        m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("move seal i1 ")
    )
    seen = of_act(game, match.state, seat, move)
    assert seen is not None
    match = match.add(Entry(EntryKind.MOVE, seat="bear", text=game.format_move(move)))
    judge = watching(match)
    verdict = judge.see(match, glance(view(2.0, dict.fromkeys(seen.cells, CLEARLY))))
    undone = verdict == TakenBack(1)
    held = any(e.count == 1 for h in judge.belief.histories for e in h.entries)
    assert undone or held


def test_cup_on_the_board_is_named_and_nobody_is_accused() -> None:
    """A thing of no game in a cell where nothing lawful or unlawful can put anything."""
    match = begun("marso")
    judge = watching(match, frozenset())
    judge.see(match, glance(view(1.0, {"secret:south": 0.9})))
    verdict = judge.see(match, Glance(9, 9.0, CameraState.READY))
    assert isinstance(verdict, Unknown | Unclear)
    assert "secret:south" in verdict.cells


def test_hand_over_the_table_says_nothing() -> None:
    match = begun("arctica")
    judge = watching(match)
    assert judge.see(match, Glance(1, 1.0, CameraState.HAND)) == Waiting(Reason.HAND)


def test_people_who_vouch_are_believed() -> None:
    match = begun("arctica")
    judge = watching(match)
    judge.see(match, glance(view(1.0, {"a9": 0.9, "i1": 0.9})))
    judge.confirm()
    assert judge.see(match, Glance(2, 2.0, CameraState.READY)) == Same()


def test_a_prior_is_switched_off_by_its_name() -> None:
    assert switched_off("idle").idle == 0.0
    assert switched_off("idle").unlawful == USUAL.unlawful != 0.0
    with pytest.raises(ValueError, match="no prior 'luck'"):
        switched_off("luck")


def test_a_place_that_nobody_watches_stops_no_act() -> None:
    """Where an owner keeps no discard pile no hand is ever seen: the card is played all the same."""
    match = begun("arctica")
    judge = Judge(match)
    judge.see(match, first(cell for cell in cells_of(match.game, match.setup) if cell != "discard"))
    played = match.add(Entry(EntryKind.MOVE, seat="bear", text="play violet1"))
    drift = played.game.parse_move("drift violet g2")
    seen = of_act(played.game, played.state, due(played), drift)
    assert seen is not None
    judge.see(match, glance(seen))
    best = [entry.text for entry in judge.belief.best.entries]
    assert best[0].startswith("play violet")
    assert best[1:] == ["drift violet g2"]
    assert judge.belief.best.weight > USUAL.unreached


def test_what_a_pass_laid_down_is_not_taken_for_cleared_away() -> None:
    """The last player passes and moves the disc (northwest/sun.1); then the round is over, and hands have yet
    to bring the crews back. Nobody has passed in the new round."""
    for seed in range(200):
        match = somewhere("northwest", seed, 30)
        game, seat = match.game, due(match)
        passed = next((m for m in game.legal_moves(match.state, seat) if game.format_move(m) == "pass"), None)
        if passed is None:
            continue
        after = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text="pass"))
        suns = game.legal_moves(after.state, due(after))
        if any(game.format_move(move).startswith("sun ") for move in suns):
            break
    else:
        raise AssertionError("no round ends")
    sun = next(move for move in suns if game.format_move(move).startswith("sun "))
    before, one = game.looks(match.state), game.handled(match.state, seat, passed)
    two = game.handled(after.state, due(after), sun)
    laid = {**one, **two}.items()
    changed = {str(c): CLEARLY for c, look in laid if visible(before.get(c, BARE), look)}
    rows = [c for c in cells_of(game, match.setup) if ":" in c or c.startswith(("first", "second"))]
    judge = watching(match)
    judge.see(match, glance(view(1.0, changed, visited=rows)))
    assert [entry.text for entry in judge.belief.best.entries] == ["pass", game.format_move(sun)]
    again = judge.belief.share(lambda held: sum(entry.text == "pass" for entry in held.entries) > 1)
    assert again < 0.05


def test_what_was_entered_by_touch_may_have_been_done_before() -> None:
    match, judge = entered_by_touch()
    seen = of_act(match.game, match.state, due(match), seal_move(match), 6.0)
    assert seen is not None
    judge.see(match, glance(seen))
    assert match.game.format_move(seal_move(match)) in [entry.text for entry in judge.belief.best.entries]


def test_what_was_entered_by_touch_may_be_done_later() -> None:
    match, judge = entered_by_touch()
    drift = begun("arctica").add(Entry(EntryKind.MOVE, seat="bear", text="play violet1"))
    seen = of_act(drift.game, drift.state, due(drift), drift.game.parse_move("drift violet g2"), 6.0)
    assert seen is not None
    assert isinstance(judge.see(match, glance(seen)), Same | Waiting)
    assert not judge.belief.best.entries


def resumed() -> Match[Any, Any, Any]:
    """A game of *Marso* in which both players have laid cards and moved; the cards are to be cleared away."""
    match = begun("marso")
    for text in ("* open b9", "south play ur r", "south step e3", "north play jet", "north fly e4"):
        match = match.add(parse_entry(text))
    return match


def test_a_match_taken_up_after_everything_was_done() -> None:
    match = resumed()
    judge = watching(match, frozenset({"beast-card"}))
    assert judge.see(match, Glance(1, 9.0, CameraState.READY)) == Same()


def test_a_match_taken_up_before_hands_had_cleared_away() -> None:
    """The program ended when the act was ruled; hands clear the cards away when it runs again."""
    match = resumed()
    judge = watching(match, frozenset({"beast-card"}))
    cleared = {"laid:south": CLEARLY, "laid:north": CLEARLY, "discard:hunter:1": CLEARLY}
    assert judge.see(match, glance(view(2.0, cleared))) == Same()
    assert judge.see(match, Glance(1, 9.0, CameraState.READY)) == Same()
