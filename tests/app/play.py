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
from companion.referee.ports import Reader
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.rules.match import AnyMatch, Match, format_match, parse_match
from companion.rules.registry import AnyGame, find_game

GAME = find_game("marso")


def digest(position: str) -> str:
    """A short name of a position."""
    return hashlib.sha256(position.encode()).hexdigest()[:16]


def acknowledge(view: TableView) -> None:
    """Tell the outside world, past every buffer."""
    os.write(1, f"{view.match} {view.entries} {digest(view.position)}\n".encode())


def open_or_begin(book: Book, rng: random.Random, game: AnyGame = GAME) -> tuple[int, AnyMatch]:
    """The newest unfinished match, or a new one of the game."""
    unfinished = book.unfinished()
    if unfinished:
        return unfinished[0].match, parse_match(book.export(unfinished[0].match))
    begun: AnyMatch = Match.begin(game, game.setup(rng.choice((2, 3, 4)), {}))
    return book.create(format_match(begun)).match, begun


def play(book: Book, rng: random.Random, game: AnyGame = GAME, told: Reader = acknowledge) -> int:
    """One match to its end; now and then something is taken back. The number of the closed match."""
    number, match = open_or_begin(book, rng, game)
    decks = [ElectronicDeck(Subject.of(match.game, source), bytes(32)) for source in match.game.electronic]
    journal = book.resume(number)
    judge = Judge(match, frozenset(match.game.electronic))
    session = Session("t", str(number), match, journal, judge, decks, time.monotonic)
    session.subscribe(told)
    while not isinstance(session.view.pending, Over):
        if rng.random() < 0.05:
            session.handle(UndoAsked(1))
            continue
        chosen = rng.choice(session.view.touch)
        seat, text = chosen.seat, chosen.text
        session.handle(MoveEntered(seat, text) if seat else OutcomeEntered(text))
    book.close_match(number)
    return number


if __name__ == "__main__":
    opened = open_journal(Path(sys.argv[1]))
    generator = random.Random(int(sys.argv[2]))
    while True:
        play(opened, generator)
