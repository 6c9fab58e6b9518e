"""``companion watch``: what the referee says to a recorded table, and how well it did against the truth."""

from __future__ import annotations

import json
import multiprocessing
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from companion.commands.numbers import WholeNumber
from companion.evaluation.clips import ClipError, load_clip
from companion.evaluation.people import Answers
from companion.evaluation.playback import Playback, WatchedFrame
from companion.evaluation.scorer import score_clip
from companion.evaluation.scoring import Group, Score, reliability_of, rows_of
from companion.judge.tuning import PRIORS, USUAL, switched_off
from companion.judge.verdicts import Candidate, Reason, Refused, Same, Unclear, Unknown, Verdict, Waiting
from companion.locale import LANGUAGES, Texts
from companion.referee.own_cards import OwnCardsError
from companion.referee.publish import joined
from companion.referee.view import Ruling
from companion.rules.contract import CellId
from companion.rules.match import Entry
from vision.opencv import cv2
from vision.types import CameraState, SourceError

# -- What the referee waits for while it rules nothing, as ``companion watch --why`` prints it

ACT = "act"
"""Everything lies as it should, and somebody has to act."""
ANSWER = "answer"
"""People were asked or told something that still stands."""


class Seconds:
    """Takes steps one by one. For every second without a ruling it gives the last step."""

    def __init__(self) -> None:
        self._last: WatchedFrame | None = None
        self._ruled = False

    def next(self, step: WatchedFrame) -> WatchedFrame | None:
        """Take the next step. Returns the last step of the second before, if that second has ended without a
        ruling."""
        over = self._last is not None and int(step.glance.time) != int(self._last.glance.time)
        silent = self.end() if over else None
        self._ruled = step.ruling is not None or (self._ruled and not over)
        self._last = step
        return silent

    def end(self) -> WatchedFrame | None:
        """The last step of the second that has begun, if no ruling was made in it."""
        return None if self._ruled else self._last


def waited_for(step: WatchedFrame) -> dict[str, Any]:
    """The keys ``why``, ``cells``, ``edges``, ``best`` and ``rival`` of a line."""
    verdict = step.verdict
    if isinstance(verdict, Same) and step.glance.settling:
        verdict = Waiting(Reason.SETTLING, tuple(CellId(cell) for cell in sorted(step.glance.settling)))
    if isinstance(verdict, Waiting):
        return {
            "why": verdict.reason.value,
            "cells": list(verdict.cells),
            "edges": list(verdict.edges),
            "best": _candidate(verdict.best),
            "rival": _candidate(verdict.rival),
        }
    best = rival = None
    if isinstance(verdict, Unclear):
        best, rival = (*map(_offered, verdict.candidates[:2]), None, None)[:2]
    return {"why": _why(verdict), "cells": _cells(verdict), "edges": [], "best": best, "rival": rival}


def _why(verdict: Verdict) -> str:
    return ACT if isinstance(verdict, Same) else ANSWER


def _cells(verdict: Verdict) -> list[str]:
    return list(verdict.cells) if isinstance(verdict, Refused | Unclear | Unknown) else []


def _offered(entries: tuple[Entry, ...]) -> dict[str, Any] | None:
    """An answer of a question. Its probability is left out, as it no longer matters."""
    row = _candidate(Candidate(entries, 0.0))
    return {**row, "probability": None} if row else None


def _candidate(candidate: Candidate | None) -> dict[str, Any] | None:
    """The acts as one line, the seat of the last act, and how likely they are. An undo is written as in a
    match."""
    if candidate is None:
        return None
    last = candidate.entries[-1]
    move = joined(candidate.entries) or f"undo {last.count}"
    return {"seat": last.seat, "move": move, "probability": round(candidate.probability, 4)}


# -- ``companion watch``: what the referee says to a recorded table, and how well it did against the trut

_CAMERA = {
    CameraState.READY: "",
    CameraState.HAND: "hand",
    CameraState.LIGHT: "light",
    CameraState.MOVED: "camera",
    CameraState.LOST: "camera",
    CameraState.TROUBLE: "camera",
}
"""Which kind of line a state of the camera is; none for a camera that sees well."""

ScoreOf = Callable[[Path], Score]
"""Scores the clip in a folder."""


