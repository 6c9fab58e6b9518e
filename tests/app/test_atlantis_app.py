"""The creature die of Atlantis through the whole app: sealed, rolled, shown on lamps, saved, checked; and the
die of the box entered by touch."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.chance import LampReader, audit, lamp_signal
from companion.ports.choices import TableChoice
from companion.referee.view import LineKind, TableView
from companion.rules.contract import Chance, Decide, Lamp, Over
from companion.rules.match import parse_match, replay_match
from companion.rules.registry import find_game
from tests.app.sitting import Sitting
from tests.chance.test_lamps import Row

Sit = Callable[..., Sitting]
LIT = Lamp("white", "steady", True)
KINDS = ("serpent", "shark", "whale")
GAMES = 20
"""Three games of four have a roll that moves nothing (19 of 25 had), so one of these surely has."""


@pytest.mark.slow
def test_whole_games_with_the_electronic_die_are_shown_on_lamps_and_audited(sit: Sit) -> None:
    assert any(idle_rolls(sit) for _ in range(GAMES)), "some roll moves nothing, and is shown as well"


def idle_rolls(sit: Sit) -> int:
    """Play a whole game and check it; how many rolls moved nothing."""
    sitting, lamps, seen = sit(), Row(3), list[TableView]()
    sitting.open(seen.append, LampReader(lamps, dark=0.0), game="atlantis")
    assert [deck.source for deck in sitting.view.decks] == ["die"]
    assert sitting.view.decks[0].seed == ""
    sitting.play(Random(5))
    sitting.wait(lambda: isinstance(seen[-1].pending, Over))
    idle = 0
    for view in seen:
        assert view.pending != Chance("die"), "the machine rolls by itself"
        newest = view.history[-1].text.split() if view.history else [""]
        if newest[0] == "die":
            lit = [lamp.colour for lamp in view.lamps]
            assert lit == ["white" if kind == newest[1] else "" for kind in KINDS]
            idle += not any(lamp.due for lamp in view.lamps)
        assert not any(touch.text.startswith("die") for touch in view.touch)
        rolled = view.pending.phase if isinstance(view.pending, Decide) else ""
        if rolled.startswith("rolled "):
            assert view.history[-1].text == f"die {rolled.split()[1]}"
            expected = [LIT if kind == rolled.split()[1] else Lamp() for kind in KINDS]
            assert list(view.lamps) == expected
            assert tuple(map(lamp_signal, expected)) in lamps.shown
    text = Path(sitting.app.save_match()).read_text(encoding="utf-8")
    assert len(parse_match(text).entries) == sitting.view.entries
    draws = list(audit(replay_match(text)))
    rolls = [line for line in seen[-1].history if line.kind is LineKind.CHANCE and "die" in line.text]
    assert len(draws) == len(rolls) > 20
    assert all(draw.honest and draw.possible == 3 for draw in draws)
    assert {draw.found for draw in draws} == {f"die {kind}" for kind in KINDS}
    sitting.app.close()
    return idle


def test_the_die_of_the_box_is_read_by_touch(sit: Sit) -> None:
    sitting = sit()
    game = find_game("atlantis")
    setup = game.setup(3, {"ending": "sunk"})
    sitting.app.open_table(TableChoice("atlantis", setup.seats, dict(setup.options), "", frozenset()))
    chooser = Random(6)
    while sitting.view.pending != Chance("die"):
        sitting.play(chooser, 1)
    assert {touch.text for touch in sitting.view.touch} == {f"die {kind}" for kind in KINDS}
    assert sitting.view.decks == ()
    assert not any(lamp.colour for lamp in sitting.view.lamps)
    sitting.play(chooser, 1)
    assert sitting.view.history[-1].text in {f"die {kind}" for kind in KINDS}
