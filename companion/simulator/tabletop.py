"""The pieces on the table as hands move them: what lies where, and which carries lead to another position.

This module knows no rules. The caller names the looks that cells are to have; the module finds the carries,
each of one piece, that lead there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.rules.contract import CellId, Certainty, Lamp, Look, Reading
from companion.rules.pieces import PosedPiece, Stack
from companion.simulator.scene import UNMOVED, Clutter, Piece, Placer, Scene

BARE = Look()


@dataclass(frozen=True, slots=True)
class Carry:
    """One hand carries one piece. ``before``, ``after``: the piece's labels (they differ when the hand lays
    it down, turns it or turns it over). ``start``, ``end``: cells whose look changes; None = none. Then
    ``origin``, ``goal`` tell the place of the deck or pile, None = the person's own hand. ``base``: the piece
    is a cell's base."""

    before: PosedPiece
    after: PosedPiece
    start: CellId | None
    end: CellId | None
    base: bool = False
    origin: CellId | None = None
    goal: CellId | None = None

    @property
    def cells(self) -> frozenset[CellId]:
        """The cells whose looks this carry changes (at most two; none if it takes one off a stack)."""
        return frozenset(cell for cell in (self.start, self.end) if cell is not None)

    @property
    def from_outside(self) -> bool:
        """Whether the hand takes the piece where no camera sees it."""
        return self.start is None and self.origin is None

    @property
    def to_outside(self) -> bool:
        """Whether the hand takes the piece away, out of every picture."""
        return self.end is None and self.goal is None

    def back(self) -> Carry:
        """The carry that brings the piece back to where it was."""
        return Carry(self.after, self.before, self.end, self.start, self.base, self.goal, self.origin)


@dataclass(frozen=True, slots=True)
class _Laid:
    label: PosedPiece
    piece: Piece


_Lying = tuple[CellId, PosedPiece]


class Piles(Protocol):
    """Which piles a game has (a part of :class:`companion.simulator.kit.Kit`)."""

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None: ...
    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None: ...
    def is_pile(self, cell: CellId) -> bool: ...


@runtime_checkable
class FaceDown(Protocol):
    """What piles may offer as well, if a hand turns a card over while it carries it."""

    def face_down(self, origin: CellId) -> PosedPiece | None:
        """The label of a card from this stack until it is turned over; None if its cards lie face up."""
        ...


