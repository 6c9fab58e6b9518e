"""What follows from a move or an outcome, until somebody must act again."""

from __future__ import annotations

from typing import Any

from companion.games.marso.box import Box
from companion.games.marso.cards import without
from companion.games.marso.moves import (
    Discard,
    Fly,
    Jump,
    Move,
    Opened,
    Outcome,
    Play,
    Run,
    Shift,
    Shown,
    Sleep,
    Stay,
    Walk,
)
from companion.games.marso.refusals import chain_due
from companion.games.marso.state import (
    HAND_SIZE,
    NOBODY,
    Laid,
    Phase,
    Stage,
    State,
    beast_at,
    driving_points,
    points,
    reachable_tokens,
    set_up,
    token_at,
    trapped,
)
from companion.games.marso.words import BEASTS, SIDES, UNKNOWN, CardKind
from companion.rules.contract import CellId, ClauseId, Effect, Facts, Step
from companion.rules.record import replace

HUNTER_DISCARD = tuple(CellId(f"discard:hunter:{slot}") for slot in (1, 2, 3))
"""Three slots side by side: a thrown hand is laid out there; laid cards are stacked on the first."""

GAME_OVER_AT = 2
"""Beasts in the Trap that end the game (end.1)."""

_CARRIED_OUT = {
    CardKind.JET: Stage.FLY,
    CardKind.DART: Stage.SLEEP,
    CardKind.TELEPORT: Stage.TELEPORT,
}


def after_move(box: Box, state: State, seat: int, move: Move) -> Step[State]:
    """The step of a legal move."""
    course = Course(box, state)
    course.play(seat, move)
    return course.step()


def after_chance(box: Box, state: State, outcome: Outcome) -> Step[State]:
    """The step of a possible outcome."""
    course = Course(box, state)
    match outcome:
        case Opened(card):
            course.open_card(card)
        case Shown(side, card):
            course.show_score(state.terms.sides.index(side), card)
    return course.step()


