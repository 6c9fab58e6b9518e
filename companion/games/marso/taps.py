"""Moves and outcomes as touches: a card and the place where its arrows end, then places on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.rules.contract import CellId, Look
from companion.rules.pieces import PosedPiece
from companion.rules.touch import Tap


def taps(looks: Callable[[], Mapping[CellId, Look]], end: Callable[[str], str], text: str) -> tuple[Tap, ...]:
    """The touches of a move or outcome in its text form. ``looks``: what lies where, for the few moves that
    need it: attempts are thousands; ``end``: where a path leads whoever moves."""
    verb, *words = text.split()
    match verb, words:
        case "play", [card, *path]:
            return Tap(what=f"card {card}"), *(Tap(end(way), way) for way in path)
        case "discard", cards:
            return Tap(what=verb, rare=True, final=True), *(Tap(what=f"card {card}") for card in cards)
        case (("step" | "fly" | "jump"), [cell]):
            return (Tap(cell),)
        case (("shift" | "run"), [beast, cell]):
            return (Tap(cell, f"beast {beast}"),)
        case "sleep", [beast]:
            return (_beast(looks(), beast),)
        case "open", [card]:
            return (Tap(what=f"card {card}"),)
        case "score", [side, card]:
            return Tap(what=f"hunter {side}"), Tap(what=f"card {card}")
        case _:
            return (Tap(what=text),)


def _beast(looks: Mapping[CellId, Look], beast: str) -> Tap:
    """Where a beast stands; its picture when it is off the board."""
    piece = PosedPiece(f"beast {beast}")
    cells = (cell for cell, look in looks.items() if piece in look.pieces or piece.lying in look.pieces)
    return Tap(next(cells, ""), piece)
