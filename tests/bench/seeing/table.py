"""The measured rows as Markdown: photos, clips with rules, what is not yet good, what was not measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.referee.share import Share
from tests.bench.seeing.goals import missed
from tests.bench.seeing.rows import Measure, Row, Times

CELLS = {
    "changed sets exactly right": ("exact",),
    "cells missed (of them told late)": ("missed", "late"),
    "false cells": ("false",),
    "light only, with a false cell": ("quiet",),
    "hands seen": ("hands",),
    "hands falsely seen": ("ghosts",),
    "false cells a minute": ("false a minute",),
    "until told p50 / p95 (s)": ("delay",),
    "frame / settled view p50 (ms)": ("idle", "settled"),
}
"""Columns for photos, each with its measures."""
ACTS = {
    "understood without help": ("moves",),
    "final": ("final",),
    "understood or asked": ("asked",),
    "acts matched": ("matched",),
    "split": ("split",),
    "merged": ("merged",),
    "missed": ("missed acts",),
    "spurious": ("spurious",),
    "right until the first divergence (at, s)": ("good", "diverged"),
    "mistakes told": ("told",),
    "false accusations": ("accusations",),
    "wrong commits": ("wrong",),
    "questions / taps per 100 moves": ("questions", "taps"),
    "verdicts named": ("verdicts",),
    "hand out to understood p50 / p95 (s)": ("delay",),
    "frame / settled view p50 (ms)": ("idle", "settled"),
}
"""Columns for clips with rules."""
KINDS = {
    "cells": ("Which cells changed? Photos of real boards", CELLS),
    "acts": ("What was done? Clips with rules", ACTS),
}


def page(rows: Sequence[Row], absent: Mapping[str, str], head: Sequence[str]) -> Iterator[str]:
    """The lines of the page. ``absent``: what was not measured, and why; ``head``: circumstances."""
    yield from head
    for kind, (title, columns) in KINDS.items():
        some = [row for row in rows if row.kind == kind]
        if some:
            yield from ("", f"## {title}", "")
            yield from lines(some, columns)
    yield from ("", "## Not yet good", "")
    yield from [f"- {sentence}" for sentence in missed(rows)] or ["Every goal that was measured is reached."]
    if absent:
        yield from ("", "## Not measured", "")
        yield from (f"- {source}: {reason}" for source, reason in absent.items())


def lines(rows: Sequence[Row], columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A table, a row for each source and way; never pooled over them."""
    yield _line(["source", "way", *columns])
    yield _line(["---"] * (len(columns) + 2))
    for row in rows:
        yield _line([row.source, row.way, *(_cell(name, row) for name in columns.items())])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(column: tuple[str, Sequence[str]], row: Row) -> str:
    """One cell. The second of two measures stands in brackets, or after a stroke."""
    title, names = column
    if "p50 / p95" in title:
        measure = row.measures[names[0]]
        return f"{measure.p50:.2f} / {measure.p95:.2f}" if isinstance(measure, Times) else "-"
    said = [figure(row.measures[name]) for name in names]
    if len(said) == 1:
        return said[0]
    return " / ".join(said) if " / " in title else f"{said[0]} ({said[1]})"


def figure(measure: Measure) -> str:
    """A measure as people read it."""
    match measure:
        case None:
            return "-"
        case Share():
            return measure.short
        case Times(p50=p50):
            return _number(p50)
        case _:
            return _number(measure)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
