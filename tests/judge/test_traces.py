"""What counts as a trace of an act: not what was cleared away again within the view, nor what was owed
before. Expected: the priors, and how many moves the rules allow."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import Any

import pytest

from companion.judge.explaining import Explainer
from companion.judge.explanation import Explanation
from companion.judge.history import History, Mismatch
from companion.judge.judge import Judge
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import USUAL
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import due, somewhere, watching
from tests.judge.views import CLEARLY, cells_of, view
from vision.seeing import Glance, View
from vision.types import CameraState

AnyMatch = Match[Any, Any, Any]


def moved(match: AnyMatch, text: str) -> Entry:
    return Entry(EntryKind.MOVE, seat=match.setup.seats[due(match)], text=text)


def explained(
    judge: Judge, match: AnyMatch, history: History, seen: View, acts: tuple[Entry, ...]
) -> Explanation:
    """The view after this history, explained by these acts."""
    scene = ViewEvidence(seen, USUAL.untouched, cells_of(match.game, match.setup))
    explainer = Explainer(scene, USUAL, judge.belief.shown)
    found = explainer.again(history, replace(explainer.nothing(history), acts=acts))
    assert found is not None
    return found


def lawful(match: AnyMatch, verb: str) -> int:
    moves = match.game.legal_moves(match.state, due(match))
    return sum(match.game.format_move(move).split()[0] == verb for move in moves)


def test_a_card_that_the_next_act_clears_away_costs_as_much_as_an_act_without_a_trace() -> None:
    """Two hunters play a card that moves nothing. With the last card the first is put onto the discard
    (marso/card.8), on which nobody knows the top card."""
    match = somewhere("marso", 10, 8)
    judge = watching(match)
    played, acts, counts = match, list[Entry](), list[int]()
    for _ in match.setup.seats:
        counts.append(lawful(played, "play"))
        acts.append(moved(played, "play still"))
        played = played.add(acts[-1])
    last = f"laid:{acts[-1].seat}"
    seen = replace(view(1.0, {last: CLEARLY}, [f"laid:{seat}" for seat in match.setup.seats]), blind=True)
    found = explained(judge, match, judge.belief.best, seen, tuple(acts))
    assert found.node.seen.keys() == {last}
    silent = USUAL.silent - log(counts[0])
    assert found.node.spent == pytest.approx(silent + USUAL.lawful)


def test_a_way_there_and_back_leaves_no_trace() -> None:
    """An animal goes to a cell and back while nobody watches."""
    match = somewhere("arctica", 1, 0)
    judge = watching(match)
    there, back = there_and_back(match)
    gone = match.add(moved(match, there))
    acts = (moved(match, there), moved(gone, back))
    seen = replace(view(1.0, {}, there.split()[2:]), blind=True)
    found = explained(judge, match, judge.belief.best, seen, acts)
    assert not found.node.seen
    silent = [USUAL.silent - log(lawful(one, "move")) for one in (match, gone)]
    assert found.node.spent == pytest.approx(sum(silent))


def there_and_back(match: AnyMatch) -> tuple[str, str]:
    """A move of one animal that it may take back by another move."""
    for move in match.game.legal_moves(match.state, due(match)):
        text = match.game.format_move(move)
        match text.split():
            case ["move", animal, start, end]:
                back = f"move {animal} {end} {start}"
                after = match.add(moved(match, text))
                moves = after.game.legal_moves(after.state, due(after))
                if back in map(after.game.format_move, moves):
                    return text, back
            case _:
                pass
    raise AssertionError("no such move")


def test_what_hands_owed_before_is_no_trace_of_an_act_without_one() -> None:
    """People enter a move that comes into sight later. The end of a turn leaves no trace but for a hand at
    the deck, which in the dark may have been anywhere."""
    match = somewhere("arctica", 2, 6)
    judge = watching(match)
    move = next(
        m for m in match.game.legal_moves(match.state, due(match)) if match.game.format_move(m)[0] == "m"
    )
    match = match.add(moved(match, match.game.format_move(move)))
    judge.see(match, Glance(1, 1.0, CameraState.READY))
    judge.confirm()
    owing = next(one for one in judge.belief.histories if Mismatch.PENDING in one.mismatches.values())
    seen = replace(view(2.0, dict.fromkeys(owing.mismatches, CLEARLY)), blind=True)
    found = explained(judge, match, owing, seen, (moved(match, "end"),))
    assert not found.history.mismatches, "all of it has come into sight"
    assert found.node.spent == pytest.approx(USUAL.silent), "hands had to do that anyway"
    assert not found.node.acts
