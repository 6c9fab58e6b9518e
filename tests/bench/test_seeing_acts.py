"""How true acts were told: one by one, in parts, several at once, not at all."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evaluation import scorer
from companion.evaluation.clips import load_clip
from companion.evaluation.scoring import Score
from companion.referee.share import Share
from companion.rules.match import EntryKind, parse_match
from companion.simulator.clips import Recording, Taught, write_clip
from companion.simulator.habits import Habits
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from tests.bench.seeing.acts import Act, ActFigures, compare
from tests.bench.seeing.clips import AT_ONCE, figures_of, true_acts, ways_to_answer

TRUE = [Act(1.0, ("w a",)), Act(3.0, ("b b",)), Act(5.0, ("w c", "w d")), Act(7.0, ("b e",))]


@pytest.mark.parametrize(
    ("told", "figures"),
    [
        (TRUE, ActFigures(4, 4, 0, 0, 0, 0, 4, None)),
        ([], ActFigures(4, 0, 0, 0, 4, 0, 0, 1.0)),
        ([Act(1.2, ("w a",)), Act(5.2, ("b b", "w c", "w d"))], ActFigures(4, 1, 0, 2, 1, 0, 3, 7.0)),
        ([*TRUE[:2], Act(5.1, ("w c",)), Act(5.4, ("w d",)), TRUE[3]], ActFigures(4, 3, 1, 0, 0, 0, 4, None)),
        ([TRUE[0], Act(2.0, ("b x",)), *TRUE[1:]], ActFigures(4, 4, 0, 0, 0, 1, 1, 2.0)),
        ([TRUE[0], TRUE[1], Act(5.1, ("w c",)), TRUE[3]], ActFigures(4, 3, 0, 0, 1, 0, 2, 5.0)),
        ([TRUE[1], TRUE[0], *TRUE[2:]], ActFigures(4, 3, 0, 0, 1, 1, 0, 1.0)),
    ],
    ids=["all", "nothing", "merged", "split", "spurious", "half of one", "another order"],
)
def test_acts_are_told_in_one_of_five_ways(told: list[Act], figures: ActFigures) -> None:
    assert compare(TRUE, told) == figures


def test_an_act_cannot_be_told_long_before_it_is_done() -> None:
    done = [Act(100.0, ("w a",))]
    assert compare(done, [Act(99.0, ("w a",))]).matched == 1
    assert compare(done, [Act(10.0, ("w a",))]).spurious == 1


TEXTS = st.sampled_from(["w a", "b b", "w c"])
SOME = st.lists(st.lists(TEXTS, min_size=1, max_size=2).map(tuple), max_size=6)


@given(SOME, SOME)
def test_every_true_act_is_counted_once(true: list[tuple[str, ...]], said: list[tuple[str, ...]]) -> None:
    acts, rulings = ([Act(float(n), one) for n, one in enumerate(some)] for some in (true, said))
    figures = compare(acts, rulings)
    assert figures.matched + figures.split + figures.merged + figures.missed == figures.acts == len(true)
    assert figures.spurious <= len(said)
    assert (figures.diverged is None) == (not figures.missed and not figures.spurious)


def test_true_acts_leave_out_what_was_put_right() -> None:
    match = parse_match(
        "match 1\ngame marso\nrules 1\nedition rulebook\nseats south north\n\n"
        "@1 * open b8\n@3 south play flash2 ddr\n@4 anyway south step d7\n@4.5 undo 1\n"
        "@5 south step d2\n@5 south step d1\n"
    )
    assert true_acts(match, ()) == [
        Act(1.0, ("open b8",)), Act(3.0, ("south play flash2 ddr",)),
        Act(5.0, ("south step d2", "south step d1")),
    ]  # fmt: skip


# -- a clip through the scorer -------------------------------------------------------------------------------


def filmed(folder: Path, fps: float, shown: Taught) -> Path:
    """The first entries of a simulated game, without a mistake."""
    habits = Habits(pace=2.5, together=0.0, peeks=0.0, rests=0.0, limit=3)
    setting = setting_of("marso", ("south", "north"), {})
    write_clip(folder, Recording(setting, PROFILES["easy"], 7, habits, fps, electronic=True, shown=shown))
    return folder


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clip that nobody watches."""
    return filmed(tmp_path_factory.mktemp("clips") / "short", 1.0, Taught.NOTHING)


@pytest.mark.soak
def test_what_the_camera_tells_is_noted_while_the_scorer_watches(tmp_path: Path) -> None:
    clip = filmed(tmp_path / "clip", 10.0, Taught.POSITIONS)
    figures = figures_of(clip)
    truth = load_clip(clip).truth
    assert truth is not None
    done = [entry for entry in truth.entries if entry.kind is EntryKind.MOVE]  # the deck is electronic
    count = len(done)
    assert count >= 2
    assert figures.moves == figures.asked == Share(count, count)
    assert figures.acts == ActFigures(count, count, 0, 0, 0, 0, count, None)
    assert (figures.wrong, figures.accusations, figures.questions, figures.taps) == (0, 0, 0, 0)
    assert len(figures.idle) + len(figures.settled) == len(list(load_clip(clip).frames()))
    assert len(figures.settled) > count  # the first view, and one for each act
    assert all(0 <= seconds < 2 for seconds in figures.seen)


def test_a_way_to_answer_that_the_scorer_does_not_know_is_refused(clip: Path) -> None:
    assert ways_to_answer()[0] == AT_ONCE
    with pytest.raises(ValueError, match=r"at-once.*, not tomorrow"):
        figures_of(clip, "tomorrow")


def test_a_way_to_answer_is_handed_to_the_scorer(clip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Answers(StrEnum):
        AT_ONCE = "at-once"
        NEVER = "never"

    heard: list[Answers] = []

    def score(_folder: Path, answers: Answers) -> Score:
        heard.append(answers)
        return Score()

    monkeypatch.setattr(scorer, "Answers", Answers, raising=False)
    monkeypatch.setattr(scorer, "score_clip", score)
    assert ways_to_answer() == ("at-once", "never")
    assert figures_of(clip, "never").acts.matched == 0
    assert heard == [Answers.NEVER]
