"""What people type, against the forms that the command names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.locale import Message
from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    Event,
    MoveEntered,
    OutcomeEntered,
    UndoAsked,
)
from companion.referee.view import Choice, Question, Ruling, RulingKind, TableView
from companion.terminal.terminal import read_event
from tests.app.sitting import Sitting


@pytest.fixture
def view(sit: Callable[..., Sitting]) -> TableView:
    sitting = sit()
    sitting.open()
    ruling = Ruling(5, RulingKind.REFUSED, 1.0, "south", "step d4", (), ())
    choices = (Choice("0", Message("this")), Choice("none", Message("something else")))
    return replace(sitting.view, ruling=ruling, question=Question(9, Message("What?"), choices, ()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("south play ur r", MoveEntered("south", "play ur r")),
        ("* open b3", OutcomeEntered("open b3")),
        ("undo", UndoAsked(1)),
        ("undo 3", UndoAsked(3)),
        ("anyway", AnywayAsked(5)),
        ("shown", AsShown()),
        ("shown d4", None),
        ("1", Answered(9, "0")),
        ("2", Answered(9, "none")),
        ("3", None),
        ("0", None),
        ("undo soon", None),
        ("anyway please", None),
        ("*", None),
        ("south", None),
        ("east step d4", None),
        ("?", None),
        ("²", None),
        ("undo ²", None),
        ("undo ٣", None),
        ("undo " + "9" * 5000, None),
        ("9" * 5000, None),
    ],
)
def test_a_line_is_an_event_or_nothing(view: TableView, line: str, event: Event | None) -> None:
    assert read_event(line, view) == event


def test_without_ruling_and_question_there_is_nothing_to_agree_to(view: TableView) -> None:
    quiet = replace(view, ruling=None, question=None)
    assert read_event("anyway", quiet) is None
    assert read_event("1", quiet) is None