@click.command("watch")
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--score", is_flag=True, help="Compare with the truth instead.")
@click.option("--why", is_flag=True, help="For each second without a ruling, say what the referee waits for.")
@click.option(
    "--without",
    type=click.Choice(PRIORS),
    help="Count one prior as nothing, to see what it is worth.",
)
@click.option(
    "--answers",
    type=click.Choice([each.value for each in Answers]),
    multiple=True,
    default=(Answers.AT_ONCE.value,),
    show_default=True,
    help="With --score: when people answer. It may be repeated.",
)
@click.option(
    "--box", "cards", type=click.Path(path_type=Path), help="Your cards, from: companion cards learn."
)
@click.option(
    "--table", "as_table", is_flag=True, help="The score as a Markdown table, a row for each folder and game."
)
@click.option("--json", "as_json", is_flag=True, help="The score as JSON.")
@click.option("--jobs", type=WholeNumber(1, 64), default=1, show_default=True, help="Clips scored at once.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def watch_command(
    clips: tuple[Path, ...],
    score: bool,
    why: bool,
    without: str | None,
    answers: tuple[str, ...],
    cards: Path | None,
    as_table: bool,
    as_json: bool,
    jobs: int,
    lang: str,
) -> None:
    """Watch each CLIP (a folder) and print one JSON object a line as rulings come.

    With --score: what was understood, refused, missed and asked, over all clips together.
    """
    texts = Texts(lang)
    priors = switched_off(without) if without else USUAL
    try:
        if score:
            form = "table" if as_table else "json" if as_json else ""
            for people in map(Answers, answers):
                score_each = partial(score_clip, priors=priors, cards=cards, answers=people)
                _print_score(clips, score_each, jobs, form, people)
            return
        for folder in clips:
            for row in rows(Playback(load_clip(folder), priors=priors, cards=cards), texts, why):
                click.echo(json.dumps(row, ensure_ascii=False))
    except (ClipError, OwnCardsError) as error:
        _stop(texts.message(error.text))
    except SourceError as error:
        _stop(texts.say(error.key, **dict(error.facts)))


def _print_score(
    clips: tuple[Path, ...], score_each: ScoreOf, jobs: int, form: str, answers: Answers
) -> None:
    total, each = Score(), {}
    for folder, score in zip(clips, _scores(clips, score_each, jobs), strict=True):
        total, each[str(folder)] = total + score, score
        click.echo(f"{folder}", err=True)
    if form == "table":
        grouped: dict[Group, list[Score]] = defaultdict(list)
        for folder in clips:
            source, game = folder.absolute().parent.name, load_clip(folder).spec.game
            grouped[source, game, answers.value].append(each[str(folder)])
        for row in rows_of(grouped):
            click.echo(f"| {' | '.join(row)} |")
        click.echo()
        for row in reliability_of(grouped):
            click.echo(f"| {' | '.join(row)} |")
    elif form == "json":
        clips_json = {name: score.as_json() for name, score in each.items()}
        click.echo(
            json.dumps({"answers": answers.value, "total": total.as_json(), "clips": clips_json}, indent=1)
        )
    else:
        click.echo("\n".join(total.table()))


def _scores(clips: tuple[Path, ...], score_each: ScoreOf, jobs: int) -> Iterator[Score]:
    if jobs == 1:
        yield from map(score_each, clips)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(clips)), mp_context=context, initializer=_alone) as pool:
        yield from pool.map(score_each, clips)


def _alone() -> None:
    """One thread a process: the processes share the cores."""
    cv2.setNumThreads(1)


def rows(watching: Playback, texts: Texts, why: bool = False) -> Iterator[dict[str, Any]]:
    """A row for every ruling and every change of what the camera can vouch for; ``why``: and for every second
    without a ruling, which says what is waited for."""
    before, seconds = ("", ""), Seconds()
    for step in watching.steps():
        silent = seconds.next(step)
        if why and silent is not None:
            yield {**_row(silent, "waiting", None), **waited_for(silent)}
        glance = step.glance
        now = _CAMERA[glance.state], texts.say(glance.message, **dict(glance.facts)) if glance.message else ""
        if now[0] and now != before:
            yield _row(step, now[0], None, now[1])
        before = now
        if step.ruling is not None:
            yield _row(step, step.ruling.kind.value, step.ruling)
    silent = seconds.end()
    if why and silent is not None:
        yield {**_row(silent, "waiting", None), **waited_for(silent)}


def _row(step: WatchedFrame, kind: str, ruling: Ruling | None, message: str = "") -> dict[str, Any]:
    return {
        "t": round(step.glance.time, 3),
        "frame": step.glance.frame,
        "kind": kind,
        "seat": ruling.seat if ruling else "",
        "move": ruling.move if ruling else "",
        "breaks": [breach.clause for breach in ruling.breaches] if ruling else [],
        "cells": list(ruling.cells) if ruling else [],
        "message": message,
    }


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(2)


if __name__ == "__main__":
    watch_command()
