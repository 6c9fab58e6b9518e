"""A position on its way to the next thing that is told: cards change hands, effects are noted."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.jungle.state import NOBODY, Places, State, Table
from companion.games.jungle.words import POT, clause
from companion.rules.contract import CellId, Effect, Step


class Course:
    """A position taken apart. The fields are those of :class:`State`.

    An effect names cells only where hands at the table have something to do.
    """

    __slots__ = (
        "closed",
        "colours",
        "due",
        "effects",
        "ignored",
        "inward",
        "losers",
        "opened",
        "outward",
        "phase",
        "piles",
        "pot",
        "shown",
        "table",
        "trio",
        "turn",
        "who",
    )

    def __init__(self, state: State) -> None:
        self.table: Table = state.table
        self.phase = state.phase
        self.who = state.who
        self.turn = state.turn
        self.colours = state.colours
        self.closed = list(state.closed)
        self.opened = list(state.opened)
        self.pot = state.pot
        self.shown = state.shown
        self.inward = state.inward
        self.trio = state.trio
        self.outward = state.outward
        self.due = state.due
        self.losers = state.losers
        self.piles = state.piles
        self.ignored = list(state.ignored)
        self.effects: list[Effect] = []

    def state(self) -> State:
        """The position as it is now."""
        return State(
            table=self.table,
            phase=self.phase,
            who=self.who,
            turn=self.turn,
            colours=self.colours,
            closed=tuple(self.closed),
            opened=tuple(self.opened),
            pot=self.pot,
            shown=self.shown,
            inward=self.inward,
            trio=self.trio,
            outward=self.outward,
            due=self.due,
            losers=self.losers,
            piles=self.piles,
            ignored=tuple(self.ignored),
        )

    def step(self) -> Step[State]:
        """The position and what followed by itself."""
        return Step(self.state(), tuple(self.effects))

    def tell(self, short: str, places: Iterable[int] = (), cells: Iterable[str] = ()) -> None:
        """Note an effect about places; ``cells`` are those where hands now do something."""
        facts = tuple(("place", self.table.places[place]) for place in places)
        self.effects.append(Effect(clause(short), tuple(map(CellId, cells)), facts))

    def to(self, phase: str, *who: int) -> None:
        """Begin a phase; the lines of phases that it does not have go."""
        self.phase, self.who = phase, who
        if phase != "burst":
            self.shown = ()
        if phase != "give":
            self.losers = self.piles = ()

    def forget_claim(self) -> None:
        """The lines ``inward`` and ``outward`` go."""
        self.inward, self.trio, self.outward = (), False, NOBODY

    # cards

    def lay(self, place: int, card: int) -> None:
        """The top closed card of a place is opened (turn.2)."""
        self.closed[place] -= 1
        self.opened[place] += (card,)
        self.strike(place)

    def put_down(self, cards: Iterable[int]) -> None:
        """Cards come under the totem."""
        self.pot = tuple(sorted((*self.pot, *cards)))

    def strike(self, place: int) -> None:
        """A new top or none: the place matches afresh (situ.8)."""
        if self.ignored:
            left = (tuple(one for one in line if one != place) for line in self.ignored)
            self.ignored = sorted(line for line in left if len(line) > 1)

    def ignore(self, found: Iterable[Places]) -> None:
        """Duels that count no more; a new line replaces those whose places it has all (situ.8)."""
        for duel in found:
            self.ignored = [line for line in self.ignored if not set(line) <= set(duel)]
            self.ignored.append(duel)
        self.ignored.sort()

    def take(self, place: int, piles: Iterable[int]) -> None:
        """Whole piles go under a closed stack (take.1); told when there were cards."""
        taken = [pile for pile in piles if self.pile(pile)]
        for pile in taken:
            self.closed[place] += len(self.pile(pile))
            self._clear(pile)
        if taken:
            self.tell("take.1", (place,), (*map(self._cell, taken), self._closed_cell(place)))

    def give(self, pile: int, place: int, number: int) -> None:
        """That many cards from the top of a pile go under a closed stack, by the hand that gives."""
        self.closed[place] += number
        left = self.pile(pile)[:-number]
        if pile == self.table.pot:
            self.pot = left
        else:
            self.opened[pile] = left
            self.strike(pile)

    def sweep(self, place: int) -> list[str]:
        """A whole open stack comes under the totem; the cells concerned."""
        cards = self.opened[place]
        self.put_down(cards)
        self._clear(place)
        return [self._cell(place), POT] if cards else []

    def pile(self, pile: int) -> tuple[int, ...]:
        """The cards of an open stack or the pot."""
        return self.pot if pile == self.table.pot else self.opened[pile]

    def every_pile(self) -> range:
        """All open stacks and the pot."""
        return range(self.table.pot + 1)

    def _clear(self, pile: int) -> None:
        if pile == self.table.pot:
            self.pot = ()
        else:
            self.opened[pile] = ()
            self.strike(pile)

    def _cell(self, pile: int) -> str:
        return POT if pile == self.table.pot else f"open:{self.table.places[pile]}"

    def _closed_cell(self, place: int) -> str:
        return f"closed:{self.table.places[place]}"
