"""Positions, what may follow from them, and which part of a position a camera can see. Each question to the
rules about a position is asked once, and the answer is kept.

The judge meets the same position in several ways in one view: after acts in another order, and after other
histories. So all positions are kept until the view is explained (:func:`let_go`): the search for one view of
a large game takes hundreds of megabytes. Values only; used on the session's thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.judge.measured import Measured
from companion.rules.contract import CellId, Certainty, Chance, Decide, Look, Pending, Seat, Step
from companion.rules.match import AnyMatch, Entry, EntryKind, PlayedEntry
from companion.rules.pieces import PosedPiece
from companion.rules.piles import brought_by, laid_on_piles
from companion.rules.registry import AnyGame

Looks = Mapping[CellId, Look]

KEPT = 20_000
"""At most so many positions are kept: one view of a large game needs 12 000."""


class Position:
    """One position. ``state`` is the game's; two positions may hold equal states."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.state = state
        self.chains: dict[tuple[Entry, ...], tuple[Following, ...] | None] = {}
        """What follows by entries that were made from here, as far as somebody has asked for it."""
        self._handled: dict[tuple[Seat, Any], Looks] = {}

    def alone(self) -> Position:
        """The same position without what has been asked about what follows."""
        alone = Position(self.game, self.state)
        alone.looks = self.looks
        return alone

    def handled(self, seat: Seat, move: Any) -> Looks:
        """What hands change when they carry out a move, legal or not."""
        key = (seat, move)
        if key not in self._handled:
            self._handled[key] = self.game.handled(self.state, seat, move)
        return self._handled[key]

    @cached_property
    def pending(self) -> Pending:
        return self.game.pending(self.state)

    @cached_property
    def looks(self) -> Looks:
        return self.game.looks(self.state)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The seats' names."""
        return self.game.setup_of(self.state).seats

    @cached_property
    def due(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return self.pending.seats if isinstance(self.pending, Decide) else ()

    @cached_property
    def moves(self) -> tuple[Following, ...]:
        """Every legal move of the seats that may act now."""
        legal = self.game.legal_moves
        return tuple(Following(self, seat, move) for seat in self.due for move in legal(self.state, seat))

    @cached_property
    def verbs(self) -> Counter[str]:
        """The first words of all legal moves, and how many begin so."""
        return Counter(each.entry.verb for each in self.moves)

    @cached_property
    def outcomes(self) -> tuple[Following, ...]:
        """Everything that chance may bring now."""
        if not isinstance(self.pending, Chance):
            return ()
        return tuple(Following(self, None, outcome) for outcome, _ in self.game.outcomes(self.state))


class Following:
    """A legal move of ``seat``, or a possible outcome (``seat`` None), in a position. It does not hold the
    position itself, so that trees hold no circles and are let go at once. ``looks``: of that position."""

    def __init__(self, before: Position, seat: Seat | None, choice: Any) -> None:
        self.seat = seat
        self.choice = choice
        self.looks = before.looks
        self.brings: Looks | None = None
        """What lies otherwise once an outcome has come, as soon as somebody has worked it out."""
        self._game = before.game
        self._state = before.state
        self._name = "" if seat is None else before.names[seat]

    @cached_property
    def entry(self) -> Entry:
        if self.seat is None:
            return Entry(EntryKind.CHANCE, text=self._game.format_outcome(self.choice))
        return Entry(EntryKind.MOVE, seat=self._name, text=self._game.format_move(self.choice))

    @cached_property
    def handled(self) -> Looks:
        """What hands change when they carry the move out. Of an outcome nothing is known."""
        return {} if self.seat is None else self._game.handled(self._state, self.seat, self.choice)

    @cached_property
    def piled(self) -> Looks:
        """What an outcome puts onto piles."""
        setup = self._game.setup_of(self._state)
        return laid_on_piles(self._game, setup, self.looks, self.leaves)

    @cached_property
    def hands(self) -> Looks:
        """What hands change that carry a move out, or bring an outcome about."""
        if self.seat is not None:
            return self.handled
        setup = self._game.setup_of(self._state)
        return brought_by(self._game, setup, self.choice, self.looks, self.leaves)

    @property
    def source(self) -> str:
        """Where an outcome comes from, as in ``Chance.source``; empty for a move."""
        return getattr(self._game.pending(self._state), "source", "") if self.seat is None else ""

    @cached_property
    def step(self) -> Step[Any]:
        if self.seat is None:
            return self._game.after_chance(self._state, self.choice)
        return self._game.after_move(self._state, self.seat, self.choice)

    @cached_property
    def leaves(self) -> Looks:
        """What lies in each cell afterwards."""
        return self._game.looks(self.step.state)

    @cached_property
    def after(self) -> Position:
        after = position_of(self._game, self.step.state)
        if "looks" not in vars(after):
            after.looks = self.leaves
        return after


_KNOWN: dict[tuple[Any, Any], Position] = {}


def position_of(game: Any, state: Any) -> Position:
    """The position with this state, with what has been asked about it so far. Acts in another order often
    lead to the same position."""
    known = _KNOWN.get((game, state))
    if known is None:
        if len(_KNOWN) >= KEPT:
            let_go()
        known = _KNOWN[game, state] = Position(game, state)
    return known


def let_go() -> None:
    """Forget all positions, and what was asked about them. They hold each other in circles."""
    for position in _KNOWN.values():
        position.__dict__.pop("moves", None)
        position.__dict__.pop("outcomes", None)
        position.chains.clear()
    _KNOWN.clear()


def following(before: Position, entry: Entry) -> Following | None:
    """The move or outcome that an entry tells, if it is lawful in this position."""
    game, pending = before.game, before.pending
    if entry.kind is EntryKind.CHANCE:
        if not isinstance(pending, Chance):
            return None
        outcome = game.parse_outcome(entry.text)
        return None if game.why_impossible(before.state, outcome) else Following(before, None, outcome)
    if not isinstance(pending, Decide):
        return None
    seat, move = Seat(before.names.index(entry.seat)), game.parse_move(entry.text)
    if seat not in pending.seats or game.why_illegal(before.state, seat, move):
        return None
    return Following(before, seat, move)


@dataclass(frozen=True, slots=True)
class Shown:
    """``electronic``: sources of chance that a machine draws; ``virtual``: pieces that only the machine
    shows; ``sealed``: numbers of the entries that it drew, which no hand can take back; ``measured``: what it
    has measured and the match does not tell yet."""

    electronic: frozenset[str] = frozenset()
    virtual: frozenset[PosedPiece] = frozenset()
    sealed: frozenset[int] = frozenset()
    measured: Measured | None = None

    def looks(self, position: Position) -> Looks:
        """What each cell should look like."""
        return self.handled(position.looks)

    def tells(self, position: Position, cell: CellId) -> bool:
        """Whether a change of the cell tells anything. Where anything may lie it tells nothing."""
        look = self.looks(position).get(cell)
        return look is None or look.certainty is Certainty.SEEN

    def hands(self, follows: Following) -> Looks:
        """What hands change by a move or outcome. They throw no die that a machine throws."""
        machine = bool(self.electronic) and follows.source in self.electronic
        return self.handled(follows.piled if machine else follows.hands)

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
