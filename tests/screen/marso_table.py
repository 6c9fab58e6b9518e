"""A table of *marso*: entries, and a refusal with its clause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.judge.verdicts import Refused
from companion.locale import Texts
from companion.rules.contract import CellId, ClauseId, Seat
from companion.rules.registry import find_game
from tests.doubles.table import move

if TYPE_CHECKING:
    from .house import House

GAME = find_game("marso")


def refusal(house: House, seat: str, text: str, *cells: str) -> Refused:
    """What the judge says when this illegal move is seen."""
    match = house.session_now.match
    index = Seat(match.setup.seats.index(seat))
    breaches = GAME.why_illegal(match.state, index, GAME.parse_move(text))
    assert breaches
    return Refused((move(seat, text),), breaches, tuple(CellId(cell) for cell in cells))


def clause(house: House, language: str, name: str) -> str:
    assert house.session is not None
    return Texts(language, "marso").clause(ClauseId(name))
