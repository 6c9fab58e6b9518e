"""A match's log: unchangeable for everybody, and long ones grow as cheaply as short ones."""

from __future__ import annotations

import tracemalloc

import pytest

from companion.rules.log import Log
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game


def test_versions_do_not_see_each_other() -> None:
    base = Log("ab")
    longer = base.plus("c")
    other = base.plus("x")
    assert list(map("".join, (base, longer, other))) == ["ab", "abc", "abx"]
    shorter = longer.without(2)
    assert shorter == ("a",)
    assert shorter.plus("x") == ("a", "x")
    assert longer == ("a", "b", "c")
    assert base.without(9) == ()


def test_it_is_read_as_a_tuple_is() -> None:
    log = Log("abcd").without(1)
    assert (log[0], log[-1], log[1:], log[:-1], log[::-1]) == (
        "a",
        "c",
        ("b", "c"),
        ("a", "b"),
        ("c", "b", "a"),
    )
    assert list(log) == ["a", "b", "c"]
    assert hash(log) == hash(("a", "b", "c"))
    assert log != ("a", "b", "d")
    for index in (3, -4):
        with pytest.raises(IndexError):
            log[index]


def test_an_entry_more_costs_the_same_in_a_long_match() -> None:
    """The least of some: now and then a list moves to a larger place."""

    def cost(entries: int) -> int:
        game = find_game("marso")
        match = Match.begin(game, game.setup(2, {}))
        pair = (Entry(EntryKind.CHANCE, text="open b1"), Entry(EntryKind.UNDO, count=1))
        for _ in range(entries // 2):
            match = match.add(pair[0]).add(pair[1])
        costs = []
        for _ in range(9):
            tracemalloc.start()
            kept = match.add(pair[0])
            costs.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
            match = kept.add(pair[1])
        return min(costs)

    assert cost(8000) < 2 * cost(200)
