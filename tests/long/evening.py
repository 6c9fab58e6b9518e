"""The whole program with its screen, playing game after game by itself, until its time is over.

    python -m tests.long.evening FOLDER SECONDS BROKER_PORT BASE_PORT

Games at the simulated table by camera take turns with cards at the totem base. A line of JSON for
everything that somebody outside must know: ``{"table": pid, "vision": pid}``, ``{"grab": true}`` (hands are
wanted at the base), ``{"game": ..., "entries": ..., "lost": ..., "ended": ...}``, at the end
``{"over": true}``.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from companion.app.companion import Companion
from companion.app.simulated import SIMULATED, Company
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.program.memory import keep_heap_small
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.rules.match import parse_match
from companion.screen.pages.start import run_screen
from tests.app.duel import SEATS
from tests.long.demand import STARVED, Demand
from tests.long.live import STEP, People

PACE = 2.0
STUCK = 150.0
"""Seconds without an entry until a game is left unfinished: longer than any of the faults."""
CARDS = 12
"""Cards that are told at the base before its table is left."""
AT_HOME = 2.0
GAMES = ("marso", "jungle")


def tell(**what: object) -> None:
    """To whoever started this."""
    print(json.dumps(what), flush=True)


class Evening:
    """Plays on a thread of its own; what fingers would do is done on the screen's."""

    def __init__(self, app: Companion, truth: Path, seconds: float) -> None:
        self._app = app
        self._truth = truth
        self._end = time.monotonic() + seconds
        self._rng = Random(36)
        self._told: object = None

    def play(self) -> None:
        """Game after game, then close the screen."""
        from kivy.app import App
        from kivy.clock import Clock

        number = 0
        try:
            while time.monotonic() < self._end:
                self._game(GAMES[number % len(GAMES)])
                number += 1
        finally:
            tell(over=True)
            Clock.schedule_once(lambda _: App.get_running_app().stop())

    def _game(self, name: str) -> None:
        """One game, from the choice to home again."""
        game = self._app.game(name)
        at_base = name == "jungle"
        seats = SEATS if at_base else game.seatings[0]
        camera = "" if at_base else SIMULATED.source
        sources = frozenset() if at_base else frozenset(self._app.electronic_sources(name))
        options = {option.id: option.default for option in game.options}
        choice = TableChoice(name, seats, options, camera, sources, broadcast=True)
        self._touch(lambda: self._app.open_table(choice))
        self._show("table")
        ended = self._cards() if at_base else self._watched()
        self._leave(name, ended)

    def _watched(self) -> str:
        """The people at the simulated table play, answer, and enter what the referee has not understood."""
        self._truth.unlink(missing_ok=True)  # of the game before
        people = People(self._app, self._truth)
        entries, since = -1, time.monotonic()
        wanted = Demand()
        ended = "time"
        while time.monotonic() < self._end:
            time.sleep(STEP)
            self._tell_processes()
            wanted.note(self._processes())
            if people.look():
                ended = "over"
                break
            view = self._app.view()
            assert view is not None
            if view.entries != entries:
                entries, since = view.entries, time.monotonic()
                wanted.clear()
            if time.monotonic() - since > STUCK:
                ended = self._why_stuck(view, wanted.usual)
                break
        tell(people=people.sums())
        return ended

    def _why_stuck(self, view: TableView, wanted: float) -> str:
        """Tell what is known of a table where nothing was entered for so long. ``wanted``: the share of the
        time for which its busiest thread wanted a processor."""
        table = self._app._table
        tell(
            stuck=view.camera.state,
            told=view.camera.message,
            asked=view.question.text.key if view.question is not None else "",
            ruling=str(view.ruling)[:300],
            unanswered=table._thread.unanswered() if table is not None else 0.0,
            wanted=round(wanted, 2),
        )
        return "starved" if wanted > STARVED else "stuck"

    def _processes(self) -> list[int]:
        """This one, who draws the table and who reads its pictures; 0 for who is not there."""
        table = self._app._table
        worker = table._worker if table is not None else None
        simulated = table.place.simulated if table is not None else None
        vision = worker.pid if worker is not None else None
        return [os.getpid(), simulated.pid if simulated is not None else 0, vision or 0]

    def _cards(self) -> str:
        """Cards are told by touch; whoever may grab does, at the base."""
        for _ in range(CARDS):
            view = self._app.view()
            assert view is not None
            if isinstance(view.pending, Over) or time.monotonic() > self._end:
                break
            if not view.touch:
                break
            chosen = self._rng.choice(view.touch)
            made = MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text)
            self._app.send(made)
            self._until(partial(self._newer, view.revision), 10.0)
        view = self._app.view()
        assert view is not None
        before = view.totem.journaled if view.totem is not None else 0
        tell(grab=True)
        seen = self._until(lambda: self._journaled() > before, 25.0)
        return "grabbed" if seen else "not felt"

    def _journaled(self) -> int:
        view = self._app.view()
        return view.totem.journaled if view is not None and view.totem is not None else 0

    def _newer(self, revision: int) -> bool:
        view = self._app.view()
        return view is not None and view.revision > revision

    def _leave(self, name: str, ended: str) -> None:
        """Home; everything that people saw must stand in the journal."""
        view = self._app.view()
        assert view is not None
        saved: list[str] = []
        self._touch(lambda: saved.append(self._app.save_match()))
        kept = len(parse_match(Path(saved[0]).read_text(encoding="utf-8")).entries)
        self._touch(self._app.leave_table)
        self._show("home")
        time.sleep(AT_HOME)
        tell(game=name, ended=ended, entries=view.entries, lost=max(0, view.entries - kept))

    def _tell_processes(self) -> None:
        """Who draws the table and who reads its pictures."""
        _, simulated, vision = self._processes()
        if (simulated, vision) != self._told:
            self._told = (simulated, vision)
            tell(table=simulated, vision=vision)

    def _until(self, condition: Callable[[], bool], seconds: float) -> bool:
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def _touch(self, act: Callable[[], object]) -> None:
        """On the screen's thread, as a finger does; what is refused is tried again."""
        from kivy.clock import Clock

        done = threading.Event()
        refused: list[ControllerError] = []

        def now(_: Any) -> None:
            try:
                act()
            except ControllerError as error:
                refused.append(error)
            done.set()

        Clock.schedule_once(now)
        assert done.wait(120.0), "the screen takes no touches"
        if refused:
            tell(refused=str(refused[0]))
            raise refused[0]

    def _show(self, page: str) -> None:
        from kivy.app import App

        self._touch(lambda: App.get_running_app().go(page))


def main(folder: Path, seconds: float, broker: int, base: str) -> None:
    """Until the time is over."""
    keep_heap_small()
    config = Config(
        table="long",
        set_up=True,
        journal=folder / "journal.sqlite",
        broadcast={"host": "127.0.0.1", "port": broker},
        totem={"port": base},
    )
    truth = folder / "truth.match"
    app = Companion(config, Company(seed=36, mistakes=1, pace=PACE, truth=truth))
    evening = threading.Thread(target=Evening(app, truth, seconds).play, name="evening", daemon=True)

    def drawn() -> None:
        if not evening.ident:  # the screen is there
            evening.start()

    run_screen(app, "uk", drawn=drawn)
    app.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
