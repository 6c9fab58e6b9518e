"""Acts of *arctica*: a lawful move of the seal, one too far, and two acts that were entered by touch."""

from __future__ import annotations

from typing import Any

from companion.judge.judge import Judge
from companion.rules.match import Entry, EntryKind, Match
from tests.judge.matches import begun, due, watching
from tests.judge.views import of_act
from vision.seeing import Glance, View
from vision.types import CameraState


def seal_move(match: Match[Any, Any, Any]) -> Any:
    """A lawful move of the seal on i1."""
    moves = match.game.legal_moves(match.state, due(match))
    return next(m for m in moves if match.game.format_move(m).startswith("move seal i1 "))


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


def entered_by_touch() -> tuple[Match[Any, Any, Any], Judge]:
    """An *Arctica* table whose first two acts were entered by touch, unseen."""
    match = begun("arctica")
    judge = watching(match)
    for text in ("play violet1", "drift violet g2"):
        match = match.add(Entry(EntryKind.MOVE, seat="bear", text=text))
    judge.see(match, Glance(1, 5.0, CameraState.READY))
    return match, judge
