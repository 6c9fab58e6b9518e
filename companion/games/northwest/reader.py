"""Reading the text form of a position. Lines may stand in any order; each fact is said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.northwest.chart import Tile, make_chart
from companion.games.northwest.pictures import is_small
from companion.games.northwest.position import EDITION, PHASES, TURNS
from companion.games.northwest.state import Crew, Phase, State, Table, Token, initial
from companion.games.northwest.words import LOST, NOWHERE, SYMBOLS, TOKENS
from companion.rules.contract import NotationError, OptionValue, RulesError, Setup
from companion.rules.grammar import Words
from companion.rules.record import replace
from companion.rules.text import Fact, read_facts, read_number

Seats = int | Sequence[str]
SetupReader = Callable[[Seats, Mapping[str, OptionValue]], Setup]
FEWEST: Final = 2
"""Seats with which an option is tried by itself, so that a wrong one is told with its own line."""
MOST: Final = 99
"""Tiles on one line; whether the box holds so many is for ``faults`` to say."""


def parse_position(
    words: Mapping[str, Words], read_setup: SetupReader, make: Callable[[Setup], Table], text: str
) -> State:
    """Read a position. Raises NotationError with the line."""
    facts = list(read_facts(text))
    table = make(_read_setup(read_setup, facts))
    reader = Reader(words[table.edition.name], table)
    for fact in facts:
        if fact.key not in ("seats", "option", EDITION):
            reader.add(fact)
    return reader.state()


def _read_setup(read_setup: SetupReader, facts: list[Fact]) -> Setup:
    """Seats, edition and options come first: the other lines mean nothing without them."""
    seats: Fact | None = None
    options: dict[str, OptionValue] = {}
    for fact in facts:
        if fact.key == "seats":
            if seats is not None:
                raise fact.error("'seats' is said twice")
            seats = fact
        elif fact.key in (EDITION, "option"):
            name, value = (EDITION, *fact.words(1)) if fact.key == EDITION else fact.words(2)
            if fact.key == "option" and name == EDITION:
                raise fact.error("the edition has a line of its own: 'edition NAME'")
            if name in options:
                raise fact.error(f"{name} is said twice")
            options[name] = value
            _try(read_setup, fact, FEWEST, {name: value})
    if seats is None:
        raise NotationError("the line 'seats ...' is missing")
    return _try(read_setup, seats, seats.args, options)


def _try(read_setup: SetupReader, fact: Fact, seats: Seats, options: Mapping[str, OptionValue]) -> Setup:
    try:
        return read_setup(seats, options)
    except RulesError as error:
        raise fact.error(str(error)) from error


class Reader:
    """Collects the facts of one position, beginning with those of the set-up."""

    def __init__(self, words: Words, table: Table) -> None:
        self.words = words
        self.start = initial(table)
        self.table = table
        self.board = table.edition.board
        self.said: set[str] = set()
        self.phase: Phase | None = None
        self.round = 1
        self.sun = 0
        self.order: tuple[int, ...] = self.start.order
        self.passed: tuple[int, ...] = ()
        self.kinds: dict[str, list[str]] = {"display": [], "aside": []}
        self.tiles: list[Tile] = []
        self.tokens: dict[int, Token] = {}
        self.players = list(self.start.players)

    def add(self, fact: Fact) -> None:
        """Take in one line. Raises NotationError."""
        read = _READERS.get(fact.key)
        if read is None:
            raise fact.error(f"{fact.key!r} is nothing a position says")
        read(self, fact)

    def state(self) -> State:
        """The position, once all lines are in. Raises NotationError for a phase that has to be said."""
        state = replace(
            self.start,
            round=self.round,
            sun=self.sun or self.table.edition.disc_of(self.round),
            order=self.order,
            passed=self.passed,
            display=tuple(sorted(self.kinds["display"])),
            aside=tuple(sorted(self.kinds["aside"])),
            chart=make_chart(self.board, self.table.joined, sorted(self.tiles)),
            tokens=tuple(sorted(self.tokens.values())),
            players=tuple(player._replace(stock=tuple(sorted(player.stock))) for player in self.players),
        )
        if self.phase is not None:
            return replace(state, phase=self.phase)
        free = [seat for seat in state.order if not state.is_out(seat)]
        if not free:
            raise NotationError("the line 'phase ...' is missing, and no seat can act")
        return replace(state, phase=Phase("act", free[0]))

    def _once(self, fact: Fact, name: str) -> None:
        if name in self.said:
            raise fact.error(f"'{name}' is said twice")
        self.said.add(name)

    def _seat(self, fact: Fact, word: str) -> int:
        if word not in self.table.setup.seats:
            raise fact.error(f"{word!r} is no seat of this match")
        return self.table.setup.seats.index(word)

    def _seats(self, fact: Fact) -> tuple[int, ...]:
        seats = tuple(self._seat(fact, word) for word in fact.args)
        if len(set(seats)) < len(seats):
            raise fact.error("a seat is named twice")
        return seats

    def read_round(self, fact: Fact) -> None:
        self._once(fact, "round")
        (word,) = fact.words(1)
        self.round = read_number(word, "the round", fact.line)
        if not 1 <= self.round <= self.table.edition.rounds:
            raise fact.error(f"rounds are counted from 1 to {self.table.edition.rounds}")

    def read_sun(self, fact: Fact) -> None:
        self._once(fact, "sun")
        (word,) = fact.words(1)
        self.sun = read_number(word, "the place of the sun disc", fact.line)
        if not 1 <= self.sun <= len(self.table.edition.lines):
            raise fact.error(f"places of the sun are counted from 1 to {len(self.table.edition.lines)}")

    def read_phase(self, fact: Fact) -> None:
        self._once(fact, "phase")
        parts = PHASES.get(fact.args[0]) if fact.args else None
        if parts is None:
            raise fact.error(f"a phase is one of: {', '.join(PHASES)}")
        name, *rest = fact.args
        if len(rest) != len(parts):
            raise fact.error(f"write it as 'phase {' '.join((name, *parts))}'")
        seat = self._seat(fact, rest[0]) if rest else -1
        if len(rest) > 1 and rest[1] not in TURNS:
            raise fact.error(f"a turn is one of: {', '.join(TURNS)}")
        self.phase = Phase(name, seat, more=rest[1:] == ["more"])

    def read_order(self, fact: Fact) -> None:
        self._once(fact, "order")
        self.order = self._seats(fact)

    def read_passed(self, fact: Fact) -> None:
        self._once(fact, "passed")
        self.passed = self._seats(fact)
        if not self.passed:
            raise fact.error("a line for nobody is left out")

    def read_large(self, fact: Fact) -> None:
        word, number = fact.words(2)
        kind = self.words["KIND"].read(word, fact.line)
        self._once(fact, f"{fact.key} {kind}")
        if is_small(kind):
            raise fact.error(f"{kind} is a small tile; the {fact.key} holds large ones")
        self.kinds[fact.key] += [kind] * _some(fact, number, MOST)

    def read_tile(self, fact: Fact) -> None:
        tile = self.words["TILE"].read_all(fact.args, fact.line)
        if tile.second != NOWHERE and tile.second not in self.board.sides[tile.first]:
            raise fact.error("the squares of a tile lie side by side")
        if tile in self.tiles:
            raise fact.error("this tile is said twice")
        self.tiles.append(tile)

    def read_token(self, fact: Fact) -> None:
        symbol, word = fact.words(2)
        if symbol not in SYMBOLS:
            raise fact.error(f"{symbol!r} is no token of the board; these are {', '.join(SYMBOLS)}")
        square = self.words["SQUARE"].read(word, fact.line)
        if square not in self.board.in_grid:
            raise fact.error(f"{word} is a square of a printed tile, where no token lies")
        if square in self.tokens:
            raise fact.error(f"a token on {word} is said twice")
        self.tokens[square] = Token(square, symbol)

    def read_crew(self, fact: Fact) -> None:
        name, *numbers = fact.words(5)
        self._once(fact, f"crew {name}")
        crew = (read_number(number, "the number of crewmen", fact.line) for number in numbers)
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(crew=Crew(*crew))

    def read_ship(self, fact: Fact) -> None:
        name, word = fact.words(2)
        self._once(fact, f"ship {name}")
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(ship=self.words["SQUARE"].read(word, fact.line))

    def read_sled(self, fact: Fact) -> None:
        name, word = fact.words(2)
        self._once(fact, f"sled {name}")
        away = {"aboard": NOWHERE, "lost": LOST}
        square = away[word] if word in away else self.words["SQUARE"].read(word, fact.line)
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(sled=square)

    def read_stock(self, fact: Fact) -> None:
        name, word, number = fact.words(3)
        kind, seat = self.words["KIND"].read(word, fact.line), self._seat(fact, name)
        self._once(fact, f"stock {name} {kind}")
        tiles = (kind,) * _some(fact, number, MOST)
        self.players[seat] = self.players[seat]._replace(stock=(*self.players[seat].stock, *tiles))

    def read_owns(self, fact: Fact) -> None:
        name, token, number = fact.words(3)
        self._once(fact, f"owns {name} {token}")
        if token not in TOKENS:
            raise fact.error(f"{token!r} is none of: {', '.join(TOKENS)}")
        seat, owned = self._seat(fact, name), _some(fact, number, MOST)
        owns = zip(TOKENS, self.players[seat].owns, strict=True)
        self.players[seat] = self.players[seat]._replace(
            owns=tuple(owned if word == token else have for word, have in owns)
        )

    def read_passage(self, fact: Fact) -> None:
        name, number = fact.words(2)
        self._once(fact, f"passage {name}")
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(passage=_some(fact, number, MOST))

    def read_returned(self, fact: Fact) -> None:
        name, place, value = fact.words(3)
        self._once(fact, f"returned {name}")
        home = read_number(value, "the value of the token", fact.line)
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(returned=_some(fact, place, MOST), home=home)

    def read_lost(self, fact: Fact) -> None:
        name, number = fact.words(2)
        self._once(fact, f"lost {name}")
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(lost=_some(fact, number, MOST))

    def read_score(self, fact: Fact) -> None:
        name, number = fact.words(2)
        self._once(fact, f"score {name}")
        seat = self._seat(fact, name)
        self.players[seat] = self.players[seat]._replace(score=read_number(number, "the score", fact.line))


def _some(fact: Fact, word: str, most: int) -> int:
    number = read_number(word, "the number", fact.line)
    if not 1 <= number <= most:
        raise fact.error(f"the number is 1 to {most}; a line for nothing is left out")
    return number


_READERS: Final[dict[str, Callable[[Reader, Fact], None]]] = {
    "round": Reader.read_round,
    "sun": Reader.read_sun,
    "phase": Reader.read_phase,
    "order": Reader.read_order,
    "passed": Reader.read_passed,
    "display": Reader.read_large,
    "aside": Reader.read_large,
    "tile": Reader.read_tile,
    "token": Reader.read_token,
    "crew": Reader.read_crew,
    "ship": Reader.read_ship,
    "sled": Reader.read_sled,
    "stock": Reader.read_stock,
    "owns": Reader.read_owns,
    "passage": Reader.read_passage,
    "returned": Reader.read_returned,
    "lost": Reader.read_lost,
    "score": Reader.read_score,
}
