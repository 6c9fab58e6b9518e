"""A program that only writes to JOURNAL MATCH, acknowledging on standard output, until it is killed.

Run as a file of its own, so that a real process can be killed in the middle of a real write.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.journal import open_journal


def entry(number: int) -> str:
    """What is stored as entry ``number``; its length differs so that pages fill at different moments."""
    return f"@{number} * open b{number} " + "x" * (number * 37 % 400)


def main(path: str, match: int) -> None:
    """Say ``opening``, then each number after ``append`` has returned."""
    os.write(1, b"opening\n")
    journal = open_journal(Path(path)).resume(match)
    while True:
        number = journal.append(entry(len(journal.lines()) + 1))
        os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
