"""The simulated table in real time: people play, and a camera takes pictures all the time.

The people wait while nobody fetches the pictures, so a referee that is started again misses nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.match import format_match
from companion.simulator import tuning
from companion.simulator.habits import Habits
from companion.simulator.lamps import LampBoard
from companion.simulator.people import People
from companion.simulator.profiles import Profile
from companion.simulator.scene import Scene
from companion.simulator.setting import Setting

SLOWEST, FASTEST = tuning.number("live.slowest"), tuning.number("live.fastest")
"""The smallest and the largest pace of the people (1 = unhurried)."""
_LONGEST_STEP = tuning.number("live.longest_step")
"""The people go on by at most so many seconds from one picture to the next, also on a slow machine."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One camera frame: JPEG, when it was taken (monotonic seconds), and its number."""

    jpeg: bytes = field(repr=False)
    time: float
    number: int


class LiveTable:
    """A table that plays by itself. ``start`` begins its thread; readers call ``next_picture``."""

    def __init__(
        self, setting: Setting, profile: Profile, seed: int, habits: Habits, electronic: bool, fps: float
    ) -> None:
        self.setting = setting
        self.profile = profile
        self.lamps = LampBoard(setting.game)
        self.renderer = setting.renderer(profile, seed)
        sources = setting.game.electronic if electronic else ()
        self.people = People(setting, seed, habits, sources, self._read_lamps, self.renderer.sees)
        self._electronic = electronic
        self._seed = seed
        self._period = 1 / fps
        self._news = threading.Condition()
        self._latest: Picture | None = None
        self._viewers = 0
        self._stopping = False
        self._lessons: tuple[tuple[bytes, str], ...] = ()
        self._teaching = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="simulated table", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._news:
            self._stopping = True
            self._news.notify_all()
        self._thread.join(timeout=10)

    @property
    def stopping(self) -> bool:
        return self._stopping

    def set_pace(self, pace: float) -> None:
        """Raises ValueError outside the bounds."""
        if not SLOWEST <= pace <= FASTEST:
            raise ValueError(f"the pace is a number from {SLOWEST} to {FASTEST}")
        self.people.set_pace(pace)

    def truth(self) -> str:
        """The match file of what really happened so far."""
        return format_match(self.people.match)

    def lessons(self) -> tuple[tuple[bytes, str], ...]:
        """The teaching pictures (JPEG) with their positions, drawn when first asked for."""
        with self._teaching:
            if not self._lessons:
                renderer = self.setting.renderer(self.profile, self._seed)
                self._lessons = tuple(
                    (renderer.developer.jpeg(image), position)
                    for image, position in self.setting.lessons(renderer, self._seed)
                )
            return self._lessons

    def watched(self) -> Viewing:
        """A context manager: the people play while somebody is inside."""
        return Viewing(self._count)

    def next_picture(self, after: int, timeout: float) -> Picture | None:
        """The newest picture with a number above ``after``; None if none comes within ``timeout`` seconds."""
        with self._news:
            self._news.wait_for(lambda: self._stopping or self._is_new(after), timeout)
            return self._latest if self._is_new(after) else None

    def _is_new(self, after: int) -> bool:
        return self._latest is not None and self._latest.number > after

    def _count(self, change: int) -> None:
        with self._news:
            self._viewers += change
            self._news.notify_all()

    def _read_lamps(self, possible: Any) -> Any | None:
        return self.lamps.read(self.people.state, possible)

    def _run(self) -> None:
        """The table's own thread: first the match in real time, then pictures of the table at rest without
        end."""
        clock = 0.0
        for span in self.people.play():
            end = self.people.now
            while clock < end:
                if not self._wait_for_viewers():
                    return
                clock += self._take(span.scene(1 - (end - clock) / span.seconds))
        while self._wait_for_viewers():
            self._take(self.people.table.scene())

    def _wait_for_viewers(self) -> bool:
        with self._news:
            self._news.wait_for(lambda: self._viewers > 0 or self._stopping)
            return not self._stopping

    def _take(self, scene: Scene) -> float:
        """Take a picture and wait until the next one is due. Gives the seconds that have passed for the
        people."""
        if self._electronic:
            scene = replace(scene, lamps=self.lamps.lamps)
        taken = time.monotonic()
        jpeg = self.renderer.jpeg(scene)
        with self._news:
            number = self._latest.number + 1 if self._latest else 0
            self._latest = Picture(jpeg, taken, number)
            self._news.notify_all()
            rest = taken + self._period - time.monotonic()
            if rest > 0:
                self._news.wait_for(lambda: self._stopping, rest)
        return min(time.monotonic() - taken, _LONGEST_STEP)


class Viewing:
    """Counts who looks at the pictures: one more on entry, one less on exit."""

    def __init__(self, count: Callable[[int], None]) -> None:
        self._count = count

    def __enter__(self) -> None:
        self._count(1)

    def __exit__(self, *_: object) -> None:
        self._count(-1)
