"""A base for games: what most of them answer alike, so that a new one says only what is its own.

:class:`BoardGame` is a whole :class:`companion.rules.contract.Game` without chance and secrets, played on
squares with moves of words (``move e2 e4``). A game overrides what is otherwise in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property, lru_cache, partial
from importlib.resources import files
from itertools import product
from string import ascii_lowercase
from typing import Any, Generic, TypeVar

from companion.rules.clauses import read_clauses
from companion.rules.contract import (
    Breach,
    CellId,
    Clause,
    ClauseId,
    EditionValue,
    Facts,
    Lamp,
    Look,
    NotationError,
    Option,
    OptionValue,
    Over,
    Pending,
    Reading,
    RulesError,
    ScoreLine,
    Seat,
    Setup,
    SetupError,
    Step,
    Zone,
    ZoneKind,
)
from companion.rules.grammar import Grammar
from companion.rules.lines import PositionText, option_value, read_setup
from companion.rules.refusals import Broken
from companion.rules.text import Fact, read_facts, read_number, read_words
from companion.rules.touch import Tap

S = TypeVar("S")
M = TypeVar("M")
X = TypeVar("X")
Words = tuple[str, ...]
"""A move as its words, the verb first."""


def square_names(columns: int, rows: int) -> tuple[str, ...]:
    """The squares of a board row by row from the bottom left: a1, b1 ..."""
    return tuple(f"{letter}{row + 1}" for row in range(rows) for letter in ascii_lowercase[:columns])


def ranked(worth: Sequence[Any]) -> tuple[tuple[Seat, ...], ...]:
    """The seats of each place, the best first: by what each is worth, numbers or tuples of them."""
    return tuple(
        tuple(Seat(seat) for seat, mine in enumerate(worth) if mine == reached)
        for reached in sorted(set(worth), reverse=True)
    )


class GameBase(Generic[S, M, X]):
    """What every game may inherit, also one with dice and cards."""

    id: str
    seatings: tuple[Words, ...]
    mixed = ""
    """Who plays (``two to four different colours``), where any of the largest seating may, in any order."""
    rules_version = "1"
    edition = "first"
    edition_values: tuple[EditionValue, ...] = ()
    options: tuple[Option, ...] = ()
    electronic: Words = ()
    move_text: Grammar[M]
    outcome_text: Grammar[X] | None = None

    @property
    def title(self) -> str:
        return self.id.capitalize()

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """From ``clauses.toml`` of the game's package."""
        return _clauses(self.id, type(self).__module__)

    @cached_property
    def _order(self) -> Mapping[ClauseId, int]:
        return {clause.id: number for number, clause in enumerate(self.clauses)}

    # begin

    def setup(self, seats: int | Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """An option may also be given as the word that positions and match files write. Raises SetupError."""
        known = {option.id: option for option in self.options}
        for key in options:
            if key not in known:
                raise SetupError(f"{self.id} has no option {key!r}; its options are: {', '.join(known)}")
        values = {
            key: option_value(option, options.get(key, option.default)) for key, option in known.items()
        }
        seatings = self.seatings_for(values)
        if isinstance(seats, int):
            chosen = next((usual for usual in seatings if len(usual) == seats), ())
        else:
            chosen = tuple(seats)
        if fault := self.seats_fault(chosen, seatings):
            raise SetupError(fault)
        return self.complete(Setup(chosen, tuple(values.items())))

    def seatings_for(self, options: Mapping[str, OptionValue]) -> tuple[Words, ...]:
        """The seatings that are possible with these options."""
        del options
        return self.seatings

    def seats_fault(self, chosen: Words, seatings: tuple[Words, ...]) -> str:
        """Why these seats cannot play, "" if they can."""
        possible, sizes = seatings[-1], {len(usual) for usual in seatings}
        if not self.mixed:
            return (
                "" if chosen in seatings else f"{self.id} is played by: {', '.join(possible)}, in this order"
            )
        right = len(chosen) in sizes and len(set(chosen)) == len(chosen) and set(chosen) <= set(possible)
        return "" if right else f"{self.id} is played by {self.mixed} of: {', '.join(possible)}"

    def complete(self, setup: Setup) -> Setup:
        """A set-up whose seats and options are checked one by one. Raises SetupError if they do not go
        together."""
        return setup

    # texts

    text_of: Callable[[Setup], PositionText[S]]
    """The positions of a set-up as text."""

    def setup_of(self, state: S) -> Setup:
        raise NotImplementedError

    def format_position(self, state: S) -> str:
        return "".join(f"{line}\n" for line in self.text_of(self.setup_of(state)).lines(state))

    def parse_position(self, text: str) -> S:
        facts = list(read_facts(text))
        return self.text_of(self.read_setup(facts)).read(facts)

    def read_setup(self, facts: list[Fact]) -> Setup:
        """The set-up of a position. Raises NotationError."""
        return read_setup(facts, self.setup)

    # chance, sense

    def outcomes(self, state: S) -> tuple[tuple[X, Fraction], ...]:
        del state
        return ()

    def why_impossible(self, state: S, outcome: X) -> tuple[Breach, ...]:
        found = self.impossible(state, outcome)
        return self.breaches(found, state) if found else ()

    def impossible(self, state: S, outcome: X) -> Iterable[Broken]:
        """The clauses that an outcome breaks, in any order."""
        del state, outcome
        raise RulesError(f"nothing in {self.id} is left to chance")

    def after_chance(self, state: S, outcome: X) -> Step[S]:
        del state, outcome
        raise RulesError(f"nothing in {self.id} is left to chance")

    def format_outcome(self, outcome: X) -> str:
        return self.outcome_text.write(outcome) if self.outcome_text else str(outcome)

    def parse_outcome(self, text: str) -> X:
        if not self.outcome_text:
            raise NotationError(f"{text!r}: nothing in {self.id} is left to chance")
        return self.outcome_text.read(text)

    def format_move(self, move: M) -> str:
        return self.move_text.write(move)

    def parse_move(self, text: str) -> M:
        return self.move_text.read(text)

    def faults(self, state: S) -> Words:
        del state
        return ()

    def observe(self, state: S, viewer: Seat | None) -> S:
        del viewer
        return state

    def lamps(self, state: S) -> tuple[Lamp, ...]:
        del state
        return ()

    # refusals

    def broken(self, state: S, seat: Seat, move: M) -> Iterable[Broken]:
        """The clauses that a move breaks, in any order."""
        raise NotImplementedError

    def why_illegal(self, state: S, seat: Seat, move: M) -> tuple[Breach, ...]:
        found = self.broken(state, seat, move)
        return self.breaches(found, state) if found else ()

    def breaches(self, found: Iterable[Broken], state: S) -> tuple[Breach, ...]:
        """In the order of the clause list."""
        told = [self._breach(state, *one) for one in found]
        told.sort(key=lambda breach: self._order[breach.clause])
        return tuple(told)

    def _breach(self, state: S, short: str, cells: tuple[Any, ...], facts: Facts = ()) -> Breach:
        names = (self.cell_name(state, cell) for cell in cells)
        return Breach(ClauseId(f"{self.id}/{short}"), tuple(CellId(name) for name in names if name), facts)

    def cell_name(self, state: S, cell: Any) -> str:
        """Of a cell in what :meth:`broken` gives; "" for one that is not on this table."""
        del state
        return str(cell)


class BoxGame(GameBase[S, M, X]):
    """A game with a box of an edition, whose positions know the ``table`` at which it is played: what the
    edition and the set-up make of it."""

    def __init__(self, edition: Any, make_table: Callable[[Any, Setup], Any]) -> None:
        self.edition = edition.name
        self.edition_values = edition.values
        self.table = lru_cache(maxsize=256)(partial(make_table, edition))

    # functions of the game's files, given as ``staticmethod`` like all others that answer as they are

    first: Callable[[Any], S]
    """The set-up position at a table."""
    places: Callable[[Any], tuple[Zone, ...]]
    """The zones of a table."""
    taught: Callable[[Any], tuple[S, ...]]
    """The teaching positions of a table."""

    def initial(self, setup: Setup) -> S:
        self.check_setup(setup)
        return self.first(self.table(setup))

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        return self.places(self.table(setup))

    def teaching(self, setup: Setup) -> tuple[S, ...]:
        return self.taught(self.table(setup))

    def setup_of(self, state: Any) -> Setup:
        setup: Setup = state.table.setup
        return setup

    def check_setup(self, setup: Setup) -> None:
        """Raises SetupError for one that was not made by :meth:`setup`."""
        if self.setup(setup.seats, dict(setup.options)) != setup:
            raise SetupError("the options are not complete: make the set-up with Game.setup")


class BoardGame(GameBase[S, Words, Any]):
    """A game on squares without chance and secrets, whose moves are words."""

    cells: Words
    """The squares (:func:`square_names`)."""
    forms: Mapping[str, tuple[Words, ...]]
    """For each verb the words that may stand at each place after it."""
    taught: tuple[S, ...]
    """The first position, and others that show every piece and every square bare."""
    twofold: Words = ()
    """Keys of a position whose lines differ by their second word (``white pawn``)."""

    # what a game says itself

    def pending(self, state: S) -> Pending:
        raise NotImplementedError

    def after_move(self, state: S, seat: Seat, move: Words) -> Step[S]:
        raise NotImplementedError

    def looks(self, state: S) -> Mapping[CellId, Look]:
        raise NotImplementedError

    def lines(self, state: S) -> Iterable[str]:
        """The lines of a position, each key once."""
        raise NotImplementedError

    def read(self, facts: Mapping[str, Fact]) -> S:
        """The position of such lines. Raises NotationError; whether their order is right is seen to."""
        raise NotImplementedError

    # what follows from it

    def initial(self, setup: Setup) -> S:
        del setup
        return self.taught[0]

    def setup_of(self, state: S) -> Setup:
        del state
        return self.setup(self.seatings[0], {})

    def legal_moves(self, state: S, seat: Seat) -> tuple[Words, ...]:
        if isinstance(self.pending(state), Over):
            return ()
        return tuple(move for move in self.attempts(state, seat) if not self.why_illegal(state, seat, move))

    def attempts(self, state: S, seat: Seat) -> Iterator[Words]:
        del state, seat
        for verb, places in self.forms.items():
            yield from ((verb, *words) for words in product(*places) if len(set(words)) == len(words))

    def after_anyway(self, state: S, seat: Seat, move: Words) -> Step[S]:
        """As a legal move goes on, if that leads to a possible position."""
        step = self.after_move(state, seat, move)
        for fault in self.faults(step.state):
            raise RulesError(fault)
        return step

    def over(self, clause: str, *winners: int) -> Over:
        """The end by a clause (``end.1``); without a winner all share the first place."""
        seats = range(len(self.seatings[0]))
        places = (winners, [seat for seat in seats if seat not in winners]) if winners else (seats,)
        return Over(tuple(tuple(map(Seat, place)) for place in places), ClauseId(f"{self.id}/{clause}"))

    def score(self, state: S, seat: Seat) -> tuple[ScoreLine, ...]:
        """One point, shared by those who share the first place."""
        pending = self.pending(state)
        if not isinstance(pending, Over):
            return ()
        first = pending.placing[0]
        return (ScoreLine(pending.clause, Fraction(seat in first, len(first))),)

    # the table

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        """On each square may stand any piece that the teaching positions show."""
        shown = (look for state in self.teaching(setup) for look in self.looks(state).values())
        stacks = ((), *sorted({look.pieces for look in shown}))
        places = ((cell, float(ascii_lowercase.index(cell[0])), float(cell[1:]) - 1) for cell in self.cells)
        return tuple(
            Zone(CellId(cell), x, y, 1.0, 1.0, ZoneKind.SQUARE, 0, ("",), stacks, Reading.FIGURES)
            for cell, x, y in places
        )

    def handled(self, state: S, seat: Seat, move: Words) -> Mapping[CellId, Look]:
        """All that looks otherwise after the move."""
        try:
            after = self.after_anyway(state, seat, move).state
        except RulesError:
            return {}
        old, new, bare = self.looks(state), self.looks(after), Look()
        changed = (cell for cell in (*old, *new) if old.get(cell, bare) != new.get(cell, bare))
        return {cell: new.get(cell, bare) for cell in changed}

    def teaching(self, setup: Setup) -> tuple[S, ...]:
        del setup
        return self.taught

    def taps(self, state: S, seat: str, text: str) -> tuple[Tap, ...]:
        """The squares of a move in their order; a word that is none is a choice beside the board."""
        del state, seat
        words = text.split(" ")
        return tuple(Tap(word) if word in self.cells else Tap(what=word) for word in words[1:] or words)

    # texts

    def format_position(self, state: S) -> str:
        return "".join(f"{line}\n" for line in self.lines(state))

    def parse_position(self, text: str) -> S:
        facts = facts_once(text, self.twofold)
        state = self.read(facts)
        for fault in self.faults(state):
            raise NotationError(f"this cannot be: {fault}")
        if list(self.lines(state)) != [" ".join((fact.key, *fact.args)) for fact in facts.values()]:
            raise NotationError("the lines are not in the usual order, or one of them says nothing")
        return state

    def format_move(self, move: Words) -> str:
        return " ".join(move)

    def parse_move(self, text: str) -> Words:
        verb, *words = read_words(text)
        places = self.forms.get(verb, ())
        known = verb in self.forms and len(words) == len(places) == len({*words})
        if not known or not all(word in place for word, place in zip(words, places, strict=True)):
            raise NotationError(f"{text!r} is no move such as: {', '.join(map(self._example, self.forms))}")
        return (verb, *words)

    def _example(self, verb: str) -> str:
        return " ".join((verb, *(place[number] for number, place in enumerate(self.forms[verb]))))


@cache
def _clauses(game: str, module: str) -> tuple[Clause, ...]:
    package = sys.modules[module].__package__ or module
    return read_clauses(game, files(package).joinpath("clauses.toml").read_text(encoding="utf-8"))


def facts_once(text: str, twofold: Collection[str] = ()) -> dict[str, Fact]:
    """The lines of a position by their first word, of the ``twofold`` ones by two. Raises NotationError for a
    line that comes twice."""
    facts: dict[str, Fact] = {}
    for fact in read_facts(text):
        key = " ".join((fact.key, *fact.args[:1])) if fact.key in twofold else fact.key
        if key in facts:
            raise fact.error(f"{key} is said twice")
        facts[key] = fact
    return facts


def _fact(facts: Mapping[str, Fact], key: str) -> Fact:
    if key not in facts:
        raise NotationError(f"a line with {key} is missing")
    return facts[key]


def number_of(facts: Mapping[str, Fact], key: str) -> int:
    """The number of a line that must be there. Raises NotationError."""
    (word,) = _fact(facts, key).words(1)
    return read_number(word, f"the {key}", facts[key].line)


def word_of(facts: Mapping[str, Fact], key: str, known: Collection[str]) -> str:
    """The one word of a line that must be there. Raises NotationError."""
    (word,) = _fact(facts, key).words(1)
    if word not in known:
        raise facts[key].error(f"after {key} comes one of {', '.join(known)}")
    return word


def places_of(facts: Mapping[str, Fact], key: str, known: Collection[str]) -> Words:
    """The different words of a line that may be missing. Raises NotationError."""
    fact = facts.get(key)
    words = fact.args if fact else ()
    if fact and (not set(words) <= set(known) or len(set(words)) < len(words)):
        raise fact.error(f"after {key} come different ones of {', '.join(known)}")
    return words
