"""The memory of a long run as a picture (SVG), and how much it grew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

WIDTH, HEIGHT, LEFT, TOP = 800, 360, 60, 30


@dataclass(frozen=True, slots=True)
class Sample:
    """At ``at`` seconds: MB held by the program and by its process for pictures."""

    at: float
    program: float
    vision: float

    @property
    def both(self) -> float:
        """MB of the two."""
        return self.program + self.vision


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened at ``at`` seconds."""

    at: float
    what: str


def growth(samples: Sequence[Sample], warm: float = 0.2, part: float = 0.15) -> float:
    """MB between the time after warming up and the end. ``warm``: that share of the run is left out first;
    ``part``: the share whose median counts, at either end."""
    settled = [sample for sample in samples if sample.at >= warm * samples[-1].at]
    count = max(1, round(part * len(settled)))
    return median(s.both for s in settled[-count:]) - median(s.both for s in settled[:count])


def picture(samples: Sequence[Sample], marks: Sequence[Mark], title: str) -> str:
    """An SVG: both curves over minutes, a line at the top for every fault."""
    length, most = max(samples[-1].at, 1.0), max(sample.both for sample in samples) * 1.15

    def x(at: float) -> float:
        return LEFT + at / length * (WIDTH - LEFT - 20)

    def y(megabytes: float) -> float:
        return HEIGHT - 40 - megabytes / most * (HEIGHT - 40 - TOP - 20)

    def line(values: Sequence[float], colour: str) -> str:
        points = " ".join(f"{x(s.at):.1f},{y(v):.1f}" for s, v in zip(samples, values, strict=True))
        return f'<polyline fill="none" stroke="{colour}" stroke-width="1.5" points="{points}"/>'

    colours = {"camera": "#1d6fe0", "vision": "#8f2fc4", "broker": "#2e7d4f", "base": "#a8322d"}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="16">{title}</text>',
    ]
    for mark in marks:
        at = x(mark.at)
        parts.append(f'<path d="M{at:.1f} {TOP}v14" stroke="{colours.get(mark.what, "#555")}"/>')
    for number, (what, colour) in enumerate(colours.items()):
        parts.append(f'<text x="{LEFT + 130 * number}" y="{TOP + 28}" fill="{colour}">| {what}</text>')
    step = 100 if most < 800 else 200
    for megabytes in range(0, int(most), step):
        parts.append(
            f'<path d="M{LEFT} {y(megabytes):.1f}H{WIDTH - 20}" stroke="#ddd"/>'
            f'<text x="{LEFT - 6}" y="{y(megabytes) + 4:.1f}" text-anchor="end">{megabytes}</text>'
        )
    for tick in range(7):
        at = length * tick / 6
        parts.append(f'<text x="{x(at):.1f}" y="{HEIGHT - 22}" text-anchor="middle">{at / 60:.0f}</text>')
    parts += [
        line([s.both for s in samples], "#12181f"),
        line([s.vision for s in samples], "#a9b4c0"),
        f'<text x="{WIDTH - 20}" y="{HEIGHT - 6}" text-anchor="end">minutes; MB: program with its process '
        "for pictures (black), that process alone (grey)</text></svg>",
    ]
    return "\n".join(parts) + "\n"
