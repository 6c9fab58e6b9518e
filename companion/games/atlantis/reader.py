"""Reading the text form of a position. Lines may stand in any order; each fact is said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.atlantis.edition import EXPLORERS
from companion.games.atlantis.position import GAME
from companion.games.atlantis.state import MOVES, NOBODY, PHASES, WITHOUT_TURN, Phase, Pile, State, Table
from companion.games.atlantis.words import BACK_WORDS, CREATURES, FIGURES, ISLANDS, LAND, SERPENT, Counts
from companion.rules.contract import NotationError, OptionValue, RulesError, Setup
from companion.rules.grammar import Words
from companion.rules.text import Fact, read_facts, read_number

SetupReader = Callable[[Sequence[str], Mapping[str, OptionValue]], Setup]
MOST: Final = 99
"""Of anything on one line; whether the box holds so many is for ``faults`` to say."""

_PHASE_LINES: Final = {
    "act": ("moves", "played"),
    "back": ("taken",),
    "fill": ("fill",),
    "creature": ("die",),
    "defend": ("attack", "asked"),
}
"""The lines that belong to a phase, besides ``turn``."""
_LINES_OF_PHASES: Final = {line for lines in _PHASE_LINES.values() for line in lines}


class Reader:
    """Collects the facts of one position."""

    def __init__(self, words: Words, table: Table) -> None:
        self.words, self.table = words, table
        self.edition = table.edition
        self.once: dict[str, Fact] = {}
        self.land = bytearray(len(table.edition.board.names))
        self.piles: dict[str, dict[int, Counts]] = {
            key: {} for key in ("tile", "boat", "sea", "used boat", "used sea")
        }
        self.creatures: list[list[int]] = [[] for _ in CREATURES]
        self.safe = [NOBODY] * len(ISLANDS)
        self.reserve = list(NOBODY)
        self.to_launch = [0] * table.seats
        self.hands: list[list[tuple[int, int]]] = [[] for _ in range(table.seats)]
        self.out = [[0] * len(BACK_WORDS) for _ in LAND]
        self.supply = [0] * len(FIGURES)
        self.treasures: list[list[int]] = [[] for _ in self.edition.colours]

    def add(self, fact: Fact) -> None:
        """Take in one line. Raises NotationError."""
        if fact.key in CREATURES:
            self._creatures(fact)
        elif fact.key in ("phase", "turn") or fact.key in _LINES_OF_PHASES:
            self._only(fact, fact.key)
        elif fact.key in _READERS:
            _READERS[fact.key](self, fact)
        else:
            raise fact.error(f"{fact.key!r} is nothing a position says")

    def state(self) -> State:
        """The position, once all lines are in. Raises NotationError for a fact that is missing."""
        phase = self._phase()
        for figure in FIGURES:
            if f"supply {figure}" not in self.once:
                raise NotationError(f"the line 'supply {figure} ...' is missing")
        return State(
            table=self.table,
            phase=phase,
            turn=self._turn(phase.name),
            land=bytes(self.land),
            ashore=self._sorted("tile"),
            boats=self._sorted("boat"),
            swimmers=self._sorted("sea"),
            used_aboard=self._sorted("used boat"),
            used_afloat=self._sorted("used sea"),
            creatures=tuple(tuple(sorted(cells)) for cells in self.creatures),
            safe=tuple(self.safe),
            reserve=tuple(self.reserve),
            to_launch=tuple(self.to_launch),
            hands=tuple(tuple(sorted(hand)) for hand in self.hands),
            out=tuple(map(tuple, self.out)),
            supply=tuple(self.supply),
            treasures=tuple(tuple(sorted(values)) for values in self.treasures),
        )

    def _sorted(self, key: str) -> tuple[Pile, ...]:
        return tuple(sorted(self.piles[key].items()))

    def _only(self, fact: Fact, name: str) -> None:
        if name in self.once:
            raise fact.error(f"'{name}' is said twice")
        self.once[name] = fact

    # the phase

    def _phase(self) -> Phase:
        fact = self._needed("phase")
        (name,) = fact.words(1)
        if name not in PHASES:
            raise fact.error(f"a phase is one of: {', '.join(PHASES)}")
        for key, line in self.once.items():
            if key in _LINES_OF_PHASES and key not in _PHASE_LINES.get(name, ()):
                raise line.error(f"the line {key} cannot stand in phase {name}")
        read = _PHASES.get(name)
        return read(self) if read else Phase(name)

    def _needed(self, key: str) -> Fact:
        if key not in self.once:
            raise NotationError(f"the line '{key} ...' is missing")
        return self.once[key]

    def _turn(self, phase: str) -> int:
        if phase in WITHOUT_TURN:
            if "turn" in self.once:
                raise self.once["turn"].error(f"the line turn cannot stand in phase {phase}")
            return 0
        fact = self._needed("turn")
        return self._seat(fact, fact.words(1)[0])

    def _act(self) -> Phase:
        moves, played = self._needed("moves"), self._needed("played")
        left = read_number(moves.words(1)[0], "the number of movements", moves.line)
        if left > MOVES:
            raise moves.error(f"a turn has at most {MOVES} movements")
        return Phase("act", moves=left, played=_yes(played, played.words(1)[0]))

    def _back(self) -> Phase:
        fact = self._needed("taken")
        cell, word = fact.words(2)
        terrain = self.words["TERRAIN"].read(word, fact.line)
        return Phase("back", cell=self._cell(fact, cell), terrain=terrain)

    def _fill(self) -> Phase:
        fact = self._needed("fill")
        return Phase("fill", cell=self._cell(fact, fact.words(1)[0]))

    def _creature(self) -> Phase:
        fact = self._needed("die")
        return Phase("creature", kind=self._kind(fact, fact.words(1)[0]))

    def _defend(self) -> Phase:
        fact, asked = self._needed("attack"), self._needed("asked")
        creature, cell = fact.words(2)
        kind = self._kind(fact, creature)
        if kind == SERPENT:
            raise fact.error("nobody can defend against a serpent")
        seats = sorted({self._seat(asked, seat) for seat in asked.args})
        if not seats or len(seats) < len(asked.args):
            raise asked.error("after asked come one or more different seats")
        return Phase("defend", cell=self._cell(fact, cell), kind=kind, asked=tuple(seats))

    # what lies on the board

    def read_tile(self, fact: Fact) -> None:
        if len(fact.args) < 2:
            raise fact.error("a cell and a terrain follow after tile")
        name, terrain, *people = fact.args
        cell = self._cell(fact, name)
        if cell not in self.edition.board.frame:
            raise fact.error(f"{name} is no land cell")
        if self.land[cell]:
            raise fact.error(f"{name} has a tile already")
        self.land[cell] = self.words["TERRAIN"].read(terrain, fact.line)
        if people:
            self.piles["tile"][cell] = self._counts(fact, people)

    def read_pile(self, fact: Fact) -> None:
        """``boat``, ``sea`` and ``used``; a boat may be empty."""
        key, args = fact.key, fact.args
        if key == "used":
            key, args = f"used {args[0]}" if args else "used", args[1:]
            if key not in self.piles:
                raise fact.error("write it as 'used boat d3 red 1' or 'used sea d3 red 1'")
        if not args:
            raise fact.error(f"a cell follows after {key}")
        cell = self._cell(fact, args[0])
        self._only(fact, f"{key} {args[0]}")
        people = args[1:]
        self.piles[key][cell] = self._counts(fact, people) if people or key != "boat" else NOBODY

    def _creatures(self, fact: Fact) -> None:
        cell, number = fact.words(2)
        self._only(fact, f"{fact.key} {cell}")
        self.creatures[CREATURES.index(fact.key)] += [self._cell(fact, cell)] * self._number(fact, number)

    def read_safe(self, fact: Fact) -> None:
        if not fact.args:
            raise fact.error("a safe island follows after safe")
        self._only(fact, f"safe {fact.args[0]}")
        self.safe[self.words["ISLAND"].read(fact.args[0], fact.line)] = self._counts(fact, fact.args[1:])

    # what lies beside it

    def read_reserve(self, fact: Fact) -> None:
        colour, number = fact.words(2)
        self._only(fact, f"reserve {colour}")
        self.reserve[self._colour(fact, colour)] = self._number(fact, number)

    def read_boats(self, fact: Fact) -> None:
        seat, number = fact.words(2)
        self._only(fact, f"boats {seat}")
        self.to_launch[self._seat(fact, seat)] = self._number(fact, number)

    def read_hand(self, fact: Fact) -> None:
        seat, land, word, number = fact.words(4)
        self._only(fact, f"hand {seat} {land} {word}")
        tile = (self.words["TERRAIN"].read(land, fact.line), self.words["BACK"].read(word, fact.line))
        self.hands[self._seat(fact, seat)] += [tile] * self._number(fact, number)

    def read_out(self, fact: Fact) -> None:
        land, word, number = fact.words(3)
        self._only(fact, f"out {land} {word}")
        terrain, back = self.words["TERRAIN"].read(land, fact.line), self.words["BACK"].read(word, fact.line)
        self.out[terrain][back] = self._number(fact, number)

    def read_supply(self, fact: Fact) -> None:
        figure, number = fact.words(2)
        if figure not in FIGURES:
            raise fact.error(f"figures that are set aside are {', '.join(FIGURES)}")
        self._only(fact, f"supply {figure}")
        self.supply[FIGURES.index(figure)] = read_number(number, "the number of figures", fact.line)

    def read_treasure(self, fact: Fact) -> None:
        name, word, number = fact.words(3)
        self._only(fact, f"treasure {name} {word}")
        value = self.words["VALUE"].read(word, fact.line)
        self.treasures[self._colour(fact, name)] += [value] * self._number(fact, number)

    # words

    def _seat(self, fact: Fact, word: str) -> int:
        if word not in self.table.setup.seats:
            raise fact.error(f"{word!r} is no seat of this match")
        return self.table.setup.seats.index(word)

    def _cell(self, fact: Fact, word: str) -> int:
        cell: int = self.words["TILE"].read(word, fact.line)
        return cell

    def _kind(self, fact: Fact, word: str) -> int:
        kind: int = self.words["KIND"].read(word, fact.line)
        return kind

    def _colour(self, fact: Fact, word: str) -> int:
        colour: int = self.words["COLOUR"].read(word, fact.line)
        if self.table.owner[colour] < 0:
            raise fact.error(f"nobody commands {word} in this match")
        return colour

    def _number(self, fact: Fact, word: str) -> int:
        number = fact.at_least_one(word)
        if number > MOST:
            raise fact.error(f"there are never more than {MOST}")
        return number

    def _counts(self, fact: Fact, words: Sequence[str]) -> Counts:
        """``COLOUR N [COLOUR N]...``, at least one of them."""
        counts = list(NOBODY)
        if not words or len(words) % 2:
            raise fact.error("explorers are written as a colour and a number, such as red 1 blue 2")
        for name, number in zip(words[::2], words[1::2], strict=True):
            colour = self._colour(fact, name)
            if counts[colour]:
                raise fact.error(f"{name} is said twice")
            counts[colour] = self._number(fact, number)
            if counts[colour] > EXPLORERS:
                raise fact.error(f"there are {EXPLORERS} explorers of a colour")
        return tuple(counts)


def _yes(fact: Fact, word: str) -> bool:
    if word not in ("yes", "no"):
        raise fact.error(f"{fact.key} is followed by yes or no, not {word!r}")
    return word == "yes"


_PHASES: Final[dict[str, Callable[[Reader], Phase]]] = {
    "act": Reader._act,
    "back": Reader._back,
    "fill": Reader._fill,
    "creature": Reader._creature,
    "defend": Reader._defend,
}

_READERS: Final[dict[str, Callable[[Reader, Fact], None]]] = {
    "tile": Reader.read_tile,
    "boat": Reader.read_pile,
    "sea": Reader.read_pile,
    "used": Reader.read_pile,
    "safe": Reader.read_safe,
    "reserve": Reader.read_reserve,
    "boats": Reader.read_boats,
    "hand": Reader.read_hand,
    "out": Reader.read_out,
    "supply": Reader.read_supply,
    "treasure": Reader.read_treasure,
}


def parse_position(words: Words, read_setup: SetupReader, make: Callable[[Setup], Table], text: str) -> State:
    """Read a position. Raises NotationError with the line."""
    facts = list(read_facts(text))
    reader = Reader(words, make(_read_setup(read_setup, facts)))
    for fact in facts:
        if fact.key == "seat":
            _check_seat(reader.table, fact)
        elif fact.key not in ("game", "option"):
            reader.add(fact)
    return reader.state()


def _read_setup(read_setup: SetupReader, facts: list[Fact]) -> Setup:
    games = [fact for fact in facts if fact.key == "game"]
    seats = [fact for fact in facts if fact.key == "seat"]
    if not games or not seats:
        raise NotationError(f"the line '{'seat' if games else 'game'} ...' is missing")
    for fact in games:
        if fact is not games[0] or fact.args != (GAME,):
            raise fact.error(f"the line 'game {GAME}' stands once")
    options: dict[str, OptionValue] = {}
    for fact in facts:
        if fact.key == "option":
            name, value = fact.words(2)
            if name in options:
                raise fact.error(f"option {name} is said twice")
            options[name] = value
    names: list[str] = []
    for fact in seats:
        if not fact.args:
            raise fact.error("write it as 'seat red red': the seat and the colours it commands")
        names.append(fact.args[0])
    try:
        return read_setup(names, options)
    except RulesError as error:
        raise seats[0].error(str(error)) from error


def _check_seat(table: Table, fact: Fact) -> None:
    """The colours of a seat follow from the options; the line has to agree."""
    seat = table.setup.seats.index(fact.args[0])
    colours = tuple(table.edition.colours[colour] for colour in table.colours[seat])
    if fact.args[1:] != colours:
        raise fact.error(f"with these options {fact.args[0]} commands {' and '.join(colours)}")
