"""From the forecast of a real game to the lamps of the strip.

The standard edition has the lines 0 0 2 4 6 8 6 4 2 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.app.companion import Companion
from companion.chance import StripReader, rows_of
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.view import TableView
from companion.rules.match import Match
from companion.rules.registry import find_game
from hardware.ports import HardwareError, RowSignal
from tests.doubles.table import SessionTable

LIT, WILL_LIGHT, WILL_GO_OUT = RowSignal.LIT, RowSignal.WILL_LIGHT, RowSignal.WILL_GO_OUT


class Strip:
    """A strip of glass and paper."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.trouble: HardwareError | None = None
        self.shown: list[tuple[RowSignal, ...]] = []
        self.closed = False

    def show(self, signals: Sequence[RowSignal]) -> None:
        self.shown.append(tuple(signals))

    def close(self) -> None:
        self.closed = True


def view_of(position: str, game_id: str = "northwest") -> TableView:
    game = find_game(game_id)
    start = game.parse_position(position) if position else game.initial(game.setup(2, {}))
    match = Match.begin(game, game.setup_of(start), start)
    return SessionTable(match).view


@pytest.mark.parametrize(
    ("number", "rows"),
    [
        (1, ()),
        (2, (WILL_LIGHT,) * 2),
        (4, (LIT,) * 4 + (WILL_LIGHT,) * 2),
        (6, (LIT,) * 6 + (WILL_GO_OUT,) * 2),
        (9, (WILL_GO_OUT,) * 2),
        (10, ()),
    ],
)
def test_the_strip_shows_the_line_of_each_round(number: int, rows: tuple[RowSignal, ...]) -> None:
    strip = Strip(10)
    StripReader(strip)(view_of(f"seats red blue\nround {number}\n"))
    assert strip.shown == [rows]


def test_when_the_game_is_over_and_in_other_games_it_is_dark() -> None:
    over = "seats red blue\nround 10\nphase over\npassed red blue\ncrew red 0 7 0 0\ncrew blue 0 7 0 0\n"
    assert rows_of(view_of(over).forecast) == ()
    assert rows_of(view_of("", "marso").forecast) == ()


def test_too_few_lamps_show_nothing_and_say_so() -> None:
    strip = Strip(7)
    reader = StripReader(strip)
    reader(view_of("seats red blue\nround 6\n"))
    assert strip.shown == [()]
    assert reader.trouble is not None
    assert dict(reader.trouble.facts) == {"needed": "8", "count": "7"}
    reader(view_of("seats red blue\nround 4\n"))
    assert reader.trouble is None
    assert len(strip.shown[-1]) == 6


def test_trouble_of_the_strip_is_handed_on() -> None:
    strip = Strip(10)
    reader = StripReader(strip)
    strip.trouble = HardwareError("Lamp {lamp} is dead; change it.", (("lamp", "2"),))
    reader(view_of("seats red blue\n"))
    assert reader.trouble is not None
    assert reader.trouble.facts == (("lamp", "2"),)
    reader.close()
    assert strip.closed


def test_a_strip_that_cannot_be_used_is_told_and_play_goes_on(tmp_path: Path) -> None:
    config = Config(camera="none", journal=tmp_path / "journal.sqlite", strip={"rows": "all"})
    app = Companion(config)
    app.open_table(TableChoice("northwest", ("red", "blue"), {}))
    assert ["must be a list of GPIO numbers" in trouble.key for trouble in app.troubles()] == [True]
    assert app.view() is not None
    app.close()
