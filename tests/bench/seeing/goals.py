"""What should be reached, and which of it is not, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from companion.referee.share import Share
from tests.bench.seeing.rows import Measure, Row, Times


@dataclass(frozen=True, slots=True)
class Goal:
    """``sources``: patterns of the sources meant; ``ways``: patterns of the ways; ``measure``: its name in a
    row; a share counts as hits of trials, times by their 95 of 100. Either ``least`` or ``most`` bounds it;
    ``short``: so many hits may be missing of all trials. ``words``: what the measure is called."""

    sources: tuple[str, ...]
    measure: str
    words: str
    least: float | None = None
    most: float | None = None
    short: int | None = None
    ways: tuple[str, ...] = ("*",)

    def means(self, row: Row) -> bool:
        """Whether the row is measured by this goal."""
        there = any(fnmatchcase(row.source, pattern) for pattern in self.sources)
        return there and any(fnmatchcase(row.way, way) for way in self.ways) and self.measure in row.measures


ABOVE = ("real/chess-6", "real/scrabble-*", "real/qwirkle-1", "mathable")
STEEP = ("real/chess-2", "real/chess-5")
CHESS = ("chess/*", "chess-arm/*")
EXACT, UNDERSTOOD = "changed sets exactly right", "moves understood without help"
ASKED, TOLD = "moves understood or asked", "mistakes told"
CLEAR = ("raytraced/marso-4", "raytraced/arctica-1", "raytraced/atlantis-1")
FILMS = ("raytraced/*", "untaught/*", "simulated/*")

GOALS = (
    Goal(ABOVE, "exact", EXACT, least=0.97),
    Goal(STEEP, "exact", EXACT, least=0.85),
    Goal(("baxter",), "quiet", "photos of light only with a false cell", most=0),
    Goal(("real/go-2", "real/ludo-rolling"), "ghosts", "hands falsely seen", most=0.03),
    Goal(("real/go-2", "real/ludo-rolling"), "false a minute", "false cells a minute", most=1),
    Goal(CHESS, "moves", UNDERSTOOD, least=0.98),
    Goal(CHESS, "wrong", "wrong commits", most=0),
    Goal(CHESS, "taps", "taps per 100 moves", most=3),
    Goal(CLEAR, "asked", ASKED, least=1),
    Goal(("raytraced/northwest-1", "raytraced/jungle-1"), "asked", ASKED, short=1),
    Goal((*CLEAR, "raytraced/northwest-1"), "told", TOLD, least=1),
    Goal((*CLEAR, "raytraced/northwest-1"), "accusations", "false accusations", most=0),
    Goal(("raytraced/jungle-1",), "wrong", "wrong commits", most=0),
    Goal(("raytraced/jungle-1",), "verdicts", "verdicts that name who did what", least=1),
    Goal(("simulated/*",), "asked", ASKED, least=0.99),
    Goal(FILMS, "delay", "hand out to understood, 95 of 100 (s)", most=0.5),
    Goal(("*",), "settled", "a settled view, 95 of 100 (ms)", most=60),
    Goal(("*",), "idle", "a frame without a view, 95 of 100 (ms)", most=8),
)
"""From the issue *Seeing in real rooms*."""
HARSH = {1: 2.0, 2: 5.0, 3: 10.0}
"""By level: so many points a harsh clip may lie below the same clip as it was, both untaught."""


def missed(rows: Sequence[Row]) -> Iterator[str]:
    """A sentence for each goal that a row misses."""
    for goal in GOALS:
        for row in rows:
            if goal.means(row) and not reached(goal, row.measures[goal.measure]):
                figure = _figure(row.measures[goal.measure])
                yield f"{row.source}, {row.way}: {goal.words}: {figure}; the goal is {_bound(goal)}."
    yield from _fallen(rows)


def reached(goal: Goal, measure: Measure) -> bool:
    """Whether the measure keeps its bound. What could not be measured is not counted against it."""
    if goal.short is not None and isinstance(measure, Share):
        return measure.trials - measure.hits <= goal.short
    value = _value(measure)
    if value is None:
        return True
    return (goal.least is None or value >= goal.least) and (goal.most is None or value <= goal.most)


def _value(measure: Measure) -> float | None:
    match measure:
        case Share(hits=hits, trials=trials):
            return hits / trials if trials else None
        case Times(p95=p95):
            return p95
        case _:
            return measure


def _figure(measure: Measure) -> str:
    match measure:
        case Share(hits=hits, trials=trials):
            return f"{hits} of {trials} ({100 * hits / trials:.0f} %)"
        case Times(n=n, p95=p95):
            return f"{p95:.3g} (n = {n})"
        case _:
            return f"{measure:.3g}"


def _bound(goal: Goal) -> str:
    if goal.short is not None:
        return f"all but {goal.short}"
    bound = goal.most if goal.least is None else goal.least
    assert bound is not None  # a goal has one of the three
    share = goal.measure in ("exact", "quiet", "ghosts", "moves", "asked", "told", "verdicts")
    figure = f"{100 * bound:.0f} %" if share else f"{bound:g}"
    return f"at {'most' if goal.least is None else 'least'} {figure}"


def _fallen(rows: Sequence[Row]) -> Iterator[str]:
    """Harsh clips that lie too far below the clips of which they were made."""
    plain = {
        (row.source.partition("/")[2], row.way): row for row in rows if row.source.startswith("untaught/")
    }
    for level, points in HARSH.items():
        for row in rows:
            before = plain.get((row.source.removeprefix(f"harsh-{level}/"), row.way))
            if before is None or not row.source.startswith(f"harsh-{level}/"):
                continue
            was, now = (_value(one.measures["asked"]) for one in (before, row))
            fallen = 0.0 if was is None or now is None else round(100 * (was - now), 6)
            if fallen > points:
                figures = f"{_figure(row.measures['asked'])}, {fallen:.0f} points below the same clip"
                yield f"{row.source}, {row.way}: {ASKED}: {figures}; the goal is at most {points:g} points."