class Course:
    """A position on its way to the next decision, and the effects met so far.

    ``state`` is the course's own copy and changes in place until :meth:`step` hands it out: one small move
    changes three or four fields, one after the other, and a new position each time is what a move costs most.
    An effect names cells only where hands at the table have something to do.
    """

    def __init__(self, box: Box, state: State) -> None:
        self.box = box
        self.state = replace(state)
        self.effects: list[Effect] = []

    def step(self) -> Step[State]:
        return Step(self.state, tuple(self.effects))

    def change(self, **fields: Any) -> None:
        for name, value in fields.items():
            object.__setattr__(self.state, name, value)

    def tell(self, clause: str, cells: tuple[str, ...] = (), facts: Facts = ()) -> None:
        self.effects.append(Effect(ClauseId(f"marso/{clause}"), tuple(map(CellId, cells)), facts))

    def side(self, seat: int) -> str:
        return SIDES[self.state.terms.sides[seat]]

    # a hunter's turn

    def play(self, seat: int, move: Move) -> None:
        match move:
            case Play(card, path):
                self.lay(seat, card, path)
            case Discard(cards):
                self.throw_hand(seat, cards)
            case Walk(cell):
                if self.box.crosses[self.state.hunters[seat]][
                    self.box.next[self.state.hunters[seat]].index(cell)
                ]:
                    self.tell("walk.5")
                self.arrive(seat, cell, self.state.phase.path[1:])
            case Fly(cell):
                self.arrive(seat, cell, "")
            case Jump(cell):
                self.jump(seat, cell)
            case Shift(beast, cell):
                rest, jumped = self.state.phase.path, self.state.phase.jumped
                self.put_beast(beast, cell, seat)
                self.go_on(seat, rest, jumped)
            case Sleep(beast):
                self.change(asleep=self.state.asleep | {beast})
                self.close_turn(seat)
            case Stay():
                self.change(stayed=self.state.stayed | {seat})
                self.close_turn(seat)
            case Run():
                self.run_line()

    def lay(self, seat: int, card: str, path: str) -> None:
        state = self.state
        stage = Stage.WALK if path else _CARRIED_OUT.get(self.box.cards[card].kind)
        phase = state.phase if stage is None else Phase(stage, seat, path)
        self.change(
            phase=phase,
            laid=_put(state.laid, seat, Laid(card, path)),
            hands=_put(state.hands, seat, without(state.hands[seat], card)),
        )
        if stage is None:
            self.tell("still.1")
            self.close_turn(seat)

    def throw_hand(self, seat: int, cards: tuple[str, ...]) -> None:
        for card in cards:
            self.discard(card)
        self.change(hands=_put(self.state.hands, seat, ()))
        self.tell("card.7", facts=(("seat", self.side(seat)),))
        self.draw(seat)

    def arrive(self, seat: int, cell: int, rest: str, *, jumped: bool = False) -> None:
        """The hunter now stands on ``cell`` with ``rest`` of its path to go."""
        self.move_hunter(seat, cell)
        beast = beast_at(self.state, cell)
        if beast != NOBODY and self.state.terms.young:
            self.tell("young.1", (self.box.names[cell], "trap"), (("beast", BEASTS[beast]),))
            self.put_beast(beast, self.box.trap, seat)
        elif beast != NOBODY:
            self.change(phase=Phase(Stage.SHIFT, seat, rest, beast, jumped))
            return
        self.go_on(seat, rest, jumped)

    def move_hunter(self, seat: int, cell: int) -> None:
        """The figure alone; a ban that bound it to the token left is over."""
        self.change(hunters=_put(self.state.hunters, seat, cell), stayed=self.state.stayed - {seat})

    def jump(self, seat: int, cell: int) -> None:
        self.turn_token(self.state.hunters[seat])
        self.arrive(seat, cell, "", jumped=True)

    def turn_token(self, cell: int) -> None:
        """The token left by a jump is turned over (portal.4)."""
        self.tell("portal.4", (self.box.names[cell],))
        tokens = self.state.tokens
        self.change(tokens=tuple((at, 1 - colour if at == cell else colour) for at, colour in tokens))

    def put_beast(self, beast: int, cell: int, seat: int, clause: str = "score.3") -> None:
        """Move a beast; in the Trap it earns the seat a point under the clause (NOBODY: none does)."""
        before = trapped(self.box, self.state)
        self.change(beasts=_put(self.state.beasts, beast, cell))
        if trapped(self.box, self.state) <= before:
            return
        if seat != NOBODY:
            self.change(bonus=_put(self.state.bonus, seat, self.state.bonus[seat] + 1))
            self.tell(clause, facts=(("seat", self.side(seat)), ("beast", BEASTS[beast])))
        if before + 1 == GAME_OVER_AT:
            self.tell("end.1")

    def go_on(self, seat: int, rest: str, jumped: bool) -> None:
        if rest:
            self.change(phase=Phase(Stage.WALK, seat, rest))
            return
        if not jumped and token_at(self.state, self.state.hunters[seat]) != NOBODY:
            if reachable_tokens(self.box, self.state, seat, any_colour=False):
                self.change(phase=Phase(Stage.PORTAL, seat))
                return
            self.tell("portal.6")
        self.close_turn(seat)

    def close_turn(self, seat: int) -> None:
        state, box = self.state, self.box
        hunters = set(state.hunters)
        for beast, cell in enumerate(state.beasts):
            if cell != box.trap and hunters.issuperset(box.next[cell]):
                self.tell("beasts.11", (box.names[cell], "trap"), (("beast", BEASTS[beast]),))
                self.put_beast(beast, box.trap, seat)
        following = (seat + 1) % len(state.terms.sides)
        if following == state.start:
            self.end_hunters()
        else:
            self.change(phase=Phase(Stage.CARD, following))

    def end_hunters(self) -> None:
        """Laid cards go, hands are filled up, the beasts' step begins (card.8)."""
        state = self.state
        slots = [f"laid:{self.side(seat)}" for seat, laid in enumerate(state.laid) if laid is not None]
        for laid in state.laid:
            if laid is not None:
                self.discard(laid.card)
        self.change(laid=(None,) * len(state.laid))
        self.tell("card.8", (*slots, *HUNTER_DISCARD[:1]))
        seats = len(state.terms.sides)
        for i in range(seats):
            self.draw((state.start + i) % seats)
        self.next_line(1)

    def discard(self, card: str) -> None:
        place = self.box.order[card]
        self.change(discard=_put(self.state.discard, place, self.state.discard[place] + 1))

    def draw(self, seat: int) -> None:
        """Fill the hand up; the discard becomes the deck as soon as a card is needed and none is there."""
        for _ in range(HAND_SIZE - len(self.state.hands[seat])):
            if not self.state.deck:
                self.change(deck=sum(self.state.discard), discard=(0,) * len(self.state.discard))
                self.tell("deck.2", ("deck:hunter", *HUNTER_DISCARD))
            hand = (*self.state.hands[seat], UNKNOWN)
            self.change(hands=_put(self.state.hands, seat, hand), deck=self.state.deck - 1)

    # the beasts

    def open_card(self, card: int) -> None:
        if len(self.state.spent) == len(self.box.edition.beast_cards):
            self.change(spent=frozenset())
            self.tell("deck.2", ("deck:beast", "discard:beast"))
        self.change(open=card, phase=Phase(Stage.CARD, self.state.start))

    def run_line(self) -> None:
        chain = chain_due(self.box, self.state)
        for beast, seat in chain.caught:
            self.put_beast(beast, self.box.trap, seat, "score.4")
        self.change(beasts=chain.beasts)
        self.next_line(self.state.phase.line + 1)

    def next_line(self, line: int) -> None:
        """The first line from here on that is not passed over (beasts.13), or the end of the round."""
        for number, (beast, _) in enumerate(self.box.edition.beast_cards[self.state.open - 1], 1):
            if number < line:
                continue
            if passed_over(self.box, self.state, beast):
                self.tell("beasts.13", facts=(("beast", BEASTS[beast]),))
                continue
            self.change(phase=Phase(Stage.BEASTS, line=number))
            return
        self.end_round()

    def end_round(self) -> None:
        state = self.state
        self.tell("turn.7", ("open:beast", "discard:beast"))
        waking = [
            state.beasts[beast] for beast in sorted(state.asleep) if state.beasts[beast] != self.box.trap
        ]
        if waking:
            self.tell("dart.4", tuple(self.box.names[cell] for cell in waking))
        self.change(spent=state.spent | {state.open}, open=0, asleep=frozenset())
        if trapped(self.box, state) >= GAME_OVER_AT:
            self.change(phase=Phase(Stage.SCORES))
            self.reckon()
            return
        self.change(round=state.round + 1, phase=Phase(Stage.OPEN))
        self.pass_start()

    def pass_start(self) -> None:
        old = self.state.start
        self.change(start=(old + 1) % len(self.state.terms.sides))
        facts = (("seat", self.side(self.state.start)),)
        self.tell("turn.8", (f"start:{self.side(old)}", f"start:{self.side(self.state.start)}"), facts)

    # the end

    def show_score(self, seat: int, card: int) -> None:
        self.change(secrets=_put(self.state.secrets, seat, card))
        self.reckon()

    def reckon(self) -> None:
        """When every score card is known: the match is over, or its next game is set up."""
        state = self.state
        if 0 in state.secrets:
            return
        seats = range(len(state.terms.sides))
        reached = [points(self.box, state, seat) for seat in seats]
        if not state.terms.target or max(reached) >= state.terms.target:
            self.change(phase=Phase(Stage.OVER))
            return
        totals = tuple((reached[seat], driving_points(state, seat)) for seat in seats)
        fresh = set_up(self.box, state.terms)
        self.tell("match.2", tuple(places_to_set_up(self.box, state, fresh)))
        self.state = replace(fresh, totals=totals, game=state.game + 1, start=state.start)
        self.pass_start()


def passed_over(box: Box, state: State, beast: int) -> bool:
    """Whether the line of this beast is passed over by itself (beasts.13)."""
    return beast in state.asleep or state.beasts[beast] == box.trap


def places_to_set_up(box: Box, before: State, after: State) -> list[str]:
    """The cells that hands change to set up the next game: figures, tokens, decks and score cards."""
    cells = {*before.hunters, *after.hunters, *before.beasts, *after.beasts}
    cells |= {cell for cell, _ in set(before.tokens) ^ set(after.tokens)}
    decks = ["deck:hunter", *HUNTER_DISCARD, "deck:beast", "discard:beast"]
    secrets = [f"secret:{SIDES[side]}" for side in after.terms.sides]
    return [*(box.names[cell] for cell in sorted(cells)), *decks, *secrets]


def _put(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])
