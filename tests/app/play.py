"""A process that plays random games of marso through the session and a real journal until it is killed.

    python -m tests.app.play JOURNAL SEED

Goes on with the newest unfinished match. Every published view is acknowledged on standard output as
``MATCH ENTRIES HASH-OF-POSITION``; a match that is over is closed and the next one begun.
"""

from __future__ import annotations

import hashlib
import os
import random
import sys
import time
from pathlib import Path

from companion.chance import ElectronicDeck, Subject
from companion.journal import Book, open_journal
from companion.judge.judge import Judge
from companion.referee.events import MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.publish import AnyMatch
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.rules.match import Match, format_match, parse_match
from companion.rules.registry import find_game

GAME = find_game("marso")


def digest(position: str) -> str:
    """A short name of a position."""
    return hashlib.sha256(position.encode()).hexdigest()[:16]


def acknowledge(view: TableView) -> None:
    """Tell the outside world, past every buffer."""
    os.write(1, f"{view.match} {view.entries} {digest(view.position)}\n".encode())


def open_or_begin(book: Book, seed: int) -> tuple[int, AnyMatch]:
    """The newest unfinished match, or a new one."""
    unfinished = book.unfinished()
    if unfinished:
        return unfinished[0].match, parse_match(book.export(unfinished[0].match))
    begun: AnyMatch = Match.begin(GAME, GAME.setup(random.Random(seed).choice((2, 3, 4)), {}))
    return book.create(format_match(begun)).match, begun


def play(book: Book, rng: random.Random) -> None:
    """One match to its end; now and then something is taken back."""
    number, match = open_or_begin(book, rng.randrange(1000))
    deck = ElectronicDeck(Subject.of(GAME, "beast-card"), bytes(32))
    journal = book.resume(number)
    session = Session("t", str(number), match, journal, Judge(match), [deck], time.monotonic)
    session.subscribe(acknowledge)
    while not isinstance(session.view.pending, Over):
        if rng.random() < 0.05:
            session.handle(UndoAsked(1))
            continue
        chosen = rng.choice(session.view.touch)
        seat, text = chosen.seat, chosen.text
        session.handle(MoveEntered(seat, text) if seat else OutcomeEntered(text))
    book.close_match(number)


if __name__ == "__main__":
    opened = open_journal(Path(sys.argv[1]))
    generator = random.Random(int(sys.argv[2]))
    while True:
        play(opened, generator)
