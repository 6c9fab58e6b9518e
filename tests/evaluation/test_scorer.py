"""The score of a clip: what a camera that makes no mistakes is credited with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.evaluation import playback
from companion.evaluation.clips import ClipSpec, MatId, save_clip_head
from companion.evaluation.people import Answers
from companion.evaluation.scorer import score_clip
from companion.evaluation.scoring import Score
from companion.rules.contract import Decide
from companion.rules.match import Match, format_match, parse_entry
from companion.rules.registry import find_game
from tests.judge.views import CLEARLY, cells_of, first, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState, Frame

FPS = 15.0
ARCTICA = find_game("arctica")
SEAL, OTHER = "move seal i1 h1", "move seal a9 a8"
EITHER_WAY = "move seal a9 a7"
"""On pack ice the seal may lie or stand; a camera that knows no portraits cannot tell."""


class Table:
    """A clip of glances: what a camera would say of each of its pictures."""

    def __init__(self) -> None:
        self.match = Match.begin(ARCTICA, ARCTICA.setup(2, {}))
        self.seen: list[Glance] = [first(cells_of(ARCTICA, self.match.setup))]
        self.look()

    @property
    def now(self) -> float:
        return len(self.seen) / FPS

    def show(self, changed: Sequence[str]) -> None:
        """A hand changes these cells, and leaves the picture."""
        self._settle(view(self.now + 3 / FPS, dict.fromkeys(changed, CLEARLY)))

    def visit(self, move: str) -> None:
        """A hand does what the move changes, and leaves the picture."""
        pending = ARCTICA.pending(self.match.state)
        assert isinstance(pending, Decide)
        seen = of_act(
            ARCTICA, self.match.state, pending.seats[0], ARCTICA.parse_move(move), self.now + 3 / FPS
        )
        assert seen is not None
        self._settle(seen)

    def _settle(self, seen: Any) -> None:
        self.seen += [Glance(len(self.seen) + n, self.now, CameraState.HAND) for n in range(3)]
        self.seen.append(glance(seen, len(self.seen)))

    def look(self, frames: int = 15) -> None:
        self.seen += [
            Glance(number, number / FPS, CameraState.READY)
            for number in range(len(self.seen), len(self.seen) + frames)
        ]

    def say(self, entry: str) -> None:
        """The entry is true from now on."""
        self.match = self.match.add(parse_entry(f"@{self.now:.3f} {entry}"))

    def score(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, answers: Answers = Answers.AT_ONCE
    ) -> Score:
        """Write the clip, and let the glances be what is seen in it."""
        save_clip_head(folder, ClipSpec("arctica", self.match.setup.seats, (), FPS, MatId("arctica")))
        (folder / "truth.match").write_text(format_match(self.match), encoding="utf-8")
        (folder / "frames").mkdir()
        for number in range(len(self.seen)):
            cv2.imwrite(str(folder / "frames" / f"{number:06}.jpg"), np.zeros((48, 64, 3), np.uint8))
        seen = self.seen

        class Written:
            """A watcher that says what was written for each picture."""

            flickers = False
            covered = 0.0

            def __init__(self, *_: object) -> None: ...

            def found(self, _: object) -> bool:
                return False

            finds = cut = doubled = found

            def read(self, frame: Frame) -> Glance:
                return replace(seen[frame.number], frame=frame.number, time=frame.time)

        monkeypatch.setattr(playback, "TableWatcher", Written)
        monkeypatch.setattr(playback, "Likeness", lambda *_, **__: None)  # it knows no portraits
        return score_clip(folder, answers=answers)


def talk(score: Score) -> dict[str, int]:
    return {name: score.counts[name] for name in ("questions", "answers", "repairs", "wrong commits")}


def moves(score: Score, share: str = "moves") -> tuple[int, int]:
    return (score.shares[share].hits, score.shares[share].trials)


def test_what_was_seen_and_ruled_in_time_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two acts, two seconds of quiet apart: one board before either hand."""
    table = Table()
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.look(30)
    table.visit(OTHER)
    table.say(f"bear {OTHER}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert moves(score) == (2, 2)
    assert (score.shares["boards"].hits, score.shares["boards"].trials) == (2, 2)
    assert score.shares["cells"].hits == score.shares["cells"].trials > 0
    assert score.shares["games"].hits == 1
    assert talk(score) == {"questions": 0, "answers": 0, "repairs": 0, "wrong commits": 0}
    assert score.counts["false alarms"] == 0
    assert [right for _, right in score.stated["certain of commit"]] == [True, True]
    assert all(certain >= 0.995 for certain, _ in score.stated["certain of commit"])  # by the costs


def test_what_was_never_read_is_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that is lost for the whole game has read no board and no cell, and understood no act."""
    table = Table()
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.look(round(7 * FPS))
    table.visit(OTHER)
    table.say(f"bear {OTHER}")
    table.look(30)
    table.seen = [Glance(one.frame, one.time, CameraState.LOST) for one in table.seen]
    score = table.score(tmp_path, monkeypatch)
    for name in ("cells", "boards", "decoded", "moves"):
        assert score.shares[name].hits == 0
        assert score.shares[name].trials > 0
    assert score.stated == {"certain of position": (), "certain of commit": ()}
    assert score.counts["rulings"] == 0
    assert score.times.get("frame read", ()) == ()


def test_what_is_not_played_yet_is_a_wrong_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table shows a move nine seconds before it is true, and nothing follows from it."""
    table = Table()
    table.visit(SEAL)
    table.look(round(9 * FPS))
    table.say(f"bear {SEAL}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert score.counts["wrong commits"] == 1
    assert score.counts["repairs"] >= 1
    assert next(right for _, right in score.stated["certain of commit"]) is False


def test_of_acts_of_one_moment_the_order_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seals are moved by one player, and the truth tells both when the last hand has left."""
    table = Table()
    table.visit(OTHER)
    table.look(round(7 * FPS))
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.say(f"bear {OTHER}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert talk(score) == {"questions": 0, "answers": 0, "repairs": 0, "wrong commits": 0}
    assert moves(score) == (2, 2)


def test_when_told_of_nothing_people_say_so_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three cells change as no act of the game changes them; then a seal moves."""
    table = Table()
    table.show(["a5", "c5", "g5"])
    table.look(round(8 * FPS))
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert score.counts["questions"] + score.counts["unknowns"] == 1
    assert score.counts["wrong commits"] == 0
    assert moves(score) == (1, 1)


def test_a_question_is_answered_and_what_it_enters_was_not_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can see whether the seal lies or stands; the referee asks, and people say."""
    table = Table()
    table.visit(EITHER_WAY + "^")
    table.say(f"bear {EITHER_WAY}^")
    table.look(round(25 * FPS))
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.look(30)
    score = table.score(tmp_path, monkeypatch)
    assert talk(score) == {"questions": 1, "answers": 1, "repairs": 0, "wrong commits": 0}
    assert moves(score) == (1, 2)
    assert moves(score, "moves or asked") == (2, 2)
    assert score.shares["games"].hits == 1
    certain, _ = score.stated["certain of position"][0]
    assert 0.3 < certain < 0.5  # it lies or stands, or something else has happened


@pytest.mark.parametrize(
    ("people", "answered"), [(Answers.AT_ONCE, 1), (Answers.LATE, 1), (Answers.NEVER, 0)]
)
def test_what_nobody_answers_stays_open_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, people: Answers, answered: int
) -> None:
    """Whether the seal lies or stands is asked, and answered at once, late or never. The act after it is
    understood in any case."""
    table = Table()
    table.visit(EITHER_WAY + "^")
    table.say(f"bear {EITHER_WAY}^")
    table.look(round(14 * FPS))
    table.visit(SEAL)
    table.say(f"bear {SEAL}")
    table.look(round(40 * FPS))
    score = table.score(tmp_path, monkeypatch, people)
    assert (score.counts["answers"], score.counts["taps"]) == (answered, answered)
    assert (score.counts["repairs"], score.counts["wrong commits"]) == (0, 0)
    assert moves(score, "final") == (1 if answered else 0, 2)


@pytest.mark.parametrize(("seconds", "answers"), [(1.0, 0), (3.0, 1)])
def test_people_do_what_a_question_is_about_before_they_answer_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, answers: int
) -> None:
    """The referee asks early; what it asks about is done, and told, long after."""
    table = Table()
    table.visit(EITHER_WAY + "^")
    table.look(round(45 * FPS))
    table.say(f"bear {EITHER_WAY}^")
    table.look(round(seconds * FPS))
    score = table.score(tmp_path, monkeypatch)
    assert talk(score) == {"questions": 1, "answers": answers, "repairs": 0, "wrong commits": 0}


def test_where_no_answer_is_right_people_enter_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table looks as if the seal had gone elsewhere than it has."""
    table = Table()
    table.visit(EITHER_WAY)
    table.say(f"bear {OTHER}")
    table.look(round(25 * FPS))
    score = table.score(tmp_path, monkeypatch)
    assert talk(score) == {"questions": 1, "answers": 0, "repairs": 1, "wrong commits": 0}
    assert score.counts["taps"] == 1
    assert moves(score) == moves(score, "moves or asked") == (0, 1)
