"""The whole app without hardware: simulated players play on the screen, and people can step in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.app.companion import Companion
from companion.app.simulated import SIMULATED, Company
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.referee.events import UndoAsked
from companion.rules.match import parse_match

from .house import House
from .stage import Stage, faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage

SEATS = ("s1", "s2", "s3", "s4")


def choice(camera: str = SIMULATED.source) -> TableChoice:
    return TableChoice("jungle", SEATS, {}, camera)


@pytest.mark.slow
def test_simulated_players_play_on_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    app = Companion(Config(journal=tmp_path / "journal.sqlite"), Company(seed=3, pace=10.0))
    app.open_table(choice())
    stage = Stage(app, "en", (800, 480))
    try:

        def judged() -> bool:
            view = app.view()
            return view is not None and view.totem is not None and view.totem.journaled > 0

        stage.until(lambda: stage.says("Simulated players and sensors"), "the players are named as simulated")
        stage.until(judged, "somebody grabs")
        assert faults_of_layout(stage) == []
        app.send(UndoAsked(1))
        match = parse_match(Path(app.save_match()).read_text(encoding="utf-8"))
        assert len(match.entries) > 1
    finally:
        stage.close()
        app.close()


def test_without_a_camera_people_play_alone(tmp_path: Path) -> None:
    app = Companion(Config(journal=tmp_path / "journal.sqlite"))
    app.open_table(choice(camera=""))
    view = app.view()
    assert view is not None
    assert view.totem is not None
    assert (view.totem.name, view.totem.simulated) == ("", False)
    app.close()


def test_what_simulated_players_cannot_do_is_told(tmp_path: Path) -> None:
    nowhere = tmp_path / "no folder" / "truth.match"
    app = Companion(Config(journal=tmp_path / "journal.sqlite"), Company(truth=nowhere))
    with pytest.raises(ControllerError, match="cannot be written"):
        app.open_table(choice())
    app.close()


def test_at_home_a_tap_on_a_seat_says_how_many_play(open_stage: OpenStage) -> None:
    """The seats of this game have no gap and the first begins."""
    stage = open_stage()
    stage.tap("Wild Jungle")
    stage.tap("Player 5")
    chosen = [button.text for button in stage.buttons() if button.chosen]
    assert [text for text in chosen if text.startswith("Player")] == [f"Player {n}" for n in range(1, 6)]
    stage.tap("Player 3")
    assert not stage.button("Player 3").chosen
    assert stage.button("Player 2").chosen
    assert faults_of_layout(stage) == []


@pytest.fixture
def house() -> House:
    """The controller, for this game."""
    return House("jungle")
