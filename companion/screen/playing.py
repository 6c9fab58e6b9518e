"""Playing on the board: what a tap or a drag means in the position that is shown.

It is pure, except for what it remembers between two touches. Every method that takes a touch returns the line
of moves that the touch says; the line is empty while more has to be touched. A line may hold an illegal move;
then the referee says which clause forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from companion.rules.contract import Breach, CellId, Look
from companion.rules.text import verb_of
from companion.rules.touch import Tap
from companion.screen.ahead import Line, Rules
from companion.screen.touching import Touching, TouchOption


class Playing:
    """``offered``: seat and text of what may be entered. ``carry``: the touch before led to this position, so
    what it held stays held if that is possible."""

    def __init__(
        self,
        rules: Rules,
        state: Any,
        offered: Sequence[tuple[str, str]],
        looks: Mapping[CellId, Look],
        closing: bool,
        carry: Tap | None = None,
    ) -> None:
        self._rules = rules
        self._state = state
        self._offered = tuple(offered)
        self.carried = carry
        self._looks = looks
        self._closing = closing
        self._all = Touching.begin(rules.option(state, seat, text) for seat, text in offered)
        self._sources = self._left_by()
        self.chain: Line = rules.forced(state) if len(self._all.options) == 1 and offered[0][0] else ()
        self.held: Tap | None = None
        self.touching = self._all
        self.ahead: dict[str, Line] = {}
        self.fan: tuple[Tap, ...] = ()
        self.turned = 0
        """Which of the ways to lay a piece in a fan is shown."""
        self.hint: Breach | None = None
        self.about = ""
        """The place that was touched last."""
        self.unmeant = False
        """Whether that touch means nothing in this position."""
        self._wrong: tuple[Tap, ...] = ()
        if carry is not None:
            self._hold(carry)

    def again(self) -> Playing:
        """The same position, before any touch."""
        return Playing(self._rules, self._state, self._offered, self._looks, self._closing, self.carried)

    # -- what is shown --------------------------------------------------------------------------------

    @property
    def lit(self) -> tuple[str, ...]:
        """The cells that can be touched next. While nothing is held: the cells where something begins."""
        cells = (cell for tap in self.fan or self.touching.next for cell in tap.cells)
        return tuple(dict.fromkeys((*cells, *self.ahead)))

    @property
    def selected(self) -> str:
        """The cell of what is held."""
        return self._wrong[-1].cell if self._wrong else self.touching.at

    @property
    def way(self) -> Tap | None:
        """How the piece of a fan that can be laid in several ways is shown to lie; None without one."""
        way = self.fan[self.turned] if self.fan else None
        return way if way is not None and way.covers else None

    @property
    def ghost(self) -> dict[CellId, Look]:
        """What would lie in the places of :attr:`way`, without what comes to lie on it."""
        way, count = self.way, len(self.touching.done)
        laying = next((one for one in self.touching.fitting if one.taps[count] == way), None)
        after = self._rules.after(self._state, laying) if way is not None and laying is not None else None
        if way is None or after is None:
            return {}
        looks = self._rules.game.looks(after)
        return {cell: Look(looks[cell].base) for cell in map(CellId, way.covers) if cell in looks}

    @property
    def by_move(self) -> bool:
        """Whether people decide, not chance."""
        return bool(self._all.options and self._all.options[0].seat)

    @property
    def begun(self) -> bool:
        """Whether there is a touch to take back."""
        return bool(self._wrong or self.fan or self.touching != self._all)

    def cells_of(self, piece: str) -> tuple[str, ...]:
        """Where a piece lies."""
        return tuple(str(cell) for cell, look in self._looks.items() if piece in look.pieces)

    def piece_at(self, cell: str) -> str:
        """What lies on top in a place; "" for nothing."""
        return next(reversed(self._looks.get(CellId(cell), Look()).pieces), "")

    @property
    def lays(self) -> bool:
        """Whether :meth:`shuffle` has anything to lay."""
        return self._rules.lays(self._state)

    # -- touches --------------------------------------------------------------------------------------

    def tap(self, cell: str) -> Line:
        """A cell was tapped."""
        before, selected, self.about = self._touched(), self.selected, cell
        self.hint, self.unmeant = None, False
        line = self._tap(cell)
        answered = line or cell == selected or (self.begun and before != self._touched())
        self.unmeant = not answered and not self._said_why()
        return line

    def _touched(self) -> tuple[object, ...]:
        return self.touching, self.fan, self.turned, self._wrong

    def _said_why(self) -> bool:
        return self.hint is not None

    def _tap(self, cell: str) -> Line:
        if line := self._forced_to(cell) or self.ahead.get(cell, ()):
            return self._whole(line)
        if matching := self._matching(cell):
            line = self._one_of(matching)
            # The die shows what lies there, so it is held next.
            if len(matching) == 1 and not matching[0].cell:
                self.held = Tap(cell)
            return line
        if self.way is not None:  # it is to be laid elsewhere
            self.cancel()
            return self._tap(cell)
        if cell == self.selected:
            self._again(cell)
            return ()
        if self._wrong or self.touching.at:
            return self._elsewhere(cell)
        if cell in self._sources:
            return ()
        return self._aim(cell) or self._not_there(cell)

    def choose(self, tap: Tap) -> Line:
        """A picture beside the board was tapped, or a picture of a fan."""
        self._drop_all_but_touching()
        if tap not in self.touching.next:  # it replaces the picture that is held
            self.touching = self._all
        self.touching = self.touching.choose(tap)
        return self._taken(tap)

    def shuffle(self, rng: Random) -> Line:
        """For open pieces that are laid at random: where each of those that are left goes."""
        return self._rules.shuffled(self._state, rng)

    @property
    def instead(self) -> tuple[Tap, ...]:
        """The pictures that may be taken instead of the one that is held, including it."""
        held = self.touching.done[:1]
        return self._all.next if held and not held[0].cell and held[0] in self._all.next else ()

    def say(self, option: TouchOption) -> Line:
        """A move was chosen by its words."""
        return self._whole((option,))

    def drag(self, start: str, end: str) -> Line:
        """A finger went from one cell to another."""
        self.cancel()
        self.about = end
        line = self._drag(start, end)
        if not line and not self._said_why() and not self.begun:
            self.about, self.unmeant = start, True
        return line

    def _drag(self, start: str, end: str) -> Line:
        if line := self._after_the_die(start, end):
            return line
        if ways := [tap for tap in self._matching(start) if end in tap.covers]:
            return self._one_of(ways)
        pairs = [_without(option, start, end) for option in self.touching.options]
        if fitting := tuple(option for option in pairs if option is not None):
            return self._narrow(fitting)
        if starts := [tap for tap in self._matching(start) if not self.touching.ends_here(tap)]:
            self._one_of(starts[:1])
            return self._whole(self.ahead[end]) if end in self.ahead else self._elsewhere(end)
        if end in self.lit or start in self._sources:
            return self._tap(end)
        self._why_not(start)
        return self._elsewhere(end) if self._wrong else ()

    def sweep(self, cells: Sequence[str]) -> Line:
        """A finger went over cells while a picture is held, so the picture lies on all of them. Only for
        outcomes."""
        by_cell = {
            o.taps[-1].cell: o for o in self.touching.fitting if len(o.taps) == len(self.touching.done) + 1
        }
        line = tuple(by_cell[cell] for cell in dict.fromkeys(cells) if cell in by_cell)
        return line if self.sweeping else ()

    @property
    def sweeping(self) -> bool:
        """Whether a finger can paint with what is held."""
        return self.held is not None and not self.held.cell and not self.by_move

    def cancel(self) -> None:
        """Let go of everything."""
        self._drop_all_but_touching()
        self.touching = self._all
        self.held = None

    def back(self) -> None:
        """Take back the last touch."""
        if self._wrong or self.fan or self.touching.options != self._all.options:
            self.cancel()
            return
        self.touching = self.touching.back()
        self._drop_all_but_touching()
        self._look_ahead()

    # -- inside ---------------------------------------------------------------------------------------

    def _after_the_die(self, start: str, end: str) -> Line:
        """Chance chooses a piece, and people move that piece at once: one drag says both."""
        if self.by_move:
            return ()
        for tap in self._matching(start):
            shown = self.touching.choose(tap).chosen
            after = self._rules.after(self._state, shown) if shown is not None and not tap.cell else None
            if shown is not None and after is not None:
                offered = [(option.seat, option.text) for option in self._rules.options(after)]
                looks = self._rules.game.looks(after)
                then = Playing(self._rules, after, offered, looks, self._closing)
                if offered and (line := then.drag(start, end)):
                    return (shown, *line)
        return ()

    def _left_by(self) -> frozenset[str]:
        """The cells that the piece leaves, if only its goal has to be told."""
        first = next((o for o in self._all.options if len(o.taps) == 1 and o.taps[0].cell and o.seat), None)
        if first is None:
            return frozenset()
        seat = self._rules.seat(first.seat)
        return frozenset(self._rules.left(self._state, seat, first.text, first.taps[0].cell))

    def _matching(self, cell: str) -> list[Tap]:
        """Touches that mean this cell, or a picture of a piece that lies there."""
        taps = self.fan or self.touching.next
        pieces = self._looks.get(CellId(cell), Look()).pieces
        return [tap for tap in taps if cell in tap.cells] or [
            tap for tap in taps if not tap.cell and tap.what in pieces
        ]

    def _one_of(self, taps: Sequence[Tap]) -> Line:
        """One of several touches of a cell. A piece that goes on comes before what is done at once; if
        several are left they open as a fan. If they are ways to lay a piece, another touch turns it."""
        going_on = [tap for tap in taps if not self.touching.ends_here(tap)]
        if len(taps) > 1 and (taps[0].covers or len(going_on) != 1):
            self.turned = (self.turned + 1) % len(taps) if self.fan == tuple(taps) and self.way else 0
            self.fan = tuple(taps)
            return ()
        return self.choose(going_on[0] if going_on else taps[0])

    def _taken(self, tap: Tap) -> Line:
        # Otherwise a picture stays held, to be laid again.
        if self.held is None or self.held.cell or not tap.cell:
            self.held = tap
        if self.touching.chosen is not None:
            return self._whole((self.touching.chosen,))
        if self.by_move and tap.cell and [one.cell for one in self.touching.next] == [tap.cell]:
            self.touching = self.touching.choose(self.touching.next[0])  # it can only do things where it is
            if self.touching.chosen is not None:
                return self._whole((self.touching.chosen,))
        self._look_ahead()
        return ()

    def _look_ahead(self) -> None:
        touching = self.touching
        two = all(len(option.taps) == 2 and option.seat for option in touching.fitting)
        self.ahead = self._rules.onward(self._state, touching) if two and touching.at else {}

    def _again(self, cell: str) -> None:
        """The held piece was tapped again: show what else there is, or let go."""
        others = [tap for tap in self._all.next if tap.cell == cell]
        self.cancel()
        if len(others) > 1:
            self.fan = tuple(others)

    def _elsewhere(self, cell: str) -> Line:
        """A piece is held, and a cell was tapped to which it cannot go: take another piece, or say why it may
        not."""
        done = self._wrong or self.touching.done
        if any(tap.cell == cell for tap in self._all.next) and not self._is_goal(done, cell):
            self.cancel()
            return self._one_of(self._matching(cell))
        verbs = {} if self._wrong else _verbs(self.touching.fitting)
        nearest = self._rules.nearest(self._state, done, cell, verbs)
        self.cancel()
        return (nearest,) if nearest is not None else self._why_not(cell)

    def _is_goal(self, done: Sequence[Tap], cell: str) -> bool:
        return bool(self._wrong) and self._rules.nearest(self._state, done, cell, ()) is not None

    def _not_there(self, cell: str) -> Line:
        """Only the goal had to be told, and the piece may not go there."""
        ending = [option for option in self.touching.fitting if len(option.taps) == 1 and option.taps[0].cell]
        if not ending or self._all.next != self.touching.next:
            return self._why_not(cell)
        nearest = self._rules.nearest(self._state, (), cell, _verbs(ending))
        return (nearest,) if nearest is not None else self._why_not(cell)

    def _aim(self, cell: str) -> Line:
        """Only the goal was tapped. If several pieces can go there, ask which."""
        found = [_without(option, cell) for option in self.touching.fitting]
        fitting = tuple(option for option in found if option is not None)
        return self._narrow(fitting) if fitting else ()

    def _narrow(self, options: tuple[TouchOption, ...]) -> Line:
        self.touching = Touching(options)
        if len(options) == 1 and not options[0].taps:
            return self._whole(options)
        self.touching = Touching.begin(options)
        self._drop_all_but_touching()
        if self.touching.chosen is not None:
            return self._whole((self.touching.chosen,))
        if len(self.touching.next) == 1:
            return self.choose(self.touching.next[0])
        self.fan = self.touching.next
        return ()

    def _why_not(self, cell: str) -> Line:
        """Nothing may be done with what lies there: say which clause forbids it, and hold it."""
        if self._closing or self._all.options:
            self.hint = self._rules.why_not(self._state, cell)
        first = next(iter(self._rules.attempts(self._state, (), cell)), None)
        self._wrong = first[0].taps[:1] if first is not None and self.hint is not None else ()
        return ()

    def _forced_to(self, cell: str) -> Line:
        if self.touching.options != self._all.options:
            return ()
        ends = [n for n, option in enumerate(self.chain, 1) if option.taps[-1].cell == cell]
        return self.chain[: ends[-1]] if ends else ()

    def _whole(self, line: Line) -> Line:
        """The line with the moves that must follow and touch no place. An illegal move ends the line."""
        state = self._state
        for option in line:
            state = self._rules.after(state, option) if state is not None else None
        return (*line, *self._rules.closing(state)) if self._closing else line

    def _drop_all_but_touching(self) -> None:
        self.ahead, self.fan, self.turned = {}, (), 0
        self.hint, self._wrong, self.unmeant = None, (), False

    def _hold(self, carry: Tap) -> None:
        """Hold the picture that was held before, or the piece in the cell that was tapped before."""
        same = [tap for tap in self._all.next if tap == carry or (carry.cell and carry.cell in tap.cells)]
        if len(same) == 1 and not self._all.ends_here(same[0]):
            self.choose(same[0])


def _verbs(options: Iterable[TouchOption]) -> dict[str, None]:
    return dict.fromkeys(verb_of(option.text) for option in options)


def _without(option: TouchOption, *cells: str) -> TouchOption | None:
    """An option without the touches of these cells, in this order; None if it lacks one of them."""
    taps = list(option.taps)
    at = 0
    for cell in cells:
        at = next((n for n in range(at, len(taps)) if taps[n].cell == cell), -1)
        if at < 0:
            return None
        del taps[at]
    return replace(option, taps=tuple(taps))
