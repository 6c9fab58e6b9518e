"""The change of turn, the end of the game, and who has won."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from companion.games.atlantis.course import Course
from companion.games.atlantis.state import (
    AFTER_THE_GAME,
    BEGIN_TURN,
    OVER,
    PREDATORS,
    SETUP_PHASES,
    TREASURE,
    State,
)
from companion.games.atlantis.words import clause
from companion.rules.board_game import ranked
from companion.rules.contract import Over, ScoreLine, Seat


def next_turn(course: Course) -> None:
    """The next seat clockwise begins its turn (turn.1)."""
    course.turn = (course.turn + 1) % course.table.seats
    course.phase = BEGIN_TURN
    course.forget_marks()


def check_end(course: Course) -> None:
    """With ``ending rescue`` the game ends when nobody can be saved any more (end.3)."""
    name = course.phase.name
    if course.table.ending != "rescue" or name in SETUP_PHASES or name in AFTER_THE_GAME:
        return
    if nobody_left(course) or (name not in ("back", "fill") and nobody_can_be_saved(course)):
        course.tell("end.3")
        finish(course)


def nobody_left(position: Course | State) -> bool:
    """No explorer on a tile, on a boat or in the water."""
    piles = (position.ashore, position.boats, position.swimmers)
    return not any(any(counts) for pile in piles for counts in dict(pile).values())


def nobody_can_be_saved(position: Course | State) -> bool:
    """Explorers are left in the water only, must not wade ashore, and neither a boat can pick them up nor
    anything remove them: without this the game would not end."""
    return (
        not position.table.ashore
        and not any(position.land)
        and not position.boats
        and not any(position.creatures[kind] for kind in PREDATORS)
    )


def finish(course: Course) -> None:
    """The end of the game: who is not on a safe island is lost (end.2); then treasures are shown."""
    lost = sorted(
        {cell for piles in (course.ashore, course.swimmers) for cell, who in piles.items() if any(who)}
        | {cell for cell, who in course.boats.items() if any(who)}
    )
    if lost:
        course.tell("end.2", lost)
    course.ashore, course.swimmers = {}, {}
    course.boats = dict.fromkeys(course.boats, (0,) * len(course.reserve))
    course.forget_marks()
    course.turn = 0
    saved = any(any(counts) for counts in course.safe)
    course.phase = OVER if course.table.equal or not saved else TREASURE


def saved(state: State, colour: int) -> int:
    """Explorers of a colour on safe islands."""
    return sum(counts[colour] for counts in state.safe)


def covered(state: State) -> tuple[int, ...]:
    """Saved explorers of each colour whose number is not turned up."""
    return tuple(saved(state, colour) - len(values) for colour, values in enumerate(state.treasures))


def totals(state: State, colour: int) -> tuple[int, int]:
    """The lowest and the highest sum of the numbers under the saved explorers of a colour: those that are
    turned up already, and of the others the least and the greatest that are left."""
    shown = state.treasures[colour]
    left = sorted((Counter(state.table.edition.treasures) - Counter(shown)).elements())
    hidden = covered(state)[colour]
    return sum(shown) + sum(left[:hidden]), sum(shown) + sum(left[len(left) - hidden :])


def score(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """What a seat's saved explorers bring, a line for each colour."""
    table = state.table
    lines: list[ScoreLine] = []
    for colour in table.colours[seat]:
        points = saved(state, colour) if table.equal else sum(state.treasures[colour])
        if points:
            facts = (("colour", table.edition.colours[colour]), ("number", str(points)))
            short = "score.5" if table.equal else "score.1"
            lines.append(ScoreLine(clause(short), Fraction(points), facts))
    return tuple(lines)


def over(state: State) -> Over:
    """The placing by points; whoever has the most shares the win (score.3, score.4)."""
    placing = ranked(
        [sum(line.points for line in score(state, Seat(seat))) for seat in range(state.table.seats)]
    )
    return Over(placing, clause("score.4" if len(placing[0]) > 1 else "score.3"))
