"""A position of Arctica: everything public on and around the board, in compact form.

Hands are hidden from the table, so a position only counts their cards and is the same for every viewer.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.arctica.edition import CARDS, Edition
from companion.games.arctica.layout import Figure
from companion.games.arctica.poses import may_be
from companion.games.arctica.words import (
    COD,
    ESKIMO,
    FED,
    GOODS,
    HUNTERS,
    KINDS,
    MOVED,
    NEW,
    NO_HUNT,
    PLANKTON,
    SEAL,
)
from companion.rules.contract import Seat, Setup


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all the match: edition, seats, options, and who owns which hunter.

    ``kinds[seat]``: its hunter. ``owner[kind]``: the row of ``State.goods`` that pays for it: its seat, or
    the supply (the row after the last seat) for a neutral one.
    """

    setup: Setup
    edition: Edition = field(repr=False)
    kinds: tuple[int, ...]
    owner: tuple[int, ...]
    expert: bool
    pack_pushes: bool
    seal_each: bool

    @property
    def supply(self) -> int:
        """The row of the supply in ``State.goods``."""
        return len(self.kinds)

    @property
    def four(self) -> bool:
        """Four players: no neutral hunters but the cod, and the seal may flee."""
        return len(self.kinds) == len(HUNTERS)

    def is_neutral(self, kind: int) -> bool:
        """Whether no seat has this hunter; cod never has one."""
        return self.owner[kind] == self.supply

    def seat_of(self, kind: int) -> Seat | None:
        """The seat of a hunter, None for a neutral one."""
        return None if self.is_neutral(kind) else Seat(self.owner[kind])


def make_table(edition: Edition, setup: Setup) -> Table:
    """The table of a checked set-up."""
    kinds = tuple(KINDS.index(seat) for seat in setup.seats)
    options = dict(setup.options)
    return Table(
        setup=setup,
        edition=edition,
        kinds=kinds,
        owner=tuple(kinds.index(kind) if kind in kinds else len(kinds) for kind in range(len(KINDS))),
        expert=options["setup"] == "expert",
        pack_pushes=options["pack_push"] == "pack",
        seal_each=options["seal_attacks"] == "each",
    )


@dataclass(frozen=True, slots=True)
class Phase:
    """What the table waits for. Which numbers count is in ``PHASES`` of the text form; the rest are -1 or 0.

    ``colour``: a direction; ``left``: tokens still to drift; ``cell``; ``spot``: of the attacked seal.
    """

    name: str
    colour: int = -1
    left: int = 0
    cell: int = -1
    spot: int = -1


LAY = Phase("lay")
CHOOSE_IGLOO = Phase("igloo")
RETURN = Phase("return")
TURN = Phase("turn")
MELTING = Phase("melt")
DROP = Phase("drop")
OVER = Phase("over")


@dataclass(frozen=True, slots=True)
class State:
    """A position. Cells and spots are numbers of the edition's board.

    ``turn``: the active seat. ``card_done``: the turn's ice card is played. ``hunt``: none, own, done, or
    the neutral kind in use. ``ice[cell]``. ``igloo``: its cell or -1. ``figures``: sorted. ``away[kind]``:
    caught hunters that will come back. ``goods[row][good]``: seats in turn order, then the supply.
    ``hands``: cards of each seat. ``deck``: cards in the stack. ``discard[card]``: copies lying open.
    ``locked``: cells, sorted, where a token arrived by the card in play.
    """

    table: Table
    phase: Phase
    turn: int
    card_done: bool
    hunt: str
    ice: bytes
    igloo: int
    figures: tuple[Figure, ...]
    away: tuple[int, ...]
    goods: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    deck: int
    discard: bytes
    locked: tuple[int, ...] = ()

    @property
    def own(self) -> int:
        """The kind of the active seat's hunter."""
        return self.table.kinds[self.turn]

    def lives(self, kind: int) -> int:
        """Tokens that the owner of a hunter still has of it."""
        return self.goods[self.table.owner[kind]][kind]

    def at(self, kind: int, spot: int) -> list[Figure]:
        """The figures of a kind on a spot."""
        return [f for f in self.figures if f.spot == spot and f.kind == kind]

    def of(self, kind: int) -> list[Figure]:
        """All figures of a kind on the board."""
        return [f for f in self.figures if f.kind == kind]

    def due(self) -> tuple[int, ...]:
        """Kinds that come back now: the active seat's hunter and neutral ones (return.1, return.7)."""
        table = self.table
        return tuple(
            kind for kind in range(COD) if self.away[kind] and table.owner[kind] in (self.turn, table.supply)
        )

    def waiting(self) -> list[Figure]:
        """Figures that moving ice has left where they cannot be (only in phase displace)."""
        ice = self.ice
        return [f for f in self.figures if not may_be(ice, f.kind, f.spot)]

    def decider(self) -> Seat | None:
        """The seat that acts now (turn.1), None when the game is over."""
        match self.phase.name:
            case "over":
                return None
            case "flee" | "land":
                return self.table.seat_of(SEAL)
            case "igloo":
                return self.table.seat_of(ESKIMO) or Seat(0)
        return Seat(self.turn)

    def can_hold(self, card: int, seat: int) -> bool:
        """Whether a hand may hold this card as far as anybody can tell (card.1)."""
        return self.hands[seat] > 0 and self.discard[card] < self.table.edition.cards[card].copies


def mover(figures: list[Figure]) -> Figure:
    """Which of equal figures moves, is displaced or is taken: the one that has done least (move.13)."""
    return min(figures, key=lambda f: (f.marks & FED, f.marks & MOVED, f.marks & NEW))


def attacker(figures: list[Figure]) -> Figure:
    """Which of equal figures attacks: one that still can, and rather one that has moved (move.13)."""
    return min(figures, key=lambda f: (f.marks & NEW, f.marks & FED, -(f.marks & MOVED)))


def ended(state: State) -> bool:
    """Whether the last cod or the last plankton is gone (end.1, end.2)."""
    return not state.goods[state.table.supply][PLANKTON] or not state.of(COD)


def initial(table: Table) -> State:
    """The set-up position: the standard layout, or only the cod for an expert set-up."""
    edition = table.edition
    layout = edition.layout
    figures = layout.figures
    if table.expert:
        figures = tuple(f for f in figures if f.kind == COD)
    goods = [[0] * len(GOODS) for _ in range(table.supply + 1)]
    for kind, lives in enumerate(edition.lives):
        goods[table.owner[kind]][kind] = lives
    goods[table.supply][PLANKTON] = edition.plankton
    return State(
        table=table,
        phase=LAY if table.expert else TURN,
        turn=0,
        card_done=False,
        hunt=NO_HUNT,
        ice=bytes(len(layout.ice)) if table.expert else layout.ice,
        igloo=-1 if table.expert else layout.igloo,
        figures=figures,
        away=(0,) * COD,
        goods=tuple(map(tuple, goods)),
        hands=(edition.hand,) * table.supply,
        deck=CARDS - edition.hand * table.supply,
        discard=bytes(len(edition.cards)),
    )
