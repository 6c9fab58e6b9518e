"""Fits the judge's priors to recorded games by maximum likelihood.

``python -m tests.bench.fit FILE...`` (files of ``tests.bench.recorded record``) judges each game once with
priors that remember how often each of them counts in the weight of every history. After each view the true
histories are known. The priors that make them likeliest, beside a normal distribution round today's values,
are printed with the mean nats of the truth before and after, for the halves of the games that were used and
for those that were kept back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partialmethod
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from companion.evaluation.clips import load_clip
from companion.evaluation.people import Answers
from companion.evaluation.playback import Playback, WatchedFrame
from companion.evaluation.scorer import ClipScorer
from companion.judge.history import History
from companion.judge.scene import ViewEvidence
from companion.judge.tuning import PRIORS, USUAL, Priors
from tests.bench.recorded import read

SPREAD = 1.5
"""Standard deviation, in nats, of a prior round today's value (chosen)."""
SCALES = ("changed", "content")
"""The two kinds of evidence: each is multiplied by a factor, 1 today, whose spread is a tenth of SPREAD."""
NAMES = (*PRIORS, *SCALES)
STEPS, EXACT = 30, 1e-3
"""Steps of Newton's method at most, and the change at which it has arrived."""
Floats = NDArray[np.float64]


class Traced(float):
    """A number that knows how it changes with each prior: ``slope`` by name."""

    slope: dict[str, float]

    def __new__(cls, value: float, slope: dict[str, float]) -> Traced:
        made = super().__new__(cls, value)
        made.slope = slope
        return made

    def __add__(self, other: Any) -> Traced:
        slope = dict(self.slope)
        for name, by in getattr(other, "slope", {}).items():
            slope[name] = slope.get(name, 0.0) + by
        return Traced(float(self) + float(other), slope)

    __radd__ = __add__

    def __neg__(self) -> Traced:
        return self.__mul__(-1.0)

    def __sub__(self, other: Any) -> Traced:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Traced:
        return self.__neg__().__add__(other)

    def __mul__(self, other: Any) -> Traced:
        return Traced(float(self) * float(other), {name: by * other for name, by in self.slope.items()})

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Traced:
        return self.__mul__(1.0 / other)


@dataclass(frozen=True, slots=True)
class Judged:
    """The belief after a view. ``weights``: (n,) nats; ``slopes``: (n, names); ``true``: (n,)."""

    time: float
    weights: Floats
    slopes: Floats
    true: NDArray[np.bool_]

    def loss(self, change: Floats) -> tuple[float, Floats, Floats]:
        """Nats by which the truth is less likely than everything, how that changes with each prior, and the
        part of how this changes that is never negative (the covariance of the slopes)."""
        weights = self.weights + self.slopes @ change
        shares = np.exp(weights - weights.max())
        every, true = shares / shares.sum(), shares * self.true + 1e-300
        mean = every @ self.slopes
        apart = self.slopes - mean
        slope = mean - (true / true.sum()) @ self.slopes
        return -float(np.log(true.sum() / shares.sum())), slope, (apart * every[:, None]).T @ apart


class Collecting(ClipScorer):
    """Keeps what the judge believed after each view, beside the truth."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.judged: list[Judged] = []

    def take_certainty(self, step: WatchedFrame) -> None:
        super().take_certainty(step)
        view, histories = step.glance.view, self._judge.belief.histories
        if view is None or view.first or len(histories) < 2:
            return
        true = np.array([self._is_true(one, step.glance.time) for one in histories])
        if true.any() and not true.all():
            weights = np.array([float(one.weight) + np.log(one.mass) for one in histories])
            slopes = np.array([[_slope(one, name) for name in NAMES] for one in histories])
            self.judged.append(Judged(step.glance.time, weights, slopes, true))

    def _is_true(self, history: History, time: float) -> bool:
        clauses = [mistake.clauses for mistake in self._mistakes if mistake.covers(time)]
        if clauses:
            broken = {breach.clause for tried in history.tried for breach in tried.breaches}
            return any(not each.isdisjoint(broken) for each in clauses)
        return not history.tried and history.position.state in self.true_states(time)


def _slope(history: History, name: str) -> float:
    return float(getattr(history.weight, "slope", {}).get(name, 0.0))


def traced_evidence() -> None:
    """Let evidence remember its factor, too."""
    for name in SCALES:
        plain = getattr(ViewEvidence, name)
        setattr(ViewEvidence, name, partialmethod(_traced, name, plain))


def _traced(scene: ViewEvidence, name: str, plain: Callable[..., float], *given: Any) -> Traced:
    nats = plain(scene, *given)
    return Traced(0.0, {name: float(nats)}) + nats


def collected(file: Path) -> list[Judged]:
    """What was believed after each view of a recorded clip."""
    folder, recording = read(file)
    clip = load_clip(folder)
    assert clip.truth is not None
    priors = Priors(**{one.name: Traced(getattr(USUAL, one.name), {one.name: 1.0}) for one in fields(Priors)})
    watching = Playback(clip, priors=priors, recording=recording)
    scorer = Collecting(clip, clip.truth, watching, Answers.AT_ONCE)
    scorer.run()
    return scorer.judged


def fitted(views: Sequence[Judged]) -> Floats:
    """By how much each of NAMES should change."""
    spread = np.array([SPREAD / 10 if name in SCALES else SPREAD for name in NAMES])

    def loss(change: Floats) -> tuple[float, Floats, Floats]:
        each = [view.loss(change) for view in views]
        nats, slope, curve = (sum(parts) for parts in zip(*each, strict=True))
        tight = 1 / spread**2
        return float(nats + (change**2 * tight).sum() / 2), slope + change * tight, curve + np.diag(tight)

    change = np.zeros(len(NAMES))
    for _ in range(STEPS):  # Newton's method; a step that makes it worse is halved
        nats, slope, curve = loss(change)
        step = np.linalg.solve(curve, slope)
        while loss(change - step)[0] > nats and np.abs(step).max() > EXACT:
            step /= 2
        change = change - step
        if np.abs(step).max() <= EXACT:
            break
    return change


def _halves(games: Sequence[Sequence[Judged]], later: bool) -> Iterator[Judged]:
    """The views of one half of each game, by time."""
    for views in games:
        middle = (views[0].time + views[-1].time) / 2 if views else 0.0
        yield from (view for view in views if (view.time > middle) is later)


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Judge each recorded FILE and print the likeliest priors."""
    traced_evidence()
    games = []
    for file in files:
        games.append(collected(file))
        click.echo(f"{file.stem}: {len(games[-1])} views with a choice")
    early, late = list(_halves(games, later=False)), list(_halves(games, later=True))
    change = fitted(early)
    for name, views in (("used", early), ("kept back", late)):
        before, after = (np.mean([view.loss(x)[0] for view in views]) for x in (change * 0, change))
        click.echo(f"{name}: {len(views)} views, {before:.3f} -> {after:.3f} nats a view")
    counts = np.sum([np.abs(view.slopes - view.slopes[view.true][0]).max(0) > 0 for view in early], axis=0)
    both = fitted([*early, *late])
    for name, by, by_all, count in zip(NAMES, change, both, counts, strict=True):
        today = 1.0 if name in SCALES else getattr(USUAL, name)
        click.echo(
            f"{name:14s} {today:6.2f} -> {today + by:6.2f} ({today + by_all:6.2f} by all), {count} views"
        )


if __name__ == "__main__":
    main()
