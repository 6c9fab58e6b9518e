"""Earlier entries of a watched table are put right: what hands must change is told by how the table looks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.referee.events import AsShown, Corrected, MoveEntered, UndoAsked
from companion.referee.view import RulingKind
from companion.rules.contract import CellId, Seat
from tests.app.sitting import Sitting
from tests.app.watched import Watched

pytestmark = pytest.mark.slow

Sit = Callable[..., Sitting]
SEEN, MEANT = "move bear e9^ d9", "move bear e9^ e8"


def played(sit: Sit) -> tuple[Sitting, Watched, int]:
    """The bear was moved, and the camera saw it; the number of that entry."""
    sitting = sit()
    sitting.open(game="arctica")
    table = Watched(sitting.app)
    table.lawful()
    sitting.wait(lambda: sitting.view.history != () and sitting.view.history[-1].text == SEEN)
    return sitting, table, sitting.view.history[-1].number


def correct(sitting: Sitting, number: int, text: str) -> None:
    seat = sitting.view.setup.seats[0]
    sitting.app.send(Corrected(f"correct {number} {seat} {text}", sitting.view.entries, "screen"))
    sitting.wait(lambda: sitting.view.ruling is not None and sitting.view.ruling.kind is RulingKind.CORRECTED)


def test_arrows_tell_at_once_what_lies_otherwise(sit: Sit) -> None:
    sitting, table, number = played(sit)
    correct(sitting, number, MEANT)
    assert [(task.start, task.end) for task in sitting.view.tasks] == [("d9", "e8")]
    state = sitting.view.state
    looks = table.game.looks(state)
    table.lay({cell: looks.get(CellId(cell)) for cell in ("d9", "e8")})
    table.wait(2)
    sitting.wait(lambda: sitting.view.tasks == ())
    assert sitting.view.question is None
    assert sitting.view.state == state


def test_a_table_that_lies_so_already_needs_no_hand(sit: Sit) -> None:
    """People had entered something else than what the camera saw, and insisted on it."""
    sitting, table, _ = played(sit)
    sitting.app.send(UndoAsked(1))
    sitting.app.send(MoveEntered(sitting.view.setup.seats[0], MEANT))
    sitting.app.send(AsShown())
    table.wait(2)
    sitting.wait(lambda: sitting.view.history[-1].text == MEANT)
    before = sitting.view.entries
    correct(sitting, sitting.view.history[-1].number, SEEN)
    assert (sitting.view.tasks, sitting.view.entries) == ((), before + 1)
    table.wait(6)
    assert sitting.view.question is None
    assert (sitting.view.tasks, sitting.view.entries) == ((), before + 1)
    table.lay(table.game.handled(sitting.view.state, Seat(0), table.game.parse_move("move seal a9 a8")))
    table.wait(6)
    sitting.wait(lambda: sitting.view.history[-1].text == "move seal a9 a8")
