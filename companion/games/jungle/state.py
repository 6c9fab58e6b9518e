"""A position: every open card, how many lie closed, and what is claimed, owed or ignored.

Nothing in it is secret: which cards lie closed nobody knows, so every view of a position is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.jungle.edition import Edition
from companion.games.jungle.words import HAND_PLACES, POT
from companion.rules.contract import Seat, Setup

NOBODY = -1

Places = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all the match. ``seat_of[place]``; ``copies[card]`` and ``cards`` of the deck in
    use; ``left_over``: cards that the deal leaves for the pot (setup.3)."""

    setup: Setup
    edition: Edition = field(repr=False)
    places: tuple[str, ...]
    seat_of: tuple[Seat, ...]
    hands: str
    trio: bool
    share_all: bool
    replay: bool
    copies: tuple[int, ...]
    cards: int
    left_over: int
    number: Mapping[str, int] = field(compare=False, repr=False)

    @property
    def two_hands(self) -> bool:
        """Two players with both hands: four places (hands.1)."""
        return self.hands != "no"

    @property
    def pot(self) -> int:
        """The number of the pot among the piles: after the last place."""
        return len(self.places)

    def pile_name(self, pile: int) -> str:
        """A place's name for its open stack, or ``pot``."""
        return POT if pile == len(self.places) else self.places[pile]

    def places_of(self, seat: Seat) -> Places:
        """One place, or both hands."""
        return tuple(place for place, owner in enumerate(self.seat_of) if owner == seat)

    def clockwise(self, place: int) -> Places:
        """All places in their order, beginning with this one."""
        count = len(self.places)
        return tuple((place + step) % count for step in range(count))


def make_table(edition: Edition, setup: Setup) -> Table:
    """The table of a checked set-up."""
    options = dict(setup.options)
    hands = str(options["hands"])
    places = setup.seats if hands == "no" else HAND_PLACES
    plain = options["trio"] is True or hands != "no"
    copies = tuple(
        0 if plain and card == edition.coloured else number for card, number in enumerate(edition.copies)
    )
    return Table(
        setup=setup,
        edition=edition,
        places=places,
        seat_of=tuple(Seat(place % len(setup.seats)) for place in range(len(places))),
        hands=hands,
        trio=options["trio"] is True,
        share_all=options["share"] == "all",
        replay=options["tie"] == "replay",
        copies=copies,
        cards=sum(copies),
        left_over=sum(copies) % len(places),
        number={name: number for number, name in enumerate(places)},
    )


@dataclass(frozen=True, slots=True)
class State:
    """A position. Cards, places and piles are numbers; lists of places stand in the order of the text form.

    ``who``: places of the phase line (tied, choosing, giving), or winning seats when over. ``closed[place]``:
    how many. ``opened[place]``: from the bottom to the top. ``pot``: in order of cards. ``shown``: who has
    opened in the simultaneous opening. ``inward``, ``trio``: the claim of all; ``outward``: who goes on with
    it, or NOBODY; ``due``: who owes for a last coloured card; ``losers``, ``piles``: of a distribution;
    ``ignored``: matches that count no more (situ.8), by first place.
    """

    table: Table
    phase: str
    who: Places
    turn: int
    colours: bool
    closed: Places
    opened: tuple[tuple[int, ...], ...]
    pot: tuple[int, ...]
    shown: Places = ()
    inward: Places = ()
    trio: bool = False
    outward: int = NOBODY
    due: Places = ()
    losers: Places = ()
    piles: Places = ()
    ignored: tuple[Places, ...] = ()

    @property
    def for_all(self) -> bool:
        """A claim of everybody stands: an inward card, or three tops of one colour (in.1, trio.2)."""
        return bool(self.inward) or self.trio

    def held(self, place: int) -> int:
        """Cards of a place, closed and open."""
        return self.closed[place] + len(self.opened[place])

    def held_by(self, seat: Seat) -> int:
        """Cards of a player, of all its places."""
        return sum(self.held(place) for place in self.table.places_of(seat))

    def pile(self, pile: int) -> tuple[int, ...]:
        """The cards of an open stack or of the pot."""
        return self.pot if pile == self.table.pot else self.opened[pile]

    def untold(self) -> int:
        """Cards left over that still have to be told (setup.4)."""
        return self.table.left_over - len(self.pot) if self.phase == "deal" else 0

    def unaccounted(self, card: int) -> int:
        """Copies of a card that do not lie open: they are among the closed ones (deck.1)."""
        seen = self.pot.count(card)
        for stack in self.opened:
            seen += stack.count(card)
        return self.table.copies[card] - seen


def set_up(table: Table) -> State:
    """All cards dealt face down; those left over are told first (setup.2, setup.3, setup.4)."""
    places = len(table.places)
    return State(
        table=table,
        phase="deal" if table.left_over else "flip",
        who=(),
        turn=0,
        colours=False,
        closed=(table.cards // places,) * places,
        opened=((),) * places,
        pot=(),
    )
