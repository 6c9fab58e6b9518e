"""A position of the game. Everything but the order of the tiles in the bag lies open, so there is one
view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.northwest.board import row_of
from companion.games.northwest.chart import Chart, make_chart
from companion.games.northwest.edition import Edition
from companion.games.northwest.pictures import is_small
from companion.games.northwest.words import GREENLAND, NOWHERE, SHIP, SLED, TOKENS
from companion.rules.contract import Seat, Setup


@dataclass(frozen=True, slots=True)
class Table:
    """What stays the same all the match: edition, seats and options."""

    setup: Setup
    edition: Edition = field(repr=False)
    pass_on_last: bool
    joined: bool
    ties_drop: bool
    touch_acting: bool

    @property
    def seats(self) -> int:
        return len(self.setup.seats)


def make_table(edition: Edition, setup: Setup) -> Table:
    """The table of a checked set-up."""
    options = dict(setup.options)
    return Table(
        setup=setup,
        edition=edition,
        pass_on_last=options["lastcrew"] == "pass",
        joined=options["parts"] == "joined",
        ties_drop=options["tie"] == "drop",
        touch_acting=options["touch"] == "acting",
    )


@dataclass(frozen=True, slots=True)
class Phase:
    """What the table waits for. ``seat``: whose, -1 for everybody's; ``more``: an action of this turn is
    done."""

    name: str
    seat: int = -1
    more: bool = False


SETUP = Phase("setup")
SUN = Phase("sun")
OVER = Phase("over")


class Crew(NamedTuple):
    """Crewmen of a player: ready and resting on the ship, ready and resting on the sled."""

    ship: int
    ship_rests: int
    sled: int
    sled_rests: int

    @property
    def ready(self) -> int:
        return self.ship + self.sled

    def ready_on(self, vehicle: int) -> int:
        return self.sled if vehicle == SLED else self.ship

    def on(self, vehicle: int) -> int:
        """All crewmen of a vehicle."""
        return self.sled + self.sled_rests if vehicle == SLED else self.ship + self.ship_rests

    def paid(self, vehicle: int, number: int) -> Crew:
        """So many of a vehicle rest (crew.5); not more than are ready."""
        number = min(number, self.ready_on(vehicle))
        if vehicle == SLED:
            return self._replace(sled=self.sled - number, sled_rests=self.sled_rests + number)
        return self._replace(ship=self.ship - number, ship_rests=self.ship_rests + number)

    def all_resting(self) -> Crew:
        """Everybody rests, each on his vehicle (pass.2)."""
        return Crew(0, self.on(SHIP), 0, self.on(SLED))

    def all_ready(self) -> Crew:
        """Everybody is ready, each on his vehicle (round.4)."""
        return Crew(self.on(SHIP), 0, self.on(SLED), 0)


class Player(NamedTuple):
    """What is before a player. ``sled``: its square, NOWHERE when aboard, LOST. ``stock``: kinds, sorted.

    ``owns``: tokens in the order of ``TOKENS``. ``passage``: value of the Passage token, 0 without.
    ``returned``: 1 for who came back first, 0 while out; ``home``: value of his Greenland token, 0 without.
    ``lost``: crewmen lost on the ice. ``score``: the track.
    """

    crew: Crew
    ship: int
    sled: int = NOWHERE
    stock: tuple[str, ...] = ()
    owns: tuple[int, ...] = (0,) * len(TOKENS)
    passage: int = 0
    returned: int = 0
    home: int = 0
    lost: int = 0
    score: int = 0

    def place_of(self, vehicle: int) -> int:
        """The square of a vehicle; below 0 for a sled that is not on the board."""
        return self.sled if vehicle == SLED else self.ship

    def vehicles(self) -> tuple[int, ...]:
        """Those on the board."""
        return (SHIP, SLED) if self.sled >= 0 else (SHIP,)


class Token(NamedTuple):
    """A token on the board; sorted by square."""

    square: int
    symbol: str


@dataclass(frozen=True, slots=True)
class State:
    """A position. ``order``: this round's seats; ``passed``: those who passed, first to last; ``display``,
    ``aside``: kinds of large tiles, sorted; ``tokens``: sorted; ``players``: by seat. ``laid``: which tile of
    the display lies where, as far as that is known (see ``display.places_of``): the same position else."""

    table: Table
    phase: Phase
    round: int
    sun: int
    order: tuple[int, ...]
    passed: tuple[int, ...]
    display: tuple[str, ...]
    aside: tuple[str, ...]
    chart: Chart
    tokens: tuple[Token, ...]
    players: tuple[Player, ...]
    laid: tuple[str, ...] = field(default=(), compare=False)

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def frozen_rows(self) -> int:
        """Rows above the line of the sun disc (ice.1)."""
        return self.edition.lines[self.sun - 1]

    def is_frozen(self, square: int) -> bool:
        return row_of(square) <= self.frozen_rows

    def token_at(self, square: int) -> str:
        """The token on a square, "" when there is none."""
        return next((token.symbol for token in self.tokens if token.square == square), "")

    def out(self) -> Counter[str]:
        """The tiles that are neither in the bag nor in a pile, by kind."""
        out = Counter(self.chart.kinds)
        for kinds in (self.display, self.aside, *(player.stock for player in self.players)):
            for kind in kinds:
                out[kind] += 1
        return out

    def bag(self) -> tuple[tuple[str, int], ...]:
        """The large tiles in the bag, by kind; only kinds that are there."""
        out = self.out()
        return tuple((kind, copies - out[kind]) for kind, copies in self.edition.large if copies > out[kind])

    def has_bag(self) -> bool:
        """Whether a large tile is in the bag."""
        return any(self.left(kind) > 0 for kind, _ in self.edition.large)

    def left(self, kind: str) -> int:
        """How many tiles of a kind are in the bag or in a pile."""
        out = self.chart.kinds.get(kind, 0) + self.display.count(kind) + self.aside.count(kind)
        return self.edition.copies.get(kind, 0) - out - sum(one.stock.count(kind) for one in self.players)

    def offers(self, kind: str) -> bool:
        """Whether the display or a pile has such a tile (take.1)."""
        return self.left(kind) > 0 if is_small(kind) else kind in self.display

    def tokens_left(self, symbol: str) -> int:
        """Tokens of a kind that nobody has and that do not lie on the board."""
        number = TOKENS.index(symbol)
        lying = sum(token.symbol == symbol for token in self.tokens)
        return self.edition.supply[number] - lying - sum(player.owns[number] for player in self.players)

    def passage_left(self) -> tuple[int, ...]:
        """Passage tokens on the board, most valuable first."""
        return _less(self.edition.passage, (player.passage for player in self.players))

    def home_left(self) -> tuple[int, ...]:
        """Greenland tokens on the board, most valuable first."""
        tokens = self.edition.greenland[self.table.seats - 2]
        return _less(tokens, (player.home for player in self.players))

    def is_out(self, seat: int) -> bool:
        """Whether a seat does nothing more in this round: passed, or back in Greenland."""
        return seat in self.passed or self.players[seat].returned > 0

    def active(self) -> Seat | None:
        """The seat whose phase it is, None in a phase of everybody's."""
        return Seat(self.phase.seat) if self.phase.seat >= 0 else None


def _less(tokens: tuple[int, ...], taken: Iterable[int]) -> tuple[int, ...]:
    left = list(tokens)
    for value in taken:
        if value in left:
            left.remove(value)
    return tuple(left)


def is_home(edition: Edition, square: int) -> bool:
    """Whether a square belongs to Greenland (home.1)."""
    return square in edition.board.tile_printed(GREENLAND).squares


def initial(table: Table) -> State:
    """The set-up position: four large tiles are still to be drawn (setup.4)."""
    edition = table.edition
    seats = tuple(range(table.seats))
    player = Player(Crew(edition.crew, 0, 0, 0), edition.start)
    return State(
        table=table,
        phase=SETUP,
        round=1,
        sun=1,
        order=seats,
        passed=(),
        display=(),
        aside=(),
        chart=make_chart(edition.board, table.joined),
        tokens=(),
        players=(player,) * len(seats),
    )
