"""A whole recorded game by touch alone, in the real window with real touches, to its end.

``python -m tests.screen.whole_games [GAME...]`` prints touches a turn and how long redraws took.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import tests.conftest  # noqa: F401 # Kivy's settings, before Kivy
from companion.games.jungle.state import State
from companion.rules.contract import Decide, Over
from companion.rules.match import Entry, parse_match

from .duel_hands import tell
from .fingers import CLOSING
from .hands import enter_first
from .house import House
from .stage import Stage, faults_of_layout

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = {
    "arctica": "03_three",
    "atlantis": "01_two",
    "jungle": "03_two_hands_one",
    "marso": "four",
    "northwest": "09_two_home_early",
}
"""Short ones of the recorded games."""
SIZE = (1024, 600)
LOOK_EVERY = 40
"""Entries after which the layout is looked at."""

HEAD = """\
| game | entries | touches | turn: median, most | no cards exchanged | card | frame: median, 99 %, slowest |
|---|---|---|---|---|---|---|"""
MOST = {"marso": 4, "arctica": 5, "atlantis": 5, "northwest": 5}
"""Touches in the middle turn, cards exchanged aside."""
MOST_A_CARD = 1
"""Touches in the middle of what is told alone; in *jungle*, all that is told."""


@dataclass
class Figures:
    """What a game took. ``turns``: touches of each turn; ``usual``: without those that exchange cards, which
    recorded games, played at random, do in nearly every turn; ``draws``: touches for each card, tile or throw
    that is told alone; ``frames``: seconds."""

    game: str
    entries: int = 0
    touches: int = 0
    turns: list[int] = field(default_factory=list)
    usual: list[int] = field(default_factory=list)
    draws: list[int] = field(default_factory=list)
    frames: list[float] = field(default_factory=list)

    def row(self) -> str:
        """Of the table under :data:`HEAD`."""
        ms = [1000 * seconds for seconds in sorted(self.frames)]
        frames = f"{median(ms):.0f}, {ms[int(0.99 * len(ms))]:.0f}, {ms[-1]:.0f} ms"
        counts = (
            f"{median(some):g}, {max(some)}" if some else "-" for some in (self.turns, self.usual, self.draws)
        )
        return f"| {self.game} | {self.entries} | {self.touches} | {' | '.join(counts)} | {frames} |"


def play(game: str, name: str = "", size: tuple[int, int] = SIZE) -> Figures:
    """Play a recorded game from its first entry to its end. AssertionError: something cannot be entered by
    touch, does not end as recorded, or does not fit its place on the screen."""
    text = (GOLDEN / game / f"{name or GAMES[game]}.match").read_text(encoding="utf-8")
    match = parse_match(text)
    house, entries = House(game), [played.entry for played in match.line]
    house.begin(match.setup.seats, dict(match.setup.options))
    stage = Stage(house, "en", size)
    stage.drawn.clear()
    figures = Figures(game, len(entries))
    try:
        _play(house, stage, entries, figures)
        assert isinstance(house.session_now.view.pending, Over)
        assert house.session_now.match.state == match.state
        assert not (faults := faults_of_layout(stage)), faults
    finally:
        stage.close()
    figures.touches, figures.frames = stage.touches, stage.drawn
    return figures


def _play(house: House, stage: Stage, entries: Sequence[Entry], figures: Figures) -> None:
    seat, begun, exchanged, done = "", 0, 0, 0
    while done < len(entries):
        acting = _acting(house)
        if acting and (acting != seat or entries[done - 1].text in CLOSING):
            if seat:
                figures.turns.append(stage.touches - begun)
                figures.usual.append(stage.touches - begun - exchanged)
            seat, begun, exchanged = acting, stage.touches, 0
        before = stage.touches
        said = _enter(house, stage, entries[done:])
        exchanged += (stage.touches - before) * entries[done].text.startswith("drop")
        if said == 1 and not entries[done].seat:
            figures.draws.append(stage.touches - before)
        now = house.session_now.match.entries
        assert len(now) == done + said, f"{entries[done].text}: {now[done:]}; {stage.words()}"
        if done // LOOK_EVERY != (done + said) // LOOK_EVERY:
            assert not (faults := faults_of_layout(stage)), faults
        done += said


def _enter(house: House, stage: Stage, entries: Sequence[Entry]) -> int:
    """How many entries the touches said."""
    state = house.session_now.match.state
    if isinstance(state, State):
        tell(stage, entries[0].text, state)
        return 1
    return enter_first(stage, entries, drags=True)[0]


def _acting(house: House) -> str:
    """Whose turn it is, where one person decides."""
    pending = house.session_now.view.pending
    if not isinstance(pending, Decide) or len(pending.seats) > 1:
        return ""
    return house.session_now.view.setup.seats[pending.seats[0]]


if __name__ == "__main__":
    print(HEAD)
    for one in sys.argv[1:] or GAMES:
        print(play(one).row(), flush=True)
