"""The program in a session of its own, and what it leaves behind when it has ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.journal import open_journal

COMPANION = (str(Path(sys.executable).with_name("companion")),)
HANGS = 5.0
"""Seconds after a signal in which the program must have ended."""
PATIENCE = 60.0
"""Seconds until what is waited for counts as not happening, on a busy machine."""


def heed_signals() -> None:
    """What a shell starts in the background ignores Ctrl-C, and so would everything started from there."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Program:
    """``companion`` with these arguments; ``home`` is all that it may write to."""

    def __init__(
        self, home: Path, *arguments: str, start: tuple[str, ...] = COMPANION, **environment: str
    ) -> None:
        self.home = home
        self.temp = home / "temp"
        self.temp.mkdir(exist_ok=True)
        self._out = home / "output.txt"
        places = {
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CONFIG_HOME": str(home / "config"),
            "KIVY_HOME": str(home / "kivy"),
            "TMPDIR": str(self.temp),
            "PYTHONUNBUFFERED": "1",
        }
        with self._out.open("wb") as out:
            self.process = subprocess.Popen(
                [*start, *arguments],
                env=os.environ | places | environment,
                stdin=subprocess.PIPE,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=heed_signals,
            )

    @property
    def said(self) -> str:
        """Everything it has printed."""
        return self._out.read_text(encoding="utf-8", errors="replace")

    def type(self, line: str) -> None:
        """On its keyboard, followed by Enter."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def wait_until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.said
            assert self.process.poll() is None, self.said
            time.sleep(0.02)

    def signal(self, number: int, times: int = 1, apart: float = 0.1, group: bool = False) -> None:
        """Send it, to the program or (as a terminal does) to all its processes."""
        for turn in range(times):
            if turn:
                time.sleep(apart)
            if self.process.poll() is None:
                (os.killpg if group else os.kill)(self.process.pid, number)

    def end(self) -> int:
        """Its status, once it has ended."""
        try:
            return self.process.wait(HANGS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise AssertionError(f"it hangs after a signal:\n{self.said}") from None
        finally:
            assert self.process.stdin is not None
            self.process.stdin.close()

    def check_left(self) -> None:
        """No process, no temporary file, no traceback; and the journal opens."""
        deadline = time.monotonic() + HANGS
        while left := processes_of(self.process.pid):
            if time.monotonic() > deadline:
                os.killpg(self.process.pid, signal.SIGKILL)
                raise AssertionError(f"processes left: {left}\n{self.said}")
            time.sleep(0.05)
        left_files = [str(one) for one in self.temp.rglob("*")]
        assert not left_files, f"{left_files}\n{self.said}"
        for word in ("Traceback", "terminate called", "FATAL", "Exception ignored"):
            assert word not in self.said, self.said
        journal = self.home / "data" / "companion" / "journal.sqlite"
        if journal.exists():
            book = open_journal(journal)
            book.matches()
            book.close()


def processes_of(first: int) -> list[tuple[int, str]]:
    """Numbers and command lines of what runs in the session that ``first`` began."""
    found = []
    for process in (one for one in Path("/proc").iterdir() if one.name.isdigit()):
        stat = process / "stat"
        try:
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            if int(session) == first and state != "Z":
                line = stat.with_name("cmdline").read_text().replace("\0", " ")
                found.append((int(process.name), line))
        except OSError:
            continue
    return found
