"""The text form of a position: one fact a line, in a canonical order, read in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from companion.games.arctica.edition import CARDS
from companion.games.arctica.layout import Figure
from companion.games.arctica.state import Phase, State, Table
from companion.games.arctica.words import COD, GOODS, HUNT_DONE, KINDS, MARKS, NO_HUNT, OWN_HUNT, SEAL
from companion.rules.contract import Option
from companion.rules.grammar import AnyWord, Count, Grammar, Number, Several, Word, Words
from companion.rules.lines import Lines, PositionText, ReadLines, option_lines
from companion.rules.text import Fact

PHASES: Final = {
    "lay": "",
    "igloo": "",
    "return": "",
    "turn": "",
    "drift": "COLOUR LEFT",
    "displace": "COLOUR LEFT CELL",
    "melt": "",
    "flee": "SPOT",
    "answer": "SPOT COLOUR",
    "land": "SPOT CELL",
    "drop": "",
    "over": "",
}
"""The words of each phase line, which are fields of Phase."""

COUNTED: Final = (SEAL, COD)
"""Kinds with several figures, written with their number."""

OPTIONS: Final = (
    Option(
        "setup",
        "standard",
        ("standard", "expert"),
        "Set-up: as in the book (compare it with yours), or laid by the players",
    ),
    Option("pack_push", "pack", ("pack", "none"), "What pack ice may push: one pack token, or nothing"),
    Option("seal_attacks", "one", ("one", "each"), "Attacks of the seals in a turn: one in all, or one each"),
)


LINES: Final = Lines(
    {
        "seats": "TEXTS",
        "option": "TEXT | TEXT",
        "phase": "TEXTS",
        "turn": "SEAT",
        "card": "DONE",
        "hunt": "TEXTS",
        "ice": "CELL | ICE",
        "igloo": "CELL",
        **{word: f"SPOT {'FIGURES' if kind in COUNTED else ''} MARKS" for kind, word in enumerate(KINDS)},
        "away": "HUNTER",
        "has": "OWNER GOOD | COUNT",
        "hand": "SEAT | HIDDEN",
        "deck": "COUNT",
        "discard": "CARD | CARDS",
        "locked": "CELL |",
    },
    again=(*KINDS, "away"),
)


def _hand_fault(cards: tuple[str, ...]) -> str:
    right = set(cards) <= {"?"}
    return "" if right else f"a hand is written as one ? for each card, {CARDS} at most"


def _marks_fault(marks: tuple[int, ...]) -> str:
    right = list(marks) == sorted(set(marks))
    return "" if right else f"after the place may follow, in this order: {', '.join(MARKS)}"


_WORDS: Final[Words] = {
    "TEXT": AnyWord(),
    "TEXTS": Several(AnyWord(), 0, 99, "..."),
    "DONE": Word("", ("todo", "done")),
    "GOOD": Word("", GOODS),
    "FIGURES": Number("the number of figures", 1, 99),
    "MARKS": Several(Word("", MARKS), 0, len(MARKS), "[MARK] ...", _marks_fault),
    "COUNT": Count(),
    "CARDS": Count("the number of cards", CARDS),
    "LEFT": Number("the number of tokens to drift"),
    "HIDDEN": Several(AnyWord(), 0, CARDS, "? ...", _hand_fault),
}


class ArcticaText(PositionText[State]):
    """The positions of one table as text."""

    def __init__(self, words: Words, table: Table) -> None:
        seats = table.setup.seats
        self.table = table
        self.words = {
            **words,
            **_WORDS,
            "SEAT": Word("seat of this match", seats),
            "OWNER": Word("", (*seats, "supply")),
        }
        self.phases = Grammar(Phase, PHASES, self.words, "phase", "name")

    def lines(self, state: State) -> Iterator[str]:
        line = partial(LINES.write, self.words)
        yield line("seats", self.table.setup.seats)
        yield from option_lines(OPTIONS, self.table.setup)
        yield f"phase {self.phases.write(state.phase)}"
        yield line("turn", state.turn)
        yield line("card", int(state.card_done))
        yield f"hunt neutral {state.hunt}" if state.hunt in KINDS else f"hunt {state.hunt}"
        yield from (line("ice", cell, ice) for cell, ice in enumerate(state.ice) if ice)
        if state.igloo >= 0:
            yield line("igloo", state.igloo)
        groups = Counter((figure.kind, figure.spot, mark_words(figure.marks)) for figure in state.figures)
        for (kind, spot, marks), number in sorted(groups.items()):
            if kind in COUNTED:
                yield line(KINDS[kind], spot, number, marks)
            else:
                yield from (line(KINDS[kind], spot, marks) for _ in range(number))
        yield from (line("away", kind) for kind, number in enumerate(state.away) for _ in range(number))
        for owner, goods in enumerate(state.goods):
            yield from (line("has", owner, good, number) for good, number in enumerate(goods) if number)
        yield from (line("hand", seat, "?" * cards) for seat, cards in enumerate(state.hands))
        yield line("deck", state.deck)
        yield from (line("discard", card, number) for card, number in enumerate(state.discard) if number)
        yield from (line("locked", cell) for cell in state.locked)

    def read(self, facts: Sequence[Fact]) -> State:
        table = self.table
        said = LINES.read(facts, self.words)
        said.need("phase", "turn", "card", "hunt", *(f"hand {seat}" for seat in table.setup.seats), "deck")
        goods = [[0] * len(GOODS) for _ in range(table.supply + 1)]
        for owner, good, number in said.all("has"):
            goods[owner][good] = number
        away = [hunter for (hunter,) in said.all("away")]
        return State(
            table=table,
            phase=self._phase(said.facts["phase"]),
            turn=said.one("turn"),
            card_done=bool(said.one("card")),
            hunt=self._hunt(said.facts["hunt"]),
            ice=_numbers(said, "ice", len(table.edition.board.names)),
            igloo=said.one("igloo", -1),
            figures=tuple(sorted(_figures(said))),
            away=tuple(map(away.count, range(COD))),
            goods=tuple(map(tuple, goods)),
            hands=tuple(len(cards) for _, cards in sorted(said.all("hand"))),
            deck=said.one("deck"),
            discard=_numbers(said, "discard", len(table.edition.cards)),
            locked=tuple(sorted(cell for (cell,) in said.all("locked"))),
        )

    def _phase(self, fact: Fact) -> Phase:
        phase = self.phases.read_all(fact.args or ("",), fact.line)
        if phase.name in ("flee", "answer", "land") and not self.table.four:
            raise fact.error("a seal flees only when four play")
        return phase

    def _hunt(self, fact: Fact) -> str:
        words = fact.args
        if len(words) == 2 and words[0] == "neutral" and words[1] in KINDS:
            if not self.table.is_neutral(KINDS.index(words[1])):
                raise fact.error(f"{words[1]} is not neutral here")
            return words[1]
        if words not in ((NO_HUNT,), (OWN_HUNT,), (HUNT_DONE,)):
            raise fact.error("the line is 'hunt none', 'hunt own', 'hunt neutral KIND' or 'hunt done'")
        return words[0]


def mark_words(marks: int) -> tuple[int, ...]:
    """The numbers of the marks in a set of bits, in the order of ``MARKS``."""
    return tuple(number for number in range(len(MARKS)) if marks >> number & 1)


def _numbers(said: ReadLines, key: str, length: int) -> bytes:
    numbers = bytearray(length)
    for place, number in said.all(key):
        numbers[place] = number
    return bytes(numbers)


def _figures(said: ReadLines) -> Iterator[Figure]:
    for kind, word in enumerate(KINDS):
        for spot, *numbers, marks in said.all(word):
            bits = sum(1 << mark for mark in marks)
            yield from [Figure(kind, spot, bits)] * (numbers[0] if numbers else 1)
