"""A position of Atlantis: everything on the table, in compact form, with ``?`` for what nobody may know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from companion.games.atlantis.edition import EXPLORERS, PASSENGERS, Edition
from companion.games.atlantis.words import BACK_WORDS, CREATURES, ISLANDS, LAND, SERPENT, SHARK, WHALE, Counts
from companion.rules.contract import Seat, Setup

MOVES: Final = 3
"""Movements of a turn (step.1)."""
PREDATORS: Final = (SERPENT, SHARK)
"""Creatures that remove swimmers."""
SINKERS: Final = (SERPENT, WHALE)
"""Creatures that remove boats with passengers."""

Pile = tuple[int, Counts]
"""A cell and the explorers of each colour there."""


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all the match. ``colours[seat]``: the colours it commands, its own first;
    ``owner[colour]``: its seat, or -1; ``boats``: boats that each seat launches."""

    setup: Setup
    edition: Edition = field(repr=False)
    colours: tuple[tuple[int, ...], ...]
    owner: tuple[int, ...]
    boats: int
    crowd: bool
    ending: str
    equal: bool
    ashore: bool

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.colours)

    @property
    def playing(self) -> tuple[int, ...]:
        """The colours in play, in colour order."""
        return tuple(colour for colour, seat in enumerate(self.owner) if seat >= 0)

    def of_seat(self, counts: Counts, seat: int) -> int:
        """How many of these explorers the seat commands."""
        return sum(counts[colour] for colour in self.colours[seat])

    def most_others(self, counts: Counts, seat: int) -> int:
        """The most that any other seat has among these explorers."""
        return max(self.of_seat(counts, other) for other in range(self.seats) if other != seat)


def make_table(edition: Edition, setup: Setup) -> Table:
    """The table of a checked set-up."""
    options = dict(setup.options)
    own = [edition.colours.index(seat) for seat in setup.seats]
    colours: tuple[tuple[int, ...], ...] = tuple((colour,) for colour in own)
    if options["colours"] == 2:
        rest = [colour for colour in range(len(edition.colours)) if colour not in own]
        colours = tuple(zip(own, rest, strict=True))
    owner = [-1] * len(edition.colours)
    for seat, commanded in enumerate(colours):
        for colour in commanded:
            owner[colour] = seat
    return Table(
        setup=setup,
        edition=edition,
        colours=colours,
        owner=tuple(owner),
        boats=int(options["boats"]),
        crowd=bool(options["crowd"]),
        ending=str(options["ending"]),
        equal=bool(options["equal"]),
        ashore=bool(options["ashore"]),
    )


@dataclass(frozen=True, slots=True)
class Phase:
    """What the table waits for. Which fields count depends on the name.

    ``moves``, ``played``: of ``act``; ``cell``: of the taken tile, the boat being filled or the attack;
    ``terrain``: of the taken tile; ``kind``: rolled or attacking; ``asked``: seats that may still defend.
    """

    name: str
    moves: int = 0
    played: bool = False
    cell: int = -1
    terrain: int = 0
    kind: int = -1
    asked: tuple[int, ...] = ()


ISLAND: Final = Phase("island")
PLACE: Final = Phase("place")
LAUNCH: Final = Phase("launch")
DIE: Final = Phase("die")
TREASURE: Final = Phase("treasure")
OVER: Final = Phase("over")
PHASES: Final = (
    "island",
    "place",
    "launch",
    "act",
    "back",
    "fill",
    "die",
    "creature",
    "defend",
    "treasure",
    "over",
)
SETUP_PHASES: Final = ("island", "place", "launch")
AFTER_THE_GAME: Final = ("treasure", "over")
WITHOUT_TURN: Final = ("island", *AFTER_THE_GAME)
"""Phases in which no seat is in turn; ``State.turn`` is then 0."""


