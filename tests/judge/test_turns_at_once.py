"""A whole turn between two views: several acts, and a piece that only stepped through a cell."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from companion.judge.history import BARE, visible
from companion.judge.judge import Judge
from companion.judge.searching import NEAR
from companion.judge.tuning import UNCHANGED
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import due, somewhere, watching
from tests.judge.views import CLEARLY, cells_of, glance, view
from vision.seeing import Glance
from vision.types import CameraState


def steps_of(match: Match[Any, Any, Any]) -> dict[str, list[str]]:
    """The lawful steps on land, by the cell from which they go."""
    steps: dict[str, list[str]] = {}
    for move in match.game.legal_moves(match.state, due(match)):
        text = match.game.format_move(move)
        words = text.split()
        if words[0] == "move" and words[2] == words[4] == "tile":
            steps.setdefault(words[3], []).append(text)
    return steps


def after(match: Match[Any, Any, Any], *texts: str) -> Match[Any, Any, Any] | None:
    """The match after these acts of who is due; None if one is not lawful."""
    seat = match.setup.seats[due(match)]
    for text in texts:
        legal = [match.game.format_move(m) for m in match.game.legal_moves(match.state, due(match))]
        if text not in legal or match.setup.seats[due(match)] != seat:
            return None
        match = match.add(Entry(EntryKind.MOVE, seat=seat, text=text))
    return match


def turn_through_a_cell(
    match: Match[Any, Any, Any],
) -> tuple[Match[Any, Any, Any], Match[Any, Any, Any]] | None:
    """Before and after a turn: one figure makes two steps, another one step, and a tile is taken."""
    steps = steps_of(match)
    for one, other in permutations(steps, 2):
        for first in steps[one]:
            middle = first.split()[5]
            if middle in (one, other):
                continue
            for second in (text for text in steps_of(after(match, first) or match).get(middle, ())):
                goal = second.split()[5]
                for third in steps[other]:
                    if len({one, other, middle, goal, third.split()[5]}) < 5:
                        continue
                    walked = after(match, first, second, third)
                    if walked is None:
                        continue
                    for move in walked.game.legal_moves(walked.state, due(walked)):
                        text = walked.game.format_move(move)
                        if text.startswith("take ") and text.split()[1] not in (goal, third.split()[5]):
                            done = after(walked, text)
                            if done is not None:
                                return match, done
    return None


@pytest.mark.parametrize("seed", [9, 22, 42])
def test_a_figure_may_step_through_a_cell_while_more_is_done(seed: int) -> None:
    """Two steps of one figure (atlantis/step.1), one of another and a tile taken, seen only when all is done:
    the cell between looks as before."""
    found = turn_through_a_cell(somewhere("atlantis", seed, 30))
    assert found is not None
    match, done = found
    game = match.game
    before, now = game.looks(match.state), game.looks(done.state)
    cells = [
        cell for cell in cells_of(game, match.setup) if visible(before.get(cell, BARE), now.get(cell, BARE))
    ]
    judge = watching(match)
    hands = {entry.text.split()[-1] for entry in (played.entry for played in done.line[-4:])}
    judge.see(
        match,
        glance(view(1.0, dict.fromkeys(cells, CLEARLY), visited=hands & set(cells_of(game, match.setup)))),
    )
    assert judge.belief.holds(done.state, NEAR)


def two_steps(match: Match[Any, Any, Any]) -> tuple[str, str]:
    """Steps of two figures, lawful in either order, that share no cell."""
    steps = steps_of(match)
    for one, other in permutations(steps, 2):
        for first in steps[one]:
            for second in steps[other]:
                apart = len({one, other, first.split()[5], second.split()[5]}) == 4
                if apart and after(match, first, second) and after(match, second, first):
                    return first, second
    raise AssertionError("no such steps")


def seen_at_once(match: Match[Any, Any, Any], done: Match[Any, Any, Any]) -> Judge:
    """A judge that saw all changes of what was done in one view."""
    before, now = match.game.looks(match.state), match.game.looks(done.state)
    cells = cells_of(match.game, match.setup)
    changed = [cell for cell in cells if visible(before.get(cell, BARE), now.get(cell, BARE))]
    judge = watching(match)
    judge.see(match, glance(view(1.0, dict.fromkeys(changed, CLEARLY))))
    return judge


@pytest.mark.parametrize("seed", [9, 22, 42])
def test_acts_whose_order_nobody_saw_are_told_in_one_order(seed: int) -> None:
    """People could not say which of two answers is right that differ only in the order."""
    match = somewhere("atlantis", seed, 30)
    done = after(match, *two_steps(match))
    assert done is not None
    acts = [tuple(entry.text for entry in one.entries) for one in seen_at_once(match, done).belief.histories]
    assert any(len(texts) >= 2 for texts in acts)
    assert len({tuple(sorted(texts)) for texts in acts}) == len(set(acts))


@pytest.mark.parametrize("seed", [9, 22, 42])
@pytest.mark.parametrize("told", [0, 1])
def test_who_enters_one_of_two_acts_by_touch_has_still_done_the_other(seed: int, told: int) -> None:
    match = somewhere("atlantis", seed, 30)
    steps = two_steps(match)
    done, entered = after(match, *steps), after(match, steps[told])
    assert done is not None
    assert entered is not None
    judge = seen_at_once(match, done)
    judge.see(entered, Glance(1, 2.0, CameraState.READY))
    best = judge.belief.best
    assert steps[1 - told] in [entry.text for entry in best.entries]
    assert not best.mismatches


@pytest.mark.parametrize("blind", [False, True])
def test_a_view_without_a_change_is_searched_little_even_after_a_time_unseen(
    monkeypatch: pytest.MonkeyPatch, blind: bool
) -> None:
    """A slow machine that searched as far as for a change would fall ever further behind."""
    match = somewhere("northwest", 1, 40)
    judge = watching(match)
    looked: list[int] = []
    legal = match.game.legal_moves

    def counted(state: Any, seat: Any) -> Any:
        moves = legal(state, seat)
        looked.append(len(moves))
        return moves

    monkeypatch.setattr(type(match.game), "legal_moves", staticmethod(counted))
    everywhere = view(5.0, {}, visited=cells_of(match.game, match.setup))
    judge.see(match, glance(replace(everywhere, blind=blind)))
    judge.see(match, glance(replace(everywhere, time=9.0, blind=blind)))
    assert sum(looked) <= 2 * (UNCHANGED.looks + max(looked))
