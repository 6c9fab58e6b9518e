"""Outcomes: tiles laid, the back of the tile just taken, the creature die, numbers of saved explorers."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.games.atlantis.course import Course
from companion.games.atlantis.edition import PASSENGERS, TILES
from companion.games.atlantis.ending import check_end, covered, finish, next_turn
from companion.games.atlantis.moves import Outcome
from companion.games.atlantis.state import DIE, LAUNCH, NOBODY, OVER, PLACE, Phase, State, added, plus
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import (
    BACK_WORDS,
    BOAT_BACK,
    CREATURES,
    GREEN,
    LAND,
    SHARK,
    SHARK_BACK,
    TERRAINS,
    VOLCANO,
    WHALE,
    WHALE_BACK,
)
from companion.rules.contract import Step


def after_chance(state: State, outcome: Outcome) -> Step[State]:
    """The step of a possible outcome."""
    course = Course(state)
    match outcome.verb:
        case "lay":
            course.land[outcome.cell] = outcome.terrain
            if sum(map(bool, course.land)) == len(course.table.edition.board.frame):
                course.phase = PLACE if any(course.reserve) else LAUNCH
        case "tile":
            _turn_over(course, outcome.back)
        case "die":
            _roll(course, state, outcome.kind)
        case _:
            _show_treasure(course, outcome)
    check_end(course)
    return course.step()


def _turn_over(course: Course, back: int) -> None:
    """The back of the tile just taken: green is carried out at once, red goes to the hand."""
    cell, terrain = course.phase.cell, course.phase.terrain
    course.phase = DIE
    if back not in GREEN:
        course.hands[course.turn] = tuple(sorted((*course.hands[course.turn], (terrain, back))))
        course.tell("red.1", (), (("seat", course.seat_name(course.turn)), ("tile", LAND[terrain])))
        return
    course.out[terrain] = plus(course.out[terrain], back)
    course.tell("green.1", (cell,), (("back", BACK_WORDS[back]),))
    match back:
        case _ if back == SHARK_BACK:
            _appear(course, SHARK, cell)
        case _ if back == WHALE_BACK:
            _appear(course, WHALE, cell)
        case _ if back == BOAT_BACK:
            _boat_appears(course, cell)
        case _ if back == VOLCANO and course.table.ending == "volcano":
            course.tell("end.1", (cell,))
            finish(course)
        case _:
            if back == VOLCANO:
                course.tell("end.5", (cell,))
            whirl(course, cell)


def _appear(course: Course, kind: int, cell: int) -> None:
    """A shark or whale comes from those set aside (green.2, green.3)."""
    course.supply[kind] -= 1  # FIGURES and CREATURES agree here
    course.creatures[kind].append(cell)
    if kind == WHALE:
        course.tell("green.3", (cell,))
        return
    course.tell("green.2", (cell,), course.people(course.swimmers.get(cell, NOBODY)))
    course.lose_swimmers(cell)


def _boat_appears(course: Course, cell: int) -> None:
    """A boat comes from those set aside, up to three swimmers go aboard (green.4); of more the taker
    chooses (green.5)."""
    course.supply[0] -= 1
    people = course.swimmers.get(cell, NOBODY)
    crowd = sum(people) > PASSENGERS
    course.boats[cell] = NOBODY if crowd else added(NOBODY, people)
    course.tell("green.4", (cell,), () if crowd else course.people(people))
    if crowd:
        course.phase = Phase("fill", cell=cell)
    else:
        course.lose_swimmers(cell)


def whirl(course: Course, middle: int) -> None:
    """Everything on the sea in and around a cell is removed (green.6)."""
    board = course.table.edition.board
    cells = [cell for cell in (middle, *board.around[middle]) if not course.land[cell]]
    emptied = [cell for cell in cells if _anything(course, cell)]
    course.tell("green.6", sorted(emptied))
    for cell in cells:
        course.lose_swimmers(cell)
        course.boats.pop(cell, None)
    course.creatures = [[cell for cell in places if cell not in cells] for places in course.creatures]


def _anything(course: Course, cell: int) -> bool:
    afloat = any(course.swimmers.get(cell, NOBODY)) or cell in course.boats
    return afloat or any(cell in places for places in course.creatures)


def _roll(course: Course, state: State, kind: int) -> None:
    """The player may move a creature of the kind rolled, if one can move at all (die.4)."""
    if state.can_swim_off(kind):
        course.phase = Phase("creature", kind=kind)
        return
    course.tell("die.4", (), (("creature", CREATURES[kind]),))
    next_turn(course)


def _show_treasure(course: Course, outcome: Outcome) -> None:
    """One saved explorer is turned over; after the last one the game is over (score.1)."""
    colour = outcome.colour
    course.treasures[colour] = tuple(sorted((*course.treasures[colour], outcome.value)))
    saved = sum(map(sum, course.safe))
    if sum(map(len, course.treasures)) == saved:
        course.phase = OVER


# what may come


def outcomes(state: State) -> tuple[tuple[Outcome, Fraction], ...]:
    """What may be shown now, with exact weights. A kept tile is ``?``: which red back it has nobody but its
    owner sees, so the table is told no more (the shares of red backs follow from :func:`stock`)."""
    match state.phase.name:
        case "island":
            return tuple(_layings(state))
        case "back":
            odds = stock(state, state.phase.terrain).odds()
            return tuple((Outcome("tile", state.phase.cell, back=back), share) for back, share in odds)
        case "die":
            faces = state.table.edition.faces
            return tuple((Outcome("die", kind=k), Fraction(n, sum(faces))) for k, n in enumerate(faces))
        case "treasure":
            return tuple(_treasures(state))
    return ()


def _layings(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """Any free cell next, and any tile that is left on it."""
    free = [cell for cell in state.table.edition.board.frame if not state.land[cell]]
    left = {terrain: TILES[terrain] - state.land.count(terrain) for terrain in TERRAINS}
    for cell in free:
        for terrain, number in left.items():
            if number > 0:
                yield Outcome("lay", cell, terrain), Fraction(number, len(free) * sum(left.values()))


def _treasures(state: State) -> Iterator[tuple[Outcome, Fraction]]:
    """Any saved explorer next, and any number that its colour has not shown yet."""
    values, hidden = state.table.edition.treasures, covered(state)
    for colour, number in enumerate(hidden):
        shown = state.treasures[colour]
        left = len(values) - len(shown)
        for value in sorted(set(values)):
            copies = values.count(value) - shown.count(value)
            if number and copies:
                weight = Fraction(number * copies, sum(hidden) * left)
                yield Outcome("treasure", colour=colour, value=value), weight
