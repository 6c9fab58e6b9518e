"""Simulated people: they play a real game with real hidden cards, one hand and one piece at a time.

Their acts are legal except for the mistakes that :class:`Habits` asks for. They put a mistake right after a
while, as if the referee had told them. All chance comes from one seed: the same seed gives the same match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.rules.contract import (
    CellId,
    Chance,
    Decide,
    Effect,
    Look,
    Over,
    RulesError,
    Seat,
    apply,
    resolve,
)
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.optional import drawn_lamps
from companion.rules.piles import brought_by
from companion.simulator import tuning
from companion.simulator.habits import USUAL, Habits, Mishap, Raced
from companion.simulator.hands import HandMover, Person, Sees, Span
from companion.simulator.kit import Blunder, MistakeKind, Prepared, Racing, Slipping
from companion.simulator.lookalikes import handled, is_detour, is_lawful_otherwise, is_take_back, just_moved
from companion.simulator.scene import Slide
from companion.simulator.setting import Setting
from companion.simulator.tabletop import BARE, Carry, TableTop

LampReader = Callable[[Sequence[Any]], Any | None]
"""Reads the lamps of an electronic deck. Gives one of the possible outcomes, None while none is new."""

LEAST_REST = tuning.number("people.least_rest")
"""Seconds without a hand after each act, at any pace."""
TOLD_AFTER = tuning.number("people.told_after")
"""Seconds until somebody who did something wrong puts it back."""
_TRIES = tuning.whole("people.tries")


class People:
    """The players of one match. ``electronic``: sources of chance that a machine draws; ``read_lamps``: how
    the people read the outcome (None: they know it at once, and the lamps on the table show it); ``sees``:
    the camera, outside whose picture their hands begin and end; ``prepared``: they begin where a kit that is
    :class:`Prepared` says, otherwise with the set-up."""

    def __init__(
        self,
        setting: Setting,
        seed: int,
        habits: Habits = USUAL,
        electronic: Iterable[str] = (),
        read_lamps: LampReader | None = None,
        sees: Sees | None = None,
        prepared: bool = False,
    ) -> None:
        self._rng = Random(seed)
        self.setting = setting
        self.habits = habits
        self.game = setting.game
        self.mishaps: tuple[Mishap, ...] = ()
        self.presses: tuple[tuple[float, str], ...] = ()
        """The second at which somebody said that a turn is done, and the seat of that turn."""
        self.reveals: tuple[tuple[float, str], ...] = ()
        """The second at which a card that a hand turned over faced up, and the card."""
        self.races: tuple[Raced, ...] = ()
        self.slips: tuple[MistakeKind, ...] = ()
        """Mistakes that people made in outcomes (such as a grab), in order. The match holds such an outcome
        like any other."""
        self.now = 0.0
        self._electronic = frozenset(electronic)
        self._read_lamps = read_lamps
        hidden = [cell for source in self._electronic for cell in setting.kit.electronic_cells(source)]
        placer = setting.placer(Random(self._rng.random()))
        self.table = TableTop(placer, setting.kit, hidden)
        self.secrets = setting.kit.secrets(Random(self._rng.random()))
        begun = setting.kit.prepared(self.secrets) if prepared and isinstance(setting.kit, Prepared) else None
        self.match: Match[Any, Any, Any] = Match.begin(setting.game, setting.setup, begun)
        self.table.lay_out(self.game.looks(self.match.state))
        self._due = list(habits.mistakes)
        self._until_mistake = self._rng.randint(3, 6)
        xs, ys = [zone.x for zone in setting.zones], [zone.y for zone in setting.zones]
        centre = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        self.hands = HandMover(self.table, centre, Random(self._rng.random()), habits.pace, sees)

    @property
    def state(self) -> Any:
        """The true position."""
        return self.match.state

    @property
    def _cells(self) -> Collection[CellId]:
        """Every cell of the table."""
        return self.table.placer.zones.keys()

    def set_pace(self, pace: float) -> None:
        """Play at this pace from the next act on (1 = unhurried)."""
        self.habits = replace(self.habits, pace=pace)
        self.hands.pace = pace

    def play(self) -> Iterator[Span]:
        """Play to the end (or the limit), one stretch of time after another."""
        for span in self._play():
            if span.turned:
                self.reveals += ((self.now + span.seconds / 2, span.turned),)
            self.now += span.seconds
            yield span

    def _play(self) -> Iterator[Span]:
        yield self._rest(1.5)
        while not self._finished():
            pending = self.game.pending(self.state)
            match pending:
                case Chance(source=source):
                    yield from self._chance(source)
                case Decide(seats=seats):
                    yield from self._decide(seats)
                case Over():
                    return
        yield self._rest(2.0)

    def _finished(self) -> bool:
        over = isinstance(self.game.pending(self.state), Over)
        return over or (self.habits.limit > 0 and len(self.match.entries) >= self.habits.limit)

    # chance

    def _chance(self, source: str) -> Iterator[Span]:
        if source in self._electronic:
            yield from self._electronic_outcome()
            return
        slip = self._slip()
        outcome = self.secrets.outcome(self.state)
        after = resolve(self.game, self.state, outcome).state
        yield from self._race(outcome)
        before, whole = self.game.looks(self.state), self._whole(after)
        piled = brought_by(self.game, self.match.setup, outcome, before, whole)
        carries = [*self.table.plan(whole | piled), *self.table.alike(piled)]
        if carries:
            person = self._person(self._nearest(carries[0]))
            yield from self.hands.visit(person, carries, towards_self=slip is MistakeKind.TOWARDS_SELF)
        self._enter_outcome(outcome)
        yield self._rest()

    def _slip(self) -> MistakeKind | None:
        """The mistake to make in the next outcome, None if no mistake is due."""
        if not self._due or not isinstance(self.secrets, Slipping):
            return None
        self._until_mistake -= 1
        if self._until_mistake > 0:
            return None
        for kind in dict.fromkeys(self._due):
            if self.secrets.slip(self.state, kind):
                self._due.remove(kind)
                self.slips += (kind,)
                self._until_mistake = self._rng.randint(4, 10)
                return kind
        return None

    def _race(self, outcome: Any) -> Iterator[Span]:
        """If the outcome tells who was first: arms go for the piece, then everybody looks at it."""
        race = self.secrets.race(self.state, outcome) if isinstance(self.secrets, Racing) else None
        if race is None:
            return
        begin = self.now
        people = [self._person(seat) for seat in race.seats]
        yield from self.hands.race(people, CellId(race.cell), race.piece, race.seconds, race.falls)
        self.races += (Raced(begin, race),)
        yield self._rest()

    def _electronic_outcome(self) -> Iterator[Span]:
        outcome = None
        while outcome is None:
            if self._read_lamps is None:
                outcome = self.secrets.outcome(self.state)
                after = resolve(self.game, self.state, outcome).state
                self.table.lamps = drawn_lamps(self.game, after, outcome)
            else:
                possible = [outcome for outcome, _ in self.game.outcomes(self.state)]
                outcome = self._read_lamps(possible)
                yield Span(0.2, self.table.scene())
        self._enter_outcome(outcome)
        yield self._rest()

    def _enter_outcome(self, outcome: Any) -> None:
        self._enter(EntryKind.CHANCE, "", self.game.format_outcome(outcome))
        self.secrets.committed(self.state, None, outcome)

    # moves

    def _decide(self, seats: Sequence[Seat]) -> Iterator[Span]:
        self._until_mistake -= 1
        if self._due and self._until_mistake <= 0:
            for kind in dict.fromkeys(self._due):
                done = yield from self._err(kind)
                if done:
                    self._due.remove(kind)
                    self._until_mistake = self._rng.randint(4, 10)
                    return
        seat = self._rng.choice(list(seats))
        if self._rng.random() < self.habits.peeks:
            cells = self._rng.sample(list(self.table.placer.zones), 2)
            yield from self.hands.peek(self._person(seat), cells)
        yield from self._act(seat)

    def _act(self, seat: Seat) -> Iterator[Span]:
        """One or several small moves with one hand, then their effects."""
        moves = self._choose(seat)
        person = self._person(seat)
        rest = 0.0
        if self._leaves_trace(seat, moves):
            rest = self._rng.uniform(1.0, 3.0) if self._rng.random() < self.habits.rests else 0.0
        effects: tuple[Effect, ...] = ()
        while moves:
            done: list[Any] = []
            carries = self._carries(seat, moves, done)
            if self._leaves_trace(seat, moves):
                yield from self.hands.visit(person, carries, rest)
            else:
                done = moves
            for move in done:
                self._enter(EntryKind.MOVE, self._name(seat), self.game.format_move(move))
                effects = self.match.line[-1].effects
                self.secrets.committed(self.state, seat, move)
            moves = moves[len(done) :]
        self._press(seat)
        yield self._rest()
        if effects:
            yield from self._clear_up(seat)

    def _press(self, seat: Seat) -> None:
        """Say that the turn is done, if the people do so and the seat can do nothing more in it."""
        pending = self.game.pending(self.state)
        over = not isinstance(pending, Decide) or seat not in pending.seats
        if self.habits.done and over:
            self.presses += ((self.now, self._name(seat)),)

    def _choose(self, seat: Seat) -> list[Any]:
        """The moves that the seat makes before its hand leaves the table."""
        state = self.state
        moves: list[Any] = []
        while True:
            move = self._liked(state, seat)
            step = apply(self.game, state, seat, move)
            if is_detour(self.game, self.state, seat, [*moves, move]):
                return moves
            moves.append(move)
            state = step.state
            alone = self.game.pending(state)
            more = isinstance(alone, Decide) and seat in alone.seats and len(moves) < 5
            if step.effects or not more or self._rng.random() >= self.habits.together:
                return moves

    def _liked(self, state: Any, seat: Seat) -> Any:
        legal = self.game.legal_moves(state, seat)
        choices = self.secrets.choices(state, seat, legal)
        weights = [self.secrets.weight(state, seat, move) for move in choices]
        return self._rng.choices(choices, weights)[0]

    def _carries(self, seat: Seat, moves: Sequence[Any], done: list[Any]) -> Iterator[Carry]:
        """What the hand carries for these moves. Each move is planned after the moves before it lie on the
        table; those are then in ``done``. If the hand leaves the picture (with a piece, or to fetch a card
        from the person's other hand), the moves that are left wait for its next visit."""
        state = self.state
        for move in moves:
            step = apply(self.game, state, seat, move)
            alike = self.table.alike(self.game.handled(state, seat, move))
            planned = self.table.plan(just_moved(self.game, self._cells, state, seat, move, step))
            carries = [*planned, *alike]
            if done and carries and carries[0].from_outside:
                return
            yield from carries
            done.append(move)
            state = step.state
            if carries and carries[-1].to_outside:
                return

    def _leaves_trace(self, seat: Seat, moves: Sequence[Any]) -> bool:
        """Whether a hand is needed for any of these moves."""
        return any(handled(self.game, self.state, seat, moves))

    def _clear_up(self, seat: Seat) -> Iterator[Span]:
        """Carry out the effects of the last move, for example put cards on the discard pile."""
        carries = self.table.plan(self._whole(self.state))
        if carries:
            who = seat if self._rng.random() < 0.6 else self._nearest(carries[0])
            yield from self.hands.visit(self._person(who), carries)
            yield self._rest()

    def _whole(self, state: Any) -> dict[CellId, Look]:
        looks = self.game.looks(state)
        return {cell: looks.get(cell, BARE) for cell in self._cells}

    # mistakes

    def _err(self, kind: MistakeKind) -> Generator[Span, None, bool]:
        """Make a mistake and put it right. False if a mistake of that kind is not possible now."""
        if kind is MistakeKind.BUMP:
            yield from self._bump()
            return True
        blunder = self._find_blunder(kind)
        if blunder is None:
            return False
        person = self._person(blunder.seat)
        yield from self.hands.visit(person, self._blunder_carries(blunder))
        if blunder.lawful is not None:
            seat, text = blunder.lawful
            self._enter(EntryKind.MOVE, self._name(seat), text)
            self.secrets.committed(self.state, seat, self.game.parse_move(text))
        at = self.now
        told = () if blunder.stands else (self._name(blunder.seat), blunder.move)
        if blunder.stands:
            self._enter(EntryKind.ANYWAY, self._name(blunder.seat), blunder.move)
        yield self._rest(TOLD_AFTER)
        yield from self.hands.visit(person, [carry.back() for carry in reversed(blunder.carries)])
        if blunder.stands:
            self._enter(EntryKind.UNDO, count=1)
        self.mishaps += (Mishap(kind, at, self.now, *told),)
        yield self._rest()
        yield from self._clear_up(blunder.seat)
        return True

    def _find_blunder(self, kind: MistakeKind) -> Blunder | None:
        """A mistake that the rules really forbid, None if none is found. If it leads to a position, nobody
        can take it for lawful play."""
        for _ in range(_TRIES):
            blunder = self.setting.kit.blunder(kind, self.state, self.table, self._rng)
            if blunder is not None and self._is_one(blunder):
                return blunder
        return None

    def _is_one(self, blunder: Blunder) -> bool:
        trial = self.match
        if not blunder.stands:
            return bool(self.game.why_illegal(self.state, blunder.seat, self.game.parse_move(blunder.move)))
        try:
            if blunder.lawful is not None:
                trial = trial.add(Entry(EntryKind.MOVE, self._name(blunder.lawful[0]), blunder.lawful[1]))
            trial = trial.add(Entry(EntryKind.ANYWAY, self._name(blunder.seat), blunder.move))
        except RulesError:
            return False
        otherwise = is_lawful_otherwise(self.match, trial.state, self._cells, self._electronic)
        return not otherwise and not is_take_back(self.match, trial.state)

    def _blunder_carries(self, blunder: Blunder) -> Iterator[Carry]:
        if blunder.lawful is not None:
            seat, text = blunder.lawful
            yield from self._carries(seat, [self.game.parse_move(text)], [])
        yield from blunder.carries

    def _bump(self) -> Iterator[Span]:
        """An arm pushes the mat with everything on it."""
        seat = Seat(self._rng.randrange(len(self.setting.setup.seats)))
        old = self.table.slide
        new = Slide(*(self._rng.choice((-1, 1)) * self._rng.uniform(0.12, 0.35) for _ in range(2)))
        new = replace(new, angle=self._rng.uniform(-1.8, 1.8))
        pushes = [
            Slide(*(a + (b - a) * part for a, b in zip(_of(old), _of(new), strict=True)))
            for part in (0.3, 0.7, 1.0)
        ]
        yield from self.hands.push(self._person(seat), pushes)
        self.mishaps += (Mishap(MistakeKind.BUMP, self.now, self.now),)
        yield self._rest(TOLD_AFTER)

    # small things

    def _enter(self, kind: EntryKind, seat: str = "", text: str = "", count: int = 0) -> None:
        self.match = self.match.add(Entry(kind, seat, text, count, at=self.now))

    def _rest(self, least: float = LEAST_REST) -> Span:
        return Span(max(least, self._rng.uniform(0.8, 2.2) / self.habits.pace), self.table.scene())

    def _person(self, seat: Seat) -> Person:
        return Person(self.setting.kit.place(seat), int(seat))

    def _name(self, seat: Seat) -> str:
        return self.setting.setup.seats[seat]

    def _nearest(self, carry: Carry) -> Seat:
        """Who sits nearest to where a piece goes."""
        cell = carry.end or carry.start
        zone = self.table.placer.zones[cell] if cell else None
        seats = [Seat(i) for i in range(len(self.setting.setup.seats))]
        if zone is None:
            return seats[0]
        place = self.setting.kit.place
        return max(seats, key=lambda seat: place(seat)[0] * zone.x + place(seat)[1] * zone.y)


def _of(slide: Slide) -> tuple[float, float, float]:
    return slide.dx, slide.dy, slide.angle
