"""A process that plays ACTS acts of random games through the session into JOURNAL, then ends without closing.

    python -m tests.power.play_on JOURNAL SEED ACTS [SYNCHRONOUS]

Goes on with the newest unfinished match. On standard output: ``MATCH ENTRIES`` for every published view,
``over MATCH`` once a match is closed. SYNCHRONOUS: SQLite's setting, to show that less than FULL loses some.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

from companion.journal import open_journal
from companion.referee.view import TableView
from companion.rules.registry import find_game
from tests.app.play import play

GAMES = ("marso", "northwest", "arctica", "atlantis", "jungle")


def main(path: str, seed: int, acts: int, synchronous: str) -> None:
    """Play until enough acts are acknowledged."""
    left = acts

    def acknowledge(view: TableView) -> None:
        nonlocal left
        os.write(1, f"{view.match} {view.entries}\n".encode())
        left -= 1
        if left < 0:
            os._exit(0)

    book = open_journal(Path(path))
    if synchronous:
        book._connection.execute(f"PRAGMA synchronous = {synchronous}")
    chance = Random(seed)
    while True:
        match = play(book, chance, find_game(chance.choice(GAMES)), acknowledge)
        os.write(1, f"over {match}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] if len(sys.argv) > 4 else "")
