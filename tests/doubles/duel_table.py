"""A table of the game with a totem, its journal in memory, and a base that says what the test says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.referee.events import (
    OutcomeEntered,
    TimePassed,
    TotemMoved,
    TotemNamed,
    TotemSaid,
)
from companion.referee.totem_record import TotemRecord
from companion.referee.view import CaseView, TableView
from companion.rules.match import Match
from companion.rules.registry import find_game
from tests.doubles.table import SessionTable

JUNGLE = find_game("jungle")
CARD_US = 10_000_000
"""When the deciding card could be seen, on the base's clock."""


def pads(**set_out_ms: float | None) -> dict[str, Any]:
    """Hands that rested at the card and set out so many ms after it; None: stayed."""
    return {
        seat: {"rest": True} | ({} if ms is None else {"release": [CARD_US + round(ms * 1000), 4]})
        for seat, ms in set_out_ms.items()
    }


def left_before(ms: float) -> dict[str, Any]:
    """A hand that left its pad so many ms before the card."""
    return {"rest": False, "release": [CARD_US - round(ms * 1000), 4]}


def sensors(hands: Mapping[str, Any] | None = None, lift_ms: float = 900, **more: Any) -> dict[str, Any]:
    """A clean lift so many ms after a card that a device saw; ``hands``: pads, None for a bare base."""
    row: dict[str, Any] = {
        "tier": "T0" if hands is None else "T1",
        "reveal": {"first_us": CARD_US, "last_us": CARD_US + 5, "u_us": 2, "by": "device"},
        "base": {"lift": [CARD_US + round(lift_ms * 1000), 1], "spread_us": 9000, "tilt": 0.1},
    }
    if hands is not None:
        row["pads"] = hands
    return row | more


def tipped(lift_ms: float = 900, blow_ms: float = 250) -> dict[str, Any]:
    """What a base says of a totem that tips over and strikes the table."""
    lift = CARD_US + round(lift_ms * 1000)
    return {"lift": [lift, 1], "spread_us": 80000, "tilt": 0.9, "impact": [lift + round(blow_ms * 1000), 50]}


class DuelTable(SessionTable):
    """A table of *jungle*. ``lines``: the position but for its seats."""

    def __init__(self, seats: int, lines: str = "", options: Mapping[str, str | bool] | None = None) -> None:
        setup = JUNGLE.setup(seats, options or {})
        start = None
        if lines:
            said = "".join(
                f"option {key} {('no', 'yes')[value] if isinstance(value, bool) else value}\n"
                for key, value in setup.options
            )
            start = JUNGLE.parse_position(f"seats {' '.join(setup.seats)}\n{said}{lines}")
        super().__init__(Match.begin(JUNGLE, setup, start), time=50.0)
        self._number = 0

    def _publish(self, view: TableView) -> None:
        case = view.totem.case if view.totem else None
        if case is not None and case.verdict:
            stored = (_json(case.verdict) in line for line in self.pages.stored)
            assert any(stored), "told before it was durable"
        super()._publish(view)

    @property
    def case(self) -> CaseView:
        """The case that is open."""
        assert self.view.totem is not None
        assert self.view.totem.case is not None
        return self.view.totem.case

    @property
    def has_case(self) -> bool:
        return self.view.totem is not None and self.view.totem.case is not None

    @property
    def game_lines(self) -> list[str]:
        """What stands in the journal about the game itself, without times."""
        return [line.split(" ", 1)[1] for line in self.pages.stored if line.startswith("@")]

    @property
    def position(self) -> list[str]:
        """The position, line by line."""
        return self.view.position.splitlines()

    def moves(self, row: Mapping[str, Any], later_ms: float = 1500, cause: str = "") -> TableView:
        """The base hands over a record, so long after the card."""
        self._number += 1
        at = CARD_US + round(later_ms * 1000)
        return self.send(TotemMoved(TotemRecord(self._number, row, at, cause=cause)))

    def says(self, text: str, seat: str = "") -> TableView:
        """Somebody says something about the case that is open."""
        return self.send(TotemSaid(self.case.number, seat, text))

    def told(self, outcome: str) -> TableView:
        """Somebody enters an outcome."""
        return self.send(OutcomeEntered(outcome))

    def wait(self, seconds: float) -> TableView:
        """Time passes; the session is woken as often as it wanted."""
        end = self.time + seconds
        while (moment := self.session.wakes_at()) is not None and moment <= end:
            self.time = moment
            self.send(TimePassed())
        self.time = end
        return self.view

    def has_base(self, simulated: bool = False, tier: str = "T1") -> TableView:
        return self.send(TotemNamed("base 1", tier, simulated))


def _json(text: str) -> str:
    return text.replace("\n", "\\n")


DUEL = """phase claim
turn s3
open s1 string-red star-red
open s2 star-blue
open s3
open s4
pot full-circle-green
"""
"""s1 and s2 show a star; s2 has just opened it."""
