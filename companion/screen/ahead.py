"""Looks ahead in the rules, so that one touch can say several moves that belong together. Pure.

*Forced* moves are those after which nothing else may be done than the next one. *Onward* moves go on with the
same piece. Everything is worked out on the public position; the referee checks every move again."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from companion.rules.contract import (
    Breach,
    CellId,
    Chance,
    Decide,
    Look,
    RulesError,
    Seat,
    Step,
    apply,
    resolve,
)
from companion.rules.may import May
from companion.rules.optional import Laying
from companion.rules.text import verb_of
from companion.rules.touch import Tap, taps_of
from companion.screen import tuning
from companion.screen.touching import Touching, TouchOption

Line = tuple[TouchOption, ...]
"""Moves one after the other."""

MOST_FORCED = tuning.whole("ahead.most_forced")
"""Most moves in a forced line."""
MOST_STEPS = tuning.whole("ahead.most_steps")
"""Most moves in a line of one piece; nobody sees further at a glance."""
MOST_LOOKS = tuning.whole("ahead.most_looks")
"""Most positions that are looked at for such lines. Each costs up to some milliseconds."""
MOST_ATTEMPTS = tuning.whole("ahead.most_attempts")
"""Most attempts of a touch whose clauses are compared."""


class Rules(May):
    """The rules of one table, asked about positions."""

    __slots__ = ()

    def options(self, state: Any) -> tuple[TouchOption, ...]:
        """What people may do; nothing while chance decides."""
        pending = self.game.pending(state)
        if not isinstance(pending, Decide):
            return ()
        return tuple(
            self.option(state, self.setup.seats[seat], self.game.format_move(move))
            for seat in pending.seats
            for move in self.game.legal_moves(state, seat)
        )

    def option(self, state: Any, seat: str, text: str) -> TouchOption:
        """A move or outcome with its touches."""
        return TouchOption(seat, text, taps_of(self.game, state, seat, text, self.cells))

    def after(self, state: Any, option: TouchOption) -> Any:
        """The position after an option; None if it cannot be told from what everybody knows."""
        try:
            return self._step(state, option).state
        except RulesError:
            return None

    def _step(self, state: Any, option: TouchOption) -> Step[Any]:
        if not option.seat:
            return resolve(self.game, state, self.game.parse_outcome(option.text))
        return apply(self.game, state, self.seat(option.seat), self.game.parse_move(option.text))

    def seat(self, name: str) -> Seat:
        """The seat of this name."""
        return Seat(self.setup.seats.index(name))

    # -- chance ---------------------------------------------------------------------------------------

    def lays(self, state: Any) -> bool:
        """Whether open pieces are to be laid at random now."""
        pending = self.game.pending(state)
        laid = self.game.laid if isinstance(self.game, Laying) else ()
        return isinstance(pending, Chance) and pending.source in laid

    def shuffled(self, state: Any, rng: Random) -> Line:
        """Outcomes that lay all the pieces that are left, at random."""
        line: list[TouchOption] = []
        while self.lays(state):
            outcomes, weights = zip(*self.game.outcomes(state), strict=True)
            (drawn,) = rng.choices(outcomes, [float(weight) for weight in weights])
            line.append(self.option(state, "", self.game.format_outcome(drawn)))
            state = resolve(self.game, state, drawn).state
        return tuple(line)

    # -- lines ----------------------------------------------------------------------------------------

    def forced(self, state: Any) -> Line:
        """Moves that must come one after the other from here, whoever makes them."""
        line: list[TouchOption] = []
        while state is not None and len(line) < MOST_FORCED:
            options = Touching.begin(self.options(state)).options
            if len(options) != 1:
                break
            line.append(options[0])
            state = self.after(state, options[0])
        return tuple(line)

    def closing(self, state: Any) -> Line:
        """Forced moves that touch no place. There is nothing to show of them, so they go together with the
        move before."""
        line = self.forced(state) if state is not None else ()
        count = next((n for n, option in enumerate(line) if any(t.cell for t in option.taps)), len(line))
        return line[:count]

    def onward(self, state: Any, touching: Touching) -> dict[str, Line]:
        """For each place that the touched piece reaches only by several moves: the shortest line that leads
        there."""
        near = {tap.cell for tap in touching.next} | {touching.at}
        found: dict[str, Line] = {}
        edge: list[tuple[Any, Line]] = [
            (state, (option,)) for option in touching.fitting if len(option.taps) == len(touching.done) + 1
        ]
        looks = 0
        for _ in range(MOST_STEPS - 1):
            further: list[tuple[Any, Line]] = []
            for before, line in edge:
                looks += 1
                if looks > MOST_LOOKS:
                    return found
                after = self.after(before, line[-1])
                for option in self._going_on(before, after, line[-1]):
                    end = option.taps[-1].cell
                    if end not in near and end not in found:
                        found[end] = (*line, option)
                        further.append((after, found[end]))
            edge = further
        return found

    def _going_on(self, before: Any, state: Any, last: TouchOption) -> Iterator[TouchOption]:
        """Moves of the same seat that begin where the last one ended, with the same piece: one that looks
        alike and was there ``before`` is another one."""
        goal, verb = last.taps[-1], verb_of(last.text)
        there = self.game.looks(before).get(CellId(goal.cell), Look()).pieces
        for option in self.options(state) if state is not None else ():
            same = option.seat == last.seat and verb_of(option.text) == verb and len(option.taps) == 2
            piece = option.taps[0].what
            if same and option.taps[0].cell == goal.cell and goal.what in ("", piece) and piece not in there:
                yield option

    # -- what may not be done -------------------------------------------------------------------------

    def attempts(self, state: Any, done: Sequence[Tap], cell: str) -> Iterator[tuple[TouchOption, Any]]:
        """Moves that begin with these touches and go on at a cell, legal or not: each as an option, and as
        the game's move."""
        pending = self.game.pending(state)
        if not isinstance(pending, Decide):
            return
        count = len(done)
        for seat in pending.seats:
            for move in self.game.attempts(state, seat):
                option = self.option(state, self.setup.seats[seat], self.game.format_move(move))
                taps = option.taps
                if len(taps) > count and taps[count].cell == cell and taps[:count] == tuple(done):
                    yield option, move

    def nearest(
        self, state: Any, done: Sequence[Tap], cell: str, verbs: Collection[str]
    ) -> TouchOption | None:
        """The attempt that the touches most likely mean: it ends at the cell and breaks the fewest clauses.
        ``verbs``: only moves with one of these first words, if there are any."""
        ending = (
            pair
            for pair in self.attempts(state, done, cell)
            if len(pair[0].taps) == len(done) + 1 and (not verbs or verb_of(pair[0].text) in verbs)
        )
        weighed = [
            (len(self.game.why_illegal(state, self.seat(option.seat), move)), number, option)
            for number, (option, move) in enumerate(islice(ending, MOST_ATTEMPTS))
        ]
        return min(weighed)[2] if weighed else None

    def why_not(self, state: Any, cell: str) -> Breach | None:
        """The first clause that every attempt which begins at a cell breaks; None if there is no such clause,
        or no such attempt."""
        common: dict[str, Breach] | None = None
        for option, move in islice(self.attempts(state, (), cell), MOST_ATTEMPTS):
            broken = self.game.why_illegal(state, self.seat(option.seat), move)
            by_clause: dict[str, Breach] = {breach.clause: breach for breach in broken}
            common = by_clause if common is None else {k: v for k, v in common.items() if k in by_clause}
            if not common:
                return None
        return next(iter(common.values())) if common else None
