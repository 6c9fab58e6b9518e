"""One row of the table as named measures, and its form in a JSON file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.evaluation.scoring import quantile
from companion.referee.share import Share
from tests.bench.seeing.changes import CellFigures
from tests.bench.seeing.clips import ClipFigures


@dataclass(frozen=True, slots=True)
class Times:
    """So many durations: half of them are at most ``p50``, 95 of 100 at most ``p95``."""

    n: int
    p50: float
    p95: float


Measure = Share | Times | float | None
"""None: there was nothing to measure."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one ``source`` in one ``way``. ``kind``: ``cells`` or ``acts``, as the columns
    are."""

    source: str
    way: str
    kind: str
    measures: Mapping[str, Measure]


def of_cells(figures: CellFigures) -> dict[str, Measure]:
    """The measures of photos."""
    return {
        "exact": figures.exact,
        "missed": Share(figures.cells.trials - figures.cells.hits, figures.cells.trials),
        "late": figures.late,
        "false": figures.false,
        "quiet": figures.quiet,
        "hands": figures.seen,
        "ghosts": figures.ghosts,
        "false a minute": figures.false / figures.minutes if figures.minutes else None,
        "delay": times(figures.delays),
        "idle": times(figures.idle),
        "settled": times(figures.settled),
    }


def of_acts(figures: ClipFigures) -> dict[str, Measure]:
    """The measures of a clip with rules."""
    acts, moves = figures.acts, figures.moves.trials
    return {
        "moves": figures.moves,
        "final": figures.final,
        "asked": figures.asked,
        "matched": Share(acts.matched, acts.acts),
        "split": acts.split,
        "merged": acts.merged,
        "missed acts": acts.missed,
        "spurious": acts.spurious,
        "good": Share(acts.good, acts.acts),
        "diverged": acts.diverged,
        "told": figures.told,
        "accusations": figures.accusations,
        "wrong": figures.wrong,
        "questions": 100 * figures.questions / moves if moves else None,
        "taps": 100 * figures.taps / moves if moves else None,
        "verdicts": figures.verdicts,
        "delay": times(figures.seen),
        "idle": times(figures.idle),
        "settled": times(figures.settled),
    }


def times(durations: Sequence[float]) -> Times | None:
    """Nearest-rank quantiles; None of nothing."""
    if not durations:
        return None
    some = tuple(durations)
    return Times(len(some), round(quantile(some, 0.5), 3), round(quantile(some, 0.95), 3))


# -- JSON ------------------------------------------------------------------------------------------------


def to_json(row: Row) -> dict[str, Any]:
    """For a file."""
    measures = {name: _plain(measure) for name, measure in row.measures.items()}
    return {"source": row.source, "way": row.way, "kind": row.kind, "measures": measures}


def _plain(measure: Measure) -> Any:
    match measure:
        case Share(hits=hits, trials=trials):
            return {"hits": hits, "trials": trials}
        case Times(n=n, p50=p50, p95=p95):
            return {"n": n, "p50": p50, "p95": p95}
        case _:
            return measure


def from_json(said: Mapping[str, Any]) -> Row:
    """The row that :func:`to_json` wrote. Raises KeyError or TypeError for something else."""
    measures = {name: _measure(value) for name, value in said["measures"].items()}
    return Row(said["source"], said["way"], said["kind"], measures)


def _measure(value: Any) -> Measure:
    if isinstance(value, dict):
        return Share(**value) if "hits" in value else Times(**value)
    return None if value is None else float(value)
