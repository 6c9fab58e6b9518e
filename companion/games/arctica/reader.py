"""Reading the text form of a position. Lines may stand in any order; each fact is said once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from companion.games.arctica.edition import CARDS
from companion.games.arctica.layout import Figure
from companion.games.arctica.position import COUNTED, PHASES
from companion.games.arctica.state import Phase, State, Table
from companion.games.arctica.words import COD, GOODS, HUNT_DONE, ICE, KINDS, MARKS, NO_HUNT, OPEN, OWN_HUNT
from companion.rules.contract import NotationError, OptionValue, RulesError, Setup
from companion.rules.grammar import Words
from companion.rules.text import Fact, read_facts, read_number

SetupReader = Callable[[Sequence[str], dict[str, OptionValue]], Setup]
MOST_FIGURES: Final = 99
"""On one line; whether the box holds so many is for ``faults`` to say."""


class Reader:
    """Collects the facts of one position."""

    def __init__(self, words: Words, table: Table) -> None:
        self.words, self.table = words, table
        edition = table.edition
        self.once: dict[str, Fact] = {}
        self.phase = Phase("turn")
        self.turn = 0
        self.card_done = False
        self.hunt = NO_HUNT
        self.ice = bytearray(len(edition.board.names))
        self.igloo = -1
        self.figures: list[Figure] = []
        self.away = [0] * COD
        self.goods = [[0] * len(GOODS) for _ in range(table.supply + 1)]
        self.hands = [0] * table.supply
        self.deck = 0
        self.discard = bytearray(len(edition.cards))
        self.locked: set[int] = set()

    def add(self, fact: Fact) -> None:
        """Take in one line. Raises NotationError."""
        if fact.key in KINDS:
            self._figures(fact)
            return
        read = _READERS.get(fact.key)
        if read is None:
            raise fact.error(f"{fact.key!r} is nothing a position says")
        read(self, fact)

    def state(self) -> State:
        """The position, once all lines are in. Raises NotationError for a fact that is missing."""
        hands = (f"hand {seat}" for seat in self.table.setup.seats)
        for key in ("phase", "turn", "card", "hunt", *hands, "deck"):
            if key not in self.once:
                raise NotationError(f"the line '{key} ...' is missing")
        if self.phase.name in ("flee", "answer", "land") and not self.table.four:
            raise self.once["phase"].error("a seal flees only when four play")
        return State(
            table=self.table,
            phase=self.phase,
            turn=self.turn,
            card_done=self.card_done,
            hunt=self.hunt,
            ice=bytes(self.ice),
            igloo=self.igloo,
            figures=tuple(sorted(self.figures)),
            away=tuple(self.away),
            goods=tuple(map(tuple, self.goods)),
            hands=tuple(self.hands),
            deck=self.deck,
            discard=bytes(self.discard),
            locked=tuple(sorted(self.locked)),
        )

    def _only(self, fact: Fact, name: str) -> None:
        if name in self.once:
            raise fact.error(f"'{name}' is said twice")
        self.once[name] = fact

    def read_phase(self, fact: Fact) -> None:
        self._only(fact, "phase")
        parts = PHASES.get(fact.args[0]) if fact.args else None
        if parts is None:
            raise fact.error(f"a phase is one of: {', '.join(PHASES)}")
        if len(fact.args) != len(parts) + 1:
            raise fact.error(f"phase {fact.args[0]} is followed by {len(parts)} words")
        fields: dict[str, int] = {}
        for part, word in zip(parts, fact.args[1:], strict=True):
            if part == "left":
                fields[part] = read_number(word, "the number of tokens to drift", fact.line)
            else:
                fields[part] = self.words[part.upper()].read(word, fact.line)
        self.phase = Phase(fact.args[0], **fields)

    def read_turn(self, fact: Fact) -> None:
        self._only(fact, "turn")
        (seat,) = fact.words(1)
        self.turn = self._seat(fact, seat)

    def read_card_line(self, fact: Fact) -> None:
        self._only(fact, "card")
        if fact.args not in (("todo",), ("done",)):
            raise fact.error("the line is 'card todo' or 'card done'")
        self.card_done = fact.args == ("done",)

    def read_hunt(self, fact: Fact) -> None:
        self._only(fact, "hunt")
        if len(fact.args) == 2 and fact.args[0] == "neutral":
            kind = self.words["KIND"].read(fact.args[1], fact.line)
            if not self.table.is_neutral(kind):
                raise fact.error(f"{fact.args[1]} is not neutral here")
            self.hunt = KINDS[kind]
        elif fact.args in ((NO_HUNT,), (OWN_HUNT,), (HUNT_DONE,)):
            self.hunt = fact.args[0]
        else:
            raise fact.error("the line is 'hunt none', 'hunt own', 'hunt neutral KIND' or 'hunt done'")

    def read_ice(self, fact: Fact) -> None:
        cell, ice = fact.words(2)
        number = self.words["CELL"].read(cell, fact.line)
        if ice not in ICE[1:]:
            raise fact.error(f"ice is one of: {', '.join(ICE[1:])}")
        if self.ice[number] != OPEN:
            raise fact.error(f"{cell} has ice already")
        self.ice[number] = ICE.index(ice)

    def read_igloo(self, fact: Fact) -> None:
        self._only(fact, "igloo")
        (cell,) = fact.words(1)
        self.igloo = self.words["CELL"].read(cell, fact.line)

    def _figures(self, fact: Fact) -> None:
        kind, args = KINDS.index(fact.key), list(fact.args)
        if not args:
            raise fact.error(f"a place follows after {fact.key}")
        spot = self.words["SPOT"].read(args.pop(0), fact.line)
        number = 1
        if kind in COUNTED:
            if not args:
                raise fact.error(f"how many {fact.key} figures are there?")
            number = read_number(args.pop(0), "the number of figures", fact.line)
            if not 1 <= number <= MOST_FIGURES:
                raise fact.error(f"the number of figures is 1 to {MOST_FIGURES}")
        if [mark for mark in MARKS if mark in args] != args:
            raise fact.error(f"after the place may follow, in this order: {', '.join(MARKS)}")
        bits = sum(1 << MARKS.index(mark) for mark in args)
        self.figures += [Figure(kind, spot, bits)] * number

    def read_away(self, fact: Fact) -> None:
        (hunter,) = fact.words(1)
        self.away[self.words["HUNTER"].read(hunter, fact.line)] += 1

    def read_has(self, fact: Fact) -> None:
        owner, good, number = fact.words(3)
        self._only(fact, f"has {owner} {good}")
        row = self.table.supply if owner == "supply" else self._seat(fact, owner)
        if good not in GOODS:
            raise fact.error(f"{good!r} is none of: {', '.join(GOODS)}")
        self.goods[row][GOODS.index(good)] = fact.at_least_one(number)

    def read_hand(self, fact: Fact) -> None:
        if not fact.args:
            raise fact.error("whose hand?")
        self._only(fact, f"hand {fact.args[0]}")
        cards = fact.args[1:]
        if set(cards) - {"?"} or len(cards) > CARDS:
            raise fact.error(f"a hand is written as one ? for each card, {CARDS} at most")
        self.hands[self._seat(fact, fact.args[0])] = len(cards)

    def read_deck(self, fact: Fact) -> None:
        self._only(fact, "deck")
        (number,) = fact.words(1)
        self.deck = fact.at_least_one(number)

    def read_discard(self, fact: Fact) -> None:
        card, number = fact.words(2)
        self._only(fact, f"discard {card}")
        lying = fact.at_least_one(number)
        if lying > CARDS:
            raise fact.error(f"there are {CARDS} cards in all")
        self.discard[self.words["CARD"].read(card, fact.line)] = lying

    def read_locked(self, fact: Fact) -> None:
        (cell,) = fact.words(1)
        self._only(fact, f"locked {cell}")
        self.locked.add(self.words["CELL"].read(cell, fact.line))

    def _seat(self, fact: Fact, word: str) -> int:
        if word not in self.table.setup.seats:
            raise fact.error(f"{word!r} is no seat of this match")
        return self.table.setup.seats.index(word)


_READERS: Final[dict[str, Callable[[Reader, Fact], None]]] = {
    "phase": Reader.read_phase,
    "turn": Reader.read_turn,
    "card": Reader.read_card_line,
    "hunt": Reader.read_hunt,
    "ice": Reader.read_ice,
    "igloo": Reader.read_igloo,
    "away": Reader.read_away,
    "has": Reader.read_has,
    "hand": Reader.read_hand,
    "deck": Reader.read_deck,
    "discard": Reader.read_discard,
    "locked": Reader.read_locked,
}


def parse_position(words: Words, read_setup: SetupReader, make: Callable[[Setup], Table], text: str) -> State:
    """Read a position. Raises NotationError with the line."""
    facts = list(read_facts(text))
    setup = _read_setup(read_setup, facts)
    reader = Reader(words, make(setup))
    for fact in facts:
        if fact.key not in ("seats", "option"):
            reader.add(fact)
    return reader.state()


def _read_setup(read_setup: SetupReader, facts: list[Fact]) -> Setup:
    seats: Fact | None = None
    options: dict[str, OptionValue] = {}
    for fact in facts:
        if fact.key == "seats":
            if seats is not None:
                raise fact.error("'seats' is said twice")
            seats = fact
        elif fact.key == "option":
            name, value = fact.words(2)
            if name in options:
                raise fact.error(f"option {name} is said twice")
            options[name] = value
    if seats is None:
        raise NotationError("the line 'seats ...' is missing")
    try:
        return read_setup(seats.args, options)
    except RulesError as error:
        raise seats.error(str(error)) from error
