"""The text form of a position, one fact a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from companion.games.marso.box import Box
from companion.games.marso.state import (
    HAND_SIZE,
    OPEN_CARD_STAGES,
    Laid,
    Phase,
    Stage,
    State,
    terms_of,
)
from companion.games.marso.words import BEASTS, SIDES, TOKENS, UNKNOWN
from companion.rules.contract import NotationError, Setup
from companion.rules.grammar import AnyWord, Count, Forms, Grammar, Number, Several, Word, Words
from companion.rules.lines import Lines, PositionText, ReadLines
from companion.rules.text import Fact, option_word

_JUMPED: Final = "jump"
_NO_REST: Final = "-"

PHASES: Final[Forms] = {
    **dict.fromkeys((stage.value for stage in Stage), "SEAT"),
    **dict.fromkeys((Stage.OPEN.value, Stage.SCORES.value, Stage.OVER.value), ""),
    Stage.BEASTS.value: "LINE",
    Stage.WALK.value: "SEAT PATH",
    Stage.SHIFT.value: ("SEAT BEAST PATH", "SEAT BEAST jumped:jump", "SEAT BEAST path:-"),
}
LINES: Final = Lines(
    {
        "seats": "TEXTS",
        "option": "TEXT | TEXT",
        "game": "COUNT",
        "round": "COUNT",
        "start": "SEAT",
        "phase": "TEXTS",
        "open": "BEAST-CARD",
        "hunter": "SEAT | FIELD",
        "beast": "BEAST | PLACE",
        "asleep": "BEAST |",
        "portal": "FIELD | TOKEN",
        "stayed": "SEAT |",
        "laid": "SEAT | CARD PATHS",
        "hand": "SEAT | CARDS",
        "deck": "NUMBER",
        "discard": "CARD | COUNT",
        "spent": "BEAST-CARD |",
        "bonus": "SEAT | NUMBER",
        "total": "SEAT | NUMBER NUMBER",
        "secret": "SEAT | SECRET",
    }
)


class MarsoText(PositionText[State]):
    """The positions of one table as text."""

    def __init__(self, box: Box, words: Words, setup: Setup) -> None:
        self.box, self.setup = box, setup
        seat, card, names = Word("seat of this match", setup.seats), words["CARD"], box.names
        places = {str(name): cell for cell, name in enumerate(names)}
        fields = {name: cell for name, cell in places.items() if cell != box.trap}
        self.words = {
            **words,
            "TEXT": AnyWord(),
            "TEXTS": Several(AnyWord(), 0, 99, "..."),
            "SEAT": seat,
            "COUNT": Count(),
            "NUMBER": Number("the number"),
            "LINE": Number("the line of the beast card"),
            "PLACE": Word("cell of this board", places),
            "FIELD": Word("cell where this can be", fields),
            "TOKEN": Word("token", TOKENS),
            "PATHS": Several(words["PATH"], 0, 1, "[PATH]"),
            "CARDS": Several(Word(card.what, {**card.values, UNKNOWN: UNKNOWN}), 0, HAND_SIZE, "CARD ..."),
            "SECRET": Word("score card", {UNKNOWN: 0, **words["SCORE-CARD"].values}),
            _NO_REST: Word("", {_NO_REST: ""}),
            _JUMPED: Word("", {_JUMPED: True}),
        }
        self.phases = Grammar(_phase, PHASES, self.words, "phase", "stage")

    def lines(self, state: State) -> Iterator[str]:
        line = partial(LINES.write, self.words)
        yield line("seats", self.setup.seats)
        yield from (f"option {key} {option_word(value)}" for key, value in self.setup.options)
        yield line("game", state.game)
        yield line("round", state.round)
        yield line("start", state.start)
        yield f"phase {self.phases.write(state.phase)}"
        if state.open:
            yield line("open", state.open)
        yield from (line("hunter", seat, cell) for seat, cell in enumerate(state.hunters))
        yield from (line("beast", beast, cell) for beast, cell in enumerate(state.beasts))
        yield from (line("asleep", beast) for beast in sorted(state.asleep))
        yield from (line("portal", cell, colour) for cell, colour in state.tokens)
        yield from (line("stayed", seat) for seat in sorted(state.stayed))
        for seat, laid in enumerate(state.laid):
            if laid is not None:
                yield line("laid", seat, laid.card, (laid.path,) if laid.path else ())
        yield from (line("hand", seat, hand) for seat, hand in enumerate(state.hands))
        yield line("deck", state.deck)
        for name, number in zip(self.box.cards, state.discard, strict=True):
            if number:
                yield line("discard", name, number)
        yield from (line("spent", card) for card in sorted(state.spent))
        yield from (line("bonus", seat, bonus) for seat, bonus in enumerate(state.bonus))
        yield from (line("total", seat, *total) for seat, total in enumerate(state.totals))
        yield from (line("secret", seat, secret) for seat, secret in enumerate(state.secrets))

    def read(self, facts: Sequence[Fact]) -> State:
        """Whether the position is possible is another question."""
        box, said, seats = self.box, LINES.read(facts, self.words), range(len(self.setup.seats))
        said.need("phase")
        fact = said.facts["phase"]
        phase = self.phases.read_all(fact.args or ("",), fact.line)
        said.need(*(f"hunter {seat}" for seat in self.setup.seats), *(f"beast {beast}" for beast in BEASTS))
        if ("open" in said.facts) != (phase.stage in OPEN_CARD_STAGES):
            there, at = ("cannot", said.facts["open"].line) if "open" in said.facts else ("must", None)
            raise NotationError(f"a beast card {there} be open in phase {phase.stage}", at)
        laid = self._laid(said)
        held = dict(said.all("hand"))
        hands = [held.get(seat, (UNKNOWN,) * (HAND_SIZE - (seat in laid))) for seat in seats]
        thrown = dict(said.all("discard"))
        elsewhere = sum(map(len, hands)) + len(laid) + sum(thrown.values())

        def of(key: str, usual: Any = 0) -> tuple[Any, ...]:
            values = {seat: rest[0] if len(rest) == 1 else rest for seat, *rest in said.all(key)}
            return tuple(values.get(seat, usual) for seat in seats)

        return State(
            terms=terms_of(self.setup),
            phase=phase,
            hunters=of("hunter"),
            beasts=tuple(cell for _, cell in sorted(said.all("beast"))),
            tokens=self._tokens(said),
            hands=tuple(tuple(sorted(hand, key=self._order)) for hand in hands),
            deck=said.one("deck", max(0, box.cards_in_all - elsewhere)),
            discard=tuple(thrown.get(name, 0) for name in box.cards),
            bonus=of("bonus"),
            totals=tuple(map(tuple, of("total", (0, 0)))),
            secrets=of("secret"),
            laid=tuple(laid.get(seat) for seat in seats),
            game=said.one("game", 1),
            round=said.one("round", 1),
            start=said.one("start", 0),
            open=said.one("open", 0),
            spent=frozenset(card for (card,) in said.all("spent")),
            asleep=frozenset(beast for (beast,) in said.all("asleep")),
            stayed=frozenset(seat for (seat,) in said.all("stayed")),
        )

    def _order(self, card: str) -> int:
        return self.box.order.get(card, len(self.box.order))

    def _tokens(self, said: ReadLines) -> tuple[tuple[int, int], ...]:
        tokens, usual = said.all("portal"), self.box.edition.tokens
        if tokens and len(tokens) != len(usual):
            raise said.error("portal", -1, f"name all {len(usual)} portal tokens or none")
        return tuple(sorted((cell, colour) for cell, colour in tokens)) or usual

    def _laid(self, said: ReadLines) -> dict[int, Laid]:
        found = {}
        for number, (seat, card, path) in enumerate(said.all("laid")):
            paths = self.box.cards[card].paths
            if "".join(path) not in (paths or ("",)):
                told = f"{card!r} is laid as {' or '.join(paths) or 'it is, without a path'}"
                raise said.error("laid", number, told)
            found[seat] = Laid(card, "".join(path))
        return found


def _phase(stage: str, **fields: Any) -> Phase:
    return Phase(Stage(stage), **fields)


def seats_fault(seats: list[str]) -> str:
    """Why these are not seats of the game, one sentence; empty when they are."""
    unknown = [seat for seat in seats if seat not in SIDES]
    if unknown:
        return f"{unknown[0]!r} is not a seat; the seats are {', '.join(SIDES)}"
    repeated = [seat for seat, count in Counter(seats).items() if count > 1]
    if repeated:
        return f"{repeated[0]!r} is named twice"
    if not 2 <= len(seats) <= len(SIDES):
        return f"the game is for 2 to {len(SIDES)} players"
    turns = [(SIDES.index(seat) - SIDES.index(seats[0])) % len(SIDES) for seat in seats]
    return "" if turns == sorted(turns) else f"seats go clockwise: {' '.join(SIDES)}"
