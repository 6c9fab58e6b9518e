"""The text form of a position: one fact a line, in a canonical order, read in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from companion.games.northwest.chart import Tile, make_chart
from companion.games.northwest.moves import KindText, words_of
from companion.games.northwest.state import Crew, Phase, Player, State, Table, Token, initial
from companion.games.northwest.words import LOST, NOWHERE, SYMBOLS, TOKENS
from companion.rules.contract import NotationError, Option
from companion.rules.grammar import AnyWord, Count, Grammar, Number, Several, Word
from companion.rules.lines import Lines, PositionText, ReadLines, option_lines
from companion.rules.record import replace
from companion.rules.text import Fact

PHASES: Final = {
    "setup": "",
    "act": "SEAT more:first|more",
    "refill": "SEAT",
    "refresh": "SEAT",
    "pick": "SEAT",
    "sun": "",
    "over": "",
}
"""The words of each phase line."""

TURNS: Final = ("first", "more")
"""Whether an action of the turn has been carried out."""

EDITION: Final = "edition"
"""The option with a line of its own in a position."""

RULES: Final = (
    Option(
        "lastcrew",
        "pass",
        ("pass", "wait"),
        "Who has used his last ready crewman: passes at once, or by himself",
    ),
    Option(
        "parts",
        "joined",
        ("joined", "apart"),
        "On its tile a ship reaches: all open water, or only what is joined",
    ),
    Option(
        "tie",
        "drop",
        ("drop", "full"),
        "Equal numbers of tokens: points of the place below, or of the shared place",
    ),
    Option(
        "touch",
        "any",
        ("any", "acting"),
        "A new tile touches: a tile of either vehicle, or of the one that pays",
    ),
)
"""The options besides the edition."""

MOST: Final = 99
"""Tiles on one line; whether the box holds so many is for ``faults`` to say."""
LINES: Final = Lines(
    {
        EDITION: "TEXT",
        "option": "TEXT | TEXT",
        "seats": "TEXTS",
        "round": "ROUND",
        "sun": "SUN",
        "phase": "TEXTS",
        "order": "SEATS",
        "passed": "PASSED",
        "display": "LARGE | SOME",
        "aside": "LARGE | SOME",
        "tile": "TILE",
        "token": "SYMBOL SQUARE",
        "crew": "SEAT | CREWMEN CREWMEN CREWMEN CREWMEN",
        "ship": "SEAT | SQUARE",
        "sled": "SEAT | SLED",
        "stock": "SEAT KIND | SOME",
        "owns": "SEAT TOKEN | SOME",
        "passage": "SEAT | SOME",
        "returned": "SEAT | SOME HOME",
        "lost": "SEAT | SOME",
        "score": "SEAT | SCORE",
    },
    again=("tile", "token"),
)


def _seats_fault(seats: tuple[int, ...]) -> str:
    return "" if len({*seats}) == len(seats) else "a seat is named twice"


class NorthwestText(PositionText[State]):
    """The positions of one table as text."""

    def __init__(self, table: Table) -> None:
        self.table = table
        words = words_of(table.edition.board.index)
        edition, seat = table.edition, Word("seat of this match", table.setup.seats)
        square = words["SQUARE"]
        self.words = {
            **words,
            "TEXT": AnyWord(),
            "TEXTS": Several(AnyWord(), 0, 99, "..."),
            "ROUND": Number("the round", 1, edition.rounds),
            "SUN": Number("the place of the sun disc", 1, len(edition.lines)),
            "SEAT": seat,
            "SEATS": Several(seat, 0, len(table.setup.seats), "SEAT ...", _seats_fault),
            "PASSED": Several(seat, 1, len(table.setup.seats), "SEAT ...", _seats_fault),
            "first|more": Word("", {word: bool(at) for at, word in enumerate(TURNS)}),
            "LARGE": KindText("only large tiles lie on display or aside"),
            "SOME": Count("the number", MOST),
            "SYMBOL": Word("token of the board", {symbol: symbol for symbol in SYMBOLS}),
            "CREWMEN": Number("the number of crewmen"),
            "SLED": Word(square.what, {**square.values, "aboard": NOWHERE, "lost": LOST}),
            "TOKEN": Word("", TOKENS),
            "HOME": Number("the value of the token"),
            "SCORE": Number("the score"),
        }
        self.phases = Grammar(Phase, PHASES, self.words, "phase", "name")

    def lines(self, state: State) -> Iterator[str]:
        line, setup = partial(LINES.write, self.words), self.table.setup
        yield line(EDITION, setup.option(EDITION))
        yield from option_lines(RULES, setup)
        yield line("seats", setup.seats)
        yield line("round", state.round)
        yield line("sun", state.sun)
        yield f"phase {self.phases.write(state.phase)}"
        yield line("order", state.order)
        if state.passed:
            yield line("passed", state.passed)
        for key, kinds in (("display", state.display), ("aside", state.aside)):
            yield from (line(key, kind, number) for kind, number in _counted(kinds))
        yield from (line("tile", tile) for tile in state.chart.tiles)
        yield from (line("token", token.symbol, token.square) for token in state.tokens)
        for seat, player in enumerate(state.players):
            yield from self._player(seat, player)

    def _player(self, seat: int, player: Player) -> Iterator[str]:
        line = partial(LINES.write, self.words)
        yield line("crew", seat, *player.crew)
        yield line("ship", seat, player.ship)
        yield line("sled", seat, player.sled)
        yield from (line("stock", seat, kind, number) for kind, number in _counted(player.stock))
        yield from (line("owns", seat, token, number) for token, number in enumerate(player.owns) if number)
        if player.passage:
            yield line("passage", seat, player.passage)
        if player.returned:
            yield line("returned", seat, player.returned, player.home)
        if player.lost:
            yield line("lost", seat, player.lost)
        yield line("score", seat, player.score)

    def read(self, facts: Sequence[Fact]) -> State:
        table, said = self.table, LINES.read(facts, self.words)
        start = initial(table)
        number = said.one("round", 1)
        state = replace(
            start,
            round=number,
            sun=said.one("sun", table.edition.disc_of(number)),
            order=said.one("order", start.order),
            passed=said.one("passed", ()),
            display=_listed(said.all("display")),
            aside=_listed(said.all("aside")),
            chart=make_chart(table.edition.board, table.joined, self._tiles(said)),
            tokens=self._tokens(said),
            players=tuple(self._read_player(said, seat, one) for seat, one in enumerate(start.players)),
        )
        if fact := said.facts.get("phase"):
            return replace(state, phase=self.phases.read_all(fact.args or ("",), fact.line))
        free = [seat for seat in state.order if not state.is_out(seat)]
        if not free:
            raise NotationError("the line 'phase ...' is missing, and no seat can act")
        return replace(state, phase=Phase("act", free[0]))

    def _tiles(self, said: ReadLines) -> list[Tile]:
        tiles = [tile for (tile,) in said.all("tile")]
        sides = self.table.edition.board.sides
        for number, tile in enumerate(tiles):
            if tile.second != NOWHERE and tile.second not in sides[tile.first]:
                raise said.error("tile", number, "the squares of a tile lie side by side")
            if tile in tiles[:number]:
                raise said.error("tile", number, "this tile is said twice")
        return sorted(tiles)

    def _tokens(self, said: ReadLines) -> tuple[Token, ...]:
        board, found = self.table.edition.board, dict[int, Token]()
        for number, (symbol, square) in enumerate(said.all("token")):
            name = self.words["SQUARE"].write(square)
            if square not in board.in_grid:
                told = f"{name} is a square of a printed tile, where no token lies"
                raise said.error("token", number, told)
            if square in found:
                raise said.error("token", number, f"a token on {name} is said twice")
            found[square] = Token(square, symbol)
        return tuple(sorted(found.values()))

    def _read_player(self, said: ReadLines, seat: int, player: Player) -> Player:
        def of(key: str) -> list[Any]:
            return [values[1:] for values in said.all(key) if values[0] == seat]

        def one(key: str, usual: Any) -> Any:
            return next((value for (value,) in of(key)), usual)

        owns = dict(of("owns"))
        returned, home = next(iter(of("returned")), (player.returned, player.home))
        return player._replace(
            crew=next((Crew(*numbers) for numbers in of("crew")), player.crew),
            ship=one("ship", player.ship),
            sled=one("sled", player.sled),
            stock=tuple(sorted((*player.stock, *_listed(of("stock"))))),
            owns=tuple(owns.get(token, have) for token, have in enumerate(player.owns)),
            passage=one("passage", player.passage),
            returned=returned,
            home=home,
            lost=one("lost", player.lost),
            score=one("score", player.score),
        )


def _counted(kinds: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(kinds).items())


def _listed(counted: Iterable[tuple[Any, ...]]) -> tuple[str, ...]:
    return tuple(sorted(kind for kind, number in counted for _ in range(number)))
