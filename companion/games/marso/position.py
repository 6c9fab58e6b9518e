"""The text form of a position, one fact a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.marso.box import Box
from companion.games.marso.state import (
    HAND_SIZE,
    NOBODY,
    OPEN_CARD_STAGES,
    TURN_STAGES,
    Laid,
    Phase,
    Stage,
    State,
    Terms,
)
from companion.games.marso.words import BEASTS, PATHS, SIDES, TOKENS, UNKNOWN
from companion.rules.contract import NotationError
from companion.rules.grammar import Words
from companion.rules.text import Fact, read_facts, read_number

_JUMPED = "jump"
_NO_REST = "-"


def format_position(box: Box, state: State) -> str:
    """The canonical form: every line, in the fixed order."""
    seats = [SIDES[side] for side in state.terms.sides]
    parts = (_head(state, seats), _board(box, state, seats), _cards(box, state, seats), _points(state, seats))
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(state: State, seats: list[str]) -> Iterator[str]:
    terms = state.terms
    yield f"seats {' '.join(seats)}"
    yield f"option target {terms.target}"
    yield f"option young {'yes' if terms.young else 'no'}"
    yield f"game {state.game}"
    yield f"round {state.round}"
    yield f"start {seats[state.start]}"
    yield f"phase {_format_phase(state.phase, seats)}"
    if state.open:
        yield f"open b{state.open}"


def _board(box: Box, state: State, seats: list[str]) -> Iterator[str]:
    names = box.names
    for seat, cell in zip(seats, state.hunters, strict=True):
        yield f"hunter {seat} {names[cell]}"
    for beast, cell in zip(BEASTS, state.beasts, strict=True):
        yield f"beast {beast} {names[cell]}"
    for sleeper in sorted(state.asleep):
        yield f"asleep {BEASTS[sleeper]}"
    for cell, colour in state.tokens:
        yield f"portal {names[cell]} {TOKENS[colour]}"
    for stayer in sorted(state.stayed):
        yield f"stayed {seats[stayer]}"


def _cards(box: Box, state: State, seats: list[str]) -> Iterator[str]:
    for seat, laid in zip(seats, state.laid, strict=True):
        if laid is not None:
            yield f"laid {seat} {laid.card} {laid.path}".rstrip()
    for seat, hand in zip(seats, state.hands, strict=True):
        yield f"hand {seat} {' '.join(hand)}".rstrip()
    yield f"deck {state.deck}"
    for name, count in zip(box.cards, state.discard, strict=True):
        if count:
            yield f"discard {name} {count}"
    for card in sorted(state.spent):
        yield f"spent b{card}"


def _points(state: State, seats: list[str]) -> Iterator[str]:
    for seat, bonus in zip(seats, state.bonus, strict=True):
        yield f"bonus {seat} {bonus}"
    for seat, (total, driven) in zip(seats, state.totals, strict=True):
        yield f"total {seat} {total} {driven}"
    for seat, secret in zip(seats, state.secrets, strict=True):
        yield f"secret {seat} {f's{secret}' if secret else UNKNOWN}"


def _format_phase(phase: Phase, seats: list[str]) -> str:
    match phase.stage:
        case Stage.OPEN | Stage.SCORES | Stage.OVER:
            return phase.stage.value
        case Stage.BEASTS:
            return f"{phase.stage} {phase.line}"
        case Stage.WALK:
            return f"{phase.stage} {seats[phase.seat]} {phase.path}"
        case Stage.SHIFT:
            rest = _JUMPED if phase.jumped else phase.path or _NO_REST
            return f"{phase.stage} {seats[phase.seat]} {BEASTS[phase.beast]} {rest}"
    return f"{phase.stage} {seats[phase.seat]}"


def parse_position(box: Box, words: Words, text: str) -> State:
    """Raises NotationError with the line; whether the position is possible is another question."""
    facts = list(read_facts(text))
    if not facts or facts[0].key != "seats":
        raise NotationError("a position begins with a line such as 'seats south west'", 1)
    reader = _Reader(box, words, facts[0])
    for fact in facts[1:]:
        reader.read(fact)
    return reader.state()


class _Reader:
    """The facts of one position while they are read. Facts are kept by keyword and subject."""

    def __init__(self, box: Box, words: Words, first: Fact) -> None:
        self.box, self.words = box, words
        self.seats = list(first.args)
        fault = seats_fault(self.seats)
        if fault:
            raise first.error(fault)
        self.said: dict[tuple[str, str], Fact] = {}

    def read(self, fact: Fact) -> None:
        """Check the shape of a line: its keyword, how many words follow, that it is not said twice."""
        if fact.key not in _SHAPES:
            raise fact.error(
                f"{fact.key!r} is no keyword of a position; known are seats, {', '.join(_SHAPES)}"
            )
        least, most, has_subject = _SHAPES[fact.key]
        if not least <= len(fact.args) <= most:
            raise fact.error(f"wrong number of words after {fact.key!r}")
        subject = fact.args[0] if has_subject else ""
        if (fact.key, subject) in self.said:
            raise fact.error(f"'{fact.key} {subject}'".replace(" '", "'") + " is said twice")
        self.said[fact.key, subject] = fact

    def state(self) -> State:
        box, seats = self.box, self.seats
        for fact in self.said.values():
            self.check_subject(fact)
        laid = self.laid()
        hands = tuple(self.hand(seat, laid[i] is not None) for i, seat in enumerate(seats))
        discard = tuple(self.number("discard", name, 1, 0, least=1) for name in box.cards)
        elsewhere = sum(map(len, hands)) + sum(one is not None for one in laid) + sum(discard)
        phase = self.phase()
        return State(
            terms=Terms(tuple(map(SIDES.index, seats)), self.number("option", "target", 1, 0), self.young()),
            phase=phase,
            hunters=tuple(self.cell("hunter", seat, trap=False) for seat in seats),
            beasts=tuple(self.cell("beast", beast, trap=True) for beast in BEASTS),
            tokens=self.tokens(),
            hands=hands,
            deck=self.number("deck", "", 0, max(0, box.cards_in_all - elsewhere)),
            discard=discard,
            bonus=tuple(self.number("bonus", seat, 1, 0) for seat in seats),
            totals=tuple((self.number("total", s, 1, 0), self.number("total", s, 2, 0)) for s in seats),
            secrets=tuple(map(self.secret, seats)),
            laid=laid,
            game=self.number("game", "", 0, 1, least=1),
            round=self.number("round", "", 0, 1, least=1),
            start=self.start(),
            open=self.open(phase),
            spent=frozenset(
                self.words["BEAST-CARD"].read(fact.args[0], fact.line) for fact in self.all("spent")
            ),
            asleep=frozenset(BEASTS.index(fact.args[0]) for fact in self.all("asleep")),
            stayed=frozenset(seats.index(fact.args[0]) for fact in self.all("stayed")),
        )

    def all(self, key: str) -> Iterator[Fact]:
        return (fact for (said, _), fact in self.said.items() if said == key)

    def check_subject(self, fact: Fact) -> None:
        known: tuple[str, ...] = ()
        match fact.key:
            case "hunter" | "stayed" | "laid" | "hand" | "bonus" | "total" | "secret":
                known = tuple(self.seats)
            case "beast" | "asleep":
                known = BEASTS
            case "option":
                known = ("target", "young")
            case "discard":
                known = tuple(self.box.cards)
        if known and fact.args[0] not in known:
            raise fact.error(f"{fact.args[0]!r} cannot follow {fact.key!r}; known are {', '.join(known)}")

    def number(self, key: str, subject: str, place: int, default: int, *, least: int = 0) -> int:
        fact = self.said.get((key, subject))
        if fact is None:
            return default
        value = read_number(fact.args[place], key, fact.line)
        if value < least:
            raise fact.error(f"{key} must be at least {least}")
        return value

    def young(self) -> bool:
        fact = self.said.get(("option", "young"))
        if fact is not None and fact.args[1] not in ("yes", "no"):
            raise fact.error("option young is yes or no")
        return fact is not None and fact.args[1] == "yes"

    def start(self) -> int:
        fact = self.said.get(("start", ""))
        return 0 if fact is None else self.seat(fact, fact.args[0])

    def seat(self, fact: Fact, word: str) -> int:
        if word not in self.seats:
            raise fact.error(f"nobody sits at {word!r}; the seats are {', '.join(self.seats)}")
        return self.seats.index(word)

    def cell(self, key: str, subject: str, *, trap: bool) -> int:
        fact = self.said.get((key, subject))
        if fact is None:
            raise NotationError(f"the position lacks the line '{key} {subject} CELL'")
        return self.board_cell(fact, fact.args[1], trap=trap)

    def board_cell(self, fact: Fact, word: str, *, trap: bool = False) -> int:
        cell = self.box.cell_of.get(word, NOBODY)
        if cell == NOBODY or (cell == self.box.trap and not trap):
            raise fact.error(f"{word!r} is not a cell that can stand here")
        return cell

    def tokens(self) -> tuple[tuple[int, int], ...]:
        facts = list(self.all("portal"))
        if not facts:
            return self.box.edition.tokens
        if len(facts) != len(self.box.edition.tokens):
            raise facts[-1].error(f"name all {len(self.box.edition.tokens)} portal tokens or none")
        for fact in facts:
            if fact.args[1] not in TOKENS:
                raise fact.error(f"a token is {' or '.join(TOKENS)}, not {fact.args[1]!r}")
        return tuple(
            sorted((self.board_cell(fact, fact.args[0]), TOKENS.index(fact.args[1])) for fact in facts)
        )

    def laid(self) -> tuple[Laid | None, ...]:
        return tuple(self.laid_card(self.said.get(("laid", seat))) for seat in self.seats)

    def laid_card(self, fact: Fact | None) -> Laid | None:
        if fact is None:
            return None
        card, path = self.card(fact, fact.args[1]), "".join(fact.args[2:])
        paths = self.box.cards[card].paths
        if path not in (paths or ("",)):
            raise fact.error(f"{card!r} is laid as {' or '.join(paths) or 'it is, without a path'}")
        return Laid(card, path)

    def card(self, fact: Fact, word: str) -> str:
        if word not in self.box.cards:
            raise fact.error(f"{word!r} is not a hunter card; the cards are {', '.join(self.box.cards)}")
        return word

    def hand(self, seat: str, has_laid: bool) -> tuple[str, ...]:
        fact = self.said.get(("hand", seat))
        if fact is None:
            return (UNKNOWN,) * (HAND_SIZE - has_laid)
        cards = [word if word == UNKNOWN else self.card(fact, word) for word in fact.args[1:]]
        return tuple(sorted(cards, key=lambda card: self.box.order.get(card, len(self.box.order))))

    def secret(self, seat: str) -> int:
        fact = self.said.get(("secret", seat))
        if fact is None or fact.args[1] == UNKNOWN:
            return 0
        card: int = self.words["SCORE-CARD"].read(fact.args[1], fact.line)
        return card

    def open(self, phase: Phase) -> int:
        fact = self.said.get(("open", ""))
        if (fact is not None) != (phase.stage in OPEN_CARD_STAGES):
            there = "must" if fact is None else "cannot"
            line = None if fact is None else fact.line
            raise NotationError(f"a beast card {there} be open in phase {phase.stage}", line)
        return 0 if fact is None else self.beast_card(fact)

    def beast_card(self, fact: Fact) -> int:
        card: int = self.words["BEAST-CARD"].read(fact.args[0], fact.line)
        return card

    def phase(self) -> Phase:
        fact = self.said.get(("phase", ""))
        if fact is None:
            raise NotationError("the position lacks the line 'phase ...'")
        word, *args = fact.args
        if word not in set(Stage):
            raise fact.error(f"{word!r} is no phase; known are {', '.join(Stage)}")
        stage = Stage(word)
        wanted = {Stage.WALK: 2, Stage.SHIFT: 3, Stage.BEASTS: 1}.get(stage, int(stage in TURN_STAGES))
        if len(args) != wanted:
            raise fact.error(f"wrong number of words after 'phase {word}'")
        if stage is Stage.BEASTS:
            return Phase(stage, line=read_number(args[0], "the line of the beast card", fact.line))
        if stage not in TURN_STAGES:
            return Phase(stage)
        seat = self.seat(fact, args[0])
        if stage is Stage.WALK:
            return Phase(stage, seat, self.path(fact, args[1]))
        if stage is Stage.SHIFT:
            return self.shift_phase(fact, seat, args[1], args[2])
        return Phase(stage, seat)

    def shift_phase(self, fact: Fact, seat: int, beast: str, rest: str) -> Phase:
        if beast not in BEASTS:
            raise fact.error(f"{beast!r} is not a beast; the beasts are {', '.join(BEASTS)}")
        path = "" if rest in (_JUMPED, _NO_REST) else self.path(fact, rest)
        return Phase(Stage.SHIFT, seat, path, BEASTS.index(beast), rest == _JUMPED)

    def path(self, fact: Fact, word: str) -> str:
        if word not in PATHS:
            raise fact.error(f"{word!r} is not a path of one to three of the letters u r d l")
        return word


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


_SHAPES: dict[str, tuple[int, int, bool]] = {
    "option": (2, 2, True),
    "game": (1, 1, False),
    "round": (1, 1, False),
    "start": (1, 1, False),
    "phase": (1, 4, False),
    "open": (1, 1, False),
    "hunter": (2, 2, True),
    "beast": (2, 2, True),
    "asleep": (1, 1, True),
    "portal": (2, 2, True),
    "stayed": (1, 1, True),
    "laid": (2, 3, True),
    "hand": (1, HAND_SIZE + 1, True),
    "deck": (1, 1, False),
    "discard": (2, 2, True),
    "spent": (1, 1, True),
    "bonus": (2, 2, True),
    "total": (3, 3, True),
    "secret": (2, 2, True),
}
"""Keyword: least and most words after it, and whether the first of them says what the line is about."""
