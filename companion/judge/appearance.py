"""What people are asked about how cells look: before the first act, whether the set-up is right; later, which
face somebody sees for the first time.

The set-up: the judge begins when the table does not contradict it, or when people say that it is right. A
face that neither the rules nor a portrait can name: people are asked once which it is, and the answer teaches
its portrait. Until somebody answers, play goes on, and later acts may tell as well."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from companion.judge.belief import Belief
from companion.judge.deciding import TOLD, UNLIKELY, Share
from companion.judge.history import BARE, differing, wanted
from companion.judge.positions import Looks
from companion.judge.revision import laid_after, played
from companion.judge.scene import Eyes
from companion.judge.tuning import number
from companion.judge.verdicts import Face, FirstSeen
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import Entry
from vision.seeing import CellView, View
from vision.types import Image

Unlike = Callable[[Mapping[str, Image]], frozenset[str]]
"""The cells that do not look as they should. Takes a picture of each."""


class SetUpCheck:
    """Holds the first view back while cells do not look as they should. ``cells``: those cells."""

    def __init__(self) -> None:
        self.cells: tuple[CellId, ...] = ()
        self._seen: dict[str, CellView] = {}
        self._latest: View | None = None

    @property
    def holds(self) -> bool:
        """Whether a first view is held back."""
        return self._latest is not None

    def admit(self, view: View, unlike: Unlike) -> View | None:
        """The view from which the judge may begin, once nothing is wrong; None until then. Only the first
        view is held back, and with it every view that follows until it is released."""
        self._latest = view
        if view.first:
            self._seen.clear()
        for name, cell in view.cells.items():
            self._seen[name] = replace(cell, change=0.0, shade=0.0, visited=0.0, dwell=0.0, before=None)
        wrong = unlike({name: cell.now for name, cell in self._seen.items()})
        self.cells = tuple(CellId(name) for name in self._seen if name in wrong)
        return None if self.cells else self.release()

    def release(self) -> View | None:
        """The whole table as it looks now, as a first view; None if no view is held back."""
        latest, self._latest, self.cells = self._latest, None, ()
        if latest is None:
            return None
        seen, self._seen = self._seen, {}
        return View(latest.time, latest.since, seen, first=True)


ASK_AFTER = number("faces.ask_after")
"""Seconds after the last hand has left. In a brisk game hands hardly stay away for longer. The question holds
nobody up."""
UNKNOWN = number("faces.unknown")
"""A face is asked about if the probability that it has no portrait is at least this."""


def first_seen(
    belief: Belief, candidates: Sequence[Share], eyes: Eyes, changed: Collection[CellId]
) -> FirstSeen | None:
    """The question about the face that tells the candidates apart, if it is probably a new one; else None.
    ``candidates``: what may have happened, and how likely; ``changed``: cells that a camera saw change into
    something unknown."""
    likely = [one for one in candidates if one[1] >= UNLIKELY * candidates[0][1]]
    if len(likely) < 2 or sum(share for _, share in likely) < TOLD:
        return None
    laid = [_laid(entries, belief) for entries, _ in likely]
    cell = _telling(laid, changed)
    if cell is None:
        return None
    shares: dict[Look, float] = {}
    faces: dict[Look, Face] = {}
    for (entries, share), looks in zip(likely, laid, strict=True):
        look = wanted(looks, cell)
        shares[look] = shares.get(look, 0.0) + share
        faces.setdefault(look, Face(look, entries))
    if belief.best.table.get(cell, BARE) not in shares or not _are_new(cell, shares, eyes):
        return None  # something else lies there by now, or it is known
    return FirstSeen(cell, tuple(faces[look] for look in sorted(shares, key=lambda look: -shares[look])))


def _telling(laid: Sequence[Looks], changed: Collection[CellId]) -> CellId | None:
    """The changed cell that tells most of these apart."""
    cells = {cell for looks in laid[1:] for cell in differing(laid[0], looks)}.intersection(changed)
    return max(sorted(cells), key=lambda one: len({wanted(looks, one) for looks in laid}), default=None)


def _are_new(cell: CellId, shares: Mapping[Look, float], eyes: Eyes) -> bool:
    """Whether all of these looks are faces, and probably none of them has a portrait."""
    new = sum(share for look, share in shares.items() if not eyes.knows(cell, look))
    return all(map(_is_face, shares)) and new > UNKNOWN * sum(shares.values())


def _is_face(look: Look) -> bool:
    return look.certainty is Certainty.SEEN and look != BARE


def _laid(entries: tuple[Entry, ...], belief: Belief) -> Looks:
    """What lies in each cell just after the last of these entries."""
    chain = played(belief.match, entries)
    return laid_after(chain[-1], belief.shown) if chain else {}
