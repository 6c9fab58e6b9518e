"""The rules of Reversi. A position is the seat that moves and the squares of each seat's discs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.board_game import BoardGame, Words, places_of, square_names, word_of
from companion.rules.contract import CellId, Decide, Effect, Look, Over, Pending, Seat, Step
from companion.rules.pieces import stack_of
from companion.rules.refusals import Broken
from companion.rules.text import Fact

SEATS = ("black", "white")
DISCS = stack_of("disc black", "disc white")
CELLS = square_names(8, 8)
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass(frozen=True, slots=True)
class State:
    """``turn``: the seat that moves. ``discs``: where those of each seat lie."""

    turn: int
    discs: tuple[frozenset[str], frozenset[str]]


TAUGHT = (
    State(0, (frozenset({"d5", "e4"}), frozenset({"d4", "e5"}))),
    State(0, (frozenset({"a1", "b2"}), frozenset({"g7", "h8"}))),
)
"""Where the game begins, and discs that leave the middle bare."""


def flipped(state: State, seat: int, cell: str) -> frozenset[str]:
    """The discs of the other seat that a new one shuts in."""
    return frozenset(found for way in WAYS for found in _line(state, seat, cell, way))


def _line(state: State, seat: int, cell: str, way: tuple[int, int]) -> list[str]:
    passed: list[str] = []
    while True:
        cell = f"{chr(ord(cell[0]) + way[0])}{int(cell[1:]) + way[1]}"
        if cell not in state.discs[1 - seat]:
            return passed if cell in state.discs[seat] else []
        passed.append(cell)


def can_place(state: State, seat: int) -> bool:
    taken = state.discs[0] | state.discs[1]
    return any(flipped(state, seat, cell) for cell in CELLS if cell not in taken)


class Reversi(BoardGame[State]):
    """Two by two in the middle; who shuts discs in turns them over."""

    id = "reversi"
    seatings = (SEATS,)
    cells = CELLS
    taught = TAUGHT
    forms: Mapping[str, tuple[Words, ...]] = {"place": (CELLS,), "pass": ()}

    def pending(self, state: State) -> Pending:
        if can_place(state, 0) or can_place(state, 1):
            return Decide((Seat(state.turn),), "move")
        black, white = map(len, state.discs)
        return self.over("end.2") if black == white else self.over("end.1", int(white > black))

    def broken(self, state: State, seat: Seat, move: Words) -> Iterator[Broken]:
        if isinstance(self.pending(state), Over):
            yield "end.3", ()
        if seat != state.turn:
            yield "turn.1", ()
        if move == ("pass",):
            if can_place(state, seat):
                yield "turn.2", ()
        elif move[1] in state.discs[0] | state.discs[1]:
            yield "place.1", move[1:]
        elif not flipped(state, seat, move[1]):
            yield "place.2", move[1:]

    def after_move(self, state: State, seat: Seat, move: Words) -> Step[State]:
        discs = list(state.discs)
        for cell in move[1:]:
            turned = flipped(state, seat, cell)
            discs[seat], discs[1 - seat] = discs[seat] | turned | {cell}, discs[1 - seat] - turned - {cell}
        after = State(1 - seat, (discs[0], discs[1]))
        pending = self.pending(after)
        return Step(after, (Effect(pending.clause),) if isinstance(pending, Over) else ())

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return {CellId(cell): Look("", (DISCS[seat],)) for seat in (0, 1) for cell in state.discs[seat]}

    def lines(self, state: State) -> Iterable[str]:
        yield f"turn {SEATS[state.turn]}"
        for seat, discs in zip(SEATS, state.discs, strict=True):
            if discs:
                yield f"{seat} {' '.join(sorted(discs))}"

    def read(self, facts: Mapping[str, Fact]) -> State:
        black, white = (frozenset(places_of(facts, seat, CELLS)) for seat in SEATS)
        if black & white:
            raise facts["white"].error(f"two discs lie on {min(black & white)}")
        return State(SEATS.index(word_of(facts, "turn", SEATS)), (black, white))


game = Reversi()
