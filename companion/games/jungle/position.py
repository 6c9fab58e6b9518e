"""The text form of a position: one fact a line, in a canonical order, read in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from companion.games.jungle.state import NOBODY, Places, State, Table
from companion.games.jungle.words import POT, TRIO
from companion.rules.contract import NotationError, Option
from companion.rules.grammar import AnyWord, Forms, Grammar, Number, Several, Word, Words
from companion.rules.lines import Lines, PositionText, ReadLines
from companion.rules.text import Fact, option_word

USUAL = "usual"
"""The value of ``trio`` that depends on the number of seats; a position says what it came to."""

OPTIONS = (
    Option(
        "hands",
        "no",
        ("no", "both", "one"),
        "Two players with both hands; the game ends when both players have emptied a hand, or when one has.",
    ),
    Option(
        "trio",
        USUAL,
        (USUAL, False, True),
        "No coloured cards; three tops of one colour are a grab for all (usual for two or three players).",
    ),
    Option(
        "share",
        "own",
        ("own", "all"),
        "Several losers: the winner deals out the own open cards and the pot only, or the losers' cards too.",
    ),
    Option(
        "tie",
        "holder",
        ("holder", "replay"),
        "Too close to tell: who has more fingers on the totem was first; or the grab is repeated.",
    ),
)

PHASES: Final[Forms] = {
    "deal": "",
    "flip": "",
    "burst": "",
    "claim": "",
    "tie": "who:TIED",
    "choose": "who:ONE",
    "give": "who:ONE",
    "over": "who:SEATS",
}
LINES: Final = Lines(
    {
        "seats": "TEXTS",
        "option": "TEXT | TEXT",
        "phase": "TEXTS",
        "turn": "PLACE",
        "colours": "ON",
        "shown": "PLACES",
        "inward": "INWARD",
        "outward": "PLACE",
        "due": "PLACES",
        "losers": "PLACES",
        "piles": "PILES",
        "ignored": "TIED",
        "closed": "PLACE | CLOSED",
        "open": "PLACE | CARDS",
        "pot": "CARDS",
    },
    again=("ignored",),
)
_TRIO: Final = -2
"""In place of a place: the three of one colour."""
_MANY: Final = 999


class _Phase(NamedTuple):
    name: str
    who: Places = ()


def _inward_fault(places: Places) -> str:
    return "trio stands once, after the places" if _TRIO in places[:-1] else ""


class JungleText(PositionText[State]):
    """The positions of one table as text."""

    def __init__(self, words: Words, table: Table) -> None:
        self.table = table
        place = Word("place of this match", table.places)
        inward = Word(place.what, {**place.values, TRIO: _TRIO})
        self.words = {
            "TEXT": AnyWord(),
            "TEXTS": Several(AnyWord(), 0, _MANY, "..."),
            "ON": Word("", ("off", "on")),
            "PLACE": place,
            "ONE": Several(place, 1, 1, "PLACE"),
            "TIED": Several(place, 2, _MANY, "PLACE PLACE ..."),
            "PLACES": Several(place, 1, _MANY, "PLACE ..."),
            "INWARD": Several(inward, 1, _MANY, "PLACE ...", _inward_fault),
            "PILES": Several(Word(place.what, {**place.values, POT: table.pot}), 1, _MANY, "PILE ..."),
            "SEATS": Several(Word("seat of this match", table.setup.seats), 1, _MANY, "SEAT ..."),
            "CLOSED": Number("the number of closed cards"),
            "CARDS": Several(words["CARD"], 0, _MANY, "CARD ..."),
        }
        self.phases = Grammar(_Phase, PHASES, self.words, "phase", "name")

    def lines(self, state: State) -> Iterator[str]:
        line, setup = partial(LINES.write, self.words), self.table.setup
        yield line("seats", setup.seats)
        chosen = dict(setup.options)
        for option in OPTIONS:
            yield f"option {option.id} {option_word(chosen[option.id])}"
        yield f"phase {self.phases.write(_Phase(state.phase, state.who))}"
        yield line("turn", state.turn)
        yield line("colours", int(state.colours))
        inward = (*state.inward, *((_TRIO,) if state.trio else ()))
        outward = () if state.outward == NOBODY else (state.outward,)
        for key, places in (
            ("shown", state.shown),
            ("inward", inward),
            ("outward", outward),
            ("due", state.due),
            ("losers", state.losers),
            ("piles", state.piles),
        ):
            if places:
                yield line(key, places[0] if key == "outward" else places)
        yield from (line("ignored", places) for places in state.ignored)
        yield from (line("closed", place, count) for place, count in enumerate(state.closed))
        yield from (line("open", place, cards) for place, cards in enumerate(state.opened))
        yield line("pot", state.pot)

    def read(self, facts: Sequence[Fact]) -> State:
        said = LINES.read(facts, self.words)
        said.need("phase")
        fact = said.facts["phase"]
        phase = self.phases.read_all(fact.args or ("",), fact.line)
        if phase.name == "give":
            said.need("losers", "piles")
        opened, pot = dict(said.all("open")), said.one("pot", ())
        inward = said.one("inward", ())
        trio = inward[-1:] == (_TRIO,)
        return State(
            table=self.table,
            phase=phase.name,
            who=phase.who,
            turn=said.one("turn", 0),
            colours=bool(said.one("colours", 0)),
            closed=self._closed(said, phase.name, sum(map(len, opened.values())), len(pot)),
            opened=tuple(opened.get(place, ()) for place in range(len(self.table.places))),
            pot=tuple(sorted(pot)),
            shown=said.one("shown", ()),
            inward=inward[:-1] if trio else inward,
            trio=trio,
            outward=said.one("outward", NOBODY),
            due=said.one("due", ()),
            losers=said.one("losers", ()),
            piles=said.one("piles", ()),
            ignored=tuple(places for (places,) in said.all("ignored")),
        )

    def _closed(self, said: ReadLines, phase: str, opened: int, pot: int) -> Places:
        """Places without a line share the cards that are left as equally as possible."""
        table, closed = self.table, dict(said.all("closed"))
        left = table.cards - sum(closed.values()) - opened - (table.left_over if phase == "deal" else pot)
        unsaid = [place for place in range(len(table.places)) if place not in closed]
        if unsaid:
            each, more = divmod(max(left, 0), len(unsaid))
            closed |= {place: each + (number < more) for number, place in enumerate(unsaid)}
        return tuple(closed[place] for place in range(len(table.places)))


def check_options(facts: Sequence[Fact]) -> None:
    """A position begins with its seats and says what the option ``trio`` came to. Raises NotationError."""
    if not facts or facts[0].key != "seats":
        raise NotationError("a position begins with the line 'seats s1 s2 ...'")
    for fact in facts:
        if fact.key == "option" and fact.args[0:1] == ("trio",) and fact.args[1:] not in (("yes",), ("no",)):
            raise fact.error(f"option trio is yes or no, not {' '.join(fact.args[1:])!r}")