class TableTop:
    """What lies on the table now. The mover of the hands changes it. Not for several threads."""

    def __init__(self, placer: Placer, piles: Piles, hidden: Iterable[CellId] = ()) -> None:
        self.placer = placer
        self._piles = piles
        self.slide = UNMOVED
        self.lamps: tuple[Lamp, ...] = ()
        self.clutter: tuple[Clutter, ...] = ()
        self._hidden = frozenset(hidden)
        self._bases: dict[CellId, _Laid] = {}
        self._pieces: dict[CellId, list[_Laid]] = {cell: [] for cell in placer.zones}

    def lay_out(self, looks: Mapping[CellId, Look]) -> None:
        """Put everything down as the looks say, without hands."""
        for cell in self._pieces:
            look = BARE if cell in self._hidden else looks.get(cell, BARE)
            if self._is_die(cell) and cell not in self._hidden:  # a die always lies in its tray
                look = Look("", self.placer.zones[cell].stacks[-1])
            self._bases.pop(cell, None)
            self._pieces[cell] = []
            if look.base:
                base = PosedPiece(look.base)
                self.lay(cell, base, self.spot(cell, base, base=True), base=True)
            for label in look.pieces:
                self.lay(cell, label, self.spot(cell, label))

    def scene(self) -> Scene:
        """The table without hands."""
        bases = [self._bases[cell].piece for cell in self._pieces if cell in self._bases]
        pieces = [laid.piece for stack in self._pieces.values() for laid in stack]
        return Scene((*bases, *pieces), self.clutter, self.slide, self.lamps)

    def labels(self, cell: CellId) -> Stack:
        """The pieces to be seen in the cell, bottom to top; of a pile only the top one."""
        labels = tuple(laid.label for laid in self._pieces[cell])
        return labels[-1:] if self._is_piled(cell) else labels

    def base(self, cell: CellId) -> str:
        """The cell's base, "" for none."""
        return self._bases[cell].label if cell in self._bases else ""

    def where(self, label: PosedPiece) -> CellId | None:
        """The cell in which a piece lies."""
        return next((cell for cell in self._pieces if label in self.labels(cell)), None)

    def spot(self, cell: CellId, label: PosedPiece, *, base: bool = False) -> Piece:
        """Where a person would put a piece (or a base) down in the cell now."""
        if base:
            return self.placer.put_base(cell, label)
        others = [] if self._is_piled(cell) else [laid.piece for laid in self._pieces[cell]]
        around = [laid.piece for other, there in self._pieces.items() if other != cell for laid in there]
        return self.placer.put(cell, label, others, around)

    def lay(self, cell: CellId, label: PosedPiece, piece: Piece, *, base: bool = False) -> None:
        """Put a piece down on top of those in the cell, or as the cell's base. If it carries others, those in
        the cell that ride get into it."""
        if base:
            self._bases[cell] = _Laid(label, piece)
            return
        there, carrier = self._pieces[cell], self.placer.carrier
        comes = carrier is not None and label.name == carrier.name
        board = [laid for laid in there if carrier is not None and comes and carrier.rides(laid.label)]
        self._pieces[cell] = [*(laid for laid in there if laid not in board), _Laid(label, piece)]
        for laid in board:
            self.lay(cell, laid.label, self.spot(cell, laid.label))

    def find(self, cell: CellId, label: PosedPiece, *, base: bool = False) -> Piece:
        """A piece (or the base) that lies in the cell. Raises KeyError when it is not there."""
        if base:
            return self._bases[cell].piece
        for laid in self._pieces[cell]:
            if laid.label == label:
                return laid.piece
        raise KeyError(f"{label} is not at {cell}")

    def take(self, cell: CellId, label: PosedPiece, *, base: bool = False) -> Piece:
        """Take a piece (or the base) away, of a pile all of it. Raises KeyError when it is missing."""
        piece = self.find(cell, label, base=base)
        if base:
            del self._bases[cell]
        else:
            there = self._pieces[cell]
            rest = [laid for laid in there if laid.piece is not piece]
            self._pieces[cell] = [] if self._is_piled(cell) else rest
        return piece

    def _is_piled(self, cell: CellId) -> bool:
        return self.placer.zones[cell].reading.piled

    def _is_die(self, cell: CellId) -> bool:
        return self.placer.zones[cell].reading is Reading.DIE

    def plan(self, target: Mapping[CellId, Look]) -> list[Carry]:
        """The carries after which each cell in ``target`` looks as named there, in an order that hands can
        do."""
        missing: list[_Lying] = []
        surplus: list[_Lying] = []
        found = self._plan_bases(target)
        for cell, look in target.items():
            kept = not self.placer.zones[cell].reading.watched
            if cell in self._hidden or (look.certainty is Certainty.ANY and not kept):
                continue
            have, want = Counter(self.labels(cell)), Counter(look.pieces)
            missing += [(cell, label) for label in (want - have).elements()]
            if not (want and self._piles.is_pile(cell)):
                surplus += [(cell, label) for label in (have - want).elements()]
        found += self._joined(surplus, missing)
        found += [self._gone(cell, label, target) for cell, label in surplus]
        found += [self.arriving(cell, label) for cell, label in missing]
        return _in_order(found)

    def alike(self, handled: Mapping[CellId, Look]) -> list[Carry]:
        """The carries that do not show: a card onto one that looks the same or one off a stack, a die that
        falls on the same face."""
        found: list[Carry] = []
        for cell, look in handled.items():
            if self._is_die(cell) and cell not in self._hidden and look.pieces == self.labels(cell):
                found += [Carry(label, label, cell, cell) for label in look.pieces]
            if not self._is_piled(cell) or cell in self._hidden or look.pieces != self.labels(cell):
                continue
            for label in look.pieces:
                taken = Carry(label, label, None, None, origin=cell)
                found.append(self.arriving(cell, label) if self._piles.is_pile(cell) else taken)
        return found

    def _plan_bases(self, target: Mapping[CellId, Look]) -> list[Carry]:
        """Bases that are turned over where they lie, or moved, taken away and brought."""
        change = {
            cell: (PosedPiece(self.base(cell)), PosedPiece(look.base))
            for cell, look in target.items()
            if not (cell in self._hidden or look.certainty is Certainty.ANY or look.base == self.base(cell))
        }
        found: list[Carry] = []
        gone = {cell: old for cell, (old, _) in change.items() if old}
        come = {cell: new for cell, (_, new) in change.items() if new}
        if gone.keys() != come.keys():  # otherwise all of them are only turned over
            for start, base in list(gone.items()):
                end = next((cell for cell, new in come.items() if new == base), None)
                if end is not None:
                    found.append(Carry(gone.pop(start), come.pop(end), start, end, base=True))
        for cell in [cell for cell in gone if cell in come]:
            found.append(Carry(gone.pop(cell), come.pop(cell), cell, cell, base=True))
        found += [Carry(base, base, cell, None, base=True) for cell, base in gone.items()]
        found += [Carry(base, base, None, cell, base=True) for cell, base in come.items()]
        return found

    def _joined(self, surplus: list[_Lying], missing: list[_Lying]) -> list[Carry]:
        """Make one carry of a piece that must go and one that must come. Pairs in one cell come first. Takes
        both out of the lists."""
        found: list[Carry] = []

        def join(same_cell: bool, same_name: bool) -> None:
            for start, before in list(surplus):
                for end, after in missing:
                    if same_cell == (start == end) and (not same_name or before.name == after.name):
                        found.append(Carry(before, after, start, end))
                        surplus.remove((start, before))
                        missing.remove((end, after))
                        break

        join(same_cell=True, same_name=True)
        join(same_cell=False, same_name=True)
        join(same_cell=True, same_name=False)
        return found

    def _gone(self, cell: CellId, label: PosedPiece, target: Mapping[CellId, Look]) -> Carry:
        """A carry of a piece to its pile, or off the table. If the pile must be bare, to where the pile
        itself is put away."""
        pile = self._piles.put_away(label, cell)
        while pile is not None and target.get(pile) == BARE:
            pile = self._piles.put_away(label, pile)
        if pile is None or pile in self._hidden:
            return Carry(label, label, cell, None)
        if not self._piles.is_pile(pile):
            return Carry(label, label, cell, None, goal=pile)
        return Carry(label, PosedPiece(label.name), cell, pile)

    def arriving(self, cell: CellId, label: PosedPiece) -> Carry:
        """A piece that comes from a deck or a person's hand."""
        origin = self._piles.taken_from(label, cell)
        down = None
        if origin is not None and isinstance(self._piles, FaceDown):
            down = self._piles.face_down(origin)
        return Carry(down or label, label, None, cell, origin=origin)


def _in_order(carries: list[Carry]) -> list[Carry]:
    """A piece that stands where another must go is carried first; otherwise the order is kept."""
    rest = list(carries)
    done: list[Carry] = []
    while rest:
        free = next((c for c in rest if not any(o is not c and o.start == c.end for o in rest)), rest[0])
        rest.remove(free)
        done.append(free)
    return done
