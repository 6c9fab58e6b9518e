"""Reading the text form of a position. Lines may stand in any order; each fact is said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from companion.games.jungle.position import OPTIONS
from companion.games.jungle.state import NOBODY, Places, State, Table
from companion.games.jungle.words import PHASES, POT, TRIO
from companion.rules.contract import NotationError, OptionValue, RulesError, Setup
from companion.rules.grammar import Words
from companion.rules.text import Fact, read_facts, read_number

SetupReader = Callable[[Sequence[str], Mapping[str, OptionValue]], Setup]

_ANY: Final = 99
_WHO: Final = {"tie": (2, _ANY), "choose": (1, 1), "give": (1, 1), "over": (1, _ANY)}
"""How many words stand after the name of the phase."""


def parse_position(words: Words, read_setup: SetupReader, make: Callable[[Setup], Table], text: str) -> State:
    """Read a position. Raises NotationError with the line."""
    facts = list(read_facts(text))
    reader = Reader(words, make(_read_setup(read_setup, facts)))
    for fact in facts:
        if fact.key not in ("seats", "option"):
            reader.add(fact)
    return reader.state()


def _read_setup(read_setup: SetupReader, facts: list[Fact]) -> Setup:
    if not facts or facts[0].key != "seats":
        raise NotationError("a position begins with the line 'seats s1 s2 ...'")
    options: dict[str, OptionValue] = {}
    for fact in facts[1:]:
        if fact.key == "seats":
            raise fact.error("'seats' is said twice")
        if fact.key == "option":
            if len(fact.args) != 2 or fact.args[0] in options:
                raise fact.error("write each option once, as 'option tie holder'")
            options[fact.args[0]] = _option(fact)
    try:
        return read_setup(facts[0].args, options)
    except RulesError as error:
        raise facts[0].error(str(error)) from error


def _option(fact: Fact) -> OptionValue:
    key, word = fact.args
    known = [option.id for option in OPTIONS]
    if key not in known:
        raise fact.error(f"there is no option {key!r}; the options are {', '.join(known)}")
    if key != "trio":
        return word
    if word not in ("yes", "no"):
        raise fact.error(f"option {key} is yes or no, not {word!r}")
    return word == "yes"


class Reader:
    """Collects the facts of one position."""

    def __init__(self, words: Words, table: Table) -> None:
        self.words, self.table = words, table
        self.said: set[str] = set()
        self.phase = ""
        self.who: Places = ()
        self.turn = 0
        self.colours = False
        self.lists: dict[str, Places] = {}
        self.trio = False
        self.outward = NOBODY
        self.ignored: list[Places] = []
        self.closed: dict[int, int] = {}
        self.opened: dict[int, tuple[int, ...]] = {}
        self.pot: tuple[int, ...] = ()

    def add(self, fact: Fact) -> None:
        """Take in one line. Raises NotationError."""
        read = _READERS.get(fact.key)
        if read is None:
            raise fact.error(f"{fact.key!r} is nothing a position says")
        read(self, fact)

    def state(self) -> State:
        """The position, once all lines are in. Raises NotationError for a line that is missing."""
        if not self.phase:
            raise NotationError("the line 'phase ...' is missing")
        for key in ("losers", "piles"):
            if self.phase == "give" and key not in self.lists:
                raise NotationError(f"the line '{key} ...' is missing: what is given to whom?")
        return State(
            table=self.table,
            phase=self.phase,
            who=self.who,
            turn=self.turn,
            colours=self.colours,
            closed=self._closed(),
            opened=tuple(self.opened.get(place, ()) for place in range(len(self.table.places))),
            pot=self.pot,
            shown=self.lists.get("shown", ()),
            inward=self.lists.get("inward", ()),
            trio=self.trio,
            outward=self.outward,
            due=self.lists.get("due", ()),
            losers=self.lists.get("losers", ()),
            piles=self.lists.get("piles", ()),
            ignored=tuple(self.ignored),
        )

    def _closed(self) -> Places:
        """Places without a line share the cards that are left as equally as possible."""
        table = self.table
        left = table.cards - sum(self.closed.values()) - sum(map(len, self.opened.values())) - len(self.pot)
        if self.phase == "deal":
            left -= table.left_over - len(self.pot)
        unsaid = [place for place in range(len(table.places)) if place not in self.closed]
        if unsaid:
            each, more = divmod(max(left, 0), len(unsaid))
            self.closed |= {place: each + (number < more) for number, place in enumerate(unsaid)}
        return tuple(self.closed[place] for place in range(len(table.places)))

    def _once(self, fact: Fact, name: str) -> None:
        if name in self.said:
            raise fact.error(f"'{name}' is said twice")
        self.said.add(name)

    def _place(self, fact: Fact, word: str) -> int:
        if word not in self.table.number:
            raise fact.error(f"{word!r} is no place of this match")
        return self.table.number[word]

    def _places(self, fact: Fact, words: Sequence[str], least: int = 1) -> Places:
        if len(words) < least:
            raise fact.error(f"after {fact.key} come {least} or more places")
        return tuple(self._place(fact, word) for word in words)

    def _cards(self, fact: Fact, words: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.words["CARD"].read(word, fact.line) for word in words)

    def read_phase(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        name, *words = fact.args or ("",)
        if name not in PHASES:
            raise fact.error(f"a phase is one of: {', '.join(PHASES)}")
        least, most = _WHO.get(name, (0, 0))
        if not least <= len(words) <= most:
            raise fact.error(f"phase {name} is followed by another number of words")
        seats = self.table.setup.seats
        if name != "over":
            self.who = self._places(fact, words, 0)
        elif set(words) <= set(seats):
            self.who = tuple(map(seats.index, words))
        else:
            raise fact.error("phase over is followed by the seats that have won")
        self.phase = name

    def read_turn(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        self.turn = self._place(fact, _one(fact))

    def read_outward(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        self.outward = self._place(fact, _one(fact))

    def read_colours(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        if fact.args not in (("on",), ("off",)):
            raise fact.error("the line is 'colours on' or 'colours off'")
        self.colours = fact.args == ("on",)

    def read_list(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        self.lists[fact.key] = self._places(fact, fact.args)

    def read_inward(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        self.trio = fact.args[-1:] == (TRIO,)
        words = fact.args[:-1] if self.trio else fact.args
        self.lists["inward"] = self._places(fact, words, 0 if self.trio else 1)

    def read_piles(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        if not fact.args:
            raise fact.error("after piles come one or more piles")
        self.lists["piles"] = tuple(
            self.table.pot if word == POT else self._place(fact, word) for word in fact.args
        )

    def read_ignored(self, fact: Fact) -> None:
        self.ignored.append(self._places(fact, fact.args, 2))

    def read_closed(self, fact: Fact) -> None:
        if len(fact.args) != 2:
            raise fact.error("write it as 'closed s1 20'")
        place = self._place(fact, fact.args[0])
        self._once(fact, f"closed {fact.args[0]}")
        self.closed[place] = read_number(fact.args[1], "the number of closed cards", fact.line)

    def read_open(self, fact: Fact) -> None:
        name, *cards = fact.args or ("",)
        place = self._place(fact, name)
        self._once(fact, f"open {name}")
        self.opened[place] = self._cards(fact, cards)

    def read_pot(self, fact: Fact) -> None:
        self._once(fact, fact.key)
        self.pot = tuple(sorted(self._cards(fact, fact.args)))


def _one(fact: Fact) -> str:
    if len(fact.args) != 1:
        raise fact.error(f"after {fact.key} comes one place")
    return fact.args[0]


_READERS: Final[dict[str, Callable[[Reader, Fact], None]]] = {
    "phase": Reader.read_phase,
    "turn": Reader.read_turn,
    "colours": Reader.read_colours,
    "shown": Reader.read_list,
    "inward": Reader.read_inward,
    "outward": Reader.read_outward,
    "due": Reader.read_list,
    "losers": Reader.read_list,
    "piles": Reader.read_piles,
    "ignored": Reader.read_ignored,
    "closed": Reader.read_closed,
    "open": Reader.read_open,
    "pot": Reader.read_pot,
}
