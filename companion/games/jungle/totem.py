"""What a grab, a fall, a choice or a gift does (section "totem" of the rules), and every outcome told."""

from __future__ import annotations

from companion.games.jungle.claims import debtors, duel_of, duels, last_inward, rights
from companion.games.jungle.course import Course
from companion.games.jungle.flow import go_on, judge, open_next, pay_debts, settle
from companion.games.jungle.moves import Move, Outcome
from companion.games.jungle.state import Places, State
from companion.rules.contract import Seat, Step


def after_move(state: State, seat: Seat, move: Move) -> Step[State]:
    """The step of a legal move."""
    del seat
    course = Course(state)
    if move.verb == "give":
        give(course, state.table.number.get(move.pile, state.table.pot), move)
    else:
        choose(course, move.verb)
    return course.step()


def after_chance(state: State, outcome: Outcome) -> Step[State]:
    """The step of a possible outcome."""
    course = Course(state)
    places = tuple(state.table.number[name] for name in outcome.places)
    match outcome.verb:
        case "pot":
            _tell_left_over(course, outcome.card)
        case "flip":
            _flip(course, places[0], outcome.card)
        case "grab":
            _grab(course, places[0])
        case "holder":
            course.tell("duel.4", places)
            _first(course, places[0])
        case "early":
            course.tell("grab.3", places)
            _pay(course, places[0])
        case "fall":
            _fall(course, places)
        case "tie":
            _tie(course, places)
        case "lapse":
            _lapse(course)
    return course.step()


def _tell_left_over(course: Course, card: int) -> None:
    course.put_down((card,))
    if len(course.pot) == course.table.left_over:
        open_next(course)


def _flip(course: Course, place: int, card: int) -> None:
    course.lay(place, card)
    if course.phase == "flip":
        course.turn = (place + 1) % len(course.table.places)
        judge(course, (place,))
        return
    course.shown = tuple(sorted((*course.shown, place)))
    if all(other in course.shown or not cards for other, cards in enumerate(course.closed)):
        judge(course, tuple(one for one in course.table.clockwise(course.turn) if one in course.shown))


def _grab(course: Course, place: int) -> None:
    if place in rights(course):
        _first(course, place)
        return
    if duels(course) or course.inward or course.trio:
        course.tell("grab.2", (place,))
    _pay(course, place)


def _first(course: Course, place: int) -> None:
    """A place with a right was the first."""
    own = duel_of(place, duels(course))
    if own and (course.inward or course.trio):
        course.to("choose", place)
    elif own:
        _win(course, place, own)
    else:
        _apply_inward(course, place)


def _pay(course: Course, place: int) -> None:
    """All open stacks and the pot go to the one who was wrong (grab.1, fall.1)."""
    course.tell("grab.1", (place,))
    if debtors(course):
        course.tell("last.7")
    course.take(place, course.every_pile())
    course.turn, course.due = place, ()
    course.tell("grab.4", (place,))
    settle(course)


def _fall(course: Course, places: Places) -> None:
    if course.colours:
        course.colours = False
        course.tell("col.3")
    if places:
        course.tell("fall.1", places)
        _pay(course, places[0])
        return
    owing = debtors(course)
    if owing:
        course.tell("last.7")
        pay_debts(course, owing)
    else:
        cells = [cell for place in range(course.table.pot) for cell in course.sweep(place)]
        course.tell("fall.2", cells=dict.fromkeys(cells))
    course.due = ()
    course.tell("fall.3")
    settle(course)


def _tie(course: Course, places: Places) -> None:
    if places[0] in rights(course):
        course.to("tie", *places)
        return
    course.tell("tie.4", places)
    _fall(course, ())


def _lapse(course: Course) -> None:
    course.tell("duel.9")
    if course.outward >= 0 and (course.inward or course.trio):
        course.tell("situ.6")
    go_on(course)


