"""The belief over histories, asked through the judge, with views made by hand. Expected: the rules."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from companion.judge import belief as belief_room
from companion.judge import explaining
from companion.judge.belief import Belief
from companion.judge.deciding import ASK_STRANGE, COSTS, decide
from companion.judge.effort import WATCHED
from companion.judge.history import BARE, History, Odd, visible
from companion.judge.judge import Judge
from companion.judge.positions import Following, position_of
from companion.judge.priors import USUAL, switched_off
from companion.judge.scene import ViewEvidence
from companion.judge.verdicts import Played, Reason, Refused, Same, TakenBack, Unclear, Unknown, Waiting
from companion.rules.contract import CellId, Chance, Decide
from companion.rules.match import Entry, EntryKind, Match, parse_entry
from tests.judge.matches import begun, due, somewhere, watching
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, untouched, view
from vision.seeing import Glance, View
from vision.types import CameraState

GAMES = ("arctica", "atlantis", "marso", "northwest")


def seal_move(match: Match[Any, Any, Any]) -> Any:
    """A lawful move of the seal on i1."""
    moves = match.game.legal_moves(match.state, due(match))
    return next(m for m in moves if match.game.format_move(m).startswith("move seal i1 "))


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
        pytest.skip("nothing unlawful can be seen here")
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


def seal_too_far() -> tuple[Match[Any, Any, Any], View]:
    """A seal that moves three cells, which breaks arctica/move.3 alone, and what a camera would see of it."""
    match = begun("arctica")
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    game = match.game
    far = next(
        m
        for m in game.attempts(match.state, due(match))
        if game.format_move(m).startswith("move seal i1 ")
        and [b.clause for b in game.why_illegal(match.state, due(match), m)] == ["arctica/move.3"]
    )
    seen = of_act(game, match.state, due(match), far)
    assert seen is not None
    return match, seen


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


def followings() -> int:
    """How many acts that were thought of are still held."""
    gc.collect()
    return sum(isinstance(one, Following) for one in gc.get_objects())


def test_what_one_view_was_searched_for_is_let_go() -> None:
    """One position's moves may stay for the next view, the tree of what could follow on them may not."""
    match, seen = seal_too_far()
    judge = watching(match)
    before = followings()
    judge.see(match, glance(seen))
    moves = sum(1 for _ in match.game.legal_moves(match.state, due(match)))
    assert followings() - before <= moves


def test_nobody_is_accused_while_something_else_is_not_explained() -> None:
    """What the act was lawful after may be what nobody has understood yet."""
    match, seen = seal_too_far()
    judge = watching(match)
    assert isinstance(judge.see(match, glance(seen)), Refused)
    held, looks = judge.belief, match.game.looks(match.state)
    cup = next(cell for cell in cells_of(match.game, match.setup) if cell not in {*looks, *seen.cells})
    puzzled = [replace(one, odd={**one.odd, cup: Odd.STRANGE}) for one in held.histories]
    verdict = decide(Belief(match, held.shown, puzzled), waited=ASK_STRANGE, open_for=ASK_STRANGE)
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
    judge.vouch()
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


def entered_by_touch() -> tuple[Match[Any, Any, Any], Judge]:
    """An *Arctica* table whose first two acts were entered by touch, unseen."""
    match = begun("arctica")
    judge = watching(match)
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    judge.see(match, Glance(1, 5.0, CameraState.READY))
    return match, judge


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


def test_an_act_is_not_final_while_something_strange_stands_beside_it() -> None:
    """What nobody can explain yet may be the rest of another act that began alike."""
    match, judge = entered_by_touch()
    move = seal_move(match)
    seen = of_act(match.game, match.state, due(match), move, 6.0)
    assert seen is not None
    changed = dict.fromkeys(seen.cells, CLEARLY) | {"d5": CLEARLY}
    assert not isinstance(judge.see(match, glance(view(6.0, changed))), Played)


def test_a_piece_that_leans_into_the_next_cell_hardly_counts_against_an_act() -> None:
    """A boat near the border of its cell, a tall figure under a slanted camera; not so a change by itself."""
    shares = []
    for touching in ({"d5": "i1"}, {}):
        match, judge = entered_by_touch()
        move = seal_move(match)
        seen = of_act(match.game, match.state, due(match), move, 6.0)
        assert seen is not None
        changed = dict.fromkeys(seen.cells, CLEARLY) | {"d5": CLEARLY}
        judge.see(match, glance(view(6.0, changed, touching=touching)))
        shares.append(
            judge.belief.share(
                partial(_has_led_to, match.game.after_move(match.state, due(match), move).state)
            )
        )
    assert shares[0] > 0.98
    assert shares[1] < 0.9


def _has_led_to(state: Any, history: History) -> float:
    return float(state in history.states)


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
        assert not judge.belief.puzzling
    assert shares[1] >= shares[0]


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
