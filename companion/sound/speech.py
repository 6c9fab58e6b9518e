"""Chooses what the voice says about a new view. Pure.

The screen has other texts. A listener sees the board and only wants to know what to do next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.locale import N_
from companion.referee.sentences import RULING_TITLES, capital
from companion.referee.view import Ruling, RulingKind, TableView
from companion.rules.contract import Chance, Decide, Over
from companion.sound import tuning
from companion.sound.spoken import Ear

_TURN = N_("{seat}, your turn.")
_REFUSED = N_("That is not allowed.")
_REFUSED_OF = N_("{seat}, that is not allowed.")
_PUT_BACK = N_("Please put back what is marked.")
_ASKED = N_("I am not sure what happened. Please tap the answer.")
_UNCLEAR = N_("I am not sure. Please look at what is marked.")
_UNKNOWN = N_("I see something that I do not know. Please look at what is marked.")
_SET_UP = N_("Is the set-up right? Please look at what is marked.")
_FORGOTTEN = N_("Please do not forget: {rule}")
_WON = N_("The game is over. The winner is {seat}.")
_SHARED = N_("The game is over. Shared victory: {seats} and {last}.")
_MOST_EFFECTS = tuning.whole("speech.most_effects")
"""The voice says at most so many sentences about one move."""


def speech_of(before: TableView, now: TableView, decided: TableView, ear: Ear) -> str:
    """The news in ``now``, in a few sentences; "" if there is none. ``decided``: the last view before ``now``
    in which it was a seat's turn."""
    return " ".join(filter(None, (*_news(before, now, ear), _whose_turn(before, now, decided, ear))))


def opening_of(now: TableView, ear: Ear) -> str:
    """Who begins a match in which nothing has been played yet; "" where a card or tile comes first."""
    seat, _ = turn_of(now)
    return "" if now.entries or not seat else _your_turn(seat, ear)


def _news(before: TableView, now: TableView, ear: Ear) -> Iterable[str]:
    say = ear.texts.say
    ruled = now.ruling if now.ruling != before.ruling else None
    if ruled is not None and ruled.kind is RulingKind.REFUSED:
        yield from _refusal(now, ruled, ear)
        return
    if now.question is not None:
        yield say(_ASKED) if now.question != before.question else ""
        return
    if now.doubtful:
        yield "" if before.doubtful else say(_SET_UP)
        return
    verdict = _verdict(now, ear) if _case(now) != _case(before) else ""
    yield verdict
    if ruled is not None and not verdict:
        yield from _ruling(before, now, ruled, ear)
    if isinstance(now.pending, Over):
        yield "" if isinstance(before.pending, Over) else _end(now, now.pending, ear)
        return
    if now.reminder is not None and before.reminder is None:
        yield say(_FORGOTTEN, rule=ear.texts.clause(now.reminder.clause))


def _whose_turn(before: TableView, now: TableView, decided: TableView, ear: Ear) -> str:
    """The sentence that says whose turn it is, if a turn begins or goes on after a stop; "" otherwise. A card
    or tile that comes in the middle of a turn does not count."""
    if _stopped(now):
        return ""
    seat, phase = turn_of(now)
    told, then = turn_of(decided)
    drawn = isinstance(before.pending, Chance) and phase != then
    if seat and (seat != told or drawn or _stopped(before)):
        return _your_turn(seat, ear)
    return ""


def _your_turn(seat: str, ear: Ear) -> str:
    return capital(ear.texts.say(_TURN, seat=ear.texts.seat(seat)))


def _refusal(now: TableView, ruling: Ruling, ear: Ear) -> Iterable[str]:
    say = ear.texts.say
    yield capital(say(_REFUSED_OF, seat=ear.texts.seat(ruling.seat))) if ruling.seat else say(_REFUSED)
    yield from (ear.refusal(breach) for breach in ruling.breaches[:1])
    if ruling.cells and now.camera.state != "none":
        yield say(_PUT_BACK)


def _ruling(before: TableView, now: TableView, ruling: Ruling, ear: Ear) -> Iterable[str]:
    say = ear.texts.say
    match ruling.kind:
        case RulingKind.UNCLEAR:
            yield say(_UNCLEAR)
        case RulingKind.UNKNOWN:
            yield say(_UNKNOWN)
        case RulingKind.PLAYED:
            pass
        case _:
            yield f"{say(RULING_TITLES[ruling.kind])}."
    if now.entries > before.entries and ruling.kind in (RulingKind.PLAYED, RulingKind.ANYWAY):
        told = [ear.move(_last_move(now, ruling)), *map(ear.effect, now.to_do)]
        yield from map(capital, [*dict.fromkeys(filter(None, told))][:_MOST_EFFECTS])


def _last_move(now: TableView, ruling: Ruling) -> str:
    """The last move of the ruling, without the seat that is written before a move when several seats
    moved."""
    move = ruling.move.split("; ")[-1]
    seat, _, rest = move.partition(" ")
    return rest if seat in now.setup.seats else move


def _case(view: TableView) -> object:
    """The number and headline of the totem movement that the referee is judging; None for none."""
    case = view.totem.case if view.totem is not None else None
    return case and (case.number, case.headline)


def _verdict(view: TableView, ear: Ear) -> str:
    """The sentence that says who took the totem, the same as on the screen."""
    case = view.totem.case if view.totem is not None else None
    if case is None:
        return ""
    return ear.texts.message(case.headline)


def _stopped(view: TableView) -> bool:
    """Whether play has stopped, for example for a question. When it goes on, people hear again whose turn it
    is."""
    ruled = view.ruling is not None and view.ruling.kind in (RulingKind.REFUSED, RulingKind.UNKNOWN)
    return ruled or view.question is not None or bool(view.doubtful)


def turn_of(view: TableView) -> tuple[str, str]:
    """The seat whose turn it is, and its phase; two empty texts if it is not the turn of one seat among
    several."""
    pending = view.pending
    if isinstance(pending, Decide) and len(pending.seats) == 1 < len(view.setup.seats):
        return view.setup.seats[pending.seats[0]], pending.phase
    return "", ""


def _end(now: TableView, over: Over, ear: Ear) -> str:
    seats = [ear.texts.seat(now.setup.seats[seat]) for seat in over.placing[0]]
    return _winners(seats, ear)


def _winners(seats: Sequence[str], ear: Ear) -> str:
    if len(seats) == 1:
        return ear.texts.say(_WON, seat=seats[0])
    return ear.texts.say(_SHARED, seats=", ".join(seats[:-1]), last=seats[-1])
