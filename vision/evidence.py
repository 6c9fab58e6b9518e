"""From a rectified picture to the evidence for one cell. State: what nearer figures hide, and which of them
may belong to another cell, per cell.

Every look is asked how many square pitches of what is seen it leaves unexplained. *Unknown* explains any
pixel a
little and costs a fixed amount; so a look scores ``_GIFT`` when it explains everything, and loses ``_PRICE``
times
the mean shortfall per square pitch. Pixels that a nearer figure hides, or that lie outside the picture, say
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from vision.box import Box
from vision.camera import Points
from vision.crowded import is_crowded, standing_on
from vision.disputes import Dispute, disputes, in_own_cell, next_door
from vision.figures import Outline, distance
from vision.flats import SHIFT, Fit, Flat, Matcher, lookup
from vision.guesses import LIMIT, Guess, clip
from vision.photometry import Features, Plane32, surface
from vision.rectify import SCALE
from vision.standing import GIFT, PRICE, Known, Scores
from vision.types import Spot
from vision.view import View
from vision.windows import is_flat, paint

_SURE = 4.0
"""A cell is surely bare from this score on, and by as much better than anything else."""


class Scorer:
    """Scores the spots of one box under one registration."""

    def __init__(self, box: Box, spots: Sequence[Spot], place: Points) -> None:
        self._box = box
        self._spots = {spot.cell: spot for spot in spots}
        self._place = place
        self._known = Known(box, spots, place)
        self._hidden: dict[str, tuple[Outline, ...]] = {}
        self._before = {spot.cell: _nearer(spot, spots, place) for spot in spots}
        self._matchers: dict[str, Matcher] = {}
        self._open: dict[str, tuple[str, Dispute, float]] = {}
        """Cells that may take a figure of a nearer one for theirs: which cell's, and nats against that."""
        self._waiting: dict[str, set[str]] = {}
        """Cells that could not be asked whether they do, and those that wait for it ..."""
        self._stale: dict[str, set[str]] = {}
        """... and by cell those that did not know of it."""

    def order(self, cells: Iterable[str]) -> list[str]:
        """Cells from the nearest to the farthest: a figure hides only what stands behind it."""
        return sorted(cells, key=lambda cell: (distance(self._place, self._spots[cell]), cell))

    def behind(self, cell: str) -> tuple[str, ...]:
        """Cells that a figure in ``cell`` may hide in part."""
        return tuple(other for other, before in self._before.items() if cell in before)

    def stale(self, cell: str) -> set[str]:
        """Cells that must be looked at again now that this one was: who waited for it, or may have taken a
        figure for theirs that is rather its own."""
        return self._waiting.pop(cell, set()) | self._stale.pop(cell, set())

    def score(self, cell: str, view: View, clear: Callable[[str], bool] | None = None) -> Scores:
        """The evidence for a cell. ``clear``: whether another one is in plain sight, too; None: all are."""
        spot = self._spots[cell]
        self._known.noise = view.noise
        seen, weight = self._visible(cell, view)
        if is_flat(spot):
            return self._flat_spot(spot, view, seen, weight)
        scores = standing_on(self._known, spot, seen, weight).scores()
        if is_crowded(spot) and not self._known.tiled:
            if cell in self._open:
                _, dispute, lead = self._open[cell]
                scores = next_door(scores, dispute, lead) if dispute.is_taken(scores) else scores
            scores = self._settled(cell, scores, view, clear or self._spots.__contains__)
        self._hidden[cell] = scores.figures
        return scores

    def _settled(self, cell: str, scores: Scores, view: View, clear: Callable[[str], bool]) -> Scores:
        """The scores once it is known whose a figure is that this cell and one behind it may take for
        theirs. If neither is sure, both leave it open."""
        before = {other for other, one in self._open.items() if one[0] == cell}
        self._open = {other: one for other, one in self._open.items() if one[0] != cell}
        for waiting in self._waiting.values():
            waiting.discard(cell)
        for dispute in disputes(scores):
            leads = {}
            for other in self.behind(cell):
                if not is_crowded(self._spots[other]) or not dispute.reaches(self._known.windows[other]):
                    continue
                if not clear(other):
                    self._waiting.setdefault(other, set()).add(cell)
                    continue
                free = self._beyond(other, view, cell, scores.guesses[dispute.lacks])
                if dispute.is_taken(free):
                    hidden = self._beyond(other, view, cell, scores.guesses[dispute.has])
                    leads[other] = dispute.together(free, hidden)
            if leads:
                for other, lead in leads.items():
                    if other not in self._open or lead > self._open[other][2]:
                        self._open[other] = cell, dispute, lead
                self._stale[cell] = leads.keys() - before
                return in_own_cell(scores, dispute, min(leads.values()))
        return scores

    def _beyond(self, cell: str, view: View, nearer: str, guess: Guess) -> Scores:
        """The evidence for a cell if these are the figures in a nearer one."""
        before = self._hidden.get(nearer, ())
        self._hidden[nearer] = guess.figures
        seen, weight = self._visible(cell, view)
        self._hidden[nearer] = before
        return standing_on(self._known, self._spots[cell], seen, weight).scores()

    def adapt(self, cell: str, view: View, scores: Scores) -> None:
        """Let the taught ground of a surely bare cell follow what is seen, slowly; a guessed ground
        faster."""
        spot, frame = self._spots[cell], self._known.windows[cell]
        others = [value for stack, value in scores.stacks.items() if stack]
        others += [value for base, value in scores.bases.items() if base]
        sure = min(
            scores.stacks.get((), -LIMIT), scores.bases.get("", LIMIT) if len(spot.bases) > 1 else LIMIT
        )
        if sure < _SURE or sure - max(others, default=-LIMIT) < _SURE:
            return
        ground, doubt = frame.of(self._box.ground), frame.of(self._box.doubt)
        seen, weight = self._visible(cell, view)
        part = np.where(doubt > 0, 0.2, 0.02) * frame.own * weight
        ground += (part[:, :, None] * (seen - ground)).astype(np.float32)
        doubt *= np.where(part > 0.1, 0.8, 1.0).astype(np.float32)

    def _visible(self, cell: str, view: View) -> tuple[Features, Plane32]:
        """The cell's window, and its pixel weights without what nearer figures hide."""
        frame = self._known.windows[cell]
        seen, weight = view.of(frame.rows, frame.columns)
        for other in self._before[cell]:
            for outline in self._hidden.get(other, ()):
                paint(weight, frame, outline, 0.0, grow=2)
        return seen, weight

    # --- flat spots ---------------------------------------------------------------------------------------

    def _flat_spot(self, spot: Spot, view: View, seen: Features, weight: Plane32) -> Scores:
        """A slot, or a cell whose tiles are its bases: bare ground or one flat piece on top."""
        frame = self._known.windows[spot.cell]
        known = frame.own * weight
        share = float(known.sum() / max(frame.own.sum(), 1.0))
        bare = surface(seen, frame.of(self._box.ground), frame.of(self._box.doubt), view.noise)
        short = float((np.maximum(-bare, 0) * known).sum()) / SCALE**2
        empty = clip(GIFT * share - PRICE * short)
        matcher = self._matcher(spot)
        fits: tuple[Fit, ...] = ()
        if matcher is not None:
            fits = self._matched(matcher, spot, view)
        scores = {
            piece.name: clip(fit.score * share) for piece, fit in zip(self._faces(spot), fits, strict=True)
        }
        best = max(scores, key=scores.__getitem__, default="")
        if matcher is not None and min(empty, scores[best]) > 0:  # a plain tile, or nothing on a plain table
            number = list(scores).index(best)
            lead = self._lead_of(matcher, number, fits[number], spot, view) * share
            if lead < 0:
                scores = {name: min(score, empty + lead) for name, score in scores.items()}
            else:
                empty = min(empty, scores[best] - lead)
        scores[""] = clip(empty)
        if spot.kind != "slot":
            return Scores({base: scores[base] for base in spot.bases}, {(): clip(GIFT * share)}, ())
        stacks = {stack: scores[stack[-1] if stack else ""] for stack in spot.stacks}
        return Scores(dict.fromkeys(spot.bases, 0.0), stacks, ())

    def _matched(self, matcher: Matcher, spot: Spot, view: View) -> tuple[Fit, ...]:
        """The fits of a spot's flat pieces, from the part of the raster into which they may reach."""
        rows, columns, centre = self._around(spot, view)
        seen, _ = view.of(rows, columns)
        return matcher(seen, centre)

    def _lead_of(self, matcher: Matcher, number: int, fit: Fit, spot: Spot, view: View) -> float:
        """Nats by which a piece, where it fits, explains its pixels better than the bare table does."""
        rows, columns, centre = self._around(spot, view)
        seen, weight = view.of(rows, columns)
        bare = surface(seen, self._box.ground[rows, columns], self._box.doubt[rows, columns], view.noise)
        piece = matcher.pieces[number]
        there, bare, weight = (matcher.aligned(image, centre, piece, fit) for image in (seen, bare, weight))
        lying = surface(there, piece.patch, np.zeros(piece.mask.shape, np.float32), view.noise)
        lead = float(((lying - bare) * weight * piece.mask).sum()) / SCALE**2
        return clip(PRICE * lead)

    def _around(self, spot: Spot, view: View) -> tuple[slice, slice, Points]:
        """The part of the raster into which a spot's flat pieces may reach, and its middle there (x, y)."""
        x, y = self._known.centre(spot)
        reach = 0.5 * np.hypot(spot.width, spot.height) * SCALE + 2 * SHIFT * SCALE
        rows, columns = view.clipped(y - reach, y + reach), view.clipped(x - reach, x + reach, across=True)
        return rows, columns, np.array([x - columns.start, y - rows.start])

    def _faces(self, spot: Spot) -> tuple[Flat, ...]:
        names = (
            (stack[-1] for stack in spot.stacks if stack) if spot.kind == "slot" else filter(None, spot.bases)
        )
        return tuple(lookup(self._box.flats, name) for name in dict.fromkeys(names))

    def _matcher(self, spot: Spot) -> Matcher | None:
        if spot.cell not in self._matchers:
            faces = self._faces(spot)
            if not faces:
                return None
            self._matchers[spot.cell] = Matcher(faces, spot.turn)
        return self._matchers[spot.cell]


def _nearer(spot: Spot, spots: Sequence[Spot], place: Points) -> tuple[str, ...]:
    """Cells with figures that may hide a part of the spot."""
    here = distance(place, spot)
    close = 0.5 * (spot.width + spot.height) / 2 + 1.8
    return tuple(
        other.cell
        for other in spots
        if other.cell != spot.cell
        and not is_flat(other)
        and np.hypot(other.x - spot.x, other.y - spot.y) < close
        and distance(place, other) < here
    )
