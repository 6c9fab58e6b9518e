"""The simulated table as the app starts it: a real process, its camera, its lamps, and its end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.app.simulated import SIMULATED, Company, SimulatedTable, SimulatedTableError
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.rules.registry import find_game
from tests.app.sitting import Sitting

Sit = Callable[..., Sitting]


def troubles(sitting: Sitting) -> list[str]:
    return [Texts("en").message(trouble) for trouble in sitting.app.troubles()]


@pytest.mark.outside
@pytest.mark.slow
def test_it_is_seen_dies_in_mid_game_and_play_goes_on_by_touch(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[SimulatedTable] = []
    begin = SimulatedTable.start

    def start(table: SimulatedTable) -> str:
        started.append(table)
        return begin(table)

    monkeypatch.setattr(SimulatedTable, "start", start)
    sitting = sit(Config(), limit=1)
    assert sitting.app.cameras()[0] == SIMULATED
    sitting.open(camera=SIMULATED.source)
    assert "set up" in troubles(sitting)[0]
    sitting.wait(lambda: sitting.view.camera.simulated and sitting.view.camera.state == "ready")
    assert troubles(sitting) == []
    os.kill(started[0].pid, signal.SIGKILL)
    sitting.wait(
        lambda: sitting.view.camera.state in ("lost", "trouble") and bool(sitting.view.camera.message)
    )
    sitting.play(Random(1), most=3)
    sitting.app.leave_table()
    [match] = sitting.app.unfinished()
    sitting.app.resume_table(match.match, SIMULATED.source, False)
    assert sitting.view.camera.state == "none"


@pytest.mark.outside
def test_a_table_that_nobody_can_simulate_is_played_by_touch(sit: Sit) -> None:
    sitting = sit(Config(), profile="foggy")
    sitting.open(camera=SIMULATED.source)
    sitting.wait(lambda: any("ended at once" in said for said in troubles(sitting)))
    assert "Traceback" not in troubles(sitting)[0]
    assert sitting.view.touch


@pytest.mark.outside
def test_a_table_whose_process_does_not_start_is_played_by_touch(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    sitting = sit(Config())
    sitting.open(camera=SIMULATED.source)
    sitting.wait(lambda: any("ended at once" in said for said in troubles(sitting)))
    assert sitting.view.touch


@pytest.mark.outside
@pytest.mark.parametrize(("game", "sources"), [("marso", ["beast-card"]), ("northwest", [])])
def test_simulated_people_draw_themselves_what_their_lamps_cannot_show(
    sit: Sit, game: str, sources: list[str]
) -> None:
    """Lamps show beasts, not tiles: an electronic bag would wait for people who wait for it."""
    sitting = sit(Config(), profile="foggy")
    assert sitting.app.electronic_sources(game)
    sitting.open(camera=SIMULATED.source, game=game)
    assert [deck.source for deck in sitting.view.decks] == sources


@pytest.mark.outside
def test_left_while_it_is_being_set_up(sit: Sit) -> None:
    sitting = sit(Config())
    sitting.open(camera=SIMULATED.source)
    sitting.app.leave_table()
    assert sitting.app.view() is None


def test_stopped_before_it_was_started() -> None:
    game = find_game("marso")
    table = SimulatedTable(Company(), game, game.setup(2, {}), True)
    table.stop()
    with pytest.raises(SimulatedTableError):
        table.start()
    assert table.pid == 0


@pytest.mark.outside
@pytest.mark.slow
def test_its_people_say_when_their_turn_is_done(sit: Sit) -> None:
    """From the tap in the other process to the note in the journal."""
    sitting = sit(Config(), done=True, mistakes=0, pace=4.0, limit=8)
    sitting.open(camera=SIMULATED.source)
    sitting.wait(lambda: sitting.view.done is not None)
    done = sitting.view.done
    assert done is not None
    assert done.seat in sitting.view.setup.seats
    saved = Path(sitting.app.save_match()).read_text(encoding="utf-8")
    assert f'# done {{"seat": "{done.seat}", "by": "pad"}}' in saved
