"""What people type, against the forms that the command names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.locale import Message, Texts
from companion.referee.events import (
    Answered,
    AnywayAsked,
    AsShown,
    Event,
    MoveEntered,
    OutcomeEntered,
    TotemSaid,
    UndoAsked,
)
from companion.referee.view import (
    CaseStage,
    CaseView,
    Choice,
    HistoryLine,
    LineKind,
    Question,
    Ruling,
    RulingKind,
    TableView,
    TotemView,
)
from companion.rules.match import Match
from companion.rules.registry import find_game
from companion.terminal.terminal import Terminal, read_event
from tests.doubles.table import SessionTable


@pytest.fixture(scope="module")
def view() -> TableView:
    game = find_game("marso")
    ruling = Ruling(5, RulingKind.REFUSED, 1.0, "south", "step d4", (), ())
    choices = (Choice("0", Message("this")), Choice("none", Message("something else")))
    begun = SessionTable(Match.begin(game, game.setup(2, {}))).view
    return replace(begun, ruling=ruling, question=Question(9, Message("What?"), choices, ()))


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


@pytest.fixture
def duel(view: TableView) -> TableView:
    """South and east may be named; the table can settle it in two ways."""
    nobody, ways = (
        Message("nobody knows"),
        (Choice("again", Message("again")), Choice("none", Message("nobody"))),
    )
    case = CaseView(
        number=4,
        stage=CaseStage.UNMEASURED,
        verdict="",
        headline=nobody,
        bound=(),
        clause="",
        evidence=(),
        notes=(),
        applied=(),
        measured=False,
        ask="who",
        voters=("south", "east"),
        nameable=("south", "east"),
        answers=(),
        appeals=(),
        may_appeal=True,
        ways=ways,
    )
    return replace(view, totem=TotemView(case=case))


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("1", TotemSaid(4, "", "again")),
        ("2", TotemSaid(4, "", "none")),
        ("0", None),
        ("3", None),
        ("1 please", None),
        ("what grab", TotemSaid(4, "", "what grab")),
        ("what", None),
        ("south names east", TotemSaid(4, "south", "names east")),
        ("east appeal", TotemSaid(4, "east", "appeal")),
        ("north appeal", MoveEntered("north", "appeal")),
        ("south appeals", MoveEntered("south", "appeals")),
    ],
)
def test_a_line_about_the_totem(duel: TableView, line: str, event: Event | None) -> None:
    assert read_event(line, replace(duel, question=None)) == event


def test_what_will_happen_is_said_once_until_it_is_no_longer_expected(view: TableView) -> None:
    said: list[str] = []
    terminal = Terminal(Texts("en", "marso"), said.append)
    line = HistoryLine(1, 0.0, LineKind.MOVE, "south", "step d4", False)
    for entries, forecast in enumerate((("ice",), ("ice",), ("ice", "thaw"), (), ("ice",)), 1):
        terminal(replace(view, history=(line,) * entries, forecast=forecast))
    lines = [line.split()[-1] for line in said if line.strip().startswith("~")]
    assert lines == ["ice", "thaw", "ice"]
