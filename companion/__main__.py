"""The program from its first line to its last: signals, streams, and faults that nobody foresaw.

Nothing else is imported until signals are heeded.
"""

from __future__ import annotations

from typing import NoReturn

from companion.ending import ENDING


def main() -> NoReturn:
    """``companion`` as the shell starts it."""
    ENDING.heed_signals()
    from companion.shell import run

    ENDING.finish(run())


if __name__ == "__main__":
    main()
