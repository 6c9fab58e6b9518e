"""Places of which a position does not tell what lies on top: piles, and trays of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from companion.rules.contract import CellId, Certainty, Look, Reading, Setup
from companion.rules.optional import Drawing, Throwing
from companion.rules.registry import AnyGame

_NOTHING = Look()
Looks = Mapping[CellId, Look]


def laid_on_piles(game: AnyGame, setup: Setup, before: Looks, after: Looks) -> dict[CellId, Look]:
    """The tops of those piles that hold one piece more ``after`` than ``before``: it lies on top. And the top
    of a pile of tokens, if a card came onto one of them and the others stayed: somebody turned it up.

    A pile is where only the top is read (:attr:`companion.rules.contract.Reading.piled`). Where its look may
    be any, the pieces of the look are all that lie there (:class:`companion.rules.contract.Look`); else they
    are all of the sort that the look shows.
    """
    found = {}
    for cell in _piles(game, setup):
        was, look = before.get(cell, _NOTHING), after.get(cell, _NOTHING)
        if was is look or look.certainty is not Certainty.ANY or was == look:
            continue
        come = Counter(look.pieces) - Counter(was.pieces)
        if was.certainty is Certainty.SEEN:
            come -= Counter({piece: come[piece] for piece in was.pieces})
        if come.total() == 1:
            found[cell] = Look(look.base, tuple(come))
    return {**found, **_turned_up(game, setup, before, after)}


def brought_by(game: AnyGame, setup: Setup, outcome: Any, before: Looks, after: Looks) -> dict[CellId, Look]:
    """What lies by an outcome in places whose looks may be any, or tell no more: the top of a pile, a thrown
    die, the stack from which it comes."""
    # as ``isinstance(game, Throwing)`` asks, but faster: outcomes are thousands
    thrown = cast(Throwing, game).thrown(outcome) if hasattr(game, "thrown") else {}
    drawn = cast(Drawing, game).drawn_from(outcome) if hasattr(game, "drawn_from") else ()
    stacks = {cell: after.get(cell, _NOTHING) for cell in drawn}
    return {**laid_on_piles(game, setup, before, after), **thrown, **stacks}


def _turned_up(game: AnyGame, setup: Setup, before: Looks, after: Looks) -> dict[CellId, Look]:
    """The one pile of tokens with another top, none of the others having changed."""
    piles = ((c, before.get(c, _NOTHING), after.get(c, _NOTHING)) for c in _token_piles(game, setup))
    changed = [(cell, now) for cell, was, now in piles if was != now]
    if len(changed) != 1 or not changed[0][1].pieces or changed[0][1].certainty is not Certainty.SEEN:
        return {}
    return dict(changed)


@lru_cache(maxsize=8)
def _token_piles(game: Any, setup: Setup) -> tuple[CellId, ...]:
    return tuple(zone.cell for zone in game.zones(setup) if zone.reading is Reading.TOKENS)


@lru_cache(maxsize=8)
def _piles(game: Any, setup: Setup) -> tuple[CellId, ...]:
    return tuple(zone.cell for zone in game.zones(setup) if zone.reading.piled)
