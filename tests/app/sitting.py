"""People in front of the app: they open a table, wait until something is true, and play by touch."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from companion.app.companion import Companion
from companion.app.simulated import Company
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.ports import Reader
from companion.referee.view import TableView
from companion.rules.contract import Over

PATIENCE = 240.0
"""Seconds until what is waited for counts as not happening, on a busy machine."""


class Sitting:
    """The app and somebody who is told of its news."""

    def __init__(self, config: Config, **company: Any) -> None:
        self.app = Companion(config, Company(**company))
        self._news = threading.Event()
        self.app.subscribe(self._news.set)

    @property
    def view(self) -> TableView:
        view = self.app.view()
        assert view is not None
        return view

    def open(self, *readers: Reader, camera: str = "", game: str = "marso", **choice: Any) -> None:
        """A table for two, with an electronic deck if the game has one."""
        rules = self.app.game(game)
        setup = rules.setup(2, {})
        electronic = frozenset(self.app.electronic_sources(game))
        usual = TableChoice(game, setup.seats, dict(setup.options), camera, electronic, **choice)
        self.app.open_table(usual, readers)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Until it is true, also when nobody tells that it is; fails when it does not come true."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, "it did not come true in time"
            self._news.wait(0.2)
            self._news.clear()

    def wait_a_moment(self) -> None:
        """Until somebody tells of news, or half a second has passed."""
        self._news.wait(0.5)
        self._news.clear()

    def play(self, rng: Random, most: int = 100_000) -> None:
        """Enter so many legal moves and outcomes by touch, or play to the end."""
        for _ in range(most):
            view = self.view
            if isinstance(view.pending, Over):
                return
            chosen = rng.choice(view.touch)
            entered = MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text)
            self.app.send(entered)
            self.wait(partial(self._has_grown, view.entries))

    def _has_grown(self, entries: int) -> bool:
        return self.view.entries > entries
