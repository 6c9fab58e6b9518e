"""From the evidence of single frames to what the last hand-free frames say together.

Frames are not independent (the same shadow is in all of them), so they are averaged, not multiplied: a
figure here is the mean log-likelihood ratio of one frame, in nats, against *unknown*.

A cell may hold thousands of different stacks (hunters, fish and a hut on one floe). Then vision lists only
the likeliest ones of each frame: the best one, and all others down to ``CLIP`` nats below it (but never fewer
than two). *A stack that is left out explains the pixels no better than the worst one that is listed, and no
better than unknown does*; so a short list hides no rival of the best stack.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from companion.rules.contract import Certainty, Look
from vision.types import CameraState, CellEvidence, Evidence

WINDOW = 8
"""Frames that are remembered: as many as an accusation needs."""
CLIP = 12.0
"""No cell of one frame may say more than this, for or against."""
DOUBT = 2.5
"""From here on a cell contradicts a look: another one explains it e^2.5 = 12 times as well."""
MARGIN = 4.0
"""Nats a frame by which what is said to have happened must beat "nothing happened" and every rival."""
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


class _Sample(NamedTuple):
    """One frame of a cell. ``base``, ``stack``: the most likely ones; the first of equals."""

    evidence: CellEvidence
    base: str
    stack: Stack
    best_base: float
    best_stack: float
    least_base: float
    least_stack: float

    def doubt(self, base: str, stack: Stack) -> float:
        return self.best_base - self.of_base(base) + self.best_stack - self.of_stack(stack)

    def of_base(self, base: str) -> float:
        """Log-likelihood ratio of a base, listed or not."""
        return self.evidence.bases.get(base, self.least_base)

    def of_stack(self, stack: Stack) -> float:
        """Log-likelihood ratio of a stack, listed or not."""
        return self.evidence.stacks.get(stack, self.least_stack)


def _sample(cell: CellEvidence) -> _Sample:
    bases, stacks = cell.bases, cell.stacks
    base = max(bases, key=bases.__getitem__, default="")
    stack = max(stacks, key=stacks.__getitem__, default=())
    return _Sample(
        evidence=cell,
        base=base,
        stack=stack,
        best_base=bases.get(base, 0.0),
        best_stack=stacks.get(stack, 0.0),
        least_base=min((0.0, *bases.values())),
        least_stack=min((0.0, *stacks.values())),
    )


def _clipped(value: float) -> float:
    return max(-CLIP, min(CLIP, value))


@dataclass(frozen=True)  # not slotted: the means are worked out once, and only for cells that are asked about
class CellReading:
    """What the last visible hand-free frames say about one cell, in any order."""

    samples: tuple[_Sample, ...]

    @property
    def frames(self) -> int:
        return len(self.samples)

    def base(self, base: str) -> float:
        """Mean log-likelihood ratio of a base."""
        return _mean([sample.of_base(base) for sample in self.samples])

    def stack(self, stack: Stack) -> float:
        """Mean log-likelihood ratio of a stack."""
        return _mean([sample.of_stack(stack) for sample in self.samples])

    @cached_property
    def best(self) -> tuple[str, Stack]:
        """The most likely base and stack; the first of equals."""
        bases = dict.fromkeys(sample.base for sample in self.samples)
        stacks = dict.fromkeys(sample.stack for sample in self.samples)
        if len(bases) > 1:  # where every frame says the same, so does their mean
            bases = dict.fromkeys(base for sample in self.samples for base in sample.evidence.bases)
        if len(stacks) > 1:
            stacks = self._listed
        return (max(bases, key=self.base, default=""), max(stacks, key=self.stack, default=()))

    @property
    def _listed(self) -> dict[Stack, None]:
        """Every stack that some frame lists."""
        return dict.fromkeys(stack for sample in self.samples for stack in sample.evidence.stacks)

    @cached_property
    def _peak(self) -> float:
        """What the most likely base and stack reach together."""
        base, stack = self.best
        return self.base(base) + self.stack(stack)

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
        *_, second, best = (0.0, 0.0, *sorted(map(self.stack, self._listed)))
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
        doubt = self._peak - self.base(look.base) - self.stack(look.pieces)
        return min(CLIP, max(0.0, doubt))


def read_cell(evidence: CellEvidence) -> CellReading:
    """What one frame alone says about a cell."""
    return CellReading((_sample(evidence),))


def _mean(values: list[float]) -> float:
    # fsum is exact, so the order of frames cannot matter
    return math.fsum(map(_clipped, values)) / len(values)


@dataclass(frozen=True, slots=True)
class Reading:
    """The table in the last hand-free frames.

    ``frames``: how many there are without a break; ``quiet``: seconds since the first of them. ``cells``:
    what is visible now; ``covered``: cells that were visible once and are not now. ``healthy``: the plane of
    the board fits. ``waited``: hand-free seconds, with breaks, since the table last made sense;
    ``untouched``: cells that were in plain sight all the time since it first showed the position;
    ``unreached``: those where no hand was in the visit before, either, which led to it; ``visited``: cells
    where a hand has been since, in visits that changed nothing.
    """

    frames: int
    quiet: float
    cells: Mapping[str, CellReading]
    covered: frozenset[str]
    healthy: bool
    waited: float
    untouched: frozenset[str]
    unreached: frozenset[str] = frozenset()
    visited: frozenset[str] = frozenset()


class Window:
    """Remembers the last frames of every cell. One for each table; the session's thread only."""

    def __init__(self) -> None:
        self._samples: dict[str, deque[_Sample]] = {}
        self._ever: set[str] = set()
        self._untouched: set[str] = set()
        self._unreached: set[str] = set()
        self._covered: set[str] = set()
        """Where hands have been since the table last made sense ..."""
        self._visited: set[str] = set()
        """... and before that, since it first showed the position."""
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
            unreached=frozenset(self._unreached),
            visited=frozenset(self._visited),
            healthy=evidence.registration is None or evidence.registration <= WORST_RESIDUAL,
        )

    def _interrupt(self, evidence: Evidence) -> None:
        """A hand may have changed what it covers; after other trouble nothing is sure."""
        self._frames = 0
        if evidence.state is not CameraState.HAND:
            for known in (self._samples, self._untouched, self._unreached):
                known.clear()
        for name, cell in evidence.cells.items():
            if not cell.visible:
                self._lose(name)
                self._covered.add(name)

    def _lose(self, name: str) -> None:
        self._samples.pop(name, None)
        self._untouched.discard(name)
        self._unreached.discard(name)

    def settle(self) -> None:
        """The table shows the position for the first time: from now on it counts which cells stay in plain
        sight. With the hand that changed it something else may have been done."""
        self._untouched = set(self._samples)
        self._unreached = self._untouched - self._covered
        self._covered.clear()
        self._visited.clear()

    def forget_visits(self) -> None:
        """There are new entries: what hands did where nothing is to be seen is among them, or never was."""
        self._visited.clear()

    def leave(self, *, changed: bool) -> bool:
        """The table shows the position again; whether a hand was there. ``changed``: it did something."""
        came = bool(self._covered)
        if not changed:
            self._visited |= self._covered
        self._covered.clear()
        return came
