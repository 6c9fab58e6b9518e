"""Refusals in one shape: for each kind of move an ordered tuple of tests, each about one clause. ::

    "launch": (
        lambda state, _, move: not state.by_land(move.end) and told("launch.2", move.end),
        lambda state, _, move: state.taken(move.end) and told("launch.3", move.end),
    )

A test gives False (or nothing) where the move keeps its clause. Clauses that come out of one search may share
a test: a generator of what :func:`told` gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVarTuple

from companion.rules.contract import Facts

Broken = tuple[str, tuple[Any, ...]] | tuple[str, tuple[Any, ...], Facts]
"""The short id of a clause (``turn.1``), the cells to light up as the game counts or names them, and facts of
the sentence."""
Finding = Iterable[Broken] | Literal[False]
"""What a test gives: False, or nothing, where a move keeps its clauses."""
About = TypeVarTuple("About")


def told(short: str, *cells: Any, **facts: str) -> tuple[Broken]:
    """One broken clause."""
    return ((short, cells, tuple(facts.items())),)


def ask(tests: Iterable[Callable[[*About], Finding]], *about: *About) -> list[Broken]:
    """All that the tests find about a position, a seat and a move."""
    broken: list[Broken] = []
    for test in tests:
        if found := test(*about):
            broken += found
    return broken


def ask_until(
    ends: frozenset[str], tests: Iterable[Callable[[*About], Finding]], *about: *About
) -> list[Broken]:
    """As :func:`ask`. When a test has found one of the clauses ``ends``, no other is asked: without it they
    mean nothing (there is no such piece)."""
    broken: list[Broken] = []
    for test in tests:
        if found := test(*about):
            broken += found
            if broken and broken[-1][0] in ends:
                break
    return broken
