"""What follows when cards have been opened and when cards have been taken: judge, go on, settle, open."""

from __future__ import annotations

from companion.games.jungle.claims import debtors, duels
from companion.games.jungle.course import Course
from companion.games.jungle.state import Places
from companion.rules.contract import Seat

TRIO_TOPS = 3


def judge(course: Course, new: Places) -> None:
    """The cards of ``new``, in the order counted from whose turn it is, have just been opened."""
    edition, burst = course.table.edition, course.phase == "burst"
    tops = {place: course.opened[place][-1] for place in new if course.opened[place]}
    if max(tops.values(), default=0) >= edition.outward and course.colours:
        course.colours = False
        course.tell("col.5")
    if _last_outward(course, tops):
        return
    course.inward = tuple(place for place, card in tops.items() if card == edition.inward)
    course.trio = course.table.trio and _trio(course, tops)
    course.due = tuple(
        place for place, card in tops.items() if card == edition.coloured and not course.closed[place]
    )
    course.outward = next((place for place, card in tops.items() if card == edition.outward), -1)
    _tell_claim(course)
    if any(card == edition.coloured and course.closed[place] for place, card in tops.items()):
        _colours(course, burst)
    course.to("claim")
    if not (course.inward or course.trio or duels(course)):
        go_on(course)


def _last_outward(course: Course, tops: dict[int, int]) -> bool:
    """last.4, or hands.8: an outward card that was the last closed one. True when the game is over."""
    last = [
        place
        for place, card in tops.items()
        if card == course.table.edition.outward and not course.closed[place]
    ]
    if not last:
        return False
    if not course.table.two_hands:
        course.tell("last.4", last)
        _over(course, *sorted(course.table.seat_of[place] for place in last))
        return True
    for place in last:
        course.tell("hands.8", (place,), course.sweep(place))
        del tops[place]
    return look_at_end(course)


def _trio(course: Course, tops: dict[int, int]) -> bool:
    """Three tops of one colour, a card just opened among them (trio.2)."""
    colour = course.table.edition.colour
    lying = [colour[stack[-1]] for stack in course.opened if stack]
    return any(colour[card] >= 0 and lying.count(colour[card]) >= TRIO_TOPS for card in tops.values())


def _colours(course: Course, burst: bool) -> None:
    """Colours begin to count; in a simultaneous opening only if nothing else came up (situ.6)."""
    if burst and (course.inward or course.trio or course.outward >= 0 or duels(course)):
        return
    course.colours = True
    course.ignored = []
    course.tell("col.1")


def _tell_claim(course: Course) -> None:
    """What everybody sees. Matches are not told: seeing them is the game."""
    if course.inward:
        course.tell("in.1", course.inward)
    if len(course.inward) > 1:
        course.tell("in.4")


def go_on(course: Course) -> None:
    """There is nothing to claim, or nobody noticed."""
    pay_debts(course, debtors(course))
    course.inward, course.trio, course.due = (), False, ()
    if look_at_end(course):
        return
    if course.outward < 0:
        open_next(course)
        return
    course.turn, course.outward = course.outward, -1
    course.to("burst")
    course.tell("out.1", (course.turn,))


def settle(course: Course) -> None:
    """A grab or a fall has been carried out."""
    course.forget_claim()
    pay_debts(course, course.due)
    course.due = ()
    if look_at_end(course):
        return
    if duels(course):
        course.to("claim")
    else:
        open_next(course)


def open_next(course: Course) -> None:
    """The next place with closed cards opens one (turn.3); if nobody has any, the game is over (end.4)."""
    table = course.table
    for place in table.clockwise(course.turn):
        if course.closed[place]:
            if table.two_hands and not course.opened[course.turn] and not course.closed[course.turn]:
                course.tell("hands.7", (course.turn,))
            course.turn = place
            course.to("flip")
            return
    course.tell("end.4")
    _fewest_win(course)


def pay_debts(course: Course, owing: Places) -> None:
    """Places take for a last card at once: the first takes what others leave (last.1, last.3, last.5)."""
    if not owing:
        return
    for short, places in (
        ("last.1", [place for place in owing if place not in course.due]),
        ("last.5", [place for place in owing if place in course.due]),
    ):
        if places:
            course.tell(short, places)
    if len(owing) > 1:
        course.tell("last.3", owing)
        for place in owing:
            course.take(place, (place,))
    course.take(owing[0], course.every_pile())


def look_at_end(course: Course) -> bool:
    """end.1 or hands.9; True when the game is over."""
    empty = [place for place, stack in enumerate(course.opened) if not stack and not course.closed[place]]
    if not empty:
        return False
    table = course.table
    if not table.two_hands:
        course.tell("end.1", empty)
        course.tell("end.3")
        _over(course, *(table.seat_of[place] for place in empty))
        return True
    players = {table.seat_of[place] for place in empty}
    if table.hands == "both" and len(players) < 2 and len(empty) < 2:
        return False
    course.tell("hands.9", empty)
    _fewest_win(course)
    return True


def _fewest_win(course: Course) -> None:
    """end.4, hands.10."""
    table = course.table
    held = [
        sum(course.closed[place] + len(course.opened[place]) for place in table.places_of(Seat(seat)))
        for seat in range(len(table.setup.seats))
    ]
    if table.two_hands:
        course.tell("hands.10")
    _over(course, *(seat for seat, cards in enumerate(held) if cards == min(held)))


def _over(course: Course, *seats: int) -> None:
    course.forget_claim()
    course.due = ()
    course.to("over", *seats)
