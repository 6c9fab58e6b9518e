"""The real referee and the real simulated table in their processes: the journal says what happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.chance import audit
from companion.rules.match import parse_match, replay_match
from tests.doubles.waiting import until

pytestmark = [pytest.mark.outside, pytest.mark.slow]

PATIENCE = 240.0
"""Seconds until the referee is given up, on a busy machine."""


def _heed_interrupts() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would everything started from there."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Referee:
    """``companion referee`` on a simulated table, in a process of its own."""

    def __init__(self, home: Path, *options: str) -> None:
        self.truth = home / "truth.match"
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "companion",
                "referee",
                "--players",
                "2",
                "--truth",
                str(self.truth),
                *options,
            ],
            env=os.environ | {"XDG_DATA_HOME": str(home / "data"), "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=_heed_interrupts,
        )
        self._timer = threading.Timer(PATIENCE, self.process.kill)
        self._timer.start()

    def read(self, until: int | None = None) -> None:
        """Its lines, until so many entries have been told, or until it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            if until is not None and self.told() >= until:
                break

    def told(self) -> int:
        """How many entries the referee has told: acts that were seen at once stand on one line."""
        acts = [line for line in self.lines if ": played: " in line]
        return sum(1 + line.count("; ") for line in acts) + sum(" * " in line for line in self.lines)

    def finish(self) -> str:
        """As with Ctrl-C; the match file."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.read()
        assert self.process.wait() == 0, "\n".join(self.lines)
        self._timer.cancel()
        [path] = [line.removeprefix("The match file: ") for line in self.lines if "The match file: " in line]
        return Path(path).read_text(encoding="utf-8")


def standing(text: str) -> list[object]:
    """The positions in which the match stood. Who moved a beast may be told otherwise than it was."""
    return [played.state for played in parse_match(text).line]


def really(referee: Referee) -> list[object]:
    """The positions in which the table has stood."""
    return standing(referee.truth.read_text(encoding="utf-8"))


def told(text: str) -> list[object]:
    """The same, but the score cards shown at the end in whatever order they were noticed."""
    match = parse_match(text)
    shown = [played.entry.text for played in match.line if played.entry.text.startswith("score ")]
    return [*standing(text)[: -len(shown) or None], sorted(shown), match.state]


def test_the_beginning_of_a_game_is_read_off_the_pictures(home: Path) -> None:
    referee = Referee(home, "--mistakes", "0", "--pace", "0.5", "--limit", "4")
    referee.read(until=4)
    # an act is told when its cells are seen; it has happened when the hand is out
    until(lambda: len(really(referee)) >= 4, "people finish what the referee has already seen")
    found = standing(referee.finish())
    assert found == really(referee), "\n".join(referee.lines)
    assert any("simulated table" in line for line in referee.lines)


@pytest.mark.soak
@pytest.mark.parametrize("seed", [7, 8])
def test_a_complete_game_with_mistakes(home: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setitem(globals(), "PATIENCE", 3600.0)
    referee = Referee(home, "--mistakes", "3", "--seed", str(seed))
    referee.read()
    text = referee.finish()
    assert told(text) == told(referee.truth.read_text(encoding="utf-8")), "\n".join(referee.lines)
    assert sum("NOT ALLOWED" in line for line in referee.lines) >= 3
    assert all(draw.honest for draw in audit(replay_match(text)))
