"""What one settled view says, as log-likelihood ratios in nats, for the belief.

``changed`` of a cell is ln p(pixels | its content changed) - ln p(pixels | it is what it was). Every cue is
limited, so that no cell outweighs several others alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Protocol

from companion.judge.sides import Sides
from companion.judge.tuning import number, row
from companion.rules.contract import CellId, Certainty, Look
from vision.objects import Cutting
from vision.seeing import CellView, View
from vision.types import Image, Spot

_SHARES = row("scene.shares")
_NATS = row("scene.nats")
"""Nats that a share of changed pixels is worth. Measured on three ray-traced and four simulated clips: of
cells under a hand that did not change 99 % stay below 0.05, of those that changed 95 % are above 0.08."""
_SHADE = number("scene.shade")
"""The largest share of a cell's pixels that shadows of hands and pieces darken. If more pixels changed, the
cell changed although its colour did not."""
_LEANS = number("scene.leans")
"""Times as much of a cell may change by what leans into it as of the cell where it stands. In 51 of 57 such
changes of five simulated clips it was less."""
_HARDLY = number("scene.hardly")
"""A cell that changed by no more than this share shows nothing new. On photographs of eight real games each
of 832 cells with a new content changed by 0.011 or more; seven others, in which the network saw something, by
less than this."""
_CROWD = number("scene.crowd")
"""Nats against a change that cannot be seen, in a cell where other pieces stay: a swimmer who joined others
changed one pixel in a hundred."""
_ELSEWHERE = number("scene.elsewhere")
"""Where no hand was seen, the part of the usual nats against a change if one was seen elsewhere on the table:
the camera may not have seen all of it."""
_CERTAIN_LIKENESS = number("scene.certain_likeness")
"""Most nats that a likeness may add, for or against."""

_FAINT = number("scene.faint")
"""A change of more nats than this may have happened even if it is not likely."""


class Eyes(Protocol):
    """Compares pixels with named looks on request, and learns their portraits."""

    def begin(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Learn from the first view, whose looks are known."""
        ...

    def unlike(self, patches: Mapping[str, Image], looks: Mapping[CellId, Look]) -> frozenset[str]:
        """The cells that surely do not look as they should. ``patches``: a picture of each cell."""
        ...

    def left(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Tell what certainly lay in each cell before a new view."""
        ...

    def learn(self, view: View, cell: str, before: Look | None, now: Look) -> None:
        """Learn from a change that certainly happened. ``before`` None: nobody knows what was there."""
        ...

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        """Take over portraits of named pieces, as a contact sheet shows them."""
        ...

    def knows(self, cell: str, look: Look) -> bool:
        """Whether there are portraits of everything that this look would show in the cell."""
        ...

    def place(self, spots: Sequence[Spot]) -> None:
        """The cells lie at other places from now on."""
        ...

    def gone(self, view: View, cell: str, before: Look) -> float:
        """ln p(pixels | something else lies in the cell than ``before``) - ln p(pixels | that still does), by
        what is read there, in nats; 0 where nothing is read."""
        ...

    def compare(self, view: View, cell: str, before: Look | None, now: Look) -> float:
        """ln p(pixels | the cell changed from ``before`` to ``now``) - ln p(pixels | it changed to anything),
        in nats; 0 when nothing is known of one of them. ``before`` None: nobody knows what was there."""
        ...


class ViewEvidence:
    """The evidence of one view."""

    def __init__(
        self,
        view: View,
        untouched: float,
        watched: Collection[str],
        likeness: Eyes | None = None,
        traces: bool = True,
        sides: Sides | None = None,
        known: Mapping[CellId, Look] = MappingProxyType({}),
    ) -> None:
        """``untouched``: see :class:`companion.judge.tuning.Priors`; ``watched``: the cells that the camera
        sees at all; ``traces``: whether faint traces count; ``sides``: where the arms of each seat come from,
        None if that does not count; ``known``: what lay where before, as far as that is agreed."""
        self._traces = traces
        self._sides = sides
        self.view = view
        self._watched = watched
        self._likeness = likeness
        self._known: dict[tuple[CellId, Look | None, Look], float] = {}
        self._nats: dict[CellId, float] = {}
        if any(cell.visited for cell in view.cells.values()):
            untouched *= _ELSEWHERE
        self._changed = {
            CellId(name): self._change(cell, known.get(CellId(name))) + (0.0 if cell.visited else untouched)
            for name, cell in view.cells.items()
        }

    def _change(self, cell: CellView, known: Look | None) -> float:
        """Nats for a change by how many pixels changed; or by what is read where a hand was: white paper on a
        white table changes few."""
        nats = log_odds(cell)
        if known is None or self._likeness is None or not cell.visited or self.hidden(CellId(cell.cell)):
            return nats
        read = self._likeness.gone(self.view, cell.cell, known)
        return max(nats, read) if read > 0 else nats

    def changed(self, cell: CellId) -> float:
        """Nats for a change of this cell; 0 where nothing can be seen."""
        nats = self._nats.get(cell)
        if nats is None:
            nats = self._nats[cell] = 0.0 if self.hidden(cell) else self._changed.get(cell, _NATS[0])
        return nats

    def claimed(self, cell: CellId, before: Look | None, now: Look) -> float:
        """Nats for a change of this cell from ``before`` to ``now``. A piece that joins or leaves a crowd may
        hide in it; then nothing that the cell shows speaks for it."""
        if self.hidden(cell):
            return 0.0
        nats, content = self.changed(cell), self.content(cell, before, now)
        crowd = before is not None and before.base == now.base and set(before.pieces) & set(now.pieces)
        if crowd and nats < _CROWD:
            return _CROWD + min(0.0, content)
        return nats + content

    def visited(self, cell: CellId) -> bool:
        """Whether a hand was there, or may have been."""
        if self.hidden(cell):
            return True
        seen = self.view.cells.get(cell)
        return seen is not None and seen.visited > 0

    def acted(self, seat: str) -> float:
        """Nats for a hand of this seat having acted, by the edges over which arms came."""
        return self._sides.nats(seat, self.view.edges) if self._sides is not None else 0.0

    def leaning(self, cell: CellId) -> frozenset[CellId]:
        """The cells from which something may lean into this one: the change runs on into them, and covers
        nearly as much of them, or more. A piece covers most of the cell in which it stands."""
        seen = self.view.cells.get(cell)
        if seen is None:
            return frozenset()
        return frozenset(
            CellId(other) for other in seen.touching if seen.change <= _LEANS * self.view.cells[other].change
        )

    def hidden(self, cell: CellId) -> bool:
        """Whether nothing can be said of the cell, because a hand covers it or no camera watches it."""
        return cell in self.view.hidden or self.unwatched(cell)

    def unwatched(self, cell: CellId) -> bool:
        """Whether no camera ever sees the cell: what hands do there leaves no trace."""
        return cell not in self._watched

    @property
    def blind(self) -> bool:
        """Whether nobody watched for a while before the view. Then a hand may have been anywhere."""
        return self.view.blind

    @cached_property
    def cells(self) -> tuple[CellId, ...]:
        """The cells that have probably changed."""
        return tuple(cell for cell, nats in self._changed.items() if nats > 0)

    @cached_property
    def faint(self) -> frozenset[CellId]:
        """The cells that a hand was in and that may have changed, by something small or in a crowd."""
        if not self._traces:
            return frozenset()
        return frozenset(c for c, nats in self._changed.items() if _FAINT < nats <= 0 and self.visited(c))

    def content(self, cell: CellId, before: Look | None, now: Look) -> float:
        """Nats for what the cell shows now, given that it changed."""
        if self._likeness is None or now.certainty is not Certainty.SEEN or cell not in self._changed:
            return 0.0
        key = (cell, before, now)
        if key not in self._known:
            nats = self._likeness.compare(self.view, cell, before, now)
            self._known[key] = max(-_CERTAIN_LIKENESS, min(_CERTAIN_LIKENESS, nats))
        return self._known[key]


def log_odds(cell: CellView) -> float:
    """ln p(pixels | the content of the cell changed) - ln p(pixels | it is what it was). The one place where
    the cues of vision become evidence: the network alone where one thing lies at most, unless hardly a pixel
    changed: it takes what leans in from the next cell for a thing; in a crowd, of which it sees little, its
    mean with the share of pixels that changed; and that share alone where it has not compared, as where cards
    lie on each other."""
    share = _by_share(cell)
    if cell.evidence is None:
        return share
    if cell.crowd:
        return (cell.evidence + share) / 2
    return min(cell.evidence, share) if cell.change <= _HARDLY else cell.evidence


def _by_share(cell: CellView) -> float:
    """Nats by how many pixels changed."""
    share = max(cell.change, cell.shade - _SHADE)
    for low, high, less, more in zip(_SHARES, _SHARES[1:], _NATS, _NATS[1:], strict=False):
        if share <= high:
            return less + (more - less) * (share - low) / (high - low)
    return _NATS[-1]
