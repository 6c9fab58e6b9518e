"""The program tells systemd that it works, on a real notify socket, and stops when a part of it is frozen."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.app.companion import Companion
from companion.app.kept import Kept, OpenTable
from companion.locale import Message
from companion.owner.configuration import Config
from companion.program.watchdog import Notifier, Watchdog, period
from tests.app.sitting import Sitting
from tests.program.ended import Program

FROZEN = """
import sys, time
import companion.app.table as table
table.ANSWERS_WITHIN = 1.0
import companion.terminal.terminal as terminal
call = terminal.Terminal.__call__
def hang(self, view):
    call(self, view)
    if view.entries > 1:
        {what}
terminal.Terminal.__call__ = hang
from companion.__main__ import main
main()
"""
"""A reader of the rulings that hangs, or takes the session's thread with it, after the second entry."""


class Systemd:
    """The end of the socket that systemd holds."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)

    def hears(self, seconds: float) -> str:
        """The next message; "" when none comes in time."""
        self._socket.settimeout(seconds)
        try:
            return self._socket.recv(4096).decode()
        except TimeoutError:
            return ""

    def hush(self) -> None:
        """Forget what was already sent."""
        while self.hears(0.01):
            pass

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path / "notify")
    yield made
    made.close()


def asks(systemd: Systemd, seconds: float = 2.0) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": str(int(seconds * 1e6))}


def start(home: Path, systemd: Systemd, *more: str, what: str = "pass") -> Program:
    begin = (sys.executable, "-c", FROZEN.format(what=what))
    words = ("referee", "--camera", "none", "--restore", *more)
    program = Program(home, *words, start=begin, **asks(systemd))
    assert systemd.hears(60.0) == "READY=1", program.said
    assert systemd.hears(10.0) == "WATCHDOG=1"
    return program


def leave(program: Program) -> None:
    program.signal(signal.SIGTERM)
    assert program.end() == 0
    program.check_left()


@pytest.mark.outside
def test_it_says_ready_and_then_that_it_works(home: Path, systemd: Systemd) -> None:
    program = start(home, systemd)
    assert [systemd.hears(10.0) for _ in range(3)] == ["WATCHDOG=1"] * 3
    leave(program)


@pytest.mark.outside
def test_a_program_that_is_frozen_as_a_whole_says_nothing(home: Path, systemd: Systemd) -> None:
    program = start(home, systemd)
    program.signal(signal.SIGSTOP)
    time.sleep(0.2)
    systemd.hush()
    assert systemd.hears(3.0) == ""
    program.signal(signal.SIGCONT)
    assert systemd.hears(10.0) == "WATCHDOG=1"  # it was not its own fault
    leave(program)


@pytest.mark.outside
@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ("time.sleep(600)", "takes in nothing any more"),
        ("raise SystemExit", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ],
)
def test_a_frozen_session_ends_the_program_and_the_game_stands_again(
    home: Path, systemd: Systemd, what: str, sentence: str
) -> None:
    program = start(home, systemd, what=what)
    program.wait_until(lambda: "-> " in program.said)
    program.type("south play ur r")
    program.type("* open b1")
    program.wait_until(lambda: program.process.poll() is not None)
    assert program.end() == 1, program.said
    assert sentence in program.said
    assert "Traceback" not in program.said
    systemd.hush()
    begin = time.monotonic()
    again = start(home, systemd)
    again.wait_until(lambda: "-> " in again.said)
    print(f"the game stands again {time.monotonic() - begin:.1f} s after its start")
    leave(again)
    app = Companion(Config(camera="none"))
    kept = app.unfinished()
    app.close()
    assert [match.match for match in kept] == ["1"]
    assert kept[0].entries >= 1


@pytest.mark.outside
def test_the_vision_process_is_started_again_when_it_is_stopped(
    sit: Callable[..., Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.app.table._FAREWELL", _impatient())
    sitting = sit(Config())
    sitting.open(camera=sitting.app.cameras()[0].source)
    sitting.wait(lambda: sitting.view.camera.state not in ("none", "lost"))
    worker = sitting.app._table._worker  # type: ignore[union-attr]
    assert worker is not None
    first = worker.pid
    assert first is not None
    os.kill(first, signal.SIGSTOP)
    sitting.wait(lambda: worker.pid not in (None, first))
    sitting.wait(lambda: sitting.view.camera.state not in ("none", "lost", "trouble"))
    assert sitting.app.stuck() is None


def _impatient() -> object:
    from vision.process.worker import WorkerPatience

    return WorkerPatience(mute=3.0, farewell=1.0)


@pytest.mark.outside
def test_frames_that_never_come_are_no_sign_of_life(
    sit: Callable[..., Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit(Config())
    sitting.open(camera=sitting.app.cameras()[0].source)
    sitting.wait(lambda: sitting.view.camera.state not in ("none", "lost"))
    monkeypatch.setattr("companion.app.table.SPEAKS_WITHIN", -1.0)
    said = sitting.app.stuck()
    assert said is not None
    assert "camera's process" in said.key
    sitting.app.leave_table()
    assert sitting.app.stuck() is None


def test_a_screen_that_draws_no_more_ends_the_program(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.program.watchdog.DRAWS_WITHIN", 0.5)
    told: list[Message] = []
    watchdog = Watchdog(lambda: None, told.append, asks(systemd, 0.8))
    assert systemd.hears(0.1) == ""  # nothing is drawn yet: not ready
    watchdog.drawn()
    assert [systemd.hears(5.0), systemd.hears(5.0)] == ["READY=1", "WATCHDOG=1"]
    deadline = time.monotonic() + 20.0
    while not told:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    systemd.hush()
    assert systemd.hears(1.0) == ""
    assert "draws no more" in told[0].key


def test_only_a_service_is_watched(systemd: Systemd) -> None:
    assert period({}) is None
    assert period({"WATCHDOG_USEC": "0"}) is None
    assert period({"WATCHDOG_USEC": "soon"}) is None
    assert period({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "1"}) is None
    assert period({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": str(os.getpid())}) == 2.0
    Notifier({}).send("READY=1")
    Notifier({"NOTIFY_SOCKET": systemd.path + ".gone"}).send("READY=1")
    assert systemd.hears(0.1) == ""


def test_an_abstract_socket_is_reached() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as far:
        far.bind(f"\0companion-{os.getpid()}")
        far.settimeout(5.0)
        Notifier({"NOTIFY_SOCKET": f"@companion-{os.getpid()}"}).send("READY=1")
        assert far.recv(100) == b"READY=1"


def test_the_open_table_is_taken_up_but_not_one_that_was_left(sit: Callable[..., Sitting]) -> None:
    first = sit()
    assert not first.app.restore_table()
    first.open()
    first.play(Random(3), most=4)
    stood = first.view
    first.app.close()
    second = sit()
    assert second.app.restore_table()
    assert (second.view.match, second.view.entries) == (stood.match, stood.entries)
    second.app.leave_table()
    second.app.close()
    assert not sit().app.restore_table()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"match": 1, "camera": "", "broadcast": true}', "[" * 100_000]
)
def test_a_broken_file_is_as_none(tmp_path: Path, text: str) -> None:
    journal = tmp_path / "journal.sqlite"
    (tmp_path / "journal.sqlite.open").write_text(text, encoding="utf-8")
    assert Kept(journal).read() is None


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path / "journal.sqlite")
    kept.keep(OpenTable("7", "usb:0", True))
    assert kept.read() == OpenTable("7", "usb:0", True)
    kept.forget()
    kept.forget()
    assert kept.read() is None
    Kept(tmp_path / "nowhere" / "journal.sqlite").keep(OpenTable("7", "", False))
