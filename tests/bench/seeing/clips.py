"""What the referee makes of a clip with rules: the scorer's figures, and how each act was told.

The scorer of the product watches the clip (``companion watch --score``), answers and repairs as people would;
what the camera alone told meanwhile is noted beside it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

from companion.evaluation import playback, scorer
from companion.evaluation.agreement import lawful_line
from companion.evaluation.clips import load_clip
from companion.evaluation.playback import Playback, WatchedFrame
from companion.evaluation.scoring import KIND, Score
from companion.referee.publish import refs_from
from companion.referee.share import Share
from companion.rules.entry import Ref
from companion.rules.match import AnyMatch, Entry, EntryKind
from tests.bench.seeing.acts import Act, ActFigures, compare
from vision.seeing import Glance
from vision.types import CameraState, Frame
from vision.watching import TableWatcher

AT_ONCE = "at-once"
"""The scorer's people answer each question as soon as they have read it."""


@dataclass(frozen=True, slots=True)
class ClipFigures:
    """One clip. Shares as in :class:`companion.evaluation.scoring.Score`; ``told``: mistakes refused;
    ``verdicts``: movements of the totem whose first verdict named who did what. ``seen``: seconds from the
    hand's leaving until a move was understood; ``idle``, ``settled``: processor time (ms) of a frame without
    and with a settled view."""

    moves: Share
    final: Share
    asked: Share
    acts: ActFigures
    told: Share
    accusations: int
    wrong: int
    questions: int
    taps: int
    verdicts: Share
    seen: tuple[float, ...]
    idle: tuple[float, ...]
    settled: tuple[float, ...]


class _Heard:
    """Notes what the camera told of a clip, and how long its frames took."""

    def __init__(self) -> None:
        self.told: list[Act] = []
        self.idle: list[float] = []
        self.settled: list[float] = []

    def note(self, watching: Playback, known: int, step: WatchedFrame) -> None:
        """One frame. ``known``: entries before it."""
        session = watching.session
        new = [
            _said(entry)
            for number, entry in enumerate(session.match.entries[known:], known + 1)
            if entry.kind in (EntryKind.MOVE, EntryKind.CHANCE) and Ref(number) not in session.drawn
        ]
        if new:
            self.told.append(Act(step.glance.time, tuple(new)))

    def spend(self, glance: Glance, seconds: float) -> None:
        """The processor time of a frame; a picture that was not read costs nothing."""
        if glance.state not in (CameraState.TROUBLE, CameraState.LOST):
            (self.idle if glance.view is None else self.settled).append(1000 * seconds)


def _said(entry: Entry) -> str:
    return f"{entry.seat} {entry.text}".strip()


def figures_of(folder: Path, answers: str = AT_ONCE) -> ClipFigures:
    """Watch a clip and count. ``answers``: when people answer, one of :func:`ways_to_answer`. Raises
    ValueError for another one, ClipError or SourceError for a clip that cannot be used."""
    heard = _Heard()

    class Noted(Playback):
        """The scorer's watching, with somebody who takes notes."""

        def steps(self) -> Iterator[WatchedFrame]:
            known = len(self.session.match.entries)
            for step in super().steps():
                heard.note(self, known, step)
                yield step
                known = len(self.session.match.entries)

    class Timed(TableWatcher):
        """The watcher, with a clock beside it."""

        def read(self, frame: Frame) -> Glance:
            begin = time.thread_time()
            glance = super().read(frame)
            heard.spend(glance, time.thread_time() - begin)
            return glance

    with patch.object(scorer, "Playback", Noted), patch.object(playback, "TableWatcher", Timed):
        score = scorer.score_clip(folder, **_way(answers))
    clip = load_clip(folder)
    assert clip.truth is not None  # else it was not scored
    return _figures(score, true_acts(clip.truth, clip.spec.electronic), heard)


def ways_to_answer() -> tuple[str, ...]:
    """When the scorer's people can answer: the values of its ``Answers``; at once only where it has none."""
    ways = getattr(scorer, "Answers", None)
    return (AT_ONCE,) if ways is None else tuple(way.value for way in ways)


def _way(answers: str) -> dict[str, Any]:
    """The scorer's argument for a way to answer. Raises ValueError for one that it does not know."""
    if answers not in ways_to_answer():
        raise ValueError(f"the scorer answers {', '.join(ways_to_answer())}, not {answers}")
    ways = getattr(scorer, "Answers", None)
    return {} if ways is None else {"answers": ways(answers)}


def true_acts(truth: AnyMatch, electronic: Iterable[str]) -> list[Act]:
    """What people did lawfully, in order: entries of one time are one act. What a machine drew is left
    out."""
    drawn = {ref for source in electronic for ref in refs_from(truth, source)}
    done = [played.entry for played in lawful_line(truth) if played.ref not in drawn]
    return [Act(at, tuple(map(_said, some))) for at, some in groupby(done, lambda entry: entry.at or 0.0)]


def _figures(score: Score, true: list[Act], heard: _Heard) -> ClipFigures:
    shares, counts = score.shares, score.counts
    none = Share()
    return ClipFigures(
        moves=shares.get("moves", none),
        final=shares.get("final", none),
        asked=shares.get("moves or asked", none),
        acts=compare(true, heard.told),
        told=sum((share for name, share in shares.items() if name.startswith(KIND)), none),
        accusations=counts.get("false alarms", 0),
        wrong=counts.get("wrong commits", 0),
        questions=counts.get("questions", 0) + counts.get("unknowns", 0),
        taps=counts.get("taps", 0),
        verdicts=shares.get("verdicts named", none),
        seen=tuple(score.times.get("move ruled", ())),
        idle=tuple(heard.idle),
        settled=tuple(heard.settled),
    )