@dataclass(frozen=True, slots=True)
class State:
    """A position. Cells are numbers of the edition's board.

    ``land[cell]``: its terrain, 0 for sea. ``ashore``: explorers on tiles; ``boats``: every boat with its
    passengers; ``swimmers``; ``used_aboard``, ``used_afloat``: those of them who have made their sea
    movement this turn; each sorted by cell. ``creatures[kind]``: their cells, sorted. ``safe[island]``.
    ``reserve[colour]`` and ``to_launch[seat]``: not placed yet. ``hands[seat]``: sorted (terrain, back), back
    ``UNSEEN`` for ``?``. ``out[terrain]``: how many tiles of each back (``UNSEEN`` last) left the game.
    ``supply``: figures set aside. ``treasures[colour]``: the numbers turned up, ascending.
    """

    table: Table
    phase: Phase
    turn: int
    land: bytes
    ashore: tuple[Pile, ...]
    boats: tuple[Pile, ...]
    swimmers: tuple[Pile, ...]
    used_aboard: tuple[Pile, ...]
    used_afloat: tuple[Pile, ...]
    creatures: tuple[tuple[int, ...], ...]
    safe: tuple[Counts, ...]
    reserve: Counts
    to_launch: Counts
    hands: tuple[tuple[tuple[int, int], ...], ...]
    out: tuple[Counts, ...]
    supply: Counts
    treasures: tuple[tuple[int, ...], ...]

    def terrain(self, cell: int) -> int:
        """The land tile there, 0 for none: sea, or a cell that the board does not have."""
        return self.land[cell] if self.table.edition.board.has(cell) else 0

    def passengers(self, cell: int) -> Counts | None:
        """Who is on the boat there; None without a boat."""
        return dict(self.boats).get(cell)

    def swimming(self, cell: int) -> Counts:
        """Who is in the water there."""
        return dict(self.swimmers).get(cell, NOBODY)

    def standing(self, cell: int) -> Counts:
        """Who is on the tile there."""
        return dict(self.ashore).get(cell, NOBODY)

    def outside(self) -> Iterator[Counts]:
        """Explorers on tiles, on boats and in the water, pile by pile."""
        for piles in (self.ashore, self.boats, self.swimmers):
            yield from (counts for _, counts in piles)

    def deciders(self) -> tuple[Seat, ...]:
        """The seats that may act now; none while chance is awaited or the game is over."""
        match self.phase.name:
            case "place" | "launch" | "act" | "fill" | "creature":
                return (Seat(self.turn),)
            case "defend":
                return tuple(map(Seat, self.phase.asked))
        return ()

    def awaits(self) -> str:
        """What is expected now, in words: ``moves 2``, ``take beach`` (step 3 has no other tile), ``rolled
        whale``, ``attack shark``; else the phase's name."""
        phase = self.phase
        match phase.name:
            case "act" if phase.moves:
                return f"moves {phase.moves}"
            case "act":
                lowest = min((land for land in self.land if land), default=0)
                return f"take {LAND[lowest]}" if lowest else "end"
            case "creature":
                return f"rolled {CREATURES[phase.kind]}"
            case "defend":
                return f"attack {CREATURES[phase.kind]}"
        return phase.name

    def can_swim_off(self, kind: int) -> bool:
        """Whether some creature of the kind has a sea cell beside it (die.4)."""
        touches = self.table.edition.board.touches_sea
        return any(touches(self.land, cell) for cell in self.creatures[kind])


NOBODY: Final[Counts] = (0, 0, 0, 0)


def plus(counts: Counts, colour: int, number: int = 1) -> Counts:
    """So many explorers of a colour more (or less)."""
    changed = list(counts)
    changed[colour] += number
    return tuple(changed)


def added(one: Counts, other: Counts) -> Counts:
    """Both together."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def empty_boat(counts: Counts) -> bool:
    """Whether nobody is aboard."""
    return not any(counts)


def full_boat(counts: Counts) -> bool:
    """Whether the boat carries as many as it can (dry.4)."""
    return sum(counts) >= PASSENGERS


BEGIN_TURN: Final = Phase("act", moves=MOVES)
"""Nothing has been done yet in this turn."""


def initial(table: Table) -> State:
    """The set-up position: serpents on their marks, everything else still to come (setup.1-6)."""
    edition = table.edition
    launched = table.boats * table.seats
    boats, sharks, whales = edition.supply
    return State(
        table=table,
        phase=ISLAND,
        turn=0,
        land=bytes(len(edition.board.names)),
        ashore=(),
        boats=(),
        swimmers=(),
        used_aboard=(),
        used_afloat=(),
        creatures=(edition.board.marks, (), ()),
        safe=(NOBODY,) * len(ISLANDS),
        reserve=tuple(EXPLORERS if seat >= 0 else 0 for seat in table.owner),
        to_launch=(table.boats,) * table.seats,
        hands=((),) * table.seats,
        out=((0,) * len(BACK_WORDS),) * len(LAND),
        supply=(boats - launched, sharks, whales),
        treasures=((),) * len(edition.colours),
    )
