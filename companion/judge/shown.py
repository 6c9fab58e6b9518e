"""Which part of a position a camera can see. Pieces that exist only in an electronic deck lie on no table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.judge.positions import Looks, Position
from companion.rules.contract import Look
from companion.rules.match import AnyMatch, PlayedEntry
from companion.rules.pieces import PosedPiece


@dataclass(frozen=True, slots=True)
class Shown:
    """``electronic``: sources of chance that a machine draws; ``virtual``: pieces that only the machine
    shows; ``sealed``: numbers of the entries that it drew, which no hand can take back."""

    electronic: frozenset[str] = frozenset()
    virtual: frozenset[PosedPiece] = frozenset()
    sealed: frozenset[int] = frozenset()

    def looks(self, position: Position) -> Looks:
        """What each cell should look like."""
        return self.handled(position.looks)

    def handled(self, looks: Looks) -> Looks:
        """These looks without the pieces that only a machine shows."""
        if not self.virtual:
            return looks
        return {cell: self._seen(look) for cell, look in looks.items()}

    def _seen(self, look: Look) -> Look:
        if self.virtual.isdisjoint(look.pieces):
            return look
        return replace(look, pieces=tuple(piece for piece in look.pieces if piece not in self.virtual))

    def after(self, match: AnyMatch, state: Any, played: PlayedEntry[Any]) -> Shown:
        """The same after one more entry of the match, made in the position ``state``, which may tell about
        electronic pieces."""
        pending = match.game.pending(state)
        source = getattr(pending, "source", None)
        if source not in self.electronic:
            return self
        sealed = self.sealed | {played.number}
        if not match.game.lamps(played.state):
            return replace(self, sealed=sealed)
        before: Mapping[Any, Look] = match.game.looks(state)
        after: Mapping[Any, Look] = match.game.looks(played.state)
        there = {piece for look in before.values() for piece in look.pieces}
        new = {piece for look in after.values() for piece in look.pieces} - there
        return replace(self, virtual=self.virtual | new, sealed=sealed)
