"""From the evidence of single frames to what the last hand-free frames say together.

Frames are not independent (the same shadow is in all of them), so they are averaged, not multiplied: a
figure here is the mean log-likelihood ratio of one frame, in nats, against *unknown*.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

from companion.rules.contract import Certainty, Look
from vision.types import CameraState, CellEvidence, Evidence

WINDOW = 8
"""Frames that are remembered: as many as an accusation needs."""
CLIP = 12.0
"""No cell of one frame may say more than this, for or against."""
DOUBT = 2.5
"""From here on a cell contradicts a look: another one explains it e^2.5 = 12 times as well."""
UNKNOWN_BELOW = -0.5
"""A cell whose best stack is worse than this may show something that was never taught ..."""
HOPELESS = -4.0
"""... and surely does below this. In between a clear winner is what lies there, badly lit: no winner is
clear over something that is none of them."""
STRAYS = 0.25
"""Share of a cell's frames that may say something else than their mean."""
WORST_RESIDUAL = 2.0
"""Pixels. A plane that fits its landmarks worse is good for no accusation."""

Stack = tuple[str, ...]
K = TypeVar("K")


class _Sample(NamedTuple):
    evidence: CellEvidence
    best_base: float
    best_stack: float
    stack: Stack
    """The most likely stack of this frame."""

    def doubt(self, base: str, stack: Stack) -> float:
        return (
            self.best_base
            - self.evidence.bases.get(base, 0.0)
            + self.best_stack
            - self.evidence.stacks.get(stack, 0.0)
        )


def _sample(cell: CellEvidence) -> _Sample:
    stack = max(cell.stacks, key=cell.stacks.__getitem__, default=())
    return _Sample(cell, max(cell.bases.values(), default=0.0), max(cell.stacks.values(), default=0.0), stack)


def _clipped(value: float) -> float:
    return max(-CLIP, min(CLIP, value))


@dataclass(frozen=True)  # not slotted: the means are worked out once, and only for cells that are asked about
class CellReading:
    """What the last visible hand-free frames say about one cell, in any order."""

    samples: tuple[_Sample, ...]

    @property
    def frames(self) -> int:
        return len(self.samples)

    @cached_property
    def bases(self) -> Mapping[str, float]:
        """Mean log-likelihood ratio of every base."""
        return _means([sample.evidence.bases for sample in self.samples])

    @cached_property
    def stacks(self) -> Mapping[Stack, float]:
        """Mean log-likelihood ratio of every stack."""
        return _means([sample.evidence.stacks for sample in self.samples])

    @cached_property
    def best(self) -> tuple[str, Stack]:
        """The most likely base and stack; the first of equals."""
        return (
            max(self.bases, key=self.bases.__getitem__, default=""),
            max(self.stacks, key=self.stacks.__getitem__, default=()),
        )

    @cached_property
    def steady(self) -> bool:
        """Whether the frames agree. While something changes in plain sight they do not."""
        if len({sample.stack for sample in self.samples}) == 1:
            return True
        odd = sum(sample.doubt(*self.best) > DOUBT for sample in self.samples)
        return odd <= STRAYS * len(self.samples)

    @cached_property
    def unknown(self) -> bool:
        """Whether nothing that was taught explains what lies here."""
        if all(sample.best_stack > 0.0 for sample in self.samples):
            return False
        *_, second, best = (0.0, 0.0, *sorted(self.stacks.values()))
        return best < HOPELESS or (best < UNKNOWN_BELOW and best - second < DOUBT)

    @property
    def look(self) -> tuple[str, Stack] | None:
        """The most likely base and stack; None for something unknown."""
        return None if self.unknown else self.best

    def agrees(self, look: Look) -> bool:
        """True only if the look is in no doubt; a cheap bound, since no mean of doubts is above the worst."""
        if look.certainty is not Certainty.SEEN:
            return True
        before = None
        for sample in self.samples:  # a quiet cell is often the same sample again
            if sample is not before and sample.doubt(look.base, look.pieces) > DOUBT:
                return False
            before = sample
        return True

    def doubt(self, look: Look) -> float:
        """How much better the best explanation is than this look; 0: it is the best one. At most ``CLIP``.

        A look that cannot be seen is never in doubt. Of a cell that is *unknown* no look can be told.
        """
        if look.certainty is not Certainty.SEEN:
            return 0.0
        base, stack = self.best
        doubt = self.bases.get(base, 0.0) - self.bases.get(look.base, 0.0)
        doubt += self.stacks.get(stack, 0.0) - self.stacks.get(look.pieces, 0.0)
        return min(CLIP, max(0.0, doubt))


def read_cell(evidence: CellEvidence) -> CellReading:
    """What one frame alone says about a cell."""
    return CellReading((_sample(evidence),))


def _means(rows: list[Mapping[K, float]]) -> Mapping[K, float]:
    # fsum is exact, so the order of frames cannot matter
    return {key: math.fsum(_clipped(row.get(key, 0.0)) for row in rows) / len(rows) for key in rows[0]}


@dataclass(frozen=True, slots=True)
class Reading:
    """The table in the last hand-free frames.

    ``frames``: how many there are without a break; ``quiet``: seconds since the first of them. ``cells``:
    what is visible now; ``covered``: cells that were visible once and are not now. ``healthy``: the plane of
    the board fits. ``waited``: hand-free seconds, with breaks, since the table last made sense;
    ``untouched``: cells that were in plain sight all the time since then.
    """

    frames: int
    quiet: float
    cells: Mapping[str, CellReading]
    covered: frozenset[str]
    healthy: bool
    waited: float
    untouched: frozenset[str]


class Window:
    """Remembers the last frames of every cell. One for each table; the session's thread only."""

    def __init__(self) -> None:
        self._samples: dict[str, deque[_Sample]] = {}
        self._ever: set[str] = set()
        self._untouched: set[str] = set()
        self._frames = 0
        self._since = 0.0

    def take(self, evidence: Evidence, waited: float = 0.0) -> Reading | None:
        """Add one frame. None unless the frame is free of hands and the camera vouches for it.

        ``waited``: hand-free seconds before the present quiet during which the table made no sense.
        """
        if evidence.state is not CameraState.READY:
            self._interrupt(evidence)
            return None
        if not self._frames:
            self._since = evidence.time
        self._frames += 1
        covered = set()
        for name, cell in evidence.cells.items():
            if cell.visible:
                samples = self._samples.setdefault(name, deque(maxlen=WINDOW))
                if samples and samples[-1].evidence is cell:
                    samples.append(samples[-1])
                else:
                    samples.append(_sample(cell))
                self._ever.add(name)
            else:
                self._lose(name)
                covered.add(name)
        quiet = evidence.time - self._since
        return Reading(
            frames=self._frames,
            quiet=quiet,
            waited=waited + quiet,
            cells={name: CellReading(tuple(samples)) for name, samples in self._samples.items()},
            covered=frozenset(covered & self._ever),
            untouched=frozenset(self._untouched),
            healthy=evidence.registration is None or evidence.registration <= WORST_RESIDUAL,
        )

    def _interrupt(self, evidence: Evidence) -> None:
        """A hand may have changed what it covers; after other trouble nothing is sure."""
        self._frames = 0
        if evidence.state is not CameraState.HAND:
            self._samples.clear()
            self._untouched.clear()
        for name, cell in evidence.cells.items():
            if not cell.visible:
                self._lose(name)

    def _lose(self, name: str) -> None:
        self._samples.pop(name, None)
        self._untouched.discard(name)

    def settle(self) -> None:
        """The table makes sense: from now on it counts which cells stay in plain sight."""
        self._untouched = set(self._samples)
