"""Acts that explain nothing of their own: what they cost, and what an unlikely answer leaves open."""

from __future__ import annotations

from math import exp
from typing import Any

import pytest

from companion.judge.belief import Belief
from companion.judge.explanation import Trace, surplus
from companion.judge.history import History
from companion.judge.positions import Shown, following, position_of
from companion.judge.tuning import WATCHED
from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import begun


def trace(cells: str, others: float) -> Trace:
    return Trace(frozenset(map(CellId, cells)), others)


SEEN = {CellId(cell): 5.0 for cell in "abc"}


@pytest.mark.parametrize(
    ("traces", "pending", "nats"),
    [
        ([trace("ab", 2.0)], "", 0.0),
        ([trace("ab", 2.0), trace("bc", 1.0)], "", 0.0),
        ([trace("ab", 2.0), trace("abc", 1.0)], "", 2.0),
        ([trace("ab", 2.0), trace("ab", 1.0)], "", 2.0),
        ([trace("ab", 2.0)], "ab", 2.0),
        ([trace("ab", 2.0)], "a", 0.0),
        ([trace("bm", 2.0), trace("abc", 1.0)], "", 0.0),
    ],
    ids=[
        "an act alone explains its cells",
        "each of two has a cell of its own",
        "the other one explains all",
        "one of two alike is not needed",
        "hands had to do something there anyway",
        "but not everywhere",
        "what it left has been cleared away: it was needed on the way",
    ],
)
def test_an_act_costs_its_choice_if_nothing_tells_it(traces: list[Trace], pending: str, nats: float) -> None:
    """``others`` is ln of how many acts of its kind there were; ``m`` looks as before."""
    assert surplus(traces, SEEN, frozenset(map(CellId, pending))) == nats


def after(match: Match[Any, Any, Any], weight: float, *texts: str) -> History:
    """The history in which the bear has made these moves."""
    position, entries, states = position_of(match.game, match.state), list[Entry](), list[Any]()
    for text in texts:
        entries.append(Entry(EntryKind.MOVE, seat="bear", text=text))
        follows = following(position, entries[-1])
        assert follows is not None
        position = follows.after
        states.append(position.state)
    table = dict(position.looks)
    return History(tuple(entries), tuple(states), position, table, {}, {}, (), weight)


@pytest.mark.parametrize("nats", [0.0, -2.0, -6.0])
def test_what_follows_an_unlikely_answer_is_doubtful(nats: float) -> None:
    """The search has left out what is ``hopeless`` nats below the best: as likely, beside an answer that is
    ``nats`` below it, as e to the power of the difference."""
    match = begun("arctica")
    likely, told = after(match, 0.0, "play violet1"), after(match, nats, "move seal i1 h1", "play violet1")
    belief = Belief(match, Shown(), sorted((likely, told), key=lambda one: -one.weight))
    left = belief.follow(match.add(told.entries[0])).share(lambda _: 1.0)
    assert 1.0 - left == pytest.approx(exp(-WATCHED.hopeless - nats), rel=0.05)
