"""What a line of ``companion watch --why`` says, for each thing that the judge may have said."""

from __future__ import annotations

from typing import Any

import pytest

from companion.commands.watch import Seconds, waited_for
from companion.evaluation.playback import WatchedFrame
from companion.judge.verdicts import (
    Candidate,
    Reason,
    Refused,
    Same,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import CellId
from companion.rules.match import parse_entry
from vision.seeing import Glance
from vision.types import CameraState

CELLS = (CellId("a1"), CellId("b2"))
ONE, OTHER = parse_entry("south step d3"), parse_entry("south step d4")


def step(verdict: Verdict, time: float = 0.0, ruled: bool = False, **glance: Any) -> WatchedFrame:
    ruling = Ruling(1, RulingKind.PLAYED, 0.0, "south", "step d3", (), ()) if ruled else None
    return WatchedFrame(Glance(0, time, CameraState.READY, **glance), ruling, verdict, 0.0, 0.0)


@pytest.mark.parametrize(
    ("verdict", "why", "cells"),
    [
        (Same(), "act", []),
        (Waiting(Reason.HAND, CELLS), "hand", ["a1", "b2"]),
        (Waiting(Reason.COVERED, CELLS), "covered", ["a1", "b2"]),
        (Refused((ONE,), (), CELLS), "answer", ["a1", "b2"]),
        (Unknown(CELLS), "answer", ["a1", "b2"]),
        (Unclear((), CELLS), "answer", ["a1", "b2"]),
    ],
)
def test_reason_and_cells(verdict: Verdict, why: str, cells: list[str]) -> None:
    row = waited_for(step(verdict))
    assert (row["why"], row["cells"], row["best"], row["rival"]) == (why, cells, None, None)


def test_what_a_hand_has_just_left_settles() -> None:
    row = waited_for(step(Same(), settling=frozenset({"b2", "a1"})))
    assert (row["why"], row["cells"]) == ("settling", ["a1", "b2"])


def test_the_likeliest_and_its_rival() -> None:
    undo = (parse_entry("undo 1"),)
    row = waited_for(
        step(
            Waiting(
                Reason.AMBIGUOUS, CELLS, best=Candidate((ONE, OTHER), 0.61234), rival=Candidate(undo, 0.3)
            )
        )
    )
    assert row["best"] == {"seat": "south", "move": "step d3; step d4", "probability": 0.6123}
    assert row["rival"] == {"seat": "", "move": "undo 1", "probability": 0.3}


def test_the_answers_of_a_question_stand_there_without_a_number() -> None:
    row = waited_for(step(Unclear(((ONE,), (OTHER,)), CELLS)))
    assert row["best"] == {"seat": "south", "move": "step d3", "probability": None}
    assert row["rival"] == {"seat": "south", "move": "step d4", "probability": None}


def test_seconds_with_a_ruling_are_left_out() -> None:
    seconds, silent = Seconds(), []
    for time, ruled in ((0.0, False), (0.5, False), (1.0, True), (1.5, False), (2.9, False), (4.0, False)):
        found = seconds.next(step(Same(), time, ruled))
        silent += [found.glance.time] if found else []
    last = seconds.end()
    assert (silent, last and last.glance.time) == ([0.5, 2.9], 4.0)


def test_no_frame_no_second() -> None:
    assert Seconds().end() is None
