"""The text form of a position: one fact a line, in a canonical order, read in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from companion.games.atlantis.edition import EXPLORERS
from companion.games.atlantis.state import MOVES, NOBODY, PHASES, WITHOUT_TURN, Phase, Pile, State, Table
from companion.games.atlantis.words import BACK_WORDS, CREATURES, FIGURES, ISLANDS, LAND, SERPENT, Counts
from companion.rules.contract import NotationError, Option
from companion.rules.grammar import AnyWord, Count, Number, Several, Word, Words
from companion.rules.lines import Lines, PositionText, ReadLines, option_lines
from companion.rules.text import Fact

GAME: Final = "atlantis"

OPTIONS: Final = (
    Option("colours", 1, (1, 2), "Colours that each player commands; two colours for two players only"),
    Option("boats", 2, (2, 4), "Boats that each player launches; four with two colours only"),
    Option("crowd", False, (False, True), "Challenge 1: the island is overcrowded"),
    Option(
        "ending",
        "volcano",
        ("volcano", "rescue", "sunk"),
        "The end: the volcano, the last explorer (challenge 2), or the last land tile (challenge 4)",
    ),
    Option("equal", False, (False, True), "Challenge 3: every saved explorer counts the same"),
    Option("ashore", True, (True, False), "Swimmers may reach a safe island without a boat"),
)

LINES: Final = Lines(
    {
        "game": "TEXT",
        "option": "TEXT | TEXT",
        "seat": "TEXT | COLOURS",
        "phase": "PHASE",
        "turn": "SEAT",
        "moves": "MOVES",
        "played": "YES",
        "taken": "TILE TERRAIN",
        "fill": "TILE",
        "die": "KIND",
        "attack": "ATTACKER TILE",
        "asked": "ASKED",
        "reserve": "COLOUR | COUNT",
        "boats": "SEAT | COUNT",
        "tile": "LAND | TERRAIN ABOARD",
        "boat": "TILE | ABOARD",
        "sea": "TILE | PEOPLE",
        **dict.fromkeys(CREATURES, "TILE | COUNT"),
        "safe": "ISLAND | PEOPLE",
        "used": "USED TILE | PEOPLE",
        "hand": "SEAT TERRAIN BACK | COUNT",
        "out": "TERRAIN BACK | COUNT",
        "supply": "FIGURE | FIGURES",
        "treasure": "COLOUR VALUE | COUNT",
    }
)
_PHASE_LINES: Final = {
    "act": ("moves", "played"),
    "back": ("taken",),
    "fill": ("fill",),
    "creature": ("die",),
    "defend": ("attack", "asked"),
}
"""The lines that belong to a phase, besides ``turn``."""
_LINES_OF_PHASES: Final = [line for lines in _PHASE_LINES.values() for line in lines]


class _People(Several):
    """Explorers of each colour: ``COLOUR N [COLOUR N]...``. ``least``: 0 where there may be none."""

    def __init__(self, colour: Word, least: int) -> None:
        super().__init__(colour, 0, 2 * len(NOBODY), "COLOUR NUMBER ...")
        self.nobody, self.number = least == 0, Count()

    def read_all(self, words: Sequence[str], line: int | None = None) -> Counts:
        counts = list(NOBODY)
        if len(words) % 2 or not (words or self.nobody):
            raise NotationError("explorers are written as a colour and a number, such as red 1 blue 2", line)
        for name, number in zip(words[::2], words[1::2], strict=True):
            colour = self.part.read(name, line)
            if counts[colour]:
                raise NotationError(f"{name} is said twice", line)
            counts[colour] = self.number.read(number, line)
            if counts[colour] > EXPLORERS:
                raise NotationError(f"there are {EXPLORERS} explorers of a colour", line)
        return tuple(counts)

    def write(self, value: Counts) -> str:
        told = (f"{self.part.write(colour)} {number}" for colour, number in enumerate(value) if number)
        return " ".join(told)


def _asked_fault(seats: tuple[int, ...]) -> str:
    return "" if len({*seats}) == len(seats) else "after asked come one or more different seats"


class AtlantisText(PositionText[State]):
    """The positions of one table as text."""

    def __init__(self, words: Words, table: Table) -> None:
        self.table = table
        edition, seats = table.edition, table.setup.seats
        colours = {name: at for at, name in enumerate(edition.colours) if table.owner[at] >= 0}
        colour = Word("colour that anybody commands in this match", colours)
        seat = Word("seat of this match", seats)
        self.words = {
            **words,
            "TEXT": AnyWord(),
            "COLOURS": Several(words["COLOUR"], 0, len(edition.colours), "COLOUR ..."),
            "PHASE": Word("phase", {phase: phase for phase in PHASES}),
            "SEAT": seat,
            "MOVES": Number("the number of movements", 0, MOVES),
            "YES": Word("", {"no": False, "yes": True}),
            "ATTACKER": Word(
                "creature against which there is a defence",
                {word: kind for kind, word in enumerate(CREATURES) if kind != SERPENT},
            ),
            "ASKED": Several(seat, 1, len(seats), "SEAT ...", _asked_fault),
            "COLOUR": colour,
            "COUNT": Count("the number", 99),
            "LAND": Word("land cell", {edition.board.names[cell]: cell for cell in edition.board.frame}),
            "ABOARD": _People(colour, 0),
            "PEOPLE": _People(colour, 1),
            "USED": Word("", ("boat", "sea")),
            "FIGURE": Word("figure that is set aside", FIGURES),
            "FIGURES": Number("the number of figures"),
        }

    def lines(self, state: State) -> Iterator[str]:
        line, table = partial(LINES.write, self.words), self.table
        yield line("game", GAME)
        yield from option_lines(OPTIONS, table.setup)
        for name, colours in zip(table.setup.seats, table.colours, strict=True):
            yield line("seat", name, colours)
        yield from self._phase_lines(state)
        yield from (line("reserve", colour, number) for colour, number in enumerate(state.reserve) if number)
        yield from (line("boats", seat, number) for seat, number in enumerate(state.to_launch) if number)
        ashore = dict(state.ashore)
        for cell, terrain in enumerate(state.land):
            if terrain:
                yield line("tile", cell, terrain, ashore.get(cell, NOBODY))
        yield from (line("boat", cell, counts) for cell, counts in state.boats)
        yield from (line("sea", cell, counts) for cell, counts in state.swimmers)
        for creature, cells in zip(CREATURES, state.creatures, strict=True):
            yield from (line(creature, cell, number) for cell, number in Counter(cells).items())
        yield from (line("safe", island, counts) for island, counts in enumerate(state.safe) if any(counts))
        for place, piles in enumerate((state.used_aboard, state.used_afloat)):
            yield from (line("used", place, cell, counts) for cell, counts in piles)
        for seat, hand in enumerate(state.hands):
            yield from (line("hand", seat, *tile, number) for tile, number in Counter(hand).items())
        for terrain, counts in enumerate(state.out):
            yield from (line("out", terrain, back, number) for back, number in enumerate(counts) if number)
        yield from (line("supply", figure, number) for figure, number in enumerate(state.supply))
        for colour, values in enumerate(state.treasures):
            for value, number in sorted(Counter(values).items()):
                yield line("treasure", colour, value, number)

    def _phase_lines(self, state: State) -> Iterator[str]:
        line, phase = partial(LINES.write, self.words), state.phase
        yield line("phase", phase.name)
        if phase.name not in WITHOUT_TURN:
            yield line("turn", state.turn)
        match phase.name:
            case "act":
                yield line("moves", phase.moves)
                yield line("played", phase.played)
            case "back":
                yield line("taken", phase.cell, phase.terrain)
            case "fill":
                yield line("fill", phase.cell)
            case "creature":
                yield line("die", phase.kind)
            case "defend":
                yield line("attack", phase.kind, phase.cell)
                yield line("asked", phase.asked)

    def read(self, facts: Sequence[Fact]) -> State:
        said = LINES.read(facts, self.words)
        for number, (name, colours) in enumerate(said.all("seat")):
            self._check_seat(said, number, name, colours)
        phase = self._phase(said)
        said.need(*(() if phase.name in WITHOUT_TURN else ("turn",)), *(f"supply {one}" for one in FIGURES))
        land = bytearray(len(self.table.edition.board.names))
        for cell, terrain, _ in said.all("tile"):
            land[cell] = terrain
        out = [[0] * len(BACK_WORDS) for _ in LAND]
        for terrain, back, number in said.all("out"):
            out[terrain][back] = number
        used = [[pile for where, *pile in said.all("used") if where == place] for place in range(2)]
        reserve, boats, safe = (dict(said.all(key)) for key in ("reserve", "boats", "safe"))
        return State(
            table=self.table,
            phase=phase,
            turn=said.one("turn", 0),
            land=bytes(land),
            ashore=_sorted([(cell, counts) for cell, _, counts in said.all("tile") if any(counts)]),
            boats=_sorted(said.all("boat")),
            swimmers=_sorted(said.all("sea")),
            used_aboard=_sorted(used[0]),
            used_afloat=_sorted(used[1]),
            creatures=tuple(_listed(said.all(kind)) for kind in CREATURES),
            safe=tuple(safe.get(island, NOBODY) for island in range(len(ISLANDS))),
            reserve=tuple(reserve.get(colour, 0) for colour in range(len(NOBODY))),
            to_launch=tuple(boats.get(seat, 0) for seat in range(self.table.seats)),
            hands=tuple(_tiles(said, seat) for seat in range(self.table.seats)),
            out=tuple(map(tuple, out)),
            supply=tuple(number for _, number in sorted(said.all("supply"))),
            treasures=tuple(_values(said, colour) for colour in range(len(self.table.edition.colours))),
        )

    def _phase(self, said: ReadLines) -> Phase:
        said.need("phase")
        name = said.one("phase")
        own = _PHASE_LINES.get(name, ())
        stray = [key for key in said.facts if key in _LINES_OF_PHASES and key not in own]
        if stray or ("turn" in said.facts and name in WITHOUT_TURN):
            key = stray[0] if stray else "turn"
            raise said.facts[key].error(f"the line {key} cannot stand in phase {name}")
        said.need(*own)
        match name:
            case "act":
                return Phase(name, moves=said.one("moves"), played=said.one("played"))
            case "back":
                ((cell, terrain),) = said.all("taken")
                return Phase(name, cell=cell, terrain=terrain)
            case "fill":
                return Phase(name, cell=said.one("fill"))
            case "creature":
                return Phase(name, kind=said.one("die"))
            case "defend":
                ((kind, cell),) = said.all("attack")
                return Phase(name, cell=cell, kind=kind, asked=tuple(sorted(said.one("asked"))))
        return Phase(name)

    def _check_seat(self, said: ReadLines, number: int, name: str, colours: tuple[int, ...]) -> None:
        """The colours of a seat follow from the options; the line has to agree."""
        right = self.table.colours[self.table.setup.seats.index(name)]
        if colours != tuple(right):
            told = " and ".join(self.table.edition.colours[colour] for colour in right)
            raise said.error("seat", number, f"with these options {name} commands {told}")


def _sorted(piles: Sequence[Sequence[Any]]) -> tuple[Pile, ...]:
    return tuple(sorted((cell, counts) for cell, counts in piles))


def _listed(counted: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(sorted(one for one, number in counted for _ in range(number)))


def _tiles(said: ReadLines, seat: int) -> tuple[tuple[int, int], ...]:
    held = said.all("hand")
    return _listed(((terrain, back), number) for owner, terrain, back, number in held if owner == seat)


def _values(said: ReadLines, colour: int) -> tuple[int, ...]:
    return _listed((value, number) for one, value, number in said.all("treasure") if one == colour)


def seats_of(facts: Sequence[Fact]) -> list[Fact]:
    """The lines of seats, as lines ``seats`` and ``option`` say it in other games. Raises NotationError."""
    games, seats = ([fact for fact in facts if fact.key == key] for key in ("game", "seat"))
    if not games or not seats:
        raise NotationError(f"the line '{'seat' if games else 'game'} ...' is missing")
    for fact in games:
        if fact is not games[0] or fact.args != (GAME,):
            raise fact.error(f"the line 'game {GAME}' stands once")
    for fact in seats:
        if not fact.args:
            raise fact.error("write it as 'seat red red': the seat and the colours it commands")
    return seats
