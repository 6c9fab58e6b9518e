"""Hours of play with cameras that hang, a base that is pulled out, a broker that dies: nothing that was
acknowledged is lost, and memory does not grow. ``MINUTES``: how long (240). ``CURVE``: where the picture of
memory goes."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_duel_base import LIFT, Chip
from tests.broadcast.broker import MOSQUITTO, Broker
from tests.long.curve import Mark, Sample, growth, picture

MINUTES = float(os.environ.get("MINUTES", "240"))
CURVE = os.environ.get("CURVE")
MOST_GROWTH = 50.0
"""MB, after the first fifth of the time."""
SAMPLE_EVERY = 5.0
FAULT_EVERY = (30.0, 75.0)
"""Seconds between two faults."""

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
]


class Evening:
    """The program, and everything around it that can fail. ``marks``: which faults it had."""

    def __init__(self, folder: Path) -> None:
        self.rng = Random(36)
        self.broker = Broker(folder).start()
        self.chip = Chip(folder)
        self.base = folder / "base"
        self._plug_in()
        for pad in range(4):
            self.chip.pad(pad, True)
        self.chip.load(2500)
        self.told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.games: list[dict[str, Any]] = []
        self.samples: list[Sample] = []
        self.marks: list[Mark] = []
        self.table = self.vision = 0
        self._out = folder / "said.txt"
        places = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
        places |= {"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":0", "KIVY_HOME": str(folder / "kivy")}
        words = (str(folder), str(60 * MINUTES), str(self.broker.port), str(self.base))
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.long.evening", *words],
                env=os.environ | places | {"PYTHONUNBUFFERED": "1"},
                stdout=subprocess.PIPE,
                stderr=out,
                text=True,
                start_new_session=True,
            )
        self.began = time.monotonic()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def said(self) -> str:
        """What went wrong, in its own words."""
        return self._out.read_text(encoding="utf-8", errors="replace")[-4000:]

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.put(json.loads(line))

    def hear(self) -> bool:
        """Take in what it has told; False once it is over."""
        while True:
            try:
                told = self.told.get_nowait()
            except queue.Empty:
                return True
            match told:
                case {"over": True}:
                    return False
                case {"table": table, "vision": vision}:
                    self.table, self.vision = table, vision or 0
                case {"grab": True}:
                    with suppress(OSError):  # while the base is out
                        threading.Thread(target=self._grab, daemon=True).start()
                case {"game": _}:
                    self.games.append(told)
                    self.table = self.vision = 0
                    print(f"{self.minutes:.1f} min: {told}", flush=True)
                case _:
                    print(told, flush=True)

    @property
    def minutes(self) -> float:
        """Since the beginning."""
        return (time.monotonic() - self.began) / 60

    def sample(self) -> None:
        """Memory of the program and of its process for pictures."""
        program, vision = held(self.process.pid), held(self.vision)
        if program:
            self.samples.append(Sample(time.monotonic() - self.began, program, vision))

    # -- faults ---------------------------------------------------------------------------------------

    def fail(self) -> None:
        """One of the faults, and its end."""
        faults: dict[str, Callable[[], None]] = {"broker": self._broker, "base": self._pull}
        if self.table:
            faults["camera"] = lambda: self._stop(self.table, 8.0)
        if self.vision:
            faults["vision"] = lambda: self._stop(self.vision, 30.0)  # it is killed and born again meanwhile
        name = self.rng.choice(sorted(faults))
        self.marks.append(Mark(time.monotonic() - self.began, name))
        faults[name]()

    def _stop(self, process: int, seconds: float) -> None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
            time.sleep(seconds)
            os.kill(process, signal.SIGCONT)

    def _broker(self) -> None:
        self.broker.kill()
        time.sleep(self.rng.uniform(1.0, 15.0))
        self.broker.start()

    def _pull(self) -> None:
        self.chip.unplug()
        self.base.unlink()
        time.sleep(self.rng.uniform(1.0, 6.0))
        self.chip.replug()
        self._plug_in()

    def _plug_in(self) -> None:
        self.base.unlink(missing_ok=True)
        self.base.symlink_to(self.chip.port)

    def _grab(self) -> None:
        """Two hands, and the totem; then all is back."""
        self.chip.happens([(0, "pad 0 0"), (200, "pad 1 0"), *LIFT])
        time.sleep(6.0)
        for pad in range(4):
            self.chip.pad(pad, True)
        self.chip.load(2500)

    def close(self) -> None:
        """Leave nothing running."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for process in (self.table, self.vision):
            if process:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        self.process.wait()
        self.broker.stop()
        self.chip.close()


def held(process: int) -> float:
    """MB that a process holds now; 0 for none."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    return next(
        (int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0
    )


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def test_an_evening_with_faults(evening: Evening) -> None:
    next_fault = time.monotonic() + FAULT_EVERY[1]
    while evening.hear():
        assert evening.process.poll() is None, evening.said
        assert evening.minutes < MINUTES + 10, f"it does not come to its end: {evening.said}"
        evening.sample()
        if time.monotonic() > next_fault and evening.minutes < MINUTES - 1:
            threading.Thread(target=evening.fail, daemon=True).start()
            next_fault = time.monotonic() + evening.rng.uniform(*FAULT_EVERY)
        time.sleep(SAMPLE_EVERY)
    assert evening.process.wait(60) == 0, evening.said
    more = growth(evening.samples)
    ended = Counter(f"{game['game']} {game['ended']}" for game in evening.games)
    faults = Counter(mark.what for mark in evening.marks)
    entries = sum(game["entries"] for game in evening.games)
    most = max(sample.both for sample in evening.samples)
    title = f"{evening.minutes:.0f} minutes, {len(evening.games)} games, {entries} entries, "
    title += f"{len(evening.marks)} faults"
    print(f"{title}: {dict(ended)}; {dict(faults)}; at most {most:.0f} MB, grew by {more:.0f} MB")
    if CURVE:
        Path(CURVE).write_text(picture(evening.samples, evening.marks, title), encoding="utf-8")
    assert "Traceback" not in evening.said
    assert sum(game["lost"] for game in evening.games) == 0
    assert entries > MINUTES, "hardly anything was played"
    assert any(game["ended"] == "over" for game in evening.games), "no game came to its end"
    assert more <= MOST_GROWTH
