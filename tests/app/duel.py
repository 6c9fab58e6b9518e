"""A process with an open table of `jungle` at which a movement of the totem is before the referee.

    python -m tests.app.duel JOURNAL SCENE

Prints the case as people see it once it is there, and then does nothing until it is killed.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.app.companion import Companion
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.events import Event, OutcomeEntered, TotemMoved, TotemSaid
from companion.referee.totem_record import TotemRecord
from companion.referee.view import CaseView, TableView

SEATS = ("s1", "s2", "s3", "s4")
CARD_US = 10_000_000
BARE: Mapping[str, Any] = {
    "tier": "T0",
    "reveal": {"first_us": CARD_US, "last_us": CARD_US + 5, "u_us": 2, "by": "device"},
    "base": {"lift": [CARD_US + 900_000, 1], "spread_us": 9000, "tilt": 0.1},
}
PADS: Mapping[str, Any] = {
    **BARE,
    "tier": "T1",
    "pads": {
        "s1": {"rest": True, "release": [CARD_US + 420_000, 4]},
        "s2": {"rest": True, "release": [CARD_US + 570_000, 4]},
        "s3": {"rest": True},
        "s4": {"rest": True},
    },
}


def moved(sensors: Mapping[str, Any]) -> Event:
    """The base hands over its first movement."""
    return TotemMoved(TotemRecord(1, sensors, CARD_US + 1_500_000))


CARDS: tuple[Event, ...] = (OutcomeEntered("flip s1 star-red"), OutcomeEntered("flip s2 star-blue"))
SCENES: Mapping[str, tuple[Event, ...]] = {
    "held": (CARDS[0], moved(PADS)),
    "asked": (*CARDS, moved(BARE), TotemSaid(1, "s1", "names s1")),
    "provisional": (*CARDS, moved(PADS)),
    "appealed": (*CARDS, moved(PADS), TotemSaid(1, "s2", "appeal")),
}


def case_of(view: TableView | None) -> CaseView | None:
    """The case that is open, if one is."""
    return view.totem.case if view is not None and view.totem is not None else None


def until(app: Companion, condition: Callable[[TableView], object]) -> None:
    """Wait for a view; it fails when it does not come."""
    news = threading.Event()
    app.subscribe(news.set)
    for _ in range(600):
        view = app.view()
        if view is not None and condition(view):
            return
        news.wait(0.1)
        news.clear()
    raise AssertionError("it did not come true in time")


def play(app: Companion, *events: Event) -> None:
    """One after another; each is answered by a new view."""
    for event in events:
        view = app.view()
        assert view is not None
        revision = view.revision
        app.send(event)
        until(app, lambda new, old=revision: new.revision > old)  # type: ignore[misc]


def main() -> None:
    """Open a table, play the scene, say so, wait to be killed."""
    app = Companion(Config(journal=Path(sys.argv[1])))
    app.open_table(TableChoice("jungle", SEATS, {}, ""))
    play(app, *SCENES[sys.argv[2]])
    print(repr(case_of(app.view())), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
