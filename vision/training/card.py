"""The page beside a network's file: how it was made, and how good it is on made-up pictures."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from vision.networks.model import Facts
from vision.training.scores import Row
from vision.training.trainer import Plan

_TASKS = {
    "change": "Two views of one board (`vision/networks/changes.py`) to two maps: bases and silhouettes of "
    "what came, went or was exchanged.",
    "hands": "A small picture of a table and an earlier one (`vision/networks/hands.py`) to one map: what "
    "belongs to people.",
}
_REAL = (
    "Scores on real photographs and on clips, source by source: [measurements]"
    "(../../companion/docs/measurements.md#learned-perception)."
)
_CURVE = 10
"""Rows of the curve."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a training came to. ``step``: how far it was; ``curve``: step, loss, loss on the checks; ``rows``:
    scores by kind of picture."""

    step: int
    curve: list[tuple[int, float, float]]
    hours: float
    rows: dict[str, Row]
    commit: str

    def write(self, folder: Path) -> None:
        """Keep it in a folder."""
        (folder / "outcome.json").write_text(json.dumps(asdict(self), indent=1), encoding="utf-8")

    @classmethod
    def read(cls, folder: Path) -> Outcome:
        """What was kept in a folder. Raises OSError if nothing was."""
        return cls(**json.loads((folder / "outcome.json").read_text(encoding="utf-8")))

    def means(self) -> Row:
        """The means over all kinds."""
        names = next(iter(self.rows.values()))
        return {name: float(np.nanmean([row[name] for row in self.rows.values()])) for name in names}


def card(plan: Plan, facts: Facts, outcome: Outcome, spread: dict[str, Outcome]) -> str:
    """The page. ``spread``: outcomes of other trainings by their name (name, seed, beginning, steps)."""
    asked = f"train {plan.name} --steps {plan.steps} --seed {plan.seed} --start {plan.start}"
    pairs = ", ".join(f"{a:.3f} and {b:.3f}" for a, b in zip(facts.scale, facts.offset, strict=True))
    parts = [
        f"# {plan.name}.onnx\n",
        _TASKS[plan.name] + "\n",
        "| | |\n|---|---|",
        f"| made with | `python -m vision.training {asked}` |",
        f"| code | commit {outcome.commit} |",
        f"| data | {plan.pictures} made-up pictures, by code alone: no photograph, nobody's art |",
        f"| time | {outcome.hours:.1f} hours on one core that others used too, without making the pictures |",
        f"| SHA-256 | `{facts.sha256}` |",
        f"| log-odds | scale and offset of each map: {pairs} |",
    ]
    if outcome.step < plan.steps:
        parts.insert(3, f"| **unfinished** | only {outcome.step} of {plan.steps} steps were done |")
    every = -(-len(outcome.curve) // _CURVE)
    shown = outcome.curve[::-1][::every][::-1]
    parts += ["\n## Curve\n\n| step | loss | on checks |\n|---|---|---|"]
    parts += [f"| {step} | {loss:.4f} | {check:.4f} |" for step, loss, check in shown]
    parts += ["\n## Made-up checks, kind by kind\n", _table(outcome.rows)]
    parts.append(f"\n{_REAL}")
    if spread:
        means = {plan.result.name: outcome.means(), **{name: one.means() for name, one in spread.items()}}
        parts += [
            "\n## Spread\n\nMeans over the kinds; a training is called *name-seed-beginning-steps*.\n",
            _table(means),
        ]
    return "\n".join(parts) + "\n"


def _table(rows: dict[str, Row]) -> str:
    names = list(next(iter(rows.values())))
    lines = ["| | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    lines += [
        f"| {kind} | " + " | ".join(_figure(row[name]) for name in names) + " |" for kind, row in rows.items()
    ]
    return "\n".join(lines)


def _figure(value: float) -> str:
    if np.isnan(value):
        return ""
    return f"{value:.0f}" if value == int(value) else f"{value:.3g}"
