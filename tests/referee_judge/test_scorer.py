"""The score of a clip: what a camera that makes no mistakes is credited with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import companion.referee.watching as watching
from companion.referee.clip import Clip, ClipSpec, MatId, save_clip_head
from companion.referee.scorer import score_clip
from companion.referee.scoring import Score
from companion.rules.contract import CellId, Seat
from companion.rules.match import Match, format_match, parse_entry
from companion.rules.northwest import game
from tests.referee_judge.table import LabelTable
from vision.types import CameraState, Evidence, Frame

FPS = 15.0
BASE = """
seats red blue
round 3
display xxx/... 1
tile k3 l3 .../..x
crew red 4 3 0 0
ship red k3
crew blue 5 2 0 0
ship blue l3
stock red x../... 1
"""
PLACE = "place ship k4 k5 ../../.x"
"""One tile on two squares, and two crewmen."""


class Table:
    """A clip of labels: what a camera would say of each of its pictures."""

    def __init__(self, start: str) -> None:
        self.match = Match.begin(game, game.setup(2, {}), game.parse_position(start))
        self.labels = LabelTable(game, self.match.setup, 1, fps=FPS)
        self.labels.lay_all(game.looks(self.match.state))
        self.labels.touched.clear()
        self.seen: list[Evidence] = self.labels.frames(20)

    def visit(self, *cells: str, of: str) -> None:
        """A hand does what the move changes in these cells, and leaves the picture."""
        handled = game.handled(self.match.state, Seat(0), game.parse_move(of))
        self.labels.lay({cell: look for cell, look in handled.items() if cell in cells})
        self.seen += self.labels.hand()

    def look(self, frames: int = 15) -> None:
        self.seen += self.labels.frames(frames)

    def say(self, entry: str) -> None:
        """The entry is true from now on."""
        self.match = self.match.add(parse_entry(f"@{len(self.seen) / FPS:.3f} {entry}"))

    def score(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Score:
        """Write the clip, and let the labels be what is read in it."""
        save_clip_head(folder, ClipSpec("northwest", ("red", "blue"), (), FPS, MatId("northwest")))
        (folder / "truth.match").write_text(format_match(self.match), encoding="utf-8")
        (folder / "frames").mkdir()
        for number in range(len(self.seen)):
            cv2.imwrite(str(folder / "frames" / f"{number:06}.jpg"), np.zeros((48, 64, 3), np.uint8))
        monkeypatch.setattr(watching, "reader_of", lambda clip: Labels(clip, self.seen))
        return score_clip(folder)


class Labels:
    """A reader that says what was written for each picture."""

    def __init__(self, clip: Clip, seen: list[Evidence]) -> None:
        del clip
        self._seen = seen

    def read(self, frame: Frame) -> Evidence:
        return self._seen[frame.number]


def test_an_act_of_two_visits_is_understood_and_no_board_is_counted_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tile is laid, the hand goes away, comes again and pays: before the entry the table was read as it
    lay before the first visit. Every cell of every board is right, for so the labels are."""
    table = Table(BASE)
    table.visit("k4", "k5", of=PLACE)
    table.look()
    table.visit("red:ship:ready", "red:ship:rest", of=PLACE)
    table.say(f"red {PLACE}")
    table.look()
    table.visit("k3", "k4", "red:ship:ready", "red:ship:rest", of="move ship k4")
    table.say("red move ship k4")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert (score.shares["boards"].hits, score.shares["boards"].trials) == (2, 2)
    assert score.shares["cells"].hits == score.shares["cells"].trials > 100
    assert (score.shares["disc"].hits, score.counts["false alarms about the disc"]) == (2, 0)
    assert (score.shares["moves"].hits, score.shares["moves"].trials) == (2, 2)
    assert score.shares["games"].hits == 1
    assert not any(score.counts[name] for name in ("false alarms", "wrong commits", "questions", "repairs"))


def test_what_was_never_read_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that is lost for the whole game has read no board and no cell, and understood no act."""
    table = Table(BASE)
    table.visit("k4", "k5", "red:ship:ready", "red:ship:rest", of=PLACE)
    table.say(f"red {PLACE}")
    table.look(round(7 * FPS))
    table.visit("k3", "k4", "red:ship:ready", "red:ship:rest", of="move ship k4")
    table.say("red move ship k4")
    table.look(30)
    table.seen = [Evidence(e.frame, e.time, CameraState.LOST, {}, None) for e in table.seen]
    score = table.score(tmp_path, monkeypatch)
    for name in ("cells", "boards", "decoded", "moves"):
        assert score.shares[name].hits == 0
        assert score.shares[name].trials > 0


def test_what_is_not_played_yet_is_a_wrong_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table shows a move seven seconds before it is true, and nothing follows from it."""
    table = Table(BASE)
    table.visit("k4", "k5", "red:ship:ready", "red:ship:rest", of=PLACE)
    table.look(round(7 * FPS))
    table.say(f"red {PLACE}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert score.counts["wrong commits"] == 1
    assert score.counts["repairs"] >= 1


def test_to_a_question_about_nothing_people_say_so_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crewman seems to lie at rest who does not; then red plays."""
    table = Table(BASE)
    rest, crew = CellId("blue:ship:rest"), game.looks(table.match.state)[CellId("blue:ship:rest")].pieces
    table.labels.similar = {(rest, (*crew, "crew blue")): table.labels.right + 6.0}
    table.look(round(6 * FPS))
    table.visit("k4", "k5", "red:ship:ready", "red:ship:rest", of=PLACE)
    table.say(f"red {PLACE}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert (score.counts["questions"], score.counts["repairs"], score.counts["wrong commits"]) == (1, 1, 0)
    assert (score.shares["moves"].hits, score.shares["moves"].trials) == (1, 1)
    assert score.shares["games"].hits == 0


def test_a_question_is_answered_and_what_it_enters_was_not_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tile is laid and not paid for; after four seconds the referee asks, people say so, and pay."""
    table = Table(BASE)
    table.visit("k4", "k5", of=PLACE)
    table.say(f"red {PLACE}")
    table.look(round(8 * FPS))
    table.visit("red:ship:ready", "red:ship:rest", of=PLACE)
    table.look()
    table.visit("k3", "k4", "red:ship:ready", "red:ship:rest", of="move ship k4")
    table.say("red move ship k4")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert _talk(score) == {"questions": 1, "answers": 1, "repairs": 0, "wrong commits": 0}
    assert (score.shares["moves"].hits, score.shares["moves"].trials) == (1, 2)
    assert score.shares["games"].hits == 1


def test_where_no_answer_is_right_people_enter_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As before, but what lies there is not what was played."""
    table = Table(BASE)
    table.visit("k4", "k5", of="place ship k4 k5 ../../x.")
    table.say(f"red {PLACE}")
    table.look(round(8 * FPS))
    score = table.score(tmp_path, monkeypatch)
    assert _talk(score) == {"questions": 1, "answers": 0, "repairs": 1, "wrong commits": 0}
    assert (score.shares["moves"].hits, score.shares["moves"].trials) == (0, 1)


def _talk(score: Score) -> dict[str, int]:
    return {name: score.counts[name] for name in ("questions", "answers", "repairs", "wrong commits")}