def choose(course: Course, verb: str) -> None:
    """The place of the phase line has won its duel, or applies the inward card (situ.3)."""
    place = course.who[0]
    if verb == "duel":
        _win(course, place, duel_of(place, duels(course)))
    else:
        _apply_inward(course, place)


def _win(course: Course, place: int, duel: Places) -> None:
    table, found = course.table, duels(course)
    _tell_duel(course, place, duel)
    if last_inward(course):
        course.tell("last.7")
    if course.colours:
        course.colours = False
        course.tell("col.4")
    _ignore(course, [other for other in found if other != duel], "situ.5")
    losers = tuple(one for one in table.clockwise(place) if one in duel and one != place)
    course.turn = losers[0]
    prize = (place,) if table.two_hands else (place, table.pot)
    if table.two_hands:
        course.tell("hands.4")
    if len(losers) == 1:
        course.tell("duel.5", losers)
        course.take(losers[0], (*losers, *prize))
        course.tell("duel.6", losers)
        settle(course)
        return
    course.tell("duel.6", losers[:1])
    _distribute(course, place, losers, sorted((*prize, *(losers if table.share_all else ()))))


def _tell_duel(course: Course, place: int, duel: Places) -> None:
    """Told only now, when the match has been seen: why there was a duel, and who has won it."""
    course.tell("col.2" if course.colours else "duel.1", duel)
    if len(duel) > 2:
        course.tell("duel.2")
    if course.phase in ("flip", "burst"):
        course.tell("duel.7")
    if course.outward >= 0:
        course.tell("situ.1", (course.outward,))
    course.tell("duel.4", (place,))


def _ignore(course: Course, others: list[Places], short: str) -> None:
    if others:
        course.tell(short)
        course.tell("situ.8", (place for duel in others for place in duel))
        course.ignore(others)


def _apply_inward(course: Course, place: int) -> None:
    table, found = course.table, duels(course)
    course.turn = place
    course.tell("in.2", (place,))
    if course.outward >= 0:
        course.tell("situ.6")
    if course.trio and not course.inward:
        course.tell("trio.3")
    _ignore(course, found, "situ.4")
    late = last_inward(course)
    owing = tuple(one for one in late if not _spared(course, one, place))
    if table.two_hands and len(owing) < len(late):
        course.tell("hands.6", (place,))
    if not owing:
        course.tell("in.3", (place,), course.sweep(place))
        settle(course)
        return
    course.tell("last.1", owing)
    course.tell("last.2", (place,))
    losers, course.due = (*owing, *course.due), ()
    if len(losers) == 1:
        course.take(losers[0], course.every_pile())
        settle(course)
        return
    course.tell("last.3", losers)
    _distribute(course, place, losers, course.every_pile())


def _spared(course: Course, debtor: int, grabber: int) -> bool:
    """Whoever grabbed does not owe for the own last inward card, with either hand (last.1, hands.6)."""
    if course.table.two_hands:
        return course.table.seat_of[debtor] == course.table.seat_of[grabber]
    return debtor == grabber


def _distribute(course: Course, winner: int, losers: Places, piles: range | list[int]) -> None:
    """The winner decides who takes what; with ``share own`` each loser takes back its own first (take.4)."""
    course.tell("take.3", (winner,))
    if not course.table.share_all:
        course.tell("take.4")
        for loser in losers:
            course.take(loser, (loser,))
    course.forget_claim()
    left = tuple(pile for pile in piles if course.pile(pile))
    if not left:
        settle(course)
        return
    course.to("give", winner)
    course.losers, course.piles = losers, left


def give(course: Course, pile: int, move: Move) -> None:
    """A pile or a part of it is handed to a loser; when all is given, play goes on (take.5)."""
    course.give(pile, course.table.number[move.place], move.number or len(course.pile(pile)))
    course.piles = tuple(one for one in course.piles if course.pile(one))
    if not course.piles:
        settle(course)
