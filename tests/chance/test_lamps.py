"""From the rules' lamps to light."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.chance import LampReader, lamp_signal
from companion.referee.view import CameraView, DeckView, TableView
from companion.rules.contract import Chance, Lamp
from companion.rules.match import parse_match
from companion.rules.registry import find_game, games
from hardware.ports import HardwareError, LampSignal
from tests.chance.matches import GAME, deck_of, played

GOLDEN = Path(__file__).parents[1] / "golden"


class Row:
    """Lamps of glass and paper: remembers what it was told to show."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.trouble: HardwareError | None = None
        self.shown: list[tuple[LampSignal, ...]] = []
        self.closed = False

    def show(self, signals: Sequence[LampSignal]) -> None:
        self.shown.append(tuple(signals))

    def close(self) -> None:
        self.closed = True


def view_of(lamps: tuple[Lamp, ...]) -> TableView:
    game = find_game("marso")
    setup = game.setup(2, {})
    state = game.observe(game.initial(setup), None)
    return TableView(
        table="kitchen", match="1", revision=1, entries=0, game=game.id, setup=setup, edition=game.edition,
        defaults=(), state=state, position="", pending=Chance("beast-card"), seats=(), ruling=None,
        question=None, to_do=(), touch=(), history=(), decks=(), lamps=lamps,
        camera=CameraView("", "none", simulated=False, message=""), trouble=None,
    )  # fmt: skip


CARD = (Lamp("red", "right", due=True), Lamp("blue", "left"), Lamp("yellow", "down"), Lamp())


def test_colour_direction_and_the_line_that_is_due() -> None:
    row = Row(4)
    LampReader(row)(view_of(CARD))
    red, blue, yellow, off = row.shown[-1]
    assert red == LampSignal(1.0, 0.0, 0.0, "right", True)
    assert blue == LampSignal(0.0, 0.0, 1.0, "left", False)
    assert (yellow.red, yellow.blue, yellow.pattern) == (1.0, 0.0, "down")
    assert yellow.green > 0
    assert off == LampSignal(0.0, 0.0, 0.0, "steady", False)


def test_too_few_lamps_show_nothing_and_say_so() -> None:
    row = Row(3)
    reader = LampReader(row)
    reader(view_of(CARD))
    assert row.shown == [()]
    assert reader.trouble is not None
    assert dict(reader.trouble.facts) == {"needed": "4", "count": "3"}
    reader(replace(view_of(CARD), lamps=CARD[:3]))
    assert reader.trouble is None


def test_lamps_go_out_before_a_card_that_may_be_the_same_again() -> None:
    row = Row(4)
    reader = LampReader(row, dark=0.2)
    first = replace(view_of(CARD), decks=(DeckView("beast-card", "", "", 5),))
    second = replace(first, decks=(DeckView("beast-card", "", "", 6),))
    moved = replace(second, lamps=(replace(CARD[0], due=False), *CARD[1:]))
    lit = tuple(lamp_signal(lamp) for lamp in CARD)
    reader(first)
    reader(first)
    assert row.shown == [lit, lit]  # a game that is resumed goes on with its card
    reader(second)
    reader(moved)
    assert row.shown[2:] == [()]
    deadline = time.monotonic() + 5
    while len(row.shown) < 4 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert row.shown[3:] == [tuple(lamp_signal(lamp) for lamp in moved.lamps)]
    reader(second)
    assert row.shown[4:] == [lit]


def test_lamps_that_are_closed_in_the_dark_stay_dark() -> None:
    row = Row(4)
    reader = LampReader(row, dark=0.1)
    reader(view_of(CARD))
    reader(replace(view_of(CARD), decks=(DeckView("beast-card", "", "", 1),)))
    reader.close()
    time.sleep(0.3)
    assert row.shown[1:] == [()]


def test_trouble_of_the_lamps_is_handed_on() -> None:
    row = Row(4)
    reader = LampReader(row)
    row.trouble = HardwareError("Lamp {lamp} is dead; change it.", (("lamp", "2"),))
    reader(view_of(CARD))
    assert reader.trouble is not None
    assert (reader.trouble.key, reader.trouble.facts) == (row.trouble.key, row.trouble.facts)
    reader.close()
    assert row.closed


@pytest.mark.parametrize("seed", range(3))
def test_every_lamp_of_real_games_has_a_light(seed: int) -> None:
    match = played(deck_of(seed), seed, draws=12)
    for step in match.line:
        for lamp in GAME.lamps(step.state):
            signal = lamp_signal(lamp)
            assert (signal.red + signal.green + signal.blue > 0) == bool(lamp.colour)
            assert signal.pattern == (lamp.pattern if lamp.colour else "steady")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*/*.match")), ids=lambda path: path.stem)
def test_lamps_of_whole_matches_can_be_shown(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"), find_game(path.parent.name))
    for step in match.line:
        for lamp in match.game.lamps(step.state):
            signal = lamp_signal(lamp)
            assert (signal.red + signal.green + signal.blue > 0) == bool(lamp.colour)


def test_set_up_lamps_of_every_game_can_be_shown() -> None:
    for game in games().values():
        state = game.initial(game.setup(game.seatings[0], {}))
        assert all(lamp_signal(lamp).pattern for lamp in game.lamps(state))
