"""The program from its first line to its last: signals, streams, and faults that nobody foresaw.

Nothing else is imported until signals are heeded.
"""

from __future__ import annotations

import os
from typing import NoReturn

from companion.program.ending import ENDING

MOST_PIXELS = str(1 << 26)
"""Of a picture in a file or stream, five times those of a large camera: 200 MB, whatever the file claims."""


def main() -> NoReturn:
    """``companion`` as the shell starts it."""
    ENDING.heed_signals()
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", MOST_PIXELS)  # read when OpenCV is loaded
    from companion.cli import main as command_line
    from companion.program.shell import run

    ENDING.finish(run(command_line))


if __name__ == "__main__":
    main()
