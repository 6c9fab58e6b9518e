"""Pieces that move are seen to move: with a finger, or gliding from where they lay to where they lie now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kivy.clock import Clock
from kivy.graphics import InstructionGroup, PopMatrix, PushMatrix, Translate

from companion.rules.contract import CellId, Look
from companion.rules.pieces import PosedPiece
from companion.screen import tuning

SECONDS = tuning.number("flight.seconds")
"""Seconds from the beginning of a move to its end."""
MOST = tuning.whole("flight.most")
"""If more pieces move at once, it is a set-up or a jump in time, and nobody could follow them."""

Draw = Callable[[InstructionGroup, PosedPiece, CellId], None]
Middle = Callable[[CellId], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Moved:
    """A piece that has gone from one place to another."""

    piece: PosedPiece
    start: CellId
    end: CellId


def moved(before: Mapping[CellId, Look], after: Mapping[CellId, Look]) -> tuple[Moved, ...]:
    """The pieces of which exactly one has left a place and exactly one has come to another, standing or
    lying. Empty if there are too many, or if nothing was shown before."""
    gone: dict[PosedPiece, list[CellId]] = {}
    come: dict[PosedPiece, list[tuple[CellId, PosedPiece]]] = {}
    for cell in {*before, *after} if before else ():
        was, now = (Counter(looks[cell].pieces if cell in looks else ()) for looks in (before, after))
        for piece in (was - now).elements():
            gone.setdefault(piece.standing, []).append(cell)
        for piece in (now - was).elements():
            come.setdefault(piece.standing, []).append((cell, piece))
    found = []
    for piece, places in sorted(gone.items()):
        arrived = come.get(piece, [])
        if len(places) == len(arrived) == 1 and places[0] != arrived[0][0]:
            end, piece_now = arrived[0]
            found.append(Moved(piece_now, places[0], end))
    return tuple(found) if len(found) <= MOST else ()


class Flights:
    """Pieces on their way, drawn into ``group``. ``draw``: draws a piece as it lies in a place; ``middle``:
    gives the middle of a place, in the window; ``landed``: called with a place where something has
    arrived."""

    def __init__(
        self, group: InstructionGroup, draw: Draw, middle: Middle, landed: Callable[[CellId], None]
    ) -> None:
        self._group = group
        self._draw = draw
        self._middle = middle
        self._landed = landed
        self._flying: tuple[tuple[Moved, Translate], ...] = ()
        self._passed: float | None = None
        """Seconds on the way; None until the first frame, however long the page took to draw anew."""
        self._beat = Clock.create_trigger(self._fly, 0, interval=True)

    @property
    def flying(self) -> tuple[Moved, ...]:
        """The pieces that are on their way now."""
        return tuple(move for move, _ in self._flying)

    def start(self, moves: tuple[Moved, ...]) -> None:
        """Let these pieces set out now."""
        self.land()
        started = []
        for move in moves:
            glide = Translate(0, 0)
            self._group.add(PushMatrix())
            self._group.add(glide)
            self._draw(self._group, move.piece, move.end)
            self._group.add(PopMatrix())
            started.append((move, glide))
        self._flying, self._passed = tuple(started), None
        if started:
            self._glide(0.0)
            self._beat()

    def land(self) -> None:
        """Let all pieces arrive at once."""
        flown, self._flying = self._flying, ()
        self._beat.cancel()
        self._group.clear()
        for move, _ in flown:
            self._landed(move.end)

    def carry(self, piece: PosedPiece, start: CellId, at: tuple[float, float]) -> None:
        """Draw a piece of ``start`` under a finger."""
        self.land()
        x, y = self._middle(start)
        self._group.add(PushMatrix())
        self._group.add(Translate(at[0] - x, at[1] - y))
        self._draw(self._group, piece, start)
        self._group.add(PopMatrix())

    def without(self, cell: CellId, look: Look) -> Look:
        """What lies in a place without the pieces that are still on their way to it."""
        pieces = list(look.pieces)
        for move in self.flying:
            if move.end == cell and move.piece in pieces:
                pieces.remove(move.piece)
        return look if len(pieces) == len(look.pieces) else replace(look, pieces=tuple(pieces))

    def _fly(self, seconds: float) -> None:
        self._passed = 0.0 if self._passed is None else self._passed + seconds
        if self._passed >= SECONDS:
            self.land()
        else:
            self._glide(self._passed / SECONDS)

    def _glide(self, part: float) -> None:
        """Draw the pieces at this ``part`` of their time, 0 to 1. They are quick at first, then slower."""
        left = (1 - part) ** 2
        for move, glide in self._flying:
            (from_x, from_y), (to_x, to_y) = self._middle(move.start), self._middle(move.end)
            glide.x, glide.y = (from_x - to_x) * left, (from_y - to_y) * left
