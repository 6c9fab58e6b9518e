"""What follows from an act is done piece by piece, between several views."""

from __future__ import annotations

import pytest

from companion.judge.history import differing
from companion.judge.verdicts import Played
from companion.rules.contract import CellId
from tests.judge.matches import due, somewhere, watching
from tests.judge.views import CLEARLY, glance, view


@pytest.mark.parametrize(
    ("seed", "acts", "drift"),
    [
        (0, 4, "drift orange c5"),
        (3, 22, "drift violet h4"),
        (7, 43, "drift violet d9"),
        (11, 16, "drift yellow g5"),
    ],
)
def test_hands_may_be_twice_in_a_cell_that_they_clear(seed: int, acts: int, drift: str) -> None:
    """A floe is pushed under animals first (arctica/carry.3), and the one that gives way is moved on later:
    both the cell that it leaves and the one that it comes to change then. Nothing else has happened."""
    match = somewhere("arctica", seed, acts)
    game, seat = match.game, due(match)
    move = game.parse_move(drift)
    before, handled = game.looks(match.state), game.handled(match.state, seat, move)
    after = game.looks(game.after_move(match.state, seat, move).state)
    (late,) = differing(before, after) - handled.keys()
    (again,) = handled.keys() - {CellId(drift.split()[-1])}
    assert before[again].pieces
    judge = watching(match)
    verdict = judge.see(match, glance(view(1.0, dict.fromkeys(handled, CLEARLY))))
    assert isinstance(verdict, Played)
    for entry in verdict.entries:
        match = match.add(entry)
    assert match.line[-1].entry.text == drift
    judge.see(match, glance(view(5.0, {late: CLEARLY, again: CLEARLY})))
    best = judge.belief.best
    assert (best.entries, dict(best.mismatches), best.tried) == ((), {}, ())


@pytest.mark.parametrize(("seed", "acts", "sun"), [(0, 8, "sun 2"), (3, 14, "sun 3"), (10, 40, "sun 5")])
def test_what_is_cleared_up_is_no_sign_of_another_act(seed: int, acts: int, sun: str) -> None:
    """All sailors are put where they may work again when the sun has moved (northwest/round.4). That is no
    act that is half done, though many acts move sailors."""
    match = somewhere("northwest", seed, acts)
    game, seat = match.game, due(match)
    move = game.parse_move(sun)
    disc = game.handled(match.state, seat, move)
    after = game.looks(game.after_move(match.state, seat, move).state)
    judge = watching(match)
    verdict = judge.see(match, glance(view(1.0, dict.fromkeys(disc, CLEARLY))))
    assert isinstance(verdict, Played)
    later = differing(game.looks(match.state), after) - disc.keys()
    for entry in verdict.entries:
        match = match.add(entry)
    judge.see(match, glance(view(5.0, dict.fromkeys(later, CLEARLY))))
    best = judge.belief.best
    assert (best.entries, best.is_partial) == ((), False)
