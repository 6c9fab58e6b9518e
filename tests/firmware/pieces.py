"""Long measurements in pieces that outlive an interruption: what was measured with the very same programs is
not measured again. Kept in ``firmware/build/bench``; ``make clean`` forgets it."""

from __future__ import annotations

import hashlib
import json
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.firmware.build import BUILD


@dataclass(frozen=True)
class Pieces:
    """All of a measurement. ``cpu``, ``wall``: seconds it took, interruptions left out."""

    results: list[Any]
    cpu: float
    wall: float

    def cost(self, events: int) -> str:
        """For people."""
        rate = events / self.cpu
        return f"{rate:.0f} events a second of CPU ({self.cpu:.0f} s, {self.wall:.0f} s on the wall)"


def in_pieces(name: str, count: int, measure: Callable[[int], Any], programs: list[Path]) -> Pieces:
    """Calls ``measure`` with 0 to count - 1; its results (JSON) are kept while the programs stay the same."""
    digest = hashlib.sha256(b"".join(program.read_bytes() for program in programs)).hexdigest()[:12]
    folder = BUILD / "bench" / f"{name}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for number in range(count):
        path = folder / f"{number}.json"
        if not path.exists():
            cpu, wall = _cpu(), time.monotonic()
            found = measure(number)
            row = {"found": found, "cpu": _cpu() - cpu, "wall": time.monotonic() - wall}
            draft = path.with_suffix(".draft")
            draft.write_text(json.dumps(row), encoding="utf-8")
            draft.rename(path)
        rows.append(json.loads(path.read_text(encoding="utf-8")))
    return Pieces(
        [row["found"] for row in rows], sum(row["cpu"] for row in rows), sum(row["wall"] for row in rows)
    )


def _cpu() -> float:
    """Of this process and its ended children."""
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
