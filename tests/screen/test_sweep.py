"""A tap on any place says something: a move, what comes next, or why not now and what is expected."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.referee.publish import touch_of
from companion.rules.contract import CellId
from companion.rules.match import AnyMatch, Match, parse_match
from companion.rules.registry import find_game
from companion.screen.ahead import Rules
from companion.screen.playing import Playing

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House

GOLDEN = Path(__file__).parents[1] / "golden"
EVERY = 14
"""Each so many-th place is tapped, others in each position."""
PARTS = (0.3, 0.7)
"""How much of a recorded game has been played."""


def playing_at(match: AnyMatch) -> Playing:
    """What touches mean in the position that a match has come to."""
    game, public = match.game, match.game.observe(match.state, None)
    zones = frozenset(str(zone.cell) for zone in game.zones(match.setup))
    offered = [(move.seat, move.text) for move in touch_of(game, match.setup, public, frozenset())]
    return Playing(Rules(game, match.setup, zones), public, offered, game.looks(public), closing=True)


def recorded(game: str, part: float) -> AnyMatch:
    """So much of a recorded game."""
    whole = parse_match(min((GOLDEN / game).glob("*.match")).read_text(encoding="utf-8"))
    match = Match.begin(whole.game, whole.setup, whole.start)
    for played in whole.line[: round(part * len(whole.line))]:
        match = match.add(played.entry)
    return match


@pytest.mark.parametrize("game", ["arctica", "atlantis", "marso", "northwest"])
def test_no_tap_is_silent(game: str) -> None:
    for number, part in enumerate(PARTS):
        playing = playing_at(recorded(game, part))
        for zone in playing_places(playing)[number::EVERY]:
            fresh = playing.again()
            line = fresh.tap(zone)
            assert line or fresh.begun or fresh.hint is not None or fresh.unmeant, (part, zone)
            assert len(fresh.fan) != 1, (part, zone, "one of one is never asked for")


def playing_places(playing: Playing) -> list[str]:
    """All places of the table."""
    return sorted(playing._rules.cells)


def test_a_cod_swims_alone() -> None:
    """By move.3 at most two cells: further off is another one, which the same tap must not move."""
    game = find_game("arctica")
    match = Match.begin(game, game.setup(2, {}))
    playing = playing_at(match)
    looks = game.looks(match.state)
    cod = next(cell for cell, look in looks.items() if any(piece.kind == "cod" for piece in look.pieces))
    playing.tap(cod)
    assert playing.ahead == {}


def test_a_piece_that_may_not_move_says_whose_turn_it_is(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1")
    stage = open_stage()
    stage.tap_cell("d5")  # north's hunter, while south has to lay a card
    assert stage.board().looks[CellId("d5")].pieces == ("hunter north",)
    assert stage.says("Now: South.")
    assert stage.says(": not now.")
