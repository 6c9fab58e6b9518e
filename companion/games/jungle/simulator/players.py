"""Simulated players: they open cards, see or miss matches, grab, and answer the referee as people would.

They read the published views, as people read the screen, and send the events that people and a base would
send. They act on a thread of their own, named ``simulated players``; the session's thread hands the views
over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from companion.games.jungle.referee.claim import MOST_PADS, claim_of, shown_state
from companion.games.jungle.simulator.grab import Grab, GrabMishap, grab
from companion.games.jungle.simulator.stacks import Stacks
from companion.games.jungle.state import State
from companion.locale import Message
from companion.referee.events import Event, MoveEntered, OutcomeEntered, TotemMoved, TotemNamed, TotemSaid
from companion.referee.publish import entry_of
from companion.referee.totem_record import TotemRecord
from companion.referee.view import CaseStage, CaseView, HistoryLine, LineKind, TableView
from companion.rules.contract import Over, Seat, Setup
from companion.rules.match import Entry, EntryKind, Match, format_entry, format_match
from companion.rules.registry import AnyGame
from companion.simulator.kit import Temper
from companion.simulator.truth_file import TruthFile

# -- What really happened at a table of simulated players, as a match file

RealGrab = tuple[int, str]
"""The number of entries before the grab, and the outcome that tells what was really done."""


def truth_file(game: AnyGame, setup: Setup, history: Sequence[HistoryLine], grabs: Sequence[RealGrab]) -> str:
    """The text of the match file. ``grabs``: in the order in which they happened."""
    head = format_match(Match.begin(game, setup))
    return head + "".join(f"{format_entry(entry)}\n" for entry in _entries(history, grabs))


def _entries(history: Sequence[HistoryLine], grabs: Sequence[RealGrab]) -> Iterator[Entry]:
    waiting = list(grabs)
    for number in range(len(history) + 1):
        line = history[number] if number < len(history) else None
        while waiting and waiting[0][0] == number:
            _, done = waiting.pop(0)
            at = history[number - 1].at if number else 0.0
            if line is None or (line.kind, line.text) != (LineKind.CHANCE, done):
                yield Entry(EntryKind.CHANCE, text=done, at=at)
                yield Entry(EntryKind.UNDO, count=1, at=at)
        if line is not None:
            yield entry_of(line)


# -- Simulated players

NAME = "simulated base"
OPENING, READING, ANSWERING = 1.6, 4.0, 1.2
"""Seconds at pace 1: from one card to the next, to read a verdict, to tap an answer."""
PATIENCE = 3.0
"""Seconds after which they act again if their last act has changed nothing."""
_NOTICES = 0.85
"""Probability that a player who may grab notices it."""


class SimulatedPlayers:
    """A :class:`companion.referee.ports.TotemSource`."""

    def __init__(self, game: AnyGame, temper: Temper) -> None:
        self.trouble: Message | None = None
        self._game = game
        self._temper = temper
        self._rng = Random(temper.seed)
        self._stacks = Stacks(self._rng)
        self._mistakes = temper.mistakes
        self._until_mistake = self._rng.randint(2, 4)
        self._records = 0
        self._reveal = _now_us()
        self._seen = 0
        self._grab: Grab | None = None
        self._grabs: list[RealGrab] = []
        self._news = threading.Condition()
        self._view: TableView | None = None
        self._stopping = False
        self._send: Callable[[Event], None] = lambda _event: None
        self._thread = threading.Thread(target=self._run, name="simulated players", daemon=True)

    # -- the port -------------------------------------------------------------------------------------

    def start(self, send: Callable[[Event], None]) -> None:
        """Begin to play; their events go to ``send``."""
        self._send = send
        self._thread.start()

    def __call__(self, view: TableView) -> None:
        """Keep the newest view."""
        with self._news:
            self._view = view
            self._news.notify_all()

    def close(self) -> None:
        """Leave. Safe to call twice."""
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)
        self._write_truth()

    def _write_truth(self) -> None:
        view, path = self._view, self._temper.truth
        if view is None or path is None:
            return
        text = truth_file(self._game, view.setup, view.history, self._grabs)
        self.trouble = TruthFile(path).keep(text) or self.trouble

    # -- their time -----------------------------------------------------------------------------------

    def _run(self) -> None:
        view = self._next(-1, None)
        if view is None:
            return
        pads = len(view.state.table.places) <= MOST_PADS
        self._send(TotemNamed(NAME if pads else "", "T1" if pads else "", True))
        while view is not None and not self._finished(view):
            done = len(self._grabs)
            seconds, events = self.act(view)
            if not self._pause(seconds):
                return
            newest = self._view
            if newest is not None and newest.revision != view.revision:
                view = newest  # something else has happened meanwhile
                del self._grabs[done:]
                continue
            for event in events:
                self._send(event)
            view = self._next(view.revision, PATIENCE)

    def _finished(self, view: TableView) -> bool:
        limit = self._temper.limit
        return isinstance(view.pending, Over) or (limit > 0 and view.entries >= limit)

    def _pause(self, seconds: float) -> bool:
        """Wait for so many seconds. False if the players leave meanwhile."""
        with self._news:
            return not self._news.wait_for(lambda: self._stopping, seconds / self._temper.pace)

    def _next(self, revision: int, timeout: float | None) -> TableView | None:
        """A view newer than ``revision``; after ``timeout`` seconds the same one again; None if they
        leave."""
        with self._news:
            self._news.wait_for(
                lambda: self._stopping or (self._view is not None and self._view.revision > revision), timeout
            )
            return None if self._stopping else self._view

    # -- what they do ---------------------------------------------------------------------------------

    def act(self, view: TableView) -> tuple[float, list[Event]]:
        """How the players act on this view: the seconds (at pace 1) before they act, and their events."""
        state: State = view.state
        self._stacks.follow(state)
        case = view.totem.case if view.totem is not None else None
        if case is not None:
            answers = list(self._about_case(case))
            if answers:
                return ANSWERING, answers
        match state.phase:
            case "deal":
                return OPENING, [OutcomeEntered(f"pot {_name(state, self._stacks.left_over())}")]
            case "flip" | "burst" | "claim":
                return self._open_or_grab(view, state, READING if case is not None else OPENING)
            case "tie":
                if state.table.replay:
                    tied = [state.table.places[place] for place in state.who]
                    return ANSWERING, [self._go_for_it(view, tied, GrabMishap.NONE)]
                return ANSWERING, [
                    OutcomeEntered(f"holder {state.table.places[self._rng.choice(state.who)]}")
                ]
            case _:
                return ANSWERING, [self._decide(view, state)]

    def _open_or_grab(self, view: TableView, state: State, seconds: float) -> tuple[float, list[Event]]:
        """Players who notice that they may grab go for the totem; otherwise the next card is opened."""
        new = view.entries != self._seen
        self._seen = view.entries
        hands, mishap = self._who_goes(state) if new else ([], GrabMishap.NONE)
        if hands:
            return 0.0, [self._go_for_it(view, hands, mishap)]
        opened = self._opened(shown_state(self._game, state))
        self._reveal = _now_us() + round(seconds / self._temper.pace * 1e6)
        return seconds, opened

    def _opened(self, state: State) -> list[Event]:
        if state.phase == "burst":
            waiting = [p for p, cards in enumerate(state.closed) if cards and p not in state.shown]
            place = self._rng.choice(waiting)
        else:
            place = next(p for p in state.table.clockwise(state.turn) if state.closed[p])
        return [OutcomeEntered(f"flip {state.table.places[place]} {_name(state, self._stacks.top(place))}")]

    def _who_goes(self, state: State) -> tuple[list[str], GrabMishap]:
        """The places whose hands go for the totem now (maybe none), and what goes wrong with the grab."""
        if state.phase == "burst" and state.shown:
            return [], GrabMishap.NONE
        claim = claim_of(state)
        hands = [seat for seat in claim.entitled if self._rng.random() < _NOTICES]
        if state.phase == "claim" and hands:
            return hands, self._mishap()
        wrong = self._mistakes > 0 and self._until_mistake <= 0 and any(state.opened)
        if state.phase == "flip" and wrong and self._rng.random() < 0.3:
            self._spend()
            return [self._rng.choice(claim.seats)], GrabMishap.NONE
        return [], GrabMishap.NONE

    def _mishap(self) -> GrabMishap:
        self._until_mistake -= 1
        if self._mistakes <= 0 or self._until_mistake > 0:
            return GrabMishap.NONE
        self._spend()
        return self._rng.choice([mishap for mishap in GrabMishap if mishap is not GrabMishap.NONE])

    def _spend(self) -> None:
        self._mistakes -= 1
        self._until_mistake = self._rng.randint(1, 4)

    def _go_for_it(self, view: TableView, hands: list[str], mishap: GrabMishap) -> Event:
        """The grab as the base records it. If the table has more places than a base has pads, the players
        enter who took the totem."""
        places = view.state.table.places
        self._grab = grab(self._rng, places, hands, self._reveal, mishap)
        self._grabs.append((view.entries, self._grab.truth))
        if len(places) > MOST_PADS:
            return OutcomeEntered(self._grab.truth)
        self._records += 1
        return TotemMoved(TotemRecord(self._records, self._grab.sensors, _now_us() + 2_000_000))

    # -- what they say --------------------------------------------------------------------------------

    def _about_case(self, case: CaseView) -> Iterator[Event]:
        """The players' answers to the referee's case. They are honest and know what they did."""
        done = self._grab
        if done is None:
            return
        if case.stage is CaseStage.HELD:
            yield TotemSaid(case.number, "", "judge")
        elif case.stage is CaseStage.UNMEASURED:
            yield OutcomeEntered(done.truth)
        elif case.ask == "what":
            word = {GrabMishap.KNOCKED: "knocked", GrabMishap.DROPPED: "dropped"}.get(done.mishap, "grab")
            yield TotemSaid(case.number, "", f"what {word}")
        elif case.ask == "who" and len(case.answers) < len(case.voters):
            for voter in case.voters:
                yield TotemSaid(case.number, voter, f"names {done.first}")
        elif case.ways:
            keys = [way.key for way in case.ways]
            likely = [key for key in keys if key.split(" ")[-1] == done.first] or keys
            self._seen = -1  # they may grab again without a new card
            yield TotemSaid(case.number, "", self._rng.choice(likely))
        elif case.may_appeal and not case.answers and not case.appeals:
            yield from self._rival(case, done)
        elif not case.applied:
            yield TotemSaid(case.number, "", "drop")

    def _rival(self, case: CaseView, done: Grab) -> Iterator[Event]:
        """The player who was really first appeals if the verdict names another. If it is right, another
        player confirms it, or nobody says anything."""
        named = case.applied[0].split(" ")[-1]
        if named != done.first:
            yield TotemSaid(case.number, done.first, "appeal")
        elif self._rng.random() < 0.5:
            rivals = [voter for voter in case.voters if voter != named]
            if rivals:
                yield TotemSaid(case.number, self._rng.choice(rivals), f"names {named}")

    def _decide(self, view: TableView, state: State) -> Event:
        """A random legal move: the winner's choice, or the next gift of cards."""
        seat = Seat(state.table.seat_of[state.who[0]])
        move = self._rng.choice(self._game.legal_moves(state, seat))
        return MoveEntered(view.setup.seats[seat], self._game.format_move(move))


def _name(state: State, card: int) -> str:
    return state.table.edition.names[card]


def _now_us() -> int:
    """The time of the base's clock in microseconds."""
    return time.monotonic_ns() // 1000
