"""Playing a recording at the speed at which it was made."""

from __future__ import annotations

import time


class Pace:
    """Says which picture of a recording is due. Picture ``n`` is due ``n / fps`` seconds after the first."""

    def __init__(self, fps: float) -> None:
        self._fps = fps
        self._start: float | None = None

    def due(self) -> int:
        """The number of the picture that should be seen now."""
        if self._start is None:
            self._start = time.monotonic()
        return int((time.monotonic() - self._start) * self._fps)

    def wait(self, number: int, timeout: float) -> bool:
        """Wait until a picture is due; False when ``timeout`` seconds were not enough."""
        if self._start is None:
            self._start = time.monotonic()
        left = self._start + number / self._fps - time.monotonic()
        time.sleep(max(0.0, min(left, timeout)))
        return left <= timeout
