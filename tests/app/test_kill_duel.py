"""The app is killed while a duel is open: whoever starts it again is asked the same question."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app.companion import Companion
from companion.owner.configuration import Config
from companion.referee.events import Event, OutcomeEntered, TotemSaid
from companion.rules.match import parse_match
from tests.app.duel import case_of, play

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]


def killed_at(journal: Path, scene: str) -> str:
    """The case that was on the screen of an app that was then killed."""
    command = [sys.executable, "-m", "tests.app.duel", str(journal), scene]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        shown = process.stdout.readline().strip()
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    return shown


@contextmanager
def again(journal: Path) -> Iterator[Companion]:
    """The app, started anew with the match that was left."""
    app = Companion(Config(journal=journal))
    try:
        app.resume_table(app.unfinished()[0].match, "", False)
        yield app
    finally:
        app.close()


@pytest.mark.parametrize(
    ("scene", "said", "entries"),
    [
        ("held", [OutcomeEntered("flip s2 star-blue")], ["flip s2 star-blue", "grab s1"]),
        ("asked", [TotemSaid(1, "s2", "names s1")], ["grab s1"]),
        ("provisional", [TotemSaid(1, "s2", "appeal")], ["1"]),
        ("appealed", [TotemSaid(1, "s1", "names s2"), TotemSaid(1, "s2", "names s2")], ["grab s2"]),
    ],
)
def test_the_same_case_is_open_and_can_be_settled(
    tmp_path: Path, scene: str, said: list[Event], entries: list[str]
) -> None:
    journal = tmp_path / "journal.sqlite"
    shown = killed_at(journal, scene)
    assert shown.startswith("CaseView(")
    with again(journal) as app:
        assert repr(case_of(app.view())) == shown
        before = app.view()
        assert before is not None
        play(app, *said)
        view = app.view()
        assert view is not None
        assert [line.text for line in view.history[before.entries :]] == entries
        replayed = parse_match(Path(app.save_match()).read_text(encoding="utf-8"))
        assert replayed.game.format_position(replayed.state) == view.position
