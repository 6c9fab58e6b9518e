"""Playing a recording at the speed at which it was made."""

from __future__ import annotations

import time


class Pace:
    """Says which picture of a recording is due; times are seconds since its first picture."""

    def __init__(self) -> None:
        self._start: float | None = None

    def elapsed(self) -> float:
        """The time of the recording that it is now."""
        if self._start is None:
            self._start = time.monotonic()
        return time.monotonic() - self._start

    def wait(self, due: float, timeout: float) -> bool:
        """Wait until that time of the recording; False when ``timeout`` seconds were not enough."""
        left = due - self.elapsed()
        time.sleep(max(0.0, min(left, timeout)))
        return left <= timeout
