"""A part that dies is told, and takes nothing else with it that can live without it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.locale import Texts
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.view import TableView
from tests.app.sitting import Sitting
from tests.program.ended import COMPANION, Program

pytestmark = pytest.mark.outside

DYING = """
import companion.referee.session as module
handle = module.Session.handle
def die(self, event):
    if type(event).__name__ == "MoveEntered":
        raise ZeroDivisionError("by nought")
    handle(self, event)
module.Session.handle = die
from companion.__main__ import main
main()
"""


def troubles(sitting: Sitting) -> list[str]:
    return [Texts("en").message(trouble) for trouble in sitting.app.troubles()]


def test_a_reader_that_raises_is_in_trouble_by_itself(sit: Callable[..., Sitting]) -> None:
    seen: list[TableView] = []

    def raises(view: TableView) -> None:
        if view.entries == 2:
            raise UnicodeEncodeError("koi8-u", "ì", 0, 1, "no such letter")

    sitting = sit()
    sitting.open(raises, seen.append)
    while sitting.view.entries < 2:
        sitting.play(Random(1), most=1)
    if sitting.view.entries == 2:
        sitting.wait(lambda: any("has failed (UnicodeEncodeError" in said for said in troubles(sitting)))
    sitting.play(Random(2), most=3)
    assert seen[-1].entries == sitting.view.entries
    assert troubles(sitting) == []


def test_a_referee_that_is_behind_the_hands_says_so(
    sit: Callable[..., Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.referee.session_thread.LATE", 0.05)
    gate = threading.Event()
    gate.set()

    def slow(_view: TableView) -> None:
        gate.wait(20)

    sitting = sit()
    sitting.open(slow)
    gate.clear()
    chosen = sitting.view.touch[0]
    sitting.app.send(MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text))
    sitting.wait(lambda: any("behind your hands" in said for said in troubles(sitting)))
    gate.set()
    sitting.wait(lambda: troubles(sitting) == [])


@pytest.mark.parametrize("encoding", ["latin-1", "koi8-u"])
def test_a_terminal_that_cannot_show_all_letters(home: Path, encoding: str) -> None:
    program = Program(home, "referee", "--camera", "none", "--lang", "uk", PYTHONIOENCODING=encoding)
    program.wait_until(lambda: "-> " in program.said)
    program.type("north play ur r")  # refused: it is the other one's turn
    program.wait_until(lambda: "marso/" in program.said)
    program.type("south play ur r")
    program.wait_until(lambda: program.said.count("-> ") > 2)
    program.signal(2)
    assert program.end() == 0
    program.check_left()
    assert "UnicodeEncodeError" not in program.said


@pytest.mark.parametrize("typed", ["undo ²", "²", "9" * 5000, "undo " + "9" * 5000])
def test_digits_that_are_no_number(home: Path, typed: str) -> None:
    program = Program(home, "referee", "--camera", "none")
    program.wait_until(lambda: "-> " in program.said)
    program.type(typed)
    program.wait_until(lambda: "Type: SEAT MOVE" in program.said)
    program.type("* open b1")
    program.wait_until(lambda: "NOT ALLOWED" in program.said)
    assert program.said.count("Type: SEAT MOVE") == 1
    program.signal(2)
    assert program.end() == 0
    program.check_left()


def test_a_session_that_dies_ends_the_program_with_a_sentence(home: Path) -> None:
    program = Program(home, "referee", "--camera", "none", start=(sys.executable, "-c", DYING))
    program.wait_until(lambda: "-> " in program.said)
    program.type("south step d4")
    assert program.end() == 1
    assert "ends by a fault of its own (ZeroDivisionError: by nought)" in program.said
    assert "go on with --resume" in program.said
    log = home / "data" / "companion" / "companion.log"
    assert "Traceback" in log.read_text(encoding="utf-8")
    program.check_left()


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "play", "marso"),
        *(pytest.param(one, marks=pytest.mark.soak) for one in (("rules", "clauses", "marso"), ("--help",))),
    ],
)
@pytest.mark.parametrize(
    "redirection",
    [">/dev/full", ">&-", "<&-", "2>&- >&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full", "| head -c 1"],
)
def test_streams_that_are_full_or_closed(command: tuple[str, ...], redirection: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {redirection}', *COMPANION, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1
    if redirection == ">/dev/full":
        assert done.returncode == 1
        assert "No space left on device" in done.stderr


def test_a_referee_without_keyboard_and_output(home: Path) -> None:
    program = Program(
        home, "-c", 'exec "$0" referee --camera none <&- >&- 2>&-', *COMPANION, start=("/bin/sh",)
    )
    program.wait_until((home / "data" / "companion" / "journal.sqlite-wal").exists)
    program.signal(15)
    program.end()
    program.check_left()
