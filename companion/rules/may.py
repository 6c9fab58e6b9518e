"""Ask before acting: where something may go from a place, and which clause forbids it elsewhere. Pure.

Everything is read off the game's own ``legal_moves`` and ``why_illegal``, so it is what rulings say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from companion.rules.contract import Breach, CellId, Decide, Look, Seat, Setup
from companion.rules.registry import AnyGame
from companion.rules.text import verb_of
from companion.rules.touch import Tap, taps_of


class Scope(NamedTuple):
    """``kinds``: the first words of the legal moves that touch a place or a piece in it; ``goals``: where
    they lead from it."""

    kinds: tuple[str, ...] = ()
    goals: tuple[CellId, ...] = ()


class Permission(NamedTuple):
    """A move that somebody asks about, and the clauses that it breaks; none if it is legal."""

    seat: str
    text: str
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class May:
    """The rules of one table, asked about positions. ``cells``: its places."""

    game: AnyGame
    setup: Setup
    cells: frozenset[str]

    def places(self, state: Any, seats: Collection[Seat] | None = None) -> dict[str, Scope]:
        """What may be done at each place that a legal move touches; ``seats``: by these only."""
        lying = self._lying(state)
        found: dict[str, tuple[dict[str, None], dict[CellId, None]]] = defaultdict(lambda: ({}, {}))
        for seat in self._acting(state):
            if seats is not None and seat not in seats:
                continue
            for move in self.game.legal_moves(state, seat):
                text = self.game.format_move(move)
                way = self.way(state, seat, text)
                meant = (lying.get(tap.what, "") for tap in self.taps(state, seat, text) if not tap.cell)
                for cell in (*way, *filter(None, meant)):
                    found[cell][0][verb_of(text)] = None
                for start, goal in pairwise(way):
                    found[start][1][CellId(goal)] = None
        return {cell: Scope(tuple(kinds), tuple(goals)) for cell, (kinds, goals) in found.items()}

    def ask(self, state: Any, start: str, goal: str) -> Permission | None:
        """Of the moves that lead from one place to another the one that is most likely meant: of a kind that
        may be made at ``start`` now, if there is such a move, and breaking the fewest clauses. None if no
        move leads there. It takes as long as a walk through all attempts."""
        kinds = self.places(state).get(start, Scope()).kinds
        found: Permission | None = None
        for seat in self._acting(state):
            for move in self.game.attempts(state, seat):
                text = self.game.format_move(move)
                if not self._leads(state, seat, text, start, goal):
                    continue
                asked = Permission(self.setup.seats[seat], text, self.game.why_illegal(state, seat, move))
                if not asked.breaches:
                    return asked
                if found is None or _unlikely(asked, kinds) < _unlikely(found, kinds):
                    found = asked
        return found

    def way(self, state: Any, seat: Seat, text: str) -> tuple[str, ...]:
        """The places that a move touches, in their order. If only its goal has to be touched, the place that
        a piece leaves for it comes before."""
        taps = self.taps(state, seat, text)
        places = _places(taps)
        if len(taps) > 1 or not places:
            return places
        return (*self.left(state, seat, text, places[0])[:1], *places)

    def taps(self, state: Any, seat: Seat, text: str) -> tuple[Tap, ...]:
        """The touches of a move, legal or not."""
        return taps_of(self.game, state, self.setup.seats[seat], text, self.cells)

    def left(self, state: Any, seat: Seat, text: str, goal: str) -> tuple[str, ...]:
        """The places that pieces leave when hands carry out a move to ``goal``."""
        before = self.game.looks(state)
        after = self.game.handled(state, seat, self.game.parse_move(text))
        return tuple(
            str(cell)
            for cell, look in after.items()
            if cell != goal and len(look.pieces) < len(before.get(cell, Look()).pieces)
        )

    def _lying(self, state: Any) -> dict[str, str]:
        """Where each piece lies of which there is one."""
        lying = [(piece, str(cell)) for cell, look in self.game.looks(state).items() for piece in look.pieces]
        count = Counter(piece for piece, _ in lying)
        return {piece: cell for piece, cell in lying if count[piece] == 1}

    def _acting(self, state: Any) -> tuple[Seat, ...]:
        pending = self.game.pending(state)
        return pending.seats if isinstance(pending, Decide) else ()

    def _leads(self, state: Any, seat: Seat, text: str, start: str, goal: str) -> bool:
        """Whether a move leads from one place to another; the way is worked out only where it may."""
        touched = any(tap.cell == goal for tap in self.taps(state, seat, text))
        return touched and (start, goal) in pairwise(self.way(state, seat, text))


def _unlikely(asked: Permission, kinds: tuple[str, ...]) -> tuple[bool, int]:
    return verb_of(asked.text) not in kinds, len(asked.breaches)


def _places(taps: tuple[Tap, ...]) -> tuple[str, ...]:
    """The places of touches; several touches of one place in a row count once."""
    cells = [tap.cell for tap in taps if tap.cell]
    return tuple(cell for cell, before in zip(cells, ["", *cells], strict=False) if cell != before)
