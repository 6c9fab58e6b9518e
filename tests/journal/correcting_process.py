"""A table of marso in JOURNAL at which an entry is put right, and that is taken back, again and again.

Run as a file of its own, so that a real process can be killed in the middle of a real write. Says how many
entries the match has after each.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from companion.journal import open_journal
from companion.judge.judge import Judge
from companion.referee.events import Corrected, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.session import Session
from companion.rules.match import Match, format_match
from companion.rules.registry import find_game

PLAYED = ["open b1", "play ur r", "step e3", "play still"]
OTHERWISE = ["open b1", "play ud d", "step d2", "play still"]
EDITS = "correct 2 south play ud d; correct 3 south step d2"


def main(path: str) -> None:
    """Begin a match; correct and take back for ever."""
    game = find_game("marso")
    match = Match.begin(game, game.setup(2, {}))
    journal = open_journal(Path(path)).create(format_match(match))
    session = Session("kitchen", "1", match, journal, Judge(match), (), time.monotonic)
    session.handle(OutcomeEntered(PLAYED[0]))
    for seat, text in zip(("south", "south", "north"), PLAYED[1:], strict=True):
        session.handle(MoveEntered(seat, text))
    while True:
        session.handle(Corrected(EDITS, len(session.match.entries), "typed"))
        os.write(1, b"%d\n" % len(session.match.entries))
        session.handle(UndoAsked(1))
        os.write(1, b"%d\n" % len(session.match.entries))


if __name__ == "__main__":
    main(sys.argv[1])
