"""The judge of one match: glances in, verdicts out. The only part of the room that remembers.

Thread: the session's only.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.judge.belief import Belief
from companion.judge.deciding import decide
from companion.judge.history import BARE, Odd
from companion.judge.priors import USUAL, Priors
from companion.judge.scene import Eyes, Scene
from companion.judge.shown import AnyMatch
from companion.judge.verdicts import Reason, Verdict, Waiting
from companion.rules.contract import CellId, Certainty, Look
from vision.seeing import Glance, View
from vision.types import CameraState

_REASONS = {
    CameraState.HAND: Reason.HAND,
    CameraState.LIGHT: Reason.LIGHT,
    CameraState.MOVED: Reason.MOVED,
    CameraState.LOST: Reason.LOST,
    CameraState.TROUBLE: Reason.TROUBLE,
}


AGAIN = 0.5
"""Seconds after which a verdict is thought over though nothing has happened."""
LONG = 60.0
"""Seconds: as if people had waited for so long, when somebody says that the turn is done."""
KNOWN_BY = 40
"""Histories that must agree on what lies in a cell before a portrait is taken from it."""


class Judge:
    """Watches one table. ``electronic``: chance sources that no camera sees, as in ``Chance.source``;
    ``traces``: whether faint traces count.

    After a ``Played`` or ``TakenBack`` that the caller has taken in, it calls :meth:`see` with the longer (or
    shorter) match. The match may also change otherwise (touch, an electronic draw): then hands may follow.
    """

    def __init__(
        self,
        match: AnyMatch,
        electronic: frozenset[str] = frozenset(),
        likeness: Eyes | None = None,
        priors: Priors = USUAL,
        traces: bool = True,
    ) -> None:
        self._traces = traces
        self._electronic = electronic
        self._likeness = likeness
        self._priors = priors
        self._belief = Belief.taken_up(match, electronic, priors)
        self._zones: tuple[CellId, ...] = ()
        self._first: View | None = None
        self._quiet_since = 0.0
        self._open_since = 0.0
        self._rested_until = 0.0
        self._done = False
        self._settled: tuple[float, Verdict] | None = None
        self._verdict: Verdict = Waiting(Reason.SETTLING)

    @property
    def belief(self) -> Belief:
        """What may have happened, as of the last view."""
        return self._belief

    @property
    def verdict(self) -> Verdict:
        """What was said of the last frame."""
        return self._verdict

    def see(self, match: AnyMatch, glance: Glance) -> Verdict:
        """What one frame changes in what can be said."""
        self._verdict = self._said(match, glance)
        return self._verdict

    def _said(self, match: AnyMatch, glance: Glance) -> Verdict:
        if match is not self._belief.match:
            self._open_since = glance.time
            self._belief = self._belief.follow(match)
            self._settled = None
        view = glance.view
        if view is not None:
            self._take(view)
        if glance.state is CameraState.HAND:
            self._quiet_since = self._rested_until = glance.time
            self._done = False
        if glance.state in _REASONS:
            covered = tuple(CellId(cell) for cell in sorted(glance.covered))
            return Waiting(_REASONS[glance.state], covered, glance.edges)
        if self._first is None:
            return Waiting(Reason.SETTLING)
        return self._decide(glance.time)

    def _take(self, view: View) -> None:
        self._settled = None
        eyes = self._likeness
        if view.first:
            self._first = view
            if eyes is not None:
                eyes.begin(view, self._known_looks())
            return
        if not view.cells:
            return
        before = self._known_looks()
        if eyes is not None:
            eyes.left(view, before)
        watched = self._first.cells if self._first is not None else view.cells
        self._belief = self._belief.after(Scene(view, self._priors.untouched, watched, eyes, self._traces))
        if eyes is not None:
            after = self._known_looks()
            for cell in view.cells:
                old, new = before.get(CellId(cell)), after.get(CellId(cell))
                if old is not None and new is not None and old != new:
                    eyes.learn(view, cell, old, new)

    def _known_looks(self) -> dict[CellId, Look]:
        """What certainly lies where, as far as it can be seen: what nearly all of the belief agrees on."""
        top, cells = self._belief.histories[:KNOWN_BY], set[CellId]()
        for history in top:
            cells.update(history.table)
        if not self._zones:
            game = self._belief.match.game
            self._zones = tuple(zone.cell for zone in game.zones(self._belief.match.setup) if zone.watched)
        cells.update(self._zones)
        known = {}
        for cell in cells:
            looks = {history.table.get(cell, BARE) for history in top}
            look = looks.pop()
            if not looks and look is not None and look.certainty is Certainty.SEEN:
                known[cell] = look
        return known

    def _decide(self, time: float) -> Verdict:
        waited = LONG if self._done else time - self._quiet_since
        if not self._belief.best.entries:
            self._open_since = time
        if self._settled is None or waited >= self._settled[0]:
            self._belief = self._belief.rested(LONG if self._done else time - self._rested_until)
            self._rested_until = time
            verdict = decide(self._belief, waited, LONG if self._done else time - self._open_since)
            self._settled = (waited + AGAIN, verdict)
        return self._settled[1]

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Learn what lies where in a picture that shows known looks."""
        if self._likeness is not None:
            self._likeness.begin(view, looks)

    def done(self, seat: str) -> None:
        """Somebody said that a turn is over: no act is half done."""
        del seat
        self._done = True
        self._settled = None

    def vouch(self) -> None:
        """People say that everything lies as shown."""
        self._belief = Belief.begin(self._belief.match, self._electronic, self._priors)
        self._settled = None

    def owed(self) -> tuple[CellId, ...]:
        """Cells where hands have yet to do what follows from an act."""
        return tuple(cell for cell, kind in self._belief.best.odd.items() if kind is Odd.OWED)
